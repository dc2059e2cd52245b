// Logical types, as Flink 2.2 has them (org.apache.flink.table.types.logical.*). A type is plain data with a
// canonical `key` (Flink's spelling): two types are equal when their keys are. Nullability stands apart, in Typed.

export type FlowType =
  | { readonly kind: 'boolean' | 'tinyint' | 'smallint' | 'int' | 'bigint' | 'float' | 'double' | 'date'; readonly key: string }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number; readonly key: string }
  /** STRING is VARCHAR(2147483647). */
  | { readonly kind: 'char' | 'varchar' | 'binary' | 'varbinary'; readonly length: number; readonly key: string }
  | { readonly kind: 'time' | 'timestamp' | 'timestamp_ltz'; readonly precision: number; readonly key: string }
  /** Values are months (year-month) or milliseconds (day-time). */
  | { readonly kind: 'interval_year_month' | 'interval_day_time'; readonly key: string }
  | { readonly kind: 'array' | 'multiset'; readonly element: Typed; readonly key: string }
  | { readonly kind: 'map'; readonly mapKey: Typed; readonly value: Typed; readonly key: string }
  | { readonly kind: 'row'; readonly fields: readonly RowField[]; readonly key: string }
  /** The type of an untyped NULL literal. */
  | { readonly kind: 'null'; readonly key: string }
  /** Poison: something was wrong and has been reported; absorbs every operation without a further message. */
  | { readonly kind: 'error'; readonly key: string }

export type TypeKind = FlowType['kind']

/** A type with its nullability: what a column or an expression has. */
export interface Typed {
  readonly type: FlowType
  readonly nullable: boolean
}

export interface RowField {
  readonly name: string
  readonly type: FlowType
  readonly nullable: boolean
}

export const MAX_LENGTH = 2147483647
export const MAX_DECIMAL_PRECISION = 38

const interned = new Map<string, FlowType>()
function intern<T extends FlowType>(type: T): T {
  const known = interned.get(type.key)
  if (known !== undefined) return known as T
  interned.set(type.key, type)
  return type
}

const simple = (kind: 'boolean' | 'tinyint' | 'smallint' | 'int' | 'bigint' | 'float' | 'double' | 'date'): FlowType =>
  intern({ kind, key: kind.toUpperCase() })

export const BOOLEAN = simple('boolean')
export const TINYINT = simple('tinyint')
export const SMALLINT = simple('smallint')
export const INT = simple('int')
export const BIGINT = simple('bigint')
export const FLOAT = simple('float')
export const DOUBLE = simple('double')
export const DATE = simple('date')
export const NULL_TYPE: FlowType = intern({ kind: 'null', key: 'NULL' })
export const ERROR_TYPE: FlowType = intern({ kind: 'error', key: '<error>' })
export const INTERVAL_YEAR_MONTH: FlowType = intern({ kind: 'interval_year_month', key: 'INTERVAL YEAR TO MONTH' })
export const INTERVAL_DAY_TIME: FlowType = intern({ kind: 'interval_day_time', key: 'INTERVAL DAY TO SECOND(3)' })

export const decimal = (precision: number, scale: number): FlowType & { kind: 'decimal' } =>
  intern({ kind: 'decimal', precision, scale, key: `DECIMAL(${precision}, ${scale})` })
export const char = (length: number): FlowType => intern({ kind: 'char', length, key: `CHAR(${length})` })
export const varchar = (length: number): FlowType =>
  intern({ kind: 'varchar', length, key: length === MAX_LENGTH ? 'STRING' : `VARCHAR(${length})` })
export const binary = (length: number): FlowType => intern({ kind: 'binary', length, key: `BINARY(${length})` })
export const varbinary = (length: number): FlowType =>
  intern({ kind: 'varbinary', length, key: length === MAX_LENGTH ? 'BYTES' : `VARBINARY(${length})` })
export const STRING = varchar(MAX_LENGTH)
export const BYTES = varbinary(MAX_LENGTH)
export const time = (precision: number): FlowType => intern({ kind: 'time', precision, key: `TIME(${precision})` })
export const timestamp = (precision: number): FlowType & { precision: number } =>
  intern({ kind: 'timestamp', precision, key: `TIMESTAMP(${precision})` })
export const timestampLtz = (precision: number): FlowType & { precision: number } =>
  intern({ kind: 'timestamp_ltz', precision, key: `TIMESTAMP_LTZ(${precision})` })

/** Inside constructed types NOT NULL is spelled out, nullable is the default: Flink's own form. */
export const spell = (t: Typed): string => (t.nullable ? t.type.key : `${t.type.key} NOT NULL`)

export const array = (element: Typed): FlowType => intern({ kind: 'array', element, key: `ARRAY<${spell(element)}>` })
export const multiset = (element: Typed): FlowType => intern({ kind: 'multiset', element, key: `MULTISET<${spell(element)}>` })
export const map = (mapKey: Typed, value: Typed): FlowType =>
  intern({ kind: 'map', mapKey, value, key: `MAP<${spell(mapKey)}, ${spell(value)}>` })
export const row = (fields: readonly RowField[]): FlowType =>
  intern({ kind: 'row', fields, key: `ROW<${fields.map((f) => `\`${f.name.replaceAll('`', '``')}\` ${spell(f)}`).join(', ')}>` })

export const nullable = (type: FlowType): Typed => ({ type, nullable: true })
export const notNull = (type: FlowType): Typed => ({ type, nullable: false })
export const ERROR: Typed = { type: ERROR_TYPE, nullable: true }

export const equalTypes = (a: FlowType, b: FlowType): boolean => a.key === b.key
export const isError = (t: Typed | FlowType): boolean => ('type' in t ? t.type.kind : t.kind) === 'error'
export const isString = (t: FlowType): t is FlowType & { kind: 'char' | 'varchar'; length: number } =>
  t.kind === 'char' || t.kind === 'varchar'
export const isBinary = (t: FlowType): boolean => t.kind === 'binary' || t.kind === 'varbinary'
const INTEGERS: ReadonlySet<TypeKind> = new Set(['tinyint', 'smallint', 'int', 'bigint'])
export const isInteger = (t: FlowType): boolean => INTEGERS.has(t.kind)
export const isExact = (t: FlowType): boolean => isInteger(t) || t.kind === 'decimal'
export const isApproximate = (t: FlowType): boolean => t.kind === 'float' || t.kind === 'double'
export const isNumeric = (t: FlowType): boolean => isExact(t) || isApproximate(t)
export const isTimestamp = (t: FlowType): t is FlowType & { kind: 'timestamp' | 'timestamp_ltz'; precision: number } =>
  t.kind === 'timestamp' || t.kind === 'timestamp_ltz'
