// Every scenario gives in the interpreter exactly the changes that a real Flink made, at the same moments.
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/core/hash.js'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { recordingPath } from './judge/recording.js'
import { agrees, describeVerdict, judge, LEAD, loadRecording, loadScenario, scenarioNames } from './judge/verdict.js'

const scenarios = scenarioNames().map(loadScenario)

describe.each(scenarios.map((s) => [s.name, s] as const))('%s', (name, scenario) => {
  it('is recorded as it stands', () => {
    expect(existsSync(recordingPath(name, LEAD)), `npx tsx tools/record.ts ${name}`).toBe(true)
    const recording = loadRecording(name)
    expect(recording.hashes.scenario, `the scenario has changed: npx tsx tools/record.ts ${name}`).toBe(sha256(scenario.text))
    expect(recording.tests.map((t) => t.title)).toEqual(scenario.tests.map((t) => t.title))
  })

  const verdicts = existsSync(recordingPath(name, LEAD)) ? judge(scenario, loadRecording(name)) : []
  it.each(verdicts.map((v) => [v.title, v.rows, v] as const))('does as Flink does: %s (%i rows)', (_title, _rows, verdict) => {
    expect(agrees(verdict), describeVerdict(verdict)).toBe(true)
  })

  it.each(scenario.tests.map((t) => [t.title, t] as const))('meets its own expectations: %s', (_title, test) => {
    expect(runTest(scenario.plan, test, { readFile: () => [] }).failures).toEqual([])
  })
})

describe('the recordings', () => {
  it('belong to scenarios that exist', () => {
    const names = new Set(scenarios.map((s) => s.name))
    const orphans = readdirSync(dirname(recordingPath('x', LEAD))).filter((f) => !names.has(f.split('.')[0]!))
    expect(orphans).toEqual([])
  })

  it('are many', () => {
    expect(scenarios.reduce((n, s) => n + s.tests.length, 0)).toBeGreaterThanOrEqual(40)
  })
})
