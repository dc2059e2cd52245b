// A test that has been run, as somebody reads it: rows, changes, dead letters, accounts, watermarks.
import { relationOf as apiRelation } from '../api/brands.js'
import { bug } from '../core/bug.js'
import { formatTimestamp } from '../core/civil-time.js'
import { suggest } from '../core/suggest.js'
import { flowTests } from '../diagnostics/codes/flow-tests.js'
import { DLQ_COLUMNS } from '../ir/dlq.js'
import type { EnvelopeOperator, Operator, PlanProgram } from '../ir/plan.js'
import type { Change } from '../runtime/api.js'
import { finalRows, visibleChanges } from '../runtime/test-runner/materialize.js'
import type { Played } from '../runtime/test-runner/run-test.js'
import type { Row } from '../runtime/value.js'
import { MAX_TIME } from '../runtime/watermarks.js'
import { misuse, spoken, type Called } from './errors.js'
import { relationName } from './names.js'
import { refuseOther, type Differing } from './same-relation.js'
import { resultRow, resultRows, type ResultColumns } from './row-values.js'
import type { AnyRow, DeadLetter, FlowRun, LedgerLine, ResultCell } from './types.js'
import { resultCell } from './values.js'

export function flowRun({ plan, seen, watermarkAt, result }: Played, clock: number | null, differing: Differing): FlowRun {
  const operators = new Map(plan.operators.map((o) => [o.id, o]))
  const operatorOf = (id: string): Operator => operators.get(id) ?? bug(`no operator ${id}`)
  const of = (relation: unknown, called: Called): Asked => {
    const { name, edge } = relationOf(plan, relation, differing, called)
    const op = operatorOf(edge.operator)
    return { op, columns: visibleColumns(op, name), changes: visibleChanges(op, seen(edge.operator, edge.port)) }
  }
  const rows = (relation: unknown): readonly AnyRow[] => {
    const { op, columns, changes } = of(relation, rows)
    return resultRows(
      columns,
      finalRows(op, changes).map((row) => resultRow(columns, row)),
    )
  }
  const changes = (relation: unknown): readonly AnyRow[] => {
    const asked = of(relation, changes)
    const { columns } = asked
    return resultRows(
      { ...columns, more: ['@op'] },
      asked.changes.map(({ kind, row }) => resultRow(columns, row, [['@op', kind]])),
    )
  }
  const watermark = (relation: unknown): string | null => {
    const time = watermarkAt(relationOf(plan, relation, differing, watermark).edge.operator)
    return time === null ? null : time === MAX_TIME ? 'end of input' : timeText(time)
  }
  const dlq = plan.operators.flatMap((op) => (op.kind === 'envelope' ? deadLetters(op, operatorOf, seen) : []))
  return {
    // what a row is, TypeScript knows from the relation
    rows: rows as FlowRun['rows'],
    changes: changes as FlowRun['changes'],
    dlq: Object.freeze(dlq),
    ledger: Object.freeze(
      result.ledger.map((e): LedgerLine => ({
        step: e.step,
        relation: operatorOf(e.step).relation,
        in: e.in,
        kept: e.kept,
        filtered: e.filtered,
        rejected: e.rejected,
        late: e.late,
        unrouted: e.unrouted,
      })),
    ),
    watermark,
    clock: clock === null ? null : timeText(clock),
    relations: Object.freeze(plan.relations.map((r) => r.name)),
  }
}

const timeText = (ms: number): string => formatTimestamp({ ms, ns: 0 }, 3).replace(/\.?0+$/, '')

interface Asked {
  readonly op: Operator
  readonly columns: ResultColumns
  readonly changes: readonly Change[]
}

function relationOf(
  plan: PlanProgram,
  relation: unknown,
  differing: Differing,
  called: Called,
): PlanProgram['relations'][number] {
  const name = relationName(relation)
  if (name === null) throw misuse(flowTests.notRelation, { got: spoken(relation) }, called)
  const found = plan.relations.find((r) => r.name === name)
  const declared = apiRelation(relation)?.declared
  if (declared !== undefined && found !== undefined) refuseOther(declared, differing, plan.pipeline.name, called)
  if (found !== undefined) return found
  const all = plan.relations.map((r) => r.name)
  const near = suggest(name, all)
  const help =
    near.length > 0
      ? `did you mean ${near.map((n) => `\`${n}\``).join(' or ')}?`
      : `it reads ${all.map((n) => `\`${n}\``).join(', ')}`
  throw misuse(flowTests.noRelation, { name, pipeline: plan.pipeline.name }, called, { help })
}

function visibleColumns(op: Operator, relation: string, only: readonly number[] = op.columns.map((_, i) => i)): ResultColumns {
  const key = op.traits.change === 'updating' ? (op.traits.keys[0] ?? null) : null
  return {
    relation,
    columns: only.flatMap((ordinal) => {
      const { name, type, hidden } = op.columns[ordinal]!
      return hidden === true ? [] : [{ name, type, ordinal }]
    }),
    more: [],
    key: key === null ? null : key.map((i) => op.columns[i]!.name),
  }
}

const AT = Object.fromEntries(DLQ_COLUMNS.map((c, i) => [c.name, i]))

/** Each envelope holds one row that left through the port before it: what is in there as JSON is here as values. */
function deadLetters(op: EnvelopeOperator, operatorOf: (id: string) => Operator, seen: Played['seen']): readonly DeadLetter[] {
  const from = op.inputs[0] ?? bug(`envelope ${op.id} has no input`)
  const payload = visibleColumns(operatorOf(from.operator), 'the payload', op.payload)
  const rows = seen(from.operator, from.port)
  return seen(op.id, 'main').map((letter, i): DeadLetter => {
    const get = (name: string): ResultCell => {
      const at = AT[name] ?? bug(`no column ${name} in the envelope`)
      return resultCell(letter.row[at]!, DLQ_COLUMNS[at]!.type)
    }
    return Object.freeze({
      reason: get('reason') as string,
      stage: get('stage') as DeadLetter['stage'],
      step: get('step') as string,
      eventTime: get('event_time') as string | null,
      watermark: get('watermark') as string | null,
      origin: Object.freeze({
        topic: get('topic') as string | null,
        partition: get('partition') as number | null,
        offset: get('offset') as bigint | null,
        key: get('key') as string | null,
      }),
      payload: resultRow(payload, rows[i]!.row as Row),
    })
  })
}
