// Topics: what the pipelines own, compared with what the cluster has. Only settings that a plan says are compared, by their
// effective value: what the broker decides is nobody's difference.
import type { TopicPlan } from '../codegen/kafka/topics.js'
import { deploy } from '../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { DeployFailure } from './failure.js'
import { KafkaFailure, type KafkaAdmin, type KafkaProblem, type TopicRequest } from './kafka-model.js'
import { compare, reading, type Reading, type Step } from './steps.js'

export interface WantedTopic {
  readonly pipeline: string
  readonly plan: TopicPlan
}

export interface KafkaPlace {
  readonly admin: KafkaAdmin
  readonly bootstrap: string
  /** What is sent to log in. */
  readonly sent: string
}

export async function readTopics(place: KafkaPlace, wanted: readonly WantedTopic[]): Promise<Reading> {
  const { topics, problems } = once(wanted)
  if (topics.length === 0) return reading({ problems })
  return kafka(place, async (admin) => {
    const names = [...new Set(topics.flatMap((t) => t.configs.map((c) => c.name)))]
    const found = await admin.topics(
      topics.map((t) => t.name),
      names,
    )
    const brokers = await admin.brokers()
    const steps: Step[] = []
    for (const topic of topics) {
      const there = found.get(topic.name) ?? null
      if (there === null) {
        if (topic.replicas > brokers)
          problems.push(diagnostic(deploy.brokers, null, { topic: topic.name, replicas: topic.replicas, brokers }))
        else steps.push({ kind: 'topic', name: topic.name, detail: detailOf(topic), make: () => create(place, topic) })
        continue
      }
      const differences = compare(
        valuesOf(topic),
        new Map([...there.configs, ['partitions', String(there.partitions)], ['replicas', String(there.replicas)]]),
      )
      if (differences.length > 0) problems.push(diagnostic(deploy.topicDiffers, null, { topic: topic.name, differences }))
      else steps.push({ kind: 'topic', name: topic.name, detail: detailOf(topic), make: null })
    }
    return reading({ steps, problems })
  })
}

async function create(place: KafkaPlace, topic: TopicRequest): ReturnType<NonNullable<Step['make']>> {
  const status = await kafka(place, (admin) => admin.create(topic))
  return { status, detail: detailOf(topic) }
}

/** Lets the cluster say what it would refuse, before anything is made. */
export async function tryTopics(place: KafkaPlace, wanted: readonly WantedTopic[], steps: readonly Step[]): Promise<void> {
  const { topics } = once(wanted)
  for (const topic of topics)
    if (steps.some((s) => s.kind === 'topic' && s.name === topic.name && s.make !== null))
      await kafka(place, (admin) => admin.create(topic, { validateOnly: true }))
}

/** Each topic once; two pipelines may share one when they want the same of it. */
function once(wanted: readonly WantedTopic[]): { readonly topics: readonly TopicRequest[]; readonly problems: Diagnostic[] } {
  const topics = new Map<string, { readonly pipeline: string; readonly request: TopicRequest }>()
  const problems: Diagnostic[] = []
  for (const { pipeline, plan } of wanted) {
    const request: TopicRequest = {
      name: plan.name,
      partitions: plan.partitions.value,
      replicas: plan.replicationFactor.value,
      configs: plan.configs.map(({ name, value }) => ({ name, value })),
    }
    const other = topics.get(plan.name)
    if (other === undefined) {
      topics.set(plan.name, { pipeline, request })
      continue
    }
    const differences = compare(valuesOf(request), valuesOf(other.request))
    if (differences.length > 0)
      problems.push(
        diagnostic(deploy.wantedTwice, null, {
          what: 'topic',
          name: plan.name,
          one: other.pipeline,
          other: pipeline,
          differences,
        }),
      )
  }
  return { topics: [...topics.values()].map((t) => t.request), problems }
}

const valuesOf = (t: TopicRequest): ReadonlyMap<string, string> =>
  new Map([
    ['partitions', String(t.partitions)],
    ['replicas', String(t.replicas)],
    ...t.configs.map((c) => [c.name, c.value] as const),
  ])

const detailOf = (t: TopicRequest): string =>
  `${t.partitions} partition${t.partitions === 1 ? '' : 's'}, ${t.replicas} replica${t.replicas === 1 ? '' : 's'}`

/** The topics of others that a pipeline reads. */
export const missingTopics = (place: KafkaPlace, names: readonly string[]): Promise<readonly string[]> =>
  kafka(place, async (admin) => {
    const found = await admin.topics(names, [])
    return names.filter((n) => (found.get(n) ?? null) === null)
  })

async function kafka<T>(place: KafkaPlace, work: (admin: KafkaAdmin) => Promise<T>): Promise<T> {
  try {
    return await work(place.admin)
  } catch (error) {
    if (!(error instanceof KafkaFailure)) throw error
    throw new DeployFailure([kafkaDiagnostic(place, error.problem)])
  }
}

function kafkaDiagnostic({ bootstrap: url, sent }: KafkaPlace, p: KafkaProblem): Diagnostic {
  const system = 'Kafka'
  switch (p.kind) {
    case 'unreachable':
      return diagnostic(deploy.unreachable, null, { system, url, reason: p.reason })
    case 'login':
      return diagnostic(deploy.login, null, { system, url, sent, reason: p.reason })
    case 'timeout':
      return diagnostic(deploy.unreachable, null, { system, url, reason: p.reason })
    case 'forbidden':
      return diagnostic(deploy.forbidden, null, { system, action: p.action, reason: p.reason })
    case 'failed':
      return diagnostic(deploy.failed, null, { system, action: p.action, reason: p.reason })
  }
}
