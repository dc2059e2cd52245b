// `param NAME type = default`: a value that an environment can change. It is an operand of expressions, a part of texts, a duration.
import type { ExprNode, ParamDecl } from '../../surface/ast.js'
import { DECLARATION, DURATION, type DeclarationRecord, type Declared } from '../brands.js'
import { nameExpression } from '../calls.js'
import { writtenNumber } from '../constants.js'
import { base, recordOf, saying } from '../declared.js'
import { durationNode } from '../durations.js'
import { EXPRESSION, make, operandOf } from '../expression.js'
import { typeOf, type WrittenType } from '../field-types.js'
import type { Untyped } from '../functions.js'
import { named } from '../names.js'
import { nameNode, plainTextNode, spanAt, type MarkedSpan } from '../nodes.js'
import { markOf } from '../site.js'
import { paramMarker } from '../texts.js'
import type { Declarations } from '../types/declarations.js'

/**
 * `param NAME type = default`; without a default every environment has to say it.
 *
 * @example
 * const least = param('least', t.decimal(10, 2), '10.00')
 * const large = stream('large', orders.where((o) => o.amount.ge(least)))
 */
export const param: Declarations['param'] = ((name: unknown, type: unknown, preset?: unknown) => {
  const span = spanAt(markOf(param))
  const written = typeOf(type, 'param', span)
  const refs = new Set(written.refs)
  const isDuration = written.node.kind === 'named' && written.node.name === 'duration'
  const node: ParamDecl = {
    ...base(span),
    kind: 'param',
    name: named(name, '`param`', span),
    type: written.node,
    default:
      preset === undefined
        ? null
        : isDuration
          ? { kind: 'duration', duration: durationNode(preset, 'param', span.mark, refs) }
          : { kind: 'expression', expr: defaultOf(preset, written, span) },
  }
  return paramOf(recordOf(node, refs), isDuration)
}) as Untyped

/** A text is one that the language takes as it is: nothing is replaced in it. */
function defaultOf(preset: unknown, { node }: WrittenType, span: MarkedSpan): ExprNode {
  if (typeof preset !== 'string') return operandOf(preset, span).node
  const isNumber = node.kind === 'named' && ['decimal', 'float', 'double'].includes(node.name) && /^[-+]?\.?\d/.test(preset)
  return isNumber ? writtenNumber(preset, span) : { kind: 'string', ...plainTextNode(preset, span) }
}

function paramOf(record: DeclarationRecord, isDuration: boolean): Declared {
  const { name, span } = record.node as ParamDecl
  const declared: Declared = Object.freeze({ [DECLARATION]: record })
  const value = (): unknown => nameExpression(name.text, spanAt(markOf(value)), [declared])
  const core = make({ node: { kind: 'path', names: [name], span }, refs: [declared], shown: name.text })
  // where it stands is where it is declared: a duration has no call of its own
  const duration = { node: { milliseconds: 0, param: nameNode(name.text, span), written: name.text, span }, refs: [declared] }
  return Object.freeze({
    name: name.text,
    value,
    ...saying(record, (r) => paramOf(r, isDuration)),
    toString: () => paramMarker(name.text, declared),
    [DECLARATION]: record,
    [EXPRESSION]: core,
    ...(isDuration ? { [DURATION]: duration } : {}),
  })
}
