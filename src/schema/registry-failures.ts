// Why a registry could not be asked or understood: network and TLS errors in words, what an answer is that is no JSON, the
// server's own message.
import { isExactNumber, isExactObject, parseExactJson, type ExactJson } from '../core/exact-json.js'
import type { RegistryProblem } from './registry-model.js'

/** What is looked at of an HTTP answer. */
interface Answer {
  /** The body as text. */
  readonly data: unknown
  readonly request?: unknown
}

/** An answer larger than this is not read. */
export const LARGEST_ANSWER = 64 * 1024 * 1024

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

/** `passing`: trying again may help. `seconds`: the time-out of one attempt. */
export function networkProblem(
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

/** ` after a redirect to …`, or nothing. */
export function movedTo(response: Answer, url: string): string {
  const request = response.request as { res?: { responseUrl?: unknown } } | undefined
  const target = request?.res?.responseUrl
  if (typeof target !== 'string' || target === url) return ''
  return ` after a redirect to ${target.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/, '')}`
}

/** What a body is that is no JSON: `HTML`, `text`, `nothing`. */
export function whatIs(text: string): string {
  if (text.trim() === '') return 'nothing'
  return /^\s*<(!doctype html|html|head|body)/i.test(text) ? 'HTML' : /^\s*</.test(text) ? 'XML' : 'text'
}

/** `error_code` of Confluent's API. */
export function errorCode(json: ExactJson): number | null {
  const code = isExactObject(json) ? json.get('error_code') : undefined
  return isExactNumber(code) ? Number(code.digits) : null
}

/** The server's own words, cut to one line. */
export function messageOf(response: Answer): string | null {
  const json = typeof response.data === 'string' ? parseExactJson(response.data) : null
  if (json === null || !json.ok || !isExactObject(json.value)) return null
  const message = json.value.get('message') ?? json.value.get('error')
  if (typeof message !== 'string' || message.trim() === '') return null
  const line = message.trim().split(/[\r\n]/)[0]!
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
