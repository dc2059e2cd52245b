// Pieces of a program in TypeScript that are written as text, flow`…` and expr`…`: read by the parser, and put where they
// stand. Each node from them has a place of its own, inside of the template.
import { SourceIndex } from '../core/source.js'
import type { Span } from '../core/span.js'
import { flowScripts } from '../diagnostics/codes/flow-scripts.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { parse } from '../parser/index.js'
import type { Declaration, ExprNode, IgnoreNode, Node } from '../surface/ast.js'
import { ignorableIn } from '../surface/ignorable.js'
import {
  withIgnores,
  type IgnoreData,
  type ProgramData,
  type TextDeclaration,
  type TextExpression,
} from '../surface/program-data.js'

/** A piece of a text that a call was given; `start` and `end` are offsets of the text. */
export interface TextPlace {
  /** Index into the sites of the program; -1: nobody knows. */
  readonly site: number
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface Built {
  /** In the order of the program. A run of declarations was written as text, comments and all, or made by calls. */
  readonly parts: readonly { readonly text: string | null; readonly declarations: readonly Declaration[] }[]
  /** `span.start` of a node is a site, or, from `sites.length` on, one of these. */
  readonly places: readonly TextPlace[]
}

export interface TextProblem {
  readonly at: TextPlace
  readonly diagnostic: (at: Span | null) => Diagnostic
}

export type WithTexts =
  { readonly ok: true; readonly built: Built } | { readonly ok: false; readonly problems: readonly TextProblem[] }

export function withTexts(program: ProgramData): WithTexts {
  const places: TextPlace[] = []
  const problems: TextProblem[] = []
  const parts: { text: string | null; declarations: Declaration[] }[] = []
  const reader: Reader = {
    place: (place) => places.push(place) - 1 + program.sites.length,
    fail: (problem) => problems.push(problem),
  }
  for (const d of program.declarations) {
    const last = parts.at(-1)
    if (d.kind === 'text') parts.push({ text: d.text, declarations: declarationsOf(d, reader) })
    else {
      const whole = replaced(d, reader) as Declaration
      if (last !== undefined && last.text === null) last.declarations.push(whole)
      else parts.push({ text: null, declarations: [whole] })
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, built: { parts, places } }
}

interface Reader {
  readonly place: (place: TextPlace) => number
  readonly fail: (problem: TextProblem) => void
}

const isText = (node: object): node is TextExpression =>
  'kind' in node && node.kind === 'text' && 'text' in node && typeof node.text === 'string'

/** The same object where nothing in it is text. */
function replaced(node: unknown, reader: Reader): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) {
    const list = node.map((n) => replaced(n, reader))
    return list.some((n, i) => n !== node[i]) ? list : node
  }
  if (isText(node)) return expressionOf(node, reader)
  let copy: Record<string, unknown> | null = null
  for (const [key, value] of Object.entries(node)) {
    const made = key === 'span' ? value : replaced(value, reader)
    if (made !== value) (copy ??= { ...node })[key] = made
  }
  return copy ?? node
}

function declarationsOf({ text, span }: TextDeclaration, reader: Reader): Declaration[] {
  const index = new SourceIndex()
  const { file, diagnostics } = parse({ path: 'text', text }, index)
  const placeOf = (s: Span): TextPlace => {
    const { start, end } = index.range(s)
    return { site: span.start, text, start, end }
  }
  for (const d of diagnostics)
    if (d.severity === 'error')
      reader.fail({
        at: d.primary === null ? { site: span.start, text, start: 0, end: 0 } : placeOf(d.primary.span),
        diagnostic: (at) => ({
          ...d,
          primary: at === null ? null : { span: at, text: d.primary?.text ?? '' },
          related: [],
          fixes: [],
        }),
      })
  if (file.declarations.length === 0)
    reader.fail({
      at: { site: span.start, text, start: 0, end: 0 },
      diagnostic: (at) => diagnostic(flowScripts.text, at, { what: 'declarations', reason: 'declares nothing' }),
    })
  const ignored = new Map<object, readonly IgnoreNode[]>()
  for (const i of file.ignores) {
    const rangeOf = (node: Node) => index.range(node.span)
    const of = file.declarations.map((d) => ignorableIn(d, i.covers, rangeOf)).find((found) => found !== null)
    if (of !== undefined) ignored.set(of, [...(ignored.get(of) ?? []), i])
  }
  return file.declarations.map((d) => placed(d, placeOf, reader, ignored) as Declaration)
}

const BEFORE = 'let x =\n  from x\n  where '

/** Stands as a condition, where nothing else but an expression can stand. */
function expressionOf({ text, span }: TextExpression, reader: Reader): ExprNode {
  // a declaration begins in the first column
  const indented = text.replaceAll('\n', '\n  ')
  const index = new SourceIndex()
  const { file, diagnostics } = parse({ path: 'text', text: `${BEFORE}${indented}\n` }, index)
  const offset = (at: number): number => {
    const inside = Math.min(Math.max(at - BEFORE.length, 0), indented.length)
    return inside - 2 * (indented.slice(0, inside).split('\n').length - 1)
  }
  const placeOf = (s: Span): TextPlace => {
    const { start, end } = index.range(s)
    return { site: span.start, text, start: offset(start), end: offset(end) }
  }
  const wrong = diagnostics.find((d) => d.severity === 'error')
  const [query] = file.declarations
  const where = query?.kind === 'query' ? query.clauses[1] : undefined
  const alone = file.declarations.length === 1 && query?.kind === 'query' && query.clauses.length === 2
  if (wrong === undefined && alone && where?.kind === 'where' && where.reject === null)
    return placed(where.condition, placeOf, reader) as ExprNode
  const rejection = where?.kind === 'where' ? where.reject?.span : undefined
  const second = query?.kind === 'query' ? query.clauses[2]?.span : undefined
  const tooMuch = wrong?.primary?.span ?? rejection ?? second ?? file.declarations[1]?.span
  const why = wrong === undefined ? '' : `: ${wrong.message.replace(/ ?(?:,|in|a) a? ?`where` clause.*$| a `where` clause/, '')}`
  reader.fail({
    at: tooMuch === undefined ? { site: span.start, text, start: 0, end: 0 } : placeOf(tooMuch),
    diagnostic: (at) =>
      diagnostic(flowScripts.text, at, {
        what: 'expression',
        reason: text.trim() === '' ? 'is empty' : `is not exactly one expression${why}`,
      }),
  })
  return { kind: 'missing', span }
}

/** A copy whose places are those of the program. Comments that ignore something are with what they stand above. */
function placed(
  node: unknown,
  placeOf: (span: Span) => TextPlace,
  reader: Reader,
  ignored: ReadonlyMap<object, readonly IgnoreNode[]> = new Map(),
): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((n) => placed(n, placeOf, reader, ignored))
  const spanOf = (span: Span): Span => {
    const at = reader.place(placeOf(span))
    return { declaration: '', start: at, end: at }
  }
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === 'span' ? spanOf(value as Span) : placed(value, placeOf, reader, ignored),
  ])
  const ignores = (ignored.get(node) ?? []).map(({ codes, reason, span }): IgnoreData => ({
    codes: codes.map((c) => c.text),
    reason,
    span: spanOf(span),
  }))
  return withIgnores(Object.fromEntries(entries) as object, ...ignores)
}
