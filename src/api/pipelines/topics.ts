// What a topic is like: of a sink's target, and of topics that other teams write.
import type { TopicDecl, TopicProperty } from '../../surface/ast.js'
import { countOf, isObject, oneOf, textOf, wrong } from '../arguments.js'
import { base, declaredAs, docIn, recordOf, refSet } from '../declared.js'
import type { DeclarationRecord, Declared } from '../brands.js'
import { durationNode } from '../durations.js'
import { mistake } from '../mistake.js'
import { spanAt, textNode, type MarkedSpan } from '../nodes.js'
import { partMade } from '../parts.js'
import { refused } from '../refused.js'
import { markOf, type Mark } from '../site.js'
import type { Untyped } from '../functions.js'
import type { Declarations } from '../types/declarations.js'
import type { TopicProperties } from '../types/pipeline.js'

/** `throughput`, `retention`, …; null: it is no property of a topic. */
export function topicProperty(name: string, value: unknown, span: MarkedSpan, refs: Set<Declared>): TopicProperty | null {
  const of = `topic.${name}`
  switch (name as keyof TopicProperties) {
    case 'throughput':
      return { kind: 'throughput', megabytes: megabytes(value, of, span.mark), span }
    case 'partitionsFor':
      return { kind: 'partitions for', megabytes: megabytes(value, of, span.mark), span }
    case 'partitions':
      return { kind: 'partitions', count: countOf(value, of, span.mark), span }
    case 'replicas':
      return { kind: 'replicas', count: countOf(value, of, span.mark), span }
    case 'minInsync':
      return { kind: 'min insync', count: countOf(value, of, span.mark), span }
    case 'retention':
      return { kind: 'retention', duration: durationNode(value, of, span.mark, refs), span }
    case 'cleanup':
      return { kind: 'cleanup', policy: oneOf(value, ['delete', 'compact'], of, span.mark), span }
    default:
      return null
  }
}

function megabytes(value: unknown, of: string, mark: Mark | null): number {
  // as digits: an exponent is no number of megabytes
  if (typeof value !== 'number' || !/^\d+(?:\.\d+)?$/.test(String(value)))
    return wrong(of, 'a number of MB/s', value, mark, () => 1)
  return value
}

/** The properties of an object, in the order in which it says them; `doc` is none. */
export const entriesOf = (given: unknown, of: string, mark: Mark | null): readonly (readonly [string, unknown])[] => {
  if (given === undefined) return []
  if (!isObject(given)) return wrong(of, 'an object of properties', given, mark, () => [])
  return Object.entries(given).filter(([name, value]) => name !== 'doc' && value !== undefined)
}

/** It is left out where the program goes on. */
export const unknownProperty = (of: string, name: string, known: object, mark: Mark | null): readonly never[] =>
  refused(mistake('unknownProperty', { name, of, known: Object.keys(known) }, mark), () => [])

/** What `topicProperty` knows, for messages. */
export const TOPIC_PROPERTIES: Readonly<Record<keyof TopicProperties, true>> = {
  throughput: true,
  partitions: true,
  partitionsFor: true,
  replicas: true,
  minInsync: true,
  retention: true,
  cleanup: true,
  doc: true,
}

/**
 * `topic 'name' { … }`
 *
 * @example
 * const orderTopic = topic('shop.order.created.v1', { partitions: 12, retention: days(7) })
 */
export const topic: Declarations['topic'] = ((name: unknown, properties?: unknown) => {
  const span = spanAt(markOf(topic))
  const record = topicRecord(name, properties, span)
  partMade(span, `topic '${(record.node as TopicDecl).topic.value}'`, span.mark, { of: 'the module exports' })
  return declaredAs(record, { topic: name })
}) as Untyped

export function topicRecord(name: unknown, properties: unknown, span: MarkedSpan): DeclarationRecord {
  const refs = refSet()
  const node: TopicDecl = {
    ...base(span),
    ...docIn(properties, span.mark),
    kind: 'topic',
    topic: textNode(textOf(name, 'topic', 'the name of a topic', span.mark), span, refs),
    properties: entriesOf(properties, 'topic', span.mark).flatMap(
      ([key, value]) => topicProperty(key, value, span, refs) ?? unknownProperty('topic', key, TOPIC_PROPERTIES, span.mark),
    ),
  }
  return recordOf(node, refs)
}
