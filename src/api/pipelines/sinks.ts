// What a pipeline writes: a topic or a table of a catalog, with the properties of each.
import type { SinkDecl, SinkProperty } from '../../surface/ast.js'
import { ignoresOf } from '../../surface/program-data.js'
import { countOf, optionsOf, textOf, wrong } from '../arguments.js'
import { type Declared, type DeclarationRecord } from '../brands.js'
import { icebergPath, isIcebergTable } from '../declarations/catalogs.js'
import { base, docIn, recordOf, refSet } from '../declared.js'
import { nothingToIgnore } from '../ignores.js'
import { named, namedAll, oneOrMore } from '../names.js'
import { nameNode, type MarkedSpan } from '../nodes.js'
import { partitionNode } from '../partitions.js'
import { partsUsed, pieceOf } from '../parts.js'
import { causeIn, refused, SOME_TEXT } from '../refused.js'
import { namedRelation } from '../relations/state.js'
import { messageKey, withClause } from '../sources/clauses.js'
import { sourceOf } from '../sources/source.js'
import type { IcebergUpsertProperties, KafkaSinkProperties } from '../types/sinks.js'
import { entriesOf, TOPIC_PROPERTIES, topicProperty, unknownProperty } from './topics.js'

export function sinkRecord(
  mode: SinkDecl['mode'],
  from: unknown,
  to: unknown,
  properties: unknown,
  of: string,
  span: MarkedSpan,
): DeclarationRecord {
  const refs = refSet()
  const relation = namedRelation(from, of, span.mark)
  refs.add(relation.declared)
  const node: SinkDecl = {
    ...base(span),
    ...docIn(properties, span.mark),
    kind: 'sink',
    target: targetOf(to, of, span, refs),
    relation: nameNode(relation.name, span),
    mode,
    modeSpan: span,
    properties: entriesOf(properties, of, span.mark).flatMap(([name, value]) => sinkProperty(name, value, of, span, refs)),
  }
  return recordOf(node, refs)
}

function targetOf(to: unknown, of: string, span: MarkedSpan, refs: Set<Declared>): SinkDecl['target'] {
  if (isIcebergTable(to)) return { kind: 'catalog', path: icebergPath(to, of, span.mark, refs), span }
  const source = sourceOf(to)
  const from = source?.from
  if (source === null || from?.kind !== 'kafka')
    return wrong(of, "a topic, `kafka('sales.orders')`, or a table, `lake.table('sales', 'orders')`", to, span.mark, () => ({
      kind: 'kafka',
      topic: { value: SOME_TEXT, span },
      span,
    }))
  const [ignore] = source.clauses.flatMap(ignoresOf)
  if (ignore !== undefined) refused(nothingToIgnore(`it belongs behind \`${of}\``, ignore), () => {})
  // `schemaRegistry()` of a target only tells TypeScript which row it takes
  const plain =
    source.clauses.every((c) => c.kind === 'schema' && c.source.kind === 'registry') &&
    from.topics.length === 1 &&
    !from.pattern &&
    !from.compacted &&
    from.connection === null
  if (!plain && causeIn([from, source.clauses]) === null)
    wrong(of, "one topic and nothing that only reading needs: `kafka('sales.orders')`", to, span.mark, () => {})
  for (const r of source.refs) refs.add(r)
  partsUsed([from, ...source.clauses.map(pieceOf)])
  return { kind: 'kafka', topic: from.topics[0] ?? { value: SOME_TEXT, span }, span }
}

/** Of a topic and of a table. */
const SINK_PROPERTIES: Readonly<Record<keyof KafkaSinkProperties<never> | keyof IcebergUpsertProperties<never>, true>> = {
  messageKey: true,
  key: true,
  partitionBy: true,
  formatVersion: true,
  format: true,
  with: true,
  ...TOPIC_PROPERTIES,
}

function sinkProperty(
  name: string,
  value: unknown,
  sink: string,
  span: MarkedSpan,
  refs: Set<Declared>,
): SinkProperty | readonly never[] {
  const of = `${sink}.${name}`
  switch (name) {
    case 'messageKey': {
      const { columns, as } = optionsOf(value, ['columns', 'as'], of, span.mark)
      return messageKey(columns, as, { span, refs })
    }
    case 'key':
      return { kind: 'key', columns: namedAll(oneOrMore(value), 'the column of `key`', span), span }
    case 'partitionBy': {
      const parts = oneOrMore<unknown>(value).map((part) => partitionNode(part, of, span.mark))
      if (parts.length === 0) wrong(of, 'at least one column', value, span.mark, () => {})
      return { kind: 'partition by', parts, span }
    }
    case 'formatVersion':
      return { kind: 'format version', version: countOf(value, of, span.mark), span }
    case 'format':
      return { kind: 'format', format: named(textOf(value, of, 'a format', span.mark), '`format`', span), span }
    case 'with':
      return withClause(value, { span, refs })
    default:
      return topicProperty(name, value, span, refs) ?? unknownProperty(sink, name, SINK_PROPERTIES, span.mark)
  }
}
