// What stands in blocks: properties of pipelines, connections, topics, sources, sinks and functions.
import fc from 'fast-check'
import type {
  ConfigProperty,
  FnProperty,
  MetaNode,
  PipelineProperty,
  SinkProperty,
  SourceClause,
  TopicProperty,
  TuningNode,
  WithClause,
} from '../../../src/surface/ast.js'
import { late } from './clauses.js'
import { expression } from './expressions.js'
import { at, count, duration, maybe, megabytes, name, named, names, NOWHERE, oneOfEach, path, text, words } from './words.js'

const span = fc.constant(NOWHERE)
const one = <const T>(value: T): fc.Arbitrary<T> => fc.constant(value)
const kindOf = (p: { readonly kind: string }): string => p.kind

const tuning = fc.array(
  fc.oneof<fc.Arbitrary<TuningNode>[]>(
    fc.record({ kind: fc.constantFrom('mini batch', 'align drift', 'watermarks every' as const), duration, span }),
    fc.record({ kind: fc.constantFrom('parallelism' as const, 'max parallelism' as const), count, span }),
  ),
  { maxLength: 3 },
)

export const pipelineProperties = oneOfEach<PipelineProperty>(
  [
    fc.record({ kind: fc.constantFrom('owner', 'dlq', 'time zone' as const), value: text, span }),
    fc.record({ kind: one('sla' as const), value: duration, span }),
    fc.record({ kind: one('tuning' as const), items: tuning, span }),
    fc.record({
      kind: one('checkpoint' as const),
      every: duration,
      mode: fc.constantFrom('exactly-once' as const, 'at-least-once' as const),
      span,
    }),
  ],
  kindOf,
)

export const configProperties: fc.Arbitrary<ConfigProperty[]> = fc.uniqueArray(
  fc.record({
    name: named(fc.constantFrom('host', 'port', 'topic prefix', 'uri', 'ssl mode', 'env', 'User')),
    value: fc.oneof<fc.Arbitrary<ConfigProperty['value']>[]>(
      words.map((value) => ({ kind: 'text', value, ...at })),
      fc.constantFrom('5432', '1.50').map((value) => ({ kind: 'number', value, ...at })),
      fc.record({ kind: fc.constantFrom('env' as const, 'secret' as const), name: words, span }),
    ),
    span,
  }),
  { selector: (p) => p.name.text.toLowerCase(), maxLength: 5 },
)

const topicProperty: fc.Arbitrary<TopicProperty>[] = [
  fc.record({ kind: fc.constantFrom('throughput' as const, 'partitions for' as const), megabytes, span }),
  fc.record({ kind: fc.constantFrom('partitions', 'replicas', 'min insync' as const), count, span }),
  fc.record({ kind: one('retention' as const), duration, span }),
  fc.record({ kind: one('cleanup' as const), policy: fc.constantFrom('delete' as const, 'compact' as const), span }),
]
export const topicProperties = oneOfEach(topicProperty, kindOf)

const messageKey = fc.record({ kind: one('message key' as const), columns: names, format: maybe(name), span })
const withClause: fc.Arbitrary<WithClause> = fc.record({
  kind: one('with' as const),
  options: fc.array(fc.record({ name: text, value: text }), { maxLength: 3 }),
  span,
})

export const sinkProperties = oneOfEach<SinkProperty>(
  [
    messageKey,
    fc.record({ kind: one('key' as const), columns: names, span }),
    fc.record({
      kind: one('partition by' as const),
      parts: fc.array(
        fc.oneof(
          name.map((column) => ({ transform: 'identity', column, parameter: null, ...at })),
          fc.record({
            transform: fc.constantFrom('days', 'bucket', 'truncate'),
            column: name,
            parameter: fc.constantFrom(null, 16),
            span,
          }),
        ),
        { minLength: 1, maxLength: 2 },
      ),
      span,
    }),
    fc.record({ kind: one('format version' as const), version: count, span }),
    fc.record({ kind: one('format' as const), format: name, span }),
    ...topicProperty,
    withClause,
  ],
  kindOf,
)

const instant = fc.oneof(text, named(fc.constantFrom('since', 'w')))
const meta: fc.Arbitrary<MetaNode> = fc.oneof(
  fc.record({
    name,
    key: fc.constantFrom('topic', 'partition', 'offset', 'timestamp', 'timestamp type', 'leader epoch', 'headers' as const),
    header: one(null),
    as: one(null),
    span,
  }),
  fc.record({ name, key: one('header' as const), header: text, as: maybe(named(fc.constantFrom('text', 'raw'))), span }),
)

export const sourceClauses = oneOfEach<SourceClause>(
  [
    fc.record({
      kind: one('schema' as const),
      source: fc.oneof<fc.Arbitrary<Extract<SourceClause, { kind: 'schema' }>['source']>[]>(
        fc.record({ kind: one('registry' as const), subject: maybe(text), version: maybe(count) }),
        fc.record({ kind: one('file' as const), path: text }),
        fc.record({ kind: one('named' as const), name }),
      ),
      span,
    }),
    fc.record({ kind: one('primary key' as const), columns: names, span }),
    messageKey,
    fc.record({
      kind: one('time' as const),
      time: fc.oneof<fc.Arbitrary<Extract<SourceClause, { kind: 'time' }>['time']>[]>(
        fc.record({
          kind: one('column' as const),
          path,
          as: fc.constantFrom(null, 'epoch millis', 'epoch seconds', 'epoch micros' as const),
          span,
        }),
        one({ kind: 'commit', ...at }),
        fc.record({ kind: one('metadata' as const), key: text, span }),
      ),
      lateBy: maybe(duration),
      idle: maybe(fc.record({ after: maybe(duration), span })),
      span,
    }),
    fc.record({
      kind: one('start' as const),
      position: fc.constantFrom('earliest' as const, 'latest' as const),
      otherwise: one(null),
      at: one(null),
      span,
    }),
    fc.record({
      kind: one('start' as const),
      position: one('committed' as const),
      otherwise: fc.constantFrom(null, 'earliest' as const, 'latest' as const),
      at: one(null),
      span,
    }),
    fc.record({ kind: one('start' as const), position: one('at' as const), otherwise: one(null), at: instant, span }),
    fc.record({ kind: one('until' as const), position: one('latest' as const), at: one(null), span }),
    fc.record({ kind: one('until' as const), position: one('at' as const), at: instant, span }),
    fc.record({ kind: one('history' as const), path, until: instant, span }),
    fc.record({ kind: one('meta' as const), items: fc.array(meta, { maxLength: 3 }), span }),
    fc.record({ kind: one('invalid' as const), action: fc.constantFrom('fail' as const, 'to dlq' as const), span }),
    fc.record({ kind: one('parallelism' as const), count, span }),
    fc.record({ kind: one('snapshot at' as const), column: name, span }),
    fc.record({ kind: one('deletes never' as const), span }),
    fc.record({ kind: one('late' as const), late, span }),
    fc.record({ kind: one('format' as const), format: name, span }),
    withClause,
  ],
  kindOf,
)

export const fnProperties = oneOfEach<FnProperty>(
  [
    fc.record({ kind: one('jar' as const), path: text, span }),
    fc.record({ kind: one('locally' as const), expr: expression, span }),
  ],
  kindOf,
)
