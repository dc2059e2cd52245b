// Every recorded expression, evaluated by the interpreter: the same text, the same NULL, the same failure as Flink's.
import { describe, expect, it } from 'vitest'
import { DiagnosticBag } from '../../../src/diagnostics/bag.js'
import type { Expr } from '../../../src/ir/expr.js'
import { BIGINT, BOOLEAN, decimal, notNull, nullable, STRING, type Typed } from '../../../src/ir/types.js'
import { EvaluationFault } from '../../../src/runtime/fault.js'
import { compileExpr } from '../../../src/runtime/functions/evaluator.js'
import { columnValue } from '../../../src/runtime/functions/not-null.js'
import { NO_ROW } from '../../../src/runtime/functions/eval.js'
import type { Row } from '../../../src/runtime/value.js'
import { fieldChain } from '../../../src/typecheck/columns.js'
import { checkExpr } from '../../../src/typecheck/expr.js'
import type { ExprContext } from '../../../src/typecheck/expr-api.js'
import { DIFFERENCES, type Difference } from '../../types/differences.js'
import { parseExprs } from '../../types/parse-exprs.js'
import { COLUMNS } from './expressions.js'
import recorded from './values.json' with { type: 'json' }

type ParsedExpr = ReturnType<typeof parseExprs>[number]
type Answer = string | null | { readonly refused: string } | { readonly fails: string }
const FAILS = '<the job fails>'
const differing = new Set<Difference>()

const context = (columns: ReadonlyMap<string, { ordinal: number; typed: Typed }>): ExprContext => ({
  bag: new DiagnosticBag(),
  types: new WeakMap(),
  place: '`select`',
  resolve: (path, at) => {
    const column = columns.get(path[0]!.text)
    if (column === undefined) return null
    const expr = fieldChain(
      { kind: 'column', input: 0, ordinal: column.ordinal, ...column.typed },
      path.slice(1),
      '',
      new DiagnosticBag(),
    )
    return expr === null ? null : { expr, provenance: { span: at, note: null } }
  },
})

/** The checked expression; the code of the diagnostic where our checker is stricter than Flink. */
function checked(parsed: ParsedExpr, scope: ExprContext): Expr | string {
  if (parsed.node === null) return parsed.diagnostics[0]?.code ?? 'not parsed'
  const { expr } = checkExpr(parsed.node, scope)
  return scope.bag.all.find((d) => d.severity === 'error')?.code ?? expr
}

/** As a column of CAST(… AS STRING): a NULL of a NOT NULL type comes out as the empty text. */
function evaluate(expr: Expr, row: Row): string | null {
  const text = compileExpr({ kind: 'cast', mode: 'explicit', input: expr, type: STRING, nullable: expr.nullable })
  try {
    return columnValue(text, { type: STRING, nullable: expr.nullable })(row, NO_ROW) as string | null
  } catch (error) {
    if (error instanceof EvaluationFault) return FAILS
    throw error
  }
}

function columnRow(): { columns: Map<string, { ordinal: number; typed: Typed }>; row: Row } {
  const columns = new Map<string, { ordinal: number; typed: Typed }>()
  const row: Row[number][] = []
  for (const [ordinal, parsed] of parseExprs(COLUMNS.map(([, type, value]) => `CAST(${value} AS ${type})`)).entries()) {
    const expr = checked(parsed, context(new Map()))
    if (typeof expr === 'string') throw new Error(`${parsed.text}: ${expr}`)
    columns.set(COLUMNS[ordinal]![0], { ordinal, typed: { type: expr.type, nullable: expr.nullable } })
    row.push(compileExpr(expr)(NO_ROW, NO_ROW))
  }
  return { columns, row }
}

/** What Flink takes and our checker refuses: not evaluated, but counted, so that it cannot swallow the rest. */
function compare(
  answers: Readonly<Record<string, Answer>>,
  columns: ReadonlyMap<string, { ordinal: number; typed: Typed }>,
  row: Row,
) {
  const texts = Object.keys(answers)
  const differences: string[] = []
  const refused: string[] = []
  for (const [i, parsed] of parseExprs(texts).entries()) {
    const answer = answers[texts[i]!]!
    if (answer !== null && typeof answer === 'object' && 'refused' in answer) continue
    const wanted = answer !== null && typeof answer === 'object' ? FAILS : answer
    const expr = checked(parsed, context(columns))
    if (typeof expr === 'string') {
      refused.push(`${texts[i]!}: ${expr}`)
      continue
    }
    const actual = evaluate(expr, row)
    if (actual === wanted) continue
    const known = DIFFERENCES.find((d) => d.of === 'value' && d.matches.test(texts[i]!))
    if (known !== undefined) differing.add(known)
    else differences.push(`${texts[i]!}\n    Flink: ${wanted}\n    here:  ${actual}`)
  }
  return { count: texts.length, differences, refused }
}

describe('expressions give Flink’s values', () => {
  it('for constants', () => {
    const { differences, refused, count } = compare(recorded.constants, new Map(), NO_ROW)
    expect(differences.join('\n')).toBe('')
    expect(refused.length).toBeLessThan(count / 10)
  })
  it('for columns, which the planner cannot fold', () => {
    const { columns, row } = columnRow()
    const { differences, refused, count } = compare(recorded.columns, columns, row)
    expect(differences.join('\n')).toBe('')
    expect(refused.length).toBeLessThan(count / 5)
  })
  it('for a NOT NULL decimal that has overflowed', () => {
    const types: readonly (readonly [string, Typed])[] = [
      ['x', notNull(decimal(5, 2))],
      ['nx', nullable(decimal(5, 2))],
      ['y', notNull(BOOLEAN)],
    ]
    const columns = new Map(types.map(([name, typed], ordinal) => [name, { ordinal, typed }]))
    const { differences, refused } = compare(recorded.overflow, columns, [null, null, true])
    expect(differences.join('\n')).toBe('')
    expect(refused).toEqual([])
  })
  it('and no listed difference is out of date', () => {
    expect(DIFFERENCES.filter((d) => d.of === 'value' && !differing.has(d)).map((d) => d.title)).toEqual([])
  })
  it('evaluates BIGINT as BIGINT', () => {
    expect(evaluate({ kind: 'literal', value: '9007199254740993', ...nullable(BIGINT) }, NO_ROW)).toBe('9007199254740993')
  })
})
