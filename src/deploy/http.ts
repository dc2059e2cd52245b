// One JSON call over HTTP whose failures are data: what was asked, and why there is no answer.
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'

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

/** Where a system is and what it wants to be shown. A plain text is an address without any of that. */
export type Address =
  string | { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly ca: string | null }

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body?: unknown
  /** A body that is no JSON, with its content type. */
  readonly form?: Readonly<Record<string, string>>
  readonly timeoutMillis?: number
  readonly signal?: AbortSignal
  /** Headers and certificate authority come from here. */
  readonly address?: Address
}

const DEFAULT_TIMEOUT = 120_000
const REDIRECTS = 3

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not resolved',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'connection timed out',
  EPROTO: 'the server does not speak TLS there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS there',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and not among the trusted ones',
  SELF_SIGNED_CERT_IN_CHAIN: 'the authority of its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the authority of its certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority of its certificate is not known',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
}

/** An error may be a bundle: both addresses of a name refuse. */
function reasonOf(error: unknown): string {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const { code, errors } = e as { code?: unknown; errors?: readonly unknown[] }
    if (typeof code === 'string' && code !== '') return REASONS[code] ?? (e.message === '' ? code : e.message)
    if (errors?.[0] !== undefined) return reasonOf(errors[0])
  }
  return error instanceof Error ? error.message : String(error)
}

export const urlOf = (address: Address): string => (typeof address === 'string' ? address : address.url).replace(/\/+$/, '')

/** Never rejects but for an abort by the caller's own signal. */
export async function httpJson<T>(request: HttpRequest): Promise<HttpResult<T>> {
  const fail = (problem: Omit<HttpProblem, 'url'>): HttpResult<T> => ({
    ok: false,
    problem: { ...problem, url: request.url.replace(/\/\/[^/@]*@/, '//') },
  })
  const limit = AbortSignal.timeout(request.timeoutMillis ?? DEFAULT_TIMEOUT)
  const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal])
  let answer: { readonly status: number; readonly text: string }
  try {
    answer = await send(request, request.url, signal, REDIRECTS)
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    if (limit.aborted) return fail({ kind: 'timeout', reason: 'no answer in time', status: null, body: '' })
    return fail({ kind: 'unreachable', reason: reasonOf(error), status: null, body: '' })
  }
  const { status, text } = answer
  if (status < 200 || status >= 300) return fail({ kind: 'status', reason: `status ${status}`, status, body: text })
  if (text === '') return { ok: true, value: undefined as T }
  try {
    return { ok: true, value: JSON.parse(text) as T }
  } catch {
    const reason = text.trimStart().startsWith('<') ? 'answers HTML, not JSON' : 'answers something that is not JSON'
    return fail({ kind: 'not json', reason, status, body: text })
  }
}

async function send(
  request: HttpRequest,
  url: string,
  signal: AbortSignal,
  redirects: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await open(request, url, signal)
  const { location } = response.headers
  const status = response.statusCode ?? 0
  const repeats = request.method === 'GET' || request.method === 'HEAD' || status === 307 || status === 308
  if (status >= 300 && status < 400 && location !== undefined && repeats && redirects > 0) {
    response.resume()
    return send(request, new URL(location, url).href, signal, redirects - 1)
  }
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response as AsyncIterable<string>) text += chunk
  return { status, text }
}

function open(request: HttpRequest, url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, body, form, address } = request
  const text = form !== undefined ? new URLSearchParams(form).toString() : body === undefined ? null : JSON.stringify(body)
  const { headers, ca } = typeof address === 'object' ? address : { headers: {}, ca: null }
  return new Promise((resolve, reject) => {
    const target = new URL(url)
    const options: RequestOptions & { ca?: string } = {
      method,
      signal,
      headers: {
        accept: 'application/json',
        ...(text === null
          ? {}
          : {
              'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
              'content-length': Buffer.byteLength(text),
            }),
        ...headers,
      },
      ...(ca === null ? {} : { ca }),
    }
    const outgoing = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, resolve)
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // the server has closed an idle connection that was about to be used again
      if (outgoing.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted) resolve(open(request, url, signal))
      else reject(error)
    })
    outgoing.end(text ?? undefined)
  })
}

export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, milliseconds)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
