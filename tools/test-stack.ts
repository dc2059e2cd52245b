// The judge: real Flink clusters, one after the other, from whatever is in the cache (nothing at first). Every scenario is
// recorded anew and compared with the committed recording and with the interpreter; every example and scenario is explained
// by each Flink version. npm run test:stack [SCENARIO…]
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { PlanProgram, TargetName } from '../src/ir/plan.js'
import { renderText } from '../src/diagnostics/render/text.js'
import { FLINK_VERSIONS, type FlinkVersion } from '../src/stack/versions.js'
import { compile } from '../src/workspace/compile.js'
import { findProjects } from '../src/workspace/project-node.js'
import { startCluster, type RunningCluster } from '../test/conformance/judge/cluster.js'
import { differences, type Difference } from '../test/conformance/judge/compare.js'
import { compileScenario } from '../test/conformance/judge/compile.js'
import { JudgeFailure } from '../test/conformance/judge/job.js'
import { hashesOf, recordAll, workOf, type Outcome, type Work } from '../test/conformance/judge/record.js'
import { SCENARIOS, type RecordedTest } from '../test/conformance/judge/recording.js'
import {
  agrees,
  describeVerdict,
  judge,
  LEAD,
  loadRecording,
  loadScenario,
  scenarioNames,
} from '../test/conformance/judge/verdict.js'

const WORK = resolve('.flowc', 'test-stack')
/** Task slots of the cluster. */
const PARALLEL = 8

let passed = 0
let failed = 0
function count(ok: boolean, line: string): void {
  if (ok) passed++
  else failed++
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${line}`)
}

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort())

const wanted = process.argv.slice(2)
const names = scenarioNames().filter((n) => wanted.length === 0 || wanted.includes(n))
const targetOf = (version: FlinkVersion): TargetName => `flink-${version.split('.').slice(0, 2).join('.')}` as TargetName

async function recordAgain(cluster: RunningCluster): Promise<void> {
  const scenarios = names.map(loadScenario)
  const work = scenarios.flatMap(workOf)
  let ran = 0
  const outcomes = await recordAll(cluster, work, join(WORK, 'runs'), PARALLEL, () => {
    if (++ran % 10 === 0) console.log(`     ${ran} of ${work.length} tests ran`)
  })
  const doubtful = outcomes.filter((o) => driftOf(o).length > 0 || o.result instanceof JudgeFailure)
  // A difference counts when a second run, with less beside it, shows it again.
  const again = await recordAll(cluster, doubtful as readonly Work[], join(WORK, 'again'), 2, () => {})
  for (const scenario of scenarios) {
    const recording = loadRecording(scenario.name)
    const { sql } = hashesOf(scenario)
    const note = sql === recording.hashes.sql ? '' : ' (the SQL has changed since it was recorded)'
    const verdicts = judge(scenario, recording)
    for (const test of scenario.tests) {
      const first = outcomes.find((o) => o.test === test)!
      const outcome = again.find((o) => o.test === test) ?? first
      const title = `${scenario.name}: ${test.title}`
      if (outcome.result instanceof JudgeFailure) {
        count(false, `${title}\n     ${outcome.result.message.replaceAll('\n', '\n     ')}`)
        continue
      }
      const drift = driftOf(outcome)
      const verdict = verdicts.find((v) => v.title === test.title)
      const equal = verdict !== undefined && agrees(verdict)
      const rows = `${rowsOf(outcome.result)} rows`
      const words = drift.length > 0 ? 'drifted from the recording' : equal ? `equal${note}` : 'the interpreter differs'
      count(drift.length === 0 && equal, `${title}: ${rows}, ${words}`)
      for (const d of drift) for (const line of driftLines(d)) console.log(`       ${line}`)
      if (drift.length === 0 && verdict !== undefined && !equal) console.log(describeVerdict(verdict))
    }
  }
}

function driftOf(o: Outcome): readonly Difference[] {
  if (o.result instanceof JudgeFailure) return []
  const committed = loadRecording(o.scenario.name).tests.find((t) => t.title === o.test.title)
  if (committed === undefined) return [{ relation: '*', missing: ['the test is not recorded'], extra: [] }]
  return differences(o.recorded.watched, committed, o.result)
}

const rowsOf = (t: RecordedTest): number => Object.values(t.relations).reduce((n, list) => n + list.length, 0)

const driftLines = (d: Difference): readonly string[] => [
  ...d.missing.map((row) => `${d.relation}: recorded ${row}`),
  ...d.extra.map((row) => `${d.relation}: now      ${row}`),
]

/** Each plan is accepted, with one scan a source and one stateful operator for each one written. */
async function explainAll(cluster: RunningCluster): Promise<void> {
  const target = targetOf(cluster.version)
  const folder = join(WORK, cluster.version, 'plans')
  await mkdir(folder, { recursive: true })
  const plans = new Map<string, PlanProgram>([...examplePlans(target), ...scenarioPlans(target)])
  const files: string[] = []
  for (const [name, plan] of plans) {
    const file = join(folder, `${name.replaceAll(/[^A-Za-z0-9-]+/g, '_')}.json`)
    await writeFile(file, JSON.stringify(plan))
    files.push(file)
  }
  const output = await explainCheck(cluster.gateway, files)
  const reports = output.split(/^(?=ok {4}|WRONG )/m).filter((r) => /^(?:ok {4}|WRONG )/.test(r))
  ;[...plans.keys()].forEach((name, i) => {
    const report = reports.find((r) => r.split('\n')[0]!.endsWith(files[i]!))
    const ok = report?.startsWith('ok') === true
    count(ok, `EXPLAIN ${name} on Flink ${cluster.version}`)
    if (!ok) console.log((report ?? output).replaceAll(/^/gm, '       '))
  })
}

function explainCheck(gateway: string, files: readonly string[]): Promise<string> {
  const tsx = resolve('node_modules', 'tsx', 'dist', 'cli.mjs')
  return new Promise((done) => {
    execFile(
      process.execPath,
      [tsx, resolve('tools', 'explain-check.ts'), gateway, ...files],
      { maxBuffer: 1 << 28 },
      (_, stdout, stderr) => done(stdout + stderr),
    )
  })
}

function examplePlans(target: TargetName): readonly (readonly [string, PlanProgram])[] {
  const found = findProjects(process.cwd(), ['examples'])
  return found.projects.flatMap((project) => {
    const compiled = compile({ host: project.host, files: project.files, target, index: project.index, before: project.bag.all })
    if (compiled.hasErrors) count(false, `${project.root} for ${target}\n${renderText(compiled.diagnostics, project.index)}`)
    return compiled.programs.map((p) => [`example ${p.pipeline}`, p.plan] as const)
  })
}

const scenarioPlans = (target: TargetName): readonly (readonly [string, PlanProgram])[] =>
  names.map((name) => [`scenario ${name}`, compileScenario(join(SCENARIOS, `${name}.flow`), target).plan] as const)

await rm(WORK, { recursive: true, force: true })
for (const version of FLINK_VERSIONS) {
  if (interrupt.signal.aborted) break
  console.log(`\n== Flink ${version}`)
  let cluster: RunningCluster | null = null
  try {
    cluster = await startCluster(version, join(WORK, version), (line) => console.log(`     ${line}`), interrupt.signal)
    if (version === LEAD) await recordAgain(cluster)
    await explainAll(cluster)
  } catch (error) {
    // a service that does not start is a failure, never a skip
    count(false, `Flink ${version}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await cluster?.stop()
  }
}
if (interrupt.signal.aborted) count(false, 'interrupted')
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
