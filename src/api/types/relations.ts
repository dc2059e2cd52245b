// Relations and what can follow what: each clause is a method, and what it returns has the methods of the clauses that may follow.
import type { Columns } from './columns.js'
import type { Duration } from './durations.js'
import type { WindowedStream } from './groups.js'
import type { Ignored } from './ignores.js'
import type { Join, LeftJoin } from './joins.js'
import type { Extended, New, NotNull, Only, Selected, Selection, UnionFit, United } from './rows.js'
import type { PerRow, Refused, Value } from './values.js'

// Not exported: an editor would offer them behind the dot.
declare const NAMED: unique symbol
declare const ROW: unique symbol
declare const LANES: unique symbol
declare const CHANGES: unique symbol

// What tells relations apart are properties with sentences for names: TypeScript says which of them is missing, and still infers the row.

interface OnlyAdded {
  readonly 'rows are only added': true
}
interface Changed {
  readonly 'rows are updated and deleted': true
}
interface NoName {
  readonly 'a query': true
}
/** `customers.as('c')`: another name, for one query. */
interface Alias extends NoName {
  readonly 'a name: stream(name, …), table(name, …) or relation(name, …) gives one': 'for one query'
}
interface HasName extends NoName {
  readonly 'a name: stream(name, …), table(name, …) or relation(name, …) gives one': 'for all'
}
interface SomeName extends NoName {
  readonly 'a name: stream(name, …), table(name, …) or relation(name, …) gives one': 'for all' | 'for one query'
}

/**
 * Of a captured table: a join finds the version that was valid at a time.
 *
 * @example
 * const captured = (rows: Table<{ customer_id: bigint }, Versions>) => rows.as('c')
 */
export interface Versions {
  readonly 'every version of its rows: a captured table has them, a query over one has not': true
}
/**
 * Of a table that a query has made.
 *
 * @example
 * const derived = (rows: Table<{ customer_id: bigint }, Newest>) => rows.where((r) => r.customer_id.gt(0))
 */
export interface Newest {
  readonly 'the newest version of its rows': true
}

/**
 * Rows, wherever they come from.
 *
 * @example
 * const rows = <R>(query: Query<R>) => query
 */
export interface Query<out R> {
  readonly [ROW]: R
}
/** What is read off a clause chain: the streams of late rows that it has named. */
export interface Laned<out Lanes> {
  readonly [LANES]: Lanes
}
/** What has no name yet. */
export interface Unnamed {
  readonly [NAMED]: NoName
}
/**
 * Rows that are only added: a source or a query. `Lanes` are the streams of late rows that its clauses have named.
 *
 * @example
 * const named = <R, Lanes>(name: string, rows: Appending<R, Lanes>) => stream(name, rows)
 */
export interface Appending<out R, out Lanes> extends Query<R> {
  readonly [LANES]: Lanes
  readonly [CHANGES]: OnlyAdded
}
/**
 * Rows that change. A table has no lanes; `Keeps` says which versions of a row there are.
 *
 * @example
 * const named = <R, Keeps>(name: string, rows: Changing<R, Keeps>) => table(name, rows)
 */
export interface Changing<out R, out Keeps> extends Query<R> {
  readonly [LANES]: Keeps
  readonly [CHANGES]: Changed
}
/**
 * What sinks, taps, tests and other relations can read.
 *
 * @example
 * const watched = (p: Pipeline, relation: Named<unknown>) => p.tap(relation, 'debug.taps')
 */
export interface Named<out R> extends Query<R> {
  readonly [NAMED]: HasName
}
/**
 * @example
 * const all = (parts: readonly NamedStream<{ order_id: bigint }>[]) => parts.length
 */
export interface NamedStream<out R> extends Named<R> {
  readonly [CHANGES]: OnlyAdded
}
/**
 * The right side of a join.
 *
 * @example
 * const right: Joinable<{ customer_id: bigint; segment: string | null; discount: Decimal | null }> = customers.as('c')
 */
export interface Joinable<out R> extends Query<R> {
  readonly [CHANGES]: Changed
  readonly [LANES]: Versions
  readonly [NAMED]: SomeName
}

// ---------------------------------------------------------------- late and rejected rows

/**
 * What happens to a row that comes behind the watermark.
 *
 * @example
 * const late: Late = 'dlq'
 * const windows = orders.windowTumble(minutes(5), { late })
 */
export type Late = 'dlq' | 'count' | 'accept' | 'strict dlq' | 'strict count'
/**
 * A lane: late rows are an ordinary stream, `q.lane('name')` of the finished relation.
 *
 * @example
 * const late: LateAs<'late_orders'> = { as: 'late_orders' }
 * const windows = orders.windowTumble(minutes(5), { late })
 */
export interface LateAs<N extends string> {
  readonly as: N
  readonly strict?: boolean
}
/** A lane more, where one is named. */
export type WithLane<Lanes, N extends string, R> = [N] extends [never]
  ? Lanes
  : { [P in keyof Lanes | N]: P extends N ? R : P extends keyof Lanes ? Lanes[P] : never }
/** The names of lanes. */
export type LaneOf<Lanes> = [keyof Lanes] extends [never]
  ? Refused<'none of its clauses says late: { as: name }'>
  : keyof Lanes & string

/**
 * @example
 * const unpaid: Rejection = { elseDlq: 'unpaid' }
 * const paid = stream('paid', orders.where((o) => o.amount.gt(0), unpaid))
 */
export interface Rejection {
  /** Rows for which the condition is false or NULL go to the dead-letter topic, with this reason. */
  readonly elseDlq?: string
}

// ---------------------------------------------------------------- streams

/**
 * What `windowTumble` is told beside its size.
 *
 * @example
 * const counted: WindowOptions<Late> = { late: 'count', offset: minutes(1) }
 * const windows = orders.windowTumble(minutes(5), counted)
 */
export interface WindowOptions<L> {
  /** Moves the beginnings of all windows. */
  readonly offset?: Duration
  /** What happens to a row whose window has fired. */
  readonly late?: L
}

/**
 * A query over rows that are only added.
 *
 * @example
 * const paid = (rows: StreamQuery<{ amount: Decimal }>): StreamQuery<{ amount: Decimal }> => rows.where((r) => r.amount.gt(0))
 */
export interface StreamQuery<R, Lanes = {}> extends Appending<R, Lanes> {
  readonly [NAMED]: NoName
  /** Keeps the rows for which the condition is true; NULL is not. `where cond [else dlq 'reason']` */
  where(condition: (row: Columns<R>) => Value<boolean | null, PerRow>, rejection?: Rejection): StreamQuery<R, Lanes>
  /** `where a is not null and b is not null`: the columns are not NULL behind it. */
  whereNotNull<const K extends keyof R & string>(...columns: readonly [K, ...K[]]): StreamQuery<NotNull<R, K>, Lanes>
  /** Names the columns of the result. `...o` stands for all of them. */
  select<S extends Selection<PerRow>>(columns: (row: Columns<R>) => S): StreamQuery<Selected<S>, Lanes>
  /** Some columns by name; a single one is `o => ({ a: o.a })`. */
  select<const K extends keyof R & string>(first: K, second: K, ...more: readonly K[]): StreamQuery<Only<R, K>, Lanes>
  /** Adds columns and keeps the others. */
  extend<S extends Selection<PerRow> & New<R>>(columns: (row: Columns<R>) => S): StreamQuery<Extended<R, S>, Lanes>
  /** Puts the rows of another stream behind these. Columns match by position. */
  unionAll<S>(other: NamedStream<S> & UnionFit<R, S>): StreamQuery<United<R, S>, Lanes>
  /** `window tumble 5 minutes [offset …] late …` */
  windowTumble<const N extends string = never>(
    size: Duration,
    options?: WindowOptions<Late | LateAs<N>>,
  ): WindowedStream<[R], WithLane<Lanes, N, R>>
  /** `join TABLE at TIME on … late …`: the version of the table that was valid at that time. */
  join: Join<[R], Lanes>
  /** As `join`; rows without a partner stay, with NULLs. */
  leftJoin: LeftJoin<[R], Lanes>
  /** Warnings or notes of the clause before it that are right and do not matter, and why. `-- flow:ignore FLOW4018 because …` above it */
  ignore(codes: Ignored, because: string): StreamQuery<R, Lanes>
  readonly groupBy: Refused<'groupBy comes behind a window: windowTumble(minutes(5), { late: … })'>
  readonly having: Refused<'having comes behind groupBy(…) and before its select(…)'>
}

/**
 * A named stream: other relations and sinks can read it.
 *
 * @example
 * const paid = (rows: Stream<{ amount: Decimal }>) => rows.where((r) => r.amount.gt(0))
 */
export interface Stream<R, Lanes = {}> extends StreamQuery<R, Lanes> {
  readonly [NAMED]: HasName
  /** Another name for it in one query: `orders.as('o')`. */
  as(alias: string): StreamQuery<R>
  /** The late rows of one of its clauses, `late: { as: name }`. */
  lane<const N extends LaneOf<Lanes>>(name: N): Stream<Lanes[N & keyof Lanes]>
  /** The `///` lines above it. */
  doc(text: string): Stream<R, Lanes>
  /** As of a clause, of the whole declaration. */
  ignore(codes: Ignored, because: string): Stream<R, Lanes>
}

// ---------------------------------------------------------------- tables

/**
 * A query over rows that change, with a primary key.
 *
 * @example
 * const gold = (rows: TableQuery<{ segment: string | null }>) => rows.where((r) => r.segment.eq('gold'))
 */
export interface TableQuery<R, Keeps = Newest> extends Changing<R, Keeps> {
  readonly [NAMED]: NoName
  /** Keeps the rows for which the condition is true; a table rejects none, so there is no `elseDlq`. */
  where(condition: (row: Columns<R>) => Value<boolean | null, PerRow>): TableQuery<R>
  /** `where a is not null and b is not null`: the columns are not NULL behind it. */
  whereNotNull<const K extends keyof R & string>(...columns: readonly [K, ...K[]]): TableQuery<NotNull<R, K>>
  /** Names the columns of the result. */
  select<S extends Selection<PerRow>>(columns: (row: Columns<R>) => S): TableQuery<Selected<S>>
  select<const K extends keyof R & string>(first: K, second: K, ...more: readonly K[]): TableQuery<Only<R, K>>
  /** Adds columns and keeps the others. */
  extend<S extends Selection<PerRow> & New<R>>(columns: (row: Columns<R>) => S): TableQuery<Extended<R, S>>
  /** Warnings or notes of the clause before it that are right and do not matter, and why. `-- flow:ignore FLOW4018 because …` above it */
  ignore(codes: Ignored, because: string): TableQuery<R, Keeps>
  readonly windowTumble: Refused<'a window needs an append-only stream; this relation changes rows that it has already emitted'>
  readonly join: Refused<'the left side of a join is an append-only stream; this relation changes rows that it has already emitted'>
  readonly leftJoin: Refused<'the left side of a join is an append-only stream; this relation changes rows that it has already emitted'>
  readonly unionAll: Refused<'union all needs append-only streams; this relation changes rows that it has already emitted'>
  readonly groupBy: Refused<'groupBy comes behind a window, and a window needs an append-only stream'>
}

/**
 * A named table.
 *
 * @example
 * const gold = (rows: Table<{ segment: string | null }>) => rows.where((r) => r.segment.eq('gold'))
 */
export interface Table<R, Keeps = Newest> extends TableQuery<R, Keeps> {
  readonly [NAMED]: HasName
  /** Another name for it in one query: `customers.as('c')`. */
  as(alias: string): AliasedTable<R, Keeps>
  /** The `///` lines above it. */
  doc(text: string): Table<R, Keeps>
  /** As of a clause, of the whole declaration. */
  ignore(codes: Ignored, because: string): Table<R, Keeps>
}

/**
 * A named table under another name: a query begins with it, or a join reads it.
 *
 * @example
 * const c: AliasedTable<{ customer_id: bigint; segment: string | null; discount: Decimal | null }, Versions> = customers.as('c')
 */
export interface AliasedTable<R, Keeps> extends TableQuery<R, Keeps> {
  readonly [NAMED]: Alias
}
