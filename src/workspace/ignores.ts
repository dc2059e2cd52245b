// Applies `-- flow:ignore …`: takes warnings and notes out of what is shown, and tells of comments that take nothing out.
import { SCRIPT_ENDING } from '../core/paths.js'
import type { SourceIndex } from '../core/source.js'
import type { Span } from '../core/span.js'
import { suggest } from '../core/suggest.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import { catalog } from '../diagnostics/catalog.js'
import { suppressing } from '../diagnostics/codes/suppressing.js'
import type { Diagnostic, DiagnosticCode } from '../diagnostics/define.js'
import type { FileNode, IgnoreNode, Name } from '../surface/ast.js'
import { replace } from '../typecheck/fixes.js'

/** A diagnostic that a comment takes out, with what the comment says. */
export interface Suppressed {
  readonly diagnostic: Diagnostic
  readonly reason: string
  /** The comment. */
  readonly span: Span
}

export interface Applied {
  readonly shown: readonly Diagnostic[]
  readonly suppressed: readonly Suppressed[]
}

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * A comment covers what begins right below it: the largest node of the tree that does, a declaration, clause, property or
 * item. A diagnostic belongs to it where its first place begins inside. `asked`: of other files, what they leave unused
 * depends on who else reads them.
 */
export function applyIgnores(
  files: readonly FileNode[],
  asked: readonly string[],
  diagnostics: readonly Diagnostic[],
  index: SourceIndex,
): Applied {
  const wrong = new DiagnosticBag()
  const suppressed: Suppressed[] = []
  let shown = diagnostics
  const broken = diagnostics.some((d) => d.severity === 'error')
  for (const file of files) {
    for (const ignore of file.ignores) {
      const range = covered(file, ignore, index)
      for (const code of ignore.codes) {
        if (!isPossible(code, wrong)) continue
        const out = shown.filter((d) => d.code === code.text && d.severity !== 'error' && isIn(d, file.path, range, index))
        suppressed.push(...out.map((diagnostic) => ({ diagnostic, reason: ignore.reason, span: ignore.span })))
        // behind an error much is not looked at: nothing is known of what would be there
        if (out.length === 0 && !broken && asked.includes(file.path)) reportUnused(code, ignore, file, range, shown, index, wrong)
        shown = shown.filter((d) => !out.includes(d))
      }
    }
  }
  return { shown: [...shown, ...wrong.all], suppressed }
}

function isPossible(code: Name, wrong: DiagnosticBag): boolean {
  const known = catalog()
  const entry = known.get(code.text as DiagnosticCode)
  if (entry === undefined) {
    const upper = code.text.toUpperCase().replace(/^FLOW-/, 'FLOW')
    const near = known.has(upper as DiagnosticCode) ? [upper] : suggest(code.text, known.keys())
    wrong.report(
      suppressing.unknownCode,
      code.span,
      { code: code.text },
      near.length === 0
        ? { help: '`flowc check` prints the code in front of each message' }
        : { help: `did you mean ${near.map((n) => `\`${n}\``).join(' or ')}?`, fixes: near.map((n) => replace(code.span, n)) },
    )
    return false
  }
  const why =
    entry.severity === 'error'
      ? 'it is an error, and a program with an error has no meaning'
      : Object.values(suppressing).some((d) => d.code === entry.code)
        ? 'it is about such comments themselves'
        : null
  if (why !== null) wrong.report(suppressing.notPossible, code.span, { code: code.text, why })
  return why === null
}

function isIn(d: Diagnostic, file: string, range: Range, index: SourceIndex): boolean {
  if (d.primary === null) return false
  const at = index.range(d.primary.span)
  return at.file === file && at.start >= range.start && at.start < range.end
}

function reportUnused(
  code: Name,
  ignore: IgnoreNode,
  file: FileNode,
  range: Range,
  shown: readonly Diagnostic[],
  index: SourceIndex,
  wrong: DiagnosticBag,
): void {
  const elsewhere = shown.find(
    (d) => d.code === code.text && d.primary !== null && index.range(d.primary.span).file === file.path,
  )
  const text = index.file(file.path)!.text
  const where = file.path.endsWith(SCRIPT_ENDING) ? 'say `ignore` of this' : 'put the comment above it'
  const what = text
    .slice(range.start, Math.min(range.end, range.start + 40))
    .split(/[\r\n]/)[0]!
    .trimEnd()
  wrong.report(
    suppressing.unused,
    code.span,
    { code: code.text, covers: `\`${what}${range.end - range.start > what.length ? ' …' : ''}\`` },
    {
      related: elsewhere === undefined ? [] : [{ span: elsewhere.primary!.span, text: `\`${code.text}\` is here: ${where}` }],
      fixes:
        ignore.codes.length > 1 ? [without(code, ignore)] : [{ title: 'remove the comment', edits: [wholeLine(ignore, text)] }],
    },
  )
}

/** The code goes, with the comma or space on one of its sides. */
function without(code: Name, ignore: IgnoreNode): { title: string; edits: { span: Span; text: string }[] } {
  const at = ignore.codes.indexOf(code)
  const next = ignore.codes[at + 1]
  const previous = ignore.codes[at - 1]
  const span =
    next !== undefined ? { ...code.span, end: next.span.start } : { ...code.span, start: previous?.span.end ?? code.span.start }
  return { title: `remove \`${code.text}\``, edits: [{ span, text: '' }] }
}

function wholeLine(ignore: IgnoreNode, text: string): { span: Span; text: string } {
  let { start, end } = ignore.span
  while (start > 0 && /[ \t]/.test(text[start - 1]!)) start--
  while (end < text.length && /[ \t]/.test(text[end]!)) end++
  if (text.startsWith('\r\n', end)) end += 2
  else if (end < text.length) end++
  return { span: { ...ignore.span, start, end }, text: '' }
}

/** The largest node that begins where the comment says; without one (a broken piece) its line. */
function covered(file: FileNode, ignore: IgnoreNode, index: SourceIndex): Range {
  let best: Range | null = null
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const n of node) visit(n)
      return
    }
    if ('span' in node) {
      const { start, end } = index.range(node.span as Span)
      if (end <= ignore.covers || start > ignore.covers) return
      if (start === ignore.covers && (best === null || end > best.end)) best = { start, end }
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value)
  }
  visit(file.declarations)
  if (best !== null) return best
  const { text } = index.file(file.path)!
  const rest = /[\r\n]/.exec(text.slice(ignore.covers))
  return { start: ignore.covers, end: rest === null ? text.length : ignore.covers + rest.index }
}
