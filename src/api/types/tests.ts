// Tests as timelines: the steps of the language, with rows as objects that are checked against the row types.
import type { Duration } from './durations.js'
import type { NAMED, Query } from './relations.js'
import type { Bytes, CalendarDate, Decimal, Double, Interval, Multiset, TimeOfDay, Timestamp, TimestampLtz } from './values.js'

type Named<R> = Query<R> & { readonly [NAMED]: unknown }

/** How a fixture writes a value: decimals as text or number, points in time as text `'2026-01-01 10:00:00'`. */
export type FixtureValue<T> = T extends null
  ? null
  : T extends bigint
    ? bigint | number
    : T extends Decimal | Double
      ? string | number | bigint
      : T extends Timestamp | TimestampLtz | CalendarDate | TimeOfDay | Interval
        ? string
        : T extends Bytes
          ? Uint8Array | string
          : T extends Multiset<infer E>
            ? readonly FixtureValue<E>[]
            : T extends readonly (infer E)[]
              ? readonly FixtureValue<E>[]
              : T extends ReadonlyMap<infer K, infer V>
                ? ReadonlyMap<FixtureValue<K>, FixtureValue<V>>
                : T extends object
                  ? { readonly [K in keyof T]: FixtureValue<T[K]> }
                  : T

/** A row of `given`: columns that it leaves out are NULL, or the schema's default. */
export type GivenRow<R> = { readonly [K in keyof R]?: FixtureValue<R[K]> } & MetaColumns
/** A row of `expect`: columns that it leaves out are not looked at. */
export type ExpectedRow<R> = { readonly [K in keyof R]?: FixtureValue<R[K]> }
export type RowKind = '+I' | '-U' | '+U' | '-D'

export interface MetaColumns {
  readonly '@time'?: string
  readonly '@op'?: RowKind | 'c' | 'r' | 'u' | 'd'
  readonly '@partition'?: number
  readonly '@offset'?: number | bigint
  readonly '@topic'?: string
  readonly '@timestamp'?: string
  readonly [header: `@header.${string}`]: string
}
export interface DlqRow {
  readonly '@reason'?: string
  readonly '@stage'?: string
  readonly '@step'?: string
  readonly '@topic'?: string
  readonly '@partition'?: number
  readonly '@offset'?: number | bigint
  readonly '@key'?: string | null
  readonly [field: string]: unknown
}

export interface TestSteps {
  given<R>(relation: Named<R>, rows: readonly GivenRow<NoInfer<R>>[]): TestSteps
  /** The records of a file beside the program. */
  givenFile(relation: Named<unknown>, path: string): TestSteps
  /** Several sources in turn: each row says whose it is. */
  givenTogether(rows: readonly { readonly from: Named<unknown>; readonly row: Readonly<Record<string, unknown>> }[]): TestSteps
  expect<R>(relation: Named<R>, rows: readonly ExpectedRow<NoInfer<R>>[]): TestSteps
  expectChanges<R>(relation: Named<R>, rows: readonly (ExpectedRow<NoInfer<R>> & { readonly '@op': RowKind })[]): TestSteps
  expectDlq(rows: readonly DlqRow[]): TestSteps
  expectNothing(relation: Named<unknown>): TestSteps
  watermark(relation: Named<unknown>, to: string): TestSteps
  expectWatermark(relation: Named<unknown>, at: string): TestSteps
  advance(by: Duration): TestSteps
  idle(relation: Named<unknown>, partition?: number): TestSteps
  restart(): TestSteps
  end(): TestSteps
  open(): TestSteps
  expectError(code: string): TestSteps
}
