// Starts, stops and looks at a real Flink in a folder. Several stand side by side, one a folder.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gatewayAnswers } from '../deploy/gateway.js'
import { flinkRest } from '../deploy/flink-rest.js'
import { pause } from '../deploy/http.js'
import { stack } from '../diagnostics/codes/stack.js'
import {
  configYaml,
  FLINK_ROLES,
  javaArguments,
  LOG4J,
  logFile,
  TASK_SLOTS,
  type FlinkPorts,
  type FlinkRole,
} from './flink-config.js'
import { cacheFolder, fetchFlink } from './fetch.js'
import { failStack, outcome, type Outcome } from './outcome.js'
import { choosePort } from './ports.js'
import { endAtOnce, isAlive, launch, stopProcess, type ProcessRecord } from './processes.js'
import { findJava } from './tools.js'
import { FLINK_VERSIONS, isFlinkVersion } from './versions.js'

export const SERVICES = ['flink'] as const

export interface UpOptions {
  /** Folder of the stack: configuration, logs, checkpoints, and who runs. Absolute. */
  readonly folder: string
  readonly version: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  /** Wanted ports; those left out are chosen. */
  readonly ports?: Partial<FlinkPorts>
  readonly signal?: AbortSignal
}

export interface FlinkStack {
  readonly version: string
  readonly folder: string
  /** Job manager: REST and web page. */
  readonly rest: string
  readonly gateway: string
  readonly processes: readonly (ProcessRecord & { readonly alive: boolean; readonly log: string })[]
}

interface State {
  readonly stateVersion: 1
  readonly flink: string
  readonly ports: FlinkPorts
  readonly processes: readonly ProcessRecord[]
}

const READY_SECONDS = 180

const statePath = (folder: string): string => join(folder, 'stack.json')

async function readState(folder: string): Promise<State | null> {
  if (!existsSync(statePath(folder))) return null
  try {
    const state = JSON.parse(await readFile(statePath(folder), 'utf8')) as State
    if (state.stateVersion === 1) return state
  } catch {
    // half a file cannot be: it is written by rename
  }
  return failStack(stack.folderUnusable, { folder, reason: '`stack.json` in it is not one that this version wrote' })
}

async function writeState(folder: string, state: State): Promise<void> {
  const next = `${statePath(folder)}.next`
  await writeFile(next, `${JSON.stringify(state, null, 2)}\n`)
  await rename(next, statePath(folder))
}

async function seen(folder: string, state: State): Promise<FlinkStack> {
  return {
    version: state.flink,
    folder,
    rest: `http://127.0.0.1:${state.ports.rest}`,
    gateway: `http://127.0.0.1:${state.ports.gateway}`,
    processes: await Promise.all(
      state.processes.map(async (p) => ({ ...p, alive: await isAlive(p), log: logFile(folder, p.name as FlinkRole) })),
    ),
  }
}

/** null: nothing was started in this folder. */
export const stackStatus = (folder: string): Promise<Outcome<FlinkStack | null>> =>
  outcome(async () => {
    const state = await readState(folder)
    return state === null ? null : seen(folder, state)
  })

/** Fetches what is missing and starts; a stack that runs already is left alone. */
export const stackUp = (options: UpOptions): Promise<Outcome<FlinkStack>> =>
  outcome(async () => {
    const { folder, version } = options
    if (!isFlinkVersion(version)) return failStack(stack.unknownFlinkVersion, { version, known: FLINK_VERSIONS })
    const before = await readState(folder)
    if (before !== null) {
      const now = await seen(folder, before)
      if (now.processes.length === FLINK_ROLES.length && now.processes.every((p) => p.alive)) {
        if (before.flink !== version) failStack(stack.otherVersionRuns, { running: before.flink, wanted: version, folder })
        options.say(`Flink ${version} runs already`)
        await ready(folder, before, options)
        return now
      }
      await stopAll(folder, before, options.say)
    }
    const java = await findJava(options.env)
    const home = await fetchFlink({
      cache: cacheFolder(options.env),
      version,
      env: options.env,
      say: options.say,
      signal: options.signal,
    })
    const ports = await choosePorts({ ...wantedPorts(options.env), ...options.ports })
    await prepare(folder, ports)
    options.say(`starting Flink ${version}`)
    let state: State = { stateVersion: 1, flink: version, ports, processes: [] }
    // An interrupted command may end at once: what it has started is told to end before that.
    const interrupted = (): void => state.processes.forEach(endAtOnce)
    options.signal?.addEventListener('abort', interrupted)
    try {
      for (const role of FLINK_ROLES) {
        options.signal?.throwIfAborted()
        const started = await launch({
          name: role,
          program: java,
          args: javaArguments(role, folder, home),
          env: {
            ...options.env,
            FLINK_CONF_DIR: join(folder, 'conf'),
            FLINK_LIB_DIR: home.lib,
            FLINK_OPT_DIR: home.opt,
            FLINK_PLUGINS_DIR: join(folder, 'plugins'),
          },
          output: outputFile(folder, role),
        })
        if (started === null)
          return failStack(stack.processDied, { process: role, log: outputFile(folder, role), tail: lastLine(folder, role) })
        state = { ...state, processes: [...state.processes, started] }
        await writeState(folder, state)
      }
      await ready(folder, state, options)
    } catch (error) {
      await stopAll(folder, state, () => {})
      throw error
    } finally {
      options.signal?.removeEventListener('abort', interrupted)
    }
    options.say(
      `Flink ${version} is ready: http://127.0.0.1:${ports.rest} (jobs), http://127.0.0.1:${ports.gateway} (SQL gateway)`,
    )
    return seen(folder, state)
  })

/** Ends what `stackUp` started in this folder, also after a crash. Returns the names of what was still running. */
export const stackDown = (folder: string, say: (line: string) => void): Promise<Outcome<readonly string[]>> =>
  outcome(async () => {
    const state = await readState(folder)
    return state === null ? [] : stopAll(folder, state, say)
  })

async function stopAll(folder: string, state: State, say: (line: string) => void): Promise<readonly string[]> {
  const stopped: string[] = []
  for (const p of [...state.processes].reverse()) {
    if (!(await stopProcess(p))) continue
    stopped.push(p.name)
    say(`stopped the ${p.name} (${p.pid})`)
  }
  await rm(statePath(folder), { force: true })
  return stopped
}

/** Ports of the two services that people and scripts talk to. */
function wantedPorts(env: UpOptions['env']): Partial<FlinkPorts> {
  const read = (variable: string): number | undefined => {
    const value = env[variable]
    if (value === undefined || value === '') return undefined
    const port = Number(value)
    return /^\d+$/.test(value) && port >= 1 && port <= 65535 ? port : failStack(stack.badPort, { variable, value })
  }
  const [rest, gateway] = [read('FLOWC_FLINK_REST_PORT'), read('FLOWC_FLINK_GATEWAY_PORT')]
  return { ...(rest === undefined ? {} : { rest }), ...(gateway === undefined ? {} : { gateway }) }
}

async function choosePorts(wanted: Partial<FlinkPorts>): Promise<FlinkPorts> {
  const taken = new Set(Object.values(wanted))
  const choose = async (purpose: string, port: number | undefined, preferred: number): Promise<number> => {
    const chosen = await choosePort(purpose, port, preferred, taken)
    taken.add(chosen)
    return chosen
  }
  return {
    rest: await choose('job manager', wanted.rest, 8081),
    gateway: await choose('SQL gateway', wanted.gateway, 8083),
    rpc: await choose('job manager RPC', wanted.rpc, 6123),
    blob: await choose('blob server', wanted.blob, 6124),
  }
}

async function prepare(folder: string, ports: FlinkPorts): Promise<void> {
  try {
    for (const part of ['conf', 'tmp', 'plugins', 'checkpoints', 'savepoints'])
      await mkdir(join(folder, part), { recursive: true })
    await writeFile(join(folder, 'conf', 'config.yaml'), configYaml(folder, ports))
    await writeFile(join(folder, 'conf', 'log4j.properties'), LOG4J)
  } catch (error) {
    failStack(stack.folderUnusable, { folder, reason: (error as Error).message })
  }
}

/** Waits until all slots are offered and the gateway answers, or until somebody dies. */
async function ready(folder: string, state: State, options: UpOptions): Promise<void> {
  const rest = flinkRest(`http://127.0.0.1:${state.ports.rest}`)
  const deadline = Date.now() + READY_SECONDS * 1000
  for (;;) {
    options.signal?.throwIfAborted()
    const overview = await rest.overview()
    const slots = overview.ok && overview.value.slots === TASK_SLOTS
    if (slots && (await gatewayAnswers(`http://127.0.0.1:${state.ports.gateway}`))) return
    for (const p of state.processes) {
      const role = p.name as FlinkRole
      if (!(await isAlive(p)))
        failStack(stack.processDied, { process: role, log: outputFile(folder, role), tail: lastLine(folder, role) })
    }
    if (Date.now() > deadline) {
      const role: FlinkRole = slots ? 'SQL gateway' : overview.ok ? 'task manager' : 'job manager'
      failStack(stack.notReady, { what: role, seconds: READY_SECONDS, log: logFile(folder, role) })
    }
    await pause(200)
  }
}

const outputFile = (folder: string, role: FlinkRole): string => logFile(folder, role).replace(/\.log$/, '.out')

/** What a process said last: the line that names the reason, where there is one. */
function lastLine(folder: string, role: FlinkRole): string {
  const lines = [outputFile(folder, role), logFile(folder, role)]
    .filter((f) => existsSync(f))
    .flatMap((f) => readFileSync(f, 'utf8').split('\n'))
    .map((l) => l.trim())
    .filter((l) => l !== '' && !l.startsWith('at '))
  return (lines.findLast((l) => /Caused by|Exception|[Ee]rror/.test(l)) ?? lines.at(-1) ?? 'it said nothing').slice(0, 300)
}
