// The types of what a run gives: rows as TypeScript knows them from the relation that they are of.
import type { Named } from '../api/types/relations.js'
import type { Duration } from '../api/types/durations.js'
import type { DlqRow, RowKind } from '../api/types/tests.js'
import type {
  Bytes,
  CalendarDate,
  Decimal,
  Double,
  Interval,
  Multiset,
  TimeOfDay,
  Timestamp,
  TimestampLtz,
} from '../api/types/values.js'

/**
 * How a value comes out: BIGINT as `bigint`, FLOAT and DOUBLE as `number`, DECIMAL as text with all its digits, points in time and
 * intervals as text, bytes as hexadecimal digits. Whatever comes out can be given again: it is a `FixtureValue` too.
 *
 * @example
 * const amount: ResultValue<Decimal> = '12.50'
 */
export type ResultValue<T> = T extends null
  ? null
  : T extends Double
    ? number
    : T extends Decimal | Timestamp | TimestampLtz | CalendarDate | TimeOfDay | Interval | Bytes
      ? string
      : T extends Multiset<infer E>
        ? ReadonlyMap<ResultValue<E>, number>
        : T extends readonly (infer E)[]
          ? readonly ResultValue<E>[]
          : T extends ReadonlyMap<infer K, infer V>
            ? ReadonlyMap<ResultValue<K>, ResultValue<V>>
            : T extends object
              ? { readonly [K in keyof T]: ResultValue<T[K]> }
              : T

/**
 * A row of a relation.
 *
 * @example
 * const row: ResultRow<{ region: string | null; orders: bigint }> = { region: 'eu', orders: 2n }
 */
export type ResultRow<R> = { readonly [K in keyof R]: ResultValue<R[K]> }
/**
 * A row of its changelog.
 *
 * @example
 * const change: ChangeRow<{ region: string | null }> = { '@op': '+I', region: 'eu' }
 */
export type ChangeRow<R> = {
  readonly [K in keyof R | '@op']: K extends '@op' ? RowKind : K extends keyof R ? ResultValue<R[K]> : never
}

/**
 * A value where TypeScript does not know the relation.
 *
 * @example
 * const cell: ResultCell = ['eu', null]
 */
export type ResultCell =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly ResultCell[]
  | ReadonlyMap<ResultCell, ResultCell>
  | { readonly [field: string]: ResultCell }
/**
 * @example
 * const row: AnyRow = { region: 'eu', orders: 2n }
 */
export interface AnyRow {
  readonly [column: string]: ResultCell
}

/**
 * A row that was rejected or came too late.
 *
 * @example
 * const reasons = (letters: readonly DeadLetter[]) => letters.map((l) => l.reason)
 */
export interface DeadLetter {
  /** What the program calls it; `late` for a late row. */
  readonly reason: string
  readonly stage: 'validate' | 'late'
  /** The operator that decided, for example `sales_orders/enriched/split(…)`. */
  readonly step: string
  readonly eventTime: string | null
  /** The watermark at the decision. */
  readonly watermark: string | null
  /** The record that brought the row. */
  readonly origin: {
    readonly topic: string | null
    readonly partition: number | null
    readonly offset: bigint | null
    readonly key: string | null
  }
  /** The row as it was then. */
  readonly payload: AnyRow
}

/**
 * The account of one point where rows part: `in` = `kept` + `filtered` + the sum of `rejected` + `late` + `unrouted`.
 *
 * @example
 * const lost = (ledger: readonly LedgerLine[]) => ledger.filter((l) => l.unrouted > 0)
 */
export interface LedgerLine {
  readonly step: string
  readonly relation: string
  readonly in: number
  readonly kept: number
  readonly filtered: number
  /** By reason. */
  readonly rejected: Readonly<Record<string, number>>
  readonly late: number
  /** Dropped though the point before had let it through: late rows after a restart. They are in no lane, so that such a ledger does not balance. */
  readonly unrouted: number
}

/**
 * What a test has made of a pipeline.
 *
 * @example
 * const regions = (run: FlowRun) => run.rows(revenue5min).map((r) => r.region)
 */
export interface FlowRun {
  /** The rows that are there at the end, by key where the relation has one. */
  rows<R>(relation: Named<R>): readonly { readonly [K in keyof R]: ResultValue<R[K]> }[]
  rows(relation: string): readonly AnyRow[]
  /** Every change, in the order in which it came. */
  changes<R>(relation: Named<R>): readonly {
    readonly [K in keyof R | '@op']: K extends '@op' ? RowKind : K extends keyof R ? ResultValue<R[K]> : never
  }[]
  changes(relation: string): readonly (AnyRow & { readonly '@op': RowKind })[]
  readonly dlq: readonly DeadLetter[]
  readonly ledger: readonly LedgerLine[]
  /** Text such as `'2026-01-01 10:00:30'`; `null` before the first one. */
  watermark(relation: Named<unknown> | string): string | 'end of input' | null
  /** What the clock of the test shows: the newest event time given, and what `advance` has added since. */
  readonly clock: string | null
  /** Names of all relations that have rows here. */
  readonly relations: readonly string[]
}

/**
 * Rows whose types nobody knows: those of a program that is written as text.
 *
 * @example
 * const row: RowByName = { order_id: 1, amount: '12.50' }
 */
export type RowByName = Readonly<Record<string, unknown>>

/**
 * The steps of a test, with relations by their names too.
 *
 * @example
 * const steps = (test: TestStepsByName) => test.given('orders', [{ order_id: 1 }])
 */
export interface TestStepsByName {
  given(relation: RelationName, rows: readonly RowByName[]): TestStepsByName
  givenFile(relation: RelationName, path: string): TestStepsByName
  givenTogether(rows: readonly { readonly from: RelationName; readonly row: RowByName }[]): TestStepsByName
  expect(relation: RelationName, rows: readonly RowByName[]): TestStepsByName
  expectChanges(relation: RelationName, rows: readonly (RowByName & { readonly '@op': RowKind })[]): TestStepsByName
  expectDlq(rows: readonly DlqRow[]): TestStepsByName
  expectNothing(relation: RelationName): TestStepsByName
  watermark(relation: RelationName, to: string): TestStepsByName
  expectWatermark(relation: RelationName, at: string): TestStepsByName
  advance(by: Duration): TestStepsByName
  idle(relation: RelationName, partition?: number): TestStepsByName
  restart(): TestStepsByName
  end(): TestStepsByName
  open(): TestStepsByName
  expectError(code: string): TestStepsByName
}
/**
 * @example
 * const names: readonly RelationName[] = ['orders', orders]
 */
export type RelationName = string | Named<unknown>
