// A scenario file → plan and timelines, by the same front end that users have.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SourceIndex } from '../../../src/core/source.js'
import { renderText } from '../../../src/diagnostics/render/text.js'
import type { PlanProgram, TargetName } from '../../../src/ir/plan.js'
import type { TestPlan } from '../../../src/ir/test-plan.js'
import { compile } from '../../../src/workspace/compile.js'
import type { Host } from '../../../src/workspace/host.js'

export interface Scenario {
  /** `window-late` */
  readonly name: string
  readonly text: string
  readonly plan: PlanProgram
  readonly tests: readonly TestPlan[]
}

const textOf = (path: string): ReturnType<Host['readText']> =>
  existsSync(path) ? { kind: 'text', text: readFileSync(path, 'utf8') } : { kind: 'missing' }

export function compileScenario(path: string, target: TargetName = 'flink-2.2'): Scenario {
  const text = readFileSync(path, 'utf8')
  const file = basename(path)
  const index = new SourceIndex()
  const { diagnostics, hasErrors, programs } = compile({
    // schemas stand inline; what a scenario reads beside itself is another one, whose output it takes
    host: { readText: (asked) => textOf(join(dirname(path), asked)), list: () => [] },
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
