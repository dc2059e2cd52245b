// All systems of an environment as they answer in reality (Kafka 4.4, Apicurio 2.6 or Confluent, Connect 4.3 with Debezium
// 3.6, Iceberg's REST test server 1.10, Flink 2.2), with their state in plain maps that a test can look into and change.
import type { KafkaAdmin, KafkaConnector, TopicRequest, TopicState } from '../../src/deploy/kafka-model.js'
import { KafkaFailure, type KafkaProblem } from '../../src/deploy/kafka-model.js'
import { fakeServer, type FakeAnswer, type FakeRequest, type FakeServer } from './fake-server.js'

export interface FakeKafka {
  readonly topics: Map<string, { partitions: number; replicas: number; configs: Map<string, string> }>
  brokers: number
  /** Defaults of the broker: what a topic says about settings that nobody made. */
  readonly defaults: Map<string, string>
  problem: KafkaProblem | null
  /** Fails the creation of one topic. */
  failOn: string | null
  readonly created: string[]
  readonly connect: KafkaConnector
}

export function fakeKafka(): FakeKafka {
  const kafka: FakeKafka = {
    topics: new Map(),
    brokers: 1,
    defaults: new Map([
      ['retention.ms', '604800000'],
      ['cleanup.policy', 'delete'],
      ['min.insync.replicas', '1'],
      ['max.message.bytes', '1048588'],
    ]),
    problem: null,
    failOn: null,
    created: [],
    connect: () => admin,
  }
  const check = (): void => {
    if (kafka.problem !== null) throw new KafkaFailure(kafka.problem)
  }
  const admin: KafkaAdmin = {
    brokers: async () => {
      check()
      return kafka.brokers
    },
    topics: async (names, configs) => {
      check()
      return new Map(
        names.map((name): [string, TopicState | null] => {
          const t = kafka.topics.get(name)
          if (t === undefined) return [name, null]
          const all = new Map([...kafka.defaults, ...t.configs])
          return [
            name,
            {
              name,
              partitions: t.partitions,
              replicas: t.replicas,
              configs: new Map([...all].filter(([k]) => configs.includes(k))),
            },
          ]
        }),
      )
    },
    create: async (t: TopicRequest, { validateOnly = false } = {}) => {
      check()
      if (kafka.failOn === t.name)
        throw new KafkaFailure({ kind: 'forbidden', action: `create topic ${t.name}`, reason: 'Topic authorization failed' })
      if (kafka.topics.has(t.name)) return 'exists'
      if (validateOnly) return 'created'
      kafka.topics.set(t.name, {
        partitions: t.partitions,
        replicas: t.replicas,
        configs: new Map(t.configs.map((c) => [c.name, c.value])),
      })
      kafka.created.push(t.name)
      return 'created'
    },
    close: async () => {},
  }
  return kafka
}

export interface FakeRegistry {
  readonly subjects: Map<string, { version: number; id: number; schema: string }[]>
  level: string
}

function registryAnswers(state: FakeRegistry): (r: FakeRequest) => FakeAnswer {
  let ids = 0
  const noSubject = { status: 404, body: { error_code: 40401, message: 'Subject not found.' } }
  return ({ method, path, body }) => {
    const [, first, second, third, fourth, fifth] = path.split('/')
    if (first === 'config') return { body: { compatibilityLevel: state.level } }
    if (first === 'compatibility') {
      const versions = state.subjects.get(third!)
      if (versions === undefined) return { status: 404, body: { error_code: 40402, message: 'Version not found.' } }
      return { body: { is_compatible: false, messages: ["{errorType:'READER_FIELD_MISSING_DEFAULT_VALUE', description:'…'}"] } }
    }
    if (first !== 'subjects') return { status: 404, body: { error_code: 404, message: 'HTTP 404 Not Found' } }
    if (second === undefined) return { body: [...state.subjects.keys()] }
    const versions = state.subjects.get(second)
    const { schema } = (body ?? {}) as { schema?: string }
    if (third === undefined && method === 'POST') {
      if (versions === undefined) return noSubject
      const found = versions.find((v) => v.schema === schema)
      return found === undefined
        ? { status: 404, body: { error_code: 40403, message: 'Schema not found' } }
        : { body: { subject: second, ...found } }
    }
    if (third === 'versions' && method === 'POST') {
      const list = versions ?? []
      const known = list.find((v) => v.schema === schema)
      if (known !== undefined) return { body: { id: known.id } }
      const next = { version: list.length + 1, id: ++ids, schema: schema! }
      state.subjects.set(second, [...list, next])
      return { body: { id: next.id } }
    }
    if (versions === undefined) return noSubject
    if (fourth === undefined) return { body: versions.map((v) => v.version) }
    const found = fourth === 'latest' ? versions.at(-1) : versions.find((v) => String(v.version) === fourth)
    if (found === undefined || fifth !== undefined)
      return { status: 404, body: { error_code: 40402, message: 'Version not found.' } }
    return { body: { subject: second, ...found, schemaType: 'AVRO' } }
  }
}

export interface FakeConnect {
  readonly connectors: Map<string, { config: Record<string, string>; state: string; trace: string | null }>
  plugins: string[]
  /** By setting, what validation says. */
  errors: Record<string, string>
  /** State of a connector that is made. */
  next: { state: string; trace: string | null }
  /** Settings that the plug-in does not list. */
  unlisted: string[]
}

const POSTGRES = 'io.debezium.connector.postgresql.PostgresConnector'

function connectAnswers(state: FakeConnect): (r: FakeRequest) => FakeAnswer {
  const missing = (name: string): FakeAnswer => ({
    status: 404,
    body: { error_code: 404, message: `Connector ${name} not found` },
  })
  return ({ method, path, body }) => {
    const [, first, second, third, fourth] = path.split('/')
    if (first === 'connector-plugins' && second === undefined)
      return { body: state.plugins.map((c) => ({ class: c, type: 'source', version: '3.6.1.Final' })) }
    if (first === 'connector-plugins' && third === 'config' && fourth === 'validate') {
      const config = body as Record<string, string>
      const listed = Object.keys(config).filter((k) => !/converter\./.test(k) && !state.unlisted.includes(k))
      return {
        body: {
          error_count: Object.keys(state.errors).length,
          configs: [
            { definition: { name: 'internal.legacy.snapshot.max.threads' }, value: null },
            ...listed.map((name) => ({
              definition: { name },
              value: { name, value: null, errors: state.errors[name] === undefined ? [] : [state.errors[name]] },
            })),
          ],
        },
      }
    }
    if (first !== 'connectors' || second === undefined)
      return { status: 404, body: { error_code: 404, message: 'HTTP 404 Not Found' } }
    const known = state.connectors.get(second)
    if (third === 'config' && method === 'PUT') {
      state.connectors.set(second, { config: body as Record<string, string>, ...state.next })
      return { status: known === undefined ? 201 : 200, body: { name: second, config: body } }
    }
    if (known === undefined) return missing(second)
    if (third === 'config') return { body: known.config }
    if (third === 'restart') {
      state.connectors.set(second, { ...known, state: 'RUNNING', trace: null })
      return { status: 202, body: {} }
    }
    return {
      body: {
        name: second,
        connector: { state: 'RUNNING', worker_id: 'w' },
        tasks: [{ id: 0, state: known.state, worker_id: 'w', ...(known.trace === null ? {} : { trace: known.trace }) }],
        type: 'source',
      },
    }
  }
}

export interface FakeTable {
  'format-version': number
  'current-schema-id': number
  schemas: { 'schema-id': number; fields: { id: number; name: string; required: boolean; type: unknown }[] }[]
  'default-spec-id': number
  'partition-specs': { 'spec-id': number; fields: { 'source-id': number; transform: string; name: string }[] }[]
  properties: Record<string, string>
}

export interface FakeIceberg {
  readonly namespaces: Set<string>
  readonly tables: Map<string, FakeTable>
  prefix: string | null
}

function icebergAnswers(state: FakeIceberg): (r: FakeRequest) => FakeAnswer {
  const error = (code: number, type: string, message: string): FakeAnswer => ({
    status: code,
    body: { error: { message, type, code } },
  })
  return ({ method, path, body }) => {
    if (path === '/v1/config') return { body: { defaults: {}, overrides: state.prefix === null ? {} : { prefix: state.prefix } } }
    const root = state.prefix === null ? '/v1/namespaces' : `/v1/${state.prefix}/namespaces`
    if (!path.startsWith(root)) return error(400, 'BadRequestException', `No route for request: ${method} ${path}`)
    const [space, kind, table] = path.slice(root.length + 1).split('/') as [string, string?, string?]
    if (method === 'POST' && space === '') {
      const name = (body as { namespace: string[] }).namespace.join('.')
      if (state.namespaces.has(name)) return error(409, 'AlreadyExistsException', `Namespace already exists: ${name}`)
      state.namespaces.add(name)
      return { body: { namespace: [name], properties: {} } }
    }
    if (kind === undefined)
      return state.namespaces.has(space)
        ? { body: { namespace: [space] } }
        : error(404, 'NoSuchNamespaceException', `Namespace does not exist: ${space}`)
    if (method === 'POST') {
      const create = body as {
        name: string
        schema: FakeTable['schemas'][number]
        'partition-spec': FakeTable['partition-specs'][number]
        properties: Record<string, string>
      }
      const name = `${space}.${create.name}`
      if (state.tables.has(name)) return error(409, 'AlreadyExistsException', `Table already exists: ${name}`)
      const { 'format-version': version, ...properties } = create.properties
      state.tables.set(name, {
        'format-version': Number(version),
        'current-schema-id': 0,
        schemas: [create.schema],
        'default-spec-id': 0,
        'partition-specs': [create['partition-spec']],
        properties,
      })
      return { body: { metadata: state.tables.get(name) } }
    }
    const found = state.tables.get(`${space}.${table}`)
    return found === undefined
      ? error(404, 'NoSuchTableException', `Table does not exist: ${space}.${table}`)
      : { body: { metadata: found } }
  }
}

export interface FakeJob {
  readonly id: string
  name: string
  state: string
  /** What each look at the job shows; the last stays. */
  states: string[]
  vertices: { name: string; status: string }[]
  exceptions: { stacktrace: string; timestamp: number; taskName: string }[]
}

export interface FakeFlink {
  version: string
  slots: number
  freeSlots: number
  config: Record<string, string>
  readonly jobs: Map<string, FakeJob>
  /** Every statement of every session, in order. */
  readonly statements: string[]
  /** Rows of a statement's answer, where it is not just OK. */
  answer: ((statement: string) => string[][] | null) | null
  readonly properties: Record<string, string>[]
  /** Refuses a statement: gives the trace. */
  refuse: ((statement: string) => string | null) | null
  /** What a job that is started shows. */
  next: Pick<FakeJob, 'states' | 'vertices' | 'exceptions'>
  savepoint: { location: string } | { failure: string }
  stopped: { body: unknown }[]
}

const RUNNING = { states: ['RUNNING'], vertices: [{ name: 'Source: orders[1] -> Calc[2]', status: 'RUNNING' }], exceptions: [] }

function gatewayAnswers(state: FakeFlink): (r: FakeRequest) => FakeAnswer {
  let name = ''
  const results = new Map<string, FakeAnswer>()
  const done = (columns: string[], rows: unknown[][], jobID?: string): FakeAnswer => ({
    body: {
      resultType: 'PAYLOAD',
      ...(jobID === undefined ? {} : { jobID }),
      results: {
        columns: columns.map((c) => ({ name: c, logicalType: { type: 'VARCHAR', nullable: true } })),
        data: rows.map((fields) => ({ kind: 'INSERT', fields })),
      },
      nextResultUri: null,
    },
  })
  return ({ method, path, body }) => {
    if (path === '/v1/info') return { body: { productName: 'Apache Flink', version: state.version } }
    if (path === '/v1/sessions' && method === 'POST') {
      const { properties } = body as { properties: Record<string, string> }
      state.properties.push(properties)
      name = properties['pipeline.name'] ?? ''
      return { body: { sessionHandle: 's' } }
    }
    if (path.endsWith('/statements')) {
      const { statement } = body as { statement: string }
      state.statements.push(statement)
      const handle = `o${state.statements.length}`
      const trace = state.refuse?.(statement) ?? null
      if (trace !== null) results.set(handle, { status: 500, body: { errors: ['Internal server error.', trace] } })
      else if (statement.startsWith('EXECUTE')) {
        const id = `job${state.jobs.size + 1}`
        state.jobs.set(id, { id, name, state: state.next.states[0]!, ...structuredClone(state.next) })
        results.set(handle, done(['job id'], [[id]], id))
      } else results.set(handle, done(['result'], state.answer?.(statement) ?? [['OK']]))
      return { body: { operationHandle: handle } }
    }
    const operation = /\/operations\/(\w+)\/result/.exec(path)
    if (operation !== null) return results.get(operation[1]!) ?? { status: 404, body: {} }
    if (method === 'DELETE' || path.endsWith('/cancel')) return { body: {} }
    return { status: 404, body: { errors: ['Not found'] } }
  }
}

function flinkAnswers(state: FakeFlink): (r: FakeRequest) => FakeAnswer {
  return ({ method, path, body, query }) => {
    if (path === '/overview')
      return {
        body: { 'flink-version': state.version, 'slots-total': state.slots, 'slots-available': state.freeSlots, taskmanagers: 1 },
      }
    if (path === '/jobmanager/config') return { body: Object.entries(state.config).map(([key, value]) => ({ key, value })) }
    if (path === '/jobs/overview')
      return { body: { jobs: [...state.jobs.values()].map((j) => ({ jid: j.id, name: j.name, state: j.state })) } }
    const [, , id, what, request] = path.split('/')
    const job = state.jobs.get(id!)
    if (job === undefined) return { status: 404, body: { errors: [`Job ${id} not found`] } }
    switch (what) {
      case undefined:
        if (method === 'PATCH') {
          job.states = ['CANCELED']
          job.state = 'CANCELED'
          return { status: 202, body: {} }
        }
        job.state = job.states.length > 1 ? job.states.shift()! : job.states[0]!
        return {
          body: {
            jid: job.id,
            name: job.name,
            state: job.state,
            'start-time': 1767225600000,
            duration: 3_725_000,
            vertices: job.vertices,
          },
        }
      case 'exceptions':
        return { body: { exceptionHistory: { entries: job.exceptions } } }
      case 'checkpoints':
        return {
          body: { latest: { completed: { id: 7, latest_ack_timestamp: Date.parse('2025-12-31T23:59:30Z'), state_size: 1024 } } },
        }
      case 'metrics':
        return { body: query.get('get') === 'numRestarts' ? [{ id: 'numRestarts', value: '2' }] : [] }
      case 'stop':
        state.stopped.push({ body })
        return { status: 202, body: { 'request-id': 'r' } }
      case 'savepoints': {
        if (request === undefined) return { status: 404, body: {} }
        if ('location' in state.savepoint) {
          job.states = ['FINISHED']
          return { body: { status: { id: 'COMPLETED' }, operation: { location: state.savepoint.location } } }
        }
        return {
          body: { status: { id: 'COMPLETED' }, operation: { 'failure-cause': { 'stack-trace': state.savepoint.failure } } },
        }
      }
      default:
        return { status: 404, body: {} }
    }
  }
}

type Section = Record<string, unknown>

/** Settings of an environment as its file has them. */
export interface EnvironmentJson {
  kafka: Section
  registry: Section
  connect: Section
  flink: Section
  catalogs: { lake: Section }
  connections: Record<string, Section>
  topics: Section
  checkpoint?: string
  streams?: Record<string, Section>
  variables?: Record<string, string>
  secrets?: string
}

export interface FakeWorld {
  readonly kafka: FakeKafka
  readonly registry: FakeRegistry & { readonly server: FakeServer }
  readonly connect: FakeConnect & { readonly server: FakeServer }
  readonly iceberg: FakeIceberg & { readonly server: FakeServer }
  readonly flink: FakeFlink & { readonly rest: FakeServer; readonly gateway: FakeServer }
  /** Settings of an environment that has these systems. */
  readonly environment: EnvironmentJson
  /** Remembers the state of all systems; the function that it gives brings it back. */
  capture(): () => void
  close(): Promise<void>
}

export async function fakeWorld(): Promise<FakeWorld> {
  const registry: FakeRegistry = { subjects: new Map(), level: 'BACKWARD' }
  const connect: FakeConnect = {
    connectors: new Map(),
    plugins: [POSTGRES, 'org.apache.kafka.connect.file.FileStreamSinkConnector'],
    errors: {},
    next: { state: 'RUNNING', trace: null },
    unlisted: ['field.name.adjustment.mode'],
  }
  const iceberg: FakeIceberg = { namespaces: new Set(), tables: new Map(), prefix: null }
  const flink: FakeFlink = {
    version: '2.2.0',
    slots: 8,
    freeSlots: 8,
    config: { 'parallelism.default': '1' },
    jobs: new Map(),
    statements: [],
    properties: [],
    refuse: null,
    answer: null,
    next: structuredClone(RUNNING),
    savepoint: { location: 'file:/savepoints/savepoint-1' },
    stopped: [],
  }
  const servers = {
    registry: await fakeServer(registryAnswers(registry)),
    connect: await fakeServer(connectAnswers(connect)),
    iceberg: await fakeServer(icebergAnswers(iceberg)),
    rest: await fakeServer(flinkAnswers(flink)),
    gateway: await fakeServer(gatewayAnswers(flink)),
  }
  const kafka = fakeKafka()
  const parts: readonly object[] = [kafka, registry, connect, iceberg, flink, ...Object.values(servers)]
  return {
    kafka,
    registry: Object.assign(registry, { server: servers.registry }),
    connect: Object.assign(connect, { server: servers.connect }),
    iceberg: Object.assign(iceberg, { server: servers.iceberg }),
    flink: Object.assign(flink, { rest: servers.rest, gateway: servers.gateway }),
    environment: {
      kafka: { bootstrap: 'kafka:9092' },
      registry: { url: servers.registry.url },
      connect: { url: servers.connect.url },
      flink: { gateway: servers.gateway.url, rest: servers.rest.url, plans: 's3://flink/plans' },
      catalogs: { lake: { uri: servers.iceberg.url, warehouse: 's3://lake/' } },
      connections: { orders_db: { host: 'db' } },
      topics: { replicas: 1 },
    },
    capture: () => {
      const restore = parts.map(captured)
      return () => restore.forEach((r) => r())
    },
    close: async () => {
      for (const s of Object.values(servers)) await s.close()
    },
  }
}

/** Data of an object, copied; functions and other systems stay. Maps, sets and lists keep their identity when it comes back. */
function captured(target: object): () => void {
  const fields = target as Record<string, unknown>
  const saved = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
    if (typeof value === 'function') return [[key, value]]
    return typeof value === 'object' && value !== null && 'url' in value ? [] : [[key, structuredClone(value)]]
  })
  return () => {
    for (const [key, value] of saved) {
      const now = fields[key]
      const copy = typeof value === 'function' ? value : structuredClone(value)
      if (now instanceof Map && copy instanceof Map) {
        now.clear()
        for (const [k, v] of copy) now.set(k, v)
      } else if (now instanceof Set && copy instanceof Set) {
        now.clear()
        for (const v of copy) now.add(v)
      } else if (Array.isArray(now) && Array.isArray(copy)) now.splice(0, now.length, ...(copy as unknown[]))
      else fields[key] = copy
    }
  }
}
