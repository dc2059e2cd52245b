// Tables of `expect`, `expect changes` and `expect dlq`.
import { wordTable } from '../core/word-table.js'
import { tests } from '../diagnostics/codes/tests.js'
import type { LiteralValue } from '../ir/expr.js'
import type { PlanColumn, PlanRelation } from '../ir/plan.js'
import type { DlqMeta, ExpectedDlq, ExpectedRow, ExpectedTable, RowKind } from '../ir/test-plan.js'
import { BIGINT, INT, STRING, nullable, type Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { literalFromCell } from './cell.js'
import { meant, meantColumn } from './fixes.js'
import type { TestScope } from './test-scope.js'

const nameOf = (head: ast.ColumnHeadNode): ast.Name => ({ text: head.name, span: head.span })

const KINDS: ReadonlySet<string> = new Set(['+I', '-U', '+U', '-D'])

/** The rows of a table whose columns are named once each. */
function rowsOf(table: ast.FixtureTable, scope: TestScope): readonly ast.FixtureRow[] {
  const seen = new Set<string>()
  for (const head of table.columns) {
    if (seen.has(head.name)) scope.checking.bag.report(tests.duplicateColumn, head.span, { name: head.name })
    seen.add(head.name)
  }
  return table.rows
}

export function expectedTable(
  table: ast.FixtureTable,
  relation: PlanRelation,
  changes: boolean,
  scope: TestScope,
): ExpectedTable {
  const { bag } = scope.checking
  const row = scope.plan.operators.find((o) => o.id === relation.edge.operator)!.columns
  const visible = row.flatMap((c, i) => (c.hidden === true ? [] : [{ c, i }]))
  const columns: { name: string; ordinal: number; at: number; column: PlanColumn }[] = []
  let kindAt = -1
  for (const [at, head] of table.columns.entries()) {
    if (head.name === '@op' && changes) {
      kindAt = at
      continue
    }
    if (head.name.startsWith('@')) {
      bag.report(tests.meta, head.span, {
        name: head.name,
        reason: changes
          ? 'the one meta column of `expect changes` is `@op`'
          : '`expect` compares final rows; `expect changes` has `@op`',
      })
      continue
    }
    const found = visible.find(({ c }) => c.name === head.name)
    if (found === undefined) {
      const all = visible.map(({ c }) => c.name)
      bag.report(tests.column, head.span, { name: head.name, relation: relation.name }, meantColumn(nameOf(head), all))
    } else columns.push({ name: head.name, ordinal: found.i, at, column: found.c })
  }
  const rows = rowsOf(table, scope).map((r): ExpectedRow => {
    const cells = columns.map(({ at, name, column }) => cellLiteral(r.cells[at] ?? null, name, column, scope))
    return { kind: kindAt < 0 ? '+I' : rowKind(r.cells[kindAt] ?? null, scope), cells, origin: r.span }
  })
  return { columns: columns.map(({ name, ordinal }) => ({ name, ordinal })), rows }
}

function rowKind(cell: ast.CellNode | null, scope: TestScope): RowKind {
  if (cell === null) return '+I'
  if ('text' in cell && KINDS.has(cell.text)) return cell.text as RowKind
  scope.checking.bag.report(tests.cell, cell.span, { column: '@op', problem: 'it is one of +I, -U, +U, -D' })
  return '+I'
}

/** An expected cell; NULL may be expected of any column. An empty cell is unchecked. */
function cellLiteral(cell: ast.CellNode | null, column: string, typed: Typed, scope: TestScope): LiteralValue | undefined {
  if (cell === null) return undefined
  const literal = literalFromCell(cell, { type: typed.type, nullable: true })
  if (literal.ok) return literal.value
  scope.checking.bag.report(
    tests.cell,
    cell.span,
    { column, problem: literal.problem },
    literal.help === null ? {} : { help: literal.help },
  )
  return undefined
}

const DLQ_META: Readonly<Record<string, DlqMeta>> = wordTable({
  '@reason': 'reason',
  '@stage': 'stage',
  '@step': 'step',
  '@topic': 'topic',
  '@partition': 'partition',
  '@offset': 'offset',
  '@key': 'key',
})

/** The origin may be unknown: NULL can be expected of it. */
const DLQ_TYPES: Readonly<Record<DlqMeta, Typed>> = {
  reason: nullable(STRING),
  stage: nullable(STRING),
  step: nullable(STRING),
  topic: nullable(STRING),
  partition: nullable(INT),
  offset: nullable(BIGINT),
  key: nullable(STRING),
}

export function expectedDlq(table: ast.FixtureTable, scope: TestScope): ExpectedDlq {
  const { bag } = scope.checking
  const lanes = scope.plan.operators.flatMap((op) => {
    if (op.kind !== 'envelope') return []
    const input = scope.plan.operators.find((o) => o.id === op.inputs[0]!.operator)!
    return [
      { reason: op.reason, fields: new Map(op.payload.map((i): [string, Typed] => [input.columns[i]!.name, input.columns[i]!])) },
    ]
  })
  const fields = new Map<string, Typed>(lanes.flatMap((l) => [...l.fields]))
  const reasonAt = table.columns.findIndex((c) => c.name === '@reason')
  // Two lanes may carry a field of one name with different types: the row's reason says which one is meant.
  const typeIn = (row: ast.FixtureRow, field: string): Typed => {
    const cell = reasonAt < 0 ? null : (row.cells[reasonAt] ?? null)
    const reason = cell !== null && 'text' in cell ? cell.text : null
    return lanes.find((l) => l.reason === reason && l.fields.has(field))?.fields.get(field) ?? fields.get(field)!
  }
  const columns: { at: number; column: ExpectedDlq['columns'][number] }[] = []
  for (const [at, head] of table.columns.entries()) {
    const meta = DLQ_META[head.name]
    if (meta !== undefined) columns.push({ at, column: { meta } })
    else if (head.name.startsWith('@'))
      bag.report(tests.meta, head.span, {
        name: head.name,
        reason: `meta columns of \`expect dlq\` are ${Object.keys(DLQ_META).join(', ')}`,
      })
    else if (!fields.has(head.name)) {
      bag.report(
        tests.column,
        head.span,
        { name: head.name, relation: 'dlq' },
        meant(nameOf(head), [...fields.keys(), ...Object.keys(DLQ_META)]),
      )
    } else columns.push({ at, column: { field: head.name } })
  }
  return {
    columns: columns.map((c) => c.column),
    rows: rowsOf(table, scope).map((row) => ({
      cells: columns.map(({ at, column }) => {
        const cell = row.cells[at] ?? null
        if ('field' in column) return cellLiteral(cell, column.field, typeIn(row, column.field), scope)
        return cellLiteral(cell, table.columns[at]!.name, DLQ_TYPES[column.meta], scope)
      }),
      origin: row.span,
    })),
  }
}
