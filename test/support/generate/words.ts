// Names, texts and durations for generated programs: plain ones, words with a meaning somewhere, and awkward ones.
import fc from 'fast-check'
import type { DurationNode, Name, Node, Text } from '../../../src/surface/ast.js'

/** Trees are built without a text. */
export const NOWHERE: Node['span'] = { declaration: '', start: 0, end: 0 }
export const at = { span: NOWHERE }

const plain = 'a b id amount orders customers event_time o c1 _x Total'.split(' ')
const soft =
  'date time timestamp window left group table offset key start late to count filter x array row map interval stream join end_ by first type header at stop param for fn sql tap from_ union every changes dlq error nothing watermark registry file pattern commit metadata symmetric both within early having_ top over match'.split(
    ' ',
  )
const awkward = [
  'select',
  'from',
  'End',
  'null',
  'a b',
  "it's",
  'a`b',
  '"q"',
  'é',
  '9lives',
  'sum(x)',
  '-- no',
  '',
  'order by',
].filter((n) => n !== '')

export const nameWord = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...plain) },
  { weight: 3, arbitrary: fc.constantFrom(...soft) },
  { weight: 1, arbitrary: fc.constantFrom(...awkward) },
)
export const named = (word: fc.Arbitrary<string>): fc.Arbitrary<Name> => word.map((text) => ({ text, ...at }))
export const name: fc.Arbitrary<Name> = named(nameWord)
export const names = fc.array(name, { minLength: 1, maxLength: 3 })
export const path = fc.array(name, { minLength: 1, maxLength: 3 })
export const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(one, { nil: null, freq: 2 })

export const words = fc.oneof(
  fc.constantFrom(
    'eu',
    '',
    "it's",
    '-- no comment',
    'a "b" `c`',
    '/// no doc',
    'größe',
    '2026-01-01 00:00:00',
    '10',
    '{',
    '\t',
    '日本',
  ),
  fc.string({ maxLength: 8 }).map((s) => s.replaceAll(/[\r\n\0\u2028\u2029\ufeff]/g, ' ')),
)
export const text: fc.Arbitrary<Text> = words.map((value) => ({ value, ...at }))

export const duration: fc.Arbitrary<DurationNode> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(0, 1, 5, 30, 1500),
        fc.constantFrom(
          ['ms', 1],
          ['milliseconds', 1],
          ['seconds', 1000],
          ['minute', 60_000],
          ['hours', 3_600_000],
          ['DAYS', 86_400_000],
        ),
      )
      .map(([n, [unit, factor]]) => ({ milliseconds: n * (factor as number), param: null, written: `${n} ${unit}`, ...at })),
  },
  {
    weight: 1,
    arbitrary: named(fc.constantFrom('w', 'size', 'how_long')).map((param) => ({
      milliseconds: 0,
      param,
      written: param.text,
      ...at,
    })),
  },
)

export const count = fc.constantFrom(0, 1, 4, 128, 2147483647)
export const megabytes = fc.constantFrom(0, 1, 0.5, 2.25, 100)

const docLine = fc.constantFrom('What it is.', 'with -- dashes', '', ' indented', "it's | a table |", '/ slash')
/** Documentation: lines of which the last says something. */
export const doc = maybe(fc.array(docLine, { minLength: 0, maxLength: 2 }).map((lines) => [...lines, 'the end'].join('\n')))

/** At most one of each kind, in any order. */
export const oneOfEach = <T>(arbitraries: readonly fc.Arbitrary<T>[], key: (value: T) => string, least = 0): fc.Arbitrary<T[]> =>
  fc.uniqueArray(fc.oneof(...arbitraries), { selector: key, minLength: least, maxLength: Math.min(arbitraries.length, 8) })
