// What stands beside relations: schemas, connections, catalogs, params, functions.
import type { Col } from './columns.js'
import type { Duration } from './durations.js'
import type { IcebergTable } from './sources.js'
import type { In } from './values.js'

export declare const SCHEMA: unique symbol

/** `schema NAME { … }` */
export interface Schema<R> {
  readonly [SCHEMA]: R
  doc(text: string): Schema<R>
}

/** `env('ORDERS_DB_HOST')`, `secret('PASSWORD')`: references; the values never enter an artifact. */
export interface Reference {
  readonly reference: 'env' | 'secret'
  readonly name: string
}
export type ConfigValue = string | number | Reference

export interface Connection {
  readonly connector: string
  readonly name: string
  doc(text: string): Connection
}
export interface Catalog {
  readonly connector: 'iceberg'
  readonly name: string
  /** `lake.sales.orders` is `lake.table('sales', 'orders')`. */
  table(...path: readonly [string, ...string[]]): IcebergTable
  doc(text: string): Catalog
}

/** A param in an expression, in a text (`${param}`) or as a duration. */
export interface Param<T> {
  readonly name: string
  /** Its value in an expression of this level. */
  value<L extends import('./values.js').Level = import('./values.js').PerRow>(): Col<T, L>
  /** Where it stands in a text: `kafka(`${env}.orders`)`. */
  toString(): string
  doc(text: string): Param<T>
}
export type DurationParam = Param<import('./values.js').DayTimeInterval> & Duration

/** A function of the program: called with one value a parameter. */
export type Fn<P extends Readonly<Record<string, unknown>>, T> = {
  <L>(...args: ArgumentsOf<P, L>): Col<T, L>
  doc(text: string): Fn<P, T>
}
type ArgumentsOf<P, L> = readonly In<P[keyof P], L>[]
