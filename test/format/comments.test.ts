// Comments survive, each beside what it stood beside: on generated programs, and on the programs of this repository.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatText, printFile } from '../../src/format/file.js'
import { SourceIndex } from '../../src/core/source.js'
import { parse } from '../../src/parser/index.js'
import { read } from '../parser/tree.js'
import { program } from '../support/generate/programs.js'
import { meaning } from '../support/generate/same-tree.js'

const settings = { numRuns: Number(process.env['LAW_RUNS'] ?? 120), seed: Number(process.env['LAW_SEED'] ?? 20_260_102) }

const trivia = (text: string) => parse({ path: 'a.flow', text }, new SourceIndex()).trivia()
const commentsOf = (text: string): string[] =>
  trivia(text)
    .comments.map((c) => c.text)
    .sort()

const place = fc.double({ min: 0, max: 0.999999, noNaN: true })

/** Between two tokens, a comment and a line end: on a line of its own, or behind what stands before it. */
function scattered(text: string, places: readonly number[]): string {
  const { tokens, comments } = trivia(text)
  const spots = [0, ...tokens.map((t) => t.end)].filter((at) => !comments.some((c) => c.start <= at && at < c.end))
  const chosen = [...new Set(places.map((p) => spots[Math.floor(p * spots.length)]!))].sort((a, b) => b - a)
  return chosen.reduce((t, at, i) => {
    const comment = i % 2 === 0 ? ` -- c${i}\n` : `\n   -- own ${i}\n`
    return t.slice(0, at) + comment + '   ' + t.slice(at)
  }, text)
}

describe('comments anywhere', () => {
  it('survive, and the layout is final', () => {
    fc.assert(
      fc.property(program, fc.array(place, { minLength: 1, maxLength: 4 }), (tree, places) => {
        const text = scattered(printFile(tree), places)
        const { text: formatted } = formatText(text)
        expect(commentsOf(formatted), text).toEqual(commentsOf(text))
        expect(formatText(formatted).text, text).toBe(formatted)
        const before = read(text)
        if (before.messages.length === 0)
          expect(meaning(read(formatted).file.declarations), text).toEqual(meaning(before.file.declarations))
      }),
      settings,
    )
  })
})

/** Lines of a layout at which a comment has a place of its own. */
const holds = (line: string): boolean => line.trim() !== '' && !/^\s*(?:[)\]}>]|on |then |end\b|\/\/\/)/.test(line)

describe('comments at the lines of a layout', () => {
  it('stay where they are', () => {
    fc.assert(
      fc.property(program, fc.array(place, { minLength: 1, maxLength: 4 }), (tree, places) => {
        fc.pre(tree.declarations.length > 0 && !tree.declarations.some((d) => d.kind === 'sql'))
        const lines = printFile(tree).trimEnd().split('\n')
        const chosen = new Set(places.map((p) => Math.floor(p * lines.length)).filter((i) => holds(lines[i]!)))
        const commented = lines.flatMap((line, i) => {
          if (!chosen.has(i)) return [line]
          const open = /[([<]$|^\s*case$|=$/.test(line)
          const own = open || i % 2 === 0
          return own ? [`${/^\s*/.exec(line)![0]}-- above ${i}`, line] : [`${line}  -- behind ${i}`]
        })
        const squeezed = (text: string): string => text.replaceAll(/ +-- behind/g, '  -- behind')
        expect(squeezed(formatText(`${commented.join('\n')}\n`).text)).toBe(`${commented.join('\n')}\n`)
      }),
      settings,
    )
  })
})
