// Parts of pipelines that belong to nothing: `sales.sinkAppend(…)` gives a new pipeline, and leaves `sales` as it was.
import type { Node, PipelineDecl } from '../../surface/ast.js'
import { ignoresOf, type Site } from '../../surface/program-data.js'
import { DECLARATION, MADE, type DeclarationRecord, type Declared } from '../brands.js'
import { mistake } from '../mistake.js'
import { markIn } from '../nodes.js'
import { siteOf } from '../site.js'

/** `kept`: the pipelines that are exported. Throws where a part was made that none of them has. */
export function reportLost(kept: readonly DeclarationRecord[], ours: (site: Site) => boolean): void {
  const made = (globalThis as unknown as Record<symbol, readonly DeclarationRecord[] | undefined>)[MADE] ?? []
  // a part, a pipeline, and what was made of either have one place where it was declared
  const members = new Set(kept.flatMap((k) => k.members.map((m) => nodeOf(m).span)))
  const declared = new Set(kept.map((k) => k.node.span))
  const ignored = new Set(kept.flatMap((k) => [k.node, ...k.members.map(nodeOf)]).flatMap(ignoresOf))
  const isOurs = (node: Node): boolean => {
    const site = siteOf(markIn(node.span))
    return site === null || ours(site)
  }
  for (const record of made) {
    const node = record.node as PipelineDecl
    const of = 'the module exports'
    const lost = record.members.map(nodeOf).find((m) => !members.has(m.span) && isOurs(m))
    if (lost !== undefined)
      throw mistake('lost', { what: `${wordsOf(lost)} of pipeline \`${node.name.text}\``, of }, markIn(lost.span))
    if (!declared.has(node.span) && isOurs(node))
      throw mistake('lost', { what: `pipeline \`${node.name.text}\``, of }, markIn(node.span))
    const unheard = [node, ...record.members.map(nodeOf)].flatMap(ignoresOf).find((i) => !ignored.has(i) && isOurs(i))
    if (unheard !== undefined)
      throw mistake('lost', { what: `this \`ignore\` of pipeline \`${node.name.text}\``, of }, markIn(unheard.span))
  }
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
