// Functions of a program: `fn net(amount decimal(18, 2)) = …`, called with their arguments by name, and those of Java.
import type { FieldNode, FnDecl, FnProperty, ParamDecl } from '../../surface/ast.js'
import { optionsOf, textOf, wrong } from '../arguments.js'
import { DECLARATION, type DeclarationRecord, type Declared } from '../brands.js'
import { condition, scopeOf } from '../callbacks.js'
import { callExpression } from '../calls.js'
import { columnEntries } from '../column-names.js'
import { base, recordOf, saying } from '../declared.js'
import { fieldsOf, typeOf } from '../field-types.js'
import type { Untyped } from '../functions.js'
import { coreOf } from '../expression.js'
import { mistake } from '../mistake.js'
import { named } from '../names.js'
import { BROKEN, refused } from '../refused.js'
import { spanAt, textNode, type MarkedSpan } from '../nodes.js'
import { markOf } from '../site.js'
import type { Declarations } from '../types/declarations.js'

type Called = (...args: never[]) => unknown

/**
 * `fn NAME(a type, …) = expression`: `fn('net', { amount: t.decimal(18, 2) }, p => p.amount.times(0.79))`.
 *
 * @example
 * const net = fn('net', { amount: t.decimal(10, 2), rate: t.decimal(3, 2) }, (p) => p.amount.times(p.rate))
 * const discounted = stream(
 *   'discounted',
 *   orders.select((o) => ({ order_id: o.order_id, net: net({ amount: o.amount, rate: dec('0.81') }) })),
 * )
 */
export const fn: Declarations['fn'] = ((name: unknown, parameters: unknown, body: unknown, options?: unknown) => {
  const span = spanAt(markOf(fn))
  const { nodes, refs } = fieldsOf(parameters, 'fn', span)
  const written = bodyOf(body, String(name), nodes, fn)
  const { returns } = optionsOf(options, ['returns'], 'fn', span.mark)
  const type = returns === undefined ? null : typeOf(returns, 'fn.returns', span)
  const node: FnDecl = {
    ...base(span),
    kind: 'fn',
    name: named(name, '`fn`', span),
    parameters: nodes,
    returns: type === null ? null : { type: type.node, notNull: type.notNull },
    body: { kind: 'macro', expr: written.expr },
  }
  return fnOf(recordOf(node, new Set([...refs, ...(type?.refs ?? []), ...written.refs])))
}) as Untyped

/**
 * `fn NAME(a type, …) type from java 'class' { … }`
 *
 * @example
 * const mask = fnFromJava('mask', { text: t.string() }, t.string(), {
 *   class: 'com.example.Mask',
 *   jar: 'udf/mask.jar',
 *   locally: (p) => overlay(p.text, '***', 1, 3),
 * })
 * const masked = stream('masked', orders.select((o) => ({ order_id: o.order_id, note: mask({ text: o.note }) })))
 */
export const fnFromJava: Declarations['fnFromJava'] = ((
  name: unknown,
  parameters: unknown,
  returns: unknown,
  options: unknown,
) => {
  const span = spanAt(markOf(fnFromJava))
  const { nodes, refs } = fieldsOf(parameters, 'fnFromJava', span)
  const type = typeOf(returns, 'fnFromJava', span)
  const found = new Set([...refs, ...type.refs])
  const { class: className, jar, locally } = optionsOf(options, ['class', 'jar', 'locally'], 'fnFromJava', span.mark)
  const properties: FnProperty[] = []
  if (jar !== undefined)
    properties.push({ kind: 'jar', path: textNode(textOf(jar, 'fnFromJava.jar', 'a path', span.mark), span, found), span })
  if (locally !== undefined) {
    const { expr, refs: used } = bodyOf(locally, String(name), nodes, fnFromJava)
    for (const r of used) found.add(r)
    properties.push({ kind: 'locally', expr, span })
  }
  const node: FnDecl = {
    ...base(span),
    kind: 'fn',
    name: named(name, '`fnFromJava`', span),
    parameters: nodes,
    returns: { type: type.node, notNull: type.notNull },
    body: {
      kind: 'java',
      className: textNode(textOf(className, 'fnFromJava.class', 'the name of a class', span.mark), span, found),
      properties,
    },
  }
  return fnOf(recordOf(node, found))
}) as Untyped

/** Its callback gets the parameters as columns of one row. */
function bodyOf(body: unknown, name: string, parameters: readonly FieldNode[], called: Called) {
  const made = condition(body, [scopeOf(null, name)], called, 'an expression')
  // in the text a parameter hides a param of its name
  for (const { [DECLARATION]: record } of made.refs)
    if (record.node.kind === 'param' && parameters.some((p) => p.name.text === (record.node as ParamDecl).name.text))
      refused(mistake('twoOfOneName', { name: record.node.name.text }, markOf(called)), () => {})
  return made
}

/** What is called, with an object of arguments. */
function fnOf(record: DeclarationRecord): Declared {
  const { name, parameters } = record.node as FnDecl
  const declared: Declared = Object.freeze({ [DECLARATION]: record })
  const call = (...args: readonly unknown[]): unknown => {
    const span = spanAt(markOf(call))
    return callExpression(name.text, argumentsOf(args, name.text, parameters, span), span, { refs: [declared] })
  }
  return Object.freeze(Object.assign(call, { ...saying(record, fnOf), [DECLARATION]: record }))
}

function argumentsOf(
  given: readonly unknown[],
  name: string,
  parameters: readonly FieldNode[],
  span: MarkedSpan,
): readonly unknown[] {
  const names = parameters.map((p) => p.name.text)
  const wants =
    names.length === 0
      ? 'an empty object'
      : `${names.map((n) => `\`${n}\``).join(', ')} ${names.length === 1 ? 'by its name' : 'by their names'}`
  const help = `\`${name}(${names.length === 0 ? '{}' : `{ ${names.map((n) => `${memberName(n)}: …`).join(', ')} }`})\``
  // what stands in order would be asked for its names
  if (given.length !== 1 || coreOf(given[0]) !== null || typeof given[0] !== 'object' || Array.isArray(given[0]))
    return wrong(name, wants, given[0], span.mark, () => names.map(() => BROKEN), help)
  const entries = new Map(columnEntries(given[0], name, span))
  const missing = names.find((n) => !entries.has(n))
  const odd = [...entries.keys()].find((n) => !names.includes(n))
  if (missing !== undefined || odd !== undefined) {
    const is = missing === undefined ? `an object with \`${odd!}\`` : `an object without \`${missing}\``
    refused(mistake('argument', { of: name, wants, is, help }, span.mark), () => {})
  }
  return names.map((n) => (entries.has(n) ? entries.get(n) : BROKEN))
}

/** As a key of an object. */
const memberName = (name: string): string => (/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name))
