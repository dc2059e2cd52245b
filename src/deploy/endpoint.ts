// A system over HTTP: its address with login, calls that end the step with a message where there is no answer.
import { DeployFailure, httpDiagnostic, type SystemName } from './failure.js'
import { httpJson, urlOf, type Address, type HttpProblem, type HttpRequest } from './http.js'

export interface Endpoint {
  /** As messages name it: `the SQL gateway`. */
  readonly system: string
  readonly url: string
  readonly login: Login | null
  /** PEM text. */
  readonly ca: string | null
  readonly signal?: AbortSignal
  readonly timeoutMillis?: number
}

export type Login =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }

const TIMEOUT = 30_000

export function addressOf({ url, login, ca }: Endpoint): Address {
  const headers: Record<string, string> = { 'user-agent': 'flowc' }
  if (login?.kind === 'basic')
    headers['authorization'] = `Basic ${Buffer.from(`${login.user}:${login.password}`, 'utf8').toString('base64')}`
  if (login?.kind === 'bearer') headers['authorization'] = `Bearer ${login.token}`
  return { url, headers, ca }
}

export const systemName = (e: Endpoint): SystemName => ({
  system: e.system,
  url: e.url,
  sent: e.login === null ? 'nothing' : e.login.kind === 'basic' ? 'user and password' : 'a token',
})

export interface CallOptions extends Pick<HttpRequest, 'body' | 'form' | 'timeoutMillis'> {
  /** Statuses that are an answer and no failure: the call gives null. */
  readonly absent?: readonly number[]
  /** Looks at a problem before it becomes a message; what it gives is the answer. */
  readonly recover?: (problem: HttpProblem) => { readonly value: unknown } | null
}

/** Calls that reject with a DeployFailure. */
export interface HttpSystem {
  readonly endpoint: Endpoint
  /** `action` in the infinitive, for messages: `read the status of connector x`. */
  call<T>(method: HttpRequest['method'], path: string, action: string, options?: CallOptions): Promise<T>
}

export function httpSystem(endpoint: Endpoint, headers: Readonly<Record<string, string>> = {}): HttpSystem {
  const address = addressOf(endpoint)
  const root = urlOf(address)
  const shown = typeof address === 'string' ? address : { ...address, headers: { ...address.headers, ...headers } }
  return {
    endpoint,
    async call<T>(method: HttpRequest['method'], path: string, action: string, options: CallOptions = {}) {
      const timeoutMillis = options.timeoutMillis ?? endpoint.timeoutMillis ?? TIMEOUT
      const result = await httpJson<T>({
        method,
        url: `${root}${path}`,
        address: shown,
        timeoutMillis,
        ...(options.body === undefined ? {} : { body: options.body }),
        ...(options.form === undefined ? {} : { form: options.form }),
        ...(endpoint.signal === undefined ? {} : { signal: endpoint.signal }),
      })
      if (result.ok) return result.value
      const { problem } = result
      if (problem.status !== null && options.absent?.includes(problem.status) === true) return null as T
      const recovered = options.recover?.(problem) ?? null
      if (recovered !== null) return recovered.value as T
      throw new DeployFailure([httpDiagnostic(systemName(endpoint), problem, action, timeoutMillis)])
    },
  }
}
