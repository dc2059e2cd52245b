// FLOW34xx: schemas of sources.
import { define } from '../define.js'

export const schemas = {
  missing: define<{ name: string; why: string }>(
    'FLOW3401',
    'schema-missing',
    'error',
    (p) => `\`${p.name}\` says no schema, and ${p.why}`,
    () => "say `schema registry`, `schema file 'x.avsc'` or `schema NAME`",
  ),
  notLocked: define<{ subject: string; version: number | null; known: readonly string[] }>(
    'FLOW3402',
    'subject-not-locked',
    'error',
    (p) => `flow.lock holds no ${p.version === null ? '' : `version ${p.version} of `}subject \`${p.subject}\``,
    (p) => `\`flowc schema pull\` fetches and locks it${p.known.length === 0 ? '; there is no flow.lock yet' : ''}`,
  ),
  file: define<{ path: string; reason: string }>(
    'FLOW3403',
    'schema-file',
    'error',
    (p) => `schema file \`${p.path}\` cannot be used: ${p.reason}`,
  ),
  problem: define<{ where: string; message: string }>('FLOW3404', 'schema-problem', 'error', (p) => `${p.where}: ${p.message}`),
  warning: define<{ where: string; message: string }>('FLOW3405', 'schema-warning', 'warning', (p) => `${p.where}: ${p.message}`),
  unreadable: define<{ name: string; reason: string }>(
    'FLOW3406',
    'field-unreadable',
    'error',
    (p) => `field \`${p.name}\` cannot be read by Flink SQL: ${p.reason}`,
  ),
  envelopeAsRows: define<{ subject: string; name: string }>(
    'FLOW3407',
    'envelope-as-rows',
    'error',
    (p) => `${p.subject} is a Debezium envelope, and \`${p.name}\` reads it as plain rows`,
    () => 'declare it as `table … from cdc …`: deletes would be lost',
  ),
  notEnvelope: define<{ subject: string; name: string }>(
    'FLOW3408',
    'not-an-envelope',
    'error',
    (p) => `\`${p.name}\` is captured by Debezium, but ${p.subject} is not a Debezium envelope (before, after, op, source)`,
  ),
  keyColumn: define<{ name: string; table: string; reason: string }>(
    'FLOW3409',
    'key-column',
    'error',
    (p) => `\`${p.name}\` cannot be in the primary key of \`${p.table}\`: ${p.reason}`,
  ),
  leftOut: define<{ names: readonly string[]; where: string; reason: string }>(
    'FLOW3410',
    'fields-left-out',
    'note',
    (p) =>
      `${p.names.map((n) => `\`${n}\``).join(', ')} of ${p.where} ${p.names.length === 1 ? 'is' : 'are'} left out: ${p.reason}`,
  ),
  duplicateField: define<{ name: string }>(
    'FLOW3411',
    'duplicate-field',
    'error',
    (p) => `field \`${p.name}\` stands twice in this schema`,
  ),
  keyMissing: define<{ name: string; column: string | null }>(
    'FLOW3412',
    'primary-key-missing',
    'error',
    (p) => `table \`${p.name}\` says no primary key`,
    (p) =>
      `a changing table needs one: ${p.column === null ? 'the columns that name a row of it' : `\`primary key ${p.column}\`, or whatever columns name a row of it`}`,
  ),
  formatMismatch: define<{ format: string; reason: string }>(
    'FLOW3413',
    'format-mismatch',
    'error',
    (p) => `format \`${p.format}\` cannot be used here: ${p.reason}`,
  ),
}
