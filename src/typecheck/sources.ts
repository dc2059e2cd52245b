// Declarations of sources: which kind is checked where, and which ones this version does not have.
import { sinks } from '../diagnostics/codes/sinks.js'
import { streaming } from '../diagnostics/codes/streaming.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { append, replace } from './fixes.js'
import type { CheckedRelation } from './relation.js'
import { checkStream } from './source.js'
import { checkKafkaClauses } from './source-clauses.js'
import { clauseOf } from './source-schema.js'
import { broken } from './source-base.js'
import { checkBeat } from './source-beat.js'
import { checkEvents } from './source-events.js'
import { checkHistory } from './source-history.js'
import { checkIceberg } from './source-iceberg.js'
import { checkCdc } from './source-cdc.js'
import { unsupported } from './unsupported.js'

export function checkSource(d: ast.SourceDecl, file: string, checking: Checking): readonly CheckedRelation[] {
  refuseLater(d, checking)
  checkKafkaClauses(d, checking)
  if (d.from.kind === 'every') return checkBeat(d, d.from, file, checking)
  if (d.relation === 'stream')
    for (const c of d.clauses)
      if (c.kind === 'snapshot at' || c.kind === 'deletes never')
        checking.bag.report(
          sinks.property,
          c.span,
          { property: c.kind, target: 'a stream' },
          { help: 'a stream has no rows that change' },
        )
  if (d.from.kind === 'cdc') {
    if (d.from.events !== (d.relation === 'stream')) reportKind(d, d.from, checking)
    if (d.relation === 'table') return checkCdc(d, d.from, file, checking)
    return checkEvents(d, d.from, file, checking)
  }
  if (d.from.kind === 'iceberg' && d.relation === 'stream') return checkIceberg(d, d.from, file, checking)
  if (d.relation === 'table') {
    unsupported(checking.bag, d.from.span, `\`table … from ${d.from.kind}\``)
    return [broken(d, file)]
  }
  const history = clauseOf(d, 'history')
  if (history === null) return checkStream(d, file, checking)
  if (d.from.kind === 'kafka') return checkHistory(d, history, file, checking)
  checking.bag.report(sinks.property, history.span, { property: 'history', target: 'files' })
  return checkStream(d, file, checking)
}

/** A `table` of events, or a `stream` of rows that change: which of the two is meant is not known. */
function reportKind(d: ast.SourceDecl, from: ast.SourceDecl['from'] & { kind: 'cdc' }, { bag }: Checking): void {
  const keyword = { ...d.span, end: d.span.start + d.relation.length }
  const events = from.events
  bag.report(
    streaming.declaredKind,
    d.name.span,
    { name: d.name.text, declared: d.relation, is: events ? 'change events are only added' : 'rows of a captured table change' },
    {
      related: [{ span: from.span, text: events ? '`as events`' : 'the captured table' }],
      help: events
        ? 'declare it as a `stream`; the rows themselves are a `table` without `as events`'
        : 'declare it as a `table`; its changes are a `stream` of rows with `as events`',
      fixes: events ? [replace(keyword, 'stream')] : [replace(keyword, 'table'), append(from.span, ' as events')],
    },
  )
}

/** Forms and clauses of a source that this version does not have. */
function refuseLater(d: ast.SourceDecl, checking: Checking): void {
  if (d.from.kind === 'kafka' && d.from.compacted) unsupported(checking.bag, d.from.span, '`compacted`')
}
