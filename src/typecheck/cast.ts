// CAST and TRY_CAST as written: which pairs of types Flink 2.2 can run (its planner accepts more, and fails when it
// generates code), and which casts can fail or always fail at run time.
import { parseDate } from '../core/civil-time.js'
import { parseDecimal } from '../core/decimal.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import type { Expr } from '../ir/expr.js'
import { isBinary, isError, isInteger, isNumeric, isString, isTimestamp, type FlowType } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Inner } from './inner.js'
import { literal, POISON } from './literal.js'
import { widens } from './coerce.js'
import { checkNested, parsesInside } from './cast-nested.js'
import { claim, provenanceLabels, sideOf, spoken, typeText } from './spoken.js'
import { typeFromNode, typeWords } from './type-node.js'

/** null: it can be done; else what to do instead, or '' where nothing can. */
export function castProblem(from: FlowType, to: FlowType): string | null {
  if (isError(from) || isError(to) || from.kind === 'null' || from.key === to.key) return null
  if (isString(to)) return null
  switch (from.kind) {
    case 'boolean':
      return isNumeric(to) && !(to.kind === 'decimal' && to.precision === to.scale) ? null : ''
    case 'char':
    case 'varchar':
      return isNumeric(to) || isTimestamp(to) || isBinary(to) || ['boolean', 'date', 'time'].includes(to.kind) ? null : ''
    case 'binary':
    case 'varbinary':
      return isBinary(to) ? null : 'cast the bytes to `string` first'
    case 'date':
      return isTimestamp(to) ? null : isNumeric(to) ? 'a date is no number' : ''
    case 'time':
      // Flink takes the day 1970-01-01 for it
      return isTimestamp(to) ? 'a time of day has no date' : ''
    case 'timestamp':
    case 'timestamp_ltz':
      return isTimestamp(to) || to.kind === 'date' || to.kind === 'time'
        ? null
        : isNumeric(to)
          ? 'Flink refuses it: which unit and time zone would the number have'
          : ''
    case 'array':
      return to.kind === 'array'
        ? (bytesProblem(from.element.type, to.element.type) ?? castProblem(from.element.type, to.element.type))
        : ''
    case 'map':
      return to.kind === 'map'
        ? (castProblem(from.mapKey.type, to.mapKey.type) ?? castProblem(from.value.type, to.value.type))
        : ''
    case 'row': {
      if (to.kind !== 'row' || to.fields.length !== from.fields.length)
        return to.kind === 'row' ? 'both rows need the same number of fields' : ''
      return from.fields.map((f, i) => castProblem(f.type, to.fields[i]!.type)).find((p) => p !== null) ?? null
    }
    default:
      if (!isNumeric(from)) return ''
      if (isNumeric(to)) return null
      if (to.kind === 'boolean') return from.kind === 'decimal' && from.precision === from.scale ? '' : null
      return isTimestamp(to) ? 'Flink refuses it: which unit the number has is not known' : ''
  }
}

/** Elements that become bytes, or shorter bytes: the planner accepts it and generates code that does not compile. */
const bytesProblem = (from: FlowType, to: FlowType): string | null =>
  isBinary(to) && !(isBinary(from) && widens(from, to)) && from.key !== to.key
    ? 'Flink has no code for elements that are turned into bytes: cast each one, `array[cast(a[1] as bytes)]`'
    : null

/** Types into which a text may not be readable. */
const isParsed = (t: FlowType): boolean => isNumeric(t) || isTimestamp(t) || ['boolean', 'date', 'time'].includes(t.kind)

/** Whether a text is read as something else: as a whole, or inside a row, array or map. */
const parses = (from: FlowType, to: FlowType): boolean =>
  (isString(from) && isParsed(to)) || parsesInside(from, to, (a, b) => isString(a) && isParsed(b))

const DATE_FORM = /^\d{4}-\d{1,2}-\d{1,2}/
const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false', 't', 'f', 'yes', 'no', 'y', 'n', '1', '0'])

/** A constant text: 'fine', what is wrong with it for sure, or null where Flink's parser decides. */
function constantText(text: string, to: FlowType): { fine: true } | { fine: false; problem: string } | null {
  const trimmed = text.trim()
  if (isNumeric(to)) {
    if (parseDecimal(trimmed) === null)
      return /\d|nan|infinity/i.test(trimmed) ? null : { fine: false, problem: 'it is no number' }
    return isInteger(to) || to.kind === 'decimal'
      ? /^[+-]?\d+(\.\d+)?$/.test(trimmed) && withinType(trimmed, to)
        ? { fine: true }
        : null
      : { fine: true }
  }
  if (to.kind === 'boolean')
    return BOOLEANS.has(trimmed.toLowerCase()) ? { fine: true } : { fine: false, problem: 'it is neither `true` nor `false`' }
  if (to.kind === 'date' || isTimestamp(to)) {
    const date = DATE_FORM.exec(trimmed)?.[0]
    if (date === undefined) return /\d/.test(trimmed) ? null : { fine: false, problem: 'it is no date' }
    const padded = date.replaceAll(/-(\d)(?!\d)/g, '-0$1')
    if (parseDate(padded) === null) return { fine: false, problem: `there is no day ${padded}` }
    const rest = trimmed.slice(date.length)
    const isPlain = to.kind === 'date' ? rest === '' : rest === '' || /^ \d{2}:\d{2}:\d{2}(\.\d{1,9})?$/.test(rest)
    return isPlain ? { fine: true } : null
  }
  return /^\d{2}:\d{2}(:\d{2})?$/.test(trimmed) ? { fine: true } : null
}

const LIMITS: Readonly<Record<string, bigint>> = { tinyint: 1n << 7n, smallint: 1n << 15n, int: 1n << 31n, bigint: 1n << 63n }

function withinType(text: string, to: FlowType): boolean {
  const { unscaled, scale } = parseDecimal(text)!
  const whole = unscaled / 10n ** BigInt(scale)
  if (to.kind === 'decimal') {
    // a fraction that is rounded up may need one more digit
    const spare = scale > to.scale ? 1n : 0n
    return (whole < 0n ? -whole : whole) + spare < 10n ** BigInt(to.precision - to.scale)
  }
  const limit = LIMITS[to.kind]!
  return whole < limit && whole >= -limit
}

export function checkCast(node: ast.ExprNode & { kind: 'cast' }, inner: Inner): Expr {
  const type = typeFromNode(node.type, inner.bag)
  // an average or quotient that is cast to an integer was meant to be cut
  const operand = inner.check(node.operand, { ...inner, cutMeant: isInteger(type) })
  const input = operand.expr
  if (isError(input) || isError(type)) return POISON
  if (input.type.kind === 'null') return literal(null, type)
  const problem = castProblem(input.type, type)
  if (problem !== null) {
    inner.bag.report(
      expressions.castImpossible,
      node.span,
      { from: claim(node.operand, input), to: typeWords(node.type, type) },
      {
        ...(problem === '' ? {} : { help: problem }),
        related: provenanceLabels([sideOf(node.operand, operand)]),
      },
    )
    return POISON
  }
  if (!checkNested(node, input, type, inner)) return POISON
  if (parses(input.type, type) && !node.attempt) reportFallible(node, input, type, operand, inner)
  return { kind: 'cast', mode: node.attempt ? 'try' : 'explicit', input, type, nullable: input.nullable || node.attempt }
}

function reportFallible(
  node: ast.ExprNode & { kind: 'cast' },
  input: Expr,
  type: FlowType,
  operand: Parameters<typeof sideOf>[1],
  inner: Inner,
): void {
  const constant = node.operand.kind === 'string' ? constantText(node.operand.value, type) : null
  if (constant?.fine === true) return
  if (constant?.fine === false && node.operand.kind === 'string') {
    inner.bag.report(expressions.castAlwaysFails, node.span, {
      text: node.operand.value,
      to: typeWords(node.type, type),
      problem: constant.problem,
    })
    return
  }
  const start = node.span.start
  // parentheses or blanks before the operand: then where the word stands is not known here
  const word = node.operand.span.start - start === 'cast('.length ? { ...node.span, end: start + 'cast'.length } : null
  inner.bag.report(
    expressions.castCanFail,
    node.span,
    { from: claim(node.operand, input), to: typeWords(node.type, type) },
    {
      related: provenanceLabels([sideOf(node.operand, operand)]),
      help: `write \`try_cast(${spoken(node.operand)} as ${typeText(type)})\`, which gives NULL, and decide what becomes of those rows`,
      ...(word === null ? {} : { fixes: [{ title: 'use try_cast', edits: [{ span: word, text: 'try_cast' }] }] }),
    },
  )
}
