// The first 2,000 inputs of the fuzzer; `npm run fuzz` runs 100,000.
import { describe, expect, it } from 'vitest'
import { attempt, HANG_MS } from './attempt.js'
import { fuzzInput, PROGRAMS } from './inputs.js'

describe('no input crashes or hangs the compiler', () => {
  it.each(Array.from({ length: 10 }, (_, i) => i * 200))(
    '200 inputs from number %i on',
    (from) => {
      for (let number = from; number < from + 200; number++) {
        const begin = performance.now()
        expect(attempt(number).fault, `input ${number}`).toBeNull()
        expect(performance.now() - begin, `input ${number} in ms`).toBeLessThan(HANG_MS)
      }
    },
    60_000,
  )

  it('made the same way everywhere', () => {
    expect(fuzzInput(4711)).toEqual(fuzzInput(4711))
    expect(fuzzInput(1)).not.toEqual(fuzzInput(2))
  })

  it('of programs that are fine as they stand', () => {
    expect(PROGRAMS.length).toBeGreaterThan(30)
  })
})
