// Names that an environment may use: what the catalog, the registry format and SET know on every target.
import { knows, TARGETS } from './flink/target.js'

const { connectors, formats } = TARGETS['flink-2.2']

export const catalogOption = (name: string): boolean => knows(connectors['iceberg-catalog'], name)

export const CATALOG_OPTIONS: readonly string[] = [...connectors['iceberg-catalog'].names].filter((n) => n !== 'type')

/** Options of the `avro-confluent` format that the environment may set; the others follow from the program. */
export const REGISTRY_OPTIONS: readonly string[] = [...formats['avro-confluent'].names].filter(
  (n) => n !== 'url' && n !== 'subject' && n !== 'schema',
)

/** SET keys that the compiler derives, and from what. */
export const DERIVED_SETTINGS: Readonly<Record<string, string>> = {
  'pipeline.name': 'the name of the pipeline',
  'execution.runtime-mode': 'the language',
  'table.local-time-zone': 'the language',
  'pipeline.auto-watermark-interval': '`watermarks every`, or the kind of the sources',
  'execution.checkpointing.interval': '`checkpoint`',
  'execution.checkpointing.mode': 'the pipeline',
  'execution.checkpointing.timeout': '`checkpoint`',
  'table.exec.mini-batch.enabled': '`mini batch`',
  'table.exec.mini-batch.allow-latency': '`mini batch`',
  'table.exec.mini-batch.size': '`mini batch`',
  'table.plan.compile.catalog-objects': 'the way of submitting',
  'execution.state-recovery.path': '`flowc submit`',
}
