// API and text are one: every program of this repository, turned into TypeScript, run and printed again, has the plan, the tests
// and the artifacts that it had as text.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { renderText } from '../../../src/diagnostics/render/text.js'
import { tsc } from '../../kit/tsc.js'
import { closeLoop, modulesOf } from '../../support/close-loop.js'
import { scrubbed } from '../../support/equal-plans.js'
import { compileFiles, compilingPrograms } from '../../support/flow-programs.js'

const programs = compilingPrograms()
const modules = programs.map((p) => modulesOf(p.files, p.main, p.compiled.model))
const closed = await closeLoop(modules)

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

it('have no errors of types as TypeScript', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-skins-'))
  try {
    modules.forEach((m, i) => {
      mkdirSync(join(folder, `p${i}`))
      for (const [path, text] of m.modules) writeFileSync(join(folder, `p${i}`, path), text)
    })
    // the rows of the one program that reads a registry
    cpSync(join(ROOT, 'examples/orders/flow.types.d.ts'), join(folder, 'flow.types.d.ts'))
    const compilerOptions = {
      ...OPTIONS,
      paths: { flowc: [join(ROOT, 'src/api/index.ts')] },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
    const { text } = tsc(folder, '--listFiles')
    expect(text.match(/\/p\d+\/[^/]*\.flow\.ts$/gm)?.length).toBe(modules.reduce((n, m) => n + m.modules.size, 0))
    const named = text.replaceAll(/^p(\d+)\/[^(]*/gm, (_, i: string) => programs[Number(i)]!.name)
    expect(named.split('\n').filter((l) => l.includes('error TS'))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
}

describe('as TypeScript', () => {
  it('are many', () => {
    expect(programs.length).toBeGreaterThan(160)
    expect(programs.filter((p) => p.name.startsWith('test/conformance/')).length).toBeGreaterThan(38)
    expect(programs.filter((p) => p.name.startsWith('docs/')).length).toBeGreaterThan(100)
  })

  it.each(programs.map((p, i) => [p.name, p, i] as const))('%s', (_, program, i) => {
    expect(modules[i]!.asText.map((u) => u.what)).toEqual([])
    const made = closed[i]!
    if (!made.ok) throw new Error(made.problem)
    const again = compileFiles({ ...program.files, [program.main]: made.text }, program.main)
    expect(again.hasErrors, renderText(again.diagnostics, again.index)).toBe(false)
    expect(again.programs.length).toBe(1)
    // pages of errors say little: their plans are enough
    const artifacts = !program.name.startsWith('docs/errors/')
    expect(scrubbed(again.programs[0]!, artifacts)).toEqual(scrubbed(program.compiled.programs[0]!, artifacts))
  })
})
