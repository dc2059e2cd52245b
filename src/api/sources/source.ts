// A source in the making: where rows come from, and the clauses of its block as methods. `stream('orders', …)` names it.
import type { Name, SourceClause, SourceDecl } from '../../surface/ast.js'
import { countOf, oneOf, optionsOf, textOf, wrong } from '../arguments.js'
import { isBranded, type Declared } from '../brands.js'
import { icebergPath } from '../declarations/catalogs.js'
import { refSet } from '../declared.js'
import { ignoreOfClause, ignoringLast, nothingToIgnore } from '../ignores.js'
import { named, namedAll } from '../names.js'
import { markIn, spanAt, type MarkedSpan } from '../nodes.js'
import { behind, partMade, pieceOf } from '../parts.js'
import { refused, unnamed } from '../refused.js'
import { markOf } from '../site.js'
import { condition, scopeOf } from '../callbacks.js'
import {
  columnTime,
  instant,
  lateNode,
  messageKey,
  metaClause,
  namedSchema,
  schemaClause,
  schemaFile,
  startClause,
  timeClause,
  untilClause,
  withClause,
  type Saying,
} from './clauses.js'

export const SOURCE = Symbol.for('flowc.source')

export interface SourceState {
  readonly from: SourceDecl['from']
  readonly clauses: readonly SourceClause[]
  readonly refs: readonly Declared[]
  /** The last call said something of where rows come from: of that only the whole declaration can be ignored. */
  readonly fromLast: boolean
}

export const sourceOf = (value: unknown): SourceState | null =>
  isBranded(value, SOURCE) ? (value as { readonly [SOURCE]: SourceState })[SOURCE] : null

type Called = (...args: never[]) => unknown

/** All methods that some kind of source has; which one has which is said by the types. */
export class Source {
  readonly [SOURCE]: SourceState
  /** Of Kafka: the topic that is read, or written by a sink. */
  readonly topic: string | undefined

  constructor(state: SourceState) {
    this[SOURCE] = state
    const { from } = state
    this.topic = from.kind === 'kafka' ? from.topics[0]?.value : undefined
    Object.freeze(this)
  }

  #with(called: Called, clause: (saying: Saying) => SourceClause): Source {
    const { from, clauses, refs } = this[SOURCE]
    const found = new Set(refs)
    const made = clause({ span: spanAt(markOf(called)), refs: found })
    partMade(pieceOf(made), `this \`${made.kind}\` of a source`, markIn(made.span), behind(clauses.at(-1)))
    return new Source({ from, clauses: [...clauses, made], refs: [...found], fromLast: false })
  }

  #from(called: Called, from: SourceDecl['from']): Source {
    partMade(from, `this \`${called.name}\` of a source`, markOf(called))
    return new Source({ ...this[SOURCE], from, fromLast: true })
  }

  schemaRegistry(options?: unknown): Source {
    return this.#with(this.schemaRegistry, (s) => schemaClause(options, s))
  }
  schema(schema: unknown): Source {
    return this.#with(this.schema, (s) => namedSchema(schema, s))
  }
  schemaFile(path: unknown): Source {
    return this.#with(this.schemaFile, (s) => schemaFile(path, s))
  }
  messageKey(columns: unknown, format?: unknown): Source {
    return this.#with(this.messageKey, (s) => messageKey(columns, format, s))
  }
  primaryKey(...columns: readonly unknown[]): Source {
    return this.#with(this.primaryKey, ({ span }) => {
      if (columns.length === 0) wrong('primaryKey', 'at least one column', undefined, span.mark, () => {})
      return { kind: 'primary key', columns: namedAll(columns, 'the column of `primaryKey`', span), span }
    })
  }
  time(place: unknown, options?: unknown): Source {
    return this.#with(this.time, (s) => columnTime(placeOf(place, this.time, s.span), options, s))
  }
  timeCommit(options?: unknown): Source {
    return this.#with(this.timeCommit, (s) => timeClause({ kind: 'commit', span: s.span }, options, 'timeCommit', s))
  }
  timeMetadata(key: unknown, options?: unknown): Source {
    return this.#with(this.timeMetadata, (s) => {
      const value = textOf(key, 'timeMetadata', "'timestamp'", s.span.mark)
      return timeClause({ kind: 'metadata', key: { value, span: s.span }, span: s.span }, options, 'timeMetadata', s)
    })
  }
  start(position: unknown): Source {
    return this.#with(this.start, (s) => startClause(position, s))
  }
  until(position: unknown): Source {
    return this.#with(this.until, (s) => untilClause(position, s))
  }
  historyFromIceberg(table: unknown, options: unknown): Source {
    return this.#with(this.historyFromIceberg, (s) => {
      const path = icebergPath(table, 'historyFromIceberg', s.span.mark, s.refs)
      const { until } = optionsOf(options, ['until'], 'historyFromIceberg', s.span.mark)
      return { kind: 'history', path, until: instant(until, 'historyFromIceberg.until', s), span: s.span }
    })
  }
  meta(columns: unknown): Source {
    return this.#with(this.meta, (s) => metaClause(columns, s))
  }
  invalid(action: unknown): Source {
    return this.#with(this.invalid, ({ span }) => ({
      kind: 'invalid',
      action: oneOf(action, ['fail', 'to dlq'], 'invalid', span.mark),
      span,
    }))
  }
  parallelism(count: unknown): Source {
    return this.#with(this.parallelism, ({ span }) => ({
      kind: 'parallelism',
      count: countOf(count, 'parallelism', span.mark),
      span,
    }))
  }
  snapshotAt(column: unknown): Source {
    return this.#with(this.snapshotAt, ({ span }) => ({
      kind: 'snapshot at',
      column: named(column, 'the column of `snapshotAt`', span),
      span,
    }))
  }
  deletesNever(): Source {
    return this.#with(this.deletesNever, ({ span }) => ({ kind: 'deletes never', span }))
  }
  late(late: unknown): Source {
    return this.#with(this.late, (s) => ({ kind: 'late', late: lateNode(late, s), span: s.span }))
  }
  format(format: unknown): Source {
    return this.#with(this.format, ({ span }) => ({ kind: 'format', format: named(format, '`format`', span), span }))
  }
  with(options: unknown): Source {
    return this.#with(this.with, (s) => withClause(options, s))
  }

  ignore(codes: unknown, because: unknown): Source {
    const state = this[SOURCE]
    const ignore = ignoreOfClause(codes, because, this.ignore, state.clauses.at(-1))
    if (state.fromLast) {
      const why = 'no clause stands before it; of the whole it is said behind `stream(…)` or `table(…)`'
      return refused(nothingToIgnore(why, ignore), () => this)
    }
    return new Source({ ...state, clauses: ignoringLast(state.clauses, ignore) })
  }

  /** The last record of a key counts: a table. */
  compacted(): Source {
    const { from } = this[SOURCE]
    if (from.kind !== 'kafka') return wrong('compacted', 'a topic', this, markOf(this.compacted), () => this)
    return this.#from(this.compacted, { ...from, compacted: true })
  }
  asEvents(): Source {
    const { from } = this[SOURCE]
    if (from.kind !== 'cdc') return wrong('asEvents', 'a captured table', this, markOf(this.asEvents), () => this)
    return this.#from(this.asEvents, { ...from, events: true })
  }
}

/** A column by name, or a field inside one: `o => o.payload.at`. */
function placeOf(place: unknown, called: Called, span: MarkedSpan): readonly Name[] {
  if (typeof place !== 'function') return [named(place, 'the column of `time`', span)]
  const { expr } = condition(place, [scopeOf(null, 'the source')], called, 'a column or a field of one')
  if (expr.kind === 'path') return expr.names
  if (expr.kind === 'missing') return [unnamed(span)]
  const wants = 'a column or a field of one: `o => o.payload.at`'
  return wrong('time', wants, 'a computed value', span.mark, () => [unnamed(span)])
}

/** A source before its first clause. */
export function sourceFrom(called: Called, make: (span: MarkedSpan, refs: Set<Declared>) => SourceDecl['from']): Source {
  const refs = refSet()
  const from = make(spanAt(markOf(called)), refs)
  return new Source({ from, clauses: [], refs: [...refs], fromLast: true })
}
