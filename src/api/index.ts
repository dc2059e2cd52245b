// The TypeScript API: all that `import … from 'flowc'` gives. What each thing is in the text language stands beside it.
export { avg, count, distinct, max, min, sum } from './aggregates.js'
export { caseOf, when } from './cases.js'
export { defineConfig, defineEnvironment } from './config.js'
export { catalog, connection, env, secret } from './declarations/catalogs.js'
export { fn, fnFromJava } from './declarations/functions.js'
export { importPipeline, importStream, importTable } from './declarations/imports.js'
export { param } from './declarations/params.js'
export { namedType, schema } from './declarations/schemas.js'
export { sql } from './declarations/sql.js'
export { days, hours, minutes, ms, seconds } from './durations.js'
export { t } from './field-types.js'
export { array, cardinality, charLength, coalesce, element, ifElse, ifNull, lower, map, nullIf, row, upper } from './functions.js'
export { bytes, date, dec, interval, lit, nullOf, time, timestamp, timestampLtz } from './literals.js'
export { bucket, months, truncate, years } from './partitions.js'
export { pipeline } from './pipelines/pipeline.js'
export { topic } from './pipelines/topics.js'
export { relation, stream, table } from './relations/index.js'
export { cdc, every, files, iceberg, kafka, kafkaPattern } from './sources/index.js'
export {
  ceil,
  difference,
  extract,
  floor,
  intervalOf,
  overlay,
  position,
  substring,
  timestampAdd,
  timestampDiff,
  trim,
} from './special-functions.js'
export { expr, flow } from './template/tags.js'

// ---------------------------------------------------------------- types
export type { Aggregate, Aggregates, Distinct } from './types/aggregates.js'
export type { Api } from './types/api.js'
export type { Case, CaseOf, Cases } from './types/cases.js'
export type { Any, Arr, Bool, Col, Columns, Dict, Nested, Num, Ordered, Span, Str, Time } from './types/columns.js'
export type { EnvironmentConfig, FlowConfig } from './types/config.js'
export type {
  Catalog,
  ConfigValue,
  Connection,
  IcebergProperties,
  KafkaConnection,
  KafkaProperties,
  PostgresConnection,
  PostgresProperties,
  Reference,
} from './types/connections.js'
export type {
  DurationParam,
  Declarable,
  FlowText,
  Fn,
  ImportedPipeline,
  JavaOptions,
  NamedType,
  Param,
  Schema,
  TopicDeclaration,
} from './types/declarations.js'
export type { Duration } from './types/durations.js'
export type { Fields, FieldType, TypeOf, Types } from './types/fields.js'
export type { DiagnosticCode, Ignored } from './types/ignores.js'
export type { Joined } from './types/joins.js'
export type { Pipeline, PipelineProperties, TopicProperties } from './types/pipeline.js'
export type {
  AliasedTable,
  Appending,
  Changing,
  Joinable,
  Late,
  LateAs,
  Named,
  NamedStream,
  Newest,
  Query,
  Rejection,
  Stream,
  StreamQuery,
  Table,
  TableQuery,
  Versions,
  WindowOptions,
} from './types/relations.js'
export type { Grouped, WindowedStream } from './types/groups.js'
export type { ColumnsOf, RowOf } from './types/row-of.js'
export type { GroupColumns } from './types/rows.js'
export type { IcebergSinkProperties, KafkaSinkProperties, PartitionTransform } from './types/sinks.js'
export type {
  BeatSource,
  CompactedSource,
  FilesSource,
  IcebergSource,
  IcebergTable,
  KafkaSource,
  KafkaTopic,
  KafkaTopics,
  KeyFormat,
  Start,
  TimeOptions,
  Until,
} from './types/sources.js'
export type { CdcSource, EventsSource } from './types/captured.js'
// as a whole: only so can `declare module 'flowc' { interface Subjects { … } }` add to it
export type * from './types/subjects.js'
export type { DlqRow, ExpectedRow, FixtureValue, GivenRow, RowKind, TestSteps } from './types/tests.js'
export type {
  Bytes,
  CalendarDate,
  Constant,
  DayTimeInterval,
  Decimal,
  Double,
  Interval,
  Level,
  Multiset,
  Numeric,
  Operand,
  PerGroup,
  PerRow,
  Refused,
  Temporal,
  TimeOfDay,
  Timestamp,
  TimestampLtz,
  Value,
  YearMonthInterval,
} from './types/values.js'
