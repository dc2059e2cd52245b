// What an expression can do: its methods are the operators of the language, every other name is a field of a ROW.
import type { BinaryOperator, ExprNode } from '../surface/ast.js'
import { wrong } from './arguments.js'
import { after, coreOf, EXPRESSION, make, markOfCore, nothing, operandOf } from './expression.js'
import { typeOf } from './field-types.js'
import { mistake } from './mistake.js'
import { named } from './names.js'
import { spanAt, spanOf, type MarkedSpan } from './nodes.js'
import type { Core } from './recorder.js'
import { markOf } from './site.js'

/** A method of an expression. What it gives is typed by the interfaces of types/columns.ts. */
type Method = (this: unknown, ...args: readonly unknown[]) => never
type Build = (
  self: Core,
  args: readonly unknown[],
  span: MarkedSpan,
) => { readonly node: ExprNode; readonly parts: readonly Core[] }

const methods: Record<string, Method> = Object.create(null) as Record<string, Method>

function method(name: string, build: Build): void {
  const called: Method = function (...args) {
    const span = spanOf(called)
    const self = coreOf(this)
    const operand =
      self === null
        ? wrong(`.${name}(…)`, 'the expression before it', this, span.mark, () => nothing(span))
        : operandOf(this, span)
    const { node, parts } = build(operand, args, span)
    return express(make({ node, parts: [self ?? operand, ...parts], shown: after(self ?? operand, `${name}(…)`) }))
  }
  methods[name] = called
}

// ---------------------------------------------------------------- operators

const BINARY: Readonly<Record<string, BinaryOperator>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  plus: '+',
  minus: '-',
  times: '*',
  div: '/',
  mod: '%',
  and: 'and',
  or: 'or',
  concat: '||',
}
for (const [name, operator] of Object.entries(BINARY))
  method(name, (self, [other], span) => {
    const right = operandOf(other, span)
    return {
      node: { kind: 'binary', operator, left: self.node, right: right.node, operatorSpan: span, span },
      parts: [right],
    }
  })

for (const [name, operator] of [
  ['negate', '-'],
  ['not', 'not'],
] as const)
  method(name, (self, _, span) => ({ node: { kind: 'unary', operator, operand: self.node, span }, parts: [] }))

for (const test of ['null', 'true', 'false', 'unknown'] as const)
  for (const negated of [false, true])
    method(`is${negated ? 'Not' : ''}${test[0]!.toUpperCase()}${test.slice(1)}`, (self, _, span) => ({
      node: { kind: 'is', operand: self.node, negated, test, span },
      parts: [],
    }))

for (const [name, negated] of [
  ['isDistinctFrom', false],
  ['isNotDistinctFrom', true],
] as const)
  method(name, (self, [other], span) => {
    const right = operandOf(other, span)
    return { node: { kind: 'is distinct', left: self.node, negated, right: right.node, span }, parts: [right] }
  })

for (const [name, negated] of [
  ['in', false],
  ['notIn', true],
] as const)
  method(name, (self, args, span) => {
    if (args.length === 0) wrong(`.${name}(…)`, 'at least one value', undefined, span.mark, () => {})
    const list = args.map((a) => operandOf(a, span))
    return { node: { kind: 'in', operand: self.node, negated, list: list.map((x) => x.node), span }, parts: list }
  })

for (const [name, style, negated] of [
  ['like', 'like', false],
  ['notLike', 'like', true],
  ['similarTo', 'similar', false],
  ['notSimilarTo', 'similar', true],
] as const)
  method(name, (self, [pattern, escape], span) => {
    const matched = operandOf(pattern, span)
    const sign = escape === undefined ? null : operandOf(escape, span)
    return {
      node: {
        kind: 'like',
        style,
        operand: self.node,
        negated,
        pattern: matched.node,
        escape: sign?.node ?? null,
        span,
      },
      parts: sign === null ? [matched] : [matched, sign],
    }
  })

for (const [name, symmetric, negated] of [
  ['between', false, false],
  ['notBetween', false, true],
  ['betweenSymmetric', true, false],
  ['notBetweenSymmetric', true, true],
] as const)
  method(name, (self, args, span) => {
    const [low, high] = [operandOf(args[0], span), operandOf(args[1], span)]
    return {
      node: { kind: 'between', symmetric, operand: self.node, negated, low: low.node, high: high.node, span },
      parts: [low, high],
    }
  })

for (const [name, attempt] of [
  ['cast', false],
  ['tryCast', true],
] as const) {
  const called: Method = function (type) {
    const span = spanOf(called)
    const self = operandOf(this, span)
    const { node, refs } = typeOf(type, `.${name}(…)`, span)
    return express(
      make({
        node: { kind: 'cast', attempt, operand: self.node, type: node, span },
        parts: [self],
        refs,
        shown: after(self, `${name}(…)`),
      }),
    )
  }
  methods[name] = called
}

method('at', (self, [index], span) => {
  const place = operandOf(index, span)
  return { node: { kind: 'element', of: self.node, index: place.node, span }, parts: [place] }
})

// ---------------------------------------------------------------- fields and aggregates

const fieldMethod: Method = function (name) {
  const span = spanOf(fieldMethod)
  return express(fieldOf(operandOf(this, span), name, span))
}
methods['field'] = fieldMethod

/** `o.payload.id` is one path; of what is no path it is a field, and so it is where the path would begin with the word of a side. */
function fieldOf(self: Core, text: unknown, span: MarkedSpan): Core {
  const name = named(text, '`field`', span)
  const { node: of, scope } = self
  const isSide = of.kind === 'path' && of.names.length === 1 && scope?.words.has(of.names[0]!.text) === true
  const node: ExprNode =
    of.kind === 'path' && !isSide ? { kind: 'path', names: [...of.names, name], span } : { kind: 'field', of, name, span }
  return make({ node, parts: [self], shown: after(self, name.text) })
}

/** Of aggregates only: elsewhere `filter` is a field. */
const filter: Method = function (condition) {
  const span = spanOf(filter)
  const self = operandOf(this, span)
  const kept = operandOf(condition, span)
  const node = { ...(self.node as ExprNode & { kind: 'call' }), filter: kept.node, span }
  return express(make({ node, parts: [self, kept], shown: after(self, 'filter(…)') }))
}

// ---------------------------------------------------------------- what JavaScript would do with a value

const asValue = (core: Core, as: 'text' | 'number' | 'JSON' | 'list') => () => {
  throw mistake('asText', { what: core.shown, as }, markOfCore(core))
}

/** Names that JavaScript calls by itself, where it takes an object for a value. */
function byItself(core: Core, key: string | symbol): (() => never) | undefined {
  switch (key) {
    case 'toString':
    case 'toLocaleString':
      return asValue(core, 'text')
    case 'valueOf':
      return asValue(core, 'number')
    case 'toJSON':
      return asValue(core, 'JSON')
    case Symbol.iterator:
    case Symbol.asyncIterator:
      return asValue(core, 'list')
    default:
      return undefined
  }
}

/** What stands for `Symbol.toPrimitive`: a template string asks for a text, arithmetic for anything. */
const toPrimitive = (core: Core) => (hint: string) => asValue(core, hint === 'string' ? 'text' : 'number')()

interface Target {
  readonly core: Core
}
const changed = ({ core }: Target): never => {
  throw mistake('rowAsObject', { of: core.shown, use: 'changed' }, markOfCore(core))
}

const handler: ProxyHandler<Target> = {
  get: (target, key) => {
    const { core } = target
    if (key === EXPRESSION) return core
    if (typeof key === 'symbol') return key === Symbol.toPrimitive ? toPrimitive(core) : byItself(core, key)
    const called = methods[key]
    if (called !== undefined) return called
    if (key === 'filter' && core.aggregate === true) return filter
    return byItself(core, key) ?? express(fieldOf(core, key, spanAt(markOf(handler.get!))))
  },
  has: (_, key) => key === EXPRESSION || key in methods,
  ownKeys: ({ core }) => {
    throw mistake('rowAsObject', { of: core.shown, use: 'searched' }, markOfCore(core))
  },
  set: changed,
  defineProperty: changed,
  deleteProperty: changed,
  setPrototypeOf: changed,
}

/** The object that a program holds. Its type is the business of the signature that gives it out. */
export const express = (core: Core): never => new Proxy<Target>({ core }, handler) as never

/** Names that an expression has as methods; of a field with such a name, `field(…)` is the way. */
export const METHOD_NAMES: ReadonlySet<string> = new Set([...Object.keys(methods), 'filter'])
