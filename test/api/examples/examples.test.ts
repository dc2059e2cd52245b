// Every example in both skins: they have the same plan, tests and artifacts, and the one in TypeScript has no errors of types.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { renderText } from '../../../src/diagnostics/render/text.js'
import { tsc } from '../../kit/tsc.js'
import { closeLoop, type Modules } from '../../support/close-loop.js'
import { scrubbed } from '../../support/equal-plans.js'
import { compileFiles, exampleProgram } from '../../support/flow-programs.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const folders = readdirSync(join(ROOT, 'examples'))
const names = folders.filter((f) => !f.endsWith('-ts'))

function modulesIn(name: string, main: string): Modules {
  const folder = join(ROOT, 'examples', `${name}-ts`)
  const files = readdirSync(folder).filter((f) => f.endsWith('.flow.ts'))
  const modules = new Map(files.map((f) => [f, readFileSync(join(folder, f), 'utf8')]))
  return { main: `${main}.ts`, modules, asText: [] }
}

it('exist in both skins', () => {
  expect(folders.filter((f) => f.endsWith('-ts'))).toEqual(names.map((n) => `${n}-ts`))
})

describe('an example in TypeScript', () => {
  const pairs = names.map((name) => ({ name, text: exampleProgram(name) }))
  const closed = closeLoop(pairs.map(({ name, text }) => modulesIn(name, text.main)))

  it.each(pairs.map((p, i) => [p.name, p.text, i] as const))('is %s', async (_, { files, main }, i) => {
    const made = (await closed)[i]!
    if (!made.ok) throw new Error(made.problem)
    const text = compileFiles(files, main)
    const script = compileFiles({ ...files, [main]: made.text }, main)
    expect(script.diagnostics.map((d) => d.code)).toEqual(text.diagnostics.map((d) => d.code))
    expect(script.hasErrors, renderText(script.diagnostics, script.index)).toBe(false)
    const [before, after] = [scrubbed(text.programs[0]!), scrubbed(script.programs[0]!)]
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(Object.keys(before).length).toBeGreaterThan(5)
    for (const [path, bytes] of Object.entries(before)) expect(after[path], path).toBe(bytes)
  })
})

it('have no errors of types', () => {
  const lines = tsc(fileURLToPath(new URL('.', import.meta.url)), '--listFiles')
    .text.trim()
    .split('\n')
  expect(lines.filter((l) => l.includes('error TS'))).toEqual([])
  expect(lines.filter((l) => /examples\/.*\.flow\.ts$/.test(l)).length).toBe(names.length + 1)
})
