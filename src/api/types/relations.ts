// Relations and what can follow what: each clause is a method, and what it returns has the methods of the clauses that may follow.
import type { Columns, Col } from './columns.js'
import type { Duration } from './durations.js'
import type { PerGroup, PerRow, Refused, Timestamp, TimestampLtz, TYPE, Value } from './values.js'

export declare const NAMED: unique symbol
export declare const ROW: unique symbol
export declare const LANES: unique symbol

// ---------------------------------------------------------------- rows

// `& {}` makes editors and messages show the columns of a row instead of the name of the type that computes them.
type Cell<V> = V extends { readonly [TYPE]: infer T } ? T : never
/** What a callback returns: names, and a value for each. */
type Selection<L> = Readonly<Record<string, Value<unknown, L>>>
/** The row that a selection makes. */
export type Selected<S> = { -readonly [K in keyof S]: Cell<S[K]> } & {}
export type Extended<R, S> = { [K in keyof R | keyof S]: K extends keyof S ? Cell<S[K]> : K extends keyof R ? R[K] : never } & {}
type Picked<R, K extends keyof R> = { [P in K]: R[P] } & {}
export type Nullable<R> = { [K in keyof R]: R[K] | null } & {}
type NotNull<R, K> = { [P in keyof R]: P extends K ? NonNullable<R[P]> : R[P] } & {}
/** Two rows side by side. A name that both have is in neither: give one another name in a `select`. */
export type Merged<R, S> = {
  [K in Exclude<keyof R, keyof S> | Exclude<keyof S, keyof R>]: K extends keyof R ? R[K] : K extends keyof S ? S[K] : never
} & {}
/** Of rows from two relations a column is nullable where one of them is. */
export type United<R, S> = { [K in keyof R]: R[K] | (K extends keyof S ? Extract<S[K], null> : never) } & {}
/** A row that `unionAll` takes beside `R`: the same columns, nullable or not. */
export type UnionRow<R> = { [K in keyof R]: R[K] | null }

/** What a window adds; of a source whose time is a TIMESTAMP. */
export interface WindowColumns {
  window_start: Timestamp
  window_end: Timestamp
  window_time: Timestamp | TimestampLtz
}
export type Windowed<R> = { [K in keyof R | keyof WindowColumns]: K extends keyof WindowColumns ? WindowColumns[K] : K extends keyof R ? R[K] : never } & {}

/** Behind `groupBy`, a key is one value per group; every other column is one per row, for an aggregate. */
export type Group<R, K> = { readonly [P in keyof R]: Col<R[P], P extends K ? PerGroup : PerRow> }

// ---------------------------------------------------------------- late and rejected rows

/** What happens to a row that comes behind the watermark. */
export type Late =
  | 'dlq'
  | 'count'
  | 'accept'
  | 'strict dlq'
  | 'strict count'
/** A lane: late rows are an ordinary stream, `q.lane('name')` of the finished relation. */
export interface LateAs<N extends string> {
  readonly as: N
  readonly strict?: boolean
}

export interface Rejection {
  /** Rows for which the condition is false or NULL go to the dead-letter topic, with this reason. */
  readonly elseDlq?: string
}

// ---------------------------------------------------------------- relations

/** A finished relation or one in the making. `R` is its row. */
export interface Query<R> {
  readonly [ROW]: R
}

/** Rows that are only added. `Lanes` are the streams of late rows that its clauses have named. */
export interface StreamQuery<R, Lanes = {}> extends Query<R> {
  readonly [LANES]: Lanes
  readonly changes: 'none: rows are only added'
  /** Keeps the rows for which the condition is true; NULL is not. `where cond [else dlq 'reason']` */
  where(condition: (row: Columns<R>) => Value<boolean | null, PerRow>, rejection?: Rejection): StreamQuery<R, Lanes>
  /** `where a is not null and b is not null`: the columns are not NULL behind it. */
  whereNotNull<const K extends keyof R & string>(...columns: readonly K[]): StreamQuery<NotNull<R, K>, Lanes>
  /** Names the columns of the result. */
  select<const S extends Selection<PerRow>>(columns: (row: Columns<R>) => S): StreamQuery<Selected<S>, Lanes>
  select<const K extends keyof R & string>(...columns: readonly [K, ...K[]]): StreamQuery<Picked<R, K>, Lanes>
  /** Adds columns and keeps the others. */
  extend<const S extends Selection<PerRow>>(columns: (row: Columns<R>) => S): StreamQuery<Extended<R, S>, Lanes>
  /** Puts the rows of another stream behind these. Columns match by position. */
  unionAll<S extends UnionRow<R>>(other: Stream<S, unknown>): StreamQuery<United<R, S>, Lanes>
  /** `window tumble 5 minutes [offset …] late …` */
  windowTumble(size: DurationLike, options: { readonly offset?: DurationLike; readonly late: Late }): WindowedStream<R, Lanes>
  windowTumble<const N extends string>(size: DurationLike, options: { readonly offset?: DurationLike; readonly late: LateAs<N> }): WindowedStream<R, Lanes & { readonly [P in N]: R }>
  windowTumble(size: DurationLike, options?: { readonly offset?: DurationLike }): WindowedStream<R, Lanes>
  /** `join TABLE at TIME on … late …`: the version of the table that was valid at that time. */
  join: Join<[R], Lanes>
  /** As `join`; rows without a partner stay, with NULLs. */
  leftJoin: LeftJoin<[R], Lanes>
  readonly groupBy: Refused<'groupBy comes behind a window: windowTumble(minutes(5), { late: … })'>
  readonly having: Refused<'having comes behind groupBy(…) and before its select(…)'>
}

/** A named stream: other relations and sinks can read it. */
export interface Stream<R, Lanes = {}> extends StreamQuery<R, Lanes> {
  readonly [NAMED]: 'a relation with a name: stream(…) or relation(…) gives one'
  /** Another name for it in one query: `orders.as('o')`. */
  as(alias: string): StreamQuery<R>
  /** The late rows of one of its clauses, `late: { as: name }`. */
  lane<const N extends keyof Lanes & string>(name: N): Stream<Lanes[N]>
  /** The `///` lines above it. */
  doc(text: string): Stream<R, Lanes>
}

/** Rows that change, with a primary key. */
export interface TableQuery<R, Lanes = {}> extends Query<R> {
  readonly [LANES]: Lanes
  readonly changes: 'rows are updated and deleted'
  where(condition: (row: Columns<R>) => Value<boolean | null, PerRow>): TableQuery<R, Lanes>
  whereNotNull<const K extends keyof R & string>(...columns: readonly K[]): TableQuery<NotNull<R, K>, Lanes>
  select<const S extends Selection<PerRow>>(columns: (row: Columns<R>) => S): TableQuery<Selected<S>, Lanes>
  select<const K extends keyof R & string>(...columns: readonly [K, ...K[]]): TableQuery<Picked<R, K>, Lanes>
  extend<const S extends Selection<PerRow>>(columns: (row: Columns<R>) => S): TableQuery<Extended<R, S>, Lanes>
  readonly windowTumble: Refused<'a window needs an append-only stream; this relation changes rows that it has already emitted'>
  readonly join: Refused<'the left side of a join is an append-only stream; this relation changes rows that it has already emitted'>
  readonly leftJoin: Refused<'the left side of a join is an append-only stream; this relation changes rows that it has already emitted'>
  readonly unionAll: Refused<'union all needs append-only streams; this relation changes rows that it has already emitted'>
  readonly groupBy: Refused<'groupBy comes behind a window, and a window needs an append-only stream'>
}

/** A named table. */
export interface Table<R, Lanes = {}> extends TableQuery<R, Lanes> {
  readonly [NAMED]: 'a relation with a name: table(…) or relation(…) gives one'
  as(alias: string): TableQuery<R> & Aliased
  doc(text: string): Table<R, Lanes>
}

/** A named table under another name, for a join. */
export interface Aliased {
  readonly [NAMED]: 'a relation with a name: table(…) or relation(…) gives one'
}
/** The right side of a join. */
export type Joinable<R> = TableQuery<R, unknown> & Aliased

// ---------------------------------------------------------------- windows and groups

export interface WindowedStream<R, Lanes = {}> {
  readonly [LANES]: Lanes
  /** One row a key and window; without keys, one a window. Windows' own columns are keys. */
  groupBy(): Grouped<Nullable<R> & WindowColumns, keyof WindowColumns, Lanes>
  groupBy<const K extends keyof R & string>(...keys: readonly [K, ...K[]]): Grouped<Windowed<R>, K | keyof WindowColumns, Lanes>
  readonly select: Refused<'behind a window comes groupBy(…)'>
  readonly where: Refused<'behind a window comes groupBy(…): put the condition before it'>
  readonly extend: Refused<'behind a window comes groupBy(…): put the columns before it'>
}

export interface Grouped<R, K, Lanes = {}> {
  readonly [LANES]: Lanes
  /** Keeps groups by their results. */
  having(condition: (group: Group<R, K>) => Value<boolean | null, PerGroup>): Grouped<R, K, Lanes>
  select<const S extends Selection<PerGroup>>(columns: (group: Group<R, K>) => S): StreamQuery<Selected<S>, Lanes>
}

// ---------------------------------------------------------------- joins

type DurationLike = Duration

export interface JoinOptions<Rows extends readonly unknown[], S> {
  /** The event time of the left side. */
  readonly at: (...rows: AllColumns<Rows>) => Value<Timestamp | TimestampLtz, PerRow>
  readonly on: (...rows: AllColumns<[...Rows, S]>) => Value<boolean | null, PerRow>
}
export type AllColumns<Rows extends readonly unknown[]> = { readonly [I in keyof Rows]: Columns<Rows[I]> }
type MergedAll<Rows extends readonly unknown[]> = Rows extends readonly [infer R]
  ? R
  : Rows extends readonly [...infer Front, infer S]
    ? Merged<MergedAll<Front>, S>
    : never

export interface Join<Rows extends readonly unknown[], Lanes> {
  <S, const N extends string>(table: Joinable<S>, options: JoinOptions<Rows, S> & { readonly late: LateAs<N> }): Joined<[...Rows, S], Lanes & { readonly [P in N]: MergedAll<Rows> }>
  <S>(table: Joinable<S>, options: JoinOptions<Rows, S> & { readonly late?: Late }): Joined<[...Rows, S], Lanes>
}
export interface LeftJoin<Rows extends readonly unknown[], Lanes> {
  <S, const N extends string>(table: Joinable<S>, options: JoinOptions<Rows, S> & { readonly late: LateAs<N> }): Joined<[...Rows, Nullable<S>], Lanes & { readonly [P in N]: MergedAll<Rows> }>
  <S>(table: Joinable<S>, options: JoinOptions<Rows, S> & { readonly late?: Late }): Joined<[...Rows, Nullable<S>], Lanes>
}

/** Behind a join: callbacks get the columns of each side, `(o, c) => …`. `Rows` has a row a side. */
export interface Joined<Rows extends readonly unknown[], Lanes = {}> extends Query<MergedAll<Rows>> {
  readonly [LANES]: Lanes
  readonly changes: 'none: rows are only added'
  where(condition: (...rows: AllColumns<Rows>) => Value<boolean | null, PerRow>, rejection?: Rejection): Joined<Rows, Lanes>
  select<const S extends Selection<PerRow>>(columns: (...rows: AllColumns<Rows>) => S): StreamQuery<Selected<S>, Lanes>
  /** The new columns stand with those of the first side. */
  extend<const S extends Selection<PerRow>>(columns: (...rows: AllColumns<Rows>) => S): Rows extends readonly [infer R, ...infer Others] ? Joined<[Extended<R, S>, ...Others], Lanes> : never
  join: Join<Rows, Lanes>
  leftJoin: LeftJoin<Rows, Lanes>
  windowTumble: StreamQuery<MergedAll<Rows>, Lanes>['windowTumble']
  unionAll: StreamQuery<MergedAll<Rows>, Lanes>['unionAll']
}
