// One JSON call over HTTP whose failures are data: what was asked, and why there is no answer.

export interface HttpProblem {
  readonly kind: 'unreachable' | 'timeout' | 'status' | 'not json'
  readonly url: string
  /** For people: `connection refused`, `status 500`, `answers HTML`. */
  readonly reason: string
  readonly status: number | null
  /** What the server sent along with the status. */
  readonly body: string
}

export type HttpResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: HttpProblem }

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body?: unknown
  readonly timeoutMillis?: number
  readonly signal?: AbortSignal
}

const DEFAULT_TIMEOUT = 120_000

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not resolved',
  EHOSTUNREACH: 'no route to host',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_SOCKET: 'connection closed',
}

function reasonOf(error: unknown): { kind: 'unreachable' | 'timeout'; reason: string } {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (e.name === 'TimeoutError') return { kind: 'timeout', reason: 'no answer in time' }
    const code = (e as { code?: unknown }).code
    if (typeof code === 'string') return { kind: 'unreachable', reason: REASONS[code] ?? code }
  }
  return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
}

/** Never rejects but for an abort by the caller's own signal. */
export async function httpJson<T>(request: HttpRequest): Promise<HttpResult<T>> {
  const { url, method, body } = request
  const limit = AbortSignal.timeout(request.timeoutMillis ?? DEFAULT_TIMEOUT)
  const fail = (problem: Omit<HttpProblem, 'url'>): HttpResult<T> => ({ ok: false, problem: { ...problem, url } })
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers:
        body === undefined ? { accept: 'application/json' } : { accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: request.signal === undefined ? limit : AbortSignal.any([limit, request.signal]),
    })
    text = await response.text()
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    return fail({ ...reasonOf(error), status: null, body: '' })
  }
  if (!response.ok) return fail({ kind: 'status', reason: `status ${response.status}`, status: response.status, body: text })
  if (text === '') return { ok: true, value: undefined as T }
  try {
    return { ok: true, value: JSON.parse(text) as T }
  } catch {
    const reason = text.trimStart().startsWith('<') ? 'answers HTML, not JSON' : 'answers something that is not JSON'
    return fail({ kind: 'not json', reason, status: response.status, body: text })
  }
}

export const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))
