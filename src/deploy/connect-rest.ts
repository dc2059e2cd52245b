// Kafka Connect over its REST API, as 4.x and 3.x answer it.
import { pause } from './http.js'
import { httpSystem, type Endpoint, type HttpSystem } from './endpoint.js'
import { deploy } from '../diagnostics/codes/deploy.js'
import { failDeploy, shownUrl } from './failure.js'

export type ConnectorConfig = Readonly<Record<string, string>>

export interface ConnectorStatus {
  readonly state: string
  readonly trace: string | null
  readonly tasks: readonly { readonly id: number; readonly state: string; readonly trace: string | null }[]
}

export interface Validation {
  /** By the name of the setting. */
  readonly errors: readonly { readonly name: string; readonly messages: readonly string[] }[]
  /** All settings that the plug-in knows. */
  readonly known: readonly string[]
}

export interface Connect {
  /** Ends the step where something else answers. */
  plugins(): Promise<readonly string[]>
  validate(config: ConnectorConfig): Promise<Validation>
  /** Null: there is no such connector. */
  config(name: string): Promise<ConnectorConfig | null>
  put(name: string, config: ConnectorConfig): Promise<void>
  restart(name: string): Promise<void>
  /** Null: not known yet. */
  status(name: string): Promise<ConnectorStatus | null>
}

/** While workers share out their tasks, Connect answers 409 to everything. */
const REBALANCES = 50
const REBALANCE_PAUSE = 200

interface RawValidation {
  readonly configs: readonly {
    readonly definition?: { readonly name: string } | null
    readonly value?: { readonly name: string; readonly errors?: readonly string[] } | null
  }[]
}

interface RawStatus {
  readonly connector: { readonly state: string; readonly trace?: string }
  readonly tasks: readonly { readonly id: number; readonly state: string; readonly trace?: string }[]
}

export function connectRest(endpoint: Endpoint): Connect {
  const http = httpSystem(endpoint)
  const call = async <T>(...[method, path, action, options]: Parameters<HttpSystem['call']>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      let busy = false
      const value = await http.call<T>(method, path, action, {
        ...options,
        recover: (problem) => {
          busy = problem.status === 409 && attempt <= REBALANCES
          return busy ? { value: null } : null
        },
      })
      if (!busy) return value
      await pause(REBALANCE_PAUSE, endpoint.signal)
    }
  }
  const at = (name: string): string => `/connectors/${encodeURIComponent(name)}`
  return {
    async plugins() {
      const list = await call<unknown>('GET', '/connector-plugins', 'list its plug-ins', {
        absent: [404],
      })
      if (!Array.isArray(list))
        return failDeploy(deploy.stranger, {
          system: endpoint.system,
          url: shownUrl(endpoint.url),
          reason: 'it has no `/connector-plugins`',
        })
      return (list as readonly { readonly class: string }[]).map((p) => p.class)
    },
    async validate(config) {
      const plugin = config['connector.class'] ?? ''
      const answer = await call<RawValidation>(
        'PUT',
        `/connector-plugins/${encodeURIComponent(plugin)}/config/validate`,
        `validate connector ${config['name'] ?? ''}`,
        { body: config },
      )
      return {
        errors: answer.configs.flatMap(({ value }) =>
          value == null || (value.errors ?? []).length === 0 ? [] : [{ name: value.name, messages: value.errors! }],
        ),
        known: answer.configs.flatMap(({ definition, value }) => {
          const name = definition?.name ?? value?.name
          return name === undefined ? [] : [name]
        }),
      }
    },
    config: (name) => call('GET', `${at(name)}/config`, `read connector ${name}`, { absent: [404] }),
    put: (name, config) => call('PUT', `${at(name)}/config`, `create connector ${name}`, { body: config }),
    // before 3.0 there is no restart of tasks along with the connector
    restart: (name) =>
      call('POST', `${at(name)}/restart?includeTasks=true&onlyFailed=true`, `restart connector ${name}`, { absent: [404] }),
    async status(name) {
      const raw = await call<RawStatus | null>('GET', `${at(name)}/status`, `read the status of connector ${name}`, {
        absent: [404],
      })
      if (raw === null) return null
      return {
        state: raw.connector.state,
        trace: raw.connector.trace ?? null,
        tasks: raw.tasks.map((t) => ({ id: t.id, state: t.state, trace: t.trace ?? null })),
      }
    },
  }
}
