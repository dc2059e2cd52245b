// FLOW72xx: what stands in data files: fixtures of tests and inputs of `flowc run`.
import { define } from '../define.js'

/** `where` is the place in the file: `orders.ndjson line 12`, `orders.avro record 3`. */
interface At {
  readonly where: string
}

export const data = {
  notUtf8: define<At & { byte: number; reason: string }>(
    'FLOW7201',
    'not-utf8',
    'error',
    (p) => `${p.where}: byte ${p.byte} of the file is not UTF-8: ${p.reason}`,
    () => 'save the file as UTF-8',
  ),
  binary: define<At & { what: string; expected: string }>(
    'FLOW7202',
    'binary-data',
    'error',
    (p) => `${p.where}: ${p.what}, not ${p.expected}`,
    () => 'the ending of the name says how a file is read: `.ndjson`, `.json`, `.csv`, `.avro`',
  ),
  notJson: define<At & { column: number; reason: string }>(
    'FLOW7203',
    'not-json',
    'error',
    (p) => `${p.where}: no JSON: ${p.reason} in column ${p.column}`,
  ),
  notAnObject: define<At & { got: string }>(
    'FLOW7204',
    'not-an-object',
    'error',
    (p) => `${p.where}: a record is a JSON object, and this is ${p.got}`,
  ),
  duplicateKey: define<At & { key: string }>(
    'FLOW7205',
    'duplicate-key',
    'error',
    (p) => `${p.where}: the key \`${p.key}\` stands twice in one object; Flink would silently take the last`,
  ),
  missingValue: define<At & { path: string; type: string; got: 'missing' | 'null' }>(
    'FLOW7206',
    'missing-value',
    'error',
    (p) => `${p.where}: \`${p.path}\` is ${p.got}, and the schema says ${p.type} NOT NULL`,
    () => 'give it a value, or make the field nullable in the schema',
  ),
  wrongType: define<At & { path: string; expected: string; got: string; reason: string | null }>(
    'FLOW7207',
    'wrong-type',
    'error',
    (p) =>
      `${p.where}: \`${p.path}\` is ${p.expected} in the schema and ${p.got} in the data${p.reason === null ? '' : `: ${p.reason}`}`,
  ),
  tooLong: define<At & { limit: number; what: string }>(
    'FLOW7208',
    'record-too-long',
    'error',
    (p) => `${p.where}: ${p.what} is longer than ${p.limit / 1048576} MiB, the most that is read`,
    () => 'a file with one record a line is read line by line, whatever its size',
  ),
  truncated: define<At & { reason: string }>(
    'FLOW7209',
    'truncated-file',
    'error',
    (p) => `${p.where}: the file ends in the middle of a record: ${p.reason}`,
    () => 'the records before it were read',
  ),
  csvHeader: define<At & { reason: string }>(
    'FLOW7210',
    'csv-header',
    'error',
    (p) => `${p.where}: ${p.reason}`,
    () => 'the first row of a CSV file names its columns',
  ),
  csvRow: define<At & { reason: string }>('FLOW7211', 'csv-row', 'error', (p) => `${p.where}: ${p.reason}`),
  avroFile: define<At & { reason: string }>(
    'FLOW7212',
    'avro-file',
    'error',
    (p) => `${p.where}: no readable Avro file: ${p.reason}`,
  ),
  avroMismatch: define<At & { path: string; reason: string }>(
    'FLOW7213',
    'avro-mismatch',
    'error',
    (p) => `${p.where}: the schema inside the file does not fit \`${p.path}\`: ${p.reason}`,
  ),
  notDebezium: define<At & { got: string }>(
    'FLOW7214',
    'not-debezium',
    'error',
    (p) => `${p.where}: a cdc source reads Debezium events, and this is ${p.got}`,
    () => 'an event is `{"before": …, "after": …, "op": "c", "source": {"ts_ms": …}}`',
  ),
  debeziumEvent: define<At & { reason: string }>('FLOW7215', 'debezium-event', 'error', (p) => `${p.where}: ${p.reason}`),
  placeholder: define<At & { path: string }>(
    'FLOW7216',
    'unavailable-value',
    'error',
    (p) => `${p.where}: \`${p.path}\` holds Debezium's placeholder for an unchanged large value, not the value`,
    () => 'set `REPLICA IDENTITY FULL` on the table, or leave the column out',
  ),
} as const
