// The function catalogue: every function by id and by name. Adding one: an id in ids.ts, a row here, an SQL template, an
// evaluator.
import { bug } from '../core/bug.js'
import { AGGREGATES } from './aggregates.js'
import type { AggregateDef, FunctionDef } from './definition.js'
import type { AggregateId, FunctionId } from './ids.js'
import { COLLECTIONS } from './collections.js'
import { OPERATORS } from './operators.js'
import { PREDICATES } from './predicates.js'
import { TEXT_FUNCTIONS } from './text-functions.js'
import { TIME_FUNCTIONS } from './time-functions.js'

export const FUNCTIONS: readonly FunctionDef[] = [
  ...OPERATORS,
  ...PREDICATES,
  ...COLLECTIONS,
  ...TIME_FUNCTIONS,
  ...TEXT_FUNCTIONS,
]
export { AGGREGATES }

const byId = new Map<string, FunctionDef | AggregateDef>([...FUNCTIONS, ...AGGREGATES].map((f) => [f.id, f]))
/** What a program can write as NAME(…). */
const byName = new Map<string, FunctionDef | AggregateDef>(
  [...FUNCTIONS.filter((f) => f.syntax === 'call'), ...AGGREGATES].flatMap((f) => f.names.map((name) => [name, f] as const)),
)

export const functionOf = (id: FunctionId): FunctionDef =>
  (byId.get(id) as FunctionDef | undefined) ?? bug(`no function ${id} in the catalogue`)
export const aggregateOf = (id: AggregateId): AggregateDef =>
  (byId.get(id) as AggregateDef | undefined) ?? bug(`no aggregate ${id} in the catalogue`)

/** By name, in any case; null: not in the catalogue. */
export const findFunction = (name: string): FunctionDef | AggregateDef | null => byName.get(name.toUpperCase()) ?? null

/** Written as calls, and other expressions by definition. */
export const REWRITTEN: readonly string[] = ['IFNULL', 'NULLIF']

export const callableNames = (): readonly string[] => [...byName.keys(), ...REWRITTEN]
