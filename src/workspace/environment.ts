// An environment as people write it: where the systems are, how to log in, the team's policy. The top level of the
// configuration is one; `environments.NAME` and envs/NAME.json say what differs from it.
import type { Span } from '../core/span.js'
import { catalogOption, CATALOG_OPTIONS, REGISTRY_OPTIONS, DERIVED_SETTINGS } from '../codegen/environment-names.js'
import { KAFKA_CHOICES, KAFKA_PROPERTIES, POSTGRES_PROPERTIES } from '../typecheck/connection.js'
import type { NamedSetting, Setting, Settings } from './settings.js'
import { readSources, type SourceSettings } from './source-settings.js'

export interface RegistrySettings {
  readonly url: Setting | null
  readonly user: Setting | null
  readonly password: Setting | null
  readonly token: Setting | null
  /** PEM file of the authority that signed the certificate, relative to the project. */
  readonly ca: string | null
  /** Options of Flink's `avro-confluent` format. */
  readonly options: readonly NamedSetting[]
}

export interface EndpointSettings {
  readonly url: Setting | null
  readonly user: Setting | null
  readonly password: Setting | null
  readonly token: Setting | null
  readonly ca: string | null
}

export interface ParamSetting {
  readonly name: string
  readonly value: boolean | number | string
  readonly span: Span
}

export interface EnvironmentSettings {
  readonly kafka: {
    readonly bootstrap: Setting | null
    readonly sasl: {
      readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
      readonly user: Setting
      readonly password: Setting
    } | null
    readonly ssl: { readonly ca: string | null; readonly certificate: string | null; readonly key: Setting | null } | null
    readonly properties: readonly NamedSetting[]
  }
  readonly registry: RegistrySettings
  readonly connect: EndpointSettings & {
    readonly avroConverter: 'confluent' | 'apicurio' | null
    readonly registryUrl: Setting | null
    /** Who puts in the values of references: the worker (its `env` provider), or flowc when it sends the configuration. */
    readonly references: 'worker' | 'values' | null
    readonly heartbeat: number | null
  }
  readonly flink: {
    readonly gateway: Setting | null
    readonly rest: Setting | null
    readonly user: Setting | null
    readonly password: Setting | null
    readonly token: Setting | null
    readonly ca: string | null
    /** Folder for compiled plans that the gateway can write, as a URL. */
    readonly plans: string | null
    /** Folder for savepoints, as a URL. */
    readonly savepoints: string | null
    readonly settings: readonly { readonly name: string; readonly value: string }[]
  }
  readonly catalogs: readonly { readonly name: string; readonly properties: readonly NamedSetting[] }[]
  readonly connections: readonly { readonly name: string; readonly properties: readonly NamedSetting[] }[]
  /** What a source of this name reads here, whatever the program says. */
  readonly streams: readonly SourceSettings[]
  readonly topics: {
    readonly prefix: string | null
    readonly partitions: number | null
    readonly replicas: number | null
    readonly partitionThroughput: number | null
    readonly growth: number | null
    readonly importantPartitions: number | null
    readonly dlqPartitions: number | null
    readonly retention: { readonly result: number | null; readonly cdc: number | null; readonly dlq: number | null }
  }
  /** Milliseconds. */
  readonly checkpoint: number | null
  /** Values of `env('NAME')`, before the process environment. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
  /** Values of the `param`s of programs, with the places where they are said. */
  readonly params: readonly ParamSetting[]
  readonly files: Setting | null
  /** `off`: jobs of this environment run without their taps. */
  readonly taps: 'on' | 'off' | null
  /** File of `NAME=value` lines, or folder with a file a secret; relative to the project. */
  readonly secrets: string | null
}

const NO_ENDPOINT: EndpointSettings = { url: null, user: null, password: null, token: null, ca: null }

export const NO_SETTINGS: EnvironmentSettings = {
  kafka: { bootstrap: null, sasl: null, ssl: null, properties: [] },
  registry: { ...NO_ENDPOINT, options: [] },
  connect: { ...NO_ENDPOINT, avroConverter: null, registryUrl: null, references: null, heartbeat: null },
  flink: {
    gateway: null,
    rest: null,
    user: null,
    password: null,
    token: null,
    ca: null,
    plans: null,
    savepoints: null,
    settings: [],
  },
  catalogs: [],
  connections: [],
  streams: [],
  topics: {
    prefix: null,
    partitions: null,
    replicas: null,
    partitionThroughput: null,
    growth: null,
    importantPartitions: null,
    dlqPartitions: null,
    retention: { result: null, cdc: null, dlq: null },
  },
  checkpoint: null,
  variables: [],
  params: [],
  files: null,
  taps: null,
  secrets: null,
}

export const ENVIRONMENT_SETTINGS = [
  'kafka',
  'registry',
  'connect',
  'flink',
  'catalogs',
  'connections',
  'streams',
  'topics',
  'checkpoint',
  'variables',
  'params',
  'files',
  'taps',
  'secrets',
] as const

const ENDPOINT = ['url', 'user', 'password', 'token', 'ca'] as const
const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** Client properties that the compiler or another setting decides, and which that is. */
const KAFKA_DECIDED: Readonly<Record<string, string>> = {
  'bootstrap.servers': '`kafka.bootstrap`',
  'group.id': 'the name of the pipeline',
  'isolation.level': 'the pipeline, which reads committed rows',
  'transaction.timeout.ms': '`checkpoint`',
  'max.request.size': 'the size of dead letters',
}

/** Reads the settings of an environment; unknown names are reported by whoever knows what else may stand beside them. */
export function readEnvironment(s: Settings): EnvironmentSettings {
  const kafka = s.section('kafka')?.only(['bootstrap', 'sasl', 'ssl', 'properties']) ?? null
  const registry = s.section('registry', 'an object with `url`')?.only([...ENDPOINT, 'options']) ?? null
  const connect = s.section('connect')?.only([...ENDPOINT, 'avroConverter', 'registryUrl', 'references', 'heartbeat']) ?? null
  const flink =
    s.section('flink')?.only(['gateway', 'rest', 'user', 'password', 'token', 'ca', 'plans', 'savepoints', 'settings']) ?? null
  return {
    kafka: {
      bootstrap: kafka?.setting('bootstrap') ?? null,
      sasl: kafka === null ? null : readSasl(kafka),
      ssl: kafka === null ? null : readSsl(kafka),
      properties: kafka === null ? [] : readKafkaProperties(kafka),
    },
    registry: { ...readEndpoint(registry), options: registry === null ? [] : readRegistryOptions(registry) },
    connect: {
      ...readEndpoint(connect),
      avroConverter: connect?.oneOf('avroConverter', ['confluent', 'apicurio']) ?? null,
      registryUrl: connect?.setting('registryUrl') ?? null,
      references: connect?.oneOf('references', ['worker', 'values']) ?? null,
      heartbeat: connect?.duration('heartbeat') ?? null,
    },
    flink: {
      gateway: flink?.setting('gateway') ?? null,
      rest: flink?.setting('rest') ?? null,
      user: flink?.setting('user') ?? null,
      password: flink?.secret('password') ?? null,
      token: flink?.secret('token') ?? null,
      ca: flink?.text('ca', 'a PEM file') ?? null,
      plans: flink === null ? null : readUrl(flink, 'plans'),
      savepoints: flink === null ? null : readUrl(flink, 'savepoints'),
      settings: flink === null ? [] : readFlinkSettings(flink),
    },
    catalogs: readNamed(s, 'catalogs', (name, catalog) => {
      const properties = catalog.all().map((p) => ({ ...p, name: p.name.replaceAll(' ', '-') }))
      return properties.filter((p) => {
        if (catalogOption(p.name)) return true
        catalog.unknown(catalog.has(p.name) ? p.name : p.name.replaceAll('-', ' '), CATALOG_OPTIONS)
        return false
      })
    }),
    connections: readNamed(s, 'connections', (_, connection) => {
      const known = [...new Set([...POSTGRES_PROPERTIES.filter((p) => p !== 'topic prefix'), ...KAFKA_PROPERTIES])]
      connection.only(known)
      for (const [property, choices] of Object.entries(KAFKA_CHOICES))
        if (connection.has(property)) connection.oneOf(property, choices)
      return connection.all().filter((p) => known.includes(p.name))
    }),
    streams: readSources(s),
    topics: readTopics(s.section('topics')),
    checkpoint: s.duration('checkpoint'),
    variables: readVariables(s),
    params: readParams(s),
    files: s.setting('files'),
    taps: s.oneOf('taps', ['on', 'off']),
    secrets: s.text('secrets', 'a file or a folder'),
  }
}

function readEndpoint(s: Settings | null): EndpointSettings {
  if (s === null) return NO_ENDPOINT
  return {
    url: s.setting('url'),
    user: s.setting('user'),
    password: s.secret('password'),
    token: s.secret('token'),
    ca: s.text('ca', 'a PEM file'),
  }
}

function readSasl(kafka: Settings): EnvironmentSettings['kafka']['sasl'] {
  const s = kafka.section('sasl', 'an object with `mechanism`, `user` and `password`')?.only(['mechanism', 'user', 'password'])
  if (s === undefined) return null
  const mechanism = s.oneOf('mechanism', MECHANISMS)
  const user = s.setting('user')
  const password = s.secret('password')
  for (const name of ['mechanism', 'user', 'password'])
    if (!s.has(name)) kafka.wrong('sasl', '`mechanism`, `user` and `password`', {})
  return mechanism === null || user === null || password === null ? null : { mechanism, user, password }
}

function readSsl(kafka: Settings): EnvironmentSettings['kafka']['ssl'] {
  const s = kafka.section('ssl')?.only(['ca', 'certificate', 'key'])
  if (s === undefined) return null
  const certificate = s.text('certificate', 'a PEM file')
  const key = s.secret('key')
  if (s.has('certificate') !== s.has('key')) kafka.wrong('ssl', '`certificate` and `key` together', {})
  return { ca: s.text('ca', 'a PEM file'), certificate, key }
}

function readKafkaProperties(kafka: Settings): readonly NamedSetting[] {
  const s = kafka.section('properties')
  if (s === null) return []
  return s.all().filter((p) => {
    const decided = KAFKA_DECIDED[p.name]
    if (decided !== undefined) s.wrong(p.name, `another place: ${decided} decides it`)
    return decided === undefined
  })
}

function readRegistryOptions(registry: Settings): readonly NamedSetting[] {
  const s = registry.section('options')
  if (s === null) return []
  const known = (name: string): boolean => REGISTRY_OPTIONS.includes(name) || name.startsWith('properties.')
  for (const name of s.names) if (!known(name)) s.unknown(name, REGISTRY_OPTIONS)
  return s.all().filter((p) => known(p.name))
}

function readFlinkSettings(flink: Settings): EnvironmentSettings['flink']['settings'] {
  const s = flink.section('settings')
  if (s === null) return []
  return s.all().flatMap((p) => {
    const decided = DERIVED_SETTINGS[p.name]
    if (decided !== undefined) s.wrong(p.name, `another place: ${decided} decides it`)
    else if (typeof p.value === 'string') return [{ name: p.name, value: p.value }]
    else s.wrong(p.name, 'a text')
    return []
  })
}

function readUrl(s: Settings, name: string): string | null {
  const value = s.text(name, 'a URL of a folder')
  if (value === null) return null
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return value.replace(/\/+$/, '')
  s.wrong(name, 'a URL of a folder that the cluster reaches: `s3://…`, `file:///…`')
  return null
}

function readNamed<T>(
  s: Settings,
  name: string,
  read: (name: string, section: Settings) => readonly T[],
): readonly { readonly name: string; readonly properties: readonly T[] }[] {
  const all = s.section(name)
  if (all === null) return []
  return all.names.flatMap((n) => {
    const section = all.section(n)
    return section === null ? [] : [{ name: n, properties: read(n, section) }]
  })
}

function readTopics(s: Settings | null): EnvironmentSettings['topics'] {
  if (s === null) return NO_SETTINGS.topics
  s.only([
    'prefix',
    'partitions',
    'replicas',
    'partitionThroughput',
    'growth',
    'importantPartitions',
    'dlqPartitions',
    'retention',
  ])
  const retention = s.section('retention')?.only(['result', 'cdc', 'dlq']) ?? null
  const prefix = s.text('prefix', 'the first part of topic names')
  if (prefix !== null && !/^[A-Za-z0-9._-]{1,100}$/.test(prefix))
    s.wrong('prefix', 'letters, digits, `.`, `_` and `-`, as topic names have them')
  return {
    prefix: prefix !== null && /^[A-Za-z0-9._-]{1,100}$/.test(prefix) ? prefix : null,
    partitions: s.count('partitions'),
    replicas: s.count('replicas'),
    partitionThroughput: s.positive('partitionThroughput'),
    growth: s.positive('growth'),
    importantPartitions: s.count('importantPartitions'),
    dlqPartitions: s.count('dlqPartitions'),
    retention: {
      result: retention?.duration('result') ?? null,
      cdc: retention?.duration('cdc') ?? null,
      dlq: retention?.duration('dlq') ?? null,
    },
  }
}

function readVariables(s: Settings): EnvironmentSettings['variables'] {
  const all = s.section('variables')
  if (all === null) return []
  return all.all().flatMap((p) => {
    if (typeof p.value === 'string') return [{ name: p.name, value: p.value }]
    all.wrong(p.name, 'a text; references stand where the variable is used')
    return []
  })
}

function readParams(s: Settings): readonly ParamSetting[] {
  const all = s.section('params', 'an object with a value a param')
  if (all === null) return []
  return all.names.flatMap((name) => {
    const value = all.plain(name)
    return value === null ? [] : [{ name, value, span: all.span(name) }]
  })
}

/** What an environment says wins over the configuration's own settings: value by value, and name by name in lists of names. */
export function mergeSettings(own: EnvironmentSettings, over: EnvironmentSettings): EnvironmentSettings {
  return merge(own, over) as EnvironmentSettings
}

type Plain = null | string | number | readonly Plain[] | { readonly [key: string]: Plain }

function merge(own: unknown, over: unknown): unknown {
  const a = own as Plain
  const b = over as Plain
  if (b === null) return a
  if (a === null || typeof b !== 'object' || typeof a !== 'object') return b
  if (Array.isArray(b) || Array.isArray(a)) return mergeNamed(a as readonly Named[], b as readonly Named[])
  if (isReference(a) || isReference(b)) return b
  const result: Record<string, unknown> = { ...(a as object), ...(LOGIN.some((k) => has(b, k)) ? NO_LOGIN : {}) }
  for (const [key, value] of Object.entries(b)) result[key] = merge(result[key] ?? null, value)
  return result
}

/** One way to log in replaces another as a whole. */
const LOGIN = ['user', 'password', 'token']
const NO_LOGIN = { user: null, password: null, token: null }
const has = (v: object, key: string): boolean => (v as Readonly<Record<string, unknown>>)[key] != null && 'token' in v

interface Named {
  readonly name: string
}

function mergeNamed(own: readonly Named[], over: readonly Named[]): readonly Named[] {
  const result = new Map(own.map((n) => [n.name, n]))
  for (const n of over) result.set(n.name, merge(result.get(n.name) ?? null, n) as Named)
  return [...result.values()]
}

const isReference = (v: object): boolean => 'env' in v || 'secret' in v
