// A schema registry over HTTP: the part of Confluent's API that pulling needs. Tolerates what other servers of that API do
// differently (Apicurio, Karapace, Redpanda): error texts, missing fields, content types. Secrets go into headers only.
import { Agent } from 'node:https'
import { create, type AxiosInstance, type AxiosResponse } from 'axios'
import { parseExactJson } from '../core/exact-json.js'
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
import { errorCode, LARGEST_ANSWER, messageOf, movedTo, networkProblem, whatIs } from './registry-failures.js'
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
