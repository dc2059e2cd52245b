// FLOW5xxx: sinks, topics, catalogs, connections, pipelines.
import { define } from '../define.js'

export const sinks = {
  notAppend: define<{ sink: string; relation: string }>(
    'FLOW5001',
    'sink-not-append',
    'error',
    (p) => `sink ${p.sink} appends, and \`${p.relation}\` changes rows it has already emitted`,
    () => "write it with `upsert`, keyed by the relation's key",
  ),
  needsKey: define<{ sink: string; relation: string }>(
    'FLOW5002',
    'upsert-needs-key',
    'error',
    (p) => `sink ${p.sink} is an upsert, and nothing identifies a row of \`${p.relation}\``,
  ),
  keyMismatch: define<{ sink: string; sinkKey: readonly string[]; relation: string; keys: readonly string[] }>(
    'FLOW5003',
    'sink-key-mismatch',
    'error',
    (p) =>
      `rows of \`${p.relation}\` are unique by (${p.keys.join(', ')}), the key of sink ${p.sink} is (${p.sinkKey.join(', ')})`,
    () => 'two rows of one sink key would overwrite each other in an order that nothing defines',
  ),
  keyOnAppend: define<{ sink: string }>(
    'FLOW5004',
    'key-on-append',
    'error',
    (p) =>
      `sink ${p.sink} appends, so \`key\` would mean nothing certain: duplicates within a commit would merge, across commits not`,
    () => 'choose `upsert`, or drop the key',
  ),
  partition: define<{ column: string; reason: string }>(
    'FLOW5005',
    'partition',
    'error',
    (p) => `cannot partition by \`${p.column}\`: ${p.reason}`,
  ),
  partitionOutsideKey: define<{ column: string; key: readonly string[] }>(
    'FLOW5006',
    'partition-outside-key',
    'error',
    (p) => `an upsert table is partitioned by \`${p.column}\`, which is not in its key (${p.key.join(', ')})`,
    () => 'a row whose partition value changes would stay in the old partition too',
  ),
  unwritable: define<{ column: string; type: string; sink: string; reason: string }>(
    'FLOW5007',
    'unwritable-type',
    'error',
    (p) => `\`${p.column}\` is ${p.type}, which ${p.sink} cannot hold: ${p.reason}`,
  ),
  messageKey: define<{ reason: string }>('FLOW5008', 'message-key', 'error', (p) => `this message key cannot be: ${p.reason}`),
  sameTarget: define<{ target: string }>(
    'FLOW5009',
    'two-sinks-one-target',
    'error',
    (p) => `two sinks write to ${p.target}`,
    () => 'two exactly-once writers of one topic fence each other for ever: bring the rows together with `union all`',
  ),
  dlqMissing: define<{ pipeline: string }>(
    'FLOW5010',
    'dlq-missing',
    'error',
    (p) => `rows are routed to a DLQ, and pipeline \`${p.pipeline}\` names none`,
  ),
  topicName: define<{ topic: string; reason: string }>(
    'FLOW5011',
    'topic-name',
    'error',
    (p) => `\`${p.topic}\` cannot be a topic name: ${p.reason}`,
  ),
  topicConvention: define<{ topic: string }>(
    'FLOW5012',
    'topic-convention',
    'note',
    (p) => `topic \`${p.topic}\` does not follow <domain>.<entity>.<event>.v<n>`,
  ),
  property: define<{ property: string; target: string }>(
    'FLOW5013',
    'property-not-here',
    'error',
    (p) => `\`${p.property}\` has no meaning for ${p.target}`,
  ),
  compactKey: define<{ topic: string }>(
    'FLOW5014',
    'compact-without-key',
    'error',
    (p) => `topic \`${p.topic}\` is compacted, and its records have no key: the broker refuses them`,
    () => 'add `message key …`',
  ),
  inLibrary: define<{ sink: string }>(
    'FLOW5015',
    'sink-in-library',
    'error',
    (p) => `sink ${p.sink} stands in a file without a pipeline, so no job runs it`,
    () => "move it to the pipeline's file",
  ),
  noSink: define<{ pipeline: string }>(
    'FLOW5016',
    'pipeline-without-sink',
    'error',
    (p) => `pipeline \`${p.pipeline}\` has no sink: nothing would come out`,
  ),
  config: define<{ what: string; reason: string }>('FLOW5017', 'configuration', 'error', (p) => `${p.what}: ${p.reason}`),
  keyNullable: define<{ column: string; sink: string }>(
    'FLOW5018',
    'key-nullable',
    'error',
    (p) => `key column \`${p.column}\` of sink ${p.sink} may be NULL`,
    (p) =>
      `filter first: \`where ${p.column} is not null\`, or \`coalesce\`; one with \`else dlq\` leaves the column nullable, since both lanes have one type`,
  ),
  topicSettings: define<{ topic: string; reason: string }>(
    'FLOW5019',
    'topic-settings',
    'error',
    (p) => `topic \`${p.topic}\`: ${p.reason}`,
  ),
  columnName: define<{ column: string; sink: string }>(
    'FLOW5020',
    'avro-name',
    'error',
    (p) => `\`${p.column}\` is no legal Avro name, and sink ${p.sink} writes Avro`,
    () => 'rename it: letters, digits and `_`, not beginning with a digit',
  ),
  plainSecret: define<{ property: string }>(
    'FLOW5021',
    'plain-secret',
    'error',
    (p) => `\`${p.property}\` holds a secret in clear`,
    () => "refer to it: `secret('NAME')`; the value never enters an artifact",
  ),
  readsOwnTopic: define<{ topic: string }>(
    'FLOW5022',
    'reads-own-topic',
    'error',
    (p) => `the pipeline reads topic \`${p.topic}\` and writes it: its rows come back to it, for ever`,
    () => 'write to another topic; what is to be tried again goes through a topic and a pipeline of its own',
  ),
}
