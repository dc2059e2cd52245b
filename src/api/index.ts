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
export {
  array,
  cardinality,
  charLength,
  coalesce,
  element,
  ifElse,
  ifNull,
  lower,
  map,
  nullIf,
  row,
  upper,
} from './functions.js'
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
