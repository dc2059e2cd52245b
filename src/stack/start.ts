// Brings one service from nothing, or from a crash, to its first answer.
import { mkdir } from 'node:fs/promises'
import { stack } from '../diagnostics/codes/stack.js'
import { pause } from '../deploy/http.js'
import { lastSaid, logFile, outputFile, rotate } from './logs.js'
import { failStack } from './outcome.js'
import type { PortKeeper } from './ports.js'
import { isAlive, launch, type ProcessRecord } from './processes.js'
import { PORTS, PREFERRED, type Fetching, type Ports, type Service, type ServiceName, type Starting } from './service.js'
import type { ServiceRecord, StateFile } from './state.js'
import { stopProcesses } from './stop.js'

/** One `up`, of which this service is a part. */
export interface Running {
  readonly fetching: Fetching
  readonly state: StateFile
  readonly wanted: Ports
  readonly keeper: PortKeeper
  readonly folderOf: (name: ServiceName) => string
  readonly started: { readonly service: ServiceName; readonly seconds: number }[]
  /** All processes that this `up` has launched. */
  readonly launched: ProcessRecord[]
}

/** Fetches while others start; waits for what it needs before it starts itself. */
export async function start(run: Running, service: Service, needs: readonly Promise<ServiceRecord>[]): Promise<ServiceRecord> {
  const version = await service.version(run.fetching)
  const before = run.state.get(service.name)
  if (before !== undefined && (await survivors(service, before)).length > 0) refuseOther(run, service, before, version)
  await service.fetch(run.fetching)
  const needed: Record<string, number> = Object.assign({}, ...(await Promise.all(needs)).map((record) => record.ports))
  const usable = before !== undefined && same(before.needed, needed) ? before : null
  const running = usable === null ? [] : await survivors(service, usable)
  if (usable !== null && running.length > 0 && running.length === usable.processes.length) {
    // one that dies just now is started like one that was dead
    if ((await firstDead(run, service, usable)) === null) {
      run.fetching.say(`${service.title} ${version} runs already: ${service.address(usable.ports)}`)
      return usable
    }
  }
  const keep = usable === null ? [] : await survivors(service, usable)
  const others = (before?.processes ?? []).filter((p) => !keep.includes(p))
  await stopProcesses(others, run.fetching.say)
  return launchAll(run, service, version, before, keep, needed)
}

/** The processes of a complete start that can stay: all that run, if its heart does. */
async function survivors(service: Service, before: ServiceRecord): Promise<readonly ProcessRecord[]> {
  if (!before.complete) return []
  const alive: ProcessRecord[] = []
  for (const p of before.processes) if (await isAlive(p)) alive.push(p)
  const whole = alive.length === before.processes.length
  return whole || alive.some((p) => p.name === service.heart) ? alive : []
}

const same = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean =>
  Object.keys({ ...a, ...b }).every((key) => a[key] === b[key])

/** A service that runs is left alone, so it must be the one that is asked for. */
function refuseOther(run: Running, service: Service, before: ServiceRecord, version: string): void {
  if (service.name === 'flink' && before.version !== version)
    failStack(stack.otherVersionRuns, { running: before.version, wanted: version, folder: run.folderOf('flink') })
  for (const port of PORTS[service.name]) {
    const [running, wanted] = [before.ports[port], run.wanted[port]]
    if (running !== undefined && wanted !== undefined && wanted !== running)
      failStack(stack.runsOnOtherPort, { service: service.name, port, running, wanted })
  }
}

async function launchAll(
  run: Running,
  service: Service,
  version: string,
  before: ServiceRecord | undefined,
  keep: readonly ProcessRecord[],
  needed: Readonly<Record<string, number>>,
): Promise<ServiceRecord> {
  const { fetching, state } = run
  const folder = run.folderOf(service.name)
  fetching.signal?.throwIfAborted()
  const ports = before !== undefined && keep.length > 0 ? before.ports : await choosePorts(run, service, before)
  let record: ServiceRecord = { version, ports, needed, processes: keep, complete: false }
  try {
    const starting: Starting = {
      ...fetching,
      folder,
      ports: { ...needed, ...ports },
      gone: (before?.processes ?? []).map((p) => p.pid),
    }
    const all = await prepared(service, starting)
    const tasks = all.filter((task) => !keep.some((p) => p.name === task.name))
    const place = (p: ProcessRecord): number => all.findIndex((task) => task.name === p.name)
    const since = performance.now()
    const part = keep.length === 0 ? '' : `: ${tasks.map((task) => task.name).join(', ')}`
    fetching.say(`starting ${service.title} ${version}${part}`)
    for (const task of tasks) {
      fetching.signal?.throwIfAborted()
      const [log, out] = [logFile(folder, task.name), outputFile(folder, task.name)]
      await rotate(log)
      await rotate(out)
      const { name, program, args, stopSignal } = task
      const process = await launch({
        name,
        program,
        args,
        env: { ...fetching.env, ...task.env },
        output: task.logsItself === true ? out : log,
        cwd: folder,
        ...(stopSignal === undefined ? {} : { stopSignal }),
      })
      if (process === null) return died(folder, name)
      run.launched.push(process)
      record = { ...record, processes: [...record.processes, process].toSorted((a, b) => place(a) - place(b)) }
      await state.set(service.name, record)
    }
    const dead = await firstDead(run, service, record)
    if (dead !== null) return died(folder, dead.name)
    await service.configure?.(starting)
    record = { ...record, complete: true }
    await state.set(service.name, record)
    const seconds = (performance.now() - since) / 1000
    run.started.push({ service: service.name, seconds })
    fetching.say(`${service.title} ${version} is ready after ${seconds.toFixed(1)} s: ${service.address(ports)}`)
    return record
  } catch (error) {
    await stopProcesses(
      record.processes.filter((p) => !keep.includes(p)),
      () => {},
    )
    await state.set(service.name, before !== undefined && keep.length > 0 ? before : { ...record, processes: [] })
    throw error
  }
}

/** Ends what this `up` has launched, and nothing that ran before it. */
export async function takeBack(run: Running): Promise<void> {
  for (const { service } of run.started) {
    const record = run.state.get(service)!
    const [mine, others] = [
      record.processes.filter((p) => run.launched.includes(p)),
      record.processes.filter((p) => !run.launched.includes(p)),
    ]
    await stopProcesses(mine, () => {})
    if (others.length === 0) await run.state.set(service, { ...record, processes: [], complete: false })
  }
}

async function prepared(service: Service, starting: Starting): ReturnType<Service['prepare']> {
  try {
    await mkdir(starting.folder, { recursive: true })
    return await service.prepare(starting)
  } catch (error) {
    const system = error as NodeJS.ErrnoException
    if (typeof system.syscall !== 'string') throw error
    return failStack(stack.folderUnusable, { folder: starting.folder, reason: system.message })
  }
}

/** The ones of the last start are tried first: topics, connectors and people may have written them down. */
async function choosePorts(
  run: Running,
  service: Service,
  before: ServiceRecord | undefined,
): Promise<Readonly<Record<string, number>>> {
  const ports: Record<string, number> = {}
  for (const name of PORTS[service.name]) {
    const last = before?.ports[name]
    const preferred = last === undefined ? [PREFERRED[name]] : [last, PREFERRED[name]]
    ports[name] = await run.keeper.choose(name, run.wanted[name], preferred)
  }
  return ports
}

/** Waits until it answers: null; or until one of its processes is dead: that one. */
async function firstDead(run: Running, service: Service, record: ServiceRecord): Promise<ProcessRecord | null> {
  const folder = run.folderOf(service.name)
  const deadline = Date.now() + service.readySeconds * 1000
  for (;;) {
    run.fetching.signal?.throwIfAborted()
    const awaited = await service.awaited({ folder, ports: record.ports, env: run.fetching.env })
    for (const p of record.processes) if (!(await isAlive(p))) return p
    if (awaited === null) return null
    if (Date.now() > deadline)
      failStack(
        stack.notReady,
        { what: awaited, seconds: service.readySeconds, log: logFile(folder, awaited) },
        said(folder, awaited),
      )
    await pause(100)
  }
}

function died(folder: string, process: string): never {
  const { tail } = lastSaid(folder, process)
  return failStack(stack.processDied, { process, log: logFile(folder, process), tail }, said(folder, process))
}

const said = (folder: string, process: string): { readonly notes: readonly string[] } => {
  const { lines } = lastSaid(folder, process)
  return { notes: lines.length === 0 ? [] : [`it said last:\n${lines.map((l) => `  ${l}`).join('\n')}`] }
}
