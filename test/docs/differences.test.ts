// docs/differences.md says what test/types/differences.ts lists, no more and no less, and the numbers of what was recorded.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DIFFERENCES, STRICTNESS } from '../types/differences.js'
import { EXPRESSIONS } from '../types/expressions.js'
import { MATRICES } from '../types/matrices.js'
import values from '../conformance/values/values.json' with { type: 'json' }

const path = new URL('../../docs/differences.md', import.meta.url)
const page = readFileSync(path, 'utf8')
const [differences, strictness] = page.split('\n# Strictness\n') as [string, string]
const titles = [...new Set(DIFFERENCES.map((d) => d.title))]

it('has a section for each difference, at most ten', () => {
  expect([...differences.matchAll(/^## (.*)$/gm)].map((m) => m[1])).toEqual(titles)
  expect(titles.length).toBeLessThanOrEqual(10)
})

it('shows how to see each of them on Flink', () => {
  for (const section of differences.split(/^## /m).slice(1)) expect(section).toMatch(/```sql\n[\s\S]*-- .*\n```/)
})

it('lists what is refused on purpose', () => {
  const rows = [...new Set(STRICTNESS.map((s) => `- [${s.code}](errors/${s.code}.md): ${s.reason}`))].sort()
  const text = `${page.split('<!-- strictness -->')[0]!}<!-- strictness -->\n\n${rows.join('\n')}\n`
  if (process.env['UPDATE_DOCS'] && text !== page) writeFileSync(path, text)
  else expect(strictness.split('<!-- strictness -->')[1]).toBe(`\n\n${rows.join('\n')}\n`)
})

it('says at most as many recordings as there are', () => {
  const types = EXPRESSIONS.length + MATRICES.reduce((n, m) => n + m.rows.length * m.columns.length, 0)
  const all = [values.constants, values.columns, values.overflow].reduce((n, group) => n + Object.keys(group).length, 0)
  const [, said = '', saidValues = ''] = /: ([\d,]+) types; .*: ([\d,]+) values/.exec(page) ?? []
  expect(Number(said.replace(',', ''))).toBeGreaterThan(600)
  expect(types).toBeGreaterThanOrEqual(Number(said.replace(',', '')))
  expect(all).toBeGreaterThanOrEqual(Number(saidValues.replace(',', '')))
})
