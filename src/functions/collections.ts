// Rows, arrays and maps: constructors, access and size, as Flink 2.2 types them (recorded in test/types).
import {
  array,
  BOOLEAN,
  equalTypes,
  INT,
  isExact,
  isInteger,
  isString,
  isTimestamp,
  map,
  row,
  type FlowType,
  type Typed,
} from '../ir/types.js'
import { commonOf, fieldName } from './common-type.js'
import type { FunctionDef, Inferred } from './definition.js'
import { fail, guarded } from './operators.js'

/** Items of one array, or keys or values of one map: untyped NULLs take the type of the others. */
function elements(args: readonly Typed[]): { readonly typed: Typed; readonly lossy: string | null } | null {
  const common = commonOf(args.map((a) => a.type))
  return common === null ? null : { typed: { type: common.type, nullable: args.some((a) => a.nullable) }, lossy: common.lossy }
}

const made = (type: FlowType, args: readonly FlowType[], lossy: string | null): Inferred => ({
  ok: true,
  result: { type, nullable: false },
  args,
  lossy,
})

const poison = (args: readonly Typed[]): FlowType | null => args.find((a) => a.type.kind === 'error')?.type ?? null

const arrayOf = (args: readonly Typed[]): Inferred => {
  const bad = poison(args)
  if (bad !== null) return { ok: true, result: { type: bad, nullable: true }, args: args.map((a) => a.type) }
  const common = elements(args)
  if (common === null) return fail({ kind: 'pair' })
  if (common.typed.type.kind === 'null') return fail({ kind: 'null', index: 0 })
  return made(
    array(common.typed),
    args.map(() => common.typed.type),
    common.lossy,
  )
}

/** Keys and values in turn. */
const mapOf = (args: readonly Typed[]): Inferred => {
  const bad = poison(args)
  if (bad !== null) return { ok: true, result: { type: bad, nullable: true }, args: args.map((a) => a.type) }
  const keys = elements(args.filter((_, i) => i % 2 === 0))
  const values = elements(args.filter((_, i) => i % 2 === 1))
  if (keys === null || values === null) return fail({ kind: 'pair' })
  if (keys.typed.type.kind === 'null') return fail({ kind: 'null', index: 0 })
  if (values.typed.type.kind === 'null') return fail({ kind: 'null', index: 1 })
  return made(
    map(keys.typed, values.typed),
    args.map((_, i) => (i % 2 === 0 ? keys : values).typed.type),
    keys.lossy ?? values.lossy,
  )
}

const rowOf = guarded((args) =>
  made(
    row(args.map((a, i) => ({ name: fieldName(i), type: a.type, nullable: a.nullable }))),
    args.map((a) => a.type),
    null,
  ),
)

/** Types by which a map can be read: Flink has code for more of them, and compares DOUBLE, bytes and nested values by other rules. */
const isKey = (t: FlowType): boolean =>
  isExact(t) || isString(t) || isTimestamp(t) || t.kind === 'boolean' || t.kind === 'date' || t.kind === 'time'

/** The type to which a key is brought; null: it cannot be one of this map. */
function keyFor(given: FlowType, wanted: FlowType): FlowType | null {
  if (isString(given) && isString(wanted)) return given
  if (equalTypes(given, wanted)) return given
  if (isExact(given) && isExact(wanted)) {
    const common = commonOf([given, wanted])
    return common !== null && equalTypes(common.type, wanted) ? wanted : null
  }
  return isTimestamp(given) && isTimestamp(wanted) && given.kind === wanted.kind && given.precision <= wanted.precision
    ? wanted
    : null
}

/** Elements that Flink's generated code cannot hold: the planner accepts the expression, and the code does not compile. */
export const isSmall = (t: FlowType): boolean => t.kind === 'tinyint' || t.kind === 'smallint'

/** What an element is read as; the checker casts a small integer back. */
const read = (t: Typed): Typed => (isSmall(t.type) ? { type: INT, nullable: true } : maybe(t))

const maybe = (t: Typed): Typed => ({ type: t.type, nullable: true })

/**
 * `a[i]` and `m[key]`: always nullable, since there may be no such element. Where elements are NOT NULL, Flink's planner
 * gives -1 or a blank for what is not there, and takes IS NULL for FALSE: the container is cast to one of nullable elements.
 */
const item = guarded(([of, index]) => {
  const [container, key] = [of!.type, index!.type]
  if (container.kind === 'array') {
    // wider integers are planned and then not compiled
    if (!isInteger(key)) return fail({ kind: 'argument', index: 1, wants: 'an INT as the index of an array' })
    if (key.kind === 'bigint') return fail({ kind: 'argument', index: 1, wants: 'an INT as the index of an array' })
    return { ok: true, result: read(container.element), args: [array(read(container.element)), INT] }
  }
  if (container.kind !== 'map') return fail({ kind: 'argument', index: 0, wants: 'an array or a map' })
  if (!isKey(container.mapKey.type)) return fail({ kind: 'incomparable', index: 0 })
  const as = keyFor(key, container.mapKey.type)
  if (as === null) return fail({ kind: 'argument', index: 1, wants: `a key of type ${container.mapKey.type.key}` })
  return { ok: true, result: maybe(container.value), args: [map(container.mapKey, maybe(container.value)), as] }
})

/** Of a multiset the planner accepts it, and has no code. */
const cardinality = guarded(([of]) =>
  of!.type.kind === 'array' || of!.type.kind === 'map'
    ? { ok: true, result: { type: INT, nullable: of!.nullable }, args: [of!.type] }
    : fail({ kind: 'argument', index: 0, wants: 'an array or a map' }),
)

/** Nullable for the same reason: an empty array has no element. Flink says NOT NULL, and gives -1 or a blank. */
const element = guarded(([of]) =>
  of!.type.kind === 'array'
    ? { ok: true, result: read(of!.type.element), args: [array(read(of!.type.element))] }
    : fail({ kind: 'argument', index: 0, wants: 'an array' }),
)

const CONSTRUCTED: ReadonlySet<string> = new Set(['row', 'array', 'map', 'multiset'])

/** IF of Flink, which gives two timestamps the precision of the first, so that one with more digits would be cut. */
const choice = guarded((args) => {
  const [condition, yes, no] = [args[0]!, args[1]!, args[2]!]
  if (condition.type.kind !== 'boolean') return fail({ kind: 'argument', index: 0, wants: 'a condition (BOOLEAN)' })
  const odd = [yes, no].findIndex((a) => CONSTRUCTED.has(a.type.kind) || a.type.kind.startsWith('interval'))
  if (odd >= 0) return fail({ kind: 'argument', index: odd + 1, wants: 'plain values' })
  const common = commonOf([yes.type, no.type])
  if (common === null || (isTimestamp(yes.type) && !equalTypes(yes.type, common.type))) return fail({ kind: 'pair' })
  return {
    ok: true,
    result: { type: common.type, nullable: args.some((a) => a.nullable) },
    args: [BOOLEAN, common.type, common.type],
    lossy: common.lossy,
  }
})

const special = { syntax: 'special', deterministic: true, nullRule: 'total' } as const

export const COLLECTIONS: readonly FunctionDef[] = [
  {
    ...special,
    id: 'array',
    names: ['ARRAY[…]'],
    arity: [1, null],
    infer: arrayOf,
    doc: 'An array of the items, in their common type.',
    examples: [
      { expr: 'cast(ARRAY[1, 2] as string)', type: 'STRING NOT NULL', expected: '[1, 2]' },
      { expr: 'ARRAY[1, 2.5][1]', type: 'DECIMAL(11, 1)', expected: '1.0' },
    ],
  },
  {
    ...special,
    id: 'map',
    names: ['MAP[…]'],
    arity: [2, null],
    infer: mapOf,
    doc: 'A map of keys and values in turn.',
    examples: [{ expr: "cast(MAP['a', 1, 'b', 2] as string)", type: 'STRING NOT NULL', expected: '{a=1, b=2}' }],
  },
  {
    ...special,
    id: 'row',
    names: ['ROW(…)'],
    arity: [1, null],
    infer: rowOf,
    doc: 'A row of the values. Its fields are called `EXPR$0`, `EXPR$1` and so on; a cast to a row type names them.',
    examples: [
      { expr: "cast(ROW(1, 'a') as string)", type: 'STRING NOT NULL', expected: '(1, a)' },
      { expr: "cast(ROW(1, 'a') as row<n int, s string>).s", type: 'STRING', expected: 'a' },
    ],
  },
  {
    ...special,
    nullRule: 'strict',
    id: 'item',
    names: ['[…]'],
    arity: [2, 2],
    infer: item,
    doc: 'An element of an array by its place, the first being 1, or the value of a key of a map; NULL where there is none.',
    examples: [
      { expr: 'ARRAY[1, 2][2]', type: 'INT', expected: 2 },
      { expr: 'cast(ARRAY[1, 2] as array<int>)[3]', type: 'INT', expected: null },
      { expr: "cast(MAP['a', 1] as map<string, int>)['b']", type: 'INT', expected: null },
    ],
  },
  {
    id: 'cardinality',
    names: ['CARDINALITY'],
    syntax: 'call',
    arity: [1, 1],
    deterministic: true,
    nullRule: 'strict',
    infer: cardinality,
    doc: 'How many elements or entries there are; NULL elements count.',
    examples: [
      { expr: 'cardinality(ARRAY[1, 2])', type: 'INT NOT NULL', expected: 2 },
      { expr: 'cardinality(cast(null as array<int>))', type: 'INT', expected: null },
    ],
  },
  {
    id: 'element',
    names: ['ELEMENT'],
    syntax: 'call',
    arity: [1, 1],
    deterministic: true,
    nullRule: 'strict',
    infer: element,
    doc: 'The only element of an array; NULL for an empty one. More than one fails the job.',
    examples: [{ expr: 'element(cast(ARRAY[1] as array<int>))', type: 'INT', expected: 1 }],
  },
  {
    id: 'if',
    names: ['IF'],
    syntax: 'call',
    arity: [3, 3],
    deterministic: true,
    nullRule: 'total',
    infer: choice,
    doc: 'The second argument where the first is TRUE, else the third, in their common type. Only the chosen one is computed.',
    examples: [
      { expr: "if(1 > 2, 'yes', 'no')", type: 'VARCHAR(3) NOT NULL', expected: 'no' },
      { expr: 'if(cast(null as boolean), 1, 2)', type: 'INT', expected: 2 },
    ],
  },
]
