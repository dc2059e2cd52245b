// Parts of pipelines, queries and sources that belong to nothing: `sales.sinkAppend(…)` gives a new pipeline, and leaves `sales` as it was.
import type { Node } from '../../surface/ast.js'
import { ignoresOf, type Site } from '../../surface/program-data.js'
import { DECLARATION, MADE, type DeclarationRecord, type Declared, type MadePipeline } from '../brands.js'
import { mistake, type ApiMistake } from '../mistake.js'
import { markIn } from '../nodes.js'
import { partsLost } from '../parts.js'
import { refused } from '../refused.js'
import { siteOf, sitesOf, type Mark } from '../site.js'

/** Where a pipeline ought to stand. */
export function exportedIn(exports: Readonly<Record<string, unknown>>): 'nothing' | 'function' | 'promise' | 'other' {
  const value = exports['default']
  if (value === undefined) return Object.keys(exports).length === 0 ? 'nothing' : 'other'
  if (value instanceof Promise) return 'promise'
  return typeof value === 'function' ? 'function' : 'other'
}

/** `kept`: the pipelines that are exported. Tells of a part that none of them has, or that nothing with a name has. */
export function reportLost(
  kept: readonly DeclarationRecord[],
  ours: (site: Site) => boolean,
  exported: ReturnType<typeof exportedIn>,
): void {
  const lost = lostBeside(kept, ours, exported)
  if (lost !== null) refused(lost, () => {})
}

function lostBeside(
  kept: readonly DeclarationRecord[],
  ours: (site: Site) => boolean,
  exported: ReturnType<typeof exportedIn>,
): ApiMistake | null {
  const made = (globalThis as unknown as Record<symbol, readonly MadePipeline[] | undefined>)[MADE] ?? []
  // a part, a pipeline, and what was made of either have one place where it was declared
  const members = new Set(kept.flatMap((k) => k.members.map((m) => nodeOf(m).span)))
  const declared = new Set(kept.map((k) => k.node.span))
  const ignored = new Set(kept.flatMap((k) => [k.node, ...k.members.map(nodeOf)]).flatMap(ignoresOf))
  // what this module had made by a function of another one is its own as well
  const isOurs = (mark: Mark | null, callers: Mark | null): boolean => {
    const site = siteOf(mark)
    return site === null || ours(site) || sitesOf(callers).some(ours)
  }
  const of = 'the module exports'
  if (kept.length === 0) {
    // no part of it is wrong: all of it is missing, and the last one is what it was meant to be
    const last = made.findLast((m) => isOurs(markIn(m.node.span), m.callers))
    if (last !== undefined) {
      const { span } = last.added.at(-1) ?? last.node
      return mistake('lost', { what: `pipeline \`${last.node.name.text}\``, of, exported }, markIn(span))
    }
  }
  for (const { node, added, callers } of made) {
    const isLost = (part: Node, known: { has: (part: never) => boolean }, key: unknown): boolean =>
      !known.has(key as never) && isOurs(markIn(part.span), callers)
    const lost = added.find((m) => isLost(m, members, m.span))
    if (lost !== undefined)
      return mistake('lost', { what: `${wordsOf(lost)} of pipeline \`${node.name.text}\``, of }, markIn(lost.span))
    if (isLost(node, declared, node.span))
      return mistake('lost', { what: `pipeline \`${node.name.text}\``, of }, markIn(node.span))
    const unheard = [node, ...added].flatMap(ignoresOf).find((i) => isLost(i, ignored, i))
    if (unheard !== undefined)
      return mistake('lost', { what: `this \`ignore\` of pipeline \`${node.name.text}\``, of }, markIn(unheard.span))
  }
  const part = partsLost().find((p) => isOurs(p.mark, p.callers))
  return part === undefined ? null : mistake('lost', { what: part.what, of: part.of }, part.mark)
}

const nodeOf = (d: Declared): DeclarationRecord['node'] => d[DECLARATION].node

function wordsOf(node: DeclarationRecord['node']): string {
  switch (node.kind) {
    case 'sink':
      return `the sink of \`${node.relation.text}\``
    case 'tap':
      return `the tap of \`${node.relation.text}\``
    case 'test':
      return `the test '${node.title.value}'`
    case 'topic':
      return `topic '${node.topic.value}'`
    default:
      return 'a declaration'
  }
}
