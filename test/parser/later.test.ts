import { describe, expect, it } from 'vitest'
import { print, read } from './tree.js'

// What the language has and this version does not: one FLOW1900 at its place, and everything around it is read.

const after = '\nstream z =\n  from y\n'

describe('a declaration for later', () => {
  it.each([
    ["table s from jdbc db 't'", '1:14 a source `from jdbc`', 's'],
    ['sink jdbc db from a upsert', '1:6 a sink to `jdbc`', null],
    ['sink print from a append', '1:6 a sink to `print`', null],
    ["sink kafka c2 't' from a append", '1:12 a sink to a second Kafka cluster', null],
    ['sink lake.a from b retract {\n}', '1:20 a `retract` sink', null],
  ])('%s', (text, message, name) => {
    const { messages, file } = read(`${text}\n${after}`)
    expect(messages).toEqual([expect.stringContaining(`FLOW1900 ${message}`)])
    const [broken, next] = file.declarations
    expect(broken!.kind === 'broken' && broken!.name?.text).toBe(name ?? undefined)
    expect(print(next)).toBe('(query _ stream z [(from y _)])')
  })
})

describe('a clause for later', () => {
  it.each([
    ['hop', 'window hop 10 minutes every 1 minute late count', '3:10'],
    ['session', 'window session gap 30 minutes by a', '3:10'],
    ['cumulate', 'window cumulate 1 day step 1 hour', '3:10'],
    ['window join', 'window join b as b on a = b', '3:10'],
    ['time zone', "window tumble 1 day in 'Europe/Madrid' late count", '3:23'],
    ['early', 'window tumble 1 day\n    early every 1 minute', '4:5'],
    ['retain', 'group by a\n  retain 1 day\n  select a', '4:3'],
    ['grouping sets', 'group by grouping sets ((a), (b)) select a', '3:21'],
    ['rollup', 'group by rollup(a, b)\n  select a', '3:12'],
    ['top', 'top 10 by amount desc per region with rank as r', '3:3'],
    ['distinct', 'distinct on a keep first late count', '3:3'],
    ['over', 'over by c {\n    spend = sum(amount) last 1 hour,\n  }', '3:3'],
    ['match', 'match by c {\n    pattern (a b)\n  }', '3:3'],
    ['lookup', 'lookup t as t on a = b', '3:3'],
    ['left lookup', 'left lookup t as t on a = b', '3:8'],
    ['unnest', 'unnest items as i', '3:3'],
    ['validate', "validate {\n    'r': a > 0\n  } else dlq", '3:3'],
    ['drop', 'drop a, b', '3:3'],
    ['rename', 'rename a to b', '3:3'],
    ['intersect', 'intersect b', '3:3'],
    ['except', 'except all b', '3:3'],
    ['union', 'union b', '3:9'],
    ['right join', 'right join b on a = c', '3:3'],
    ['full join', 'full join b on a = c', '3:3'],
    ['semi join', 'semi join b on a = c', '3:3'],
    ['anti join', 'anti join b on a = c', '3:3'],
    ['join without at', 'left join b as b on a = c retain left 1 day', '3:20'],
    ['interval join', 'join b as b within -5 minutes to 1 hour on a = c', '3:15'],
    ['union distinct', 'union distinct b', '3:9'],
  ])('%s', (_, text, place) => {
    const { codes, file } = read(`stream x =\n  from r\n  ${text}\n  where k\n${after}`)
    expect(codes).toEqual([`FLOW1900 ${place}`])
    expect(print(file.declarations[0])).toBe('(query _ stream x [(from r _) (bad []) (where (path [k]) _)])')
  })
})

describe('a property or step for later', () => {
  it.each([
    ["topic 't' {\n  compression 'zstd'\n  replicas 3\n}", '2:3', '(replicas 3)'],
    ["topic 't' {\n  compatibility 'full'\n  replicas 3\n}", '2:3', '(replicas 3)'],
    ["sink kafka 't' from a upsert {\n  on conflict last by ts\n  key a\n}", '2:3', '(key [a])'],
  ] as const)('%s', (text, place, rest) => {
    const { codes, file } = read(`${text}\n${after}`)
    expect(codes).toEqual([`FLOW1900 ${place}`])
    expect(print(file.declarations[0])).toContain(`[${rest}])`)
  })
})
