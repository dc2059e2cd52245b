// Tables for people: a head, a rule, aligned columns; numbers to the right.
import { displayWidth, printable } from '../../diagnostics/render/display-width.js'

export interface TableOptions {
  readonly indent?: string
  /** Longest cell; longer ones are cut with `…`. */
  readonly maxCell?: number
}

const NUMBER = /^[+-]?\d[\d.,]*(e[+-]?\d+)?$/i

export function table(head: readonly string[], rows: readonly (readonly string[])[], options: TableOptions = {}): string {
  const limit = options.maxCell ?? 60
  const indent = options.indent ?? ''
  const body = rows.map((row) => head.map((_, i) => clip(printable((row[i] ?? '').replaceAll(/[\r\n\t]/g, ' ')), limit)))
  const widths = head.map((title, i) => Math.max(displayWidth(title), ...body.map((row) => displayWidth(row[i]!))))
  const right = head.map(
    (_, i) => body.length > 0 && body.every((row) => row[i] === '' || row[i] === 'NULL' || NUMBER.test(row[i]!)),
  )
  const line = (cells: readonly string[], align: boolean): string =>
    `${indent}${cells
      .map((cell, i) => {
        const space = ' '.repeat(widths[i]! - displayWidth(cell))
        return align && right[i] ? space + cell : cell + space
      })
      .join('  ')}`.trimEnd()
  return [
    line(head, true),
    `${indent}${widths.map((w) => '-'.repeat(w)).join('  ')}`,
    ...body.map((row) => line(row, true)),
    '',
  ].join('\n')
}

function clip(text: string, limit: number): string {
  if (displayWidth(text) <= limit) return text
  let out = ''
  let width = 0
  for (const character of text) {
    const w = displayWidth(character)
    if (width + w > limit - 1) break
    out += character
    width += w
  }
  return `${out}…`
}
