// Which call in TypeScript a piece of a printed program comes from. The tree that was built and the tree of its printed text
// have one shape: walking both gives each range of the text its site.
import { SourceIndex } from '../core/source.js'
import type { Location, Span } from '../core/span.js'
import { names } from '../diagnostics/codes/names.js'
import { suppressing } from '../diagnostics/codes/suppressing.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { Places } from '../diagnostics/render/places.js'
import { parse } from '../parser/index.js'
import type { Declaration } from '../surface/ast.js'
import { ignoresIn } from '../surface/ignorable.js'
import type { Suppressed } from './ignores.js'

export interface SitedRange {
  readonly start: number
  readonly end: number
  readonly site: number
}

/** Ranges that overlap or touch: mostly those of a declaration. */
interface Piece {
  readonly start: number
  readonly end: number
  /** The smaller ones first, of two of one length the inner one. */
  readonly ranges: readonly SitedRange[]
}
/** In the order of the text; none reaches into the next. */
export type SitedRanges = readonly Piece[]

export function rangesOf(text: string, built: readonly Declaration[]): SitedRanges {
  const index = new SourceIndex()
  const { file } = parse({ path: 'text', text }, index)
  const out: SitedRange[] = []
  walk(built, file.declarations, index, out)
  const ignores = built.flatMap(ignoresIn)
  for (const { codes, reason, span } of file.ignores) {
    const written = codes.map((c) => c.text).join()
    const of = ignores.findIndex((i) => i.reason === reason && i.codes.join() === written)
    const [made] = of < 0 ? [] : ignores.splice(of, 1)
    if (made !== undefined && made.span.start >= 0) out.push({ ...rangeOf(index, span), site: made.span.start })
  }
  return inPieces(out)
}

/** `ranges`: what is inside of another one stands behind it. */
export function inPieces(ranges: readonly SitedRange[]): SitedRanges {
  const pieces: { start: number; end: number; ranges: { r: SitedRange; depth: number }[] }[] = []
  const byStart = ranges.map((r, depth) => ({ r, depth })).sort((a, b) => a.r.start - b.r.start)
  for (const one of byStart) {
    const last = pieces.at(-1)
    if (last === undefined || one.r.start > last.end) pieces.push({ start: one.r.start, end: one.r.end, ranges: [one] })
    else {
      last.end = Math.max(last.end, one.r.end)
      last.ranges.push(one)
    }
  }
  return pieces.map((piece) => ({
    ...piece,
    ranges: piece.ranges.sort((a, b) => a.r.end - a.r.start - (b.r.end - b.r.start) || b.depth - a.depth).map(({ r }) => r),
  }))
}

const rangeOf = (index: SourceIndex, span: Span): { readonly start: number; readonly end: number } => {
  const { start, end } = index.range(span)
  return { start, end }
}

function walk(built: unknown, parsed: unknown, index: SourceIndex, out: SitedRange[]): void {
  if (typeof built !== 'object' || built === null || typeof parsed !== 'object' || parsed === null) return
  if (Array.isArray(built) || Array.isArray(parsed)) {
    if (Array.isArray(built) && Array.isArray(parsed)) parsed.forEach((p, i) => walk(built[i], p, index, out))
    return
  }
  const { kind: builtKind, span: made } = built as { kind?: unknown; span?: Span }
  const { kind: parsedKind, span: read } = parsed as { kind?: unknown; span?: Span }
  // what is around them has a site as well, unless it is a whole declaration that the parser gave up
  if (builtKind !== parsedKind && parsedKind !== 'broken') return
  if (made !== undefined && read !== undefined && made.start >= 0) {
    out.push({ ...rangeOf(index, read), site: made.start })
  }
  if (parsedKind === 'broken') return
  for (const [key, value] of Object.entries(parsed))
    if (key !== 'span') walk((built as Readonly<Record<string, unknown>>)[key], value, index, out)
}

/** Those around a range, the closest first; else the ones around its beginning; of a comment, what follows it. */
export function around(pieces: SitedRanges, start: number, end: number): readonly SitedRange[] {
  const at = lastBegun(pieces, start)
  const piece = pieces[at]
  if (piece !== undefined && piece.end >= start) {
    const whole = piece.ranges.filter((r) => r.start <= start && r.end >= end)
    return whole.length > 0 ? whole : piece.ranges.filter((r) => r.start <= start && r.end >= start)
  }
  const next = pieces[at + 1]
  return next === undefined ? [] : next.ranges.filter((r) => r.start === next.start)
}

/** -1: all begin behind the place. A program may have thousands, each with something to tell. */
function lastBegun(pieces: SitedRanges, place: number): number {
  let [low, high] = [-1, pieces.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (pieces[middle]!.start <= place) low = middle
    else high = middle - 1
  }
  return low
}

const ignoreKey = (span: Span, code: string, places: Places): string => {
  const at = places.locate(span)
  return `${at.file}|${at.start.offset}|${code}`
}

/**
 * In the order of the files that people wrote. What several programs print of a module that they share is said once: a message
 * that differs in nothing but the printed text is the same.
 */
export function inOrder(
  diagnostics: readonly Diagnostic[],
  places: Places,
  suppressed: readonly Suppressed[],
): readonly Diagnostic[] {
  const seen = new Set<string>()
  // a call in a loop is printed many times: it is of use where one of them is
  const ofUse = new Set(suppressed.map((s) => ignoreKey(s.span, s.diagnostic.code, places)))
  return diagnostics
    .map((d) => ({ d, at: d.primary === null ? null : places.locate(d.primary.span) }))
    .filter(({ d, at }) => {
      const flow = at === null ? null : (places.flow?.(d.primary!.span) ?? null)
      if (at === null || flow === null) return true
      const isUnused = d.code === suppressing.unused.code
      const ignored = isUnused ? flow.line.slice(flow.at.start.column - 1, flow.at.end.column - 1) : ''
      if (isUnused && ofUse.has(ignoreKey(d.primary!.span, ignored, places))) return false
      // one more pipeline of a loop is no news
      const isSecond = d.code === names.secondPipeline.code
      const key = `${d.code}|${at.file}|${at.start.offset}|${isUnused ? ignored : isSecond ? '' : d.message}`
      return seen.size < seen.add(key).size
    })
    .sort((a, b) => {
      if (a.at === null || b.at === null) return Number(a.at !== null) - Number(b.at !== null)
      return a.at.file === b.at.file ? a.at.start.offset - b.at.start.offset : a.at.file < b.at.file ? -1 : 1
    })
    .map(({ d, at }) => (at === null || places.flow?.(d.primary!.span) == null ? d : withoutEchoes(d, at, places)))
}

/** In a loop the other side of a mismatch is the same call. */
function withoutEchoes(d: Diagnostic, at: Location, places: Places): Diagnostic {
  const key = ({ file, start }: Location): string => `${file}|${start.offset}`
  const seen = new Set([key(at)])
  const related = d.related.filter((r) => seen.size < seen.add(key(places.locate(r.span))).size)
  return related.length === d.related.length ? d : { ...d, related }
}
