// The Avro record that a pipeline writes as a topic's value or key. Its full name is `<topic>.Value` or `<topic>.Key`, as Debezium
// names its own. Who writes a topic and who reads it derive the same schema.
import { avroFor, type AvroWriter, type WrittenField } from './avro-write.js'

export const topicSchema = (topic: string, part: 'Value' | 'Key', fields: readonly WrittenField[]): AvroWriter =>
  avroFor(fields, part, namespaceOf(topic))

/** A topic's name as an Avro namespace: letters, digits and underscores in each part, no digit first. */
const namespaceOf = (topic: string): string =>
  topic
    .split('.')
    .map((part) => part.replace(/[^A-Za-z0-9_]/g, '_'))
    .map((part) => (/^[A-Za-z_]/.test(part) ? part : `_${part}`))
    .join('.')
