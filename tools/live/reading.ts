// Sources of Kafka on the real systems: several topics, a pattern, metadata and headers, where reading begins and ends. Every job
// is bounded, so it ends by itself; what it wrote is compared with the interpreter over the same records.
import { Kafka, logLevel, Partitioners, type IHeaders } from 'kafkajs'
import { printStatement } from '../../src/codegen/flink/printer.js'
import { flinkProgram } from '../../src/codegen/flink/program.js'
import { SourceIndex } from '../../src/core/source.js'
import { flinkRest } from '../../src/deploy/flink-rest.js'
import { openSession } from '../../src/deploy/gateway.js'
import { renderText } from '../../src/diagnostics/render/text.js'
import type { PlanProgram, SinkOperator, SourceOperator } from '../../src/ir/plan.js'
import type { SourceRecord } from '../../src/runtime/api.js'
import { createEngine } from '../../src/runtime/engine.js'
import { encodeLiteral } from '../../src/runtime/literal.js'
import { bindEnvironment } from '../../src/workspace/bind-environment.js'
import { compile } from '../../src/workspace/compile.js'
import { NO_SETTINGS } from '../../src/workspace/environment.js'
import type { SourceSettings } from '../../src/workspace/source-settings.js'
import { line, type Fields } from './replay.js'
import { topicsOf, type Topics } from './topics.js'
import { compare, count } from './verdicts.js'

export interface ReadingPlace {
  readonly bootstrap: string
  readonly gateway: string
  readonly rest: string
}

interface Sent {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  readonly id: number
  readonly at: string
  /** Milliseconds after the first one. */
  readonly sentAfter: number
  readonly headers?: IHeaders
}

const BEGIN = Date.UTC(2026, 0, 1)
const timeOf = (sentAfter: number): string => new Date(BEGIN + sentAfter).toISOString().replace('T', ' ').replace('Z', '')

interface World extends ReadingPlace {
  readonly run: string
  readonly topics: Topics
}

export async function reading(place: ReadingPlace): Promise<void> {
  const run = `r${Date.now().toString(36)}`
  const w: World = { ...place, run, topics: topicsOf(place.bootstrap) }
  const [a, b, other] = [`reading.${run}.a.made.v1`, `reading.${run}.b.made.v1`, `not.reading.${run}.a.made.v1`]
  const sent: readonly Sent[] = [
    {
      topic: a,
      partition: 0,
      offset: 0,
      id: 1,
      at: '2026-01-01 00:00:01',
      sentAfter: 0,
      headers: { trace: 'abc', sig: Buffer.from([0, 255]) },
    },
    { topic: a, partition: 1, offset: 0, id: 2, at: '2026-01-01 00:00:02', sentAfter: 1000, headers: { trace: 'grün €' } },
    {
      topic: b,
      partition: 0,
      offset: 0,
      id: 3,
      at: '2026-01-01 00:00:13',
      sentAfter: 2000,
      headers: { trace: ['first', 'last'] },
    },
    { topic: a, partition: 0, offset: 1, id: 4, at: '2026-01-01 00:00:04', sentAfter: 3000, headers: { trace: '' } },
    {
      topic: a,
      partition: 0,
      offset: 2,
      id: 5,
      at: '2026-01-01 00:00:15',
      sentAfter: 4000,
      headers: { trace: Buffer.from([0xff, 0x61, 0xc3]) },
    },
    { topic: b, partition: 0, offset: 1, id: 6, at: '2026-01-01 00:00:06', sentAfter: 5000 },
  ]
  await create(w, [
    [a, 2],
    [b, 1],
    [other, 1],
  ])
  await send(w, [...sent, { topic: other, partition: 0, offset: 0, id: 99, at: '2026-01-01 00:00:01', sentAfter: 0 }])
  const both = `('${a}', '${b}')`
  const ofA = sent.filter((s) => s.topic === a)
  const range = sent.filter((s) => s.sentAfter >= 1000 && s.sentAfter < 4000)
  // each partition ends before its first record that is not older: nothing here comes out of order
  const between = `start at '${timeOf(1000)}'\n  until at '${timeOf(4000)}'`
  await Promise.all([
    job(w, 'metadata, headers and windows of two topics, to their end', both, 'until latest', sent),
    job(w, 'a pattern matches whole names', `pattern 'reading\\.${run}\\..*'`, 'until latest', sent),
    job(w, 'from a time to a time, through a connection', `plant ${both}`, between, range),
    job(w, 'read by two', `'${a}'`, 'parallelism 2\n  until latest', ofA),
    alone(w, a),
  ])
  await committed(w, a, ofA)
}

/** The second job of a group goes on where the first one has committed. */
async function committed(w: World, topic: string, sent: readonly Sent[]): Promise<void> {
  const clauses = 'start committed else earliest\n  until latest'
  const name = `committed_${w.run}`
  await job(w, 'committed else earliest, a new group', `'${topic}'`, clauses, sent, name)
  const more: readonly Sent[] = [
    { topic, partition: 0, offset: 3, id: 7, at: '2026-01-01 00:00:31', sentAfter: 9000 },
    { topic, partition: 1, offset: 1, id: 8, at: '2026-01-01 00:00:32', sentAfter: 9500, headers: { trace: 'new' } },
  ]
  await send(w, more)
  await job(w, 'committed else earliest, the same group', `'${topic}'`, clauses, more, name)
}

/** A group that has committed nothing fails without `else`; an environment can say where it begins. */
async function alone(w: World, topic: string): Promise<void> {
  const plan = compiled(programOf(w, `alone_${w.run}`, `'${topic}'`, 'start committed\n  until latest', 'alone'))
  await create(
    w,
    sinksOf(plan).map((s) => [topicOf(s), 1] as const),
  )
  const { state, failure } = await runToEnd(w, plan, [])
  count(
    state === 'FAILED' && failure.includes('Undefined offset with no reset policy'),
    `committed without else, a new group: the job is ${state}`,
    failure.slice(0, 1000),
  )
  const earliest: SourceSettings = { name: 'events', start: 'earliest', until: null, parallelism: null, options: [] }
  const saved = await runToEnd(w, plan, [earliest])
  count(
    saved.state === 'FINISHED',
    `the same program where the environment says \`earliest\`: the job is ${saved.state}`,
    saved.failure,
  )
}

let jobs = 0

async function job(
  w: World,
  title: string,
  from: string,
  clauses: string,
  expected: readonly Sent[],
  name?: string,
): Promise<void> {
  const out = `out${jobs++}`
  const plan = compiled(programOf(w, name ?? `${out}_${w.run}`, from, clauses, out))
  const sinks = sinksOf(plan)
  await create(
    w,
    sinks.map((s) => [topicOf(s), 1] as const),
  )
  const { state, failure } = await runToEnd(w, plan, [])
  count(state === 'FINISHED', `${title}: the job is ${state}`, failure)
  if (state !== 'FINISHED') return
  const local = interpreted(plan, expected)
  const read = await Promise.all(sinks.map((sink) => w.topics.read(topicOf(sink))))
  for (const [i, sink] of sinks.entries()) {
    const live = read[i]!.map((r) => line(JSON.parse(r.value!.toString('utf8')) as Fields))
    compare(
      `${title}: ${topicOf(sink).split('.')[2]}`,
      live,
      local.get(sink.id)!.map((row) => line(row)),
    )
  }
}

const sinksOf = (plan: PlanProgram): readonly SinkOperator[] => plan.operators.filter((o): o is SinkOperator => o.kind === 'sink')
const topicOf = (s: SinkOperator): string => (s.target.kind === 'kafka' ? s.target.topic : '')

const programOf = (w: World, name: string, from: string, clauses: string, out: string): string => `pipeline ${name} {
  checkpoint  every 1 second exactly once
}

schema Event {
  id  int not null,
  at  timestamp(3) not null
}

connection plant kafka {
  bootstrap  '${w.bootstrap}'
}

stream events from kafka ${from} {
  schema  Event
  format  json
  time    at late by 0 seconds, idle never
  late    accept
  ${clauses}
  meta    {
    from_topic = topic,
    part = partition,
    off = offset,
    sent_at = timestamp,
    sent_how = timestamp type,
    trace = header 'trace' as text,
    sig = header 'sig' as raw
  }
}

stream described =
  from events
  select id, from_topic, part, off, cast(sent_at as string) as sent, sent_how, trace, sig

stream counted =
  from events
  window tumble 10 seconds
  group by from_topic
  select from_topic, cast(window_start as string) as begins, count(*) as n

sink kafka 'result.${w.run}.described.${out}.v1' from described append {
  format  json
}

sink kafka 'result.${w.run}.counted.${out}.v1' from counted append {
  format  json
}
`

function compiled(text: string): PlanProgram {
  const index = new SourceIndex()
  const { hasErrors, programs, diagnostics } = compile({
    host: { readText: (path) => (path === 'main.flow' ? { kind: 'text', text } : { kind: 'missing' }), list: () => [] },
    files: ['main.flow'],
    target: 'flink-2.2',
    index,
    before: [],
  })
  if (hasErrors || programs[0] === undefined) throw new Error(renderText(diagnostics, index))
  return programs[0].plan
}

async function runToEnd(
  w: World,
  plan: PlanProgram,
  sources: readonly SourceSettings[],
): Promise<{ readonly state: string; readonly failure: string }> {
  const settings = { ...NO_SETTINGS, kafka: { ...NO_SETTINGS.kafka, bootstrap: w.bootstrap }, streams: sources }
  const bound = bindEnvironment(plan, settings, (path) => path)
  const opened = await openSession(w.gateway, { 'restart-strategy.type': 'none', 'parallelism.default': '1' })
  if (!opened.ok) throw new Error(`no session: ${JSON.stringify(opened.failure)}`)
  let id: string | null = null
  try {
    for (const statement of flinkProgram(bound.plan, bound.environment).statements) {
      const sql = printStatement(statement)?.sql
      if (sql === undefined) continue
      const done = await opened.value.execute(sql)
      if (!done.ok) throw new Error(`${sql}: ${JSON.stringify(done.failure).slice(0, 2000)}`)
      id = done.value.jobId ?? id
    }
  } finally {
    await opened.value.close()
  }
  if (id === null) throw new Error('no job was started')
  const rest = flinkRest(w.rest)
  const job = id
  const ended = await rest.waitFor(job, () => false, 60_000)
  const state = ended.ok ? (ended.value?.state ?? 'still running') : 'unreachable'
  if (!['FINISHED', 'FAILED'].includes(state)) await rest.cancel(job)
  const failed = await rest.failure(job)
  const problem = failed.ok ? failed.value : null
  return { state, failure: problem === null ? '' : [problem, ...problem.causes].map((c) => c.message).join('\n') }
}

/** What the interpreter makes of the records, as the JSON of the sinks has it. */
function interpreted(plan: PlanProgram, sent: readonly Sent[]): ReadonlyMap<string, readonly Fields[]> {
  const sinks = sinksOf(plan)
  const rows = new Map<string, Fields[]>(sinks.map((s) => [s.id, []]))
  const engine = createEngine(plan, {
    observer: (operator, _, { row }) => {
      const sink = sinks.find((s) => s.id === operator)
      if (sink === undefined) return
      const cells = sink.row.map((c, i) => [c.name, jsonOf(encodeLiteral(row[i]!, c.type), c.type.kind)] as const)
      rows.get(sink.id)!.push(Object.fromEntries(cells))
    },
  })
  const source = plan.operators.find((o): o is SourceOperator => o.kind === 'source')!
  for (const record of sent) engine.push(source.id, recordOf(record))
  engine.end()
  return rows
}

function recordOf(s: Sent): SourceRecord {
  const headers = Object.entries(s.headers ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((v) => (v === undefined ? [] : [[name, bytesOf(v)] as const])),
  )
  return {
    fields: [s.id, Date.parse(`${s.at.replace(' ', 'T')}Z`)],
    op: 'c',
    commitTime: null,
    recordTime: BEGIN + s.sentAfter,
    topic: s.topic,
    partition: s.partition,
    offset: BigInt(s.offset),
    headers,
  }
}

const bytesOf = (v: string | Buffer): Uint8Array => (typeof v === 'string' ? Buffer.from(v, 'utf8') : v)

function jsonOf(literal: unknown, kind: string): unknown {
  if (literal === null) return null
  if (kind === 'bigint') return Number(literal)
  return kind === 'varbinary' ? Buffer.from(String(literal), 'hex').toString('base64') : literal
}

const kafkaOf = (w: World): Kafka => new Kafka({ brokers: [w.bootstrap], clientId: 'test-reading', logLevel: logLevel.NOTHING })

async function create(w: World, wanted: readonly (readonly [string, number])[]): Promise<void> {
  const admin = kafkaOf(w).admin()
  await admin.connect()
  await admin.createTopics({
    waitForLeaders: true,
    topics: wanted.map(([topic, numPartitions]) => ({
      topic,
      numPartitions,
      replicationFactor: 1,
      // the records have the times of a January: the broker would take them for expired
      configEntries: [{ name: 'retention.ms', value: '-1' }],
    })),
  })
  await admin.disconnect()
}

async function send(w: World, records: readonly Sent[]): Promise<void> {
  const producer = kafkaOf(w).producer({ createPartitioner: Partitioners.DefaultPartitioner })
  await producer.connect()
  for (const { topic, partition, id, at, sentAfter, headers } of records)
    await producer.send({
      topic,
      messages: [
        {
          partition,
          value: JSON.stringify({ id, at }),
          timestamp: String(BEGIN + sentAfter),
          ...(headers === undefined ? {} : { headers }),
        },
      ],
    })
  await producer.disconnect()
}
