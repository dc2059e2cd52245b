// The judge: real Flink clusters, one after the other, from whatever is in the cache (nothing at first). Every scenario is
// recorded anew and compared with the committed recording and with the interpreter; every example and scenario is explained
// by each Flink version. Then the packed package, installed (pack-check.ts), and the orders example on Kafka, PostgreSQL and Iceberg
// (test-live.ts). npm run test:stack [SCENARIO…]
import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { FLINK_VERSIONS } from '../src/stack/versions.js'
import { startCluster, type RunningCluster } from '../test/conformance/judge/cluster.js'
import { differences, type Difference } from '../test/conformance/judge/compare.js'
import { JudgeFailure } from '../test/conformance/judge/job.js'
import { hashesOf, recordAll, workOf, type Outcome, type Work } from '../test/conformance/judge/record.js'
import type { RecordedTest } from '../test/conformance/judge/recording.js'
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

/** Each program is accepted, with one scan a source and one stateful operator for each one written. */
async function explainAll(cluster: RunningCluster): Promise<void> {
  const examples = flowFilesBelow('examples')
  const files = [
    ...examples,
    ...flowFilesBelow(join('test', 'golden', 'programs')),
    ...names.map((n) => join('test', 'conformance', 'scenarios', `${n}.flow`)),
  ]
  const output = await explainCheck(cluster, files)
  // `ok    FILE (pipeline)`, `WRONG FILE …`, `-     FILE: why this target refuses it`; lines that follow are indented
  const reports = output.split(/^(?=ok {4}|WRONG |- {4})/m)
  const explained = new Set<string>()
  for (const report of reports) {
    const [, verdict, file] = /^(ok|WRONG|-) +(\S+?)[ :]/.exec(report) ?? []
    if (verdict === undefined || file === undefined) continue
    explained.add(file)
    if (verdict === '-' && !examples.includes(file)) console.log(`     ${report.trim()}`)
    else
      count(
        verdict === 'ok',
        `EXPLAIN on Flink ${cluster.version}: ${verdict === 'ok' ? report.split('\n')[0]!.replace(/^ok +/, '') : report.trimEnd()}`,
      )
  }
  for (const file of examples)
    if (!explained.has(file) && !isLibrary(file))
      count(false, `EXPLAIN on Flink ${cluster.version}: ${file} was not explained\n${output.slice(-2000)}`)
}

const isLibrary = (file: string): boolean => !/^pipeline /m.test(readFileSync(file, 'utf8'))

function flowFilesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((f) => f.endsWith('.flow'))
    .map((f) => join(folder, f))
    .sort()
}

const tsxCli = resolve('node_modules', 'tsx', 'dist', 'cli.mjs')

function explainCheck({ gateway, jar }: RunningCluster, files: readonly string[]): Promise<string> {
  const args = [tsxCli, join('tools', 'explain-check.ts'), gateway, ...files]
  const env = { ...process.env, EXPLAIN_JAR: jar }
  return new Promise((done) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 28, env }, (_, stdout, stderr) => done(stdout + stderr))
  })
}

/** A process of its own, so that nothing of it outlives it; its verdicts count here too. */
function play(title: string, tool: string): Promise<void> {
  const child = spawn(process.execPath, [tsxCli, join('tools', tool)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const interrupted = (): void => void child.kill('SIGTERM')
  interrupt.signal.addEventListener('abort', interrupted)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk)
    text = (text + chunk.toString('utf8')).slice(-1000)
  })
  return new Promise((done) => {
    child.on('close', (code) => {
      interrupt.signal.removeEventListener('abort', interrupted)
      const total = /(\d+) passed, (\d+) failed\s*$/.exec(text)
      if (total === null) count(false, `${title}: ended with ${code} before its verdict`)
      passed += Number(total?.[1] ?? 0)
      failed += Number(total?.[2] ?? 0)
      done()
    })
  })
}

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
// some scenarios by name are those scenarios alone
if (wanted.length === 0) {
  console.log('\n== the packed package')
  if (!interrupt.signal.aborted) await play('the packed package', 'pack-check.ts')
  if (!interrupt.signal.aborted) await play('the orders example on the real systems', 'test-live.ts')
}
if (interrupt.signal.aborted) count(false, 'interrupted')
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
