// A row that came out of a run remembers its columns: what it is compared with is then read as a value of their types. The memory
// is no property that a test sees, and a copy of the row does not have it.
import type { FlowType } from '../ir/types.js'
import type { Row, Value } from '../runtime/value.js'
import { record, resultCell } from './values.js'
import type { AnyRow, ResultCell } from './types.js'

/** Shared by all rows of one relation. */
export interface ResultColumns {
  readonly relation: string
  readonly columns: readonly { readonly name: string; readonly type: FlowType; readonly ordinal: number }[]
  /** Names that stand before the columns, such as `@op`. */
  readonly more: readonly string[]
  /** Names of the columns that identify a row where rows change; null where they do not. */
  readonly key: readonly string[] | null
}

export interface RowMemory {
  readonly of: ResultColumns
  readonly row: Row
}

/** Shared by two copies of this package. */
const MEMORY = Symbol.for('flowc.row')

/** `before` are texts that stand in front of the columns, such as `@op`. */
export function resultRow(of: ResultColumns, row: Row, before: readonly (readonly [string, ResultCell])[] = []): AnyRow {
  const cells = of.columns.map(({ name, type, ordinal }) => [name, resultCell(row[ordinal]!, type)] as const)
  const memory: RowMemory = { of, row }
  return record([...before, ...cells], MEMORY, memory)
}

/** A list of rows knows its columns too: there may be no row in it. */
export function resultRows(of: ResultColumns, rows: readonly AnyRow[]): readonly AnyRow[] {
  const list = [...rows]
  Object.defineProperty(list, MEMORY, { value: of })
  return Object.freeze(list)
}

export const columnsOf = (rows: readonly unknown[]): ResultColumns | null =>
  (rows as { readonly [MEMORY]?: ResultColumns })[MEMORY] ?? null

function memoryOf(row: object): RowMemory | null {
  return (row as { readonly [MEMORY]?: RowMemory })[MEMORY] ?? null
}

/** The same row with texts in front of it. */
export function rowBehind(before: readonly (readonly [string, ResultCell])[], row: AnyRow): AnyRow {
  const memory = memoryOf(row)
  return memory === null ? record([...before, ...Object.entries(row)]) : resultRow(memory.of, memory.row, before)
}

/** The value and type of a column, where the row knows them. */
export function typedValue(row: object, name: string): { readonly value: Value; readonly type: FlowType } | null {
  const memory = memoryOf(row)
  const column = memory?.of.columns.find((c) => c.name === name)
  return column === undefined ? null : { value: memory!.row[column.ordinal]!, type: column.type }
}
