// The captured bytes through the interpreter: by `flowc run` from files, and by the engine itself where the job was restarted.
// `flowc run` merges by event time, the cluster by arrival. That makes no difference to the rows: the split knows the clock of
// the orders alone, whose order is that of one partition, and the join gives a row out when both clocks have passed it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSinkFiles } from '../../src/cli/sink-files.js'
import type { PlanProgram, SinkOperator, SourceOperator } from '../../src/ir/plan.js'
import type { LedgerEntry, SourceRecord } from '../../src/runtime/api.js'
import { createEngine } from '../../src/runtime/engine.js'
import { decode } from '../../src/runtime/formats/decode.js'
import { compile } from '../../src/workspace/compile.js'
import { openProject } from '../../src/workspace/project-node.js'
import { container, unframe, type Schemas } from './avro-frames.js'
import type { Read } from './topics.js'

export interface Capture {
  readonly source: string
  readonly topic: string
  readonly file: string
  readonly records: readonly Read[]
}

/** The bodies of a topic as an Avro file, byte by byte. */
export async function capture(
  folder: string,
  source: string,
  topic: string,
  records: readonly Read[],
  schemas: Schemas,
): Promise<Capture> {
  const frames = records.map((r) => unframe(r.value ?? Buffer.alloc(0)))
  const ids = [...new Set(frames.map((f) => f.id))]
  if (ids.length !== 1) throw new Error(`${topic}: ${ids.length} writer schemas`)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${source}.avro`)
  const bodies = frames.map((f) => f.body)
  writeFileSync(file, container(await schemas.text(ids[0]!), bodies))
  return { source, topic, file, records }
}

export function planOf(root: string, file: string): PlanProgram {
  const project = openProject(root, [join(root, file)])
  const { host, files, config, index, bag } = project
  const compiled = compile({ host, files, target: config.target, index, before: bag.all })
  return compiled.programs[0]!.plan
}

interface Event {
  readonly source: SourceOperator
  readonly record: SourceRecord
  readonly read: Read
}

async function eventsOf(plan: PlanProgram, c: Capture): Promise<readonly Event[]> {
  const source = plan.operators.find((o): o is SourceOperator => o.kind === 'source' && o.name === c.source)!
  const events: Event[] = []
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield readFileSync(c.file)
  }
  for await (const d of decode(source, bytes(), { path: c.file, kind: 'avro' })) {
    if (d.kind === 'problem') throw new Error(`${c.file}: ${d.problem.diagnostic.message}`)
    const read = c.records[events.length]!
    events.push({ source, read, record: { ...d.record, topic: c.topic, partition: 0, offset: BigInt(read.offset) } })
  }
  if (events.length !== c.records.length) throw new Error(`${c.file}: ${events.length} of ${c.records.length} records`)
  return events
}

export interface Restart {
  /** The first record of this source that the restored job has read. */
  readonly source: string
  readonly offset: number
}

/** From the start of the job on: the order of arrival, the time between two arrivals, the restarts. Results as `flowc run` writes them. */
export async function replay(
  plan: PlanProgram,
  captures: readonly Capture[],
  start: number,
  restarts: readonly Restart[],
  folder: string,
): Promise<readonly LedgerEntry[]> {
  const events = (await Promise.all(captures.map((c) => eventsOf(plan, c)))).flat().sort((a, b) => a.read.at - b.read.at)
  const sinks = plan.operators.filter((o): o is SinkOperator => o.kind === 'sink')
  const files = createSinkFiles(folder, sinks, { shown: (path) => path, onInterrupt: () => () => {} })
  const isSink = new Set<string>(sinks.map((s) => s.id))
  const engine = createEngine(plan, { observer: (id, _, change) => (isSink.has(id) ? files.write(id, change) : undefined) })
  const declare = (): void => {
    for (const o of plan.operators) if (o.kind === 'source') engine.partitions(o.id, 1)
  }
  declare()
  let clock = start
  for (const { source, record, read } of events) {
    if (restarts.some((r) => r.source === source.name && r.offset === read.offset)) {
      // nobody waits for a source while the job is down
      engine.restart()
      declare()
    } else engine.advance(Math.max(0, read.at - clock))
    clock = Math.max(clock, read.at)
    engine.push(source.id, record)
  }
  engine.end()
  files.finish()
  return engine.ledger
}

export interface Rows {
  readonly lake: readonly Fields[]
  readonly revenue: readonly Fields[]
  readonly dlq: readonly Fields[]
}

export type Fields = Readonly<Record<string, unknown>>

export function rowsIn(folder: string): Rows {
  const read = (name: string): readonly Fields[] =>
    readFileSync(join(folder, `${name}.ndjson`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Fields)
  return { lake: read('lake.sales.enriched_orders'), revenue: read('sales.revenue.aggregated.v1'), dlq: read('dlq') }
}

/** A row as one line, whatever the order of its fields. */
export const line = (row: Fields, without: readonly string[] = []): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !without.includes(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )
