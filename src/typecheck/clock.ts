// Functions that read a clock, with and without brackets. A row must not depend on when it is read: a replay and a test
// would give others.
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { expressionForms } from '../diagnostics/codes/expression-forms.js'
import type { Span } from '../core/span.js'

const TIME = 'use the event time of the row: the column that `time` names in its source'
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['CURRENT_DATE', `${TIME}, \`cast(created_at as date)\``],
  ['CURRENT_TIME', TIME],
  ['CURRENT_TIMESTAMP', TIME],
  ['CURRENT_ROW_TIMESTAMP', TIME],
  ['LOCALTIME', TIME],
  ['LOCALTIMESTAMP', TIME],
  ['NOW', TIME],
  ['PROCTIME', TIME],
  ['UNIX_TIMESTAMP', `${TIME}; \`extract(epoch from created_at)\` counts its seconds`],
])

/** Reports a word of Flink that stands for a clock. */
export function reportClock(name: string, at: Span, bag: DiagnosticBag): boolean {
  const instead = INSTEAD.get(name.toUpperCase())
  if (instead === undefined) return false
  bag.report(expressionForms.clock, at, { name, instead })
  return true
}
