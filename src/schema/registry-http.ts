// A schema registry over HTTP: the part of Confluent's API that pulling needs. Tolerates what other servers of that API do
// differently (Apicurio, Karapace, Redpanda): error texts, missing fields, content types. Secrets go into headers only.
import { Agent } from 'node:https'
import { create, type AxiosInstance, type AxiosResponse } from 'axios'
import { isExactNumber, isExactObject, parseExactJson, type ExactJson } from '../core/exact-json.js'
import {
  readCompatibility,
  readId,
  readLevel,
  readSchema,
  readSubjects,
  readVersion,
  readVersions,
  type Read,
} from './registry-answers.js'
import type { RegistryClient, RegistryProblem, RegistryResult, RegistryWriter } from './registry-model.js'

export interface RegistryOptions {
  readonly url: string
  readonly auth?:
    | { readonly kind: 'basic'; readonly user: string; readonly password: string }
    | { readonly kind: 'bearer'; readonly token: string }
  /** Texts of PEM files. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string }
  /** For one attempt. */
  readonly timeoutMillis?: number
  /** Attempts after the first, for failures that may pass: status 429 and 5xx, network errors. */
  readonly retries?: number
  readonly sleep?: (milliseconds: number) => Promise<void>
  readonly signal?: AbortSignal
}

const TIMEOUT = 10_000
const RETRIES = 3
const FIRST_PAUSE = 200
const LONGEST_PAUSE = 10_000
const LARGEST_ANSWER = 64 * 1024 * 1024
const ACCEPT = 'application/vnd.schemaregistry.v1+json, application/json'
const CONTENT = 'application/vnd.schemaregistry.v1+json'

/** A problem instead of a client where the address is none. */
export function registryClient(options: RegistryOptions): RegistryResult<RegistryClient> {
  const opened = open(options)
  return opened.ok ? { ok: true, value: reader(opened.value) } : opened
}

/** The same with the calls that change something. */
export function registryWriter(options: RegistryOptions): RegistryResult<RegistryWriter> {
  const opened = open(options)
  return opened.ok ? { ok: true, value: { ...reader(opened.value), ...writer(opened.value) } } : opened
}

interface Opened {
  readonly call: Call
  readonly at: (...path: string[]) => string
}

function open(options: RegistryOptions): RegistryResult<Opened> {
  const base = readAddress(options.url)
  if ('kind' in base) return { ok: false, problem: base }
  const auth = options.auth ?? base.auth
  const headers: Record<string, string> = { accept: ACCEPT, 'user-agent': 'flowc' }
  if (auth?.kind === 'basic')
    headers['authorization'] = `Basic ${Buffer.from(`${auth.user}:${auth.password}`, 'utf8').toString('base64')}`
  if (auth?.kind === 'bearer') headers['authorization'] = `Bearer ${auth.token}`
  const { ca, cert, key } = options.tls ?? {}
  const http = create({
    timeout: options.timeoutMillis ?? TIMEOUT,
    headers,
    // the text as it came: axios would parse leniently and hide what is wrong with it
    responseType: 'text',
    transformResponse: [(text: unknown) => text],
    validateStatus: () => true,
    maxRedirects: 3,
    maxContentLength: LARGEST_ANSWER,
    ...(base.url.protocol === 'https:'
      ? {
          httpsAgent: new Agent({
            ...(ca === undefined ? {} : { ca }),
            ...(cert === undefined ? {} : { cert }),
            ...(key === undefined ? {} : { key }),
          }),
        }
      : {}),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  const sent = auth === undefined ? 'nothing' : auth.kind === 'basic' ? 'user and password' : 'token'
  const call = new Call(http, options, sent)
  const at = (...path: string[]): string => `${base.prefix}/${path.map(encodeURIComponent).join('/')}`
  return { ok: true, value: { call, at } }
}

const reader = ({ call, at }: Opened): RegistryClient => ({
  async subjects() {
    const result = await call.get(at('subjects'), readSubjects)
    return result.ok ? { ok: true, value: [...result.value].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) } : result
  },
  versions: (subject) => call.get(at('subjects', subject, 'versions'), readVersions, { subject, version: null }),
  schema: (subject, version) =>
    call.get(at('subjects', subject, 'versions', String(version)), (json) => readSchema(json, subject), {
      subject,
      version: version === 'latest' ? null : version,
    }),
})

function writer({ call, at }: Opened): Omit<RegistryWriter, keyof RegistryClient> {
  const absent = <T>(result: RegistryResult<T>): boolean =>
    !result.ok && (result.problem.kind === 'no subject' || result.problem.kind === 'no version')
  const body = (schema: string): Sent => ({ schema, schemaType: 'AVRO' })
  return {
    async find(subject, schema) {
      const found = await call.post(at('subjects', subject), body(schema), readVersion, { subject, version: null })
      return absent(found) ? { ok: true, value: null } : found
    },
    compatible: (subject, schema) =>
      call.post(
        `${at('compatibility', 'subjects', subject, 'versions', 'latest')}?verbose=true`,
        body(schema),
        readCompatibility,
        {
          subject,
          version: null,
        },
      ),
    async level(subject) {
      const own = await call.get(at('config', subject), readLevel, { subject, version: null })
      // servers that know no level of their own say NONE or nothing at all
      if (own.ok && own.value !== null && own.value !== 'NONE') return own
      if (!own.ok && !absent(own) && own.problem.kind !== 'refused') return own
      const global = await call.get(at('config'), readLevel)
      return !global.ok && global.problem.kind === 'refused' ? { ok: true, value: null } : global
    },
    register: (subject, schema) => call.post(at('subjects', subject, 'versions'), body(schema), readId),
  }
}

function readAddress(
  text: string,
): { url: URL; prefix: string; auth: RegistryOptions['auth'] } | Extract<RegistryProblem, { kind: 'address' }> {
  const bad = (shown: string, reason: string): Extract<RegistryProblem, { kind: 'address' }> => ({
    kind: 'address',
    url: shown,
    reason,
  })
  // all before the last `@`: an unescaped password may hold `/` and `@`
  const hidden = text.replace(/\/\/.*@/s, '//')
  if (!text.includes('//')) return bad(hidden, text === '' ? 'it is empty' : 'it does not begin with `http://` or `https://`')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return bad(hidden, 'it is no URL')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return bad(hidden, `\`${url.protocol}\` is not spoken; \`http:\` and \`https:\` are`)
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === null || password === null)
    return bad(hidden, 'its user or password has a `%` that begins no code; `%25` stands for the character itself')
  const auth = user === '' ? undefined : ({ kind: 'basic', user, password } as const)
  return { url, prefix: `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`, auth }
}

/** Percent codes as characters; null where one is broken. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

interface About {
  readonly subject: string
  readonly version: number | null
}

interface Sent {
  readonly schema: string
  readonly schemaType: 'AVRO'
}

class Call {
  readonly #http: AxiosInstance
  readonly #options: RegistryOptions
  readonly #sent: 'nothing' | 'user and password' | 'token'

  constructor(http: AxiosInstance, options: RegistryOptions, sent: 'nothing' | 'user and password' | 'token') {
    this.#http = http
    this.#options = options
    this.#sent = sent
  }

  get<T>(url: string, read: Read<T>, about: About | null = null): Promise<RegistryResult<T>> {
    return this.#send(url, null, read, about)
  }

  post<T>(url: string, body: Sent, read: Read<T>, about: About | null = null): Promise<RegistryResult<T>> {
    return this.#send(url, body, read, about)
  }

  async #send<T>(url: string, body: Sent | null, read: Read<T>, about: About | null): Promise<RegistryResult<T>> {
    const retries = this.#options.retries ?? RETRIES
    const sleep = this.#options.sleep ?? ((ms) => new Promise<void>((done) => setTimeout(done, ms)))
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(url, body, attempt)
      if ('problem' in outcome) {
        if (!outcome.passing || attempt > retries) return { ok: false, problem: outcome.problem }
        await sleep(Math.min(LONGEST_PAUSE, outcome.after ?? FIRST_PAUSE * 2 ** (attempt - 1)))
        continue
      }
      return this.#answer(outcome.response, url, read, about)
    }
  }

  /** `passing`: trying again may help. */
  async #attempt(
    url: string,
    body: Sent | null,
    attempts: number,
  ): Promise<{ response: AxiosResponse<unknown> } | { problem: RegistryProblem; passing: boolean; after?: number }> {
    let response: AxiosResponse<unknown>
    try {
      response =
        body === null
          ? await this.#http.get<unknown>(url)
          : await this.#http.post<unknown>(url, JSON.stringify(body), { headers: { 'content-type': CONTENT } })
    } catch (error) {
      if (this.#options.signal?.aborted === true) throw error
      return networkProblem(error, url, attempts, (this.#options.timeoutMillis ?? TIMEOUT) / 1000)
    }
    const { status } = response
    if (status !== 429 && status < 500) return { response }
    const after = Number(response.headers['retry-after'])
    const problem: RegistryProblem = { kind: 'failed', url, status, message: messageOf(response), attempts }
    return Number.isFinite(after) && after > 0 ? { problem, passing: true, after: after * 1000 } : { problem, passing: true }
  }

  #answer<T>(response: AxiosResponse<unknown>, url: string, read: Read<T>, about: About | null): RegistryResult<T> {
    const refuse = (problem: RegistryProblem): RegistryResult<T> => ({ ok: false, problem })
    const { status } = response
    if (status === 401 || status === 403)
      return refuse({ kind: 'unauthorized', url, status, sent: this.#sent, message: messageOf(response) })
    const text = typeof response.data === 'string' ? response.data : ''
    const json = parseExactJson(text)
    if (!json.ok) {
      const moved = movedTo(response, url)
      if (status >= 200 && status < 300 && json.truncated && text !== '' && /^\s*[[{]/.test(text))
        return refuse({ kind: 'bad answer', url, reason: `the answer breaks off after ${text.length} characters` })
      return refuse({ kind: 'not json', url, status, what: `${whatIs(text)}${moved}` })
    }
    if (status < 200 || status >= 300) {
      const code = errorCode(json.value)
      if (about !== null && (code === 40401 || code === 40403 || code === 40404 || code === 40408))
        return refuse({ kind: 'no subject', subject: about.subject })
      if (about !== null && (code === 40402 || code === 40406 || code === 42202))
        return refuse(
          about.version === null
            ? { kind: 'no subject', subject: about.subject }
            : { kind: 'no version', subject: about.subject, version: about.version },
        )
      return refuse({ kind: 'refused', url, status, message: messageOf(response) })
    }
    const value = read(json.value)
    return typeof value === 'string' ? refuse({ kind: 'bad answer', url, reason: value }) : { ok: true, value: value.value }
  }
}

const TLS_REASONS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and not among the trusted ones',
  SELF_SIGNED_CERT_IN_CHAIN: 'the authority of its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the authority of its certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT: 'the authority of its certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority of its certificate is not known',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  EPROTO: 'the server does not speak TLS there, or refuses the client certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS there',
}

const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
}

function networkProblem(
  error: unknown,
  url: string,
  attempts: number,
  seconds: number,
): { problem: RegistryProblem; passing: boolean } {
  const { code, message } = describeError(error)
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT')
    return { problem: { kind: 'timeout', url, seconds, attempts }, passing: true }
  if (code === 'ERR_FR_TOO_MANY_REDIRECTS')
    return { problem: { kind: 'bad answer', url, reason: 'it redirects again and again' }, passing: false }
  if (code === 'ERR_BAD_RESPONSE' && message.includes('maxContentLength'))
    return {
      problem: { kind: 'bad answer', url, reason: `the answer is larger than ${LARGEST_ANSWER / 1048576} MiB` },
      passing: false,
    }
  const tls = TLS_REASONS[code]
  if (tls !== undefined) return { problem: { kind: 'tls', url, reason: tls }, passing: false }
  if (/^ERR_(SSL|OSSL|TLS|CRYPTO)/.test(code))
    return { problem: { kind: 'tls', url, reason: `the certificates given cannot be used (${code})` }, passing: false }
  const known = NETWORK_REASONS[code]
  if (known === undefined && /aborted|socket hang up/.test(message))
    return { problem: { kind: 'unreachable', url, reason: 'the connection was broken off', attempts }, passing: true }
  return { problem: { kind: 'unreachable', url, reason: known ?? (code === '' ? message : code), attempts }, passing: true }
}

/** An error may be a bundle: both addresses of a name refuse. Its own text is used only where no code says more. */
function describeError(error: unknown): { code: string; message: string } {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const { code, errors } = e as { code?: unknown; errors?: readonly unknown[] }
    if (typeof code === 'string' && code !== '') return { code, message: e.message }
    if (errors?.[0] !== undefined) return describeError(errors[0])
  }
  return { code: '', message: error instanceof Error ? error.message : 'the connection failed' }
}

function movedTo(response: AxiosResponse<unknown>, url: string): string {
  const request = response.request as { res?: { responseUrl?: unknown } } | undefined
  const target = request?.res?.responseUrl
  if (typeof target !== 'string' || target === url) return ''
  return ` after a redirect to ${target.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/, '')}`
}

function whatIs(text: string): string {
  if (text.trim() === '') return 'nothing'
  return /^\s*<(!doctype html|html|head|body)/i.test(text) ? 'HTML' : /^\s*</.test(text) ? 'XML' : 'text'
}

function errorCode(json: ExactJson): number | null {
  const code = isExactObject(json) ? json.get('error_code') : undefined
  return isExactNumber(code) ? Number(code.digits) : null
}

/** The server's own words, cut to one line. */
function messageOf(response: AxiosResponse<unknown>): string | null {
  const json = typeof response.data === 'string' ? parseExactJson(response.data) : null
  if (json === null || !json.ok || !isExactObject(json.value)) return null
  const message = json.value.get('message') ?? json.value.get('error')
  if (typeof message !== 'string' || message.trim() === '') return null
  const line = message.trim().split(/[\r\n]/)[0]!
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
