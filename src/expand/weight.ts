// How large an expression is with all its calls replaced by bodies, without replacing them: a body that doubles its argument
// doubles with every call around it. Types that are made of types grow in the same way.
import type * as ast from '../surface/ast.js'
import { isSpan } from './shapes.js'

/** Larger texts nobody reads. */
export const MOST_PARTS = 2000
/** How many macros may stand on one another, and how deep a type may be: as deep as brackets may. */
export const MOST_LEVELS = 64
/** How deep an expression may be with its calls replaced: the walks of the compiler and of Flink's planner are recursive. */
export const MOST_DEPTH = 1000

export interface Weight {
  /** Parts of the expression, without what parameters stand for. */
  readonly own: number
  /** How often each parameter stands in it. */
  readonly uses: readonly number[]
  /** At most so many parts stand inside of one another. */
  readonly depth: number
}

/** Of an expanded expression; `parameters` are those of the `fn` whose body it is. */
export function weightOf(node: unknown, parameters: readonly string[], ofFn: (fn: ast.FnDecl) => Weight): Weight {
  let own = 0
  const uses = parameters.map(() => 0)
  const walk = (part: unknown): number => {
    if (typeof part !== 'object' || part === null || isSpan(part)) return 0
    if (Array.isArray(part)) return part.reduce((deepest: number, p) => Math.max(deepest, walk(p)), 0)
    const expr = part as ast.ExprNode
    if (expr.kind === 'path') {
      const at = parameters.indexOf(expr.names[0]!.text)
      own += at < 0 ? 1 : expr.names.length - 1
      if (at >= 0) uses[at]! += 1
      return 1
    }
    if (expr.kind === 'call' && expr.fn != null && expr.fn.body.kind === 'macro') {
      const fn = ofFn(expr.fn)
      own += fn.own
      let deepest = 0
      expr.args.forEach((arg, i) => {
        const inside = weightOf(arg, parameters, ofFn)
        const times = fn.uses[i] ?? 0
        own += times * inside.own
        inside.uses.forEach((n, p) => (uses[p]! += times * n))
        deepest = Math.max(deepest, inside.depth)
      })
      return deepest + fn.depth
    }
    if ('kind' in expr) own += 1
    let deepest = 0
    for (const value of Object.values(expr)) deepest = Math.max(deepest, walk(value))
    return deepest + 1
  }
  const depth = walk(node)
  return { own, uses, depth }
}

export interface TypeSize {
  readonly parts: number
  readonly depth: number
}

/** Of expanded types, which share what they are made of: each is looked at once. */
export class TypeSizes {
  readonly #known = new WeakMap<ast.TypeNode, TypeSize>()

  of(type: ast.TypeNode): TypeSize {
    const known = this.#known.get(type)
    if (known !== undefined) return known
    let parts = 1
    let depth = 0
    for (const inside of partsOf(type)) {
      const size = this.of(inside)
      parts += size.parts
      depth = Math.max(depth, size.depth)
    }
    const size = { parts, depth: depth + 1 }
    this.#known.set(type, size)
    return size
  }
}

function partsOf(type: ast.TypeNode): readonly ast.TypeNode[] {
  switch (type.kind) {
    case 'named':
      return []
    case 'array':
    case 'multiset':
      return [type.element]
    case 'map':
      return [type.key, type.value]
    case 'row':
      return type.fields.map((f) => f.type)
  }
}
