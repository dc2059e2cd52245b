// Which call in TypeScript a piece of a printed program comes from. The tree that was built and the tree of its printed text
// have one shape: walking both gives each range of the text its site.
import { SourceIndex } from '../core/source.js'
import type { Span } from '../core/span.js'
import { parse } from '../parser/index.js'
import type { Declaration } from '../surface/ast.js'

export interface SitedRange {
  readonly start: number
  readonly end: number
  readonly site: number
}

/** The smaller ones first, of two of one length the inner one. */
export function rangesOf(text: string, built: readonly Declaration[]): readonly SitedRange[] {
  const index = new SourceIndex()
  const { file } = parse({ path: 'text', text }, index)
  const out: SitedRange[] = []
  walk(built, file.declarations, index, out)
  return out
    .map((r, depth) => ({ r, depth }))
    .sort((a, b) => a.r.end - a.r.start - (b.r.end - b.r.start) || b.depth - a.depth)
    .map(({ r }) => r)
}

function walk(built: unknown, parsed: unknown, index: SourceIndex, out: SitedRange[]): void {
  if (typeof built !== 'object' || built === null || typeof parsed !== 'object' || parsed === null) return
  if (Array.isArray(built) || Array.isArray(parsed)) {
    if (Array.isArray(built) && Array.isArray(parsed)) parsed.forEach((p, i) => walk(built[i], p, index, out))
    return
  }
  const { kind: builtKind, span: made } = built as { kind?: unknown; span?: Span }
  const { kind: parsedKind, span: read } = parsed as { kind?: unknown; span?: Span }
  // what is around them has a site as well
  if (builtKind !== parsedKind) return
  if (made !== undefined && read !== undefined && made.start >= 0) {
    const { start, end } = index.range(read)
    out.push({ start, end, site: made.start })
  }
  for (const [key, value] of Object.entries(parsed))
    if (key !== 'span') walk((built as Readonly<Record<string, unknown>>)[key], value, index, out)
}

/** Those around a range, the closest first; then the ones around its beginning. */
export function around(ranges: readonly SitedRange[], start: number, end: number): readonly SitedRange[] {
  const whole = ranges.filter((r) => r.start <= start && r.end >= end)
  return whole.length > 0 ? whole : ranges.filter((r) => r.start <= start && r.end >= start)
}
