// Records scenarios on a real Flink: npx tsx tools/record.ts [--flink 2.2.0] [--keep] [SCENARIO…]
// Every test runs twice; a recording is written only where both runs agree. `--keep` leaves Flink running for the next call.
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isFlinkVersion } from '../src/stack/versions.js'
import { startCluster } from '../test/conformance/judge/cluster.js'
import { compileScenario } from '../test/conformance/judge/compile.js'
import { differences } from '../test/conformance/judge/compare.js'
import { JudgeFailure } from '../test/conformance/judge/job.js'
import { hashesOf, recordAll, workOf, type Work } from '../test/conformance/judge/record.js'
import { formatRecording, recordingPath, SCENARIOS, type RecordedTest } from '../test/conformance/judge/recording.js'

const args = process.argv.slice(2)
const flag = (name: string): string | undefined => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined)
const version = flag('--flink') ?? '2.2.0'
const keep = args.includes('--keep')
const wanted = args.filter((a) => !a.startsWith('--')).map((a) => a.replace(/^.*\//, '').replace(/\.flow$/, ''))
if (!isFlinkVersion(version)) throw new Error(`unknown Flink version ${version}`)

const interrupt = new AbortController()
process.on('SIGINT', () => interrupt.abort())
const folder = resolve('.flowc', `judge-${version}`)
const names = (await readdir(SCENARIOS)).filter((f) => f.endsWith('.flow')).map((f) => f.replace(/\.flow$/, ''))
const chosen = names.filter((n) => wanted.length === 0 || wanted.includes(n)).sort()
const scenarios = chosen.map((n) => compileScenario(join(SCENARIOS, `${n}.flow`)))
const cluster = await startCluster(version, folder, console.log, interrupt.signal)
let failures = 0
try {
  const work = scenarios.flatMap(workOf)
  const twice: readonly Work[] = work.flatMap((w) => [w, w])
  const outcomes = await recordAll(cluster, twice, join(folder, 'runs'), 8, (o) => {
    if (o.result instanceof JudgeFailure) console.log(`FAILED ${o.scenario.name}: ${o.test.title}\n  ${o.result.message}`)
  })
  for (const scenario of scenarios) {
    const tests: RecordedTest[] = []
    for (const test of scenario.tests) {
      const [first, second] = outcomes.filter((o) => o.test === test)
      if (
        first === undefined ||
        second === undefined ||
        first.result instanceof JudgeFailure ||
        second.result instanceof JudgeFailure
      ) {
        failures++
        continue
      }
      const drift = differences(first.recorded.watched, first.result, second.result)
      if (drift.length > 0) {
        failures++
        console.log(`UNSTABLE ${scenario.name}: ${test.title}\n${JSON.stringify(drift, null, 2)}`)
      } else tests.push(first.result)
    }
    if (tests.length < scenario.tests.length) continue
    const path = recordingPath(scenario.name, version)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(
      `${path}.next`,
      formatRecording({ scenario: scenario.name, flink: version, hashes: hashesOf(scenario), tests }),
    )
    await rename(`${path}.next`, path)
    console.log(`recorded ${scenario.name}: ${tests.length} tests`)
  }
} finally {
  if (!keep) await cluster.stop()
}
process.exit(failures === 0 ? 0 : 1)
