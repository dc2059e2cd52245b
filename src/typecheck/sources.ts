// Declarations of sources: which kind is checked where, and which ones this version does not have.
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import type { CheckedRelation } from './relation.js'
import { broken, checkStream } from './source.js'
import { checkCdc } from './source-cdc.js'
import { unsupported } from './unsupported.js'

export function checkSource(d: ast.SourceDecl, file: string, checking: Checking): readonly CheckedRelation[] {
  if (d.from.kind === 'cdc') {
    if (d.relation === 'table') return checkCdc(d, d.from, file, checking)
    unsupported(checking.bag, d.from.span, '`stream … from cdc … as events`')
    return [broken(d, file)]
  }
  if (d.relation === 'table') {
    unsupported(checking.bag, d.from.span, `\`table … from ${d.from.kind}\``)
    return [broken(d, file)]
  }
  return checkStream(d, file, checking)
}
