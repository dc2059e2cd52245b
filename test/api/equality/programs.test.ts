// API and text are one: every program of this repository, turned into TypeScript, run and printed again, has the plan, the tests
// and the artifacts that it had as text.
import { describe, expect, it } from 'vitest'
import { renderText } from '../../../src/diagnostics/render/text.js'
import { closeLoop, modulesOf } from '../../support/close-loop.js'
import { scrubbed } from '../../support/equal-plans.js'
import { compileFiles, compilingPrograms } from '../../support/flow-programs.js'

const programs = compilingPrograms()
const modules = programs.map((p) => modulesOf(p.files, p.main, p.compiled.model))
const closed = await closeLoop(modules)

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
    expect(scrubbed(again.programs[0]!)).toEqual(scrubbed(program.compiled.programs[0]!))
  })
})
