// What the matchers and `assertRows` ask of a run; each gives the report of what is wrong, null where nothing is.
import { isRow } from '../api/pipelines/cells.js'
import { suggest } from '../core/suggest.js'
import { flowTests } from '../diagnostics/codes/flow-tests.js'
import { tests } from '../diagnostics/codes/tests.js'
import { displayWidth } from '../diagnostics/render/display-width.js'
import { misuse, spoken, type Called } from './errors.js'
import { rowBehind } from './row-values.js'
import { rowsDiff } from './rows-diff.js'
import type { AnyRow, DeadLetter, FlowRun, LedgerLine } from './types.js'

export interface Use {
  readonly matcher: string
  readonly called: Called
}

type Letters = readonly DeadLetter[]

/** Dead letters as rows: what the decision says as `@reason` and so on, then the fields of the payload. */
export function dlqDiff(use: Use, actual: unknown, expected: unknown): string | null {
  const letters = part(actual, 'dlq') as Letters | null
  if (letters === null || !letters.every((l) => 'payload' in Object(l)))
    throw misuse(
      flowTests.notRows,
      { matcher: use.matcher, wanted: 'a run, or the dead letters of one', got: spoken(actual) },
      use.called,
    )
  const rows = letters.map(letterRow)
  metaNames(rows, expected, use.called)
  return rowsDiff({ ...use, what: 'the dead letters' }, rows, expected)
}

/** `reason` where `@reason` is meant would be a field that no payload has. */
function metaNames(letters: readonly AnyRow[], expected: unknown, called: Called): void {
  if (letters.length === 0 || !Array.isArray(expected)) return
  const known = [...new Set(letters.flatMap((l) => Object.keys(l)))]
  const names = new Set((expected as readonly unknown[]).flatMap((row) => (isRow(row) ? Object.keys(row) : [])))
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = known.includes(`@${name}`) ? [`@${name}`] : name.startsWith('@') ? suggest(name, known) : null
    if (meant === null) continue
    const help = meant.length > 0 ? `did you mean \`${meant[0]}\`?` : `they have ${known.map((n) => `\`${n}\``).join(', ')}`
    throw misuse(tests.column, { name, relation: 'the dead letters' }, called, { help })
  }
}

const letterRow = ({ reason, stage, step, origin, payload }: DeadLetter): AnyRow =>
  rowBehind(
    [
      ['@reason', reason],
      ['@stage', stage],
      ['@step', step],
      ['@topic', origin.topic],
      ['@partition', origin.partition],
      ['@offset', origin.offset],
      ['@key', origin.key],
    ],
    payload,
  )

/** Every row that came to a point where rows part has left it: kept, filtered, rejected or late. An unrouted one is in no lane: it is lost. */
export function ledgerReport(use: Use, actual: unknown): string | null {
  const ledger = part(actual, 'ledger') as readonly LedgerLine[] | null
  if (ledger === null || !ledger.every((l) => 'in' in Object(l)))
    throw misuse(
      flowTests.notRows,
      { matcher: use.matcher, wanted: 'a run, or the ledger of one', got: spoken(actual) },
      use.called,
    )
  const lines = ledger.map((l) => ({ ...l, missing: l.in - l.kept - l.filtered - rejectedOf(l) - l.late - l.unrouted }))
  const isOpen = (l: (typeof lines)[number]): boolean => l.missing !== 0 || l.unrouted !== 0
  if (!lines.some(isOpen)) return null
  const total = lines.reduce((sum, l) => sum + Math.abs(l.missing) + l.unrouted, 0)
  return [
    `the ledger does not balance: ${total} row${total === 1 ? ' is' : 's are'} not accounted for`,
    ...aligned([
      ['step', 'in', 'kept', 'filtered', 'rejected', 'late', 'unrouted', 'missing'],
      ...lines.map((l) => [l.step, ...[l.in, l.kept, l.filtered, rejectedOf(l), l.late, l.unrouted, l.missing].map(String)]),
    ]).map((line, i) => `${i > 0 && isOpen(lines[i - 1]!) ? '!' : ' '} ${line}`),
  ].join('\n')
}

const rejectedOf = ({ rejected }: LedgerLine): number => Object.values(rejected).reduce((sum, n) => sum + n, 0)

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((r) => displayWidth(r[i]!))))
  return rows.map((r) => `| ${r.map((cell, i) => cell + ' '.repeat(widths[i]! - displayWidth(cell))).join(' | ')} |`)
}

/** The list itself, or that of a run. */
function part(actual: unknown, name: keyof FlowRun): readonly unknown[] | null {
  if (Array.isArray(actual)) return actual as readonly unknown[]
  const list = typeof actual === 'object' && actual !== null ? (actual as Readonly<Record<string, unknown>>)[name] : null
  return Array.isArray(list) ? (list as readonly unknown[]) : null
}
