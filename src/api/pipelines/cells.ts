// Rows of tests: objects of JavaScript as a table of cells. The columns are those of all rows, in the order in which they first appear.
import type { CellNode, ColumnHeadNode, FixtureRow, FixtureTable } from '../../surface/ast.js'
import { isObject, kindOf, wrong } from '../arguments.js'
import { mistake } from '../mistake.js'
import { named } from '../names.js'
import { numberText } from './number-text.js'
import type { MarkedSpan } from '../nodes.js'
import { refused, SOME_TEXT } from '../refused.js'
import { plainText } from '../texts.js'

export function fixtureTable(rows: unknown, of: string, span: MarkedSpan): FixtureTable {
  // a table has a column, also where the rows were refused
  const some = { [SOME_TEXT]: null }
  const list = Array.isArray(rows) ? rows : wrong(of, 'a list of rows', rows, span.mark, () => [some])
  const objects = (list as readonly unknown[]).map((row) => {
    const object = isRow(row) ? row : wrong(of, 'rows that are objects', row, span.mark, () => some)
    // only what it has itself: any object has a `constructor`
    return new Map<string, unknown>(Object.entries(object))
  })
  const names = new Set(objects.flatMap((row) => [...row.keys()]))
  const columns = [...names].sort((a, b) => Number(b.startsWith('@')) - Number(a.startsWith('@')))
  const heads = columns.map((name): ColumnHeadNode => ({ name: plainText(name, span.mark), span }))
  return {
    kind: 'table',
    columns: heads,
    rows: objects.map((row): FixtureRow => ({
      cells: columns.map((name) => (row.has(name) ? cellNode(row.get(name), name, span) : null)),
      span,
    })),
    span,
  }
}

/** What `await` was forgotten before, and collections, have none of their entries as fields. */
export const isRow = (value: unknown): value is object =>
  isObject(value) &&
  !(Symbol.iterator in value) &&
  !(value instanceof Date) &&
  typeof (value as { readonly then?: unknown }).then !== 'function'

/** Words that a cell has without quotes: kinds of changes, and what is read by its column. */
const ROW_KINDS: ReadonlySet<string> = new Set(['+I', '-U', '+U', '-D'])
const OPERATIONS: ReadonlySet<string> = new Set(['c', 'r', 'u', 'd', 't'])

export function cellNode(value: unknown, column: string, span: MarkedSpan, depth = 0): CellNode {
  const nothing = (): CellNode => ({ kind: 'null', span })
  const refuse = (is: string): CellNode => refused(mistake('cell', { column, is }, span.mark), nothing)
  if (value === null) return { kind: 'null', span }
  switch (typeof value) {
    case 'string':
      if (column === '@op' && ROW_KINDS.has(value)) return { kind: 'row kind', text: value, span }
      if (column === '@op' && OPERATIONS.has(value)) return { kind: 'word', text: value, span }
      if (column === '@from' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) return { kind: 'word', text: value, span }
      return { kind: 'string', text: plainText(value, span.mark), span }
    case 'number':
      // `-Infinity` is no word
      if (!Number.isFinite(value)) return { kind: 'string', text: String(value), span }
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        const exact = { digits: String(BigInt(value)), written: String(value) }
        return refused(mistake('cell', { column, is: `${value}, a number that is not exact,`, exact }, span.mark), nothing)
      }
      return { kind: 'number', text: numberText(value), span }
    case 'bigint':
      return { kind: 'number', text: String(value), span }
    case 'boolean':
      return { kind: 'boolean', value, span }
    case 'object':
      if (depth >= MAX_DEPTH) return refuse(`a value of more than ${MAX_DEPTH} in one another`)
      return composite(value, column, span, depth + 1)
    default:
      return refuse(kindOf(value))
  }
}

/** More than the language takes; what is inside of itself has no end. */
const MAX_DEPTH = 100

function composite(value: object, column: string, span: MarkedSpan, depth: number): CellNode {
  const cell = (v: unknown): CellNode => cellNode(v, column, span, depth)
  if (value instanceof Uint8Array)
    return { kind: 'string', text: Array.from(value, (b) => b.toString(16).padStart(2, '0')).join(''), span }
  if (Array.isArray(value)) return { kind: 'array', items: (value as readonly unknown[]).map(cell), span }
  if (value instanceof Map) return { kind: 'map', items: [...(value as Map<unknown, unknown>)].flat().map(cell), span }
  const prototype: unknown = Object.getPrototypeOf(value)
  // an object of another realm has another Object.prototype
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return refused(mistake('cell', { column, is: value instanceof Date ? 'a Date' : 'an object of a class' }, span.mark), () => ({
      kind: 'null',
      span,
    }))
  const fields = Object.entries(value)
  if (fields.length === 0) return { kind: 'row', items: [], span }
  // by their names: fields of an object stand in any order
  const names = fields.map(([name]) => named(name, `the field of a row in \`${column}\``, span))
  return { kind: 'row', items: fields.map(([, v]) => cell(v)), names, span }
}
