// The type tests of the API under the compilers that users have besides the one of `npm test`: TypeScript 5.9, and 6, which knows what
// each step costs it. Alone: `npx tsx tools/api-types.ts`.
import { isDeepStrictEqual } from 'node:util'
import ts from 'typescript'
import older from 'typescript-5.9'
import { BUDGET, costFiles, costs, STEPS, type Step } from '../test/types-api/budget.js'
import { checkerOf, type Checked } from '../test/types-api/program.js'
import {
  CANARIES,
  errorsOfGood,
  FILES,
  linesOfWrong,
  problemOfBad,
  problemsOfCanaries,
  strayErrors,
  WRONG_LINES,
  type Report,
} from '../test/types-api/subject.js'
import { ALL, GOOD } from '../test/types-api/tables.js'

function problemsOf(report: Report): readonly string[] {
  const bad = ALL.flatMap((b, i) => {
    const problem = problemOfBad(report, i)
    return problem === null ? [] : [`${b.title}: ${problem}`]
  })
  const stray = strayErrors(report).map((s) => `outside of the fragments: ${s.message}`)
  const canaries = problemsOfCanaries(report)
  const harness = isDeepStrictEqual(
    canaries,
    CANARIES.map((c) => c.title),
  )
    ? []
    : [`of the canaries it is said: ${canaries.join(', ')}`]
  const lines = linesOfWrong(report)
  const exact = isDeepStrictEqual(lines, WRONG_LINES) ? [] : [`assertions that are wrong fail in the lines ${lines.join(', ')}`]
  return [...GOOD.flatMap((name) => errorsOfGood(report, name)), ...bad, ...stray, ...harness, ...exact]
}

/** No step costs more than its share. */
function overBudget(checked: Checked): readonly string[] {
  const is = costs(checked)
  console.log(is)
  const over = (Object.keys(STEPS) as Step[]).filter((name) => is[name] > BUDGET[name])
  // a count that counts nothing would be content with everything
  const counts = is['a left join with a select'] > is['where of one comparison'] && is['where of one comparison'] > 5
  return [
    ...over.map((name) => `${name}: ${is[name]} instantiations, and ${BUDGET[name]} are allowed`),
    ...(counts ? [] : ['what the steps cost is not counted']),
  ]
}

let failed = 0
for (const [compiler, cost] of [
  [older as unknown as typeof ts, () => []],
  [ts, overBudget],
] as const) {
  const checked = checkerOf(compiler)({ ...FILES, ...costFiles() })
  const problems = [...problemsOf(checked.said), ...cost(checked)]
  failed += problems.length
  console.log([`TypeScript ${compiler.version}: ${ALL.length} fragments, ${problems.length} differences`, ...problems].join('\n'))
}
process.exit(failed === 0 ? 0 : 1)
