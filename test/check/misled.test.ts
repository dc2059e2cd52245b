// What a reader who had not written the messages took the wrong way: each has its cause, its way out and no followers.
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../src/core/source.js'
import { compile } from '../../src/workspace/compile.js'
import { checkProgram } from '../support/check-program.js'

/** `CODE: help`, and the text with the first fix of each that has one. */
function say(text: string): { readonly lines: readonly string[]; readonly fixed: string } {
  const index = new SourceIndex()
  const { diagnostics } = compile({
    host: { readText: (path) => (path === 'a.flow' ? { kind: 'text', text } : { kind: 'missing' }), list: () => [] },
    files: ['a.flow'],
    target: 'flink-2.2',
    index,
    before: [],
  })
  const edits = diagnostics
    .flatMap((d) => d.fixes[0]?.edits ?? [])
    .map((e) => ({ ...index.range(e.span), text: e.text }))
    .sort((a, b) => b.start - a.start)
  return {
    lines: diagnostics.map((d) => (d.help == null ? d.code : `${d.code}: ${d.help}`)),
    fixed: edits.reduce((t, e) => t.slice(0, e.start) + e.text + t.slice(e.end), text),
  }
}

const SOURCE = `schema S {
  id      bigint not null,
  region  string,
  n       int not null,
  at      timestamp(3) not null
}
stream s from kafka 'shop.raw.seen.v1' {
  schema  S
  time    at late by 1 second, idle never
}
`
const over = (clauses: string, more = ''): string => `${SOURCE}${more}stream r =\n  from s\n  ${clauses}\n`

const TABLE = `connection db postgres {
  host      env('H')
  database  'd'
  user      'u'
  password  secret('P')
}
schema C {
  id    bigint not null,
  open  boolean
}
table c from cdc db 'public.c' {
  schema       C
  primary key  id
  time         commit late by 1 second, idle never
}
`

describe('what stands in another order', () => {
  it('a join with its condition before its time', () => {
    const text = over('join c as c on s.id = c.id at s.at\n       late as gone\n  select s.id, c.open', TABLE)
    const { lines, fixed } = say(text)
    expect(lines).toEqual(['FLOW1001: the time stands in front of the condition: `at s.at on s.id = c.id`'])
    expect(fixed).toContain('join c as c at s.at on s.id = c.id\n       late as gone')
    expect(say(fixed).lines).toEqual([])
  })

  it('a join without any time is one of a later version', () => {
    expect(say(over('join c as c on s.id = c.id\n  select s.id, c.open', TABLE)).lines).toEqual([
      'FLOW1900: a join reads a table as it was at a time of the left side: `join c as c at … on …`',
    ])
  })

  it('columns of a union: told once, without a cast that would only move the mistake', () => {
    const text = `${over('select n as seen, at\n  union all other')}stream other =\n  from s\n  select at, n as seen\n`
    expect(say(text).lines).toEqual([
      'FLOW4024: `union all` goes by position, and `seen` is column 2 of `other`: let it select `seen`, `at` in this order',
    ])
  })
})

describe('what is called otherwise here', () => {
  it.each<[string, string, readonly string[], string | null]>([
    [
      'a function of an imported file',
      over('where lib.big(n)', 'fn big(n int) boolean = n > 10\n'),
      ['FLOW1001: a function has no qualifier: `big(…)`; one of another file is imported by its name'],
      'where big(n)',
    ],
    [
      'a param in an expression',
      `param low int = 5\n${over('where n > ${low}')}`,
      ['FLOW2053: write its name alone: `low`'],
      'where n > low\n',
    ],
    [
      'the begin of a window',
      over("window tumble 1 hour late count\n  group by n\n  select n, tumble_start(at, interval '1' hour) as b"),
      ['FLOW3011: behind `window` and `group by` it is the column `window_start`'],
      null,
    ],
    [
      'an event time that is a number',
      over('extend t = to_timestamp_ltz(n, 3)'),
      [
        'FLOW3010: an event time that is a number is declared in its source: `time made_at as epoch millis late by …`, or `as epoch seconds`',
      ],
      null,
    ],
    [
      'a param that is a span of time',
      `param span int = 60\n${over('window tumble span late count\n  group by n\n  select n')}`,
      ['FLOW2037: declare it as one: `param span duration = 1 minute`'],
      null,
    ],
    [
      'the arguments of an `fn` whose types are wrong elsewhere',
      over('extend x = f(n)', 'fn f(a mony, b mony) = a\n'),
      [expect.stringContaining('FLOW3304') as unknown as string, 'FLOW2044: its parameters are `a`, `b`'],
      null,
    ],
  ])('%s', (_, text, lines, holds) => {
    const { lines: said, fixed } = say(text)
    expect(said).toEqual(lines)
    if (holds !== null) {
      expect(fixed).toContain(holds)
      expect(say(fixed).lines).toEqual([])
    }
  })
})

describe('one cause, one message', () => {
  it('a value of a loop that makes no names', () => {
    const text = `${SOURCE}for k in ['a', 'b-c'] {\n  stream x_$k =\n    from s\n  stream y_$k =\n    from x_$k\n}\n`
    expect(say(text).lines).toEqual(['FLOW2054'])
  })

  it('a `$` that names no variable', () => {
    expect(say(`${SOURCE}for k in ['a'] {\n  stream x_$k =\n    from $k_raw\n}\n`).lines).toEqual([
      'FLOW2053: variables here are `$k`; `${t}_raw` ends one before a `_`',
    ])
  })

  it('a meta column that could not be made', () => {
    const text = over('select id, off, trace').replace(
      'idle never\n}',
      "idle never\n  meta    { n = offset, trace = header 'traceparent' }\n}",
    )
    expect(say(text).lines).toEqual([
      'FLOW4035: the new name stands on the left: `record_offset = offset`',
      'FLOW4035: `as text` reads them as UTF-8, `as raw` leaves them as they are',
    ])
  })

  it('an event time of raw SQL with two faults', () => {
    const text = `${SOURCE}sql q (s) returns (id bigint not null, t timestamp(6)) time t = """\n  SELECT id, at AS t FROM s\n"""\n`
    expect(say(text).lines).toEqual(['FLOW2082: an event time is TIMESTAMP(3) or TIMESTAMP_LTZ(3), and `not null`'])
  })

  it('a tap of what no sink reads', () => {
    const text = `pipeline p {\n  owner  'team'\n}\n${over('where n > 9')}sink kafka 'shop.all.copied.v1' from s append {\n  format  json\n}\ntap r to kafka 'debug.r'\n`
    expect(say(text).lines).toEqual([
      'FLOW2060: a tap adds no work to a job: write a `sink` of it beside the tap, or tap a relation that a sink reads',
    ])
  })
})

describe('the way out is of this program', () => {
  it.each<[string, string, readonly string[], string | null]>([
    [
      'a text that is compared by size: not with a text of digits',
      over('where region >= 500'),
      ['FLOW3101: write `try_cast(region as int)`, which gives NULL for a text that cannot be read'],
      'where try_cast(region as int) >= 500',
    ],
    [
      'a default of another type',
      over("extend x = coalesce(n, 'none')"),
      ['FLOW3106: write a value of type INT instead of the text, or make the other one a text: `cast(… as string)`'],
      null,
    ],
    [
      'a day as the end of reading',
      over('select id').replace('idle never\n}', "idle never\n  until   at '2026-01-01'\n}"),
      ["FLOW4030: a day begins at `'2026-01-01 00:00:00'`, in UTC"],
      "until   at '2026-01-01 00:00:00'",
    ],
    ['a sum of literals under a fraction', over('extend x = cast(n as decimal(10, 2)) / (1 + 0.21)'), [], null],
    [
      'the key of a table',
      over('select id', TABLE.replace('  primary key  id\n', '')),
      ['FLOW3412: a changing table needs one: `primary key id`, or whatever columns name a row of it'],
      null,
    ],
  ])('%s', (_, text, lines, holds) => {
    const { lines: said, fixed } = say(text)
    expect(said).toEqual(lines)
    if (holds !== null) expect(fixed).toContain(holds)
  })

  it('a column of a test that the relation does not have', () => {
    const text = `pipeline p {\n  owner  'team'\n}\n${SOURCE}sink kafka 'shop.all.copied.v1' from s append {\n  format  json\n}\ntest 't' for p {\n  given s\n    | id | at                    | n | note |\n    | 1  | '2026-01-01 10:00:00' | 1 | 'x'  |\n  expect s\n    | id | colour |\n    | 1  | 'red'  |\n}\n`
    expect(say(text).lines).toEqual([
      'FLOW7001: its columns are `id`, `region`, `n`, `at`',
      'FLOW7001: its columns are `id`, `region`, `n`, `at`',
    ])
  })

  it('the value of a loop as a name where a text was meant', () => {
    const text = `${SOURCE}for k in ['a', 'b'] {\n  stream x_$k =\n    from s\n    select $k as kind, id\n}\n`
    expect(say(text).lines[0]).toBe(
      "FLOW2006: `a` is a value of the `for`, read as a column here; as a text its variable stands in quotes: `'$…'`",
    )
  })

  it('an import of what is not there, under a name that is taken', () => {
    const files: Readonly<Record<string, string>> = {
      'a.flow': `import { s, big } from './b.flow'\nstream big =\n  from s\n`,
      'b.flow': `${SOURCE}fn is_large(n int) boolean = n > 10\n`,
    }
    expect(checkProgram(files).diagnostics.map((d) => [d.code, d.help])).toEqual([
      ['FLOW2004', 'it declares `S`, `s`, `is_large`'],
    ])
  })

  it('a filtered table on the right of a join at a time', () => {
    const text = over(
      'join good as g at s.at on s.id = g.id late count\n  select s.id, g.open',
      `${TABLE}table good =\n  from c\n  where open\n`,
    )
    expect(say(text).lines).toEqual(['FLOW4009: join `c` itself: what `good` filters is a condition behind `on`'])
  })

  it('event times of two types in a union: no cast, which would end both', () => {
    const text = `${SOURCE}stream tick every 1 minute\nstream r =\n  from s\n  select at\n  union all tick\n`
    expect(say(text).lines).toEqual([
      'FLOW4024: a cast would end the event time: declare the field of the source with the type that the other side has',
    ])
  })

  it('a key that may be NULL behind a rejection', () => {
    const text = `pipeline p {\n  owner  'team'\n  dlq    'shop.all.dlq'\n}\n${over("where region is not null else dlq 'no_region'\n  window tumble 1 minute late count\n  group by region\n  select region, window_start, count(*) as rows_in")}sink kafka 'shop.all.counted.v1' from r upsert {\n  message key  region, window_start as json\n  format  json\n}\n`
    expect(say(text).lines).toEqual([expect.stringContaining('one with `else dlq` leaves the column nullable')])
  })
})
