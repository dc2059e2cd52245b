// The topics that a pipeline owns: captured tables, results, dead letters, `topic` blocks. Topics it only reads belong to
// somebody else and are not in here. Every setting carries its reason.
import type { Json } from '../../core/stable-json.js'
import { NO_TOPIC_SPEC, type PlanProgram, type SinkOperator, type TopicSpec } from '../../ir/plan.js'
import type { Environment, TopicPolicy } from '../environment.js'
import { checkpointTimes } from '../flink/checkpoint.js'
import { DLQ_MESSAGE_BYTES } from '../flink/sink-table.js'
import { isKafkaSink } from '../schemas.js'

export type TopicRole = 'cdc' | 'heartbeat' | 'result' | 'dlq' | 'tap' | 'declared'

export interface TopicPlan {
  readonly name: string
  readonly role: TopicRole
  readonly partitions: Reasoned<number>
  readonly replicationFactor: Reasoned<number>
  /** Kafka takes every value as text. */
  readonly configs: readonly { readonly name: string; readonly value: string; readonly because: string }[]
}

interface Reasoned<T> {
  readonly value: T
  readonly because: string
}

const DAY = 86_400_000

interface Wanted {
  readonly name: string
  readonly role: TopicRole
  readonly spec: TopicSpec
  readonly upsert: boolean
}

export function planTopics(plan: PlanProgram, environment: Environment): readonly TopicPlan[] {
  const wanted = wantedTopics(plan)
  const results = wanted.filter((w) => w.role === 'result').map((w) => w.spec.retention ?? environment.topics.retention.result)
  const longest = Math.max(0, ...results)
  return wanted.map((w) => topicPlan(w, plan, environment.topics, longest))
}

function wantedTopics(plan: PlanProgram): readonly Wanted[] {
  const declared = new Map(plan.topics.map((t) => [t.name, t.spec]))
  const wanted = new Map<string, Wanted>()
  const add = (name: string, role: TopicRole, spec: TopicSpec, upsert = false): void => {
    if (!wanted.has(name)) wanted.set(name, { name, role, spec: merged(declared.get(name) ?? NO_TOPIC_SPEC, spec), upsert })
  }
  for (const o of plan.operators) {
    if (o.kind !== 'source' || o.connector.kind !== 'cdc') continue
    add(o.connector.topic, 'cdc', NO_TOPIC_SPEC)
    add(`__debezium-heartbeat.${topicPrefix(o.connector.topic)}`, 'heartbeat', NO_TOPIC_SPEC)
  }
  for (const o of plan.operators.filter((x): x is SinkOperator => x.kind === 'sink'))
    if (isKafkaSink(o)) add(o.target.topic, o.target.role, o.target.owned, o.mode === 'upsert')
  for (const t of plan.topics) add(t.name, 'declared', t.spec)
  const order: readonly TopicRole[] = ['cdc', 'heartbeat', 'result', 'dlq', 'tap', 'declared']
  return [...wanted.values()].sort(
    (a, b) => order.indexOf(a.role) - order.indexOf(b.role) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  )
}

/** `<prefix>.<schema>.<table>`: Debezium's own naming. */
export const topicPrefix = (topic: string): string => topic.split('.').slice(0, -2).join('.')

/** What a `topic` block says wins over what is derived. */
const merged = (block: TopicSpec, derived: TopicSpec): TopicSpec => ({
  throughput: block.throughput ?? derived.throughput,
  partitions: block.partitions ?? derived.partitions,
  replicas: block.replicas ?? derived.replicas,
  minInsyncReplicas: block.minInsyncReplicas ?? derived.minInsyncReplicas,
  retention: block.retention ?? derived.retention,
  cleanup: block.cleanup ?? derived.cleanup,
})

function topicPlan(w: Wanted, plan: PlanProgram, policy: TopicPolicy, longestResult: number): TopicPlan {
  const replicas = policy.forced.replicas ?? w.spec.replicas ?? policy.replicas
  return {
    name: w.name,
    role: w.role,
    partitions: partitionsOf(w, policy),
    replicationFactor: {
      value: replicas,
      because:
        policy.forced.replicas !== null
          ? 'from the environment'
          : w.spec.replicas === null
            ? 'the default of the policy'
            : 'written in the program',
    },
    configs: configsOf(w, plan, policy, replicas, longestResult),
  }
}

function partitionsOf(w: Wanted, policy: TopicPolicy): Reasoned<number> {
  const { spec } = w
  if (policy.forced.partitions !== null) return { value: policy.forced.partitions, because: 'from the environment' }
  if (spec.partitions !== null) return { value: spec.partitions, because: 'written in the program' }
  if (w.role === 'heartbeat') return { value: 1, because: 'one small record now and then' }
  if (w.role === 'tap') return { value: 1, because: 'read by people: all rows in their order' }
  if (spec.throughput !== null) {
    const needed = Math.ceil((spec.throughput * policy.growth) / policy.partitionThroughput)
    const rule = `${spec.throughput} MB/s × ${policy.growth} ÷ ${policy.partitionThroughput} MB/s a partition`
    return needed >= policy.importantPartitions
      ? { value: needed, because: rule }
      : {
          value: policy.importantPartitions,
          because: `${rule} is ${needed}; at least ${policy.importantPartitions}, since partitions of a keyed topic cannot be added without breaking its order`,
        }
  }
  if (w.role === 'dlq') return { value: policy.dlqPartitions, because: 'few rows, read by people and replays' }
  return {
    value: policy.importantPartitions,
    because: `others depend on it: at least ${policy.importantPartitions}, since partitions of a keyed topic cannot be added without breaking its order`,
  }
}

function configsOf(
  w: Wanted,
  plan: PlanProgram,
  policy: TopicPolicy,
  replicas: number,
  longestResult: number,
): TopicPlan['configs'] {
  const configs: { name: string; value: string; because: string }[] = []
  const set = (name: string, value: string | number, because: string): void =>
    void configs.push({ name, value: String(value), because })
  const cleanup = w.spec.cleanup ?? (w.upsert ? 'compact' : 'delete')
  set(
    'cleanup.policy',
    cleanup,
    w.spec.cleanup !== null
      ? 'written in the program'
      : w.upsert
        ? 'the newest row of each key is the table'
        : w.role === 'cdc'
          ? 'compaction would remove the history that versions are made of'
          : 'rows are events: none replaces another',
  )
  if (cleanup === 'compact') {
    set('min.compaction.lag.ms', 3_600_000, 'a reader an hour behind still sees every change')
    set('delete.retention.ms', policy.retention.result, 'a reader that was away for the retention of results still sees deletes')
  } else {
    const { value, because } = retentionOf(w, policy, longestResult)
    set('retention.ms', value, because)
  }
  const insync = Math.min(replicas, w.spec.minInsyncReplicas ?? Math.max(1, replicas - 1))
  set(
    'min.insync.replicas',
    insync,
    w.spec.minInsyncReplicas === null
      ? 'one less than the replicas: one broker may be away'
      : insync < w.spec.minInsyncReplicas
        ? 'as many as there are replicas'
        : 'written in the program',
  )
  if (w.role === 'dlq') set('max.message.bytes', DLQ_MESSAGE_BYTES, 'a rejected row is bigger than the record it wraps')
  if (
    isWritten(w) &&
    plan.pipeline.checkpoint.mode === 'exactly-once' &&
    cleanup === 'delete' &&
    retentionOf(w, policy, longestResult).value < 2 * checkpointTimes(plan.pipeline.checkpoint.interval).transaction
  )
    set('segment.ms', 3_600_000, 'the retention is short: without smaller segments rows stay for a week')
  return configs
}

const isWritten = (w: Wanted): boolean => w.role === 'result' || w.role === 'dlq'

function retentionOf(w: Wanted, policy: TopicPolicy, longestResult: number): Reasoned<number> {
  if (w.spec.retention !== null) return { value: w.spec.retention, because: 'written in the program' }
  const days = (ms: number): string => `${ms / DAY} days`
  switch (w.role) {
    case 'cdc':
      return {
        value: policy.retention.cdc,
        because: `${days(policy.retention.cdc)}: versions can be built again without a new snapshot`,
      }
    case 'heartbeat':
      return { value: DAY, because: 'nobody reads it' }
    case 'tap':
      return { value: DAY, because: 'a look at a running job; nothing depends on it' }
    case 'dlq': {
      const value = Math.max(policy.retention.dlq, longestResult + 7 * DAY)
      return { value, because: `${days(value)}: longer than any result, time to find the cause and replay` }
    }
    case 'result':
    case 'declared':
      return { value: policy.retention.result, because: `${days(policy.retention.result)}: the default of the policy` }
  }
}

/** topics.json */
export function topicsJson(topics: readonly TopicPlan[], pipeline: string): Json {
  return {
    topicsVersion: 1,
    pipeline,
    topics: topics.map((t) => ({
      name: t.name,
      role: t.role,
      partitions: t.partitions.value,
      replicationFactor: t.replicationFactor.value,
      configs: Object.fromEntries(t.configs.map((c) => [c.name, c.value])),
      because: {
        partitions: t.partitions.because,
        replicationFactor: t.replicationFactor.because,
        ...Object.fromEntries(t.configs.map((c) => [c.name, c.because])),
      },
    })),
  }
}
