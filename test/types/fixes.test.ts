// Every fix that a page's wrong program is offered must make that diagnostic disappear and bring no error.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Fix } from '../../src/diagnostics/define.js'
import { checkProgram, type Checked } from '../support/check-program.js'

const folder = fileURLToPath(new URL('../../docs/errors/', import.meta.url))
const programs = readdirSync(folder)
  .filter((f) => /^FLOW3[0-3]\d\d\.md$/.test(f))
  .map((f) => [f.slice(0, -3), /^```flow\n([\s\S]*?)^```/m.exec(readFileSync(folder + f, 'utf8'))?.[1] ?? ''] as const)

function applied(text: string, fix: Fix, checked: Checked): string {
  const edits = fix.edits.map((e) => ({ ...checked.index.range(e.span), text: e.text })).sort((a, b) => b.start - a.start)
  return edits.reduce((t, e) => t.slice(0, e.start) + e.text + t.slice(e.end), text)
}

const cases = programs.flatMap(([code, text]) => {
  const checked = checkProgram({ 'page.flow': text })
  return checked.diagnostics.flatMap((d) =>
    d.code === code ? d.fixes.map((fix) => ({ code, title: fix.title, text: applied(text, fix, checked) })) : [],
  )
})

describe('a fix', () => {
  it('is offered by many of the expression codes', () => {
    expect(new Set(cases.map((c) => c.code)).size).toBeGreaterThan(12)
  })
  it.each(cases)('of $code ($title) works', ({ code, text }) => {
    const { diagnostics, lines } = checkProgram({ 'page.flow': text })
    expect(diagnostics.filter((d) => d.code === code || d.severity === 'error').map(() => lines.join('\n') + text)).toEqual([])
  })
})
