// What the topics that a job reads say against what it does with them: compaction, retention.
import { lints } from '../../diagnostics/codes/lints.js'
import type { Span } from '../../core/span.js'
import { topicsOf } from '../../ir/kafka-source.js'
import type { Operator, OperatorId, SourceOperator } from '../../ir/plan.js'
import type * as ast from '../../surface/ast.js'
import type { Checking } from '../checking.js'
import { replace } from '../fixes.js'
import { lengthWords } from './sla.js'

type TopicProperty<K extends ast.TopicProperty['kind']> = ast.TopicProperty & { readonly kind: K }

function said<K extends ast.TopicProperty['kind']>(topic: ast.TopicDecl | undefined, kind: K): TopicProperty<K> | undefined {
  return topic?.properties.find((p): p is TopicProperty<K> => p.kind === kind)
}

/** `operators`: those of the job, in any order. */
export function reportTopics(operators: readonly Operator[], visible: readonly ast.Declaration[], checking: Checking): void {
  const declared = new Map(visible.flatMap((d) => (d.kind === 'topic' ? [[d.topic.value, d] as const] : [])))
  if (declared.size === 0) return
  for (const o of operators) if (o.kind === 'source' && isOwnTopic(o)) reportCompacted(o, declared, checking)
  reportRetention(operators, declared, checking)
}

/** Topics of another cluster are not those of the blocks; a captured table is compacted by design. */
const isOwnTopic = (o: SourceOperator): boolean => o.connector.kind === 'kafka' && o.connector.connection === null

function reportCompacted(o: SourceOperator, declared: ReadonlyMap<string, ast.TopicDecl>, checking: Checking): void {
  if (o.traits.change !== 'append') return
  for (const name of topicsOf(o)) {
    const cleanup = said(declared.get(name), 'cleanup')
    if (cleanup?.policy !== 'compact') continue
    checking.bag.report(
      lints.compactedAsStream,
      o.origin,
      { source: o.name, topic: name },
      { related: [{ span: cleanup.span, text: 'compacted' }] },
    )
  }
}

/** Each window against the topics that feed it. */
function reportRetention(operators: readonly Operator[], declared: ReadonlyMap<string, ast.TopicDecl>, checking: Checking): void {
  const byId = new Map(operators.map((o) => [o.id, o]))
  const told = new Set<Span>()
  for (const window of operators) {
    if (window.kind !== 'window_aggregate') continue
    for (const source of sourcesOf(window.id, byId)) {
      if (!isOwnTopic(source)) continue
      const needed = window.window.size + (source.time?.delay ?? 0)
      for (const name of topicsOf(source)) {
        const retention = said(declared.get(name), 'retention')
        if (retention === undefined || retention.duration.milliseconds >= needed || told.has(retention.span)) continue
        told.add(retention.span)
        checking.bag.report(
          lints.retentionBelowWindow,
          retention.span,
          { topic: name, retention: retention.duration.written, window: lengthWords(window.window.size) },
          {
            related: [{ span: window.origin, text: 'the window' }],
            fixes: [replace(retention.duration.span, `${Math.ceil((needed + 1) / 86_400_000)} days`)],
          },
        )
      }
    }
  }
}

function sourcesOf(id: OperatorId, byId: ReadonlyMap<OperatorId, Operator>): readonly SourceOperator[] {
  const seen = new Set<OperatorId>()
  const out: SourceOperator[] = []
  const visit = (at: OperatorId): void => {
    const o = byId.get(at)
    if (o === undefined || seen.has(at)) return
    seen.add(at)
    if (o.kind === 'source') out.push(o)
    for (const e of o.inputs) visit(e.operator)
  }
  visit(id)
  return out
}
