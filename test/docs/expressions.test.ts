// The pages of expressions: their examples pass their tests, and every function that can be called is on the first.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { callableNames } from '../../src/functions/catalog.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram } from '../support/check-program.js'

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8')
const page = read('expressions.md')

it.each(['expressions.md', 'language/collections.md', 'language/times.md'])(
  '%s has an example that checks without a word and passes its test',
  (path) => {
    const program = /```flow\n([\s\S]*?)```/.exec(read(path))![1]!
    const { lines, programs } = checkProgram({ 'expressions.flow': program })
    expect(lines).toEqual([])
    const results = programs[0]!.tests.map((test) => runTest(programs[0]!.plan, test, { readFile: () => [] }))
    expect(results.map((r) => r.failures)).toEqual([[]])
  },
)

it('names every function that can be called', () => {
  for (const name of callableNames()) expect(page).toContain(`\`${name.toLowerCase()}`)
})
