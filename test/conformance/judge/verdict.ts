// The interpreter against the recordings: no Flink, no network, milliseconds.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../../src/runtime/engine.js'
import { compileScenario, type Scenario } from './compile.js'
import { differences, type Difference } from './compare.js'
import { readRecording, recordingPath, SCENARIOS, type Recording } from './recording.js'
import { recordPlan } from './record-plan.js'
import { replay } from './replay.js'

/** The lead target: every scenario is recorded on it. */
export const LEAD = '2.2.0'

export interface TestVerdict {
  readonly scenario: string
  readonly title: string
  /** Changes that Flink made. */
  readonly rows: number
  readonly differences: readonly Difference[]
  /** The interpreter did not come to the end. */
  readonly fault: string | null
}

export const scenarioNames = (): readonly string[] =>
  readdirSync(SCENARIOS)
    .filter((f) => f.endsWith('.flow'))
    .map((f) => f.slice(0, -'.flow'.length))
    .sort()

export const loadScenario = (name: string): Scenario => compileScenario(join(SCENARIOS, `${name}.flow`))
export const loadRecording = (name: string): Recording => readRecording(recordingPath(name, LEAD))

export function judge(scenario: Scenario, recording: Recording): readonly TestVerdict[] {
  const recorded = recordPlan(scenario.plan)
  return recording.tests.map((expected): TestVerdict => {
    const rows = Object.values(expected.relations).reduce((n, list) => n + list.length, 0)
    const verdict = { scenario: scenario.name, title: expected.title, rows }
    const test = scenario.tests.find((t) => t.title === expected.title)
    if (test === undefined) return { ...verdict, differences: [], fault: 'the scenario has no such test any more' }
    try {
      return {
        ...verdict,
        differences: differences(recorded.watched, expected, replay(recorded, test, createEngine)),
        fault: null,
      }
    } catch (error) {
      return { ...verdict, differences: [], fault: error instanceof Error ? error.message : String(error) }
    }
  })
}

export const agrees = (v: TestVerdict): boolean => v.fault === null && v.differences.length === 0

/** For people: what Flink did and the interpreter did not, and the other way round. */
export function describeVerdict(v: TestVerdict): string {
  const head = `${agrees(v) ? 'equal    ' : 'DIFFERENT'} ${v.scenario}: ${v.title} (${v.rows} rows)`
  const faults = v.fault === null ? [] : [`    the interpreter stopped: ${v.fault}`]
  const lines = v.differences.flatMap((d) => [
    ...d.missing.map((row) => `    ${d.relation}: only in Flink       ${row}`),
    ...d.extra.map((row) => `    ${d.relation}: only in interpreter ${row}`),
  ])
  return [head, ...faults, ...lines].join('\n')
}
