// Iceberg's REST catalog, version 1 of its API: namespaces, tables, and the login by client credentials.
import { deploy } from '../diagnostics/codes/deploy.js'
import { httpSystem, type Endpoint, type HttpSystem } from './endpoint.js'
import { failDeploy, shownUrl } from './failure.js'

export interface IcebergOptions {
  readonly endpoint: Endpoint
  readonly warehouse: string
  /** `id:secret`, exchanged for a token. */
  readonly credential: string | null
  readonly scope: string | null
  /** Where tokens come from; the catalog's own end point unless said. */
  readonly tokenUrl: string | null
  readonly prefix: string | null
}

export interface TableMetadata {
  readonly 'format-version': number
  readonly 'current-schema-id': number
  readonly schemas: readonly IcebergSchema[]
  readonly 'default-spec-id': number
  readonly 'partition-specs': readonly { readonly 'spec-id': number; readonly fields: readonly PartitionField[] }[]
  readonly properties?: Readonly<Record<string, string>>
}

export interface IcebergSchema {
  readonly 'schema-id'?: number
  readonly 'identifier-field-ids'?: readonly number[]
  readonly fields: readonly IcebergField[]
}

export interface IcebergField {
  readonly id: number
  readonly name: string
  readonly required: boolean
  readonly type: unknown
  readonly doc?: string
}

export interface PartitionField {
  readonly 'source-id': number
  readonly transform: string
  readonly name: string
}

export interface IcebergCatalog {
  namespace(levels: readonly string[]): Promise<boolean>
  /** Does nothing where it exists. */
  createNamespace(levels: readonly string[]): Promise<'created' | 'exists'>
  table(namespace: readonly string[], name: string): Promise<TableMetadata | null>
  createTable(namespace: readonly string[], body: unknown): Promise<'created' | 'exists'>
}

export function icebergRest(options: IcebergOptions): IcebergCatalog {
  let opened: Promise<{ readonly http: HttpSystem; readonly root: string }> | null = null
  const open = () => (opened ??= connect(options))
  const level = (levels: readonly string[]): string => levels.map(encodeURIComponent).join('%1F')
  const post = async (path: string, action: string, body: unknown): Promise<'created' | 'exists'> => {
    const { http, root } = await open()
    let exists = false
    await http.call('POST', `${root}${path}`, action, {
      body,
      recover: (problem) => {
        exists = problem.status === 409
        return exists ? { value: null } : null
      },
    })
    return exists ? 'exists' : 'created'
  }
  return {
    async namespace(levels) {
      const { http, root } = await open()
      const found = await http.call<unknown>('GET', `${root}/namespaces/${level(levels)}`, `read namespace ${levels.join('.')}`, {
        absent: [404],
      })
      return found !== null
    },
    createNamespace: (levels) =>
      post('/namespaces', `create namespace ${levels.join('.')}`, { namespace: levels, properties: {} }),
    async table(namespace, name) {
      const { http, root } = await open()
      const found = await http.call<{ readonly metadata: TableMetadata } | null>(
        'GET',
        `${root}/namespaces/${level(namespace)}/tables/${encodeURIComponent(name)}`,
        `read table ${[...namespace, name].join('.')}`,
        { absent: [404] },
      )
      return found?.metadata ?? null
    },
    createTable: (namespace, body) =>
      post(`/namespaces/${level(namespace)}/tables`, `create table ${[...namespace, nameIn(body)].join('.')}`, body),
  }
}

const nameIn = (body: unknown): string => String((body as { readonly name?: unknown }).name ?? '')

interface CatalogConfig {
  readonly defaults?: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, string>>
}

async function connect(o: IcebergOptions): Promise<{ readonly http: HttpSystem; readonly root: string }> {
  const token = o.credential === null ? null : await exchange(o, o.credential)
  const http = httpSystem(o.endpoint, token === null ? {} : { authorization: `Bearer ${token}` })
  const config = await http.call<CatalogConfig | null>(
    'GET',
    `/v1/config?warehouse=${encodeURIComponent(o.warehouse)}`,
    'read the configuration of the catalog',
    { absent: [404] },
  )
  if (config === null || typeof config !== 'object')
    return failDeploy(deploy.stranger, {
      system: o.endpoint.system,
      url: shownUrl(o.endpoint.url),
      reason: 'it has no `/v1/config`',
    })
  const prefix = config.overrides?.['prefix'] ?? o.prefix ?? config.defaults?.['prefix'] ?? null
  return { http, root: prefix === null ? '/v1' : `/v1/${prefix.split('/').map(encodeURIComponent).join('/')}` }
}

async function exchange(o: IcebergOptions, credential: string): Promise<string> {
  const colon = credential.indexOf(':')
  const own = o.tokenUrl === null
  const http = httpSystem(own ? o.endpoint : { ...o.endpoint, url: o.tokenUrl, login: null })
  const answer = await http.call<{ readonly access_token?: string }>(
    'POST',
    own ? '/v1/oauth/tokens' : '',
    'exchange the credential for a token',
    {
      form: {
        grant_type: 'client_credentials',
        scope: o.scope ?? 'catalog',
        ...(colon < 0 ? {} : { client_id: credential.slice(0, colon) }),
        client_secret: credential.slice(colon + 1),
      },
    },
  )
  if (typeof answer?.access_token === 'string') return answer.access_token
  return failDeploy(deploy.failed, {
    system: o.endpoint.system,
    action: 'exchange the credential for a token',
    reason: 'the answer holds no token',
  })
}
