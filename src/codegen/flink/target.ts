// Target profiles: what each Flink version, its connectors and formats know. A key that is not in a table cannot be
// emitted: Flink stores unknown SET keys without a word, and refuses unknown table options only at run time.
import { bug } from '../../core/bug.js'
import type { TargetName } from '../../ir/plan.js'
import type { SqlOptions } from '../artifact.js'

export type ConnectorName = 'kafka' | 'upsert-kafka' | 'filesystem' | 'datagen' | 'iceberg' | 'iceberg-catalog'
export type FormatName = 'json' | 'debezium-json' | 'csv' | 'raw' | 'avro' | 'avro-confluent'

/** Maven coordinates. */
export interface Jar {
  readonly artifact: string
  readonly because: string
}

export interface TargetProfile {
  readonly name: TargetName
  readonly flink: string
  readonly settings: ReadonlySet<string>
  readonly connectors: Readonly<Record<ConnectorName, OptionTable>>
  readonly formats: Readonly<Record<FormatName, OptionTable>>
  /** Package of Kafka's client classes: the connector's SQL jar has them under another name. */
  readonly kafkaPackage: string
  /** 2.3 refuses an upsert sink whose key it cannot derive unless the INSERT says what a conflict means. */
  readonly onConflict: boolean
  /** A ROW computed in a table may be NULL; before 2.2 the planner loses that and gives up (seen on 1.20.3 and 2.1.0). */
  readonly computedRows: boolean
  /** `ARRAY[CAST(ROW(…) AS …)]`; 1.20.3 cannot plan it. */
  readonly arraysOfRows: boolean
  /** Somebody else runs the cluster: topics, formats, connectors and settings are theirs. */
  readonly managed: boolean
  readonly jars: {
    readonly kafka: readonly Jar[]
    readonly avroConfluent: readonly Jar[]
    readonly avro: readonly Jar[]
    readonly iceberg: readonly Jar[]
  }
}

export interface OptionTable {
  readonly names: ReadonlySet<string>
  /** `properties.` and the like: handed on to a client, not checked by Flink. */
  readonly prefixes: readonly string[]
}

const table = (names: readonly string[], prefixes: readonly string[] = []): OptionTable => ({ names: new Set(names), prefixes })

const SETTINGS = [
  'execution.checkpointing.interval',
  'execution.checkpointing.mode',
  'execution.checkpointing.timeout',
  'execution.runtime-mode',
  'pipeline.auto-watermark-interval',
  'pipeline.name',
  'table.exec.source.idle-timeout',
  'table.local-time-zone',
  'table.plan.compile.catalog-objects',
  'parallelism.default',
  'pipeline.max-parallelism',
  'table.exec.mini-batch.enabled',
  'table.exec.mini-batch.allow-latency',
  'table.exec.mini-batch.size',
]

const WATERMARK = [
  'scan.watermark.emit.strategy',
  'scan.watermark.idle-timeout',
  'scan.watermark.alignment.group',
  'scan.watermark.alignment.max-drift',
  'scan.watermark.alignment.update-interval',
]
const KAFKA_COMMON = [
  'connector',
  'topic',
  'topic-pattern',
  'key.format',
  'key.fields-prefix',
  'value.format',
  'value.fields-include',
  'sink.parallelism',
  'sink.delivery-guarantee',
  'sink.transactional-id-prefix',
  'scan.bounded.mode',
  'scan.bounded.specific-offsets',
  'scan.bounded.timestamp-millis',
  ...WATERMARK,
]
const KAFKA = [
  ...KAFKA_COMMON,
  'format',
  'key.fields',
  'scan.startup.mode',
  'scan.startup.specific-offsets',
  'scan.startup.timestamp-millis',
  'scan.topic-partition-discovery.interval',
  'sink.partitioner',
]
const UPSERT = [...KAFKA_COMMON, 'sink.buffer-flush.max-rows', 'sink.buffer-flush.interval']
/** flink-connector-kafka 4.0 and later. */
const SINCE_4 = ['scan.parallelism', 'sink.transaction-naming-strategy']
const FILESYSTEM = [
  'connector',
  'path',
  'format',
  'source.monitor-interval',
  'source.path.regex-pattern',
  'source.report-statistics',
  'sink.rolling-policy.file-size',
  'sink.rolling-policy.rollover-interval',
  'sink.rolling-policy.check-interval',
  'auto-compaction',
  'compaction.file-size',
  'sink.parallelism',
]
const ICEBERG_CATALOG = [
  'type',
  'catalog-type',
  'catalog-impl',
  'uri',
  'warehouse',
  'prefix',
  'credential',
  'token',
  'scope',
  'oauth2-server-uri',
  'default-database',
  'base-namespace',
  'cache-enabled',
  'cache.expiration-interval-ms',
  'property-version',
  'io-impl',
  'rest.auth.type',
  'rest.auth.basic.username',
  'rest.auth.basic.password',
  'hive-conf-dir',
  'hadoop-conf-dir',
  'clients',
]

const FORMATS: Readonly<Record<FormatName, OptionTable>> = {
  json: table([
    'fail-on-missing-field',
    'ignore-parse-errors',
    'timestamp-format.standard',
    'map-null-key.mode',
    'map-null-key.literal',
    'encode.decimal-as-plain-number',
    'encode.ignore-null-fields',
    'decode.json-parser.enabled',
  ]),
  'debezium-json': table([
    'schema-include',
    'ignore-parse-errors',
    'timestamp-format.standard',
    'map-null-key.mode',
    'map-null-key.literal',
    'encode.decimal-as-plain-number',
    'encode.ignore-null-fields',
  ]),
  csv: table([
    'field-delimiter',
    'disable-quote-character',
    'quote-character',
    'allow-comments',
    'ignore-parse-errors',
    'array-element-delimiter',
    'escape-character',
    'null-literal',
    'write-bigdecimal-in-scientific-notation',
  ]),
  raw: table(['charset', 'endianness']),
  avro: table(['encoding', 'codec', 'timestamp_mapping.legacy']),
  'avro-confluent': table(
    [
      'url',
      'subject',
      'schema',
      'ssl.keystore.location',
      'ssl.keystore.password',
      'ssl.truststore.location',
      'ssl.truststore.password',
      'basic-auth.credentials-source',
      'basic-auth.user-info',
      'bearer-auth.credentials-source',
      'bearer-auth.token',
    ],
    ['properties.'],
  ),
}

const connectors = (kafka4: boolean, kafka5: boolean): Readonly<Record<ConnectorName, OptionTable>> => ({
  kafka: table([...KAFKA, ...(kafka4 ? SINCE_4 : [])], ['properties.']),
  'upsert-kafka': table(
    [...UPSERT, ...(kafka4 ? SINCE_4 : []), ...(kafka5 ? ['scan.topic-partition-discovery.interval'] : [])],
    ['properties.'],
  ),
  filesystem: table(FILESYSTEM),
  iceberg: table(['streaming']),
  datagen: table(['connector', 'rows-per-second', 'scan.parallelism']),
  'iceberg-catalog': table(ICEBERG_CATALOG, [
    's3.',
    'client.',
    'header.',
    'rest.',
    'table-default.',
    'table-override.',
    'jdbc.',
    'adls.',
    'gcs.',
  ]),
})

const NOTHING = table([])
const jar = (artifact: string, because: string): Jar => ({ artifact, because })

const HADOOP: readonly Jar[] = [
  jar('org.apache.hadoop:hadoop-client-api:3.4.1', 'the Iceberg catalog loads Hadoop classes even for object stores'),
  jar('org.apache.hadoop:hadoop-client-runtime:3.4.1', 'the Iceberg catalog loads Hadoop classes even for object stores'),
]
const SHADED = 'org.apache.flink.kafka.shaded.org.apache.kafka'
const KAFKA_5 = [jar('org.apache.flink:flink-sql-connector-kafka:5.0.0-2.2', 'Kafka topics')]
const ICEBERG_2_1 = jar(
  'org.apache.iceberg:iceberg-flink-runtime-2.1:1.11.0',
  'Iceberg tables; the newest runtime there is, built for Flink 2.1, tried on 2.2.0 and 2.3.0',
)

export const TARGETS: Readonly<Record<TargetName, TargetProfile>> = {
  'flink-1.20': {
    name: 'flink-1.20',
    flink: '1.20',
    settings: new Set(SETTINGS),
    connectors: connectors(false, false),
    formats: FORMATS,
    kafkaPackage: 'org.apache.kafka',
    onConflict: false,
    managed: false,
    computedRows: false,
    arraysOfRows: false,
    jars: {
      kafka: [
        jar('org.apache.flink:flink-connector-kafka:3.4.0-1.20', 'Kafka topics'),
        jar('org.apache.kafka:kafka-clients:3.4.0', 'the Kafka client of the connector'),
      ],
      avroConfluent: [jar('org.apache.flink:flink-sql-avro-confluent-registry:1.20.0', 'registry-framed Avro')],
      avro: [jar('org.apache.flink:flink-sql-avro:1.20.0', 'Avro container files')],
      iceberg: [jar('org.apache.iceberg:iceberg-flink-runtime-1.20:1.11.0', 'Iceberg tables'), ...HADOOP],
    },
  },
  'flink-2.1': {
    name: 'flink-2.1',
    flink: '2.1',
    settings: new Set(SETTINGS),
    connectors: connectors(true, false),
    formats: FORMATS,
    kafkaPackage: SHADED,
    onConflict: false,
    managed: false,
    computedRows: false,
    arraysOfRows: true,
    jars: {
      kafka: [
        jar(
          'org.apache.flink:flink-sql-connector-kafka:4.0.1-2.0',
          'Kafka topics; the newest one that is published for 2.0 and 2.1',
        ),
      ],
      avroConfluent: [jar('org.apache.flink:flink-sql-avro-confluent-registry:2.1.0', 'registry-framed Avro')],
      avro: [jar('org.apache.flink:flink-sql-avro:2.1.0', 'Avro container files')],
      iceberg: [jar('org.apache.iceberg:iceberg-flink-runtime-2.1:1.11.0', 'Iceberg tables'), ...HADOOP],
    },
  },
  'flink-2.2': {
    name: 'flink-2.2',
    flink: '2.2',
    settings: new Set([...SETTINGS, 'table.exec.sink.nested-constraint-enforcer']),
    connectors: connectors(true, true),
    formats: FORMATS,
    kafkaPackage: SHADED,
    onConflict: false,
    managed: false,
    computedRows: true,
    arraysOfRows: true,
    jars: {
      kafka: KAFKA_5,
      avroConfluent: [jar('org.apache.flink:flink-sql-avro-confluent-registry:2.2.0', 'registry-framed Avro')],
      avro: [jar('org.apache.flink:flink-sql-avro:2.2.0', 'Avro container files')],
      iceberg: [ICEBERG_2_1, ...HADOOP],
    },
  },
  'flink-2.3': {
    name: 'flink-2.3',
    flink: '2.3',
    settings: new Set([...SETTINGS, 'table.exec.sink.nested-constraint-enforcer', 'table.exec.sink.require-on-conflict']),
    connectors: connectors(true, true),
    formats: FORMATS,
    kafkaPackage: SHADED,
    onConflict: true,
    managed: false,
    computedRows: true,
    arraysOfRows: true,
    jars: {
      kafka: KAFKA_5,
      avroConfluent: [jar('org.apache.flink:flink-sql-avro-confluent-registry:2.3.0', 'registry-framed Avro')],
      avro: [jar('org.apache.flink:flink-sql-avro:2.3.0', 'Avro container files')],
      iceberg: [ICEBERG_2_1, ...HADOOP],
    },
  },
  // Confluent's service: topics are tables already, and who runs the job is not the user. Nothing is written for it yet.
  confluent: {
    name: 'confluent',
    flink: 'Confluent Cloud',
    settings: new Set(),
    connectors: {
      kafka: NOTHING,
      'upsert-kafka': NOTHING,
      filesystem: NOTHING,
      datagen: NOTHING,
      iceberg: NOTHING,
      'iceberg-catalog': NOTHING,
    },
    formats: FORMATS,
    kafkaPackage: SHADED,
    onConflict: false,
    managed: true,
    computedRows: true,
    arraysOfRows: true,
    jars: { kafka: [], avroConfluent: [], avro: [], iceberg: [] },
  },
}

export const knows = (options: OptionTable, name: string): boolean =>
  options.names.has(name) || options.prefixes.some((p) => name.startsWith(p) && name.length > p.length)

/** Is `name` an option of this connector with these formats? */
export function knowsOption(
  profile: TargetProfile,
  connector: ConnectorName,
  formats: readonly { readonly prefix: string; readonly format: FormatName }[],
  name: string,
): boolean {
  if (knows(profile.connectors[connector], name)) return true
  return formats.some(({ prefix, format }) => {
    const start = `${prefix}${format}.`
    return name.startsWith(start) && knows(profile.formats[format], name.slice(start.length))
  })
}

/** Collects the options of one table; a name that the target does not know is our fault and stops the build. */
export class OptionList {
  readonly #options: { name: string; value: string; because?: string }[] = []
  readonly #profile: TargetProfile
  readonly #connector: ConnectorName
  readonly #formats: { readonly prefix: string; readonly format: FormatName }[] = []

  constructor(profile: TargetProfile, connector: ConnectorName) {
    this.#profile = profile
    this.#connector = connector
  }

  add(name: string, value: string, because?: string): this {
    if (!knowsOption(this.#profile, this.#connector, this.#formats, name))
      return bug(`option \`${name}\` is unknown to connector ${this.#connector} on ${this.#profile.name}`)
    this.#options.push({ name, value, ...(because === undefined ? {} : { because }) })
    return this
  }

  /** Adds `value.format` (or `format`, `key.format`) and opens the way to that format's own options. */
  format(option: string, format: FormatName, because?: string): this {
    this.#formats.push({ prefix: option.slice(0, -'format'.length), format })
    return this.add(option, format, because)
  }

  /** The user's `with { … }`: replaces an option in place or comes last. Unknown names were refused by `supports`. */
  override(options: readonly { readonly name: string; readonly value: string }[], because = 'written in the program'): this {
    for (const { name, value } of options) {
      const known = this.#options.find((o) => o.name === name)
      if (known === undefined) this.add(name, value, because)
      else {
        known.value = value
        known.because = because
      }
    }
    return this
  }

  get formats(): readonly { readonly prefix: string; readonly format: FormatName }[] {
    return this.#formats
  }

  get list(): SqlOptions {
    return this.#options.map((o) => ({ ...o }))
  }
}
