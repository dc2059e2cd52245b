// What a step costs the type checker, in instantiations. Each time it stands in a file with rows of its own, since what TypeScript has
// worked out for one row it knows; a file before them pays for what is worked out once.
import type { Checked, Files } from './program.js'

const TIMES = 10
const TYPES = ['bigint', 'string | null', 'Decimal | null', 'boolean | null', 'Timestamp']
const columns = (of: number): string => Array.from({ length: 40 }, (_, i) => `c${i}_${of}: ${TYPES[i % TYPES.length]}`).join('; ')

const IMPORTS = `import type { Decimal, Timestamp } from './prelude.js'
import type { Joinable, Stream } from '../../src/api/index.js'
import { api } from './prelude.js'
const { count, kafka, minutes, pipeline, stream, sum, when } = api
`
/** A stream `s#` of 40 columns and a table `t#` of four. */
const rows = (n: number): string => `interface Row${n} { ${columns(n)} }
interface Side${n} { id: bigint; d0_${n}: string; d1_${n}: string | null; d2_${n}: boolean }
declare const s${n}: Stream<Row${n}>, t${n}: Joinable<Side${n}>
`

/** `#` in a step is the number of its row. */
export const STEPS = {
  'where of one comparison': 's#.where(o => o.c2_#.gt(0))',
  'where of four comparisons': "s#.where(o => o.c2_#.gt(0).and(o.c1_#.eq('eu')).and(o.c0_#.ne(o.c5_#)).or(o.c3_#))",
  'select of six columns': 's#.select(o => ({ a: o.c0_#, b: o.c1_#, c: o.c2_#, d: o.c3_#, e: o.c4_#, f: o.c5_# }))',
  'select by names': "s#.select('c0_#', 'c1_#', 'c2_#')",
  'select of everything and one more': 's#.select(o => ({ ...o, more: o.c2_#.times(2) }))',
  'extend by two columns': 's#.extend(o => ({ a: o.c2_#.times(2), b: o.c1_#.concat(o.c6_#) }))',
  'CASE in a select': "s#.select(o => ({ a: when(o.c2_#.gt(10), 'many').when(o.c2_#.gt(1), 'some').else('few') }))",
  'a window with a group':
    "s#.windowTumble(minutes(5), { late: 'count' }).groupBy('c1_#').select(g => ({ k: g.c1_#, at: g.window_start, a: sum(g.c2_#), n: count() }))",
  'a left join with a select':
    "s#.leftJoin(t#, { at: o => o.c4_#, on: (o, c) => o.c0_#.eq(c.id), late: { as: 'late' } }).select((o, c) => ({ a: o.c0_#, b: o.c1_#, c: c.d0_#, d: c.d1_# }))",
  'union all': 's#.unionAll(s#)',
  'a name': "stream('x', s#)",
  'a sink': "pipeline('p').sinkAppend(s#, kafka('x'), { messageKey: { columns: 'c0_#' } })",
  'a test of two rows': "pipeline('p').test('x', t => t.given(s#, [{ c0_#: 1, c1_#: 'a' }, { c0_#: 2, c2_#: '1.00' }]))",
  'a misspelt column': 's#.where(o => o.c2__#.gt(0))',
} as const
export type Step = keyof typeof STEPS

const fileOf = (step: string): string => `cost-${step.replaceAll(' ', '-')}.ts`

/** Files to check, one a step. */
export function costFiles(): Files {
  const steps = Object.entries(STEPS)
  const program = (list: readonly (readonly [number, string])[]): string =>
    IMPORTS + list.map(([n, step]) => `${rows(n)}${step.replaceAll('#', String(n))}\n`).join('')
  return {
    'cost.ts': program(steps.map(([, step], i) => [i, step])),
    ...Object.fromEntries(
      steps.map(([name, step], i) => [
        fileOf(name),
        program(Array.from({ length: TIMES }, (_, n) => [(i + 1) * 100 + n, step] as const)),
      ]),
    ),
  }
}

export const costs = ({ cost }: Checked): Readonly<Record<Step, number>> =>
  Object.fromEntries(Object.keys(STEPS).map((name) => [name, Math.round(cost.get(fileOf(name))! / TIMES)])) as Record<
    Step,
    number
  >

// A simple step may cost 300, one with a group 800, a join 1,500, a mistake 1,000: these are what the steps cost now, and a quarter more.
export const BUDGET: Readonly<Record<Step, number>> = {
  'where of one comparison': 32,
  'where of four comparisons': 62,
  'select of six columns': 90,
  'select by names': 57,
  'select of everything and one more': 300,
  'extend by two columns': 94,
  'CASE in a select': 72,
  'a window with a group': 400,
  'a left join with a select': 540,
  'union all': 520,
  'a name': 25,
  'a sink': 73,
  'a test of two rows': 417,
  'a misspelt column': 25,
}
