// Which topics a source reads: one, several, or all whose name matches a pattern.
import type { SourceConnector, SourceExpr, SourceOperator } from './plan.js'

export type KafkaConnector = SourceConnector & { readonly kind: 'kafka' }

/** `topic a`, `topics a, b`, `topics like iot\..*` */
export const topicsText = (c: KafkaConnector): string =>
  c.pattern !== null ? `topics like ${c.pattern}` : `${c.topics.length > 1 ? 'topics' : 'topic'} ${c.topics.join(', ')}`

/** The whole name has to match, as Flink's TopicPatternSubscriber has it. The pattern has been checked: it compiles. */
export const matchesTopic = (pattern: string, topic: string): boolean => new RegExp(`^(?:${pattern})$`).test(topic)

/** The topics that a source names itself; none where a pattern decides, or where it reads files. */
export function topicsOf({ connector }: SourceOperator): readonly string[] {
  switch (connector.kind) {
    case 'kafka':
      return connector.topics
    case 'cdc':
      return [connector.topic]
    case 'files':
    case 'iceberg':
    case 'every':
      return []
  }
}

/** The topic of a record that does not say it: null where there is none, or where nothing but the record could tell. */
export const defaultTopic = (source: SourceOperator): string | null => topicsOf(source)[0] ?? null

/** Records of topics, as against files, tables and the clock. */
export const readsTopics = ({ connector }: SourceOperator): boolean => connector.kind === 'kafka' || connector.kind === 'cdc'

const visible = (s: SourceOperator): readonly SourceExpr[] => s.compute.filter((_, i) => s.columns[i]!.hidden !== true)

/** The program sees metadata of its records, not only an envelope of the DLQ does. */
export const readsMetadata = (s: SourceOperator): boolean => visible(s).some((e) => e.kind === 'metadata' || e.kind === 'header')

/** What the program reads of a record that no data file has; null: nothing. */
export function missingInFiles(s: SourceOperator): string | null {
  const found = visible(s).find((e) => e.kind === 'metadata' && (e.key === 'timestamp' || e.key === 'timestamp-type'))
  if (found !== undefined) return 'the timestamp'
  return s.connector.kind === 'kafka' && s.connector.pattern !== null && readsTopic(s) ? 'the topic' : null
}

const readsTopic = (s: SourceOperator): boolean => visible(s).some((e) => e.kind === 'metadata' && e.key === 'topic')
