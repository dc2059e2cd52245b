// What the one layout looks like, rule by rule.
import { describe, expect, it } from 'vitest'
import { formatText } from '../../src/format/file.js'
import { formatSafely, sameProgram } from '../../src/format/same-program.js'

const laidOut = (text: string): string => formatText(text).text

/** Indentation of the test itself is taken off. */
const flow = (parts: TemplateStringsArray): string => {
  const lines = parts.raw[0]!.replace(/^\n/, '').replace(/ *$/, '').split('\n')
  const depth = Math.min(...lines.filter((l) => l.trim() !== '').map((l) => /^ */.exec(l)![0].length))
  return lines.map((l) => l.slice(depth)).join('\n')
}

it.each([
  [
    'clauses stand on a line each, words in lower case, names as written',
    flow`
      stream X =
        from Orders as o
        where o.Amount > 0 and not o.test else dlq 'bad'
        select o.id, COALESCE(o.a, 1) as a
    `,
    flow`
      stream X =
        from Orders as o
        where o.Amount > 0 and not o.test else dlq 'bad'
        select o.id, COALESCE(o.a, 1) as a
    `,
  ],
  [
    'comments of a function stay with it, behind its `=` and behind its body',
    flow`
      fn f(x int) int =                        -- why
        x + 1                                  -- one

      fn g(x int) =                            -- because
        x

      fn h(x int) = x                          -- two
      fn i(x int) = x
    `,
    flow`
      fn f(x int) int =                        -- why
        x + 1                                  -- one

      fn g(x int) =                            -- because
        x

      fn h(x int) = x                          -- two
      fn i(x int) = x
    `,
  ],
  [
    'values of a block have one column, blocks stand behind their word',
    flow`
      stream a from kafka 'a' {
        schema       S
        message key  id as text
        with { 'x' = 'y' }
      }
    `,
    flow`
      stream a from kafka 'a' {
        schema       S
        message key  id as text
        with { 'x' = 'y' }
      }
    `,
  ],
  [
    'a blank line parts the columns of a block',
    flow`
      topic 'a' {
        partitions  3

        min insync  2
        replicas    3
      }
    `,
    flow`
      topic 'a' {
        partitions  3

        min insync  2
        replicas    3
      }
    `,
  ],
  [
    'a long select has its columns together and a line for everything computed',
    flow`
      stream a =
        from b
        select first_column, second_column, third_column,
               count(*) as how_many,
               sum(amount) as total,
               region, currency
    `,
    flow`
      stream a =
        from b
        select first_column, second_column, third_column,
               count(*) as how_many,
               sum(amount) as total,
               region, currency
    `,
  ],
  [
    'the late lane of a join stands below it, a long condition too',
    flow`
      stream a =
        from b
        left join c as c at b.at on b.id = c.id
             late count
        join c as d at b.some_event_time
             on b.first_column = d.first_column and b.second_column = d.second_column
             late to dlq
    `,
    flow`
      stream a =
        from b
        left join c as c at b.at on b.id = c.id
             late count
        join c as d at b.some_event_time
             on b.first_column = d.first_column and b.second_column = d.second_column
             late to dlq
    `,
  ],
  [
    'a long condition breaks before its operators',
    flow`
      stream a =
        from b
        where first_column = 'a long text to begin with'
          and second_column = 'another long text'
          and third_column > 0
          else dlq 'x'
    `,
    flow`
      stream a =
        from b
        where first_column = 'a long text to begin with'
          and second_column = 'another long text'
          and third_column > 0
          else dlq 'x'
    `,
  ],
  [
    'brackets stay where they make an order plain, and go where they say nothing',
    flow`
      stream a =
        from b
        where ((x and y) or z) and n > (1 + 2) * 3
    `,
    flow`
      stream a =
        from b
        where ((x and y) or z) and n > (1 + 2) * 3
    `,
  ],
  [
    'a table has columns as wide as their widest cell and points below each other',
    flow`
      test 't' for p {
        given a
          | id | amount | note |
          | 1  | 10.5   | 'x'  |
          | 10 | -3.25  |      |
      }
    `,
    flow`
      test 't' for p {
        given a
          | id | amount | note |
          | 1  | 10.5   | 'x'  |
          | 10 | -3.25  |      |
      }
    `,
  ],
  [
    'one blank line at most, one around what has several lines, none at the ends of a block',
    flow`
      import { a } from './a.flow'
      import { b } from './b.flow'

      pipeline p {
        owner  'x'

        sla  1 hour
      }

      sink kafka 'a' from a append
      sink kafka 'b' from b append
    `,
    flow`
      import { a } from './a.flow'
      import { b } from './b.flow'

      pipeline p {
        owner  'x'

        sla  1 hour
      }

      sink kafka 'a' from a append
      sink kafka 'b' from b append
    `,
  ],
  [
    'comments behind the code of one file share a column, in tables they follow the row',
    flow`
      stream a =                               -- head
        from b                                 -- from
        where x                                -- where

      test 't' for p {
        given a
          | id |   -- head
          | 1  |   -- row
      }
    `,
    flow`
      stream a =                               -- head
        from b                                 -- from
        where x                                -- where

      test 't' for p {
        given a
          | id |   -- head
          | 1  |   -- row
      }
    `,
  ],
  [
    'comments above something keep to it',
    flow`
      -- of the file

      -- of a
      stream a =
        -- of from
        from b
        where x
          -- of y
          and y
        select id,
               -- of n
               n
        -- at the end of a

      /// of c
      -- between
      stream c =
        from a

      -- at the end
    `,
    flow`
      -- of the file

      -- of a
      stream a =
        -- of from
        from b
        where x
          -- of y
          and y
        select id,
               -- of n
               n
        -- at the end of a

      /// of c
      -- between
      stream c =
        from a

      -- at the end
    `,
  ],
  [
    'a query of raw SQL keeps its text',
    'sql x (a) returns (id bigint) = """\n  SELECT   1  \n"""\n',
    'sql x (a) returns (id bigint) = """\n  SELECT   1  \n"""\n',
  ],
  [
    'what stands in the body of a `for` is laid out a step further in',
    flow`
      for t in ['a', 'b'] {
        table $t from cdc db 'public.$t' {
          primary key  id
        }

        sink kafka 'x.$t' from $t upsert
      }
    `,
    flow`
      for t in ['a', 'b'] {
        table $t from cdc db 'public.$t' {
          primary key  id
        }

        sink kafka 'x.$t' from $t upsert
      }
    `,
  ],
])('%s', (_, text, expected) => {
  expect(laidOut(text)).toBe(expected)
  expect(laidOut(expected)).toBe(expected)
})

describe('what cannot be read', () => {
  it('stays as it stands, and the rest is laid out', () => {
    const text = flow`
      stream a =
        from b

      stream c = from   a   wher x

      stream d =
        from a
    `
    expect(formatText(text)).toEqual({
      text: flow`
        stream a =
          from b

        stream c = from   a   wher x

        stream d =
          from a
      `,
      unread: 1,
    })
  })
  it.each([
    ['a misspelt word', 'strem a   = from b\n'],
    ['a sign of another language', 'stream a =\n  from b\n  where x   == 1\n'],
    ['a comment of another language', 'stream a =   // why\n  from   b\n'],
    ['a clause of a later version', 'stream a =\n  from b\n  match   by x\n'],
    ['a text without an end', "stream a =\n  from b\n  where x   = 'y\n"],
    ['an unclosed block', "topic 'a' {\n   replicas   3\n"],
    ['the body of a `for`', "for t in ['a'] {\n  stream a =   from b\n  strem c = d\n}\n"],
    ['a declaration that is indented', '  stream a =   from b\n'],
    ['letters that belong to nothing', 'stream a =   from b\n€ %\n'],
  ])('%s', (_, text) => {
    expect(formatText(text)).toEqual({ text, unread: 1 })
  })
  it.each([
    ['a clause behind an empty block', "sink kafka 'a' from   b append {\n}\n  late count\n"],
    ['a bracket too many behind an empty block', "sink kafka 'a' from   b append {\n}\n}\n"],
  ])('nor what it hangs on: %s', (_, text) => {
    expect(formatText(text).text.replaceAll(/\n+/g, '\n')).toBe(text)
  })
  it('a text that would say something else in its layout stays as a whole', () => {
    const text = "€ sink kafka 'a' from b append {\n}\n"
    expect(sameProgram(text, formatText(text).text)).toBe(false)
    expect(formatSafely(text).text).toBe(text)
  })
})

describe('a file', () => {
  it.each([
    ['without anything', '', ''],
    ['of blanks', ' \n\n', ''],
    ['of nothing but comments', '  -- a\n\n\n-- b  ', '-- a\n\n-- b\n'],
    ['with a byte order mark', '\ufeffstream a = from b', '\ufeffstream a =\n  from b\n'],
    [
      'with line ends of Windows',
      'stream a =\r\n  from b -- c\r\n',
      'stream a =\n  from b                                 -- c\n',
    ],
    ['with line ends of old', 'stream a =\r  from b\r', 'stream a =\n  from b\n'],
  ])('%s', (_, text, expected) => {
    expect(laidOut(text)).toBe(expected)
  })
  it('that is no text stays as it is', () => {
    expect(formatText('stream a = \0 from b')).toEqual({ text: 'stream a = \0 from b', unread: 1 })
  })
})
