// Parts of pipelines, queries and sources that belong to nothing: `sales.sinkAppend(…)` gives a new pipeline, and leaves `sales` as it was.
import type { Node } from '../../surface/ast.js'
import { ignoresOf, type Site } from '../../surface/program-data.js'
import { DECLARATION, MADE, type DeclarationRecord, type Declared, type MadePipeline } from '../brands.js'
import { mistake, type MistakeParameters } from '../mistake.js'
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

/** `kept`: the pipelines that are exported. Tells of parts that none of them has, or that nothing with a name has. */
export function reportLost(
  kept: readonly DeclarationRecord[],
  ours: (site: Site) => boolean,
  exported: ReturnType<typeof exportedIn>,
): void {
  const made = (globalThis as unknown as Record<symbol, readonly MadePipeline[] | undefined>)[MADE] ?? []
  // what this module had made by a function of another one is its own as well
  const isOurs: IsOurs = (mark, callers) => {
    const site = siteOf(mark)
    return site === null || ours(site) || sitesOf(callers).some(ours)
  }
  if (kept.length === 0) {
    // no part of it is wrong: all of it is missing, and the last one is what it was meant to be
    const last = made.findLast((m) => isOurs(markIn(m.node.span), m.callers))
    if (last !== undefined) {
      const { span } = last.added.at(-1) ?? last.node
      tell({ what: `pipeline \`${last.node.name.text}\``, of: OF, exported }, markIn(span))
      return
    }
  }
  const isWhole = !lostOfPipelines(made, kept, isOurs)
  // what a pipeline has that is lost belongs to nothing else
  for (const { what, of, mark, callers } of partsLost())
    if ((isWhole || of !== OF) && isOurs(mark, callers)) tell({ what, of }, mark)
}

const OF = 'the module exports'
type IsOurs = (mark: Mark | null, callers: Mark | null) => boolean

const tell = (parameters: MistakeParameters<'lost'>, mark: Mark | null): void =>
  refused(mistake('lost', parameters, mark), () => {})

/** Of a chain the first part that is lost; of a pipeline of which nothing is exported, its beginning. */
function lostOfPipelines(made: readonly MadePipeline[], kept: readonly DeclarationRecord[], isOurs: IsOurs): boolean {
  // a part, a pipeline, and what was made of either have one place where it was declared
  const members = new Set<object>(kept.flatMap((k) => k.members.map((m) => nodeOf(m).span)))
  const declared = new Set<object>(kept.map((k) => k.node.span))
  const ignored = new Set<object>(kept.flatMap((k) => [k.node, ...k.members.map(nodeOf)]).flatMap(ignoresOf))
  const known = new Set<object>()
  let isAny = false
  for (const { node, added, after, callers } of made) {
    const find = <N extends Node>(parts: readonly N[], has: (part: N) => boolean): N | undefined =>
      parts.find((part) => !has(part) && isOurs(markIn(part.span), callers))
    const say = (key: object, what: string, { span }: Node): void => {
      isAny = true
      if (known.has(key)) return
      known.add(key)
      tell({ what: `${what}pipeline \`${node.name.text}\``, of: OF }, markIn(span))
    }
    const isNowhere = !declared.has(node.span)
    const lost = find(added, (m) => members.has(m.span))
    const unheard = find([node, ...added].flatMap(ignoresOf), (i) => ignored.has(i))
    if (lost !== undefined) {
      const follows = after !== null && !members.has(after.span) && isOurs(markIn(after.span), callers)
      if (!follows || isNowhere) say(isNowhere ? node.span : lost.span, `${wordsOf(lost)} of `, lost)
    } else if (find([node], () => !isNowhere) !== undefined) say(node.span, '', node)
    else if (unheard !== undefined) say(unheard, 'this `ignore` of ', unheard)
  }
  return isAny
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
