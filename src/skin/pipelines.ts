// The pipeline: its properties, and what belongs to it as methods: sinks, taps, topics, tests.
import type * as ast from '../surface/ast.js'
import { call, type Entry, list, object, options, prose, quoted } from './code.js'
import { parts } from './comments.js'
import { duration } from './durations.js'

import { Inexpressible, relation, text, type Module, type OfKind } from './module.js'
import { icebergTable, oneOrList, withOptions } from './sources.js'

/** Entries of an object, with the comments around each. */
export function commented<P extends ast.Node>(
  m: Module,
  d: ast.Declaration,
  nodes: readonly P[],
  entry: (p: P) => Entry,
  first: readonly Entry[] = [],
): string {
  const entries: Entry[] = []
  const around = parts(m, m.origin.range(d).start, nodes, (p) => {
    entries.push(entry(p))
    return ''
  })
  return object([...first, ...entries.map((e, i) => ({ ...e, above: around[i]!.above ?? '', behind: around[i]!.behind ?? '' }))])
}

/** What stands above a part of a pipeline, among its properties. */
export const docEntry = ({ doc }: ast.Declaration): readonly Entry[] => (doc === null ? [] : [{ key: 'doc', code: prose(doc) }])

type Of<K extends ast.PipelineProperty['kind']> = OfKind<ast.PipelineProperty, K>
const PROPERTIES: { readonly [K in ast.PipelineProperty['kind']]: (m: Module, p: Of<K>) => Entry } = {
  owner: (m, p) => ({ key: 'owner', code: text(m, p.value) }),
  dlq: (m, p) => ({ key: 'dlq', code: text(m, p.value) }),
  'time zone': (m, p) => ({ key: 'timeZone', code: text(m, p.value) }),
  sla: (m, p) => ({ key: 'sla', code: duration(m, p.value) }),
  tuning: (m, p) => ({ key: 'tuning', code: object(p.items.map((item) => tuning(m, item))) || '{}' }),
  checkpoint: (m, p) => ({
    key: 'checkpoint',
    code: options({
      every: duration(m, p.every),
      mode: quoted(p.mode.replace('-once', ' once').replace('at-least', 'at least')),
    }),
  }),
}

const TUNING: { readonly [K in ast.TuningNode['kind']]: string } = {
  'mini batch': 'miniBatch',
  'align drift': 'alignDrift',
  'watermarks every': 'watermarksEvery',
  parallelism: 'parallelism',
  'max parallelism': 'maxParallelism',
}
const tuning = (m: Module, item: ast.TuningNode): Entry => ({
  key: TUNING[item.kind],
  code: 'duration' in item ? duration(m, item.duration) : String(item.count),
})

export const pipelineProperties = (m: Module, d: ast.PipelineDecl): string =>
  commented(m, d, d.properties, (p) => PROPERTIES[p.kind](m, p as never))

// ---------------------------------------------------------------- sinks and topics

type TopicOf<K extends ast.TopicProperty['kind']> = OfKind<ast.TopicProperty, K>
const TOPIC: { readonly [K in ast.TopicProperty['kind']]: (m: Module, p: TopicOf<K>) => Entry } = {
  throughput: (_, p) => ({ key: 'throughput', code: String(p.megabytes) }),
  partitions: (_, p) => ({ key: 'partitions', code: String(p.count) }),
  'partitions for': (_, p) => ({ key: 'partitionsFor', code: String(p.megabytes) }),
  replicas: (_, p) => ({ key: 'replicas', code: String(p.count) }),
  'min insync': (_, p) => ({ key: 'minInsync', code: String(p.count) }),
  retention: (m, p) => ({ key: 'retention', code: duration(m, p.duration) }),
  cleanup: (_, p) => ({ key: 'cleanup', code: quoted(p.policy) }),
}
export const topicProperties = (m: Module, d: ast.TopicDecl): string =>
  commented(m, d, d.properties, (p) => TOPIC[p.kind](m, p as never), docEntry(d))

type SinkOf<K extends ast.SinkProperty['kind']> = OfKind<ast.SinkProperty, K>
const SINK: { readonly [K in ast.SinkProperty['kind']]: (m: Module, p: SinkOf<K>) => Entry } = {
  ...TOPIC,
  'message key': (_, p) => ({
    key: 'messageKey',
    code: options({ columns: oneOrList(p.columns), as: p.format === null ? null : quoted(p.format.text) }),
  }),
  key: (_, p) => ({ key: 'key', code: list(p.columns.map((c) => quoted(c.text))) }),
  'partition by': (m, p) => ({ key: 'partitionBy', code: list(p.parts.map((part) => partition(m, part))) }),
  'format version': (_, p) => ({ key: 'formatVersion', code: String(p.version) }),
  format: (_, p) => ({ key: 'format', code: quoted(p.format.text) }),
  with: (m, p) => ({ key: 'with', code: withOptions(m, p) }),
}

const TRANSFORMS: ReadonlySet<string> = new Set(['years', 'months', 'days', 'hours', 'bucket', 'truncate'])

/** `days('created_at')` */
function partition(m: Module, { transform, column, parameter }: ast.PartitionNode): string {
  const name = quoted(column.text)
  if (transform === 'identity' && parameter === null) return name
  const sized = transform === 'bucket' || transform === 'truncate'
  if (!TRANSFORMS.has(transform) || sized !== (parameter !== null))
    throw new Inexpressible(column, `the partition transform \`${transform}\``)
  return call(m.use(transform), ...(parameter === null ? [name] : [String(parameter), name]))
}

/** `.sinkAppend(revenue, kafka('sales.revenue.v1'), { … })` */
export function sink(m: Module, d: ast.SinkDecl): string {
  const target =
    d.target.kind === 'kafka' ? call(m.use('kafka'), text(m, d.target.topic)) : icebergTable(m, d.target.path, d.target)
  const properties = commented(m, d, d.properties, (p) => SINK[p.kind](m, p as never), docEntry(d))
  return call(d.mode === 'append' ? '.sinkAppend' : '.sinkUpsert', relation(m, d.relation), target, properties)
}

export const tap = (m: Module, d: ast.TapDecl): string =>
  call('.tap', relation(m, d.relation), text(m, d.topic), object(docEntry(d)))
export const topic = (m: Module, d: ast.TopicDecl): string => call('.topic', text(m, d.topic), topicProperties(m, d) || '{}')
