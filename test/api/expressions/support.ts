// Expressions of the API as nodes and as text.
import { condition, scopeOf } from '../../../src/api/callbacks.js'
import type { Columns } from '../../../src/api/types/columns.js'
import { printExpression } from '../../../src/format/expressions.js'
import { SourceIndex } from '../../../src/core/source.js'
import { parse } from '../../../src/parser/index.js'
import type { ExprNode, SelectClause } from '../../../src/surface/ast.js'
import type { Everything } from './rows.js'

export type Build = (o: Columns<Everything>) => unknown

/** Stands for the clause whose callback is run. */
export function nodeOf(build: Build, qualifier: string | null = null): ExprNode {
  return condition(build, [scopeOf(qualifier, 'orders')], nodeOf).expr
}

export const textOf = (build: Build, qualifier: string | null = null): string => printExpression(nodeOf(build, qualifier))

/** The tree of an expression's text. */
export function parsed(text: string): ExprNode {
  const source = `let q =\n  from r\n  select ${text} as x\n`
  const { file, diagnostics } = parse({ path: 'x.flow', text: source }, new SourceIndex())
  const [first] = file.declarations
  if (diagnostics.length > 0 || first?.kind !== 'query')
    throw new Error(`${text}: ${diagnostics.map((d) => d.message).join('; ')}`)
  const [item] = (first.clauses.find((c) => c.kind === 'select') as SelectClause).items
  if (item?.kind !== 'item') throw new Error(`${text}: no expression`)
  return item.expr
}
