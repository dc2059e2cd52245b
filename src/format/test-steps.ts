// The steps of a test, and their tables: columns as wide as their widest cell, decimal points below each other.
import type { CellNode, ColumnHeadNode, FixtureTable, TestStep } from '../surface/ast.js'
import { hardline, indent, type Doc } from './doc.js'
import { durationText, nameText, namesText, quotedText, text } from './names.js'
import type { Origin, Range } from './origin.js'
import { lines, run, withBehind, type Piece } from './pieces.js'
import { textWidth } from './text-width.js'

export function stepDoc(o: Origin, step: TestStep): Doc {
  switch (step.kind) {
    case 'given': {
      const head = `given ${namesText(o, step.relations)}`
      if (step.rows.kind === 'file') return `${head} from ${text(step.rows.path)}`
      return withTable(o, o.range(step), head, step.rows)
    }
    case 'expect':
      return withTable(o, o.range(step), `expect ${nameText(o, step.relation)}`, step.table)
    case 'expect changes':
      return withTable(o, o.range(step), `expect changes ${nameText(o, step.relation)}`, step.table)
    case 'expect dlq':
      return withTable(o, o.range(step), 'expect dlq', step.table)
    case 'expect nothing':
      return `expect nothing from ${nameText(o, step.relation)}`
    case 'watermark':
      return `watermark ${nameText(o, step.relation)} to ${cellText(o, step.to)}`
    case 'expect watermark':
      return `expect watermark ${nameText(o, step.relation)} ${cellText(o, step.at)}`
    case 'advance':
      return `advance ${durationText(o, step.by)}`
    case 'idle':
      return `idle ${nameText(o, step.relation)}${step.partition === null ? '' : ` partition ${step.partition}`}`
    case 'expect error':
      return `expect error ${text(step.code)}`
    case 'restart':
    case 'end':
    case 'open':
      return step.kind
  }
}

function withTable(o: Origin, step: Range, head: string, table: FixtureTable): Doc {
  const [top, ...rows] = tableLines(o, table)
  const columns = table.columns.map((c) => o.range(c))
  const whole = o.range(table)
  const pieces: Piece[] = [
    { start: step.start, end: step.start, print: () => head },
    { start: whole.start, end: columns.at(-1)?.end ?? whole.start, print: () => top! },
    ...table.rows.map((row, i) => ({ ...o.range(row), print: () => rows[i]! })),
  ]
  const { placed, rest } = run(o, pieces, step.start, whole.end, true)
  const [first, ...below] = placed
  return [withBehind(first!), indent([hardline, lines({ placed: below, rest })])]
}

const columnText = (o: Origin, column: ColumnHeadNode): string => {
  if (o.text !== null) {
    const { start, end } = o.range(column)
    return o.text.slice(start, end)
  }
  return /^@|^[A-Za-z_][A-Za-z0-9_]*$/.test(column.name) ? column.name : `\`${column.name.replaceAll('`', '``')}\``
}

function cellText(o: Origin, cell: CellNode | null): string {
  if (cell === null) return ''
  switch (cell.kind) {
    case 'number':
    case 'word':
    case 'row kind':
      return cell.text
    case 'string':
      return quotedText(cell.text)
    case 'boolean':
      return String(cell.value)
    case 'null':
      return 'null'
    case 'array':
    case 'map':
      return `${cell.kind}[${cell.items.map((c) => cellText(o, c)).join(', ')}]`
    case 'row':
      return `row(${cell.items
        .map((c, i) => (cell.names === undefined ? '' : `${nameText(o, cell.names[i]!)} = `) + cellText(o, c))
        .join(', ')})`
  }
}

function tableLines(o: Origin, table: FixtureTable): string[] {
  const columns = table.columns.map((head, i) => [columnText(o, head), ...columnCells(o, table, i)])
  const widths = columns.map((cells) => Math.max(...cells.map(textWidth)))
  return [...Array(table.rows.length + 1).keys()].map((r) => {
    const cells = columns.map((cells, i) => cells[r]! + ' '.repeat(widths[i]! - textWidth(cells[r]!)))
    return `| ${cells.join(' | ')} |`
  })
}

/** Numbers of a column that has fractions stand with their points below each other. */
function columnCells(o: Origin, table: FixtureTable, i: number): readonly string[] {
  const cells = table.rows.map((row) => row.cells[i] ?? null)
  const texts = cells.map((c) => cellText(o, c))
  const numbers = cells.map((cell) => cell?.kind === 'number')
  if (!texts.some((t, r) => numbers[r]! && t.includes('.'))) return texts
  const whole = (t: string): number => /^[+-]?[0-9]*/.exec(t)![0].length
  const widest = Math.max(...texts.map((t, r) => (numbers[r]! ? whole(t) : 0)))
  return texts.map((t, r) => (numbers[r]! ? ' '.repeat(widest - whole(t)) + t : t))
}
