// What `flowc run` says at the end: rows of each sink, rejected and late ones, the ledger, where the files lie.
import type { Json } from '../core/stable-json.js'
import type { LedgerEntry } from '../runtime/api.js'
import type { LateRows } from './late-rows.js'
import type { SinkOutput } from './sink-files.js'
import { ledgerJson } from './test-report.js'
import { table } from './ui/table.js'
import type { Theme } from './ui/theme.js'

export interface InputReport {
  readonly name: string
  readonly file: string
  readonly rows: number
  readonly skipped: number
  readonly ignoredFields: readonly string[]
}

export interface RunReport {
  readonly pipeline: string
  readonly inputs: readonly InputReport[]
  readonly outputs: readonly SinkOutput[]
  readonly late: readonly LateRows[]
  readonly ledger: readonly LedgerEntry[]
}

export function runReport(report: RunReport, theme: Theme, options: { readonly rows: number }): string {
  if (options.rows === 0) return ''
  const parts: string[] = []
  for (const output of report.outputs) {
    const shown =
      output.role === 'dlq' ? dlqRows(output, options.rows) : { head: output.head, rows: output.sample.slice(0, options.rows) }
    const more = output.rows - shown.rows.length
    parts.push(
      `${theme.strong(output.role === 'dlq' ? `Rejected and late rows → ${output.sink}` : output.sink)} ${theme.dim(`${output.rows} row${output.rows === 1 ? '' : 's'}, ${output.file}`)}\n` +
        (output.rows === 0 ? '' : table(shown.head, shown.rows, { indent: '  ', maxCell: output.role === 'dlq' ? 110 : 48 })) +
        (more > 0 ? `  … and ${more} more\n` : ''),
    )
  }
  for (const late of report.late) {
    const rows = late.sample.slice(0, options.rows)
    const more = late.count - rows.length
    parts.push(
      `${theme.strong('Late rows')} ${theme.dim(`${late.count} at ${late.step}`)}\n${table(late.head, rows, { indent: '  ', maxCell: 48 })}${more > 0 ? `  … and ${more} more\n` : ''}`,
    )
  }
  parts.push(
    `${theme.strong('Inputs')}\n${table(
      ['source', 'file', 'rows', 'bad rows'],
      report.inputs.map((i) => [i.name, i.file, String(i.rows), String(i.skipped)]),
      { indent: '  ' },
    )}${ignored(report)}`,
  )
  parts.push(
    `${theme.strong('Ledger')} ${theme.dim('in = kept + filtered + rejected + late + unrouted')}\n${ledgerTable(report.ledger)}`,
  )
  return `${parts.join('\n')}`
}

/** Of a dead letter, what a person asks first: why, where, which row. */
function dlqRows(
  output: SinkOutput,
  limit: number,
): { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const wanted = ['reason', 'stage', 'step', 'event_time', 'watermark', 'payload']
  const columns = wanted.map((name) => output.head.indexOf(name)).filter((i) => i >= 0)
  return {
    head: columns.map((i) => output.head[i]!),
    rows: output.sample.slice(0, limit).map((row) => columns.map((i) => row[i]!)),
  }
}

const ignored = (report: RunReport): string =>
  report.inputs
    .filter((i) => i.ignoredFields.length > 0)
    .map((i) => `  fields of ${i.file} that the schema does not have: ${i.ignoredFields.join(', ')}\n`)
    .join('')

export const ledgerTable = (ledger: readonly LedgerEntry[]): string =>
  table(
    ['step', 'in', 'kept', 'filtered', 'rejected', 'late', 'unrouted'],
    ledger.map((e) =>
      [
        e.step,
        e.in,
        e.kept,
        e.filtered,
        Object.entries(e.rejected)
          .map(([reason, n]) => `${n} ${reason}`)
          .join(', ') || 0,
        e.late,
        e.unrouted,
      ].map(String),
    ),
    { indent: '  ' },
  )

export const runSummary = (report: RunReport): { readonly [key: string]: Json } => ({
  pipeline: report.pipeline,
  inputs: report.inputs.map((i) => ({
    name: i.name,
    file: i.file,
    rows: i.rows,
    skipped: i.skipped,
    ignoredFields: i.ignoredFields,
  })),
  outputs: report.outputs.map((o) => ({ sink: o.sink, role: o.role, file: o.file, rows: o.rows })),
  ledger: report.ledger.map(ledgerJson),
})
