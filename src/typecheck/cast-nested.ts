// Casts of rows, arrays and maps: what Flink lets through and gets wrong. It casts by position, takes NOT NULL inside at its
// word (CAST(ARRAY[NULL] AS ARRAY<INT NOT NULL>) is [0]) and puts the entries of a map into a new one.
import { collections } from '../diagnostics/codes/collections.js'
import { isUnnamed } from '../functions/common-type.js'
import { digitsOf } from '../functions/decimal-types.js'
import { equalTypes, isInteger, isString, spell, type FlowType, type Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Inner } from './inner.js'
import { claim } from './spoken.js'
import type { Expr } from '../ir/expr.js'

/** Whether different values stay different: two keys of a map must not become one. */
function keepsApart(from: FlowType, to: FlowType): boolean {
  if (equalTypes(from, to)) return true
  if (isString(to)) return isString(from) ? to.kind === 'varchar' && to.length >= from.length : to.length >= 2_000_000
  const [a, b] = [digitsOf(from), digitsOf(to)]
  if (a === null || b === null) return false
  return isInteger(to)
    ? a.scale === 0 && b.precision >= a.precision
    : b.scale >= a.scale && b.precision - b.scale >= a.precision - a.scale
}

/** Reports what a cast would corrupt inside a constructed value; true where there is nothing. */
export function checkNested(node: ast.ExprNode & { kind: 'cast' }, input: Expr, type: FlowType, inner: Inner): boolean {
  const is = claim(node.operand, input)
  const visit = (from: FlowType, to: FlowType, path: string): boolean => {
    const part = (a: Typed, b: Typed, name: string): boolean => {
      if (a.nullable && !b.nullable) {
        inner.bag.report(collections.nullInside, node.span, { from: is, to: to.key, part: name, written: spell(b) })
        return false
      }
      return visit(a.type, b.type, name)
    }
    if (from.kind === 'array' && to.kind === 'array') return part(from.element, to.element, `elements${path}`)
    if (from.kind === 'multiset' && to.kind === 'multiset') return part(from.element, to.element, `elements${path}`)
    if (from.kind === 'map' && to.kind === 'map') {
      if (!keepsApart(from.mapKey.type, to.mapKey.type)) {
        inner.bag.report(collections.keysCollapse, node.span, { from: is, to: to.mapKey.type.key })
        return false
      }
      return part(from.mapKey, to.mapKey, `keys${path}`) && part(from.value, to.value, `values${path}`)
    }
    if (from.kind !== 'row' || to.kind !== 'row') return true
    if (!isUnnamed(from))
      for (const [i, field] of from.fields.entries()) {
        const at = to.fields.findIndex((f) => f.name === field.name)
        if (at < 0 || at === i) continue
        inner.bag.report(collections.rowFieldsMoved, node.span, { field: field.name, from: i + 1, to: at + 1 })
        return false
      }
    return from.fields.every((f, i) => part(f, to.fields[i]!, `field \`${f.name}\``))
  }
  return visit(input.type, type, '')
}

/** Whether a text is read somewhere inside: such a cast can fail. */
export function parsesInside(from: FlowType, to: FlowType, parses: (from: FlowType, to: FlowType) => boolean): boolean {
  const parts = (a: FlowType, b: FlowType): readonly (readonly [Typed, Typed])[] => {
    if (a.kind === 'array' && b.kind === 'array') return [[a.element, b.element]]
    if (a.kind === 'map' && b.kind === 'map')
      return [
        [a.mapKey, b.mapKey],
        [a.value, b.value],
      ]
    return a.kind === 'row' && b.kind === 'row' ? a.fields.map((f, i) => [f, b.fields[i]!] as const) : []
  }
  return parts(from, to).some(([a, b]) => parses(a.type, b.type) || parsesInside(a.type, b.type, parses))
}
