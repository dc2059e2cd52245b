// `time C late by D, idle after E`: which column is the event time, and the conversions that are provably right.
import { streaming } from '../diagnostics/codes/streaming.js'
import type { Fix } from '../diagnostics/define.js'
import type { SourceExpr } from '../ir/plan.js'
import { isError, isTimestamp, timestamp, timestampLtz, type Typed } from '../ir/types.js'
import type { Span } from '../core/span.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { resolveColumn, scopeOf } from './columns.js'
import { append } from './fixes.js'
import type { ScopeColumn, Unavailable } from './relation.js'

/** Name of the column that the compiler adds where the event time is no bare column. */
export const EVENT_TIME = 'event_time'

export interface TimeColumn {
  /** The source's own column, or null where one is added. */
  readonly ordinal: number | null
  readonly added?: { readonly name: string; readonly typed: Typed; readonly compute: SourceExpr; readonly span: Span }
  readonly delay: number
  readonly idle: number | null | 'unsaid'
}

export interface Columns {
  readonly columns: readonly ScopeColumn[]
  readonly unavailable: readonly Unavailable[]
  readonly where: string
  readonly open: boolean
}

export function sourceTime(clause: ast.TimeClause, d: ast.SourceDecl, scope: Columns, checking: Checking): TimeColumn | null {
  const { bag } = checking
  const delay = delayOf(clause, d, checking)
  const idle = idleOf(clause)
  const { time } = clause
  const added = (typed: Typed, compute: SourceExpr): TimeColumn => ({
    ordinal: null,
    added: { name: EVENT_TIME, typed, compute, span: time.span },
    delay,
    idle,
  })
  if (time.kind === 'commit') {
    bag.report(streaming.delay, time.span, { reason: 'only a cdc table has a commit time' })
    return null
  }
  if (time.kind === 'metadata') {
    if (d.from.kind !== 'kafka' || time.key.value !== 'timestamp') {
      bag.report(
        streaming.delay,
        time.span,
        {
          reason:
            d.from.kind === 'kafka'
              ? `records have no metadata \`${time.key.value}\` that is a time`
              : 'only records of Kafka have metadata',
        },
        { help: "`time metadata('timestamp')` is the record's own time" },
      )
      return null
    }
    return added({ type: timestampLtz(3), nullable: false }, { kind: 'metadata', key: 'timestamp' })
  }
  const resolved = resolveColumn(scopeOf(scope.columns, scope.unavailable, scope.where, scope.open), time.path, time.span, bag)
  if (resolved === null || isError(resolved.expr)) return null
  const { expr, provenance } = resolved
  const words = time.path.map((n) => n.text).join('.')
  const from = {
    related: [{ span: provenance.span, text: `${expr.type.key}${provenance.note === null ? '' : `, ${provenance.note}`}` }],
  }
  if (expr.nullable) {
    // Only a field of an inline schema is the program's own to change.
    const own = provenance.note === null && expr.kind === 'column' ? [append(provenance.span, ' not null')] : []
    const why = provenance.note ?? 'it is declared nullable'
    bag.report(streaming.timeNullable, time.span, { column: words, why }, { ...from, fixes: own })
  }
  if (time.as !== null) {
    if (expr.type.kind !== 'bigint') {
      bag.report(
        streaming.timeType,
        time.span,
        { column: words, type: expr.type.key },
        { ...from, help: `\`as ${time.as}\` reads a BIGINT` },
      )
      return null
    }
    if (expr.nullable) return null
    const unit = time.as === 'epoch millis' ? 'millis' : time.as === 'epoch seconds' ? 'seconds' : 'micros'
    return added({ type: timestamp(3), nullable: false }, { kind: 'epoch', input: expr, unit })
  }
  if (!isTimestamp(expr.type)) {
    const help =
      expr.type.kind === 'bigint'
        ? `say its unit: \`time ${words} as epoch millis …\``
        : expr.type.kind === 'varchar'
          ? "a text is no event time: have the producer send a timestamp, or use `metadata('timestamp')`"
          : undefined
    bag.report(
      streaming.timeType,
      time.span,
      { column: words, type: expr.type.key },
      {
        ...from,
        ...(help === undefined ? {} : { help }),
        fixes: expr.type.kind === 'bigint' ? [append(time.span, ' as epoch millis')] : [],
      },
    )
    return null
  }
  if (expr.nullable) return null
  if (expr.kind === 'column' && expr.type.precision <= 3) return { ordinal: expr.ordinal, delay, idle }
  const type = expr.type.kind === 'timestamp' ? timestamp(3) : timestampLtz(3)
  const value =
    expr.type.precision <= 3 && expr.type.key === type.key
      ? expr
      : { kind: 'cast' as const, mode: 'explicit' as const, input: expr, type, nullable: false }
  return added({ type, nullable: false }, { kind: 'computed', expr: value })
}

export function delayOf(clause: ast.TimeClause, d: ast.SourceDecl, checking: Checking): number {
  if (clause.lateBy !== null) return clause.lateBy.milliseconds
  if (d.from.kind !== 'files' && d.from.kind !== 'iceberg')
    checking.bag.report(
      streaming.delay,
      clause.span,
      { reason: 'it does not say how far out of order rows come' },
      {
        help: 'add `late by 30 seconds`; `late by 0 seconds` where they come in order',
        fixes: [append(clause.time.span, ' late by 30 seconds')],
      },
    )
  return 0
}

export const idleFix = (clause: ast.TimeClause): Fix => append(clause.span, ', idle after 1 minute')

export const idleOf = (clause: ast.TimeClause): number | null | 'unsaid' =>
  clause.idle === null ? 'unsaid' : (clause.idle.after?.milliseconds ?? null)
