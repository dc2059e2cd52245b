// The interpreter over the same happenings, in the form of a recording.
import { bug } from '../../../src/core/bug.js'
import { defaultTopic } from '../../../src/ir/kafka-source.js'
import type { Operator, SourceOperator } from '../../../src/ir/plan.js'
import type { TestPlan } from '../../../src/ir/test-plan.js'
import type { CreateEngine, Engine } from '../../../src/runtime/api.js'
import { decodeLiteral, encodeLiteral } from '../../../src/runtime/literal.js'
import type { RecordPlan } from './record-plan.js'
import type { RecordedChange, RecordedTest } from './recording.js'
import { happenings, partitionsOf, type Happening } from './steps.js'

export function replay(recorded: RecordPlan, test: TestPlan, createEngine: CreateEngine): RecordedTest {
  const { plan, watched } = recorded
  const operators = new Map<string, Operator>(plan.operators.map((o) => [o.id, o]))
  const changes = new Map<string, RecordedChange[]>(watched.map((w) => [w.name, []]))
  let at = 0
  const engine = createEngine(plan, {
    observer: (operator, port, { kind, row }) => {
      for (const { name, sink, edge } of watched) {
        if (edge.operator !== operator || edge.port !== port) continue
        const { columns } = operators.get(operator)!
        const cells = sink.row.map((_, i) => encodeLiteral(row[i]!, columns[i]!.type))
        changes.get(name)!.push({ at, kind, cells })
      }
    },
  })
  for (const o of plan.operators) if (o.kind === 'source') engine.partitions(o.id, partitionsOf(test, o.id))
  const list = happenings(test)
  for (const h of list) {
    happen(engine, h, operators)
    at++
  }
  engine.end()
  return { title: test.title, relations: Object.fromEntries(changes) }
}

function happen(engine: Engine, h: Happening, operators: ReadonlyMap<string, Operator>): void {
  switch (h.kind) {
    case 'row': {
      const { row } = h
      const source = (operators.get(row.source) ?? bug(`no source ${row.source}`)) as SourceOperator
      return engine.push(row.source, {
        fields: row.fields.map((f, i) => decodeLiteral(f, source.physical[i]!.type)),
        op: row.op,
        commitTime: row.commitTime,
        recordTime: row.recordTime,
        topic: defaultTopic(source),
        partition: row.partition,
        offset: BigInt(h.offset),
      })
    }
    case 'watermark':
      return engine.watermark(h.source, h.to)
    case 'advance':
      return engine.advance(h.milliseconds)
    case 'restart':
      return engine.restart()
  }
}
