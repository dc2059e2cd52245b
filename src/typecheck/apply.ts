// Applies a catalogue function to checked operands: result type, implicit casts, or the words for what does not fit.
import { parseDate, parseTime, parseTimestamp } from '../core/civil-time.js'
import type { Span } from '../core/span.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import type { Definition, Fix } from '../diagnostics/define.js'
import { functionOf } from '../functions/catalog.js'
import type { TypeProblem } from '../functions/definition.js'
import type { FunctionId } from '../functions/ids.js'
import { isMoment } from '../functions/time-units.js'
import type { Expr } from '../ir/expr.js'
import { DOUBLE, isError, isNumeric, isString, isTimestamp, STRING, timestampLtz, type FlowType } from '../ir/types.js'
import { convert } from './convert.js'
import type { Inner, Operand } from './inner.js'
import { POISON } from './literal.js'
import type * as ast from '../surface/ast.js'
import { castNode, claim, helpOf, literalWord, provenanceLabels, sideOf, spoken, wrap } from './spoken.js'

const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in'])

/** `word` is what the program wrote: `between` where `ge` is applied. */
export function apply(id: FunctionId, operands: readonly Operand[], at: Span, inner: Inner, word?: string): Expr {
  const definition = functionOf(id)
  const spelled = word ?? definition.names[0]!.toLowerCase()
  const inferred = definition.infer(operands.map((o) => o.checked.expr))
  if (!inferred.ok) {
    reportProblem(inferred.problem, spelled, id, operands, at, inner)
    return POISON
  }
  if (isError(inferred.result)) return POISON
  const args = operands.map((o, i) => convert(o.checked.expr, inferred.args[i]!))
  if (
    (id === 'eq' || id === 'ne') &&
    typeof inferred.lossy === 'string' &&
    operands.every((o) => o.checked.expr.kind !== 'literal')
  ) {
    const [left, right] = claims(operands)
    inner.bag.report(
      expressions.inexact,
      at,
      { operator: spelled, left, right, lossy: inferred.lossy },
      { related: labels(operands) },
    )
  }
  return { kind: 'call', fn: id, args, ...inferred.result }
}

export const labels = (operands: readonly Operand[]) => provenanceLabels(operands.map((o) => sideOf(o.node, o.checked)))
const claimOf = (o: Operand): string => claim(o.node, o.checked.expr)
const claims = (operands: readonly Operand[]): [string, string] => [claimOf(operands[0]!), claimOf(operands[1]!)]

function reportProblem(
  problem: TypeProblem,
  operator: string,
  id: FunctionId,
  operands: readonly Operand[],
  at: Span,
  inner: Inner,
): void {
  const { bag } = inner
  const { first, second } = disagreeing(problem, id, operands)
  const related = labels(second === undefined ? [first] : [first, second])
  const both = (
    definition: Definition<{ operator: string; left: string; right: string }>,
    fixes: readonly Fix[],
    more = '',
  ): void =>
    bag.report(
      definition,
      at,
      { operator, left: claimOf(first), right: claimOf(second ?? first) },
      { related, fixes, ...helpOf(fixes, more) },
    )
  switch (problem.kind) {
    case 'argument':
      bag.report(
        expressions.operandType,
        first.node.span,
        { operator, wants: problem.wants, is: claimOf(first) },
        { related, ...(id === 'plus' && isString(first.checked.expr.type) ? { help: '`||` joins texts' } : {}) },
      )
      return
    case 'incomparable':
      bag.report(
        expressions.notComparable,
        first.node.span,
        { operator, is: claimOf(first) },
        first.checked.expr.type.kind === 'array' && (id === 'eq' || id === 'ne' || id === 'in')
          ? { related, help: 'arrays are compared where neither they nor their elements can be NULL, and are of one type' }
          : { related },
      )
      return
    case 'null':
      if (COMPARISONS.has(id)) bag.report(expressions.nullComparison, first.node.span, { operator, negated: id === 'ne' })
      else
        bag.report(
          expressions.untypedNull,
          first.node.span,
          { place: `as an operand of \`${operator}\`` },
          { fixes: [castNode(first.node, STRING)] },
        )
      return
    case 'text': {
      const form = temporalForm(first, second!)
      const fixes = textFixes(first, second!, id)
      if (form === null || fixes.length > 0) both(expressions.textMixed, fixes, tried(first, second!, id))
      else
        bag.report(
          expressions.textMixed,
          at,
          { operator, left: claimOf(first), right: claimOf(second ?? first) },
          { related, help: `this text is none: the form is \`${form}\`` },
        )
      return
    }
    case 'zone': {
      const wall = first.checked.expr.type.kind === 'timestamp' ? first : second!
      both(
        expressions.zoneMixed,
        [castNode(wall.node, timestampLtz((wall.checked.expr.type as { precision: number }).precision))],
        ', which reads the wall clock in the time zone of the pipeline',
      )
      return
    }
    case 'narrows':
      both(expressions.floatNarrows, [castNode(first.node, DOUBLE)])
      return
    case 'pair':
      if (id === 'coalesce' || id === 'in' || id === 'if') {
        const what = id === 'in' ? 'members of `in`' : `arguments of \`${operator}\``
        bag.report(
          expressions.noCommonType,
          at,
          { what, left: claimOf(first), right: claimOf(second!) },
          { related, ...defaultOf(first, second!) },
        )
      } else both(expressions.operandPair, momentFixes(first, second!, id, at))
  }
}

/** `coalesce(amount, 'none')`: no cast makes a number of that text. */
function defaultOf(first: Operand, second: Operand): { help?: string } {
  const { kind } = first.checked.expr.type
  return second.node.kind === 'string' && kind !== 'char' && kind !== 'varchar'
    ? {
        help: `write a value of type ${first.checked.expr.type.key} instead of the text, or make the other one a text: \`cast(… as string)\``,
      }
    : {}
}

/** The operands that a message is about. */
function disagreeing(
  problem: TypeProblem,
  id: FunctionId,
  operands: readonly Operand[],
): { first: Operand; second: Operand | undefined } {
  if (problem.kind === 'argument' || problem.kind === 'incomparable' || problem.kind === 'null')
    return { first: operands[problem.index]!, second: undefined }
  const kindOf = (o: Operand): string => family(o.checked.expr.type)
  // the condition of IF and the unit of TIMESTAMPDIFF have no part in it
  const typed = (id === 'if' || id === 'timestampdiff' ? operands.slice(1) : operands).filter(
    (o) => o.checked.expr.type.kind !== 'null',
  )
  const first = typed[0]!
  if (problem.kind === 'narrows') {
    const float = typed.find((o) => o.checked.expr.type.kind === 'float') ?? first
    return { first: float, second: typed.find((o) => o.checked.expr.type.kind === 'double') ?? typed[1] }
  }
  return { first, second: typed.find((o) => kindOf(o) !== kindOf(first)) ?? typed[1] ?? first }
}

const family = (t: FlowType): string =>
  isNumeric(t) ? (t.kind === 'float' || t.kind === 'double' ? 'approximate' : 'exact') : isString(t) ? 'text' : t.kind

/** How a constant of the other operand's type is written, where a text stands for one. */
function temporalForm(a: Operand, b: Operand): string | null {
  const [text, other] = isString(a.checked.expr.type) ? [a, b] : [b, a]
  if (text.node.kind !== 'string') return null
  switch (other.checked.expr.type.kind) {
    case 'date':
      return "DATE '2024-12-31'"
    case 'time':
      return "TIME '23:59:59'"
    case 'timestamp':
    case 'timestamp_ltz':
      return "TIMESTAMP '2024-12-31 23:59:59.999'"
    default:
      return null
  }
}

/** The time between two moments is written with a unit behind it; a number that moves one is an interval. */
function momentFixes(first: Operand, second: Operand, id: FunctionId, at: Span): readonly Fix[] {
  const [a, b] = [first.checked.expr.type, second.checked.expr.type]
  if (!isMoment(a) || a.kind === 'time') return []
  if (id === 'minus' && a.kind === b.kind)
    return [
      {
        title: `write \`(${spoken(first.node)} - ${spoken(second.node)}) DAY TO SECOND\``,
        edits: wrap(at, '(', ') DAY TO SECOND'),
      },
    ]
  const { node } = second
  if ((id !== 'plus' && id !== 'minus') || node.kind !== 'number' || !/^\d{1,2}$/.test(node.text)) return []
  const interval = `INTERVAL '${node.text}' DAY`
  return [{ title: `write \`${interval}\`, or another unit`, edits: [{ span: node.span, text: interval }] }]
}

/** What a help line adds where it proposes `try_cast`. */
const tried = (a: Operand, b: Operand, id: FunctionId): string =>
  id === 'concat' || [a, b].some((o) => o.node.kind === 'string') ? '' : ', which gives NULL for a text that cannot be read'

const ORDERED: ReadonlySet<FunctionId> = new Set<FunctionId>(['lt', 'le', 'gt', 'ge'])

/** The way out for a text that meets another type: a literal of that type, or a cast. */
function textFixes(a: Operand, b: Operand, id: FunctionId): readonly Fix[] {
  const [text, other] = isString(a.checked.expr.type) ? [a, b] : [b, a]
  const type = other.checked.expr.type
  if (id === 'concat') return [castNode(other.node, STRING)]
  if (text.node.kind === 'string') return literalFix(text.node, type)
  const { node } = other
  // texts have an order of their own, in which '99' is behind '500': a number in quotes would be another question
  const ordered = ORDERED.has(id)
  const quote =
    node.kind === 'number' && !ordered ? [{ title: `write \`'${node.text}'\``, edits: wrap(node.span, "'", "'") }] : []
  return [...quote, castNode(text.node, type, true)]
}

/** A day, or the form of ISO 8601, as a timestamp of Flink; null where it is none. */
function plainTimestamp(text: string): string | null {
  const [, day, clock = '00:00', seconds = ':00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?Z?)?$/.exec(text) ?? []
  const plain = `${day} ${clock}${seconds}`
  return day === undefined || parseTimestamp(plain) === null ? null : plain
}

function literalFix(node: ast.ExprNode & { kind: 'string' }, type: FlowType): readonly Fix[] {
  const { value, span } = node
  const keyword = (word: string): readonly Fix[] => [
    { title: `write \`${word} ${spoken(node)}\``, edits: wrap(span, `${word} `, '') },
  ]
  const bare = (fits: boolean): readonly Fix[] => (fits ? [{ title: `write \`${value}\``, edits: [{ span, text: value }] }] : [])
  if (isNumeric(type)) return bare(/^-?\d+(\.\d+)?$/.test(value))
  if (type.kind === 'boolean') return bare(value === 'true' || value === 'false')
  if (type.kind === 'date') return parseDate(value) === null ? [] : keyword('DATE')
  if (type.kind === 'time') return parseTime(value) === null ? [] : keyword('TIME')
  if (!isTimestamp(type)) return []
  if (parseTimestamp(value) !== null) return type.kind === 'timestamp' ? keyword('TIMESTAMP') : [castNode(node, type)]
  const plain = plainTimestamp(value)
  // an instant is no wall clock
  if (plain === null || (type.kind === 'timestamp' && value.endsWith('Z'))) return []
  const text = `${literalWord(type.kind)} '${plain}'`
  return [{ title: `write \`${text}\``, edits: [{ span, text }] }]
}
