// The clauses of a source's block as nodes. Each says what it needs in the words of its method.
import type { LateNode, MetaNode, Name, SchemaClause, SourceClause, StartClause, Text, TimeClause } from '../../surface/ast.js'
import { countOf, isObject, oneOf, optionsOf, textOf, wrong } from '../arguments.js'
import { declarationOf, type Declared } from '../brands.js'
import { durationNode } from '../durations.js'
import { named, namedAll, oneOrMore } from '../names.js'
import { textNode, type MarkedSpan } from '../nodes.js'
import { unnamed } from '../refused.js'

/** A clause in the making: where it was said, and what it refers to. */
export interface Saying {
  readonly span: MarkedSpan
  readonly refs: Set<Declared>
}

/** An instant in quotes, or a param that holds one. */
export function instant(value: unknown, of: string, { span, refs }: Saying): Text | Name {
  if (typeof value === 'string') return textNode(value, span, refs)
  const node = declarationOf(value)?.node
  if (node?.kind !== 'param')
    return wrong(of, "an instant such as '2026-01-01 00:00:00', or a param", value, span.mark, () => unnamed(span))
  refs.add(value as Declared)
  return { text: node.name.text, span }
}

export function schemaClause(options: unknown, { span, refs }: Saying): SchemaClause {
  const { subject, version } = optionsOf(options, ['subject', 'version'], 'schemaRegistry', span.mark)
  const source = {
    kind: 'registry' as const,
    subject: subject === undefined ? null : textNode(textOf(subject, 'schemaRegistry', 'a subject', span.mark), span, refs),
    version: version === undefined ? null : countOf(version, 'schemaRegistry', span.mark),
  }
  return { kind: 'schema', source, span }
}

export function namedSchema(schema: unknown, { span, refs }: Saying): SchemaClause {
  const node = declarationOf(schema)?.node
  const clause = (name: Name): SchemaClause => ({ kind: 'schema', source: { kind: 'named', name }, span })
  if (node?.kind !== 'schema')
    return wrong('schema', "a schema: `schema('Order', { … })`", schema, span.mark, () => clause(unnamed(span)))
  refs.add(schema as Declared)
  return clause({ text: node.name.text, span })
}

export const schemaFile = (path: unknown, { span, refs }: Saying): SchemaClause => ({
  kind: 'schema',
  source: { kind: 'file', path: textNode(textOf(path, 'schemaFile', 'a path', span.mark), span, refs) },
  span,
})

export function messageKey(columns: unknown, format: unknown, { span }: Saying): SourceClause & { kind: 'message key' } {
  const names = namedAll(oneOrMore(columns), 'the column of `messageKey`', span)
  if (names.length === 0) wrong('messageKey', 'at least one column', columns, span.mark, () => {})
  return { kind: 'message key', columns: names, format: format === undefined ? null : named(format, '`messageKey`', span), span }
}

export function timeClause(time: TimeClause['time'], options: unknown, of: string, { span, refs }: Saying): TimeClause {
  const known = ['lateBy', 'idleAfter', ...(time.kind === 'column' ? ['as'] : [])]
  const { lateBy, idleAfter } = optionsOf(options, known, of, span.mark)
  return {
    kind: 'time',
    time,
    lateBy: lateBy === undefined ? null : durationNode(lateBy, `${of}.lateBy`, span.mark, refs),
    idle:
      idleAfter === undefined
        ? null
        : { after: idleAfter === 'never' ? null : durationNode(idleAfter, `${of}.idleAfter`, span.mark, refs), span },
    span,
  }
}

const EPOCHS = ['epoch millis', 'epoch seconds', 'epoch micros'] as const
export function columnTime(path: readonly Name[], options: unknown, saying: Saying): TimeClause {
  const { as } = optionsOf(options, ['as', 'lateBy', 'idleAfter'], 'time', saying.span.mark)
  const epoch = as === undefined ? null : oneOf(as, EPOCHS, 'time.as', saying.span.mark)
  return timeClause({ kind: 'column', path, as: epoch, span: saying.span }, options, 'time', saying)
}

export function startClause(position: unknown, saying: Saying): StartClause {
  const { span } = saying
  const start = (at: StartClause['position'], otherwise: StartClause['otherwise'] = null): StartClause => ({
    kind: 'start',
    position: at,
    otherwise,
    at: null,
    span,
  })
  if (typeof position === 'object' && position !== null) {
    if ('at' in position)
      return { ...start('at'), at: instant(optionsOf(position, ['at'], 'start', span.mark).at, 'start', saying) }
    const { committedElse } = optionsOf(position, ['committedElse'], 'start', span.mark)
    if (committedElse !== undefined)
      return start('committed', oneOf(committedElse, ['earliest', 'latest'], 'start.committedElse', span.mark))
  }
  return start(oneOf(position, ['earliest', 'latest', 'committed'], 'start', span.mark))
}

export function untilClause(position: unknown, saying: Saying): SourceClause & { kind: 'until' } {
  const { span } = saying
  if (typeof position === 'object' && position !== null && 'at' in position)
    return {
      kind: 'until',
      position: 'at',
      at: instant(optionsOf(position, ['at'], 'until', span.mark).at, 'until', saying),
      span,
    }
  return { kind: 'until', position: oneOf(position, ['latest'], 'until', span.mark), at: null, span }
}

const META = ['topic', 'partition', 'offset', 'timestamp', 'timestamp type', 'leader epoch', 'headers'] as const
export function metaClause(items: unknown, { span, refs }: Saying): SourceClause & { kind: 'meta' } {
  if (!isObject(items)) return wrong('meta', 'an object of columns', items, span.mark, () => ({ kind: 'meta', items: [], span }))
  const nodes = Object.entries(items).map(([column, item]: [string, unknown]): MetaNode => {
    const name = named(column, 'a column of `meta`', span)
    if (typeof item !== 'object' || item === null || !('header' in item))
      return { name, key: oneOf(item, META, `meta.${column}`, span.mark), header: null, as: null, span }
    const { header, as } = optionsOf(item, ['header', 'as'], `meta.${column}`, span.mark)
    return {
      name,
      key: 'header',
      header: textNode(textOf(header, `meta.${column}`, 'the name of a header', span.mark), span, refs),
      as: as === undefined ? null : { text: oneOf(as, ['text', 'raw'], `meta.${column}`, span.mark), span },
      span,
    }
  })
  return { kind: 'meta', items: nodes, span }
}

/** `'dlq'`, `'strict count'`, `{ as: 'late_orders' }`: of windows, joins and sources. */
export function lateNode(value: unknown, { span }: Saying): LateNode {
  if (typeof value === 'object' && value !== null && 'as' in value) {
    const { as, strict = false } = optionsOf(value, ['as', 'strict'], 'late', span.mark)
    const isStrict = typeof strict === 'boolean' ? strict : wrong('late.strict', 'true or false', strict, span.mark, () => false)
    return { strict: isStrict, action: { kind: 'as', name: named(as, 'the stream of late rows', span) }, span }
  }
  const words = ['dlq', 'count', 'accept', 'strict dlq', 'strict count'] as const
  const word = oneOf(value, words, 'late', span.mark)
  const kind = word.replace('strict ', '') as 'dlq' | 'count' | 'accept'
  return { strict: word.startsWith('strict '), action: { kind }, span }
}

export function withClause(options: unknown, { span, refs }: Saying): SourceClause & { kind: 'with' } {
  if (!isObject(options))
    return wrong('with', 'an object of options', options, span.mark, () => ({ kind: 'with', options: [], span }))
  const nodes = Object.entries(options).map(([name, value]) => ({
    name: textNode(name, span, refs),
    value: textNode(textOf(value, `with.${name}`, 'a text', span.mark), span, refs),
  }))
  return { kind: 'with', options: nodes, span }
}
