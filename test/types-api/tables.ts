// All programs of the type tests: files that must compile, and fragments that must not.
import { CLAUSES } from './bad/clauses.js'
import { DECLARATIONS } from './bad/declarations.js'
import { FUNCTIONS } from './bad/functions.js'
import { IGNORES } from './bad/ignores.js'
import { JOINS } from './bad/joins.js'
import { OPERATORS } from './bad/operators.js'
import { PIPELINES } from './bad/pipelines.js'

export const GOOD = ['operators', 'functions', 'clauses', 'declarations', 'ignores', 'pipelines'].map((name) => `good/${name}.ts`)
export const BAD = { OPERATORS, FUNCTIONS, CLAUSES, DECLARATIONS, IGNORES, JOINS, PIPELINES }
export const ALL = Object.values(BAD).flat()
