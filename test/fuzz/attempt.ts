// One input of the fuzzer through all of the compiler: read, checked, and where nothing is wrong with it lowered, its tests run.
import { build } from '../../src/codegen/index.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram } from '../support/check-program.js'
import { fuzzInput } from './inputs.js'

/** An input that takes longer hangs, whatever the machine: a thousand times the usual. */
export const HANG_MS = 5_000

export interface Outcome {
  /** Null: fine. */
  readonly fault: string | null
  readonly diagnostics: number
  readonly clean: boolean
}

/** Never throws: a fault is what the fuzzer is looking for. */
export function attempt(number: number): Outcome {
  const input = fuzzInput(number)
  try {
    const { diagnostics, index, programs } = checkProgram(input.files)
    for (const d of diagnostics) {
      if (!/^FLOW\d{4}$/.test(d.code)) throw new Error(`no code: ${d.code}`)
      const own = d.message.replaceAll(/`[^`]*`|'[^']*'/g, '')
      if (/undefined|NaN|\[object/.test(own)) throw new Error(`the message of ${d.code}: ${d.message}`)
      for (const { span } of [...(d.primary === null ? [] : [d.primary]), ...d.related, ...d.fixes.flatMap((f) => f.edits)]) {
        const { file, start, end } = index.range(span)
        const inside = 0 <= start && start <= end && end <= input.files[file]!.length
        if (!inside) throw new Error(`${d.code} stands at ${start} to ${end} of ${file}`)
      }
    }
    for (const { plan, tests } of programs) {
      build(plan)
      for (const test of tests) runTest(plan, test, { readFile: () => [] })
    }
    return { fault: null, diagnostics: diagnostics.length, clean: programs.length > 0 }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error), diagnostics: 0, clean: false }
  }
}
