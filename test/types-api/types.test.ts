// The types of the API: programs that must compile with exactly these types, and programs that must not, with the core of the message.
// One run of TypeScript 7 checks all of them; `npm run check` has TypeScript 5.9 and 6 check the same, and what it costs them.
import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertionsOf } from './judge.js'
import { INTRODUCTION, MESSAGES } from './messages.js'
import { saidByNative } from './native.js'
import {
  CANARIES,
  errorsOfGood,
  FILES,
  linesOfWrong,
  problemOfBad,
  problemsOfCanaries,
  strayErrors,
  textOf,
  WRONG_LINES,
  type Report,
} from './subject.js'
import { ALL, BAD, GOOD } from './tables.js'

let report: Report
beforeAll(() => {
  report = saidByNative(FILES)
}, 60_000)

describe('programs that compile', () => {
  it.each(GOOD)('%s', (name) => {
    expect(errorsOfGood(report, name)).toEqual([])
  })

  it('are many', () => {
    expect(GOOD.reduce((n, name) => n + assertionsOf(textOf(name)), 0)).toBeGreaterThan(330)
  })
})

describe.each(Object.entries(BAD))('programs that do not compile: %s', (_, table) => {
  it.each(table.map((b) => [b.title, b] as const))('%s', (_title, b) => {
    expect(problemOfBad(report, ALL.indexOf(b))).toBeNull()
  })
})

describe('docs/typescript.md', () => {
  const PAGE = new URL('../../docs/typescript.md', import.meta.url)
  const section = /(?<=\n## What the messages mean\n)[\s\S]*?(?=\n## )/
  // how a statement is laid out is Prettier's matter
  const bare = (text: string): string => text.replaceAll(/[\s();,]/g, '')

  it('explains what TypeScript says', () => {
    const explained = MESSAGES.map(({ heading, mistakes }) => {
      const lines = mistakes.map(([title, means]) => {
        const { code, says } = ALL.find((b) => b.title === title)!
        return `${code.replace('‹', '')}\n// ${says.join(' … ')}\n// → ${means}\n`
      })
      return `\n### ${heading}\n\n\`\`\`ts\n${lines.join('\n')}\`\`\`\n`
    })
    const wanted = `${INTRODUCTION}${explained.join('')}`
    const page = readFileSync(PAGE, 'utf8')
    const is = section.exec(page)?.[0] ?? ''
    if (process.env.UPDATE_DOCS === '1' && bare(is) !== bare(wanted)) writeFileSync(PAGE, page.replace(section, wanted))
    else expect(bare(is)).toBe(bare(wanted))
  })
})

describe('what they are checked with', () => {
  it('says of each fragment what is wrong with it', () => {
    expect(problemsOfCanaries(report)).toEqual(CANARIES.map((c) => c.title))
  })

  it('takes nullability, optional and readonly columns and the level for a part of the type', () => {
    expect(linesOfWrong(report)).toEqual(WRONG_LINES)
  })

  it('has errors of fragments only', () => {
    expect(strayErrors(report)).toEqual([])
    expect(ALL.length).toBeGreaterThan(300)
    expect(new Set(ALL.map((b) => b.code)).size).toBe(ALL.length)
  })
})
