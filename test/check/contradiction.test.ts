// What is said to be never true is true of no row: random conditions, computed over every row of a small world.
import { expect, it } from 'vitest'
import { compileExpr } from '../../src/runtime/functions/evaluator.js'
import { decodeLiteral } from '../../src/runtime/literal.js'
import { contradiction } from '../../src/typecheck/facts/contradiction.js'
import type { Expr } from '../../src/ir/expr.js'
import type { Row } from '../../src/runtime/value.js'
import { checkProgram } from '../support/check-program.js'

const PROGRAM = `schema W {
  id    bigint not null,
  n     bigint,
  s     string,
  d     decimal(4, 1),
  flag  boolean
}
stream w from kafka 'shop.raw.world.v1' {
  schema  W
}
`
const VALUES = [
  ['1', '2', '3'],
  [null, '1', '2', '3'],
  [null, 'a', 'b'],
  [null, '1.5', '2.0', '2.5'],
  [null, true, false],
] as const

/** Conditions of one `select`. */
const CHUNK = 50

/** A generator of numbers below `n`: the same ones each time. */
function dice(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
}

const ATOMS: readonly ((roll: (n: number) => number) => string)[] = [
  (r) => `id ${['=', '<>', '<', '<=', '>', '>='][r(6)]} ${r(5)}`,
  (r) => `n ${['=', '<>', '<', '<=', '>', '>='][r(6)]} ${r(5)}`,
  (r) => `${r(5)} ${['=', '<>', '<', '<=', '>', '>='][r(6)]} n`,
  (r) => `d ${['=', '<>', '<', '<=', '>', '>='][r(6)]} ${['1.5', '2', '2.25', '2.5', '3'][r(5)]}`,
  (r) => `s ${['=', '<>'][r(2)]} '${['a', 'b', 'c', 'a '][r(4)]}'`,
  (r) => `s ${r(2) === 0 ? '' : 'not '}in ('${['a', 'b'][r(2)]}', '${['b', 'c'][r(2)]}')`,
  (r) => `n ${r(2) === 0 ? '' : 'not '}in (${r(3)}, ${r(3) + 2})`,
  (r) => `n between ${r(4)} and ${r(4)}`,
  (r) => `${['id', 'n', 's', 'd', 'flag'][r(5)]} is ${r(2) === 0 ? '' : 'not '}null`,
  (r) => ['flag', 'not flag', 'true', 'false'][r(4)]!,
  (r) => `${['id', 'n', 'd'][r(3)]} ${['=', '<>', '<'][r(3)]} ${['id', 'n'][r(2)]}`,
]
function condition(roll: (n: number) => number, depth: number): string {
  if (depth === 0 || roll(5) === 0) return ATOMS[roll(ATOMS.length)]!(roll)
  const [a, b] = [condition(roll, depth - 1), condition(roll, depth - 1)]
  switch (roll(8)) {
    case 0:
      return `not (${a})`
    case 1:
      return `(${a}) is ${roll(2) === 0 ? '' : 'not '}true`
    case 2:
    case 3:
      return `(${a}) or (${b})`
    default:
      return `(${a}) and (${b})`
  }
}

it('holds for every row', () => {
  const roll = dice(20_260_101)
  const conditions = Array.from({ length: 1500 }, () => condition(roll, 3))
  const chunks = Array.from({ length: conditions.length / CHUNK }, (_, i) => conditions.slice(i * CHUNK, (i + 1) * CHUNK))
  const streams = chunks.map(
    (chunk, k) =>
      `stream r${k} =\n  from w\n  select id,\n${chunk.map((c, i) => `    (${c}) as c${i}`).join(',\n')}\nsink kafka 'shop.r.made.v${k}' from r${k} append {\n  format json\n}\n`,
  )
  const { programs, lines } = checkProgram({ 'main.flow': `pipeline p {}\n${PROGRAM}${streams.join('')}` })
  expect(lines.filter((l) => !l.startsWith('FLOW5012'))).toEqual([])
  const exprs = programs[0]!.plan.operators.flatMap((o) => (o.kind === 'project' ? o.exprs.slice(1) : []))
  expect(exprs.length).toBe(conditions.length)
  const source = programs[0]!.plan.operators.find((o) => o.kind === 'source')!
  const rows = VALUES.reduce<Row[]>(
    (all, values, i) => all.flatMap((row) => values.map((v) => [...row, decodeLiteral(v, source.columns[i]!.type)])),
    [[]],
  )
  let claimed = 0
  const wrong: string[] = []
  const look = (parts: readonly Expr[], words: string): void => {
    if (contradiction(parts) === null) return
    claimed++
    const evals = parts.map(compileExpr)
    const row = rows.find((x) => evals.every((e) => e(x, []) === true))
    if (row !== undefined)
      wrong.push(`${words}: ${JSON.stringify(row, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`)
  }
  for (const [i, e] of exprs.entries()) {
    look([e], conditions[i]!)
    // as two clauses behind each other
    look([exprs[(i + 1) % exprs.length]!, e], `${conditions[(i + 1) % exprs.length]!} / ${conditions[i]!}`)
  }
  expect(wrong).toEqual([])
  expect(claimed).toBeGreaterThan(300)
})
