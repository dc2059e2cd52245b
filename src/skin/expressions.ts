// Expressions: operators are methods, constants are JavaScript's where that keeps every digit.
import { printExpression } from '../format/expressions.js'
import type { BinaryOperator, ExprNode } from '../surface/ast.js'
import { AGGREGATE_NAMES, FUNCTION_NAMES, METHODS } from './api-names.js'
import { access, call, isNumberLike, object, quoted, tagged } from './code.js'
import { Inexpressible, textCode, type Module, type OfKind } from './module.js'
import { range, special } from './special.js'
import { type } from './types.js'

/** Where an expression stands. */
export interface Env {
  readonly m: Module
  /** A column or param, as code; null where the tree alone does not tell what the name is. */
  readonly resolve: (node: Extract<ExprNode, { kind: 'path' }>) => string | null
  /** The constant of a param: an operand as it is. Null: the name is no param. */
  readonly param: (node: Extract<ExprNode, { kind: 'path' }>) => string | null
  /** The rows of a group, as aggregates see them. */
  readonly rows: Env | null
}

type Of<K extends ExprNode['kind']> = OfKind<ExprNode, K>

/** An expression, or a constant of JavaScript. */
export function operand(node: ExprNode, env: Env): string {
  switch (node.kind) {
    case 'string':
      return textCode(env.m, node.value, node)
    case 'boolean':
      return String(node.value)
    case 'number':
      return plainNumber(node.text) ?? value(node, env)
    case 'unary':
      return negativeNumber(node) ?? value(node, env)
    case 'path':
      return env.param(node) ?? value(node, env)
    default:
      return value(node, env)
  }
}

/** An expression that has methods, or stands where only an expression can. */
export function value(node: ExprNode, env: Env): string {
  return PRINTERS[node.kind](node as never, env)
}

/** A number of JavaScript that is written with the same digits. */
function plainNumber(text: string): string | null {
  if (/^[0-9]+$/.test(text) && !Number.isSafeInteger(Number(text))) return /^[1-9]/.test(text) ? `${text}n` : null
  return /^[0-9]+(?:\.[0-9]+)?$/.test(text) && String(Number(text)) === text ? text : null
}

function negativeNumber(node: Of<'unary'>): string | null {
  if (node.operator !== '-' || node.operand.kind !== 'number') return null
  const number = plainNumber(node.operand.text)
  return number === null || Number(node.operand.text) === 0 ? null : `-${number}`
}

/** `lit(1)` */
const constant = (env: Env, code: string): string => call(env.m.use('lit'), code)

/** What the API has no method for is written as it is in the text. */
const asText = (node: ExprNode, env: Env): string => tagged(env.m.use('expr'), printExpression(node))

const BINARY: Readonly<Record<BinaryOperator, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'div',
  '%': 'mod',
  '=': 'eq',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  and: 'and',
  or: 'or',
  '||': 'concat',
}

const TYPED = { date: 'date', time: 'time', timestamp: 'timestamp', timestamp_ltz: 'timestampLtz' } as const
const TESTS = {
  null: ['isNull', 'isNotNull'],
  true: ['isTrue', 'isNotTrue'],
  false: ['isFalse', 'isNotFalse'],
  unknown: ['isUnknown', 'isNotUnknown'],
} as const

type Printer<K extends ExprNode['kind']> = (node: Of<K>, env: Env) => string
const PRINTERS: { readonly [K in ExprNode['kind']]: Printer<K> } = {
  number: (node, env) => {
    const plain = plainNumber(node.text)
    return plain === null ? call(env.m.use('dec'), quoted(node.text)) : constant(env, plain)
  },
  string: (node, env) => constant(env, textCode(env.m, node.value, node)),
  boolean: (node, env) => constant(env, String(node.value)),
  // TypeScript has NULL of a type only: `nullOf(…)`
  null: (_, env) => `${env.m.use('expr')}<null>\`null\``,
  bytes: (node, env) => call(env.m.use('bytes'), quoted(node.hex)),
  'typed literal': (node, env) => call(env.m.use(TYPED[node.type]), textCode(env.m, node.value.value, node)),
  interval: (node, env) =>
    call(env.m.use('interval'), textCode(env.m, `${node.negative ? '-' : ''}${node.value.value}`, node), ...range(node)),
  element: (node, env) => `${value(node.of, env)}.at(${operand(node.index, env)})`,
  field: (node, env) => field(value(node.of, env), node.name.text),
  constructor: (node, env) => call(env.m.use(node.constructs), ...node.items.map((i) => operand(i, env))),
  special: (node, env) => special(node.form, { use: env.m.use, operand: (x) => operand(x, env), value: (x) => value(x, env) }),
  path: (node, env) => env.resolve(node) ?? asText(node, env),
  unary: (node, env) => {
    if (node.operator === '+') return asText(node, env)
    const negative = negativeNumber(node)
    if (negative !== null) return constant(env, negative)
    return `${value(node.operand, env)}.${node.operator === '-' ? 'negate' : 'not'}()`
  },
  binary: (node, env) => `${value(node.left, env)}.${BINARY[node.operator]}(${operand(node.right, env)})`,
  is: (node, env) => `${value(node.operand, env)}.${TESTS[node.test][node.negated ? 1 : 0]}()`,
  'is distinct': (node, env) =>
    `${value(node.left, env)}.${node.negated ? 'isNotDistinctFrom' : 'isDistinctFrom'}(${operand(node.right, env)})`,
  like: (node, env) => {
    const [is, isNot] = node.style === 'like' ? ['like', 'notLike'] : ['similarTo', 'notSimilarTo']
    const { escape } = node
    if (escape !== null && escape.kind !== 'string') return asText(node, env)
    const last = escape === null ? '' : operand(escape, env)
    return call(`${value(node.operand, env)}.${node.negated ? isNot : is}`, operand(node.pattern, env), last)
  },
  between: (node, env) => {
    const method = `${node.negated ? 'notBetween' : 'between'}${node.symmetric ? 'Symmetric' : ''}`
    return call(`${value(node.operand, env)}.${method}`, operand(node.low, env), operand(node.high, env))
  },
  in: (node, env) =>
    call(`${value(node.operand, env)}.${node.negated ? 'notIn' : 'in'}`, ...node.list.map((i) => operand(i, env))),
  case: (node, env) => {
    const first = node.operand === null ? '' : call(env.m.use('caseOf'), value(node.operand, env))
    const branches = node.branches.map(({ when, then }, i) => {
      const condition = node.operand === null ? value(when, env) : operand(when, env)
      const begins = i === 0 && first === ''
      return call(begins ? env.m.use('when') : '.when', condition, operand(then, env))
    })
    const last = node.otherwise === null ? '.end()' : `.else(${operand(node.otherwise, env)})`
    return first + branches.join('') + last
  },
  cast: (node, env) => {
    if (node.operand.kind === 'null' && !node.attempt) return call(env.m.use('nullOf'), type(env.m, node.type))
    return `${value(node.operand, env)}.${node.attempt ? 'tryCast' : 'cast'}(${type(env.m, node.type)})`
  },
  call: (node, env) => callOf(node, env),
  missing: (node) => {
    throw new Inexpressible(node, 'an expression that could not be read')
  },
}

/** A field of a row: one that is called like a method is asked for by name. */
export const field = (of: string, name: string): string => (METHODS.has(name) ? `${of}.field(${quoted(name)})` : access(of, name))

export const isAggregate = (node: Of<'call'>): boolean => AGGREGATE_NAMES.has(node.name.text.toLowerCase())

function callOf(node: Of<'call'>, env: Env): string {
  if (isAggregate(node)) return aggregate(node, node.name.text.toLowerCase(), env)
  if (node.star || node.distinct || node.filter !== null) return asText(node, env)
  const own = env.m.bindings.get(node.name.text)?.meaning
  if (own?.kind === 'fn') return fnCall(node, own.parameters, env)
  const known = FUNCTION_NAMES.get(node.name.text.toLowerCase())
  // what is printed refers to what it names: nothing is printed that is then left out
  if (known === undefined || node.args.length < known.least || node.args.length > known.most) return asText(node, env)
  const [first, ...others] = node.args
  // what it works on comes first, but a condition does, and a list has no first
  const plain = known.api === 'ifElse' || known.api === 'coalesce'
  const head = plain ? operand(first!, env) : value(first!, env)
  return call(env.m.use(known.api), head, ...others.map((a) => operand(a, env)))
}

/** Arguments by their names. */
function fnCall(node: Of<'call'>, parameters: readonly string[], env: Env): string {
  if (parameters.length !== node.args.length || parameters.some(isNumberLike)) return asText(node, env)
  const named = object(parameters.map((key, i) => ({ key, code: operand(node.args[i]!, env) })))
  return call(env.m.refer(node.name, ['fn']).code, named || '{}')
}

function aggregate(node: Of<'call'>, name: string, env: Env): string {
  const rows = env.rows ?? env
  const [first, ...more] = node.args
  if (more.length > 0 || (node.star && name !== 'count') || (first === undefined && !node.star)) return asText(node, env)
  const argument = first === undefined ? '' : value(first, rows)
  const what = node.distinct ? call(env.m.use('distinct'), argument) : argument
  return `${call(env.m.use(name), what)}${node.filter === null ? '' : `.filter(${value(node.filter, rows)})`}`
}
