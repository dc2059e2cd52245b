// What stands beside relations: schemas, connections, catalogs, params, functions, SQL, imports, text.
import type { Col, Columns } from './columns.js'
import type { Catalog, Connection, ConnectionOf, IcebergProperties, PropertiesOf, Reference } from './connections.js'
import type { Duration } from './durations.js'
import type { DurationType, FieldType, Fields, FieldsRow, TypeOf } from './fields.js'
import type { FixtureValue } from './fixtures.js'
import type { Ignored } from './ignores.js'
import type { TopicProperties } from './pipeline.js'
import type { Named, Stream, Table, Versions } from './relations.js'
import type { IcebergTable } from './sources.js'
import type { Constant, DayTimeInterval, Decimal, Double, Level, Numeric, Value } from './values.js'

declare const SCHEMA: unique symbol

/**
 * `schema NAME { … }`
 *
 * @example
 * const topicOf = <R>(name: string, rows: Schema<R>) => kafka(name).schema(rows)
 */
export interface Schema<out R> {
  readonly [SCHEMA]: R
  doc(text: string): Schema<R>
  ignore(codes: Ignored, because: string): Schema<R>
}

/**
 * `topic 'name' { … }`
 *
 * @example
 * const topics: readonly TopicDeclaration[] = ['a', 'b'].map((name) => topic(`shop.${name}.v1`, { partitions: 3 }))
 */
export interface TopicDeclaration {
  readonly topic: string
  doc(text: string): TopicDeclaration
  ignore(codes: Ignored, because: string): TopicDeclaration
}
/**
 * `type NAME = …`: called, it is that type.
 *
 * @example
 * const money: NamedType<Decimal | null> = namedType('money', t.decimal(18, 2))
 */
export interface NamedType<out F> {
  (): FieldType<F>
  doc(text: string): NamedType<F>
  ignore(codes: Ignored, because: string): NamedType<F>
}

// ---------------------------------------------------------------- params and functions

/**
 * A param: an operand of any expression, and `${name}` in texts.
 *
 * @example
 * const least: Param<number> = param('least', t.int(), 10)
 */
export interface Param<T> extends Value<T, never> {
  readonly name: string
  /** An expression, for its methods: `least.value().times(2)`. */
  value(): Col<T, never>
  /** Where it stands in a text: `${env}.orders`. */
  toString(): string
  doc(text: string): Param<T>
  ignore(codes: Ignored, because: string): Param<T>
}
/**
 * A param that stands wherever a duration does.
 *
 * @example
 * const patience: DurationParam = param('patience', t.duration(), seconds(30))
 */
export interface DurationParam extends Param<DayTimeInterval>, Duration {
  doc(text: string): DurationParam
  ignore(codes: Ignored, because: string): DurationParam
}

type ParamOf<T> = T extends DurationType ? DurationParam : Param<NonNullable<TypeOf<T>>>
/** As in a test, or a constant: `dec('1.50')`, `date('2026-01-01')`. */
type PresetOf<T> = T extends DurationType
  ? Duration
  : FixtureValue<NonNullable<TypeOf<T>>> | Value<Brought<NonNullable<TypeOf<T>>>, never>

/** What is brought to the type of a parameter without a cast. */
type Brought<T> = [T] extends [bigint | null]
  ? number | bigint
  : [T] extends [Decimal | null]
    ? number | bigint | Decimal
    : [T] extends [Double | null]
      ? Numeric
      : NonNullable<T>
type Argument<T, L> =
  | (T extends string | boolean ? T : T extends Numeric ? number | bigint : never)
  | Value<Brought<T> | (null extends T ? null : never), L>
/**
 * A function of the program, called with its arguments by name: `net({ amount: o.amount, rate: 0.1 })`. TypeScript takes its value for
 * one that may be NULL where the body may be, for parameters as they are declared; `flowc check` knows whether these arguments can.
 *
 * @example
 * const net: Fn<{ amount: Decimal | null }, Decimal | null> = fn('net', { amount: t.decimal(10, 2) }, (p) => p.amount)
 */
export interface Fn<P, T> {
  <L extends Level = never>(args: { readonly [K in keyof P]: Argument<P[K], L> }): Col<T, L>
  doc(text: string): Fn<P, T>
  ignore(codes: Ignored, because: string): Fn<P, T>
}

/**
 * @example
 * const options: JavaOptions<{ text: string | null }> = { class: 'com.example.Mask', jar: 'udf/mask.jar' }
 */
export interface JavaOptions<P> {
  /** `com.example.Mask` */
  readonly class: string
  readonly jar?: string
  /** What stands in for the class where there is no Flink. */
  readonly locally?: (parameters: Columns<P>) => Value<unknown, Level>
}

// ---------------------------------------------------------------- SQL, imports, text

export interface SqlOptions<S extends Fields, K> {
  /** The relations that the text names. */
  readonly inputs: readonly Named<unknown>[]
  readonly returns: S
  /** Which of its columns is the event time. */
  readonly time?: keyof S & string
  /** Rows change, by this key. */
  readonly primaryKey?: readonly K[]
}

export interface ImportOptions {
  readonly as?: string
}
/**
 * `import pipeline NAME { … } from './orders.flow'`
 *
 * @example
 * const shared: ImportedPipeline = importPipeline('shared', './shared.flow')
 */
export interface ImportedPipeline {
  stream<Row = Unsaid>(name: string, options?: ImportOptions): Stream<Row>
}
/** The row of an import whose type argument is missing. */
export interface Unsaid {
  readonly unknown: 'say the row of what is imported: importStream<Row>(…)'
}

/**
 * Declarations written as text.
 *
 * @example
 * const beats: readonly FlowText[] = [1, 5].map((n) => flow`stream beat_${n} every ${minutes(n)}`)
 */
export interface FlowText {
  readonly text: string
}
type One =
  | Constant
  | Duration
  | Value<unknown, Level>
  | Named<unknown>
  | Schema<unknown>
  | Connection
  | Catalog
  | IcebergTable
  | Fn<never, unknown>
  | null
/** What a text takes in: relations and other declarations by their names, values as literals, and lists of them. */
export type Interpolated = One | readonly One[]

/**
 * What a program declares: it has a place in the text of the language.
 *
 * @example
 * const shared: readonly Declarable[] = [schema('Refund', { order_id: t.bigint().notNull() }), topic('shop.refunds', { partitions: 3 })]
 * const refunds = pipeline('refunds').declare(...shared)
 */
export type Declarable =
  | Named<unknown>
  | Schema<unknown>
  | TopicDeclaration
  | NamedType<unknown>
  // a param of any type
  | (Value<unknown, never> & { readonly name: string })
  | Fn<never, unknown>
  | Connection
  | Catalog
  | FlowText

export interface Declarations {
  /** `schema NAME { field type, … }` */
  schema<const S extends Fields>(name: string, fields: S): Schema<FieldsRow<S>>
  /** `connection NAME postgres { … }`, `connection NAME kafka { … }` */
  connection<const N extends string, const C extends 'postgres' | 'kafka', const X extends string | Reference = never>(
    name: N,
    connector: C,
    properties: PropertiesOf<C> & { readonly topicPrefix?: X },
  ): ConnectionOf<C, N, X>
  /** `catalog NAME iceberg { … }` */
  catalog(name: string, properties: IcebergProperties): Catalog
  env(name: string): Reference
  secret(name: string): Reference
  /** `topic 'name' { … }` */
  topic(name: string, properties: TopicProperties): TopicDeclaration
  /** `type NAME = …` */
  namedType<F>(name: string, type: FieldType<F>): NamedType<F>
  /** `param NAME type = default` */
  param<T extends FieldType<unknown>>(name: string, type: T, preset?: PresetOf<T>): ParamOf<T>
  /** `fn NAME(a type, …) = expression` */
  fn<const P extends Fields, T>(
    name: string,
    parameters: P,
    body: (parameters: Columns<FieldsRow<P>>) => Value<T, Level>,
    options?: { readonly returns?: FieldType<unknown> },
  ): Fn<FieldsRow<P>, T>
  /** `fn NAME(a type, …) type from java 'class' { … }` */
  fnFromJava<const P extends Fields, F>(
    name: string,
    parameters: P,
    returns: FieldType<F>,
    options: JavaOptions<FieldsRow<P>>,
  ): Fn<FieldsRow<P>, F>
  /** `sql NAME (inputs) returns (…) = """ … """` */
  sql<const S extends Fields, const K extends keyof S & string = never>(
    name: string,
    options: SqlOptions<S, K>,
    text: string,
  ): [K] extends [never] ? Stream<FieldsRow<S>> : Table<FieldsRow<S>>
  /** `import { name } from './x.flow'` of a stream */
  importStream<Row = Unsaid>(name: string, path: string, options?: ImportOptions): Stream<Row>
  /** `import { name } from './x.flow'` of a table */
  importTable<Row = Unsaid>(name: string, path: string, options?: ImportOptions): Table<Row, Versions>
  /** `import pipeline NAME { … } from './x.flow'` */
  importPipeline(name: string, path: string): ImportedPipeline
  /** Whole declarations as text: flow`stream …`. */
  flow(strings: TemplateStringsArray, ...values: readonly Interpolated[]): FlowText
  /** An expression as text: expr<bigint>`…`. */
  expr<T, L extends Level = never>(strings: TemplateStringsArray, ...values: readonly Interpolated[]): Col<T, L>
}
