// Ways out of a mistake as edits of the text: what a message's help says, made so that it can be applied.
import { suggest } from '../core/suggest.js'
import type { Span } from '../core/span.js'
import type { Fix, ReportOptions } from '../diagnostics/define.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'

type WayOut = Pick<ReportOptions, 'help' | 'fixes'>

/** `did you mean …?` for a wrong name, and a fix for each name that it can mean. */
export function meant(name: ast.Name, candidates: Iterable<string>): WayOut {
  const near = suggest(name.text, candidates)
  if (near.length === 0) return {}
  return {
    help: `did you mean ${near.map((n) => `\`${n}\``).join(' or ')}?`,
    fixes: near.map((n) => replace(name.span, writtenName(n))),
  }
}

/** As `meant` for a column; where nothing is near, what there is. */
export function meantColumn(name: ast.Name, columns: readonly string[]): WayOut {
  const way = meant(name, columns)
  return way.help !== undefined || columns.length === 0 ? way : { ...way, help: `its columns are ${listed(columns)}` }
}

/** The first of them by name, so that a message stays a line. */
export const listed = (names: readonly string[]): string =>
  `${names
    .slice(0, 8)
    .map((n) => `\`${n}\``)
    .join(', ')}${names.length > 8 ? ', …' : ''}`

export const replace = (span: Span, text: string, title = `write \`${text}\``): Fix => ({ title, edits: [{ span, text }] })

/** Puts text behind a piece of the program. */
export const append = (span: Span, text: string, title = `add \`${text.trim().replace(/^, /, '')}\``): Fix => ({
  title,
  edits: [{ span: { ...span, start: span.end }, text }],
})

/** Puts a line at the end of a `{ … }` block; `block` is the whole declaration, whose last character is the brace. */
export const addLine = (block: Span, line: string): Fix => ({
  title: `add \`${line}\``,
  edits: [{ span: { ...block, start: block.end - 1, end: block.end - 1 }, text: `  ${line}\n` }],
})

/** A clause on a line of its own behind another one. */
export const addClause = (before: Span, clause: string): Fix => ({
  title: `add \`${clause}\``,
  edits: [{ span: { ...before, start: before.end }, text: `\n  ${clause}` }],
})

/** Takes a piece of the text away. */
export const remove = (span: Span, what: string): Fix => ({ title: `remove ${what}`, edits: [{ span, text: '' }] })
