// Values as a test and a param write them.
import type { Bytes, CalendarDate, Decimal, Double, Interval, Multiset, TimeOfDay, Timestamp, TimestampLtz } from './values.js'

/**
 * Decimals as text or number, points in time as text: `'2026-01-01 10:00:00'`.
 *
 * @example
 * const amount: FixtureValue<Decimal> = '12.50'
 */
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
            ? FixtureMap<E, number>
            : T extends readonly (infer E)[]
              ? readonly FixtureValue<E>[]
              : T extends ReadonlyMap<infer K, infer V>
                ? FixtureMap<K, V>
                : T extends object
                  ? { readonly [K in keyof T]: FixtureValue<T[K]> }
                  : T
/** With keys that are texts, an object will do. */
type FixtureMap<K, V> =
  ReadonlyMap<FixtureValue<K>, FixtureValue<V>> | (K extends string ? { readonly [key: string]: FixtureValue<V> } : never)
