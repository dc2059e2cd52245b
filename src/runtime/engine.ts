// The oracle: a plan run row by row. A record is computed at its source, pushed through the operators to the end, and only
// then does the source's watermark move. Plain on purpose: it is what every faster tier is compared with.
import { bug } from '../core/bug.js'
import { runtime } from '../diagnostics/codes/runtime.js'
import {
  dispatch,
  type Edge,
  type Operator,
  type OperatorId,
  type PlanProgram,
  type PortName,
  type SourceOperator,
} from '../ir/plan.js'
import {
  RuntimeFault,
  type Change,
  type Engine,
  type EngineOptions,
  type LedgerEntry,
  type Observer,
  type SourceRecord,
} from './api.js'
import { EvaluationFault, faultReport } from './fault.js'
import { toInstant } from './instant.js'
import type { Handler } from './operators/handler.js'
import { changesOf, type ChangesOf } from './operators/keyed-input.js'
import { compileSource, type SourceRow } from './operators/source.js'
import { HANDLERS } from './operators/table.js'
import { SourceWatermarks, type Split } from './source-watermarks.js'
import { combinedGate, MAX_TIME, MIN_TIME, singleGate, valveGate, type Gate, type GateOutput } from './watermarks.js'

interface Consumer {
  readonly node: Node
  readonly input: number
}

/** An operator at run time: its handler, what it does with watermarks, and who reads its ports. */
class Node {
  readonly op: Operator
  readonly #observer: Observer
  readonly #ports = new Map<PortName, Consumer[]>()
  readonly #consumers: Consumer[] = []
  #gate: Gate
  readonly handler: Handler
  /** Of the operator's own clock, before its handler has seen it: what a row is compared with. */
  current = MIN_TIME
  /** Last one passed on. */
  passed = MIN_TIME

  constructor(op: Operator, plan: PlanProgram, observer: Observer) {
    this.op = op
    this.#observer = observer
    for (const port of op.ports) this.#ports.set(port, [])
    if (op.kind === 'sink') this.#ports.set('main', [])
    this.#gate = gateOf(op)
    this.handler = guarded(op.id, () =>
      dispatch(HANDLERS, op, { plan, emit: (port, change) => this.emit(port, change), watermark: () => this.current }),
    )
  }

  connect(port: PortName, consumer: Consumer): void {
    const consumers = this.#ports.get(port) ?? bug(`operator ${this.op.id} has no port ${port}`)
    consumers.push(consumer)
    this.#consumers.push(consumer)
  }

  emit(port: PortName, change: Change): void {
    this.#observer(this.op.id, port, change)
    for (const { node, input } of this.#ports.get(port) ?? bug(`operator ${this.op.id} has no port ${port}`))
      node.process(change, input)
  }

  process(change: Change, input: number): void {
    guarded(this.op.id, () => this.handler.process(change, input))
  }

  watermark(time: number, input: number): void {
    this.#pass(this.#gate.watermark(input, time))
  }

  status(idle: boolean, input: number): void {
    this.#pass(this.#gate.status(input, idle))
  }

  /** Straight from the source's own generator. */
  source = {
    watermark: (time: number): void => this.#advance(time),
    idle: (idle: boolean): void => this.#tell((c) => c.node.status(idle, c.input)),
  }

  #pass(output: GateOutput): void {
    if (output.active) this.#tell((c) => c.node.status(false, c.input))
    if (output.advance !== null) this.#advance(output.advance)
    if (output.idle) this.#tell((c) => c.node.status(true, c.input))
  }

  #advance(time: number): void {
    this.current = time
    const on = guarded(this.op.id, () => this.handler.advance?.(time) ?? time)
    this.passed = on
    this.#tell((c) => c.node.watermark(on, c.input))
  }

  #tell(what: (consumer: Consumer) => void): void {
    for (const consumer of this.#consumers) what(consumer)
  }

  restart(): void {
    this.#gate = gateOf(this.op)
    this.current = MIN_TIME
    this.passed = MIN_TIME
    this.handler.restart?.()
  }
}

function gateOf(op: Operator): Gate {
  if (op.kind === 'union') return valveGate(op.inputs.length)
  return op.inputs.length > 1 ? combinedGate(op.inputs.length) : singleGate()
}

/** The innermost operator is the one that failed. */
function guarded<T>(operator: OperatorId, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof EvaluationFault) throw new RuntimeFault(error.report, operator, { cause: error })
    throw error
  }
}

interface SourceNode {
  readonly op: SourceOperator
  readonly node: Node
  readonly row: SourceRow
  readonly changes: ChangesOf
  readonly watermarks: SourceWatermarks
  records: number
}

export function createEngine(plan: PlanProgram, options: EngineOptions): Engine {
  const nodes = new Map<OperatorId, Node>()
  const sources = new Map<OperatorId, SourceNode>()
  for (const op of plan.operators) {
    const node = new Node(op, plan, options.observer)
    nodes.set(op.id, node)
    op.inputs.forEach((edge: Edge, input) => {
      const from = nodes.get(edge.operator) ?? bug(`operator ${op.id} reads ${edge.operator}, which is not before it`)
      from.connect(edge.port, { node, input })
    })
    if (op.kind !== 'source') continue
    const watermarks = new SourceWatermarks(op.time?.delay ?? 0, op.acceptLate ? null : (op.time?.idle ?? null), node.source)
    sources.set(op.id, { op, node, row: compileSource(op), changes: changesOf(op), watermarks, records: 0 })
  }
  const sourceOf = (id: OperatorId): SourceNode => sources.get(id) ?? bug(`no source ${id}`)
  let ended = false
  const open = (): void => (ended ? bug('the input has ended') : undefined)

  return {
    push(id, record) {
      open()
      const source = sourceOf(id)
      const { op } = source
      source.records++
      const row = guarded(id, () => source.row(record))
      const time = op.time === null ? null : row[op.time.ordinal]!
      if (op.time !== null && time === null) throw nullEventTime(source, record)
      for (const change of source.changes(record, row)) source.node.emit('main', change)
      if (time === null || op.acceptLate) return
      if (op.compute[op.time!.ordinal]!.kind === 'change time' && record.op === 'r')
        source.watermarks.heard(splitOf(op, record.topic, record.partition))
      else source.watermarks.record(splitOf(op, record.topic, record.partition), toInstant(time).ms)
    },
    partitions(id, count, topic = null) {
      const { op, watermarks } = sourceOf(id)
      for (let i = 0; i < count; i++) watermarks.declare(splitOf(op, topic, i))
    },
    idle(id, partition) {
      open()
      sourceOf(id).watermarks.idle((split) => partition === null || partitionOf(split) === partition)
    },
    watermark(id, epochMillis) {
      open()
      sourceOf(id).watermarks.force(epochMillis)
    },
    advance(milliseconds) {
      open()
      let rest = milliseconds
      while (rest > 0) {
        // In steps, so that partitions of all sources become idle in the order of their time-outs.
        const next = Math.min(rest, ...[...sources.values()].map((s) => s.watermarks.nextIdle() ?? rest))
        for (const source of sources.values()) source.watermarks.advance(next)
        rest -= next
      }
    },
    restart() {
      open()
      for (const node of nodes.values()) node.restart()
      for (const source of sources.values()) source.watermarks.restart()
    },
    end() {
      open()
      for (const source of sources.values()) source.watermarks.end(MAX_TIME)
      ended = true
    },
    watermarkAt(id) {
      const { passed } = nodes.get(id) ?? bug(`no operator ${id}`)
      return passed === MIN_TIME ? null : passed
    },
    get ledger(): readonly LedgerEntry[] {
      return [...nodes.values()].flatMap((node) => node.handler.ledger?.() ?? [])
    },
  }
}

/** Partitions of several topics are partitions of their own. */
const splitOf = ({ connector }: SourceOperator, topic: string | null, partition: number): Split =>
  connector.kind === 'kafka' && (connector.pattern !== null || connector.topics.length > 1)
    ? `${topic ?? ''}/${partition}`
    : partition

const partitionOf = (split: Split): number =>
  typeof split === 'number' ? split : Number(split.slice(split.lastIndexOf('/') + 1))

function nullEventTime({ op, records }: SourceNode, record: SourceRecord): RuntimeFault {
  const column = op.columns[op.time!.ordinal]!.name
  const at = record.offset === null ? '' : ` (partition ${record.partition}, offset ${record.offset})`
  return new RuntimeFault(
    faultReport(runtime.nullEventTime, { source: op.name, column, record: `record ${records}${at}` }),
    op.id,
  )
}
