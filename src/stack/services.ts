// The stack as one thing: starts, stops and looks at services in a folder. Several stacks stand side by side, one a folder.
import { setMaxListeners } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { connect } from './connect.js'
import { cacheFolder } from './fetch.js'
import type { Download } from './fetch-jars.js'
import { flink, flinkRestUrl, gatewayUrl } from './flink.js'
import { iceberg, icebergUri, warehouseOf } from './iceberg.js'
import { kafka } from './kafka.js'
import { withLock } from './lock.js'
import { logFile } from './logs.js'
import { failStack, outcome, StackFailure, together, type Outcome } from './outcome.js'
import { portKeeper } from './ports.js'
import { postgres, POSTGRES_DATABASE, POSTGRES_PASSWORD, POSTGRES_USER } from './postgres.js'
import { endAtOnce, isAlive, memoryOf } from './processes.js'
import { registry, registryOwnUrl, registryUrl } from './registry.js'
import { SERVICES, withDependents, withNeeds, type Fetching, type Ports, type Service, type ServiceName } from './service.js'
import { start, takeBack, type Running } from './start.js'
import { openState, readState, type ServiceRecord, type Services } from './state.js'
import { stopService } from './stop.js'
import { FLINK_VERSIONS, isFlinkVersion, type FlinkVersion } from './versions.js'

const ALL: Readonly<Record<ServiceName, Service>> = { kafka, registry, connect, postgres, iceberg, flink }

/** Where the services are, for clients; those that run. */
export interface Endpoints {
  readonly kafka?: { readonly bootstrap: string }
  readonly registry?: { readonly url: string; readonly apicurio: string }
  readonly connect?: { readonly url: string }
  readonly postgres?: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly database: string
  }
  readonly iceberg?: { readonly uri: string; readonly warehouse: string }
  readonly flink?: { readonly version: string; readonly rest: string; readonly gateway: string }
}

export interface ServicesUp extends Endpoints {
  /** What this call has started, and how long each took from its first process to its first answer. */
  readonly started: readonly { readonly service: ServiceName; readonly seconds: number }[]
  readonly downloaded: readonly Download[]
}

export interface UpOptions {
  /** Configuration, logs, data and who runs. Absolute. */
  readonly folder: string
  /** Empty: all. What these need comes along. */
  readonly services: readonly ServiceName[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  /** Absolute; else FLOWC_CACHE or the user's cache folder. */
  readonly cache?: string
  /** Else the one that was started in this folder, or the newest that is known best. */
  readonly flinkVersion?: string | undefined
  /** Those left out are the ones of the last start, or chosen. */
  readonly ports?: Ports
  readonly signal?: AbortSignal | undefined
}

export interface ServiceStatus {
  readonly service: ServiceName
  readonly title: string
  readonly version: string
  /** `not answering`: all of its processes are there, but it does not serve. */
  readonly state: 'running' | 'not answering' | 'partly stopped' | 'stopped'
  readonly address: string
  readonly ports: Readonly<Record<string, number>>
  readonly processes: readonly ProcessStatus[]
}

export interface ProcessStatus {
  readonly name: string
  readonly pid: number
  readonly alive: boolean
  /** Bytes. */
  readonly memory: number | null
  readonly log: string
}

export interface StackStatus {
  readonly services: readonly ServiceStatus[]
  readonly endpoints: Endpoints
}

const folderOf = (folder: string, service: ServiceName): string => join(folder, service)
const lockOf = (folder: string): string => join(folder, 'lock')

/** Fetches what is missing and starts; what runs already is left alone. What is ready stays when another one fails. */
export const servicesUp = (options: UpOptions): Promise<Outcome<ServicesUp>> =>
  outcome(async () => {
    const { folder, signal } = options
    // one for each program and process that an interrupt has to reach
    if (signal !== undefined) setMaxListeners(0, signal)
    const wanted = { ...portsOf(options.env), ...options.ports }
    const names = withNeeds(options.services.length === 0 ? SERVICES : options.services, ALL)
    const downloaded: Download[] = []
    const fetching: Omit<Fetching, 'flink'> = {
      cache: options.cache ?? cacheFolder(options.env),
      env: options.env,
      say: options.say,
      downloaded: (d) => {
        downloaded.push(d)
        options.say(`fetched ${d.what}, ${Math.round(d.bytes / 1e6)} MB, into ${d.folder}`)
      },
      signal,
    }
    const named = flinkVersion(options.flinkVersion)
    try {
      await mkdir(folder, { recursive: true })
    } catch (error) {
      failStack(stack.folderUnusable, { folder, reason: (error as Error).message })
    }
    return underLock(options, async () => {
      const state = await openState(folder)
      const flinkHere = state.get('flink')
      const version = named ?? flinkVersion(flinkHere?.processes.length ? flinkHere.version : FLINK_VERSIONS[0])!
      const run: Running = {
        fetching: { ...fetching, flink: version },
        state,
        wanted,
        keeper: portKeeper(),
        folderOf: (name) => folderOf(folder, name),
        started: [],
        launched: [],
      }
      await together(names.map((name) => ALL[name].check(run.fetching)))
      // An interrupted command may end at once: what it has started is told to end before that.
      const interrupted = (): void => {
        run.launched.forEach(endAtOnce)
        run.keeper.release()
      }
      signal?.addEventListener('abort', interrupted)
      const ready = new Map<ServiceName, Promise<ServiceRecord>>()
      // names are in the order of their needs: whatever a service waits for is in the map before it
      for (const name of names) {
        const needs = ALL[name].needs.map((needed) => ready.get(needed)!)
        ready.set(name, start(run, ALL[name], needs))
      }
      try {
        await together([...ready.values()])
      } catch (error) {
        // an interrupt takes back what this command has started; a service that failed has already been stopped
        if (!(error instanceof StackFailure)) await takeBack(run)
        throw error
      } finally {
        signal?.removeEventListener('abort', interrupted)
        run.keeper.release()
      }
      const records = await Promise.all([...ready].map(async ([name, record]) => [name, await record] as const))
      return { ...endpointsOf(folder, Object.fromEntries(records)), started: run.started, downloaded }
    })
  })

export interface DownOptions {
  readonly folder: string
  /** Empty: all. What needs these goes too. */
  readonly services?: readonly ServiceName[]
  readonly say: (line: string) => void
}

/** Ends what `servicesUp` started in this folder, also after a crash. Returns the names of the processes that still ran. */
export const servicesDown = (options: DownOptions): Promise<Outcome<readonly string[]>> =>
  outcome(async () => {
    const services = await readState(options.folder)
    if (Object.keys(services).length === 0) return []
    return underLock(options, async () => {
      const state = await openState(options.folder)
      const named = options.services ?? []
      const stopped: string[] = []
      for (const group of inSteps(withDependents(named.length === 0 ? SERVICES : named, ALL))) {
        await together(
          group.map(async (name) => {
            stopped.push(...(await stopService(state, name, options.say)))
          }),
        )
      }
      return stopped
    })
  })

/** Those that nothing stands on any more, together; then the next. */
function inSteps(names: readonly ServiceName[]): readonly (readonly ServiceName[])[] {
  const rest = new Set(names)
  const steps: ServiceName[][] = []
  while (rest.size > 0) {
    const free = [...rest].filter((name) => ![...rest].some((other) => ALL[other].needs.includes(name)))
    steps.push(free)
    for (const name of free) rest.delete(name)
  }
  return steps
}

function underLock<T>(
  {
    folder,
    say,
    signal,
  }: { readonly folder: string; readonly say: (line: string) => void; readonly signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  return withLock(
    lockOf(folder),
    signal,
    (holder) => say(`waiting for another \`flowc stack\` in this folder (process ${holder.pid})`),
    work,
  )
}

/** Everything that was started in this folder and not taken down; asks each running service whether it answers. */
export const servicesStatus = (
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Outcome<StackStatus>> =>
  outcome(async () => {
    const records = await readState(folder)
    const known = SERVICES.filter((name) => (records[name]?.processes.length ?? 0) > 0)
    const services = await Promise.all(known.map((name) => statusOf(folder, env, ALL[name], records[name]!)))
    const running = services.filter((s) => s.state === 'running').map((s) => [s.service, records[s.service]!] as const)
    return { services, endpoints: endpointsOf(folder, Object.fromEntries(running)) }
  })

async function statusOf(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  service: Service,
  record: ServiceRecord,
): Promise<ServiceStatus> {
  const own = folderOf(folder, service.name)
  const processes = await Promise.all(
    record.processes.map(async (p): Promise<ProcessStatus> => {
      const alive = await isAlive(p)
      return { name: p.name, pid: p.pid, alive, memory: alive ? await memoryOf(p.pid) : null, log: logFile(own, p.name) }
    }),
  )
  const alive = processes.filter((p) => p.alive).length
  const whole = alive === processes.length
  const answers = whole && (await service.awaited({ folder: own, ports: record.ports, env })) === null
  return {
    service: service.name,
    title: service.title,
    version: record.version,
    state: answers ? 'running' : whole ? 'not answering' : alive > 0 ? 'partly stopped' : 'stopped',
    address: service.address(record.ports),
    ports: record.ports,
    processes,
  }
}

function endpointsOf(folder: string, records: Services): Endpoints {
  const { kafka: k, registry: r, connect: c, postgres: p, iceberg: i, flink: f } = records
  return {
    ...(k && { kafka: { bootstrap: kafka.address(k.ports) } }),
    ...(r && { registry: { url: registryUrl(r.ports), apicurio: registryOwnUrl(r.ports) } }),
    ...(c && { connect: { url: connect.address(c.ports) } }),
    ...(p && {
      postgres: {
        host: '127.0.0.1',
        port: p.ports['postgres']!,
        user: POSTGRES_USER,
        password: POSTGRES_PASSWORD,
        database: POSTGRES_DATABASE,
      },
    }),
    ...(i && { iceberg: { uri: icebergUri(i.ports), warehouse: warehouseOf(folderOf(folder, 'iceberg')) } }),
    ...(f && { flink: { version: f.version, rest: flinkRestUrl(f.ports), gateway: gatewayUrl(f.ports) } }),
  }
}

function flinkVersion(version: string | undefined): FlinkVersion | null {
  if (version === undefined || isFlinkVersion(version)) return version ?? null
  return failStack(stack.unknownFlinkVersion, { version, known: FLINK_VERSIONS })
}

/** Ports that the environment asks for. */
function portsOf(env: UpOptions['env']): Ports {
  const read = (variable: string): number | undefined => {
    const value = env[variable]
    if (value === undefined || value === '') return undefined
    const port = Number(value)
    return /^\d+$/.test(value) && port >= 1 && port <= 65535 ? port : failStack(stack.badPort, { variable, value })
  }
  const [rest, gateway] = [read('FLOWC_FLINK_REST_PORT'), read('FLOWC_FLINK_GATEWAY_PORT')]
  return { ...(rest === undefined ? {} : { flink: rest }), ...(gateway === undefined ? {} : { gateway }) }
}
