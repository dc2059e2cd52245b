// Where a rejected record came from: topic, partition, offset and key of the driving source are carried as hidden columns, from
// a Kafka source to each dead-letter lane that is fed by it, and nowhere else.
import type { Expr } from '../ir/expr.js'
import type { EnvelopeOperator, Operator, PlanColumn, SourceExpr, SourceOperator } from '../ir/plan.js'
import { BIGINT, INT, STRING, notNull, nullable } from '../ir/types.js'
import type { Memory } from './memory.js'
import { columnAt, copyOf, hiddenColumn } from './relation.js'

const ORIGIN = [
  { name: '$topic', typed: notNull(STRING), key: 'topic' },
  { name: '$partition', typed: notNull(INT), key: 'partition' },
  { name: '$offset', typed: notNull(BIGINT), key: 'offset' },
  { name: '$key', typed: nullable(STRING), key: 'key' },
] as const

export function carryOrigin(operators: readonly Operator[], memory: Memory): readonly Operator[] {
  const byId = new Map(operators.map((op) => [op.id, op]))
  const canTrace = tracer(byId)
  const carriers = new Set<string>()
  // Back from each envelope along the driving input (the left one of a join); a union hands on what every branch knows.
  const carry = (id: string): void => {
    if (carriers.has(id) || !canTrace(id)) return
    carriers.add(id)
    const op = byId.get(id)!
    for (const e of op.kind === 'union' ? op.inputs : op.inputs.slice(0, 1)) carry(e.operator)
  }
  for (const op of operators) if (op.kind === 'envelope') carry(op.inputs[0]!.operator)
  if (carriers.size === 0) return operators
  const done = new Map<string, Operator>()
  for (const op of operators) done.set(op.id, traced(op))
  return [...done.values()]

  function traced(op: Operator): Operator {
    const isCarrier = carriers.has(op.id)
    if (!isCarrier && (op.kind !== 'envelope' || !carriers.has(op.inputs[0]!.operator))) return op
    const inputs = op.inputs.map((e) => done.get(e.operator))
    const known = memory.traced.get(op)
    if (known?.inputs.every((input, i) => input === inputs[i]) === true) return known.operator
    const operator = isCarrier ? extend(op, done) : fillEnvelope(op as EnvelopeOperator, done)
    memory.traced.set(op, { inputs, operator })
    return operator
  }
}

/** Can rows behind an operator be traced to Kafka? Remembers its answers: unions of unions meet again and again. */
function tracer(byId: ReadonlyMap<string, Operator>): (id: string) => boolean {
  const known = new Map<string, boolean>()
  const ask = (id: string): boolean => {
    const op = byId.get(id)!
    switch (op.kind) {
      case 'source':
        return op.connector.kind === 'kafka' || (op.connector.kind === 'cdc' && op.connector.events)
      case 'union':
        return op.inputs.every((e) => canTrace(e.operator))
      case 'filter':
      case 'split':
      case 'project':
      case 'temporal_join':
        return canTrace(op.inputs[0]!.operator)
      default:
        return false
    }
  }
  const canTrace = (id: string): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    const answer = ask(id)
    known.set(id, answer)
    return answer
  }
  return canTrace
}

/** The message key as text, where it is one column declared `as text`; other keys are bytes that have no one text. */
function keyText(op: SourceOperator): Expr {
  const { connector } = op
  const field =
    connector.kind === 'kafka' && connector.keyFormat === 'text' && connector.keyFields.length === 1
      ? op.physical.findIndex((f) => f.name === connector.keyFields[0])
      : -1
  const physical = op.physical[field]
  if (physical === undefined) return { kind: 'literal', value: null, type: STRING, nullable: true }
  const column: Expr = { kind: 'column', input: 0, ordinal: field, type: physical.type, nullable: physical.nullable }
  return physical.type.key === STRING.key
    ? column
    : { kind: 'cast', mode: 'explicit', input: column, type: STRING, nullable: physical.nullable }
}

const hiddenAt = (op: Operator): number => hiddenColumn(op.columns, ORIGIN[0].name)

/** The same operator with the hidden columns at the end of its row. */
function extend(op: Operator, done: ReadonlyMap<string, Operator>): Operator {
  const columns = (from: (i: number) => PlanColumn['from']): PlanColumn[] => [
    ...op.columns,
    ...ORIGIN.map((o, i): PlanColumn => ({ name: o.name, ...o.typed, hidden: true, from: from(i) })),
  ]
  if (op.kind === 'source')
    return {
      ...op,
      columns: columns(() => []),
      compute: [
        ...op.compute,
        ...ORIGIN.map((o): SourceExpr =>
          o.key === 'key' ? { kind: 'computed', expr: keyText(op) } : { kind: 'metadata', key: o.key },
        ),
      ],
    } satisfies SourceOperator
  const input = done.get(op.inputs[0]!.operator)!
  const at = hiddenAt(input)
  const copied = columns((i) => copyOf(op.inputs[0]!, at + i))
  switch (op.kind) {
    case 'project':
      return { ...op, columns: copied, exprs: [...op.exprs, ...ORIGIN.map((_, i): Expr => columnAt(input.columns, at + i))] }
    case 'temporal_join':
      return { ...op, columns: copied, output: [...op.output, ...ORIGIN.map((_, i) => ({ input: 0 as const, ordinal: at + i }))] }
    case 'union':
      return { ...op, columns: columns((i) => op.inputs.flatMap((e) => copyOf(e, hiddenAt(done.get(e.operator)!) + i))) }
    default:
      return { ...op, columns: copied }
  }
}

function fillEnvelope(op: EnvelopeOperator, done: ReadonlyMap<string, Operator>): Operator {
  const edge = op.inputs[0]!
  const input = done.get(edge.operator)!
  const at = hiddenAt(input)
  const columns = op.columns.map((c) => {
    const i = ORIGIN.findIndex((o) => o.key === c.name)
    return i < 0 ? c : { ...c, from: copyOf(edge, at + i) }
  })
  return { ...op, columns, originTopic: at, originPartition: at + 1, originOffset: at + 2, key: columnAt(input.columns, at + 3) }
}
