// Where data lives: databases, clusters, catalogs, and references to what must not be written down.
import type { Ignored } from './ignores.js'
import type { IcebergTable } from './sources.js'

declare const PREFIX: unique symbol

/**
 * `env('ORDERS_DB_HOST')`, `secret('PASSWORD')`: references; the values never enter an artifact.
 *
 * @example
 * const password: Reference = secret('DB_PASSWORD')
 */
export interface Reference {
  readonly reference: 'env' | 'secret'
  readonly name: string
}
/**
 * @example
 * const host: ConfigValue = env('SHOP_DB_HOST')
 */
export type ConfigValue = string | number | Reference

/**
 * @example
 * const shared: PostgresProperties = {
 *   host: env('DB_HOST'),
 *   database: 'shop',
 *   user: 'debezium',
 *   password: secret('DB_PASSWORD'),
 * }
 * const shop = connection('shop', 'postgres', { ...shared, slot: 'shop' })
 */
export interface PostgresProperties {
  readonly host: ConfigValue
  readonly port?: ConfigValue
  readonly database: ConfigValue
  readonly user: ConfigValue
  /** `secret('NAME')`: never the password itself. */
  readonly password: Reference
  /** The first part of the topics that Debezium writes; the connection's name by default. */
  readonly topicPrefix?: string | Reference
  readonly slot?: ConfigValue
  readonly publication?: ConfigValue
  readonly sslMode?: ConfigValue
}
/**
 * @example
 * const properties: KafkaProperties = { bootstrap: env('ARCHIVE_BOOTSTRAP') }
 * const archive = connection('archive', 'kafka', properties)
 */
export interface KafkaProperties {
  readonly bootstrap: ConfigValue
  readonly saslMechanism?: 'plain' | 'scram-sha-256' | 'scram-sha-512' | Reference
  readonly user?: ConfigValue
  readonly password?: Reference
  readonly ssl?: 'on' | Reference
}
/**
 * @example
 * const properties: IcebergProperties = { uri: env('ICEBERG_URI'), warehouse: 's3://lakehouse/' }
 */
export interface IcebergProperties {
  readonly uri: ConfigValue
  readonly warehouse: ConfigValue
  readonly credential?: Reference
  readonly token?: Reference
  readonly scope?: ConfigValue
  readonly oauth2ServerUri?: ConfigValue
  readonly ioImpl?: ConfigValue
}

/**
 * @example
 * const names = (connections: readonly Connection[]) => connections.map((c) => c.name)
 */
export interface Connection {
  readonly connector: string
  readonly name: string
}
/**
 * A database; `Prefix` is the first part of its topics.
 *
 * @example
 * const captured = (db: PostgresConnection, name: string) => cdc(db, `public.${name}`)
 */
export interface PostgresConnection<out Prefix extends string = string> extends Connection {
  readonly connector: 'postgres'
  readonly [PREFIX]: Prefix
  doc(text: string): PostgresConnection<Prefix>
  ignore(codes: Ignored, because: string): PostgresConnection<Prefix>
}
/**
 * A second cluster.
 *
 * @example
 * const archive = (cluster: KafkaConnection) => kafka('shop.order.archived.v1', { connection: cluster })
 */
export interface KafkaConnection extends Connection {
  readonly connector: 'kafka'
  doc(text: string): KafkaConnection
  ignore(codes: Ignored, because: string): KafkaConnection
}
export type PropertiesOf<C> = C extends 'postgres' ? PostgresProperties : KafkaProperties
/** A prefix that an environment names is not known here. */
type PrefixOf<N extends string, X> = [X] extends [never] ? N : X extends string ? X : string
export type ConnectionOf<C, N extends string, X> = C extends 'postgres' ? PostgresConnection<PrefixOf<N, X>> : KafkaConnection

/**
 * @example
 * const history = (catalog: Catalog) => iceberg(catalog.table('shop', 'orders'))
 */
export interface Catalog {
  readonly connector: 'iceberg'
  readonly name: string
  /** `lake.sales.orders` is `lake.table('sales', 'orders')`. */
  table(...path: readonly [string, ...string[]]): IcebergTable
  doc(text: string): Catalog
  ignore(codes: Ignored, because: string): Catalog
}
