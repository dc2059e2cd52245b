// Declarations of sources: which kind is checked where, and which ones this version does not have.
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import type { CheckedRelation } from './relation.js'
import { broken, checkStream } from './source.js'
import { checkCdc } from './source-cdc.js'
import { unsupported } from './unsupported.js'

export function checkSource(d: ast.SourceDecl, file: string, checking: Checking): readonly CheckedRelation[] {
  refuseLater(d, checking)
  if (d.from.kind === 'iceberg' || d.from.kind === 'every') {
    unsupported(checking.bag, d.from.span, d.from.kind === 'every' ? 'a heartbeat (`every`)' : '`from iceberg`')
    return [broken(d, file)]
  }
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

/** Forms and clauses of a source that this version does not have. */
function refuseLater(d: ast.SourceDecl, checking: Checking): void {
  const { from } = d
  const refuse = (at: ast.Node, what: string): void => unsupported(checking.bag, at.span, what)
  if (from.kind === 'kafka') {
    if (from.pattern) refuse(from, '`from kafka pattern`')
    else if (from.topics.length > 1) refuse(from, 'a source of several topics')
    if (from.connection !== null) refuse(from.connection, 'a second Kafka cluster')
    if (from.compacted) refuse(from, '`compacted`')
  }
  for (const c of d.clauses) {
    if (LATER_CLAUSES.has(c.kind)) refuse(c, `\`${c.kind}\``)
    if (c.kind === 'start' && c.position === 'committed') refuse(c, '`start committed`')
    if (c.kind === 'start' && c.at?.span !== undefined && !('value' in c.at)) refuse(c.at, 'a `start` that a param says')
  }
}

const LATER_CLAUSES: ReadonlySet<ast.SourceClause['kind']> = new Set<ast.SourceClause['kind']>([
  'until',
  'history',
  'meta',
  'invalid',
  'parallelism',
  'snapshot at',
  'deletes never',
])
