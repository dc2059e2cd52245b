// The steps of a `test` block: a line each, with the lines of a table below it. Rows leave here with exactly as many cells
// as the table has columns.
import { syntax } from '../diagnostics/codes/syntax.js'
import type * as ast from '../surface/ast.js'
import type { StepHead, TableLine } from './grammar.js'
import { lower } from './brackets.js'
import { type ItemSlice } from './layout.js'
import type { Token } from './lexer.js'
import { readSlice, spanAt, spelling, spanOf, type Reading } from './slice.js'
import { BLOCKS, promisedIn } from './words.js'

export function readSteps(reading: Reading, items: readonly ItemSlice[]): ast.TestStep[] {
  return items.flatMap((item) => readStep(reading, item) ?? [])
}

function readStep(reading: Reading, item: ItemSlice): ast.TestStep | undefined {
  const first = item.tokens[0]!
  let tokens = item.tokens
  let word = lower(first)
  const at = spanAt(reading, first)
  const words: { readonly known: readonly string[]; readonly later: Readonly<Record<string, string>> } = BLOCKS.test
  const promised = promisedIn(words, word)
  if (promised !== undefined) {
    reading.report(syntax.notSupportedYet, at, { what: promised })
    reading.lose()
    return undefined
  }
  if (!words.known.includes(word)) {
    const { hint, fixes, meant } = spelling(reading, first, words.known)
    if (!reading.known(first.startOffset, first.endOffset + 1))
      reading.report(syntax.unknownStep, at, { word: first.image, hint }, { fixes })
    if (meant === null) {
      reading.lose()
      return undefined
    }
    tokens = [meant, ...tokens.slice(1)]
    word = lower(meant)
  }
  const head = readSlice(reading, reading.grammar.testStep, tokens, word).value
  if (head === undefined) return undefined
  return withTable(reading, head, item.rows)
}

function withTable(reading: Reading, head: StepHead, rows: readonly Token[][]): ast.TestStep | undefined {
  switch (head.kind) {
    case 'given table':
    case 'expect':
    case 'expect changes':
    case 'expect dlq': {
      const kind = head.kind === 'given table' ? 'given' : head.kind
      const table = readTable(reading, rows, head.span, kind)
      if (table === undefined) return undefined
      const span = { ...head.span, end: table.span.end }
      switch (head.kind) {
        case 'given table':
          return { kind: 'given', relations: head.relations, rows: table, span }
        case 'expect dlq':
          return { kind: 'expect dlq', table, span }
        default:
          return { kind: head.kind, relation: head.relation, table, span }
      }
    }
    default: {
      const line = rows[0]
      if (line !== undefined)
        reading.report(syntax.unexpectedTable, spanOf(reading.place, line[0]!.startOffset, line.at(-1)!.endOffset + 1), {
          step: head.kind === 'given' ? 'given … from' : head.kind,
        })
      return head
    }
  }
}

function readTable(
  reading: Reading,
  lines: readonly Token[][],
  step: ast.Node['span'],
  name: string,
): ast.FixtureTable | undefined {
  const [top, ...below] = lines
  if (top === undefined) {
    reading.report(syntax.missingTable, step, { step: name })
    reading.lose()
    return undefined
  }
  const head = closed(reading, readSlice(reading, reading.grammar.tableHead, top, 'tableHead').value)
  const rows = below.map((line) => closed(reading, readSlice(reading, reading.grammar.tableRow, line, 'tableRow').value))
  if (head === undefined) return undefined
  const columns: ast.ColumnHeadNode[] = []
  for (const cell of head.cells) {
    if (cell === null) {
      reading.report(syntax.emptyHead, head.span, {})
      reading.lose()
      return undefined
    }
    columns.push(cell)
  }
  const complete: ast.FixtureRow[] = []
  for (const row of rows) {
    if (row === undefined) continue
    if (row.cells.length === columns.length) {
      complete.push({ cells: row.cells, span: row.span })
      continue
    }
    reading.lose()
    const related = [{ span: head.span, text: `${columns.length} columns` }]
    reading.report(syntax.rowWidth, row.span, { cells: row.cells.length, columns: columns.length }, { related })
  }
  const last = lines.at(-1)!.at(-1)!
  const place = spanOf(reading.place, top[0]!.startOffset, last.endOffset + 1)
  return { kind: 'table', columns, rows: complete, span: place }
}

/** A line whose last cell is open is reported and taken as closed. */
function closed<T>(reading: Reading, line: TableLine<T> | undefined): TableLine<T> | undefined {
  if (line !== undefined && !line.closed) {
    const end = { ...line.span, start: line.span.end - 1 }
    const gap = { ...line.span, start: line.span.end }
    reading.report(syntax.openRow, end, {}, { fixes: [{ title: 'insert `|`', edits: [{ span: gap, text: ' |' }] }] })
  }
  return line
}
