// What TypeScript knows of a value: its kind, whether it can be NULL, and whether there is one per row or one per group.
// Lengths, precision and scale are the compiler's: where TypeScript is silent, `flowc check` is not.

/**
 * The level of a value inside `where`, `extend`, `select`, `on`: the names of levels are sentences, they stand in messages.
 *
 * @example
 * const isLarge = (amount: Num<Decimal, PerRow>): Bool<boolean, PerRow> => amount.gt(100)
 */
export type PerRow = 'one value per row'
/**
 * The level of an aggregate behind `groupBy`. What has the level `never` fits both: a constant, and a key of the group.
 *
 * @example
 * const revenue = (g: { amount: Num<Decimal, PerRow> }): Value<Decimal, PerGroup> => sum(g.amount)
 */
export type PerGroup = 'one value per group'
/**
 * @example
 * const same = <L extends Level>(value: Value<Decimal, L>) => value
 */
export type Level = PerRow | PerGroup

// Not exported, as all keys of this kind: an editor would offer them behind the dot.
declare const LEVEL: unique symbol
declare const TYPE: unique symbol

/**
 * DECIMAL. Written as text where its digits count, `dec('12.50')`: a JavaScript number would lose some.
 *
 * @example
 * const isLarge = (amount: Num<Decimal, PerRow>) => amount.gt(100)
 */
export interface Decimal {
  readonly kind: 'DECIMAL'
}
/**
 * FLOAT and DOUBLE.
 *
 * @example
 * const isHeavy = (weight: Num<Double | null, PerRow>) => weight.gt(100)
 */
export interface Double {
  readonly kind: 'DOUBLE'
}
/**
 * TIMESTAMP: a date and a time of day without a zone.
 *
 * @example
 * const isOld = (at: Time<Timestamp, PerRow>) => at.lt(timestamp('2020-01-01 00:00:00'))
 */
export interface Timestamp {
  readonly kind: 'TIMESTAMP'
}
/**
 * TIMESTAMP_LTZ: a moment.
 *
 * @example
 * const isOld = (at: Time<TimestampLtz, PerRow>) => at.lt(timestampLtz('2020-01-01 00:00:00'))
 */
export interface TimestampLtz {
  readonly kind: 'TIMESTAMP_LTZ'
}
/**
 * DATE
 *
 * @example
 * const isOld = (day: Time<CalendarDate, PerRow>) => day.lt(date('2020-01-01'))
 */
export interface CalendarDate {
  readonly kind: 'DATE'
}
/**
 * TIME
 *
 * @example
 * const isMorning = (at: Time<TimeOfDay, PerRow>) => at.lt(time('12:00:00'))
 */
export interface TimeOfDay {
  readonly kind: 'TIME'
}
/**
 * INTERVAL YEAR TO MONTH
 *
 * @example
 * const notice: Value<YearMonthInterval, never> = interval('3', 'month')
 */
export interface YearMonthInterval {
  readonly kind: 'INTERVAL YEAR TO MONTH'
}
/**
 * INTERVAL DAY TO SECOND
 *
 * @example
 * const patience: Value<DayTimeInterval, never> = interval('30', 'minute')
 */
export interface DayTimeInterval {
  readonly kind: 'INTERVAL DAY TO SECOND'
}
/**
 * BINARY, VARBINARY, BYTES
 *
 * @example
 * const isEmpty = (token: Ordered<Bytes, PerRow>) => token.eq(bytes(''))
 */
export interface Bytes {
  readonly kind: 'BYTES'
}
/**
 * MULTISET: each value with how often it occurs.
 *
 * @example
 * const tags = t.multiset(t.string()) satisfies FieldType<Multiset<string | null> | null>
 */
export interface Multiset<T> {
  readonly kind: 'MULTISET'
  readonly element: T
}

/**
 * TINYINT, SMALLINT and INT are `number`, BIGINT is `bigint`.
 *
 * @example
 * const total = <T extends Numeric>(g: { amount: Value<T, PerRow> }) => sum(g.amount)
 */
export type Numeric = number | bigint | Decimal | Double
export type Text = string
/**
 * @example
 * const later = (at: Time<Timestamp, PerRow>, by: Value<Interval, PerRow>) => at.plus(by)
 */
export type Interval = YearMonthInterval | DayTimeInterval
/**
 * Kinds that have a point on a calendar or clock.
 *
 * @example
 * const day = (at: Value<Temporal, PerRow>) => extract('day', at as Value<Timestamp, PerRow>)
 */
export type Temporal = Timestamp | TimestampLtz | CalendarDate | TimeOfDay

/**
 * What a parameter asks for, nothing but level and type: a mismatch is then two lines long.
 *
 * @example
 * const large = (amount: Value<Decimal, PerRow>) => ifElse(dec('100.00').lt(amount), 'large', 'small')
 */
export interface Value<out T, out L> {
  readonly [LEVEL]: L
  readonly [TYPE]: T
}

/**
 * A call that is refused; the text is the message.
 *
 * @example
 * const why: Refused<'groupBy comes behind a window: windowTumble(minutes(5), { late: … })'> = orders.groupBy
 */
export interface Refused<Why extends string> {
  readonly refused: Why
}

/** `null` where `T` can be NULL. */
export type Null<T> = null extends T ? null : never
/** As `NonNullable`, which hovers would show in place of `boolean`. */
export type WithoutNull<T> = [T] extends [unknown] ? (T extends null ? never : T) : never

// ---------------------------------------------------------------- operands

/**
 * Constants of JavaScript that are literals of the language.
 *
 * @example
 * const literals = (constants: readonly Constant[]) => constants.map((c) => lit(c))
 */
export type Constant = string | number | bigint | boolean | Uint8Array

/** What JavaScript may write in place of a value of type `T`. */
export type Plain<T> = unknown extends T
  ? Constant
  : T extends Numeric
    ? number | bigint
    : T extends Bytes
      ? Uint8Array
      : T extends string | boolean
        ? T
        : never

/**
 * A constant of JavaScript, or a value: a column, an expression.
 *
 * @example
 * const atLeast = (o: { amount: Num<Decimal, PerRow> }, least: Operand<Numeric, PerRow>) => o.amount.ge(least)
 */
export type Operand<P, L> = Plain<P> | Value<P | null, L>
/** An operand of any type. */
export type AnyOperand<L = Level> = Constant | Value<unknown, L>

/**
 * The type of a constant: `1` is an INT, `1.5` and `1e-7` are DECIMAL, `3000000000` is a BIGINT. One whose value TypeScript does not know, a `number` or a
 * `bigint`, is taken for a whole one of its size: as a union of all three it would make one of every column that it has a part in.
 */
export type Written<C> = C extends number
  ? number extends C
    ? number
    : `${C}` extends `${string}.${string}` | `${string}e-${string}`
      ? Decimal
      : Whole<`${C}`>
  : C extends string
    ? string
    : C extends boolean
      ? boolean
      : C extends bigint
        ? bigint extends C
          ? bigint
          : Whole<`${C}`>
        : C extends Uint8Array
          ? Bytes
          : C

/** Of a whole number as its digits: what is beyond INT is a BIGINT. */
export type Whole<Digits extends string> = Digits extends `-${infer D}`
  ? Above<D, '2147483648'>
  : Digits extends `0${infer D}`
    ? Whole<D>
    : Above<Digits, '2147483647'>

/** `same`: no digit has decided yet, and the first one that differs does, if both have as many. */
type Above<D extends string, Most extends string, Found = 'same'> = D extends `${infer A}${infer Ds}`
  ? Most extends `${infer B}${infer Bs}`
    ? Above<Ds, Bs, Found extends 'same' ? (A extends B ? 'same' : `${B}<${A}` extends Larger ? bigint : number) : Found>
    : bigint
  : Most extends ''
    ? Found extends 'same'
      ? number
      : Found
    : number
/** `B<A` for the digits of the largest INT. */
type Larger =
  | `2<${3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `1<${2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `4<${5 | 6 | 7 | 8 | 9}`
  | `7<${8 | 9}`
  | '8<9'
  | `3<${4 | 5 | 6 | 7 | 8 | 9}`
  | `6<${7 | 8 | 9}`

/** What another mistake has left: whatever is done with it is fine, so that one mistake is told once. */
// oxlint-disable-next-line typescript/no-explicit-any -- that is what it is for
export type Told = any
/** The type of a value, `never` of anything else. */
export type Cell<V> = 0 extends 1 & V ? Told : V extends { readonly [TYPE]: infer T } ? T : never
/** The type of an operand. */
export type TypeIn<X> = 0 extends 1 & X ? Told : X extends { readonly [TYPE]: infer T } ? T : Written<X>
/** `null` where an operand can be NULL. */
export type NullIn<X> = X extends { readonly [TYPE]: infer T } ? Null<T> : Extract<X, null>
/** The level of an operand: `never` of a constant, and of what TypeScript has refused already. */
export type LevelIn<X> = X extends { readonly [LEVEL]: infer L } ? ([Level] extends [L] ? never : L) : never

/** The level of what stands beside a value of level `L`. */
export type Beside<L> = [L] extends [never] ? Level : L

/** What a value of type `T` is compared with: any number with a number, any text with a text; with NULL alone anything. */
export type Peer<T> = [T] extends [null]
  ? unknown
  : [T] extends [Numeric | null]
    ? Numeric
    : [T] extends [string | null]
      ? string
      : [T] extends [boolean | null]
        ? boolean
        : [T] extends [readonly unknown[] | null]
          ? readonly unknown[]
          : [T] extends [ReadonlyMap<unknown, unknown> | null]
            ? ReadonlyMap<unknown, unknown>
            : [T] extends [{ readonly kind: string } | null]
              ? NonNullable<T>
              : object

/**
 * The type that two numbers are brought to: DOUBLE before DECIMAL before BIGINT before the smaller ones.
 * The condition is always true: without it hovers show `Wider<…>` instead of the type.
 */
export type Wider<T, U> = [T] extends [unknown]
  ? (Double extends T | U ? Double : Decimal extends T | U ? Decimal : bigint extends T | U ? bigint : number) | Null<T> | Null<U>
  : never

/** The type that the branches of a CASE, or the arguments of COALESCE, are brought to. */
export type Common<T, U> = [T | U] extends [Numeric | null] ? Wider<T, U> : T | U
