// What a service of the stack is: what it needs, what it is made of, how it starts and when it is ready.
import type { Download } from './fetch-jars.js'
import type { FlinkVersion } from './versions.js'

export const SERVICES = ['kafka', 'registry', 'connect', 'postgres', 'iceberg', 'flink'] as const
export type ServiceName = (typeof SERVICES)[number]

/** Those of one service begin with its own, by which people know it. */
export const PORTS = {
  kafka: ['kafka', 'kafka-controller'],
  registry: ['registry'],
  connect: ['connect'],
  postgres: ['postgres'],
  iceberg: ['iceberg'],
  flink: ['flink', 'gateway', 'flink-rpc', 'flink-blob'],
} as const satisfies Readonly<Record<ServiceName, readonly string[]>>
export type PortName = (typeof PORTS)[ServiceName][number]
export type Ports = Readonly<Partial<Record<PortName, number>>>

export const PORT_NAMES: readonly PortName[] = SERVICES.flatMap((s): readonly PortName[] => PORTS[s])

/** Preferred where they are free: the products' own, but for Connect and the registry, whose own belong to Flink too. */
export const PREFERRED: Readonly<Record<PortName, number>> = {
  kafka: 9092,
  'kafka-controller': 9093,
  registry: 8085,
  connect: 8084,
  postgres: 5432,
  iceberg: 8181,
  flink: 8081,
  gateway: 8083,
  'flink-rpc': 6123,
  'flink-blob': 6124,
}

type Environment = Readonly<Record<string, string | undefined>>

export interface Fetching {
  readonly cache: string
  readonly env: Environment
  readonly flink: FlinkVersion
  readonly say: (line: string) => void
  readonly downloaded: (download: Download) => void
  readonly signal?: AbortSignal | undefined
}

export interface Starting extends Fetching {
  /** The service's own, absolute; it exists. */
  readonly folder: string
  /** Its own and those of all that it needs. */
  readonly ports: Readonly<Record<string, number>>
  /** Pids of the processes of the start before, none of which runs any more. */
  readonly gone: readonly number[]
}

/** A process to start. */
export interface Task {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stopSignal?: NodeJS.Signals
  /** It writes its log file itself. */
  readonly logsItself?: boolean
}

export interface Service {
  readonly name: ServiceName
  /** For people. */
  readonly title: string
  readonly needs: readonly ServiceName[]
  /** While this process runs, the others are started again beside it: a job manager keeps its jobs. */
  readonly heart?: string
  readonly readySeconds: number
  readonly version: (fetching: Fetching) => Promise<string>
  /** Fails where a program of this machine is missing. */
  readonly check: (fetching: Fetching) => Promise<void>
  readonly fetch: (fetching: Fetching) => Promise<void>
  /** Writes its files; gives the processes in the order in which they start. */
  readonly prepare: (starting: Starting) => Promise<readonly Task[]>
  /** The process that is still waited for; null: ready. */
  readonly awaited: (at: Located) => Promise<string | null>
  /** Once ready, before anybody uses it. */
  readonly configure?: (starting: Starting) => Promise<void>
  readonly address: (ports: Readonly<Record<string, number>>) => string
}

/** Enough to ask a running service. */
export interface Located {
  readonly env: Environment
  readonly folder: string
  readonly ports: Readonly<Record<string, number>>
}

/** Part of the names of its files. */
export const slug = (process: string): string => process.replaceAll(' ', '-').toLowerCase()

/** In an order in which each comes after what it needs. */
export function withNeeds(wanted: readonly ServiceName[], all: Readonly<Record<ServiceName, Service>>): readonly ServiceName[] {
  const found = new Set<ServiceName>()
  const add = (name: ServiceName): void => {
    for (const needed of all[name].needs) add(needed)
    found.add(name)
  }
  for (const name of SERVICES) if (wanted.includes(name)) add(name)
  return [...found]
}

/** All that would stand on nothing when these are gone, those first. */
export function withDependents(
  wanted: readonly ServiceName[],
  all: Readonly<Record<ServiceName, Service>>,
): readonly ServiceName[] {
  const affected = (name: ServiceName): boolean => wanted.includes(name) || all[name].needs.some(affected)
  return withNeeds(SERVICES.filter(affected), all).filter(affected).toReversed()
}
