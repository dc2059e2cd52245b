// Result types and nullability of checkExpr against what a live Flink 2.2 answered (recorded.json; tools/record-types.ts asks again).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { AGGREGATES, FUNCTIONS } from '../../src/functions/catalog.js'
import { DiagnosticBag } from '../../src/diagnostics/bag.js'
import { castProblem } from '../../src/typecheck/cast.js'
import { typeFromNode } from '../../src/typecheck/type-node.js'
import { checkNode } from './check.js'
import { TYPES } from './columns.js'
import { DIFFERENCES, STRICTNESS, type Difference } from './differences.js'
import { EXPRESSIONS } from './expressions.js'
import { MATRICES, RUN_CASTS, typeNode } from './matrices.js'
import { parseExprs } from './parse-exprs.js'
import type { Recording } from './recording.js'

const recorded = JSON.parse(readFileSync(fileURLToPath(new URL('./recorded.json', import.meta.url)), 'utf8')) as Recording
const used = new Set<number>()
const differing = new Set<Difference>()

/** Empty where both agree, or differ for a listed reason. */
function compare(text: string, flink: string, ours: { type: string | null; errors: readonly string[] }): string[] {
  const refused = flink === '-' || flink.startsWith('refused')
  if (ours.type === null) {
    if (refused) return []
    const unlisted = ours.errors.filter((code) => {
      const entry = STRICTNESS.findIndex((d) => d.code === code && d.matches.test(text))
      if (entry >= 0) used.add(entry)
      return entry < 0
    })
    return unlisted.map((code) => `${text}: Flink says ${flink}, we refuse with ${code}`)
  }
  if (flink === ours.type) return []
  const known = DIFFERENCES.find((d) => d.of === 'type' && d.matches.test(text))
  if (known !== undefined) differing.add(known)
  return known === undefined ? [`${text}: Flink says ${flink}, we say ${ours.type}`] : []
}

describe('result types are those of Flink 2.2', () => {
  it('for each expression by itself', () => {
    const parsed = parseExprs(EXPRESSIONS.map((e) => e.text))
    const wrong = EXPRESSIONS.flatMap((e, i) => {
      const { node, diagnostics } = parsed[i]!
      const flink = recorded.expressions[`${e.in}: ${e.text}`] ?? 'not recorded'
      return compare(
        e.text,
        flink,
        node === null ? { type: null, errors: diagnostics.map((d) => d.code) } : checkNode(node, e.in),
      )
    })
    expect(wrong).toEqual([])
    expect(EXPRESSIONS.length).toBeGreaterThan(250)
  })

  it.each(MATRICES.map((m) => [m.name, m] as const))('for every pair of types: %s', (name, matrix) => {
    const wrong = matrix.rows.flatMap((row) => {
      const answers = recorded.matrices[name]![row]!.split(' | ')
      return matrix.columns.flatMap((column, i) =>
        compare(matrix.text(row, column), answers[i]!, checkNode(matrix.node(row, column))),
      )
    })
    expect(wrong).toEqual([])
  })

  it('and no listed strictness or difference is out of date', () => {
    expect(STRICTNESS.filter((_, i) => !used.has(i)).map((d) => `${d.code} ${d.matches.source}`)).toEqual([])
    expect(DIFFERENCES.filter((d) => d.of === 'type' && !differing.has(d)).map((d) => d.title)).toEqual([])
  })
})

describe('casts', () => {
  const bag = new DiagnosticBag()
  const typeOf = (name: string): string => TYPES.find(([n]) => n === name)![1]
  /** What a running Flink does and we refuse: TIME takes the day 1970-01-01. */
  const STRICTER = new Set([
    'tm → TIMESTAMP(0)',
    'tm → TIMESTAMP(3)',
    'tm → TIMESTAMP(6)',
    'tm → TIMESTAMP_LTZ(3)',
    'tm → TIMESTAMP_LTZ(6)',
  ])

  it('are allowed exactly where a running Flink has them', () => {
    const wrong = RUN_CASTS.rows.flatMap((row) => {
      const runs = new Set(recorded.casts[row]!.split(' | '))
      return RUN_CASTS.columns.flatMap((column) => {
        const allowed = castProblem(typeFromNode(typeNode(typeOf(row)), bag), typeFromNode(typeNode(column), bag)) === null
        const name = `${row} → ${column}`
        return allowed === (runs.has(column) && !STRICTER.has(name))
          ? []
          : [`${name}: ${allowed ? 'we allow it, Flink cannot run it' : 'Flink runs it'}`]
      })
    })
    expect(wrong).toEqual([])
  })
})

describe('examples of the catalogue', () => {
  const all = [...FUNCTIONS, ...AGGREGATES].flatMap((f) => f.examples)
  /** Flink's CAST AS STRING of a value, against the literal form of the example. */
  const shown = (value: unknown): string | null =>
    value === null ? null : typeof value === 'boolean' ? String(value).toUpperCase() : String(value)

  it('have the type and the value that Flink gives', () => {
    const wrong = all.flatMap((e) => {
      const flink = recorded.examples[e.rows === undefined ? e.expr : `${e.expr} over ${e.rows.join(', ')}`]
      if (flink === undefined) return [`${e.expr}: not recorded`]
      return flink.type === e.type && flink.value === shown(e.expected)
        ? []
        : [`${e.expr}: Flink says ${flink.value} ${flink.type}, the example ${String(e.expected)} ${e.type}`]
    })
    expect(wrong).toEqual([])
  })

  it('are typed so by checkExpr', () => {
    const scalar = all.filter((e) => e.rows === undefined)
    const parsed = parseExprs(scalar.map((e) => e.expr))
    expect(scalar.map((e, i) => `${e.expr}: ${checkNode(parsed[i]!.node!).type}`)).toEqual(
      scalar.map((e) => `${e.expr}: ${e.type}`),
    )
  })

  it('exist for every function', () => {
    expect([...FUNCTIONS, ...AGGREGATES].filter((f) => f.examples.length === 0).map((f) => f.id)).toEqual([])
  })
})
