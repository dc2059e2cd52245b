// Comments behind something on their line: those of lines that follow each other stand in one column.
import { MARK } from './doc.js'
import { textWidth } from './text-width.js'

/** Where a comment begins if the code leaves room: one column for the whole file. */
const COLUMN = 41
/** Longer lines have their comment right behind them and push nobody's away. */
const FAR = 72

export function alignComments(text: string): string {
  if (!text.includes(MARK)) return text
  const lines = text.split('\n').flatMap(apart)
  const out: string[] = []
  for (let i = 0; i < lines.length;) {
    const block: string[] = []
    const table = isRow(lines[i]!)
    while (i < lines.length && lines[i]!.includes(MARK) && isRow(lines[i]!) === table) block.push(lines[i++]!)
    if (block.length === 0) {
      out.push(lines[i++]!)
      continue
    }
    const parts = block.map((l) => l.split(MARK) as [string, string])
    const gap = table ? 3 : 2
    const ends = parts.map(([code]) => textWidth(code) + gap)
    const column = Math.max(table ? 0 : COLUMN, ...ends.filter((end) => end <= FAR))
    parts.forEach(([code, comment], j) => out.push(code + ' '.repeat(gap + Math.max(column - ends[j]!, 0)) + comment))
  }
  return out.join('\n')
}

const isRow = (line: string): boolean => /^\s*\|/.test(line)

/** A line has room for one comment: others stand above it. */
function apart(line: string): string[] {
  const [code, ...comments] = line.split(MARK)
  if (comments.length < 2) return [line]
  const indent = /^\s*/.exec(code!)![0]
  return [...comments.slice(0, -1).map((c) => indent + c), code! + MARK + comments.at(-1)!]
}
