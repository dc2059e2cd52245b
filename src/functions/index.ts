// The door to the function catalogue.
export { AGGREGATES, FUNCTIONS, aggregateOf, findFunction, functionOf } from './catalog.js'
export type { AggregateDef, Example, FunctionDef, Inferred, NullRule, TypeProblem } from './definition.js'
export { AGGREGATE_IDS, FUNCTIONS_VERSION, SCALAR_IDS, type AggregateId, type FunctionId } from './ids.js'
