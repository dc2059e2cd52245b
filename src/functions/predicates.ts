// Comparisons, logic, tests, LIKE, IN and COALESCE: which types they take and what comes out, as Flink 2.2 derives it
// (recorded in test/types), without the comparisons that Flink lets through and gets wrong.
import {
  BOOLEAN,
  equalTypes,
  ERROR_TYPE,
  isApproximate,
  isBinary,
  isError,
  isExact,
  isNumeric,
  isString,
  isTimestamp,
  type FlowType,
  type Typed,
} from '../ir/types.js'
import { commonOf, commonPair } from './common-type.js'
import type { FunctionDef, Inferred, NullRule, TypeProblem } from './definition.js'
import { fail, guarded, isInterval, strictly } from './operators.js'

type Pair = { readonly type: FlowType | null; readonly lossy: string | null }

const CONSTRUCTED: ReadonlySet<string> = new Set(['row', 'array', 'map', 'multiset'])

/**
 * Arrays that `=` compares by value: neither they nor their elements may be NULL. Flink compares NULL elements by what lies
 * under them, takes `<>` with a NULL array for TRUE in a condition, elements of other types for different ones, and DOUBLE by
 * its bits.
 */
function areComparable(a: Typed, b: Typed): boolean {
  if (a.nullable || b.nullable || a.type.kind !== 'array' || b.type.kind !== 'array') return false
  const [x, y] = [a.type.element, b.type.element]
  if (x.nullable || y.nullable) return false
  if (isString(x.type) && isString(y.type)) return true
  const plain = isExact(x.type) || isTimestamp(x.type) || ['boolean', 'date', 'time'].includes(x.type.kind)
  return (plain && equalTypes(x.type, y.type)) || areComparable(x, y)
}

/** How two types are compared: `type` null leaves both as they are. */
function comparePair(a: FlowType, b: FlowType): Pair | TypeProblem {
  if (CONSTRUCTED.has(a.kind)) return { kind: 'incomparable', index: 0 }
  if (CONSTRUCTED.has(b.kind)) return { kind: 'incomparable', index: 1 }
  if (isNumeric(a) && isNumeric(b)) {
    if (isExact(a) && isExact(b)) return { type: null, lossy: null }
    // Flink compares FLOAT with DOUBLE as FLOAT or as DOUBLE, by which one stands first
    if (a.kind === 'float' && b.kind === 'double') return { kind: 'narrows' }
    return commonPair(a, b)!
  }
  if (isString(a) && isString(b)) return { type: null, lossy: null }
  if (isString(a) || isString(b)) return { kind: 'text' }
  if (isTimestamp(a) && isTimestamp(b)) return a.kind === b.kind ? { type: null, lossy: null } : { kind: 'zone' }
  if (isBinary(a) && isBinary(b)) return { type: null, lossy: null }
  return equalTypes(a, b) || (isInterval(a) && a.kind === b.kind) ? { type: null, lossy: null } : { kind: 'pair' }
}

const comparison = (ordered: boolean): FunctionDef['infer'] =>
  guarded((args) => {
    const [a, b] = [args[0]!.type, args[1]!.type]
    const pair: Pair | TypeProblem =
      !ordered && areComparable(args[0]!, args[1]!) ? { type: null, lossy: null } : comparePair(a, b)
    if ('kind' in pair) return fail(pair)
    const casts = pair.type === null ? [a, b] : [pair.type, pair.type]
    return { ok: true, result: { type: BOOLEAN, nullable: args.some((x) => x.nullable) }, args: casts, lossy: pair.lossy }
  })

/** IN compares with one common type in Flink, not pair by pair, so every member must keep its value in it. */
const membership = guarded((args) => {
  const types = args.map((a) => a.type)
  for (const [index, t] of types.entries()) {
    const pair: Pair | TypeProblem = areComparable(args[0]!, args[index]!)
      ? { type: null, lossy: null }
      : comparePair(types[0]!, t)
    if ('kind' in pair) return fail(pair.kind === 'incomparable' ? { ...pair, index } : pair)
    // the planner's set of constants compares byte arrays by identity
    if (isBinary(t)) return fail({ kind: 'incomparable', index })
  }
  const common = commonOf(types)
  if (common === null) return fail({ kind: 'pair' })
  if (common.lossy !== null)
    return fail(common.lossy.includes('FLOAT') && types.every(isApproximate) ? { kind: 'narrows' } : { kind: 'pair' })
  // Flink casts the members to the type of the operand, so that 1 IN (1.5, 4294967297) is TRUE: the operand has to hold them all
  const casts = isApproximate(common.type) ? types.map(() => common.type) : [common.type, ...types.slice(1)]
  return { ok: true, result: { type: BOOLEAN, nullable: args.some((x) => x.nullable) }, args: casts }
})

const booleans = guarded((args) => {
  const odd = args.findIndex((a) => a.type.kind !== 'boolean')
  return odd >= 0 ? fail({ kind: 'argument', index: odd, wants: 'a condition (BOOLEAN)' }) : strictly(BOOLEAN, args)
})

const notNull =
  (infer: FunctionDef['infer']): FunctionDef['infer'] =>
  (args) => {
    const inferred = infer(args)
    return !inferred.ok || isError(inferred.result) ? inferred : { ...inferred, result: { ...inferred.result, nullable: false } }
  }

const anything = guarded((args) => ({ ok: true, result: { type: BOOLEAN, nullable: false }, args: args.map((a) => a.type) }))

const texts = guarded((args) => {
  const odd = args.findIndex((a) => !isString(a.type))
  return odd >= 0 ? fail({ kind: 'argument', index: odd, wants: 'a text' }) : strictly(BOOLEAN, args)
})

const coalesce = (args: readonly Typed[]): Inferred => {
  if (args.some((a) => isError(a)))
    return { ok: true, result: { type: ERROR_TYPE, nullable: true }, args: args.map((a) => a.type) }
  const common = commonOf(
    args.map((a) => a.type),
    'coalesce',
  )
  if (common === null) return fail({ kind: 'pair' })
  if (common.type.kind === 'null') return fail({ kind: 'null', index: 0 })
  return {
    ok: true,
    result: { type: common.type, nullable: args.every((a) => a.nullable) },
    args: args.map(() => common.type),
    lossy: common.lossy,
  }
}

const base = { deterministic: true, nullRule: 'strict' as NullRule }
const bool = 'BOOLEAN NOT NULL'

const compare = (
  id: FunctionDef['id'],
  names: readonly string[],
  doc: string,
  examples: FunctionDef['examples'],
): FunctionDef => ({
  ...base,
  id,
  names,
  syntax: 'infix',
  arity: [2, 2],
  infer: comparison(id !== 'eq' && id !== 'ne'),
  doc,
  examples,
})

const test = (
  id: FunctionDef['id'],
  name: string,
  infer: FunctionDef['infer'],
  doc: string,
  examples: FunctionDef['examples'],
): FunctionDef => ({
  ...base,
  nullRule: 'total',
  id,
  names: [name],
  syntax: 'postfix',
  arity: [1, 1],
  infer,
  doc,
  examples,
})

export const PREDICATES: readonly FunctionDef[] = [
  compare('eq', ['='], 'Equal values. Texts by their characters, without padding; numbers by value, whatever their scale.', [
    { expr: '1.0 = 1', type: bool, expected: true },
    { expr: "'a' = 'a '", type: bool, expected: false },
    { expr: 'cast(null as int) = 1', type: 'BOOLEAN', expected: null },
  ]),
  compare('ne', ['<>'], 'Different values; NULL if one of them is, so a filter drops that row.', [
    { expr: '1 <> 2', type: bool, expected: true },
    { expr: "cast(null as string) <> 'a'", type: 'BOOLEAN', expected: null },
  ]),
  compare('lt', ['<'], 'Less than. Texts by their UTF-8 bytes, FALSE before TRUE.', [
    { expr: "'B' < 'a'", type: bool, expected: true },
    { expr: "DATE '2024-01-01' < DATE '2024-01-01'", type: bool, expected: false },
  ]),
  compare('le', ['<='], 'Less than or equal.', [{ expr: '1.50 <= 1.5', type: bool, expected: true }]),
  compare('gt', ['>'], 'Greater than.', [
    { expr: "TIMESTAMP '2024-01-01 00:00:00.001' > TIMESTAMP '2024-01-01 00:00:00'", type: bool, expected: true },
  ]),
  compare('ge', ['>='], 'Greater than or equal.', [
    { expr: "INTERVAL '60' MINUTE >= INTERVAL '1' HOUR", type: bool, expected: true },
  ]),
  {
    ...base,
    id: 'and',
    names: ['AND'],
    syntax: 'infix',
    arity: [2, 2],
    nullRule: 'kleene',
    infer: booleans,
    doc: 'Both. FALSE as soon as one side is FALSE, whatever the other is; the right side is not computed when the left one decides.',
    examples: [
      { expr: 'false and cast(null as boolean)', type: 'BOOLEAN', expected: false },
      { expr: 'true and cast(null as boolean)', type: 'BOOLEAN', expected: null },
    ],
  },
  {
    ...base,
    id: 'or',
    names: ['OR'],
    syntax: 'infix',
    arity: [2, 2],
    nullRule: 'kleene',
    infer: booleans,
    doc: 'At least one. TRUE as soon as one side is TRUE, whatever the other is; the right side is not computed when the left one decides.',
    examples: [
      { expr: 'true or cast(null as boolean)', type: 'BOOLEAN', expected: true },
      { expr: 'false or cast(null as boolean)', type: 'BOOLEAN', expected: null },
    ],
  },
  {
    ...base,
    id: 'not',
    names: ['NOT'],
    syntax: 'prefix',
    arity: [1, 1],
    infer: booleans,
    doc: 'The opposite; NULL stays NULL.',
    examples: [
      { expr: 'not true', type: bool, expected: false },
      { expr: 'not cast(null as boolean)', type: 'BOOLEAN', expected: null },
    ],
  },
  test('is_null', 'IS NULL', anything, 'TRUE for NULL.', [{ expr: 'cast(null as int) is null', type: bool, expected: true }]),
  test('is_not_null', 'IS NOT NULL', anything, 'TRUE for everything but NULL.', [
    { expr: '1 is not null', type: bool, expected: true },
  ]),
  test('is_true', 'IS TRUE', notNull(booleans), 'TRUE for TRUE; FALSE for FALSE and NULL.', [
    { expr: 'cast(null as boolean) is true', type: bool, expected: false },
  ]),
  test('is_not_true', 'IS NOT TRUE', notNull(booleans), 'TRUE for FALSE and NULL.', [
    { expr: 'cast(null as boolean) is not true', type: bool, expected: true },
  ]),
  test('is_false', 'IS FALSE', notNull(booleans), 'TRUE for FALSE; FALSE for TRUE and NULL.', [
    { expr: 'cast(null as boolean) is false', type: bool, expected: false },
  ]),
  test('is_not_false', 'IS NOT FALSE', notNull(booleans), 'TRUE for TRUE and NULL.', [
    { expr: 'cast(null as boolean) is not false', type: bool, expected: true },
  ]),
  {
    ...base,
    id: 'is_distinct',
    names: ['IS DISTINCT FROM'],
    syntax: 'infix',
    arity: [2, 2],
    nullRule: 'total',
    infer: notNull(comparison(true)),
    doc: 'Different values, where NULL is a value like others: never NULL.',
    examples: [
      { expr: '1 is distinct from 2', type: bool, expected: true },
      { expr: 'cast(null as int) is distinct from 1', type: bool, expected: true },
      { expr: 'cast(null as int) is distinct from cast(null as int)', type: bool, expected: false },
    ],
  },
  {
    ...base,
    id: 'is_not_distinct',
    names: ['IS NOT DISTINCT FROM'],
    syntax: 'infix',
    arity: [2, 2],
    nullRule: 'total',
    infer: notNull(comparison(true)),
    doc: 'Equal values, or NULL on both sides.',
    examples: [{ expr: 'cast(null as int) is not distinct from cast(null as int)', type: bool, expected: true }],
  },
  {
    ...base,
    id: 'similar',
    names: ['SIMILAR TO'],
    syntax: 'special',
    arity: [2, 3],
    infer: texts,
    doc: 'Matches a pattern of the SQL standard as a whole: `%` and `_` as in LIKE, `|`, `*`, `+`, `?`, `{n}`, `(…)` and `[a-z]`. The pattern is a constant.',
    examples: [
      { expr: "'abc' similar to '(a|b)_+'", type: bool, expected: true },
      { expr: "'ORD-17' similar to 'ORD-[0-9]{2,4}'", type: bool, expected: true },
      { expr: "'a+b' similar to 'a!+b' escape '!'", type: bool, expected: true },
    ],
  },
  {
    ...base,
    id: 'like',
    names: ['LIKE'],
    syntax: 'special',
    arity: [2, 3],
    infer: texts,
    doc: 'Matches a pattern: `%` is any text, `_` any one character. ESCAPE names the character that takes the next one literally.',
    examples: [
      { expr: "'abc' like 'a%'", type: bool, expected: true },
      { expr: "'abc' like 'a_'", type: bool, expected: false },
      { expr: "'a%c' like 'a!%_' escape '!'", type: bool, expected: true },
    ],
  },
  {
    ...base,
    id: 'in',
    names: ['IN'],
    syntax: 'special',
    arity: [2, null],
    nullRule: 'member',
    infer: membership,
    doc: 'Equal to one member of the list; NULL if to none and the value or a member is NULL.',
    examples: [
      { expr: '2 in (1, 2)', type: bool, expected: true },
      { expr: '3 in (1, cast(null as int))', type: 'BOOLEAN', expected: null },
      { expr: '3 not in (1, 2)', type: bool, expected: true },
    ],
  },
  {
    ...base,
    id: 'coalesce',
    names: ['COALESCE'],
    syntax: 'call',
    arity: [1, null],
    nullRule: 'first',
    infer: coalesce,
    doc: 'The first argument that is not NULL, in the common type of all. All arguments are computed.',
    examples: [
      { expr: 'coalesce(cast(null as int), 2)', type: 'INT NOT NULL', expected: 2 },
      { expr: 'coalesce(cast(null as decimal(5, 2)), 7)', type: 'DECIMAL(12, 2) NOT NULL', expected: '7.00' },
    ],
  },
]
