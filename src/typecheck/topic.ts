// Topics: legal names, the naming convention, settings that fit together, message keys.
import { sinks } from '../diagnostics/codes/sinks.js'
import { NO_TOPIC_SPEC, type KeyFormat, type TopicSpec } from '../ir/plan.js'
import type { Span } from '../core/span.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { append, meant, remove, replace } from './fixes.js'

/** Kafka's rule: org.apache.kafka.common.internals.Topic. Null: legal. */
export function topicNameProblem(name: string): string | null {
  if (name === '') return 'it is empty'
  if (name === '.' || name === '..') return 'Kafka refuses `.` and `..`'
  if (name.length > 249) return `it has ${name.length} characters, Kafka takes 249`
  const bad = /[^a-zA-Z0-9._-]/.exec(name)
  if (bad !== null) return `\`${bad[0]}\` is not among letters, digits, \`.\`, \`_\` and \`-\``
  if (name.startsWith('__')) return "names beginning with `__` are Kafka's own"
  return null
}

/** `<domain>.<entity>.<event>.v<n>` */
export const followsConvention = (name: string): boolean => /^[a-z0-9-]+(\.[a-z0-9_-]+){2,}\.v[0-9]+$/.test(name)

export function keyFormat(node: ast.Name | null, at: Span, checking: Checking): KeyFormat | null {
  if (node === null) {
    checking.bag.report(
      sinks.messageKey,
      at,
      { reason: "it does not say how the key's bytes are made" },
      {
        help: 'say `as text`, `as avro`, `as json` or `as raw`: a BIGINT as text and as raw bytes lands in other partitions',
        fixes: [append(at, ' as text')],
      },
    )
    return null
  }
  const word = node.text.toLowerCase()
  if (word === 'text' || word === 'avro' || word === 'json' || word === 'raw') return word
  checking.bag.report(
    sinks.messageKey,
    node.span,
    { reason: `there is no key format \`${node.text}\`` },
    { help: 'one of `text`, `avro`, `json`, `raw`', ...meant(node, ['text', 'avro', 'json', 'raw']) },
  )
  return null
}

/** What a `topic` block and a sink can both say. */
export const TOPIC_SETTINGS: ReadonlySet<string> = new Set([
  'throughput',
  'partitions',
  'partitions for',
  'replicas',
  'min insync',
  'retention',
  'cleanup',
])

export function topicSpec(
  properties: readonly (ast.TopicProperty | ast.SinkProperty)[],
  topic: string,
  checking: Checking,
): TopicSpec {
  const { bag } = checking
  let spec = NO_TOPIC_SPEC
  const seen = new Map<string, Span>()
  for (const p of properties) {
    seen.set(p.kind, p.span)
    switch (p.kind) {
      case 'throughput':
      case 'partitions for':
        spec = { ...spec, throughput: p.megabytes }
        break
      case 'partitions':
        spec = { ...spec, partitions: p.count }
        break
      case 'replicas':
        spec = { ...spec, replicas: p.count }
        break
      case 'min insync':
        spec = { ...spec, minInsyncReplicas: p.count }
        break
      case 'retention':
        spec = { ...spec, retention: p.duration.milliseconds }
        break
      case 'cleanup':
        spec = { ...spec, cleanup: p.policy }
        break
      default:
        break // not a topic's setting
    }
    if ('count' in p && p.count < 1) bag.report(sinks.topicSettings, p.span, { topic, reason: `\`${p.kind}\` is at least 1` })
    if ('megabytes' in p && p.megabytes <= 0)
      bag.report(sinks.topicSettings, p.span, { topic, reason: 'a throughput is above 0 MB/s' })
    if (p.kind === 'retention' && p.duration.milliseconds <= 0)
      bag.report(sinks.topicSettings, p.span, { topic, reason: 'a retention is above 0' })
  }
  const derived = seen.get('partitions for')
  for (const other of ['partitions', 'throughput'] as const) {
    const at = seen.get(other)
    if (derived === undefined || at === undefined) continue
    const reason = `\`${other}\` and \`partitions for\` say the same thing twice`
    bag.report(
      sinks.topicSettings,
      at,
      { topic, reason },
      { related: [{ span: derived, text: 'here too' }], fixes: [remove(at, `\`${other}\``)] },
    )
  }
  if (spec.minInsyncReplicas !== null && spec.replicas !== null && spec.minInsyncReplicas > spec.replicas)
    bag.report(
      sinks.topicSettings,
      seen.get('min insync')!,
      {
        topic,
        reason: `min insync ${spec.minInsyncReplicas} is above ${spec.replicas} replicas: every write with acks=all would fail`,
      },
      {
        related: [{ span: seen.get('replicas')!, text: `${spec.replicas} replicas` }],
        fixes: [replace(seen.get('min insync')!, `min insync ${Math.max(1, spec.replicas - 1)}`)],
      },
    )
  return spec
}
