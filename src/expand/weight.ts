// How large an expression is with all its calls replaced by bodies, without replacing them: a body that doubles its argument
// doubles with every call around it.
import type * as ast from '../surface/ast.js'
import { isSpan } from './shapes.js'

/** Larger texts nobody reads. */
export const MOST_PARTS = 2000

export interface Weight {
  /** Parts of the expression, without what parameters stand for. */
  readonly own: number
  /** How often each parameter stands in it. */
  readonly uses: readonly number[]
}

/** Of an expanded expression; `parameters` are those of the `fn` whose body it is. */
export function weightOf(node: unknown, parameters: readonly string[], ofFn: (fn: ast.FnDecl) => Weight): Weight {
  let own = 0
  const uses = parameters.map(() => 0)
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || isSpan(part)) return
    if (Array.isArray(part)) {
      part.forEach(walk)
      return
    }
    const expr = part as ast.ExprNode
    if (expr.kind === 'path') {
      const at = parameters.indexOf(expr.names[0]!.text)
      own += at < 0 ? 1 : expr.names.length - 1
      if (at >= 0) uses[at]! += 1
    } else if (expr.kind === 'call' && expr.fn != null && expr.fn.body.kind === 'macro') {
      const fn = ofFn(expr.fn)
      own += fn.own
      expr.args.forEach((arg, i) => {
        const inside = weightOf(arg, parameters, ofFn)
        const times = fn.uses[i] ?? 0
        own += times * inside.own
        inside.uses.forEach((n, p) => (uses[p]! += times * n))
      })
    } else {
      if ('kind' in expr) own += 1
      for (const value of Object.values(expr)) walk(value)
    }
  }
  walk(node)
  return { own, uses }
}
