// Where rows come from: `kafka('sales.order.created.v1').schemaRegistry().time('created_at', …)`.
import type { MetaNode, Name, Node, SourceClause, SourceDecl, Text, TimeClause, WithClause } from '../surface/ast.js'
import { call, chained, list, object, options, quoted } from './code.js'
import { parts } from './comments.js'
import { duration, late } from './durations.js'

import { Inexpressible, text, type Module, type OfKind } from './module.js'
import { columnCode } from './scope.js'

export function source(m: Module, d: SourceDecl): string {
  const { before, behind } = opening(m, d.from)
  // methods that take columns know them from the schema
  const clauses = [...d.clauses].sort((a, b) => rank(a) - rank(b))
  const events = clauses.findLastIndex((c) => OF_TABLES.has(c.kind))
  // comments are taken in the order of the text
  const pieces = new Map<SourceClause, string>()
  parts(m, m.origin.range(d).start, d.clauses, (c) => CLAUSES[c.kind](m, c as never) + m.ignored(c)).forEach((p, i) =>
    pieces.set(d.clauses[i]!, chained(p)),
  )
  const code = clauses.map((c, i) => `${pieces.get(c)!}${i === events ? behind.events : ''}`)
  return `${before}${events < 0 ? behind.events : ''}${code.join('')}${behind.last}`
}

/** Columns come from the schema and from what a record has beside it. */
const rank = ({ kind }: SourceClause): number => (kind === 'schema' ? 0 : kind === 'meta' ? 1 : 2)

/** What only the rows of a table have, before `asEvents`. */
const OF_TABLES: ReadonlySet<string> = new Set(['schema', 'primary key', 'snapshot at', 'deletes never'])

function opening(m: Module, from: SourceDecl['from']): { before: string; behind: { events: string; last: string } } {
  const none = { events: '', last: '' }
  switch (from.kind) {
    case 'kafka': {
      const topics = from.topics.map((topic) => text(m, topic))
      const connection = from.connection === null ? null : m.refer(from.connection, ['connection']).code
      const name = m.use(from.pattern ? 'kafkaPattern' : 'kafka')
      return {
        before: call(name, topics.length === 1 ? topics[0]! : list(topics), options({ connection })),
        behind: { events: '', last: from.compacted ? '.compacted()' : '' },
      }
    }
    case 'files':
      return { before: call(m.use('files'), text(m, from.path)), behind: none }
    case 'cdc': {
      const connection = m.refer(from.connection, ['connection']).code
      return {
        before: call(m.use('cdc'), connection, text(m, from.table)),
        behind: { events: from.events ? '.asEvents()' : '', last: '' },
      }
    }
    case 'iceberg':
      return { before: call(m.use('iceberg'), icebergTable(m, from.path, from)), behind: none }
    case 'every':
      return { before: call(m.use('every'), duration(m, from.period)), behind: none }
  }
}

/** `lake.table('sales', 'orders')` */
export function icebergTable(m: Module, path: readonly Name[], node: Node): string {
  const [catalog, ...rest] = path
  if (catalog === undefined || rest.length === 0) throw new Inexpressible(node, 'a table without a catalog')
  return call(`${m.refer(catalog, ['catalog']).code}.table`, ...rest.map((n) => quoted(n.text)))
}

type Of<K extends SourceClause['kind']> = OfKind<SourceClause, K>
const CLAUSES: { readonly [K in SourceClause['kind']]: (m: Module, clause: Of<K>) => string } = {
  schema: (m, { source: from }) => {
    switch (from.kind) {
      case 'registry': {
        const subject = from.subject === null ? null : text(m, from.subject)
        return call('.schemaRegistry', options({ subject, version: from.version === null ? null : String(from.version) }))
      }
      case 'file':
        return call('.schemaFile', text(m, from.path))
      case 'named':
        return call('.schema', m.refer(from.name, ['schema']).code)
    }
  },
  'primary key': (_, { columns }) => call('.primaryKey', ...columns.map((c) => quoted(c.text))),
  'message key': (_, { columns, format }) => call('.messageKey', oneOrList(columns), format === null ? '' : quoted(format.text)),
  time: (m, clause) => time(m, clause),
  start: (m, { position, otherwise, at }) =>
    call(
      '.start',
      at !== null
        ? options({ at: instant(m, at) })
        : otherwise !== null
          ? options({ committedElse: quoted(otherwise) })
          : quoted(position),
    ),
  until: (m, { at, position }) => call('.until', at === null ? quoted(position) : options({ at: instant(m, at) })),
  history: (m, { path, until, span }) =>
    call('.historyFromIceberg', icebergTable(m, path, { span }), options({ until: instant(m, until) })),
  meta: (m, { items }) => call('.meta', object(items.map((item) => ({ key: item.name.text, code: meta(m, item) }))) || '{}'),
  invalid: (_, { action }) => call('.invalid', quoted(action)),
  parallelism: (_, { count }) => call('.parallelism', String(count)),
  'snapshot at': (_, { column }) => call('.snapshotAt', quoted(column.text)),
  'deletes never': () => '.deletesNever()',
  late: (_, clause) => call('.late', late(clause.late)),
  format: (_, { format }) => call('.format', quoted(format.text)),
  with: (m, clause) => call('.with', withOptions(m, clause)),
}

export const oneOrList = (columns: readonly Name[]): string =>
  columns.length === 1 ? quoted(columns[0]!.text) : list(columns.map((c) => quoted(c.text)))

export function withOptions(m: Module, { options: pairs }: WithClause): string {
  return object(pairs.map((p) => ({ key: p.name.value, code: text(m, p.value) }))) || '{}'
}

/** An instant in quotes, or the param that holds one. */
const instant = (m: Module, at: Text | Name): string => ('value' in at ? text(m, at) : m.refer(at, ['param']).code)

function time(m: Module, { time: from, lateBy, idle }: TimeClause): string {
  const how = {
    as: from.kind === 'column' && from.as !== null ? quoted(from.as) : null,
    lateBy: lateBy === null ? null : duration(m, lateBy),
    idleAfter: idle === null ? null : idle.after === null ? quoted('never') : duration(m, idle.after),
  }
  switch (from.kind) {
    case 'commit':
      return call('.timeCommit', options(how))
    case 'metadata':
      return call('.timeMetadata', quoted(from.key.value), options(how))
    case 'column':
      return call('.time', place(from.path, from), options(how))
  }
}

/** A column by name, or a field inside of one. */
function place(path: readonly Name[], node: Node): string {
  if (path.length === 1) return quoted(path[0]!.text)
  const code = columnCode('o', path)
  if (code === null) throw new Inexpressible(node, 'this column as a time')
  return `(o) => ${code}`
}

const meta = (m: Module, { key, header, as }: MetaNode): string =>
  header === null ? quoted(key) : options({ header: text(m, header), as: as === null ? null : quoted(as.text) })
