// Structural identity of typed expressions: equal keys mean the same computation.
import type { Expr } from '../ir/expr.js'

export function exprKey(e: Expr): string {
  switch (e.kind) {
    case 'literal':
      return `${JSON.stringify(e.value)}:${e.type.key}`
    case 'column':
      return `#${e.input}.${e.ordinal}`
    case 'call':
      return `${e.fn}(${e.args.map(exprKey).join(',')})`
    case 'cast':
      return `${e.mode === 'try' ? 'try' : 'cast'}(${exprKey(e.input)}:${e.type.key})`
    case 'case':
      return `case(${e.branches.map((b) => `${exprKey(b.when)}?${exprKey(b.then)}`).join(',')},${exprKey(e.otherwise)})`
    case 'java':
      return `java ${e.function.name}(${e.args.map(exprKey).join(',')})`
    case 'field':
      return `${exprKey(e.input)}.${e.index}`
  }
}
