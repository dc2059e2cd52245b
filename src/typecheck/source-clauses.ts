// Clauses that only records of Kafka have, and what an undecodable record does.
import { kafkaSources } from '../diagnostics/codes/kafka-sources.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { remove, replace } from './fixes.js'
import { unsupported } from './unsupported.js'

/** What has a beginning, an end, partitions and metadata is a topic; what somebody else's connector writes is read as it comes. */
const ONLY_KAFKA: ReadonlySet<ast.SourceClause['kind']> = new Set<ast.SourceClause['kind']>(['until', 'meta', 'parallelism'])

const WORDS: Readonly<Record<ast.SourceDecl['from']['kind'], string>> = {
  kafka: 'a topic',
  files: 'files',
  cdc: 'a captured table',
  iceberg: 'an Iceberg table',
  every: 'a heartbeat',
}

export function checkKafkaClauses(d: ast.SourceDecl, { bag, context }: Checking): void {
  const { from } = d
  for (const c of d.clauses) {
    if (ONLY_KAFKA.has(c.kind) && from.kind !== 'kafka' && !(c.kind === 'until' && from.kind === 'iceberg'))
      bag.report(
        sinks.property,
        c.span,
        { property: c.kind, target: WORDS[from.kind] },
        c.kind === 'parallelism' && from.kind === 'cdc'
          ? { help: 'rows of one key would take several ways, and could change places' }
          : {},
      )
    if (c.kind === 'parallelism' && c.count < 1)
      bag.report(
        kafkaSources.parallelism,
        c.span,
        { source: d.name.text, reason: 'it is at least 1' },
        { fixes: [replace(c.span, 'parallelism 1')] },
      )
    if (c.kind !== 'invalid') continue
    if (from.kind === 'iceberg' || from.kind === 'every')
      bag.report(sinks.property, c.span, { property: c.kind, target: WORDS[from.kind] })
    else if (c.action === 'to dlq' && !context.target.startsWith('flink-')) unsupported(bag, c.span, '`invalid to dlq`')
    else if (c.action === 'to dlq')
      bag.report(
        kafkaSources.invalidToDlq,
        c.span,
        { target: context.target },
        { fixes: [replace(c.span, 'invalid fail'), remove(c.span, '`invalid to dlq`')] },
      )
  }
}
