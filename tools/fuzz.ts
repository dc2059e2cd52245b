// `npm run fuzz`: 100,000 inputs through the compiler, in two processes; one that hangs is killed and counted. A run goes on
// where an earlier one of the same commit was stopped. `npm run fuzz -- 5000` runs fewer, `-- --one 4711` shows one input.
import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attempt, HANG_MS, type Outcome } from '../test/fuzz/attempt.js'
import { fuzzInput } from '../test/fuzz/inputs.js'

const TOTAL = 100_000
const CHUNK = 250
const WORKERS = 2
const root = fileURLToPath(new URL('..', import.meta.url))
const STATE = join(root, '.flowc', 'fuzz', 'state.json')
const REPORT = join(root, 'test', 'fuzz', 'report.md')

interface Fault {
  readonly number: number
  readonly text: string
}
interface State {
  readonly commit: string
  readonly total: number
  readonly done: number[]
  readonly faults: Fault[]
  clean: number
  diagnostics: number
  seconds: number
}
interface Chunk {
  readonly from: number
  readonly outcomes: readonly Outcome[]
}

const self = fileURLToPath(import.meta.url)
const args = process.argv.slice(2)
const commit = (): string => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

if (process.send !== undefined) serve()
else if (args[0] === '--one') one(Number(args[1]))
else await run(Number(args[0] ?? TOTAL))

function one(number: number): void {
  const input = fuzzInput(number)
  console.log(`input ${number}: ${input.kind}, ${input.file}\n${'-'.repeat(72)}\n${input.files[input.file]}\n${'-'.repeat(72)}`)
  const outcome = attempt(number)
  console.log(outcome.fault ?? `fine: ${outcome.diagnostics} diagnostics`)
  process.exitCode = outcome.fault === null ? 0 : 1
}

/** A child: told where a chunk begins, tells each input before it begins it, and the chunk at its end. */
function serve(): void {
  process.on('message', (from: number) => {
    const outcomes: Outcome[] = []
    for (let i = 0; i < CHUNK; i++) {
      const before = performance.now()
      const outcome = attempt(from + i)
      const slow = performance.now() - before > HANG_MS
      outcomes.push(slow ? { ...outcome, fault: `took longer than ${HANG_MS} ms` } : outcome)
    }
    process.send!({ from, outcomes } satisfies Chunk)
  })
}

async function run(total: number): Promise<void> {
  const state = load(total)
  const waiting: number[] = []
  for (let from = 0; from < total; from += CHUNK) if (!state.done.includes(from)) waiting.push(from)
  if (waiting.length * CHUNK < total) console.log(`goes on: ${state.done.length * CHUNK} inputs are done`)
  const begin = Date.now()
  const before = state.seconds
  const interrupt = { stopped: false }
  const stop = (): void => {
    interrupt.stopped = true
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const work = async (): Promise<void> => {
    let child: ChildProcess | undefined
    for (let from = waiting.shift(); from !== undefined && !interrupt.stopped; from = waiting.shift()) {
      child ??= fork(self, { execArgv: process.execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      const chunk = await ask(child, from)
      if (chunk === null) {
        child = undefined
        state.faults.push({ number: from, text: `one of ${CHUNK} inputs from here on hangs, or ends the process` })
      } else
        for (const [i, outcome] of chunk.outcomes.entries()) {
          state.diagnostics += outcome.diagnostics
          if (outcome.clean) state.clean++
          if (outcome.fault !== null) state.faults.push({ number: from + i, text: outcome.fault })
        }
      state.done.push(from)
      state.seconds = before + (Date.now() - begin) / 1000
      save(state)
      if (state.done.length % 40 === 0)
        console.log(`${state.done.length * CHUNK} of ${total}, ${state.faults.length} faults, ${Math.round(state.seconds)} s`)
    }
    child?.disconnect()
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  if (interrupt.stopped && state.done.length * CHUNK < total) {
    console.log(`stopped at ${state.done.length * CHUNK} of ${total}: the same command goes on`)
    process.exit(130)
  }
  for (const fault of state.faults.slice(0, 20)) console.log(`\ninput ${fault.number}\n${fault.text}`)
  if (total === TOTAL) writeFileSync(REPORT, report(state))
  console.log(`${total - state.faults.length} passed, ${state.faults.length} failed`)
  process.exitCode = state.faults.length === 0 ? 0 : 1
}

/** Null where the child hangs or dies. */
function ask(child: ChildProcess, from: number): Promise<Chunk | null> {
  return new Promise((resolve) => {
    const end = (chunk: Chunk | null): void => {
      clearTimeout(timer)
      child.off('message', answered)
      child.off('exit', died)
      resolve(chunk)
    }
    const answered = (chunk: unknown): void => end(chunk as Chunk)
    const died = (): void => end(null)
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      end(null)
    }, 20 * HANG_MS)
    child.on('message', answered)
    child.on('exit', died)
    child.send(from)
  })
}

function load(total: number): State {
  const now = commit()
  if (existsSync(STATE)) {
    const old = JSON.parse(readFileSync(STATE, 'utf8')) as State
    if (old.commit === now && old.total === total && old.done.length * CHUNK < total) return old
  }
  return { commit: now, total, done: [], faults: [], clean: 0, diagnostics: 0, seconds: 0 }
}

function save(state: State): void {
  mkdirSync(join(STATE, '..'), { recursive: true })
  writeFileSync(STATE, JSON.stringify(state))
}

function report(s: State): string {
  return `# The last whole run of the fuzzer

Written by \`npm run fuzz\`: do not edit.

| | |
| --- | --- |
| Commit | ${s.commit} |
| Inputs | ${s.total.toLocaleString('en')} |
| Crashes, hangs, wrong places | ${s.faults.length} |
| Diagnostics | ${s.diagnostics.toLocaleString('en')} |
| Programs without a mistake, lowered and their tests run | ${s.clean.toLocaleString('en')} |
| Seconds, two processes | ${Math.round(s.seconds)} |
`
}
