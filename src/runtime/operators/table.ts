// One run-time handler for each kind of operator; a kind without one breaks the build.
import { bug } from '../../core/bug.js'
import type { OperatorTable } from '../../ir/plan.js'
import { envelope } from './envelope.js'
import { filter } from './filter.js'
import type { Context, Handler } from './handler.js'
import { project } from './project.js'
import { sink } from './sink.js'
import { split } from './split.js'
import { temporalJoin } from './temporal-join.js'
import { union } from './union.js'
import { versions } from './versions.js'
import { windowAggregate } from './window-aggregate.js'

export const HANDLERS: OperatorTable<[Context], Handler> = {
  // Records enter through the engine; a source has no input rows.
  source: (op) => ({ process: () => bug(`source ${op.id} has no inputs`) }),
  // The doors of the runtime put an input in its place.
  sql: (op) => ({ process: () => bug(`raw SQL ${op.id} has no rows of its own`) }),
  versions,
  filter,
  split,
  project,
  temporal_join: temporalJoin,
  window_aggregate: windowAggregate,
  union,
  envelope,
  sink,
}
