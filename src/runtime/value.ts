// Values at run time, by type. NULL is null.
//
// BOOLEAN boolean · TINYINT SMALLINT INT number · BIGINT bigint · FLOAT (rounded to 32 bits) DOUBLE number ·
// DECIMAL(p, s) bigint, the unscaled digits · CHAR VARCHAR string · BINARY VARBINARY Uint8Array · DATE epoch days as number ·
// TIME milliseconds of the day as number · TIMESTAMP(p), TIMESTAMP_LTZ(p): p ≤ 3 epoch milliseconds as number, else Instant ·
// day-time interval milliseconds, year-month interval months, as number · ARRAY Value[] · MAP MapValue · ROW RowValue.

/** TIMESTAMP above precision 3: epoch milliseconds and nanoseconds of the millisecond (0 … 999999), as Flink's TimestampData. */
export interface Instant {
  readonly ms: number
  readonly ns: number
}

export interface MapValue {
  readonly entries: readonly (readonly [Value, Value])[]
}

export type Value = null | boolean | number | bigint | string | Uint8Array | Instant | MapValue | readonly Value[]

export type Row = readonly Value[]
