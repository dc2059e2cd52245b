// What a printer must never break, on generated programs of every kind.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatText, printFile } from '../../src/format/file.js'
import { read } from '../parser/tree.js'
import { program } from '../support/generate/programs.js'
import { meaning } from '../support/generate/same-tree.js'

const settings = { numRuns: Number(process.env['LAW_RUNS'] ?? 200), seed: Number(process.env['LAW_SEED'] ?? 20_260_101) }

describe('a generated program', () => {
  it('is read again as it was printed', () => {
    fc.assert(
      fc.property(program, (tree) => {
        const text = printFile(tree)
        const { file, messages } = read(text)
        expect(messages, text).toEqual([])
        expect(meaning(file.declarations), text).toEqual(meaning(tree.declarations))
      }),
      settings,
    )
  })
  it('is printed without a text as it is formatted with one', () => {
    fc.assert(
      fc.property(program, (tree) => {
        const text = printFile(tree)
        expect(formatText(text).text).toBe(text)
      }),
      settings,
    )
  })
})
