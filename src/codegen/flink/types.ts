// Types as SQL text.
import { bug } from '../../core/bug.js'
import type { FlowType, Typed } from '../../ir/types.js'

/** A type's SQL spelling; its canonical key is Flink's own. */
export function typeText(type: FlowType): string {
  if (type.kind === 'error' || type.kind === 'null') return bug(`type ${type.key} has no SQL spelling`)
  return type.key
}

/** A column's type in a CREATE TABLE. */
export const columnType = (t: Typed): string => (t.nullable ? typeText(t.type) : `${typeText(t.type)} NOT NULL`)
