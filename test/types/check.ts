// Checks expression texts against the table of columns.ts, as the relation checker does with real columns.
import { DiagnosticBag } from '../../src/diagnostics/bag.js'
import type { Diagnostic } from '../../src/diagnostics/define.js'
import type { Expr } from '../../src/ir/expr.js'
import { isError, spell, timestamp, type RowField, type Typed } from '../../src/ir/types.js'
import type { ExprNode } from '../../src/surface/ast.js'
import { checkGroup } from '../../src/typecheck/aggregate.js'
import { checkExpr } from '../../src/typecheck/expr.js'
import type { ExprContext } from '../../src/typecheck/expr-api.js'
import { typeFromNode } from '../../src/typecheck/type-node.js'
import { COLUMNS } from './columns.js'
import type { Case } from './expressions.js'
import { typeNode } from './matrices.js'

const columns = new Map<string, { ordinal: number; typed: Typed }>()
{
  const bag = new DiagnosticBag()
  for (const [ordinal, c] of COLUMNS.entries())
    columns.set(c.name, { ordinal, typed: { type: typeFromNode(typeNode(c.type), bag), nullable: !c.notNull } })
  columns.set('rt', { ordinal: COLUMNS.length, typed: { type: timestamp(3), nullable: false } })
}

export function contextFor(bag: DiagnosticBag): ExprContext {
  return {
    bag,
    types: new WeakMap(),
    place: '`select`',
    resolve: (path, at) => {
      const column = columns.get(path[0]!.text)
      if (column === undefined) return null
      let expr: Expr = { kind: 'column', input: 0, ordinal: column.ordinal, ...column.typed }
      for (const name of path.slice(1)) {
        if (expr.type.kind !== 'row') return null
        const index = expr.type.fields.findIndex((f) => f.name === name.text)
        const field: RowField | undefined = expr.type.fields[index]
        if (field === undefined) return null
        expr = {
          kind: 'field',
          input: expr,
          index,
          name: field.name,
          type: field.type,
          nullable: field.nullable || expr.nullable,
        }
      }
      return { expr, provenance: { span: at, note: null } }
    },
  }
}

export interface CheckedCase {
  readonly expr: Expr
  /** As Flink spells it, or null where there is an error. */
  readonly type: string | null
  readonly diagnostics: readonly Diagnostic[]
  /** Codes of the errors, each once. */
  readonly errors: readonly string[]
}

/** Our names of the interval types and DESCRIBE's. */
const spelled = (t: Typed): string =>
  spell(t).replace('INTERVAL DAY TO SECOND(3)', 'INTERVAL SECOND(3)').replace('INTERVAL YEAR TO MONTH', 'INTERVAL MONTH')

const KEY: ExprNode = {
  kind: 'path',
  names: [{ text: 'ni', span: { declaration: '', start: 0, end: 0 } }],
  span: { declaration: '', start: 0, end: 0 },
}

export function checkNode(node: ExprNode, where: Case['in'] = 'scalar'): CheckedCase {
  const bag = new DiagnosticBag()
  const context = contextFor(bag)
  const expr = where === 'scalar' ? checkExpr(node, context).expr : inGroup(node, where, context)
  const errors = [...new Set(bag.all.filter((d) => d.severity === 'error').map((d) => d.code))]
  return { expr, type: errors.length > 0 || isError(expr) ? null : spelled(expr), diagnostics: bag.all, errors }
}

function inGroup(node: ExprNode, where: Case['in'], context: ExprContext): Expr {
  const wall: Typed = { type: timestamp(3), nullable: false }
  const window = where === 'windowed' ? { start: wall, end: wall, time: wall, span: KEY.span } : null
  return checkGroup([{ expr: node, name: 'e' }], null, {
    context,
    keys: [{ node: KEY, checked: checkExpr(KEY, context) }],
    window,
  }).items[0]!.expr
}
