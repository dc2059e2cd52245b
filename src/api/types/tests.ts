// Tests as timelines: the steps of the language, with rows as objects that are checked against the row types.
import type { Duration } from './durations.js'
import type { FixtureValue } from './fixtures.js'
import type { Named } from './relations.js'

export type { FixtureValue } from './fixtures.js'

/** Of captured changes a test gives the row of the table, and the row before it. */
type GivenColumns<R> = R extends { op: string; before: unknown; after: infer A; commit_time: unknown } ? Image<A> : Cells<R>
type Image<A> = Cells<NonNullable<A>> & { readonly '@before'?: Cells<NonNullable<A>> | null }
type Cells<R> = { readonly [K in keyof R]?: FixtureValue<R[K]> }

/**
 * A row of `given`: columns that it leaves out are NULL, or the schema's default.
 *
 * @example
 * const row: GivenRow<{ order_id: bigint; amount: Decimal }> = { order_id: 1, amount: '12.50', '@partition': 0 }
 */
export type GivenRow<R> = GivenColumns<R> & MetaColumns
/**
 * A row of `expect`: columns that it leaves out are not looked at.
 *
 * @example
 * const row: ExpectedRow<{ region: string | null; orders: bigint }> = { region: 'eu', orders: 2 }
 */
export type ExpectedRow<R> = Cells<R>
/**
 * @example
 * const kind: RowKind = '+I'
 */
export type RowKind = '+I' | '-U' | '+U' | '-D'

export interface MetaColumns {
  /** The commit of a change, or the record's own time. */
  readonly '@time'?: string
  readonly '@op'?: RowKind | 'c' | 'r' | 'u' | 'd' | 't'
  readonly '@partition'?: number
  readonly '@offset'?: number | bigint
  readonly '@topic'?: string
  readonly '@timestamp'?: string
  readonly [header: `@header.${string}`]: string
}
/**
 * @example
 * const row: DlqRow = { '@reason': 'non_positive_amount', order_id: 2 }
 */
export interface DlqRow {
  readonly '@reason'?: string
  readonly '@stage'?: string
  readonly '@step'?: string
  readonly '@topic'?: string
  readonly '@partition'?: number
  readonly '@offset'?: number | bigint
  readonly '@key'?: string | null
  /** Fields of the payload. */
  readonly [field: string]: unknown
}

/**
 * @example
 * const noOrders = (test: TestSteps) => test.given(orders, []).expectNothing(orders)
 */
export interface TestSteps {
  /** Records arrive, one after the other. */
  given<R>(relation: Named<R>, rows: readonly GivenRow<R>[]): TestSteps
  /** The records of a file beside the program. */
  givenFile(relation: Named<unknown>, path: string): TestSteps
  /** Several sources in turn: each row says whose it is. */
  givenTogether<const Rows extends readonly unknown[]>(rows: {
    readonly [I in keyof Rows]: { readonly from: Named<Rows[I]>; readonly row: GivenRow<NoInfer<Rows[I]>> }
  }): TestSteps
  /** The rows in the end. */
  expect<R>(relation: Named<R>, rows: readonly ExpectedRow<R>[]): TestSteps
  /** The changelog. */
  expectChanges<R>(relation: Named<R>, rows: readonly (ExpectedRow<R> & { readonly '@op': RowKind })[]): TestSteps
  expectDlq(rows: readonly DlqRow[]): TestSteps
  expectNothing(relation: Named<unknown>): TestSteps
  /** The watermark of a source is at least there. */
  watermark(relation: Named<unknown>, to: string): TestSteps
  expectWatermark(relation: Named<unknown>, at: string): TestSteps
  /** Processing time passes. */
  advance(by: Duration): TestSteps
  /** All partitions of a source, or one, count as silent. */
  idle(relation: Named<unknown>, partition?: number): TestSteps
  /** A crash, and a restore from the last checkpoint. */
  restart(): TestSteps
  /** The end of all inputs. */
  end(): TestSteps
  /** No end of input at the end of the test. */
  open(): TestSteps
  /** The program must not compile, for this reason. */
  expectError(code: string): TestSteps
}
