// Names that clash on purpose: rows, fields, aliases, relations and params out of five words. What a callback names is read by the
// checker as the column of that side, or the program is told to be wrong; it is never another column. Each column has a type of its
// own, a CHAR of another length, so that the type of a result says which column it is.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ApiMistake } from '../../../src/api/mistake.js'
import { cdc, kafka, min, minutes, param, schema, seconds, stream, t, table } from '../../../src/api/index.js'
import { compileFiles } from '../../support/flow-programs.js'
import { shopDb } from '../rows.js'
import { loose, textOf } from '../support.js'

const WORDS = ['a', 'b', 'o', 'c', 'window_start'] as const
const word = fc.constantFrom(...WORDS)

/** Each name is a column, or a ROW with these fields. */
const rowShape = fc.dictionary(word, fc.option(fc.uniqueArray(word, { minLength: 1, maxLength: 2 }), { nil: null }), {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
})
/** `pick`: one of those that are there, most of the time. */
const access = fc.record({
  side: fc.nat(1),
  name: word,
  field: fc.option(word, { nil: null }),
  pick: fc.option(fc.nat(20), { nil: null, freq: 9 }),
})
const program = fc.record({
  rows: fc.tuple(rowShape, rowShape),
  names: fc.tuple(word, word),
  aliases: fc.tuple(fc.option(word, { nil: null }), fc.option(word, { nil: null })),
  /** What stands before the join. */
  before: fc.constantFrom('nothing', 'select', 'spread', 'extend'),
  joins: fc.boolean(),
  behind: fc.constantFrom('select', 'extend', 'spread', 'group'),
  param: fc.option(word, { nil: null }),
  accesses: fc.array(access, { minLength: 1, maxLength: 4 }),
})
type Program = typeof program extends fc.Arbitrary<infer P> ? P : never
interface Named {
  readonly name: string
  readonly field: string | null
}
interface Access extends Named {
  readonly side: number
}
/** Lengths of CHARs, by name and field; a ROW is one of these. */
type Columns = Readonly<Record<string, number | Readonly<Record<string, number>>>>

type Rows = readonly Record<string, Record<string, never>>[]

function columnsOf(row: Program['rows'][0], next: () => number): Columns {
  return Object.fromEntries(
    Object.entries(row).map(([name, fields]) => [
      name,
      fields === null ? next() : Object.fromEntries(fields.map((f) => [f, next()])),
    ]),
  )
}

const typesOf = (columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, of]) => [
      name,
      typeof of === 'number' ? t.char(of) : t.row(Object.fromEntries(Object.entries(of).map(([f, n]) => [f, t.char(n)]))),
    ]),
  )

interface Expected {
  readonly name: string
  /** Null: there is no such column. */
  readonly type: string | null
}

/** The type that says which column it is; null: there is none. */
function typeOf(columns: Columns, { name, field }: Named): string | null {
  const of = columns[name]
  if (of === undefined) return null
  if (typeof of === 'number') return field === null ? `char ${of}` : null
  if (field === null) return `row ${Object.values(of).join()}`
  return of[field] === undefined ? null : `char ${of[field]}`
}
/** As `typeOf` says it. */
const said = (key: string): string => `${/^\w+/.exec(key)![0].toLowerCase()} ${[...key.matchAll(/\d+/g)].join()}`

function built(p: Program): { readonly relation: unknown; readonly expected: readonly Expected[] } {
  let length = 2
  const next = (): number => ++length
  const [left, right] = p.rows.map((row) => columnsOf(row, next)) as [Columns, Columns]
  const timed = { lateBy: seconds(1), idleAfter: minutes(1) }
  const ls = schema('L', { ...typesOf(left), ts: t.timestamp(3).notNull(), fk: t.bigint() })
  const rs = schema('R', { ...typesOf(right), id: t.bigint().notNull() })
  const topic = kafka('x')
    .schema(ls as never)
    .time('ts' as never, timed)
  const source = loose(stream(p.names[0], topic))
  const side = loose(
    table(
      p.names[1],
      cdc(shopDb, 'public.r')
        .schema(rs as never)
        .primaryKey('id' as never)
        .timeCommit(timed),
    ),
  )
  let query = p.aliases[0] === null ? source : loose(source.as!(p.aliases[0]) as unknown)
  const names = [...Object.keys(left), 'ts', 'fk']
  if (p.before === 'select') query = loose(query.select!((o: Rows[0]) => Object.fromEntries(names.map((n) => [n, o[n]]))))
  if (p.before === 'spread') query = loose(query.select!((o: object) => ({ ...o })))
  if (p.before === 'extend') query = loose(query.extend!((o: Rows[0]) => ({ more: o['fk'] })))
  if (p.joins) {
    const on = (o: Rows[0], c: Rows[0]) => (o['fk'] as unknown as { eq(x: unknown): unknown }).eq(c['id'])
    const joined = p.aliases[1] === null ? side : side.as!(p.aliases[1])
    query = loose(query.join!(joined, { at: (o: Rows[0]) => o['ts'], on, late: 'dlq' }))
  }
  const sides: readonly Columns[] = p.joins ? [left, right] : [left]
  const accesses = p.accesses.map((a): Access => {
    const at = a.side % sides.length
    const there = Object.entries(sides[at]!).flatMap(([name, of]): Named[] =>
      typeof of === 'number' ? [{ name, field: null }] : Object.keys(of).map((field) => ({ name, field })),
    )
    return { ...a, side: at, ...(a.pick === null ? {} : there[a.pick % there.length]) }
  })
  const read = (rows: Rows, a: Access): unknown => (a.field === null ? rows[a.side]![a.name] : rows[a.side]![a.name]![a.field])
  const expected = accesses.map((a, i) => ({ name: `x${i}`, type: typeOf(sides[a.side]!, a) }))
  const all = (rows: Rows) => Object.fromEntries(accesses.map((a, i) => [`x${i}`, read(rows, a)]))
  const least = p.param === null ? null : param(p.param, t.int(), 7)
  const also = least === null ? {} : { p: least }
  const parameter = least === null ? [] : [{ name: 'p', type: 'int ' }]
  switch (p.behind) {
    case 'select':
      return { relation: query.select!((...rows: Rows) => ({ ...all(rows), ...also })), expected: [...expected, ...parameter] }
    case 'extend':
      return { relation: query.extend!((...rows: Rows) => ({ ...all(rows), ...also })), expected: [...expected, ...parameter] }
    case 'spread': {
      const spread = loose(query.select!((...rows: Rows) => ({ ...(rows[0] as object), ...all(rows) })))
      const own = Object.keys(left).map((name) => ({ name, type: typeOf(left, { name, field: null }) }))
      return { relation: spread, expected: [...own, ...expected] }
    }
    case 'group': {
      const [key, ...others] = accesses
      const grouped = loose(
        loose(query.windowTumble!(minutes(1), { late: 'dlq' })).groupBy!((...rows: Rows) => ({ k: read(rows, key!) })),
      )
      const relation = grouped.select!((g: { k: never }, ...rows: Rows) => ({
        x0: g.k,
        ...Object.fromEntries(others.map((a, i) => [`x${i + 1}`, min(read(rows, a) as never)])),
      }))
      return { relation, expected }
    }
  }
}

function outcome(p: Program): 'told' | readonly [string, string][] {
  let text: string
  let expected: readonly Expected[]
  try {
    const made = built(p)
    expected = made.expected
    text = textOf({ result: loose({ stream }).stream!('result', made.relation) })
  } catch (e) {
    if (e instanceof ApiMistake) return 'told'
    throw e
  }
  const compiled = compileFiles({ 'a.flow': text }, 'a.flow')
  if (compiled.hasErrors) return 'told'
  const result = compiled.model!.scopes.get('a.flow')!.get('result')!.type!
  const columns = new Map(result.columns.map((c) => [c.name, said(c.type.key)]))
  return expected.map(({ name, type }) => [`${name} ${type}`, `${name} ${columns.get(name)}`])
}

it('a callback gets the column that it names, or is told', () => {
  let right = 0
  fc.assert(
    fc.property(program, (p) => {
      const is = outcome(p)
      if (is === 'told') return
      right++
      expect(is.map(([, found]) => found)).toEqual(is.map(([wanted]) => wanted))
    }),
    { numRuns: Number(process.env['RUNS'] ?? 150), seed: Number(process.env['SEED'] ?? 1) },
  )
  expect(right).toBeGreaterThan(30)
}, 600_000)
