// Diagnostics for people: headline, code frames with labels on both sides, notes, help. The form is fixed in docs/cli.md.
import type { FlowPlace, Places } from './places.js'
import type { Location } from '../../core/span.js'
import type { Diagnostic, Label, Severity } from '../define.js'
import { cells, printable } from './display-width.js'
import { PLAIN, type Style } from './style.js'
import { helpAt } from './typescript-help.js'

export interface TextOptions {
  readonly style?: Style
  /** Columns of source text shown of one line; longer lines are cut around the place. */
  readonly lineWidth?: number
}

interface Mark {
  readonly at: Location
  readonly text: string
  readonly primary: boolean
  /** Where the place is in a script: the same in the text that it prints. */
  readonly flow: FlowPlace | null
}

/** All diagnostics, one empty line between them; ends with a line break unless there are none. */
export function renderText(diagnostics: readonly Diagnostic[], index: Places, options: TextOptions = {}): string {
  return diagnostics.map((d) => `${renderOne(d, index, options)}\n`).join('\n')
}

function renderOne(d: Diagnostic, index: Places, options: TextOptions): string {
  const style = options.style ?? PLAIN
  const paint = severityStyle(style, d.severity)
  const lines = [`${paint(`${d.severity}[${d.code}]`)}${style.strong(`: ${printable(d.message)}`)}`]
  const marks: Mark[] = []
  const mark = ({ span, text }: Label, primary: boolean): Mark => ({
    at: index.locate(span),
    text,
    primary,
    flow: index.flow?.(span) ?? null,
  })
  if (d.primary !== null) marks.push(mark(d.primary, true))
  for (const label of d.related) marks.push(mark(label, false))
  const gutter = Math.max(1, ...marks.map((m) => String(m.at.start.line).length))
  const frames = frameGroups(marks)
  for (const group of frames) lines.push(...renderFrame(group, gutter, index, paint, style, options.lineWidth ?? 120))
  for (const note of d.notes) lines.push(`${style.note('note')}: ${printable(note)}`)
  const help = helpAt(d, index)
  if (help !== null) lines.push(`${style.help('help')}: ${printable(help)}`)
  return lines.join('\n')
}

const severityStyle = (style: Style, severity: Severity): ((text: string) => string) =>
  severity === 'error' ? style.error : severity === 'warning' ? style.warning : style.note

/** Labels on one line of one file share a frame; every other place gets its own, with a clickable `file:line:column`. */
function frameGroups(marks: readonly Mark[]): readonly (readonly Mark[])[] {
  const groups: Mark[][] = []
  for (const mark of marks) {
    const group = groups.find((g) => g[0]!.at.file === mark.at.file && g[0]!.at.start.line === mark.at.start.line)
    if (group === undefined) groups.push([mark])
    else group.push(mark)
  }
  return groups
}

function renderFrame(
  marks: readonly Mark[],
  gutter: number,
  index: Places,
  paint: (text: string) => string,
  style: Style,
  lineWidth: number,
): readonly string[] {
  const { file, start } = marks[0]!.at
  const bar = style.frame(`${' '.repeat(gutter)} |`)
  const text = lineOf(index.file(file)?.text ?? '', start.offset - start.column + 1)
  const view = cut(text, start.column - 1, lineWidth)
  const lines = [
    `${' '.repeat(gutter)}${style.frame('-->')} ${printable(file)}:${start.line}:${start.column}`,
    bar,
    `${style.frame(`${String(start.line).padStart(gutter)} |`)} ${view.text}`.trimEnd(),
  ]
  for (const mark of marks) lines.push(`${bar} ${underlined(mark, mark.at, mark.text, view, text, paint, style)}`)
  const flow = marks.find((m) => m.flow !== null)
  if (flow === undefined) return lines
  // the clause as the language says it
  const clause = flow.flow!.line
  const inFlow = cut(clause, flow.flow!.at.start.column - 1, lineWidth)
  const shift = Math.min(inFlow.text.search(/\S|$/), flow.flow!.at.start.column - 1)
  const shown = (line: string): string => line.slice(shift)
  return [
    ...lines,
    `${' '.repeat(gutter)} ${style.frame('=')} ${shown(inFlow.text)}`,
    ...marks
      .filter((m) => m.flow?.at.start.line === flow.flow!.at.start.line)
      .map((m) => `${' '.repeat(gutter)}   ${shown(underlined(m, m.flow!.at, '', inFlow, clause, paint, style))}`),
  ]
}

function underlined(
  mark: Mark,
  at: Location,
  label: string,
  view: View,
  text: string,
  paint: (text: string) => string,
  style: Style,
): string {
  const from = view.columnOf(at.start.column - 1)
  const endUnit = at.end.line === at.start.line ? at.end.column - 1 : text.trimEnd().length
  const width = Math.max(1, view.columnOf(endUnit) - from)
  const underline = (mark.primary ? '^' : '-').repeat(width)
  return `${' '.repeat(from)}${(mark.primary ? paint : style.frame)(label === '' ? underline : `${underline} ${printable(label)}`)}`
}

function lineOf(text: string, lineStart: number): string {
  let end = lineStart
  while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++
  return text.slice(lineStart, end)
}

interface View {
  readonly text: string
  /** Terminal column of a UTF-16 unit of the line. */
  readonly columnOf: (unit: number) => number
}

/** The line as shown; a long one is cut so that the place stays in sight with some context before it. */
function cut(line: string, focus: number, lineWidth: number): View {
  // Only a stretch around the place is measured: a line may have megabytes.
  const slack = lineWidth * 2
  let from = focus > slack ? focus - slack : 0
  if (from > 0 && isLowSurrogate(line.charCodeAt(from))) from--
  const stretch = cells(line.slice(from, focus + slack))
  const offsets: { readonly unit: number; readonly column: number }[] = []
  let unit = from
  let column = 0
  for (const cell of stretch) {
    offsets.push({ unit, column })
    unit += cell.units
    column += cell.width
  }
  offsets.push({ unit, column })
  const whole = from === 0 && unit >= line.length
  const columnAt = (wanted: number): number => {
    let found = 0
    for (const o of offsets) {
      if (o.unit > wanted) break
      found = o.column
    }
    return found
  }
  if (whole && column <= lineWidth) return { text: stretch.map((c) => c.text).join(''), columnOf: columnAt }
  const focusColumn = columnAt(focus)
  const first = from === 0 && focusColumn < lineWidth - 20 ? 0 : Math.max(0, focusColumn - Math.floor(lineWidth / 2))
  const last = first + lineWidth
  const shown = stretch.filter((_, i) => offsets[i]!.column >= first && offsets[i + 1]!.column <= last)
  const base = offsets.find((o) => o.column >= first)!.column
  const head = first > 0 || from > 0 ? '…' : ''
  const width = shown.reduce((sum, c) => sum + c.width, 0)
  const tail = base + width < column || unit < line.length ? '…' : ''
  return {
    text: `${head}${shown.map((c) => c.text).join('')}${tail}`,
    columnOf: (wanted) => Math.min(Math.max(columnAt(wanted) - base, 0), width) + head.length,
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
