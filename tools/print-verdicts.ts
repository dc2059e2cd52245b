// All verdicts as JSON: for tools that judge another copy of the source.
import { judge, loadRecording, loadScenario, scenarioNames, type TestVerdict } from '../test/conformance/judge/verdict.js'

const verdicts: readonly TestVerdict[] = scenarioNames().flatMap((name) => judge(loadScenario(name), loadRecording(name)))
process.stdout.write(JSON.stringify(verdicts))
