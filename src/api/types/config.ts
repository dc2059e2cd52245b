// Settings of a project and of an environment, as `defineConfig` takes them. The reader in src/workspace decides what is right;
// test/api/config-types.test.ts holds the two together, name by name.
import type { Reference } from './connections.js'
import type { Duration } from './durations.js'

/** Where a value is read when it is needed: `{ env: 'NAME' }`, `{ secret: 'NAME' }`, or `env('NAME')`, `secret('NAME')`. */
export type SettingReference = { readonly env: string } | { readonly secret: string } | Reference
/** A text, or where it is read. What has the name of a secret must be a reference. */
export type Setting = string | number | SettingReference
/** `'5 minutes'` or `minutes(5)` */
export type DurationSetting =
  | `${bigint} ${'millisecond' | 'second' | 'minute' | 'hour' | 'day'}`
  | `${bigint} ${'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days'}`
  | Duration
/** A folder that the cluster reaches: `'s3://flink/savepoints'`, `'file:///srv/plans'`. */
export type FolderUrl = `${string}://${string}`

/**
 * flow.config.ts: `export default defineConfig({ … })`.
 *
 * @example
 * const config: FlowConfig = { kafka: { bootstrap: { env: 'KAFKA_BOOTSTRAP' } } }
 */
export interface FlowConfig extends EnvironmentConfig {
  /** Folders with programs, for commands that are given no path. The whole project unless said. */
  readonly sources?: readonly string[]
  /** What to compile for. `flink-2.2` unless said. */
  readonly target?: 'flink-2.2' | 'flink-2.3' | 'flink-2.1' | 'flink-1.20' | 'confluent'
  /** Where `flowc build` writes. `out` unless said. */
  readonly output?: string
  /** What differs from place to place, by name; `-e NAME` chooses. */
  readonly environments?: Readonly<Record<string, EnvironmentConfig>>
}

/**
 * What may differ from place to place: an entry of `environments`, or envs/NAME.ts. Beside `environments` it holds everywhere.
 *
 * @example
 * const production: EnvironmentConfig = { kafka: { bootstrap: 'kafka.internal:9092' } }
 */
export interface EnvironmentConfig {
  readonly kafka?: KafkaSettings
  readonly registry?: RegistrySettings
  readonly connect?: ConnectSettings
  readonly flink?: FlinkSettings
  /** Properties of the catalogs of the programs, by name, over what the programs say. */
  readonly catalogs?: Readonly<Record<string, CatalogSettings>>
  /** Properties of the connections of the programs, by name, over what the programs say. */
  readonly connections?: Readonly<Record<string, ConnectionSettings>>
  /** Where sources of Kafka begin and end, by name, over what the programs say. */
  readonly streams?: Readonly<Record<string, StreamSettings>>
  readonly topics?: TopicSettings
  /** Interval of checkpoints, in place of that of the pipelines. */
  readonly checkpoint?: DurationSetting
  /** Values of `env('NAME')`, before the variables of the process. */
  readonly variables?: Readonly<Record<string, string | number>>
  /** Values of the params of programs, by name. */
  readonly params?: Readonly<Record<string, string | number | boolean>>
  /** Folder that relative paths of `files(…)` stand in, as the cluster sees it. */
  readonly files?: Setting
  /** `off`: jobs run without their taps. */
  readonly taps?: 'on' | 'off'
  /** File of `NAME=value` lines, or a folder with a file a secret; read before the variables of the process. */
  readonly secrets?: string
}

/** Address of a system and how to log in: `user` and `password`, or `token`. */
export interface EndpointSettings {
  readonly url?: Setting
  readonly user?: Setting
  readonly password?: SettingReference
  readonly token?: SettingReference
  /** PEM file of the authority that signed the certificate, relative to the project. */
  readonly ca?: string
}

export interface KafkaSettings {
  /** Brokers: `'kafka-1:9093,kafka-2:9093'`. Without it the variable `KAFKA_BOOTSTRAP_SERVERS`. */
  readonly bootstrap?: Setting
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
    readonly user: Setting
    readonly password: SettingReference
  }
  /** `{}`: encryption with the authorities that Java and Node trust. `certificate` and `key` come together. */
  readonly ssl?: {
    /** PEM file. */
    readonly ca?: string
    /** PEM file. */
    readonly certificate?: string
    readonly key?: SettingReference
  }
  /** Further properties of Flink's Kafka clients, in Kafka's names. */
  readonly properties?: Readonly<Record<string, Setting>>
}

/** The schema registry. Without `url` the variable `SCHEMA_REGISTRY_URL`. */
export interface RegistrySettings extends EndpointSettings {
  /** Options of Flink's `avro-confluent` format. */
  readonly options?: RegistryOptions
}
export interface RegistryOptions {
  readonly 'ssl.keystore.location'?: Setting
  readonly 'ssl.keystore.password'?: SettingReference
  readonly 'ssl.truststore.location'?: Setting
  readonly 'ssl.truststore.password'?: SettingReference
  readonly 'basic-auth.credentials-source'?: Setting
  readonly 'basic-auth.user-info'?: SettingReference
  readonly 'bearer-auth.credentials-source'?: Setting
  readonly 'bearer-auth.token'?: SettingReference
  readonly [client: `properties.${string}`]: Setting
}

/** Kafka Connect. */
export interface ConnectSettings extends EndpointSettings {
  /** Who made the Avro converter of the workers. `confluent` unless said. */
  readonly avroConverter?: 'confluent' | 'apicurio'
  /** The registry as the converter wants it. */
  readonly registryUrl?: Setting
  /** Who puts in the values of references: the workers, or flowc when it sends a configuration. `worker` unless said. */
  readonly references?: 'worker' | 'values'
  /** How often Debezium writes a heartbeat. 10 seconds unless said. */
  readonly heartbeat?: DurationSetting
}

export interface FlinkSettings {
  /** Address of the SQL gateway. */
  readonly gateway?: Setting
  /** Address of the job manager. */
  readonly rest?: Setting
  readonly user?: Setting
  readonly password?: SettingReference
  readonly token?: SettingReference
  /** PEM file of the authority that signed the certificate, relative to the project. */
  readonly ca?: string
  /** Folder for compiled plans that the gateway can write. */
  readonly plans?: FolderUrl
  /** Folder for savepoints. */
  readonly savepoints?: FolderUrl
  /** Further SET statements. */
  readonly settings?: Readonly<Record<string, string | number>>
}

/** Properties of an Iceberg catalog. */
export interface CatalogSettings {
  readonly 'catalog-type'?: Setting
  readonly 'catalog-impl'?: Setting
  readonly uri?: Setting
  readonly warehouse?: Setting
  readonly prefix?: Setting
  readonly credential?: SettingReference
  readonly token?: SettingReference
  readonly scope?: Setting
  readonly 'oauth2-server-uri'?: Setting
  readonly 'default-database'?: Setting
  readonly 'base-namespace'?: Setting
  readonly 'cache-enabled'?: Setting
  readonly 'cache.expiration-interval-ms'?: Setting
  readonly 'property-version'?: Setting
  readonly 'io-impl'?: Setting
  readonly 'rest.auth.type'?: Setting
  readonly 'rest.auth.basic.username'?: Setting
  readonly 'rest.auth.basic.password'?: SettingReference
  readonly 'hive-conf-dir'?: Setting
  readonly 'hadoop-conf-dir'?: Setting
  readonly clients?: Setting
  readonly [
    handedOn: `${'s3' | 'client' | 'header' | 'rest' | 'table-default' | 'table-override' | 'jdbc' | 'adls' | 'gcs'}.${string}`
  ]: Setting | undefined
}

/** Properties of a connection: of `postgres` the first ones, of `kafka` the last ones; a login is of both. */
export interface ConnectionSettings {
  readonly host?: Setting
  readonly port?: Setting
  readonly database?: Setting
  readonly slot?: Setting
  readonly publication?: Setting
  readonly 'ssl mode'?: Setting
  readonly user?: Setting
  readonly password?: SettingReference
  readonly bootstrap?: Setting
  readonly 'sasl mechanism'?: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  readonly ssl?: 'on'
}

export interface StreamSettings {
  /** Times are in UTC: `'at 2026-01-01 00:00:00'`. */
  readonly start?: 'earliest' | 'latest' | 'committed' | 'committed else earliest' | 'committed else latest' | `at ${string}`
  /** `never`: no end, whatever the program says. */
  readonly until?: 'latest' | 'never' | `at ${string}`
  /** How many read. */
  readonly parallelism?: number
  /** Options of the connector, over those of `with`. */
  readonly options?: Readonly<Record<string, string | number>>
}

/** Topics that the pipelines write, and the policy by which what a program does not say is decided. */
export interface TopicSettings {
  /** Before the names of topics, consumer groups and connectors. */
  readonly prefix?: string
  /** Of all topics, whatever the programs say. */
  readonly partitions?: number
  /** Of all topics, whatever the programs say. */
  readonly replicas?: number
  /** What one partition carries, in MB a second. 10 unless said. */
  readonly partitionThroughput?: number
  /** Head-room over the declared throughput. 2 unless said. */
  readonly growth?: number
  /** Fewest partitions of a topic that others depend on: a result, a captured table, one with declared throughput. 6 unless said. */
  readonly importantPartitions?: number
  /** Partitions of dead-letter topics. 3 unless said. */
  readonly dlqPartitions?: number
  /** How long records are kept: of results, captured tables and dead letters. 7, 14 and 30 days unless said. */
  readonly retention?: {
    readonly result?: DurationSetting
    readonly cdc?: DurationSetting
    readonly dlq?: DurationSetting
  }
}
