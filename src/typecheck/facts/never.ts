// Programs out of which nothing can ever come: said at compile time, with the step that waits or filters and the one that makes it vain.
import type { Span } from '../../core/span.js'
import { never } from '../../diagnostics/codes/never.js'
import { streaming } from '../../diagnostics/codes/streaming.js'
import type { Diagnostic, Label } from '../../diagnostics/define.js'
import type { Expr } from '../../ir/expr.js'
import type { PlanColumn, SourceOperator } from '../../ir/plan.js'
import { BOOLEAN } from '../../ir/types.js'
import type { Checking } from '../checking.js'
import { remove } from '../fixes.js'
import type { Shape } from '../relation.js'
import { contradiction, type Contradiction } from './contradiction.js'

/** A source that ends, or may: its watermark moves at the end at the latest. */
const isBounded = ({ connector }: SourceOperator): boolean =>
  connector.kind === 'files' || connector.kind === 'iceberg' || (connector.kind === 'kafka' && connector.until !== null)

/** A time operator behind a source that accepts lateness and never ends would wait for ever. */
export function reportStalled(shape: Shape, step: string, at: Span, checking: Checking): void {
  for (const source of shape.sources) {
    if (!source.acceptLate) continue
    const operator = sourceOf(source.operator, source.span.declaration, checking)
    if (operator === null || isBounded(operator)) continue
    const late = lateOf(operator, checking)
    checking.bag.report(
      never.stalled,
      at,
      { step, source: source.name },
      {
        related: [{ span: late ?? source.span, text: 'nothing of it is ever late, so its watermark waits for the end' }],
        fixes: late === null ? [] : [remove(late, '`late accept`')],
      },
    )
  }
}

/** A source that is being checked is not among the checked ones yet; it has no time operator in its block either. */
function sourceOf(id: string, declaration: string, { checked }: Checking): SourceOperator | null {
  for (const r of checked.values()) {
    if (r === null || r.declaration.id !== declaration) continue
    for (const o of r.operators) if (o.kind === 'source' && o.id === id) return o
  }
  return null
}

function lateOf(o: SourceOperator, { checked }: Checking): Span | null {
  for (const r of checked.values()) {
    if (r === null || r.declaration.kind !== 'source' || r.declaration.id !== o.origin.declaration) continue
    return r.declaration.clauses.find((c) => c.kind === 'late')?.span ?? null
  }
  return null
}

/** That a watermark never moves is no second mistake where an operator that waits for it has been reported. */
export function oneCause(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const told = diagnostics.filter((d) => d.code === never.stalled.code).flatMap((d) => d.related.map((r) => r.span))
  if (told.length === 0) return diagnostics
  const isTold = (at: Span): boolean =>
    told.some((t) => t.declaration === at.declaration && t.start <= at.start && at.end <= t.end)
  return diagnostics.filter((d) => d.code !== streaming.acceptsForEver.code || d.primary === null || !isTold(d.primary.span))
}

const quoted = (e: Expr, row: readonly PlanColumn[]): string => {
  if (e.kind === 'column') return `\`${row[e.ordinal]?.name ?? 'it'}\``
  if (e.kind === 'field') return `\`${e.name}\``
  return 'the value'
}

function whyOf(found: Contradiction, row: readonly PlanColumn[]): string {
  if (found.kind === 'constant') return 'its condition is never true'
  if (found.operand !== undefined) return `${quoted(found.operand, row)} is never NULL`
  return found.between.length === 1
    ? 'parts of its condition exclude each other'
    : 'its condition excludes one that every row here has passed'
}

/** Both sides of a contradiction, as far as they stand somewhere. */
function otherSide(found: Contradiction, condition: Expr, checking: Checking): readonly Label[] {
  return found.between.flatMap((e) => {
    const span = e === condition ? undefined : checking.said.get(e)
    return span === undefined ? [] : [{ span, text: 'only such rows come here' }]
  })
}

/** Reports a condition that no row can satisfy behind `holds`; true where there is none. `step`: `` `where` ``; `clause`: what may go where it is always true. */
export function checkPossible(
  condition: Expr,
  shape: Pick<Shape, 'holds' | 'row'>,
  step: string,
  at: Span,
  checking: Checking,
  clause: Span | null = null,
): boolean {
  const found = contradiction([...shape.holds, condition])
  if (found === null) {
    const why = alwaysTrue(condition, shape.row)
    if (why !== null)
      checking.bag.report(never.always, at, { step, why }, { fixes: clause === null ? [] : [remove(clause, 'the clause')] })
    return true
  }
  checking.bag.report(
    never.condition,
    at,
    { step, why: whyOf(found, shape.row) },
    { related: otherSide(found, condition, checking), help: 'nothing would ever come out behind it' },
  )
  return false
}

/** The same for `on`: the right side of the join never matches. */
export function checkJoinable(condition: Expr, left: Shape, right: string, at: Span, checking: Checking): boolean {
  const found = contradiction([...left.holds, condition])
  if (found === null) return true
  checking.bag.report(
    never.joins,
    at,
    { name: right, why: whyOf(found, left.row).replace('its condition', 'the condition of `on`') },
    { related: otherSide(found, condition, checking) },
  )
  return false
}

function alwaysTrue(e: Expr, row: readonly PlanColumn[]): string | null {
  if (e.type.kind !== BOOLEAN.kind) return null
  if (e.kind === 'literal') return e.value === true ? 'its condition is always true' : null
  if (e.kind !== 'call') return null
  if (e.fn === 'and') {
    const parts = e.args.map((a) => alwaysTrue(a, row))
    return parts.includes(null) ? null : parts[0]!
  }
  const operand = e.args[0]
  if (e.fn !== 'is_not_null' || operand === undefined || operand.nullable || operand.type.kind === 'error') return null
  return `${quoted(operand, row)} is never NULL`
}
