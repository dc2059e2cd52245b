// What can only be said of the topics that a job reads once the whole job is known.
import { kafkaSources } from '../diagnostics/codes/kafka-sources.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import type { Span } from '../core/span.js'
import { matchesTopic, topicsOf } from '../ir/kafka-source.js'
import type { PlanTopic } from '../ir/plan.js'
import type { Checking } from './checking.js'
import { replace } from './fixes.js'
import type { CheckedRelation } from './relation.js'
import { clauseOf } from './source-schema.js'

export interface Written {
  readonly topic: string
  readonly span: Span
  /** `a sink writes it` */
  readonly text: string
}

export function reportReading(
  relations: readonly CheckedRelation[],
  written: readonly Written[],
  topics: readonly PlanTopic[],
  { bag }: Checking,
): void {
  for (const r of relations) {
    const source = r.lateOf === null ? r.operators[0] : undefined
    if (source?.kind !== 'source' || r.declaration.kind !== 'source') continue
    const elsewhere = source.connector.kind === 'kafka' && source.connector.connection !== null
    if (elsewhere) continue // topics of another cluster
    const { span } = r.declaration.from
    for (const topic of topicsOf(source)) {
      const writer = written.find((w) => w.topic === topic)
      if (writer === undefined) continue
      bag.report(sinks.readsOwnTopic, span, { topic }, { related: [{ span: writer.span, text: writer.text }] })
    }
    if (source.connector.kind !== 'kafka') continue
    const { pattern } = source.connector
    const own = pattern === null ? undefined : written.find((w) => matches(pattern, w.topic))
    if (own !== undefined)
      bag.report(
        kafkaSources.pattern,
        r.declaration.from.span,
        { pattern: pattern!, reason: `\`${own.topic}\` matches it, and the pipeline writes that: it would read its own rows` },
        { related: [{ span: own.span, text: own.text }] },
      )
    const clause = clauseOf(r.declaration, 'parallelism')
    const partitions = partitionsOf(topicsOf(source), topics)
    // A subtask without a partition never has a watermark; it goes idle where the source does [ran on Flink 2.2.0, three
    // subtasks over one partition: windows fire with an idle time-out, and none does without].
    const waits = source.time !== null && source.time.idle === null
    if (clause !== null && partitions !== null && clause.count > partitions && waits)
      bag.report(
        kafkaSources.parallelism,
        clause.span,
        {
          source: source.name,
          reason: `${clause.count} subtasks share ${partitions} partition${partitions === 1 ? '' : 's'}, and the watermark waits for ever for those without one`,
        },
        { fixes: [replace(clause.span, `parallelism ${partitions}`)] },
      )
  }
}

/** The partitions of topics that are read together; null where a block does not say them. */
function partitionsOf(names: readonly string[], topics: readonly PlanTopic[]): number | null {
  const counts = names.map((n) => topics.find((t) => t.name === n)?.spec.partitions ?? null)
  return counts.length === 0 || counts.includes(null) ? null : counts.reduce<number>((sum, n) => sum + n!, 0)
}

/** A pattern that does not compile has been reported. */
function matches(pattern: string, topic: string): boolean {
  try {
    return matchesTopic(pattern, topic)
  } catch {
    return false
  }
}
