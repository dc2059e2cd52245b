// Expression texts → nodes, through the parser: each one stands in a declaration of its own.
import { SourceIndex } from '../../src/core/source.js'
import type { Diagnostic } from '../../src/diagnostics/define.js'
import { parse } from '../../src/parser/index.js'
import type { ExprNode } from '../../src/surface/ast.js'

interface ParsedExpr {
  readonly text: string
  /** null: the parser refuses it. */
  readonly node: ExprNode | null
  readonly diagnostics: readonly Diagnostic[]
  readonly index: SourceIndex
}

export function parseExprs(texts: readonly string[]): readonly ParsedExpr[] {
  const index = new SourceIndex()
  const program = texts.map((text, i) => `stream q${i} =\n  from t\n  select ${text} as e\n`).join('\n')
  const { file, diagnostics } = parse({ path: 'expressions.flow', text: program }, index)
  return texts.map((text, i) => {
    const declaration = file.declarations.find((d) => d.kind === 'query' && d.name.text === `q${i}`)
    const own = diagnostics.filter((d) => d.primary?.span.declaration === declaration?.id)
    const clause = declaration?.kind === 'query' ? declaration.clauses.find((c) => c.kind === 'select') : undefined
    const item = clause?.kind === 'select' ? clause.items[0] : undefined
    const node = item?.kind === 'item' && own.length === 0 ? item.expr : null
    return { text, node, diagnostics: own, index }
  })
}
