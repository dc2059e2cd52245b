// `import pipeline NAME { relation } from '…'`: the output of another pipeline as an input of this one. Topic, format, schema and
// key are those of its sink; event time and lateness those of the relation.
import { bug } from '../core/bug.js'
import { resolvePath } from '../core/paths.js'
import { interop } from '../diagnostics/codes/interop.js'
import type { Operator, PhysicalField, PlanColumn, SinkOperator, SourceFormat, SourceOperator } from '../ir/plan.js'
import { topicSchema } from '../schema/topic-schema.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { append, meant } from './fixes.js'
import { checkPipeline } from './pipeline.js'
import { Ids, NO_STATE, type CheckedRelation, type ScopeColumn, type Shape, type TimeSource } from './relation.js'
import { kindWords, type FileScope, type Symbol } from './scopes.js'
import { checkSink, type CheckedSink } from './sink.js'
import { unsupported } from './unsupported.js'

type Output = Symbol & { readonly kind: 'output' }
type KafkaSink = SinkOperator & { readonly target: SinkOperator['target'] & { readonly kind: 'kafka' } }

export function checkOutput(symbol: Output, file: string, checking: Checking): readonly CheckedRelation[] {
  const { declaration: d, item } = symbol
  const local = item.alias ?? item.name
  const relation: CheckedRelation = {
    name: local.text,
    file,
    kind: 'stream',
    declaration: d,
    lateOf: null,
    nameSpan: local.span,
    doc: null,
    shape: null,
    versions: null,
    operators: [],
    uses: [],
    lanes: [],
    schema: null,
    inferred: [],
  }
  const scope = checking.scopes.get(resolvePath(file, d.from.value))
  if (scope === undefined || scope.file.path === file) return [relation] // reported with the names of the file
  if (!isPipelineOf(scope, d, checking)) return [relation]
  const sink = sinkOf(scope, symbol, checking)
  if (sink === null || sink.relation.shape === null) return [relation]
  return [{ ...relation, doc: sink.relation.doc, ...read(sink, sink.relation.shape, scope, symbol, checking) }]
}

function isPipelineOf(scope: FileScope, d: ast.ImportPipelineDecl, checking: Checking): boolean {
  const found = scope.pipeline?.name ?? null
  if (found?.text === d.pipeline.text) return true
  if (!scope.lossy)
    checking.bag.report(
      interop.noSuchPipeline,
      found === null ? d.from.span : d.pipeline.span,
      { pipeline: d.pipeline.text, path: d.from.value, found: found?.text ?? null },
      found === null ? {} : { related: [{ span: found.span, text: 'it' }], ...meant(d.pipeline, [found.text]) },
    )
  return false
}

/** The sink by which the relation gets out; reported and null where there is none, or none that can be read. */
function sinkOf(scope: FileScope, { declaration: d, item }: Output, checking: Checking): CheckedSink | null {
  const { bag } = checking
  const { name } = item
  const sinks = scope.file.declarations.filter((s): s is ast.SinkDecl => s.kind === 'sink')
  const own = sinks.filter((s) => s.relation.text === name.text)
  if (own.length === 0) {
    if (scope.lossy) return null
    const outputs = [...new Set(sinks.flatMap((s) => (s.target.kind === 'kafka' ? [s.relation.text] : [])))]
    const declared = scope.names.get(name.text)
    const way = meant(name, outputs)
    bag.report(
      interop.noOutput,
      name.span,
      { relation: name.text, pipeline: d.pipeline.text, exists: declared !== undefined, outputs },
      declared === undefined
        ? way
        : {
            related: [{ span: declared.span, text: kindWords(declared.symbol) }],
            ...(way.fixes === undefined ? {} : { fixes: way.fixes }),
            help: `write it there: \`sink kafka '…' from ${name.text} append\``,
          },
    )
    return null
  }
  const kafka = own.find((s) => s.target.kind === 'kafka')
  if (kafka === undefined) {
    unsupported(bag, name.span, 'the output of a pipeline in an Iceberg table')
    return null
  }
  if (kafka.mode === 'upsert') {
    unsupported(bag, name.span, 'the output of a pipeline that is written with `upsert`')
    return null
  }
  return checkSink(kafka, scope.file.path, checking)
}

function read(
  sink: CheckedSink,
  from: Shape,
  scope: FileScope,
  { declaration: d, item }: Output,
  checking: Checking,
): Pick<CheckedRelation, 'shape' | 'operators' | 'inferred'> {
  const local = item.alias ?? item.name
  const written = sink.operators.at(-1) as KafkaSink
  const { target } = written
  const { format, physical } = formatOf(written)
  const id = new Ids(local.text).make('source', null)
  const row = physical.map((f, i): PlanColumn => {
    const { doc } = written.row[i]!
    return { name: f.name, type: f.type, nullable: f.nullable, from: [], ...(doc === undefined ? {} : { doc }) }
  })
  const columns = row.map((c, ordinal): ScopeColumn => ({
    name: c.name,
    qualifier: null,
    ordinal,
    type: c.type,
    nullable: c.nullable,
    provenance: { span: from.columns[ordinal]?.provenance.span ?? d.span, note: `written by pipeline ${d.pipeline.text}` },
    doc: c.doc ?? null,
  }))
  const time = timeOf(sink, from, scope, checking)
  const source: SourceOperator = {
    kind: 'source',
    id,
    inputs: [],
    columns: row,
    ports: ['main'],
    traits: { change: 'append', keys: [], time: time.ordinal, watermark: time.ordinal === null ? [] : [id], state: NO_STATE },
    relation: local.text,
    origin: local.span,
    name: local.text,
    connector: {
      kind: 'kafka',
      topics: [target.topic],
      pattern: null,
      connection: null,
      start: { kind: 'earliest' },
      until: null,
      keyFormat: target.keyFormat,
      keyFields: written.key.map((k) => written.row[k]!.name),
    },
    format,
    physical,
    compute: physical.map((_, field) => ({ kind: 'physical', field })),
    time: time.ordinal === null ? null : { ordinal: time.ordinal, delay: time.delay, idle: time.idle },
    primaryKey: [],
    acceptLate: false,
    parallelism: null,
    options: [],
  }
  const sources: TimeSource[] =
    time.ordinal === null
      ? []
      : [
          {
            operator: id,
            name: local.text,
            delay: time.delay,
            idle: time.idle,
            acceptLate: false,
            span: local.span,
            idleFix: append(local.span, ''), // never asked for: its idleness is known
          },
        ]
  const lost = from.time === null ? null : from.row[from.time]!.name
  const shape: Shape = {
    edge: { operator: id, port: 'main' },
    row,
    columns,
    change: {
      value: 'append',
      span: local.span,
      reason: `pipeline \`${d.pipeline.text}\` only adds rows to \`${item.name.text}\``,
    },
    keys: [],
    time: time.ordinal,
    timeLost: time.lost === null || lost === null ? null : { value: lost, span: local.span, reason: time.lost },
    sources,
    ahead: null,
    merged: null,
    state: NO_STATE,
    unavailable: [],
    timeBroken: from.timeBroken,
    open: false,
    holds: [],
    name: `\`${local.text}\``,
  }
  const because = `written by pipeline ${d.pipeline.text}`
  return {
    shape,
    operators: [source],
    inferred: [
      { what: 'topic', value: target.topic, because },
      { what: 'format', value: target.format === 'avro' ? `avro, subject ${target.subject ?? ''}` : target.format, because },
      ...(time.ordinal === null ? [] : time.inferred),
      { what: 'start', value: 'earliest', because: 'the default: read the topic from its beginning' },
    ],
  }
}

/** As the sink writes them; with Avro the table declares to the letter what the schema says. */
function formatOf(sink: KafkaSink): { readonly format: SourceFormat; readonly physical: readonly PhysicalField[] } {
  const physical = sink.row.map(({ name, type, nullable }): PhysicalField => ({ name, type, nullable }))
  if (sink.target.format !== 'avro') return { format: { kind: 'json' }, physical }
  const fields = sink.row.map((c) => ({ name: c.name, typed: c, doc: c.doc ?? null }))
  const avro = topicSchema(sink.target.topic, 'Value', fields)
  if (!avro.ok) return bug(`${sink.id}: ${avro.reason}`)
  return {
    format: {
      kind: 'avro',
      framing: 'confluent',
      subject: sink.target.subject,
      version: null,
      reader: avro.schema,
      schemaOption: false,
    },
    physical: physical.map((f, i) => ({ ...f, ...avro.columns[i]! })),
  }
}

interface OutputTime {
  readonly ordinal: number | null
  readonly delay: number
  readonly idle: number | null
  /** Why it is none any more. */
  readonly lost: string | null
  readonly inferred: CheckedRelation['inferred']
}

/**
 * Rows come out in the order of the job's watermark, so they are as far out of order as those that it reads: the largest lateness of
 * its sources. A partition is silent between two commits, and behind a window between two results: only then is it idle.
 */
function timeOf(sink: CheckedSink, from: Shape, scope: FileScope, checking: Checking): OutputTime {
  const none = (lost: string | null): OutputTime => ({ ordinal: null, delay: 0, idle: null, lost, inferred: [] })
  if (from.time === null) return none(from.timeLost?.reason ?? null)
  const column = from.row[from.time]!.name
  const ordinal = from.columns.findIndex((c) => c.ordinal === from.time)
  if (ordinal < 0) return none(`its sink does not write \`${column}\``)
  const any = from.sources.find((s) => s.acceptLate)
  if (any !== undefined) return none(`\`${any.name}\` accepts rows however late they are`)
  const delay = Math.max(0, ...from.sources.map((s) => s.delay))
  const { interval } = checkPipeline(scope.pipeline!, checking).pipeline.checkpoint
  const idles = from.sources.map((s) => (s.idle === 'unsaid' ? null : s.idle))
  const windows = windowSum(sink.relation)
  const idle = idles.includes(null) ? null : Math.max(0, ...(idles as number[])) + windows + interval
  const names = from.sources.map((s) => `\`${s.name}\``).join(', ')
  return {
    ordinal,
    delay,
    idle,
    lost: null,
    inferred: [
      {
        what: 'time',
        value: `${column} late by ${seconds(delay)}`,
        because: `the largest lateness of what it is made from: ${names}`,
      },
      idle === null
        ? { what: 'idle', value: 'never', because: `a source of it is never idle` }
        : {
            what: 'idle',
            value: `after ${seconds(idle)}`,
            because: `idleness of ${names}${windows > 0 ? `, ${seconds(windows)} of windows` : ''}, ${seconds(interval)} between commits`,
          },
    ],
  }
}

const seconds = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} seconds` : `${ms} ms`)

/** Windows on the longest way to a relation, in milliseconds. */
function windowSum(relation: CheckedRelation): number {
  const byId = new Map<string, Operator>()
  const collect = (r: CheckedRelation): void => {
    for (const o of r.operators) byId.set(o.id, o)
    for (const u of r.uses) collect(u)
  }
  collect(relation)
  const known = new Map<string, number>()
  const sum = (id: string): number => {
    const before = known.get(id)
    if (before !== undefined) return before
    const o = byId.get(id)
    const inputs = o?.inputs.map((e) => sum(e.operator)) ?? []
    const here = Math.max(0, ...inputs) + (o?.kind === 'window_aggregate' ? o.window.size : 0)
    known.set(id, here)
    return here
  }
  return relation.shape === null ? 0 : sum(relation.shape.edge.operator)
}
