// Records of a data file in place of a topic: what such a record has beside its fields.
import { defaultTopic } from '../ir/kafka-source.js'
import type { SourceOperator } from '../ir/plan.js'
import type { SourceRecord } from './api.js'

/** The file stands for partition 0 of the source's first topic: its records are counted. Headers they have none. */
export function fileRecords(source: SourceOperator): (record: SourceRecord) => SourceRecord {
  if (source.connector.kind !== 'kafka') return (record) => record
  const topic = defaultTopic(source)
  let offset = 0n
  return (record) => ({ ...record, topic, partition: 0, offset: offset++ })
}
