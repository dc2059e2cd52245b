// Rows, arrays and maps: constructors, element access, fields of what is no path, and comparing rows field by field.
import { collections } from '../diagnostics/codes/collections.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import { isSmall } from '../functions/collections.js'
import { fieldName } from '../functions/common-type.js'
import type { Expr } from '../ir/expr.js'
import { BOOLEAN, INT, isError, row, type Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import { apply, labels } from './apply.js'
import { commonBranch } from './branches.js'
import { fieldChain } from './columns.js'
import { convert } from './convert.js'
import { signOf } from './facts.js'
import { operandOf, type Inner, type Operand } from './inner.js'
import { POISON } from './literal.js'
import { castNode, claim, spoken } from './spoken.js'

type NodeOf<K extends ast.ExprNode['kind']> = Extract<ast.ExprNode, { kind: K }>

export function checkConstructor(node: NodeOf<'constructor'>, inner: Inner): Expr {
  const operands = node.items.map((n) => operandOf(n, inner))
  if (operands.length === 0) {
    inner.bag.report(collections.emptyCollection, node.span, { constructs: node.constructs })
    return POISON
  }
  if (operands.some((o) => isError(o.checked.expr))) return POISON
  const interval = operands.find((o) => o.checked.expr.type.kind.startsWith('interval'))
  if (interval !== undefined) {
    // `ARRAY<INTERVAL …>` cannot be written in Flink SQL, so no cast reaches it
    const all = { operator: spokenForm(node.constructs), wants: 'no intervals', is: claim(interval.node, interval.checked.expr) }
    inner.bag.report(expressions.operandType, interval.node.span, all, {
      related: labels([interval]),
      help: 'keep the number and make the interval where it is used',
    })
    return POISON
  }
  if (node.constructs !== 'row' && operands.some((o) => isSmall(o.checked.expr.type))) return reportSmall(node, operands, inner)
  switch (node.constructs) {
    case 'row':
      return apply('row', operands, node.span, inner)
    case 'array':
      return commonBranch(operands, 'items of `array[…]`', node.span, inner) === null
        ? POISON
        : apply('array', operands, node.span, inner)
    case 'map':
      return checkMap(node, operands, inner)
  }
}

const spokenForm = (constructs: 'array' | 'row' | 'map'): string => (constructs === 'row' ? 'row(…)' : `${constructs}[…]`)

function reportSmall(node: NodeOf<'constructor'>, operands: readonly Operand[], inner: Inner): Expr {
  const small = operands.filter((o) => isSmall(o.checked.expr.type))
  const fixes = [{ title: 'cast to INT', edits: small.flatMap((o) => castNode(o.node, INT).edits) }]
  const all = { constructs: node.constructs, is: claim(small[0]!.node, small[0]!.checked.expr) }
  inner.bag.report(collections.smallItems, small[0]!.node.span, all, { related: labels(small), fixes })
  return POISON
}

function checkMap(node: ast.ExprNode, operands: readonly Operand[], inner: Inner): Expr {
  if (operands.length % 2 === 1) {
    inner.bag.report(collections.mapItems, node.span, { count: operands.length })
    return POISON
  }
  const keys = operands.filter((_, i) => i % 2 === 0)
  const values = operands.filter((_, i) => i % 2 === 1)
  const keyType = commonBranch(keys, 'keys of `map[…]`', node.span, inner)
  const valueType = commonBranch(values, 'values of `map[…]`', node.span, inner)
  if (keyType === null || valueType === null) return POISON
  const made = apply('map', operands, node.span, inner)
  return isError(made) || !distinctKeys(keys, made, inner) ? POISON : made
}

/** Constant keys must differ; of other keys it is not known. */
function distinctKeys(keys: readonly Operand[], made: Expr, inner: Inner): boolean {
  if (made.type.kind !== 'map') return false
  const keyType = made.type.mapKey.type
  const seen = new Map<string, Operand>()
  let good = true
  for (const key of keys) {
    const constant = convert(key.checked.expr, keyType)
    const text = constant.kind === 'cast' && constant.input.kind === 'literal' ? constant.input : constant
    if (text.kind !== 'literal') continue
    const value = JSON.stringify(text.value)
    const first = seen.get(value)
    if (first !== undefined) {
      inner.bag.report(collections.duplicateKey, key.node.span, { key: spoken(key.node) }, { related: keyLabel(first) })
      good = false
    } else seen.set(value, key)
  }
  for (const key of keys)
    if (key.checked.expr.nullable)
      inner.bag.report(
        collections.keyMayBeNull,
        key.node.span,
        { is: claim(key.node, key.checked.expr) },
        { related: labels([key]) },
      )
  const open = keys.find((k) => k.checked.expr.kind !== 'literal')
  const other = keys.find((k) => k !== open)
  if (open !== undefined && other !== undefined)
    inner.bag.report(collections.keysMayCollide, open.node.span, { first: spoken(open.node), second: spoken(other.node) })
  return good
}

const keyLabel = (first: Operand) => [{ span: first.node.span, text: 'first here' }]

/** `a[i]`, `m[key]`. */
export function checkElement(node: NodeOf<'element'>, inner: Inner): Expr {
  const [of, index] = [operandOf(node.of, inner), operandOf(node.index, inner)]
  const { expr } = of.checked
  if (isError(expr) || isError(index.checked.expr)) return POISON
  if (expr.type.kind === 'row') {
    const name = node.index.kind === 'string' ? node.index.value : null
    const field = expr.type.fields.find((f) => f.name === name)
    const text = field === undefined ? null : `.${writtenName(field.name)}`
    inner.bag.report(
      expressions.operandType,
      node.of.span,
      { operator: '[…]', wants: 'an array or a map', is: claim(node.of, expr) },
      {
        help: 'a field of a row is read by its name: `r.name`',
        related: labels([of]),
        ...(text === null
          ? {}
          : { fixes: [{ title: `write \`${text}\``, edits: [{ span: { ...node.span, start: node.of.span.end }, text }] }] }),
      },
    )
    return POISON
  }
  const sign = expr.type.kind === 'array' ? signOf(index.checked.expr) : null
  if (sign !== null && sign <= 0) {
    inner.bag.report(collections.elementIndex, node.index.span, { index: spoken(node.index) })
    return POISON
  }
  return elementOf(of, apply('item', [of, index], node.span, inner, '[…]'))
}

/** A small integer is read as an INT, since Flink has no code for it, and is one again here. */
export function elementOf(of: Operand, read: Expr): Expr {
  const { type } = of.checked.expr
  return type.kind === 'array' && !isError(read) ? convert(read, type.element.type) : read
}

export function checkField(node: NodeOf<'field'>, inner: Inner): Expr {
  const of = operandOf(node.of, inner)
  if (isError(of.checked.expr)) return POISON
  return fieldChain(of.checked.expr, [node.name], spoken(node.of), inner.bag) ?? POISON
}

// ---------------------------------------------------------------- rows compared

const fieldsOf = (node: ast.ExprNode): readonly ast.ExprNode[] | null =>
  node.kind === 'constructor' && node.constructs === 'row' && node.items.length > 0 ? node.items : null

/** Whether each of these is `row(…)` with the same number of fields: then they are compared field by field, as in SQL. */
export const areRows = (nodes: readonly ast.ExprNode[]): boolean => {
  const [first, ...more] = nodes.map(fieldsOf)
  return first !== undefined && first !== null && more.every((m) => m !== null && m.length === first.length)
}

const and = (parts: readonly Expr[]): Expr =>
  parts.length === 1
    ? parts[0]!
    : { kind: 'call', fn: 'and', args: parts, type: BOOLEAN, nullable: parts.some((p) => p.nullable) }

const or = (parts: readonly Expr[]): Expr =>
  parts.length === 1 ? parts[0]! : { kind: 'call', fn: 'or', args: parts, type: BOOLEAN, nullable: parts.some((p) => p.nullable) }

const rowTyped = (fields: readonly Operand[]): Typed => ({
  type: row(fields.map(({ checked: { expr } }, i) => ({ name: fieldName(i), type: expr.type, nullable: expr.nullable }))),
  nullable: false,
})

/**
 * `row(a, b) in (row(1, 2), …)` is `a = 1 and b = 2 or …`, as Flink plans it; `=` is the same with one member. Flink's
 * `<>` of rows is TRUE where it should be NULL, so it is refused.
 */
export function compareRows(left: ast.ExprNode, members: readonly ast.ExprNode[], word: string, inner: Inner): Expr {
  const operands = fieldsOf(left)!.map((n) => operandOf(n, inner))
  inner.types.set(left, rowTyped(operands))
  const verdicts = members.map((m) => {
    const fields = fieldsOf(m)!.map((n) => operandOf(n, inner))
    inner.types.set(m, rowTyped(fields))
    return and(fields.map((f, i) => apply('eq', [operands[i]!, f], f.node.span, inner, word)))
  })
  const parts = verdicts.flatMap((v) => (v.kind === 'call' && v.fn === 'and' ? v.args : [v]))
  return parts.some((p) => isError(p)) ? POISON : or(verdicts)
}
