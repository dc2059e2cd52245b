// A scenario file → plan and timelines, by the same front end that users have.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { SourceIndex } from '../../../src/core/source.js'
import { renderText } from '../../../src/diagnostics/render/text.js'
import type { PlanProgram, TargetName } from '../../../src/ir/plan.js'
import type { TestPlan } from '../../../src/ir/test-plan.js'
import { compile } from '../../../src/workspace/compile.js'

export interface Scenario {
  /** `window-late` */
  readonly name: string
  readonly text: string
  readonly plan: PlanProgram
  readonly tests: readonly TestPlan[]
}

export function compileScenario(path: string, target: TargetName = 'flink-2.2'): Scenario {
  const text = readFileSync(path, 'utf8')
  const file = basename(path)
  const index = new SourceIndex()
  const { diagnostics, hasErrors, programs } = compile({
    // schemas of a scenario stand inline: it reads no other file
    host: { readText: (asked) => (asked === file ? { kind: 'text', text } : { kind: 'missing' }), list: () => [] },
    files: [file],
    target,
    index,
    before: [],
  })
  const [program, ...more] = programs
  if (hasErrors || program === undefined || more.length > 0)
    throw new Error(`${path} is no scenario:\n${renderText(diagnostics, index)}`)
  return { name: basename(path, '.flow'), text, plan: program.plan, tests: program.tests }
}
