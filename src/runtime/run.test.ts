import { describe, expect, it } from 'vitest'
import { checkProgram } from '../../test/support/check-program.js'
import { aggregate, col, countAll, planBuilder } from '../../test/support/plan-builder.js'
import type { PlanProgram, SourceOperator } from '../ir/plan.js'
import { BIGINT, INT, timestamp, timestampLtz } from '../ir/types.js'
import type { SourceRecord } from './api.js'
import { run } from './run.js'
import type { Row } from './value.js'

async function* stream(...records: readonly SourceRecord[]): AsyncGenerator<SourceRecord> {
  yield* records
}

const TS = timestamp(3)
const record = (...fields: Row): SourceRecord => ({
  fields,
  op: 'c',
  commitTime: null,
  recordTime: null,
  topic: null,
  partition: 0,
  offset: null,
})

function twoSources() {
  const b = planBuilder()
  const x = b.source(
    'x',
    [
      ['id', INT],
      ['ts', TS],
    ],
    { time: { column: 'ts', delay: 0 } },
  )
  const y = b.source(
    'y',
    [
      ['id', INT],
      ['ts', TS],
    ],
    { time: { column: 'ts', delay: 0 } },
  )
  const u = b.union(x, y)
  const sink = b.sink('all', u)
  const counts = b.sink(
    'counts',
    b.window(u, { size: 10, time: 'ts', calls: [countAll(), aggregate('sum', col(0, INT), BIGINT)] }),
  )
  return { plan: b.plan(), x, y, sink, counts }
}

/** A source `x` of (id, ts), a sink of its rows, and a heartbeat every second. */
function withBeat(): { x: string; seen: string; plan: PlanProgram } {
  const b = planBuilder()
  const x = b.source(
    'x',
    [
      ['id', INT],
      ['ts', TS],
    ],
    { time: { column: 'ts', delay: 0 } },
  )
  const seen = b.sink('seen', x)
  const plan = b.plan()
  const source = plan.operators[0] as SourceOperator
  const beat: SourceOperator = {
    ...source,
    id: 'beat',
    name: 'beat',
    columns: [{ name: 'beat_time', type: timestampLtz(3), nullable: false, from: [] }],
    connector: { kind: 'every', period: 1000 },
    format: { kind: 'none' },
    physical: [],
    compute: [{ kind: 'clock' }],
    time: { ordinal: 0, delay: 0, idle: null },
  }
  return { x, seen, plan: { ...plan, operators: [...plan.operators, beat] } }
}

describe('a run', () => {
  it('reads the source with the smallest event time first, ties in the order of declaration', async () => {
    const { plan, x, y, sink, counts } = twoSources()
    const ids: unknown[] = []
    const outcome = await run(plan, {
      inputs: [
        { source: y, records: stream(record(10, 5), record(11, 6), record(12, 30)) },
        { source: x, records: stream(record(1, 5), record(2, 20), record(3, 7)) },
      ],
      onSinkRow: (id, { row }) => {
        if (id === sink) ids.push(row[0])
      },
    })
    expect(ids).toEqual([1, 10, 11, 2, 3, 12])
    expect(outcome).toMatchObject({
      finished: true,
      records: new Map([
        [y, 3],
        [x, 3],
      ]),
      sinkRows: new Map([
        [sink, 6],
        [counts, 3],
      ]),
    })
  })
  it('stops between records when asked, without the end of input', async () => {
    const { plan, x, counts } = twoSources()
    let asked = 0
    const outcome = await run(plan, {
      inputs: [{ source: x, records: stream(record(1, 5), record(2, 6), record(3, 7)) }],
      onSinkRow: () => undefined,
      stop: () => ++asked > 2,
    })
    expect(outcome).toMatchObject({ finished: false, records: new Map([[x, 2]]) })
    expect(outcome.sinkRows.get(counts)).toBe(0)
  })
  it('reads lazily, so that rows come out before the input has ended', async () => {
    const { plan, x, sink } = twoSources()
    const order: string[] = []
    async function* records(): AsyncGenerator<SourceRecord> {
      for (const i of [1, 2]) {
        order.push(`read ${i}`)
        yield record(i, i)
      }
    }
    await run(plan, {
      inputs: [{ source: x, records: records() }],
      onSinkRow: (id, { row }) => id === sink && order.push(`sink ${String(row[0])}`),
    })
    expect(order).toEqual(['read 1', 'sink 1', 'read 2', 'sink 2'])
  })
  it('lets heartbeats fall between the rows, by their event times', async () => {
    const { x, seen, plan } = withBeat()
    const order: unknown[] = []
    const outcome = await run(plan, {
      inputs: [{ source: x, records: stream(record(1, 500), record(2, 1000), record(3, 3999)) }],
      onSinkRow: (id, { row }) => id === seen && order.push(row[0]),
      observer: (id, _, { row }) => id === 'beat' && order.push(`beat ${String(row[0])}`),
    })
    expect(order).toEqual([1, 'beat 1000', 2, 'beat 2000', 'beat 3000', 3])
    expect(outcome.records.get('beat')).toBe(3)
  })
  it('hears a stop in the middle of the heartbeats of a long silence', async () => {
    const { x, plan } = withBeat()
    let turns = 0
    const outcome = await run(plan, {
      inputs: [{ source: x, records: stream(record(1, 500), record(2, 3_000_000_000)) }],
      onSinkRow: () => {},
      turn: async () => void turns++,
      stop: () => turns === 3,
    })
    expect(outcome.finished).toBe(false)
    expect(outcome.records.get('beat')).toBe(3000)
  })
  it('lets the windows of a history fire at its end, before those of the topic', async () => {
    const { programs } = checkProgram({
      'main.flow': `pipeline p {
}
catalog lake iceberg {
  uri        'http://localhost'
  warehouse  's3://lake/'
}
schema S {
  id  int not null,
  ts  timestamp(3) not null
}
stream s from kafka 'a.b.c.v1' {
  schema   S
  time     ts late by 0 seconds, idle never
  history  from iceberg lake.a.b until '1970-01-01 00:00:10' then kafka
}
stream counts =
  from s
  window tumble 5 seconds late count
  group by ()
  select window_start, count(*) as n
sink kafka 'a.b.counted.v1' from counts append {
  format json
}
`,
    })
    const { plan } = programs[0]!
    const rows = [1000, 7000, 2000, 12_000, 21_000].map((at, i) => record(i, at))
    const inputs = ['p/s/source(history)', 'p/s/source'].map((source) => ({ source, records: stream(...rows) }))
    const seen: unknown[] = []
    const outcome = await run(plan, {
      inputs,
      onSinkRow: (_, { row }) => seen.push(row),
      observer: (id, _, { row }) => id === 'p/s/filter(topic)' && seen.push(`topic ${String(row[0])}`),
    })
    expect(seen).toEqual(['topic 3', [0, 2n], [5000, 1n], 'topic 4', [10_000, 1n], [20_000, 1n]])
    expect([...outcome.records.values()]).toEqual([5, 5])
  })
})
