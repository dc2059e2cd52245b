// CREATE TABLE of a sink: columns exactly as the plan says, the message key in a form whose bytes are what the program
// declared, the delivery guarantee.
import { bug } from '../../core/bug.js'
import { stableJson } from '../../core/stable-json.js'
import type { PlanProgram, SinkOperator } from '../../ir/plan.js'
import { STRING, isInteger, isString, type FlowType, type Typed } from '../../ir/types.js'
import type { SqlColumn, SqlCreateTable, SqlOptions } from '../artifact.js'
import { configText, plainText, type Environment } from '../environment.js'
import { isKafkaSink, keySchema, valueSchema, type KafkaSink } from '../schemas.js'
import { checkpointTimes } from './checkpoint.js'
import { addKafkaClient } from './kafka-client.js'
import { registryOptions } from './source-options.js'
import { OptionList, type FormatName, type TargetProfile } from './target.js'
import { columnType } from './types.js'

export interface SinkContext {
  readonly plan: PlanProgram
  readonly profile: TargetProfile
  readonly environment: Environment
}

export type IcebergTarget = SinkOperator['target'] & { kind: 'iceberg' }

/** How the key of a Kafka sink becomes bytes. */
export interface MessageKey {
  readonly format: FormatName
  /** Columns of the key in the Flink table. */
  readonly columns: readonly string[]
  /** A column that exists for the key alone: input ordinal and name. */
  readonly added: { readonly ordinal: number; readonly name: string } | null
}

const ADDED_PREFIX = 'key_'

/**
 * `text` is the value's text in UTF-8: `raw` writes it for a STRING, `csv` for an integer (raw would write eight bytes);
 * everything else goes through a STRING column of its own that the value leaves out.
 */
export function messageKey(o: SinkOperator): MessageKey | null {
  if (o.target.kind !== 'kafka' || o.target.keyFormat === null) return null
  const columns = o.key.map((i) => o.row[i]!.name)
  switch (o.target.keyFormat) {
    case 'raw':
      return { format: 'raw', columns, added: null }
    case 'json':
      return { format: 'json', columns, added: null }
    case 'avro':
      return { format: 'avro-confluent', columns, added: null }
    case 'text': {
      const [ordinal] = o.key
      if (ordinal === undefined || o.key.length !== 1) return bug(`the text key of ${o.id} has ${o.key.length} columns`)
      const format = textKeyFormat(o.row[ordinal]!.type)
      if (format !== null) return { format, columns, added: null }
      const taken = new Set(o.row.map((c) => c.name))
      let name = `${ADDED_PREFIX}${columns[0]}`
      while (taken.has(name)) name = `${ADDED_PREFIX}${name}`
      return { format: 'raw', columns: [name], added: { ordinal, name } }
    }
  }
}

const textKeyFormat = (type: FlowType): 'raw' | 'csv' | null => (isString(type) ? 'raw' : isInteger(type) ? 'csv' : null)

export function sinkTable(
  o: SinkOperator,
  name: readonly string[],
  comment: string | null,
  context: SinkContext,
): SqlCreateTable {
  const key = messageKey(o)
  const types = sinkTypes(o)
  const columns: SqlColumn[] = o.row.map((c, i) => ({
    kind: 'physical',
    name: c.name,
    type: columnType(types[i]!),
    ...(c.doc === undefined ? {} : { comment: c.doc }),
  }))
  if (key?.added != null)
    columns.unshift({
      kind: 'physical',
      name: key.added.name,
      type: columnType({ type: STRING, nullable: o.row[key.added.ordinal]!.nullable }),
      comment: 'the message key alone',
    })
  const upsert = o.mode === 'upsert'
  return {
    kind: 'create table',
    name,
    role: 'sink',
    operator: o.id,
    columns,
    primaryKey: upsert
      ? o.target.kind === 'kafka'
        ? (key?.columns ?? bug(`upsert sink ${o.id} has no message key`))
        : o.key.map((i) => o.row[i]!.name)
      : [],
    partitionedBy:
      o.target.kind === 'iceberg' && !needsTransforms(o) ? o.target.partitions.map((p) => o.row[p.column]!.name) : [],
    watermark: null,
    options: isKafkaSink(o) ? kafkaOptions(o, key, context) : icebergOptions(o, o.target as IcebergTarget),
    comment,
    madeBy: needsTransforms(o) ? 'catalog' : 'sql',
    origin: o.origin,
  }
}

const needsTransforms = (o: SinkOperator): boolean =>
  o.target.kind === 'iceberg' && o.target.partitions.some((p) => p.transform !== 'identity')

/** A DLQ row is bigger than the record it wraps. */
export const DLQ_MESSAGE_BYTES = 2_097_152

function kafkaOptions(o: KafkaSink, key: MessageKey | null, { plan, profile, environment }: SinkContext): SqlOptions {
  const { target } = o
  const upsert = o.mode === 'upsert'
  const list = new OptionList(profile, upsert ? 'upsert-kafka' : 'kafka')
  list
    .add('connector', upsert ? 'upsert-kafka' : 'kafka')
    .add('properties.bootstrap.servers', configText(environment.kafka.bootstrap), 'from the environment')
    .add('topic', target.topic)
  addKafkaClient(list, environment.kafka, profile)
  if (target.role === 'tap')
    list.add('sink.delivery-guarantee', 'at-least-once', 'a look at rows as they come: some of them again after a restart')
  else if (plan.pipeline.checkpoint.mode === 'exactly-once') {
    const { transaction } = checkpointTimes(plan.pipeline.checkpoint.interval)
    list
      .add(
        'sink.delivery-guarantee',
        'exactly-once',
        'rows appear when a checkpoint completes; readers need isolation.level=read_committed',
      )
      .add(
        'sink.transactional-id-prefix',
        `${plan.pipeline.name}-${target.topic}`,
        'one writer a topic, the same across restarts',
      )
      .add(
        'properties.transaction.timeout.ms',
        String(transaction),
        "checkpoint interval, its time-out and a restart; within the broker's 15 minutes",
      )
  } else list.add('sink.delivery-guarantee', 'at-least-once')
  if (target.role === 'dlq')
    list.add('properties.max.request.size', String(DLQ_MESSAGE_BYTES), 'a rejected row is bigger than the record it wraps')
  if (key !== null) {
    list.format('key.format', key.format, target.keyFormat === 'text' ? 'the text of the value' : undefined)
    if (!upsert) list.add('key.fields', plainText(key.columns.join(';')))
    if (key.added !== null) list.add('value.fields-include', 'EXCEPT_KEY', 'the key column stands in the key alone')
    else list.add('value.fields-include', 'ALL')
    if (key.format === 'avro-confluent') {
      registryOptions(list, environment, 'key.')
      const schema = keySchema(o) ?? bug(`${o.id} has no key schema`)
      list
        .add('key.avro-confluent.subject', schema.subject)
        .add('key.avro-confluent.schema', plainText(stableJson(schema.schema, { order: 'written' })), SCHEMA_REASON)
    }
    if (key.format === 'json') jsonOptions(list, 'key.')
  }
  const schema = valueSchema(o)
  if (schema !== null) {
    list.format('value.format', 'avro-confluent')
    registryOptions(list, environment)
    list
      .add('value.avro-confluent.subject', schema.subject)
      .add('value.avro-confluent.schema', plainText(stableJson(schema.schema, { order: 'written' })), SCHEMA_REASON)
  } else if (target.format === 'debezium-json') {
    list.format('value.format', 'debezium-json', 'rows change: each comes with what it does')
    jsonOptions(list, 'value.debezium-')
  } else {
    list.format('value.format', 'json')
    jsonOptions(list, 'value.')
  }
  return list.list
}

const SCHEMA_REASON = "named as in the registry; a schema under Flink's own name is refused as incompatible"

/** What the table declares for each column: with Avro what its schema says to the letter, else the plan's types. */
export function sinkTypes(o: SinkOperator): readonly Typed[] {
  const schema = isKafkaSink(o) ? valueSchema(o) : null
  return o.row.map((c, i) => schema?.columns[i]?.typed ?? { type: c.type, nullable: c.nullable })
}

function jsonOptions(list: OptionList, prefix: string): void {
  list
    .add(`${prefix}json.encode.decimal-as-plain-number`, 'true', '10, not 1E+1')
    .add(`${prefix}json.timestamp-format.standard`, 'SQL')
}

function icebergOptions(o: SinkOperator, target: IcebergTarget): SqlOptions {
  return icebergProperties(o, target).map((p) => ({ ...p }))
}

/** Table properties, the same in DDL and in the catalog request. */
export function icebergProperties(o: SinkOperator, target: IcebergTarget): SqlOptions {
  return [
    { name: 'format-version', value: String(target.formatVersion) },
    ...(o.mode === 'upsert' ? [upsertProperty(o)] : []),
    { name: 'write.format.default', value: 'parquet' },
    { name: 'write.parquet.compression-codec', value: 'zstd' },
    { name: 'write.metadata.delete-after-commit.enabled', value: 'true', because: 'each checkpoint writes a metadata file' },
    { name: 'write.metadata.previous-versions-max', value: '100' },
  ]
}

/**
 * Iceberg's upsert mode drops UPDATE_BEFORE, and a deleted row of a captured table arrives as nothing else: its key would
 * stay for ever (seen on 2.2). Without the mode each UPDATE_BEFORE is a delete by key. Rows that are only ever inserted
 * have no UPDATE_BEFORE and need the mode to replace what is there.
 */
function upsertProperty(o: SinkOperator): SqlOptions[number] {
  const name = 'write.upsert.enabled'
  return o.traits.change === 'updating'
    ? { name, value: 'false', because: 'changes come with the row they replace; in upsert mode deletes would be lost' }
    : { name, value: 'true', because: 'each row replaces the one of its key' }
}
