// Expected and actual rows as a table for people: expected ones with `-`, those that came out with `+`.
import { displayWidth, printable } from '../../diagnostics/render/display-width.js'
import type { DiffLine, RowsDiff } from './result.js'

/** How the signs are told apart where there are colours. */
export interface DiffStyle {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly dim: (text: string) => string
}

const same = (text: string): string => text
const PLAIN_DIFF: DiffStyle = { good: same, bad: same, dim: same }

export interface DiffOptions {
  readonly style?: DiffStyle
  /** `^` stands under cells that differ. */
  readonly marks?: boolean
}

/** Cells that are not checked show what came. */
export function diffText(diff: RowsDiff, { style = PLAIN_DIFF, marks = false }: DiffOptions = {}): readonly string[] {
  const rows = diff.lines.flatMap((line) => diffRows(line, marks)).map((r) => ({ ...r, cells: r.cells.map(printable) }))
  const widths = diff.columns.map((name, i) => Math.max(displayWidth(name), ...rows.map((r) => displayWidth(r.cells[i] ?? ''))))
  const show = (sign: string, cells: readonly string[]): string =>
    `${sign} | ${widths.map((w, i) => (cells[i] ?? '') + ' '.repeat(w - displayWidth(cells[i] ?? ''))).join(' | ')} |`
  const under = (wrong: readonly number[]): string =>
    `    ${widths.map((w, i) => (wrong.includes(i) ? '^' : ' ').repeat(w)).join('   ')}`.trimEnd()
  return [
    show(' ', diff.columns),
    ...rows.flatMap((r) => {
      const text = show(r.sign, r.cells)
      const line = r.sign === '-' ? style.bad(text) : r.sign === '+' ? style.good(text) : text
      return r.wrong.length === 0 ? [line] : [line, under(r.wrong)]
    }),
    style.dim('  (- expected, + came out)'),
  ]
}

interface DiffRow {
  readonly sign: ' ' | '-' | '+'
  readonly cells: readonly string[]
  /** Columns that are marked below it. */
  readonly wrong: readonly number[]
}

function diffRows(line: DiffLine, marks: boolean): readonly DiffRow[] {
  const expected = line.expected?.map((cell) => cell ?? '') ?? []
  switch (line.status) {
    case 'equal':
      return [{ sign: ' ', cells: line.actual!, wrong: [] }]
    case 'different':
      return [
        { sign: '-', cells: expected, wrong: [] },
        { sign: '+', cells: line.actual!, wrong: marks ? line.wrong : [] },
      ]
    case 'missing':
      return [{ sign: '-', cells: expected, wrong: [] }]
    case 'unexpected':
      return [{ sign: '+', cells: line.actual!, wrong: [] }]
  }
}
