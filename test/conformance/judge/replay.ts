// The interpreter over the same happenings, in the form of a recording.
import type { Operator, PlanProgram } from '../../../src/ir/plan.js'
import { withStandIns } from '../../../src/ir/stand-in.js'
import type { TestPlan } from '../../../src/ir/test-plan.js'
import type { CreateEngine, Engine } from '../../../src/runtime/api.js'
import { encodeLiteral } from '../../../src/runtime/literal.js'
import { recordOf } from '../../../src/runtime/test-runner/records.js'
import type { RecordPlan } from './record-plan.js'
import type { RecordedChange, RecordedTest } from './recording.js'
import { happenings, splitsOf, played, type Happening } from './steps.js'

export function replay(recorded: RecordPlan, written: TestPlan, createEngine: CreateEngine): RecordedTest {
  const { plan, watched } = recorded
  const test = played(plan, written)
  const operators = new Map<string, Operator>(plan.operators.map((o) => [o.id, o]))
  const changes = new Map<string, RecordedChange[]>(watched.map((w) => [w.name, []]))
  let at = 0
  const local = withStandIns(plan)
  const engine = createEngine(local, {
    observer: (operator, port, { kind, row }) => {
      for (const { name, sink, edge } of watched) {
        if (edge.operator !== operator || edge.port !== port) continue
        const { columns } = operators.get(operator)!
        const cells = sink.row.map((_, i) => encodeLiteral(row[i]!, columns[i]!.type))
        changes.get(name)!.push({ at, kind, cells })
      }
    },
  })
  for (const o of plan.operators)
    if (o.kind === 'source') for (const { topic, partition } of splitsOf(o, test)) engine.partitions(o.id, partition + 1, topic)

  const list = happenings(plan, test)
  for (const h of list) {
    happen(engine, h, local)
    at++
  }
  engine.end()
  return { title: test.title, relations: Object.fromEntries(changes) }
}

function happen(engine: Engine, h: Happening, plan: PlanProgram): void {
  switch (h.kind) {
    case 'row':
      engine.push(h.row.source, { ...recordOf(plan, h.row, new Map()), offset: BigInt(h.offset) })
      for (const row of h.made) engine.push(row.source, recordOf(plan, row, new Map()))
      return
    case 'watermark':
      return engine.watermark(h.source, h.to)
    case 'advance':
      return engine.advance(h.milliseconds)
    case 'restart':
      return engine.restart()
    case 'idle':
      return engine.idle(h.source, h.partition)
  }
}
