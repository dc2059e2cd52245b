// The page of expressions: its example passes its test, and every function that can be called is on it.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { callableNames } from '../../src/functions/catalog.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram } from '../support/check-program.js'

const page = readFileSync(new URL('../../docs/expressions.md', import.meta.url), 'utf8')
const program = /```flow\n([\s\S]*?)```/.exec(page)![1]!

it('has an example that checks without a word and passes its test', () => {
  const { lines, programs } = checkProgram({ 'expressions.flow': program })
  expect(lines).toEqual([])
  const results = programs[0]!.tests.map((test) => runTest(programs[0]!.plan, test, { readFile: () => [] }))
  expect(results.map((r) => r.failures)).toEqual([[]])
})

it('names every function that can be called', () => {
  for (const name of callableNames()) expect(page).toContain(`\`${name.toLowerCase()}`)
})
