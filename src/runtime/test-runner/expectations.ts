// `expect`, `expect changes`, `expect dlq`, `expect nothing`: what a run has to have given.
import { bug } from '../../core/bug.js'
import type { LiteralValue } from '../../ir/expr.js'
import type { EnvelopeOperator, Operator, PlanProgram } from '../../ir/plan.js'
import type { DlqMeta, ExpectedDlq, ExpectedTable, PlanStep } from '../../ir/test-plan.js'
import { DLQ_COLUMNS } from '../../ir/dlq.js'
import type { Change } from '../api.js'
import { rowKey } from '../equality.js'
import { decodeLiteral } from '../literal.js'
import { alignRows, alignSequence, type Actual, type Expected, type ExpectedCell } from './align.js'
import { actualRow, expectedCell, jsonMembers, payloadMember, type ActualRow } from './cells.js'
import { finalRows, visibleChanges } from './materialize.js'
import type { DiffLine, TestFailure } from './result.js'

/** Changes seen at an operator's port, in order. */
export type Seen = (operator: string, port: string) => readonly Change[]

type Step<K extends PlanStep['kind']> = Extract<PlanStep, { kind: K }>

const operatorOf = (plan: PlanProgram, id: string): Operator =>
  plan.operators.find((o) => o.id === id) ?? bug(`no operator ${id}`)

function relation(plan: PlanProgram, name: string, seen: Seen): { op: Operator; changes: readonly Change[] } {
  const { edge } = plan.relations.find((r) => r.name === name) ?? bug(`no relation ${name}`)
  const op = operatorOf(plan, edge.operator)
  return { op, changes: visibleChanges(op, seen(edge.operator, edge.port)) }
}

export function expectRows(plan: PlanProgram, step: Step<'expect'>, seen: Seen): TestFailure | null {
  const { op, changes } = relation(plan, step.relation, seen)
  const types = step.table.columns.map((c) => op.columns[c.ordinal]!.type)
  const expected = step.table.rows.map((r): Expected => ({
    origin: r.origin,
    cells: r.cells.map((c, i) => expectedCell(c, types[i]!)),
  }))
  const actual = finalRows(op, changes).map((row) =>
    actualRow(
      step.table.columns.map((c) => row[c.ordinal]!),
      types,
    ),
  )
  return failure(step, `the rows of \`${step.relation}\``, columnNames(step.table), alignRows(expected, actual))
}

const columnNames = (table: ExpectedTable): readonly string[] => table.columns.map((c) => c.name)

/**
 * Changes of one key come in order; Flink leaves the order across keys open, so that it is not compared. Where the table
 * does not name a whole key, or leaves a cell of it empty, and for append-only relations, changes are a multiset.
 */
export function expectChanges(plan: PlanProgram, step: Step<'expect changes'>, seen: Seen): TestFailure | null {
  const { op, changes } = relation(plan, step.relation, seen)
  const { table } = step
  const types = table.columns.map((c) => op.columns[c.ordinal]!.type)
  const expected = table.rows.map((r): Expected => ({
    origin: r.origin,
    cells: [kindCell(r.kind), ...r.cells.map((c, i) => shifted(expectedCell(c, types[i]!)))],
  }))
  const actual = changes.map((c): ChangeRow => {
    const row = actualRow(
      table.columns.map((column) => c.row[column.ordinal]!),
      types,
    )
    return { kind: c.kind, row, texts: [c.kind, ...row.texts] }
  })
  const key = op.traits.change === 'updating' ? keyColumns(op, table) : null
  const lines =
    key === null
      ? alignRows(expected, actual)
      : perKey(
          group(expected, (_, i) => keyText(key.map((c) => decodeLiteral(table.rows[i]!.cells[c]!, types[c]!)))),
          group(actual, (a) => keyText(key.map((c) => a.row.values[c]!))),
        )
  return failure(step, `the changes of \`${step.relation}\``, ['@op', ...columnNames(table)], lines)

  function keyText(values: readonly ActualRow['values'][number][]): string {
    return rowKey(
      values,
      key!.map((c) => types[c]!),
    )
  }
}

interface ChangeRow extends Actual {
  readonly kind: string
  readonly row: ActualRow
}

const kindCell = (kind: string): ExpectedCell => ({ text: kind, test: (actual) => (actual as ChangeRow).kind === kind })

const shifted = (cell: ExpectedCell | null): ExpectedCell | null =>
  cell === null ? null : { text: cell.text, test: (actual, column) => cell.test((actual as ChangeRow).row, column - 1) }

/** Positions of the upsert key's columns within the table, where all are named and checked in every row. */
function keyColumns(op: Operator, table: ExpectedTable): readonly number[] | null {
  const key = op.traits.keys[0]
  if (key === undefined) return null
  const positions = key.map((ordinal) => table.columns.findIndex((c) => c.ordinal === ordinal))
  if (positions.includes(-1)) return null
  return table.rows.every((r) => positions.every((p) => r.cells[p] !== undefined)) ? positions : null
}

function group<T>(items: readonly T[], key: (item: T, index: number) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  items.forEach((item, i) => {
    const k = key(item, i)
    const list = groups.get(k)
    if (list === undefined) groups.set(k, [item])
    else list.push(item)
  })
  return groups
}

function perKey(
  expected: ReadonlyMap<string, readonly Expected[]>,
  actual: ReadonlyMap<string, readonly Actual[]>,
): readonly DiffLine[] {
  const keys = new Set([...expected.keys(), ...actual.keys()])
  return [...keys].flatMap((k) => alignSequence(expected.get(k) ?? [], actual.get(k) ?? []))
}

export function expectNothing(plan: PlanProgram, step: Step<'expect nothing'>, seen: Seen): TestFailure | null {
  const { op, changes } = relation(plan, step.relation, seen)
  const visible = op.columns.flatMap((c, ordinal) => (c.hidden === true ? [] : [{ ...c, ordinal }]))
  const actual = finalRows(op, changes).map((row) =>
    actualRow(
      visible.map((c) => row[c.ordinal]!),
      visible.map((c) => c.type),
    ),
  )
  return failure(
    step,
    `the rows of \`${step.relation}\``,
    visible.map((c) => c.name),
    alignRows([], actual),
  )
}

// ---------------------------------------------------------------- dead letters

const PAYLOAD = DLQ_COLUMNS.findIndex((c) => c.name === 'payload')
const at = (name: string): number => DLQ_COLUMNS.findIndex((c) => c.name === name)
const META: Readonly<Record<DlqMeta, number>> = {
  reason: at('reason'),
  stage: at('stage'),
  step: at('step'),
  topic: at('topic'),
  partition: at('partition'),
  offset: at('offset'),
  key: at('key'),
}

interface DeadLetter extends Actual {
  readonly members: ReadonlyMap<string, string>
  readonly envelope: EnvelopeOperator
  readonly meta: (name: DlqMeta) => string | null
}

export function expectDlq(plan: PlanProgram, step: Step<'expect dlq'>, seen: Seen): TestFailure | null {
  const { table } = step
  const letters = plan.operators.flatMap((op) =>
    op.kind === 'envelope' ? seen(op.id, 'main').map((c) => deadLetter(op, c, table)) : [],
  )
  const expected = table.rows.map((r): Expected => ({
    origin: r.origin,
    cells: r.cells.map((cell, i) => dlqCell(plan, cell, table.columns[i]!)),
  }))
  const names = table.columns.map((c) => ('meta' in c ? `@${c.meta}` : c.field))
  return failure(step, 'the dead letters', names, alignRows(expected, letters))
}

function deadLetter(envelope: EnvelopeOperator, { row }: Change, table: ExpectedDlq): DeadLetter {
  const members = jsonMembers(row[PAYLOAD] as string)
  const meta = (name: DlqMeta): string | null => {
    const value = row[META[name]]!
    return value === null ? null : String(value)
  }
  const texts = table.columns.map((c) => ('meta' in c ? shownMeta(meta(c.meta)) : (members.get(c.field) ?? '')))
  return { texts, members, envelope, meta }
}

const shownMeta = (value: string | null): string => (value === null ? 'null' : `'${value}'`)

function dlqCell(plan: PlanProgram, cell: LiteralValue | undefined, column: ExpectedDlq['columns'][number]): ExpectedCell | null {
  if (cell === undefined) return null
  if ('meta' in column) {
    const wanted = cell === null ? null : String(cell)
    return { text: shownMeta(wanted), test: (actual) => (actual as DeadLetter).meta(column.meta) === wanted }
  }
  return {
    text: typeof cell === 'string' ? cell : JSON.stringify(cell),
    test: (actual) => {
      const { envelope, members } = actual as DeadLetter
      const input = operatorOf(plan, envelope.inputs[0]!.operator)
      const ordinal = envelope.payload.find((i) => input.columns[i]!.name === column.field)
      return ordinal !== undefined && members.get(column.field) === payloadMember(cell, input.columns[ordinal]!.type)
    },
  }
}

function failure(step: PlanStep, what: string, columns: readonly string[], lines: readonly DiffLine[]): TestFailure | null {
  const message = messageOf(what, lines)
  return message === null ? null : { origin: step.origin, message, diff: { columns, lines } }
}

/** Null where everything is as expected. */
export function messageOf(what: string, lines: readonly DiffLine[]): string | null {
  const count = (status: DiffLine['status']): number => lines.filter((l) => l.status === status).length
  const parts = (['different', 'missing', 'unexpected'] as const).flatMap((s) => (count(s) === 0 ? [] : [`${count(s)} ${s}`]))
  return parts.length === 0 ? null : `${what} are not as expected: ${parts.join(', ')}`
}
