// The surface tree: what a program says, names unresolved, sugar kept. The parser builds it from text; the fluent API
// will build the same nodes without tokens. Every node knows its span; a hole left by error recovery is a `missing` node.
import type { Span } from '../core/span.js'
import type { DeclarationBase, DurationNode, FieldNode, Name, Node, Text, TypeNode } from './nodes.js'
import type { TestDecl } from './test-nodes.js'

export type { DurationNode, FieldNode, Name, Node, Text, TypeNode } from './nodes.js'
export type * from './test-nodes.js'

// ---------------------------------------------------------------- file and declarations

export interface FileNode {
  readonly path: string
  readonly declarations: readonly Declaration[]
  readonly ignores: readonly IgnoreNode[]
}

/** `-- flow:ignore FLOW4018 because the report is read in UTC`. Its spans are offsets of the file. */
export interface IgnoreNode extends Node {
  readonly codes: readonly Name[]
  readonly reason: string
  /** Where the piece of the program begins that it stands above, as an offset of the file. */
  readonly covers: number
}

export type Declaration =
  | PipelineDecl
  | ImportDecl
  | ConnectionDecl
  | CatalogDecl
  | SchemaDecl
  | TopicDecl
  | SourceDecl
  | QueryDecl
  | SinkDecl
  | TestDecl
  | ParamDecl
  | TypeDecl
  | FnDecl
  | SqlDecl
  | TapDecl
  | ImportPipelineDecl
  | ForDecl
  /** A declaration that could not be read at all; its error has been reported. */
  | BrokenDecl

export interface BrokenDecl extends DeclarationBase {
  readonly kind: 'broken'
  /** The name, where one could be read: references to it then stay silent. */
  readonly name: Name | null
  /** All names that it would have declared, lanes of `late as` among them. */
  readonly names: readonly Name[]
}

export interface PipelineDecl extends DeclarationBase {
  readonly kind: 'pipeline'
  readonly name: Name
  readonly properties: readonly PipelineProperty[]
}

export type PipelineProperty =
  | (Node & { readonly kind: 'owner' | 'dlq' | 'time zone'; readonly value: Text })
  | (Node & { readonly kind: 'sla'; readonly value: DurationNode })
  | (Node & { readonly kind: 'tuning'; readonly items: readonly TuningNode[] })
  | (Node & { readonly kind: 'checkpoint'; readonly every: DurationNode; readonly mode: 'exactly-once' | 'at-least-once' })

/** One item of `tuning { … }`. */
export type TuningNode =
  | (Node & { readonly kind: 'mini batch' | 'align drift' | 'watermarks every'; readonly duration: DurationNode })
  | (Node & { readonly kind: 'parallelism' | 'max parallelism'; readonly count: number })

/** `param w duration = 5 minutes`, `param threshold decimal(10, 2)`. */
export interface ParamDecl extends DeclarationBase {
  readonly kind: 'param'
  readonly name: Name
  /** `duration` is a named type that only a param can have. */
  readonly type: TypeNode
  /** A literal; null: every environment has to say it. */
  readonly default:
    | { readonly kind: 'expression'; readonly expr: ExprNode }
    | { readonly kind: 'duration'; readonly duration: DurationNode }
    | null
}

/** `type money = decimal(18, 2)`: another name of a type. */
export interface TypeDecl extends DeclarationBase {
  readonly kind: 'type'
  readonly name: Name
  readonly type: TypeNode
}

/** `fn net(amount decimal(18, 2), rate decimal(5, 4)) = amount * (1 - rate)`, or a function of Java. */
export interface FnDecl extends DeclarationBase {
  readonly kind: 'fn'
  readonly name: Name
  readonly parameters: readonly FieldNode[]
  /** Of a macro it may be left out: the type of its body then. */
  readonly returns: { readonly type: TypeNode; readonly notNull: boolean } | null
  readonly body:
    | { readonly kind: 'macro'; readonly expr: ExprNode }
    | { readonly kind: 'java'; readonly className: Text; readonly properties: readonly FnProperty[] }
}

export type FnProperty =
  /** `jar 'libs/functions.jar'` */
  | (Node & { readonly kind: 'jar'; readonly path: Text })
  /** `locally concat('****', right(card, 4))`: what stands in for the class where there is no Flink. */
  | (Node & { readonly kind: 'locally'; readonly expr: ExprNode })

/** `sql NAME (a, b) returns (x bigint not null, …) [time x] [primary key x] = """ … """`. */
export interface SqlDecl extends DeclarationBase {
  readonly kind: 'sql'
  readonly name: Name
  readonly inputs: readonly Name[]
  readonly returns: readonly FieldNode[]
  /** Which of its columns is the event time. */
  readonly time: Name | null
  readonly primaryKey: readonly Name[] | null
  /** What stands between the `"""`. */
  readonly body: Text
}

/** `tap enriched to kafka 'debug.enriched'`. */
export interface TapDecl extends DeclarationBase {
  readonly kind: 'tap'
  readonly relation: Name
  readonly topic: Text
}

/** `import pipeline sales_orders { revenue_5min } from './orders.flow'`. */
export interface ImportPipelineDecl extends DeclarationBase {
  readonly kind: 'import pipeline'
  readonly pipeline: Name
  readonly names: readonly { readonly name: Name; readonly alias: Name | null }[]
  readonly from: Text
}

/** `for t in ['customers', 'orders'] { … }`: expanded before anything is checked. Names in its body may hold `$t`. */
export interface ForDecl extends DeclarationBase {
  readonly kind: 'for'
  readonly variable: Name
  readonly values: readonly Text[]
  readonly body: readonly Declaration[]
}

export interface ImportDecl extends DeclarationBase {
  readonly kind: 'import'
  readonly names: readonly { readonly name: Name; readonly alias: Name | null }[]
  readonly from: Text
}

/** A value of a connection or catalog: text, number, env('X') or secret('X'). */
export type ConfigValueNode = Node &
  (
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'number'; readonly value: string }
    | { readonly kind: 'env' | 'secret'; readonly name: string }
  )

export interface ConfigProperty extends Node {
  /** Words joined with one space: `topic prefix`. */
  readonly name: Name
  readonly value: ConfigValueNode
}

export interface ConnectionDecl extends DeclarationBase {
  readonly kind: 'connection'
  readonly name: Name
  readonly connector: Name
  readonly properties: readonly ConfigProperty[]
}

export interface CatalogDecl extends DeclarationBase {
  readonly kind: 'catalog'
  readonly name: Name
  readonly connector: Name
  readonly properties: readonly ConfigProperty[]
}

export interface SchemaDecl extends DeclarationBase {
  readonly kind: 'schema'
  readonly name: Name
  readonly fields: readonly FieldNode[]
}

export interface TopicDecl extends DeclarationBase {
  readonly kind: 'topic'
  readonly topic: Text
  readonly properties: readonly TopicProperty[]
}

export type TopicProperty =
  | (Node & { readonly kind: 'throughput'; /** MB/s as written. */ readonly megabytes: number })
  | (Node & { readonly kind: 'partitions' | 'replicas' | 'min insync'; readonly count: number })
  /** `partitions for 2 MB/s` */
  | (Node & { readonly kind: 'partitions for'; readonly megabytes: number })
  | (Node & { readonly kind: 'retention'; readonly duration: DurationNode })
  | (Node & { readonly kind: 'cleanup'; readonly policy: 'delete' | 'compact' })

// ---------------------------------------------------------------- sources

export interface SourceDecl extends DeclarationBase {
  readonly kind: 'source'
  readonly relation: 'stream' | 'table'
  readonly name: Name
  readonly from:
    | (Node & {
        readonly kind: 'kafka'
        /** One topic, or several: `('a', 'b')`. With `pattern` one regular expression. */
        readonly topics: readonly Text[]
        readonly pattern: boolean
        /** A second cluster: `from kafka c2 'topic'`. */
        readonly connection: Name | null
        /** `compacted`: the last record of a key counts. */
        readonly compacted: boolean
      })
    | (Node & { readonly kind: 'files'; readonly path: Text })
    | (Node & {
        readonly kind: 'cdc'
        readonly connection: Name
        readonly table: Text
        /** `as events` */ readonly events: boolean
      })
    /** `from iceberg lake.sales.orders` */
    | (Node & { readonly kind: 'iceberg'; readonly path: readonly Name[] })
    /** `stream beat every 1 minute` */
    | (Node & { readonly kind: 'every'; readonly period: DurationNode })
  readonly clauses: readonly SourceClause[]
}

export type SourceClause =
  | SchemaClause
  | (Node & { readonly kind: 'primary key'; readonly columns: readonly Name[] })
  | (Node & { readonly kind: 'message key'; readonly columns: readonly Name[]; readonly format: Name | null })
  | TimeClause
  | StartClause
  /** Where the input ends: it is bounded then. */
  | (Node & { readonly kind: 'until'; readonly position: 'latest' | 'at'; readonly at: Text | Name | null })
  /** `history from iceberg lake.sales.orders until '2026-01-01 00:00:00' then kafka`: two disjoint branches. */
  | (Node & { readonly kind: 'history'; readonly path: readonly Name[]; readonly until: Text | Name })
  | (Node & { readonly kind: 'meta'; readonly items: readonly MetaNode[] })
  /** What an undecodable record does. */
  | (Node & { readonly kind: 'invalid'; readonly action: 'fail' | 'to dlq' })
  | (Node & { readonly kind: 'parallelism'; readonly count: number })
  /** `snapshot at updated_at`: dates the rows of the first snapshot of a cdc table. */
  | (Node & { readonly kind: 'snapshot at'; readonly column: Name })
  /** `deletes never` */
  | (Node & { readonly kind: 'deletes never' })
  /** `late strict …` as shorthand, and `late accept`. */
  | (Node & { readonly kind: 'late'; readonly late: LateNode })
  | (Node & { readonly kind: 'format'; readonly format: Name })
  | WithClause

export interface StartClause extends Node {
  readonly kind: 'start'
  readonly position: 'earliest' | 'latest' | 'committed' | 'at'
  /** Of `committed`: where there is no committed offset. */
  readonly otherwise: 'earliest' | 'latest' | null
  /** Of `at`: an instant, or a param that holds one. */
  readonly at: Text | Name | null
}

/** `trace = header 'traceparent' as text` */
export interface MetaNode extends Node {
  readonly name: Name
  readonly key: 'topic' | 'partition' | 'offset' | 'timestamp' | 'timestamp type' | 'leader epoch' | 'headers' | 'header'
  /** Of `header`: which one. */
  readonly header: Text | null
  /** `as text`, `as raw` */
  readonly as: Name | null
}

export interface SchemaClause extends Node {
  readonly kind: 'schema'
  readonly source:
    | { readonly kind: 'registry'; readonly subject: Text | null; readonly version: number | null }
    | { readonly kind: 'file'; readonly path: Text }
    | { readonly kind: 'named'; readonly name: Name }
}

export interface TimeClause extends Node {
  readonly kind: 'time'
  readonly time:
    | (Node & {
        readonly kind: 'column'
        readonly path: readonly Name[]
        readonly as: 'epoch millis' | 'epoch seconds' | 'epoch micros' | null
      })
    | (Node & { readonly kind: 'commit' })
    | (Node & { readonly kind: 'metadata'; readonly key: Text })
  readonly lateBy: DurationNode | null
  readonly idle: (Node & { readonly after: DurationNode | null }) | null
}

export interface WithClause extends Node {
  readonly kind: 'with'
  readonly options: readonly { readonly name: Text; readonly value: Text }[]
}

// ---------------------------------------------------------------- queries

export interface QueryDecl extends DeclarationBase {
  readonly kind: 'query'
  readonly relation: 'stream' | 'table' | 'let'
  readonly name: Name
  readonly clauses: readonly Clause[]
}

export type Clause =
  | FromClause
  | WhereClause
  | JoinClause
  | WindowClause
  | GroupClause
  | SelectClause
  | ExtendClause
  | UnionClause
  /** A clause that could not be read; reported. What follows still holds. */
  | (Node & { readonly kind: 'bad'; /** Lanes that its text declares by `late as`. */ readonly names: readonly Name[] })

export type ClauseKind = Clause['kind']

export interface FromClause extends Node {
  readonly kind: 'from'
  readonly relation: Name
  readonly alias: Name | null
}

export interface WhereClause extends Node {
  readonly kind: 'where'
  readonly condition: ExprNode
  /** `else dlq 'reason'` */
  readonly reject: (Node & { readonly reason: Text }) | null
}

export interface JoinClause extends Node {
  readonly kind: 'join'
  readonly side: 'inner' | 'left'
  readonly relation: Name
  readonly alias: Name | null
  /** The left event time of `at`. */
  readonly at: ExprNode
  readonly on: ExprNode
  readonly late: LateNode | null
}

export interface LateNode extends Node {
  readonly strict: boolean
  readonly action:
    | { readonly kind: 'dlq' }
    | { readonly kind: 'as'; readonly name: Name }
    | { readonly kind: 'count' }
    | { readonly kind: 'accept' }
}

export interface WindowClause extends Node {
  readonly kind: 'window'
  readonly window: Node & { readonly kind: 'tumble'; readonly size: DurationNode; readonly offset: DurationNode | null }
  readonly late: LateNode | null
}

/** `group by … select … [having …]`: one production, one node. */
export interface GroupClause extends Node {
  readonly kind: 'group'
  readonly keys: readonly ExprNode[]
  readonly items: readonly SelectItem[]
  readonly having: ExprNode | null
}

export interface SelectClause extends Node {
  readonly kind: 'select'
  readonly items: readonly SelectItem[]
}

export type SelectItem =
  | (Node & { readonly kind: 'item'; readonly expr: ExprNode; readonly alias: Name | null })
  /** `*` or `o.*` */
  | (Node & { readonly kind: 'star'; readonly qualifier: Name | null })

export interface ExtendClause extends Node {
  readonly kind: 'extend'
  readonly items: readonly { readonly name: Name; readonly expr: ExprNode; readonly span: Span }[]
}

export interface UnionClause extends Node {
  readonly kind: 'union'
  readonly relation: Name
}

// ---------------------------------------------------------------- expressions

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '=' | '<>' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | '||'

export type ExprNode =
  | (Node & { readonly kind: 'number'; /** As written: `1`, `1.50`, `1e3`. */ readonly text: string })
  | (Node & { readonly kind: 'string'; readonly value: string })
  | (Node & { readonly kind: 'boolean'; readonly value: boolean })
  | (Node & { readonly kind: 'null' })
  /** `X'0aff'`: hexadecimal digits as written, an even number of them. */
  | (Node & { readonly kind: 'bytes'; readonly hex: string })
  /** `DATE '…'`, `TIME '…'`, `TIMESTAMP '…'`, `TIMESTAMP WITH LOCAL TIME ZONE '…'` */
  | (Node & {
      readonly kind: 'typed literal'
      readonly type: 'date' | 'time' | 'timestamp' | 'timestamp_ltz'
      readonly value: Text
    })
  /** `INTERVAL '5' MINUTE`, `INTERVAL -'1-2' YEAR(4) TO MONTH`; `INTERVAL 5 MINUTE` is a special form. */
  | (Node & { readonly kind: 'interval'; readonly negative: boolean; readonly value: Text } & IntervalRange)
  /** `a[1]`, `m['k']` */
  | (Node & { readonly kind: 'element'; readonly of: ExprNode; readonly index: ExprNode })
  /** A field of something that is no path: `a[1].x`, `(f(x)).y`. */
  | (Node & { readonly kind: 'field'; readonly of: ExprNode; readonly name: Name })
  /** `ARRAY[1, 2]`, `ROW(1, 'a')`, `MAP['k', 1]` with keys and values in turn. */
  | (Node & { readonly kind: 'constructor'; readonly constructs: 'array' | 'row' | 'map'; readonly items: readonly ExprNode[] })
  /** A call with words between its arguments; see SpecialForm. */
  | (Node & { readonly kind: 'special'; readonly form: SpecialForm })
  /** `a`, `o.a`, `o.payload.id` */
  | (Node & {
      readonly kind: 'path'
      readonly names: readonly Name[]
      /** Put there by expansion, never by the parser: the param that the name is, where it is no column; null: it is broken (reported). */
      readonly param?: ParamUse | null
    })
  | (Node & { readonly kind: 'unary'; readonly operator: '-' | '+' | 'not'; readonly operand: ExprNode })
  | (Node & {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: ExprNode
      readonly right: ExprNode
      readonly operatorSpan: Span
    })
  | (Node & {
      readonly kind: 'is'
      readonly operand: ExprNode
      readonly negated: boolean
      readonly test: 'null' | 'true' | 'false' | 'unknown'
    })
  | (Node & { readonly kind: 'is distinct'; readonly left: ExprNode; readonly negated: boolean; readonly right: ExprNode })
  | (Node & {
      readonly kind: 'like'
      /** `like`, or `similar to`. */
      readonly style: 'like' | 'similar'
      readonly operand: ExprNode
      readonly negated: boolean
      readonly pattern: ExprNode
      readonly escape: ExprNode | null
    })
  | (Node & {
      readonly kind: 'between'
      readonly symmetric: boolean
      readonly operand: ExprNode
      readonly negated: boolean
      readonly low: ExprNode
      readonly high: ExprNode
    })
  | (Node & { readonly kind: 'in'; readonly operand: ExprNode; readonly negated: boolean; readonly list: readonly ExprNode[] })
  | (Node & {
      readonly kind: 'case'
      readonly operand: ExprNode | null
      readonly branches: readonly { readonly when: ExprNode; readonly then: ExprNode }[]
      readonly otherwise: ExprNode | null
    })
  | (Node & { readonly kind: 'cast'; readonly attempt: boolean; readonly operand: ExprNode; readonly type: TypeNode })
  | (Node & {
      readonly kind: 'call'
      readonly name: Name
      readonly distinct: boolean
      readonly star: boolean
      readonly args: readonly ExprNode[]
      readonly filter: ExprNode | null
      /** Put there by expansion: the `fn` that is called; null where it cannot be (reported). */
      readonly fn?: FnDecl | null
      /** Put there by expansion: functions of the program with a name like this one. */
      readonly near?: readonly string[]
    })
  | (Node & { readonly kind: 'missing' })

/** `DAY(3) TO SECOND(6)` behind an interval. */
export interface IntervalRange {
  readonly from: IntervalUnit
  readonly to: IntervalUnit | null
  /** Digits of the first field; null where not written, 2 then. */
  readonly precision: number | null
  /** Digits of the fraction of seconds; null where not written, 6 then. */
  readonly fraction: number | null
}

/** A param, and what it is in this compilation; null: that could not be found out, and has been reported. */
export interface ParamUse {
  readonly declaration: ParamDecl
  /** As the cells of a test: decimals and large numbers in digits; of a duration the milliseconds. */
  readonly value: boolean | number | string | null
}

export type IntervalUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

/** Units of EXTRACT, FLOOR … TO, TIMESTAMPADD and TIMESTAMPDIFF; which of them a form takes is checked by it. */
export type TimeUnit =
  | IntervalUnit
  | 'millennium'
  | 'century'
  | 'decade'
  | 'quarter'
  | 'week'
  | 'doy'
  | 'dow'
  | 'isodow'
  | 'isoyear'
  | 'epoch'
  | 'millisecond'
  | 'microsecond'
  | 'nanosecond'

export interface UnitNode extends Node {
  readonly unit: TimeUnit
}

/** Calls whose arguments are parted by words (org.apache.calcite.sql.fun.*). */
export type SpecialForm =
  /** `INTERVAL 5 DAY`, `INTERVAL (n + 1) DAY`: so many of the unit. */
  | { readonly kind: 'interval'; readonly count: ExprNode; readonly unit: IntervalUnit }
  /** `(a - b) DAY TO SECOND`: the time between two points, as an interval. */
  | ({ readonly kind: 'difference'; readonly left: ExprNode; readonly right: ExprNode } & IntervalRange)
  /** `EXTRACT(unit FROM x)` */
  | { readonly kind: 'extract'; readonly unit: UnitNode; readonly from: ExprNode }
  /** `FLOOR(x TO unit)`, `CEIL(x TO unit)` */
  | { readonly kind: 'floor' | 'ceil'; readonly operand: ExprNode; readonly unit: UnitNode }
  /** `TIMESTAMPADD(unit, n, x)`, `TIMESTAMPDIFF(unit, from, to)` */
  | {
      readonly kind: 'timestampadd' | 'timestampdiff'
      readonly unit: UnitNode
      readonly left: ExprNode
      readonly right: ExprNode
    }
  /** `TRIM([BOTH | LEADING | TRAILING] [chars] FROM x)` */
  | {
      readonly kind: 'trim'
      readonly where: 'both' | 'leading' | 'trailing'
      readonly characters: ExprNode | null
      readonly from: ExprNode
    }
  /** `POSITION(a IN b [FROM n])` */
  | { readonly kind: 'position'; readonly needle: ExprNode; readonly of: ExprNode; readonly start: ExprNode | null }
  /** `SUBSTRING(x FROM a [FOR n])` */
  | { readonly kind: 'substring'; readonly of: ExprNode; readonly start: ExprNode; readonly length: ExprNode | null }
  /** `OVERLAY(x PLACING y FROM a [FOR n])` */
  | {
      readonly kind: 'overlay'
      readonly of: ExprNode
      readonly placing: ExprNode
      readonly start: ExprNode
      readonly length: ExprNode | null
    }

// ---------------------------------------------------------------- sinks

export interface SinkDecl extends DeclarationBase {
  readonly kind: 'sink'
  readonly target:
    | (Node & { readonly kind: 'kafka'; readonly topic: Text })
    /** `lake.sales.enriched_orders` */
    | (Node & { readonly kind: 'catalog'; readonly path: readonly Name[] })
  readonly relation: Name
  readonly mode: 'append' | 'upsert'
  readonly modeSpan: Span
  readonly properties: readonly SinkProperty[]
}

export type SinkProperty =
  | (Node & { readonly kind: 'message key'; readonly columns: readonly Name[]; readonly format: Name | null })
  | (Node & { readonly kind: 'key'; readonly columns: readonly Name[] })
  | (Node & { readonly kind: 'partition by'; readonly parts: readonly PartitionNode[] })
  | (Node & { readonly kind: 'format version'; readonly version: number })
  | (Node & { readonly kind: 'format'; readonly format: Name })
  | TopicProperty
  | WithClause

export interface PartitionNode extends Node {
  /** `identity` for a bare column. */
  readonly transform: string
  readonly column: Name
  readonly parameter: number | null
}
