// Two pipelines of one name that were made of one another's beginning: the program is one of them, and the other one would be lost.
import type { PipelineDecl } from '../../surface/ast.js'
import { DECLARATION, type DeclarationRecord } from '../brands.js'
import { mistake } from '../mistake.js'
import { markIn } from '../nodes.js'
import { refused } from '../refused.js'

/** `base` and what was made of it may both be exported: the longer one has all parts. */
export function reportOther(pipelines: readonly DeclarationRecord[]): void {
  const known = new Map<string, DeclarationRecord>()
  for (const record of pipelines) {
    const { name } = record.node as PipelineDecl
    const other = known.get(name.text)
    const more = other === undefined ? null : partsBeyond(record, other)
    if (other !== undefined && more!.length > 0 && partsBeyond(other, record).length > 0)
      refused(
        mistake('twoOfOneName', { name: name.text, is: 'pipeline' }, markIn(more![0]!.span), {
          mark: markIn(partsBeyond(other, record)[0]!.span),
          text: 'a part that only the other one has',
        }),
        () => {},
      )
    if (more === null || more.length > 0) known.set(name.text, record)
  }
}

/** A part and a copy of it that says more have one place. */
function partsBeyond(one: DeclarationRecord, other: DeclarationRecord) {
  const known = new Set<unknown>(other.members.map((m) => m[DECLARATION].node.span))
  return one.members.map((m) => m[DECLARATION].node).filter((n) => !known.has(n.span))
}
