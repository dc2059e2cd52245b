// How a step of a deployment ends early: diagnostics, thrown inside and caught at the border of apply, submit, status and stop.
import { deploy } from '../diagnostics/codes/deploy.js'
import { diagnostic, type Definition, type Diagnostic } from '../diagnostics/define.js'
import type { Span } from '../core/span.js'
import type { HttpProblem } from './http.js'

export class DeployFailure extends Error {
  override readonly name = 'DeployFailure'
  readonly diagnostics: readonly Diagnostic[]
  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join('; '))
    this.diagnostics = diagnostics
  }
}

export function failDeploy<P extends object>(definition: Definition<P>, parameters: P, at: Span | null = null): never {
  throw new DeployFailure([diagnostic(definition, at, parameters)])
}

/** What a system is called in messages, and what was shown to it. */
export interface SystemName {
  /** `the SQL gateway` */
  readonly system: string
  readonly url: string
  /** `nothing`, `user and password`, `a token` */
  readonly sent: string
}

/** An HTTP problem as a message; `action` in the infinitive: `register subject x`. */
export function httpDiagnostic(name: SystemName, problem: HttpProblem, action: string, timeoutMillis: number): Diagnostic {
  const { system } = name
  const url = shownUrl(name.url)
  switch (problem.kind) {
    case 'unreachable':
      return diagnostic(deploy.unreachable, null, { system, url, reason: problem.reason })
    case 'timeout':
      return diagnostic(deploy.timeout, null, { system, url, seconds: Math.round(timeoutMillis / 1000) })
    case 'not json':
      return diagnostic(deploy.stranger, null, { system, url, reason: `it ${problem.reason}` })
    case 'status': {
      const reason = `${problem.reason}${messageIn(problem.body)}`
      if (problem.status === 401) return diagnostic(deploy.login, null, { system, url, sent: name.sent, reason })
      if (problem.status === 403) return diagnostic(deploy.forbidden, null, { system, action, reason })
      return diagnostic(deploy.failed, null, { system, action, reason })
    }
  }
}

export const shownUrl = (url: string): string => url.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/, '')

/** The server's own words in one line: the usual places of a message in a JSON body. */
export function messageIn(body: string): string {
  let text: unknown = null
  try {
    const json: unknown = JSON.parse(body)
    text = at(json, 'message') ?? at(at(json, 'error'), 'message') ?? at(json, 'error_description') ?? at(json, 'error')
    if (text === null && Array.isArray(at(json, 'errors'))) text = (at(json, 'errors') as readonly unknown[]).at(-1)
  } catch {
    if (!/^\s*</.test(body)) text = body
  }
  if (typeof text !== 'string' || text.trim() === '') return ''
  return `, ${oneLine(text)}`
}

export function oneLine(text: string, limit = 300): string {
  const line = text
    .trim()
    .split(/[\r\n]/)[0]!
    .trim()
    .replace(/\.$/, '')
  return line.length > limit ? `${line.slice(0, limit)}…` : line
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? ((value as Readonly<Record<string, unknown>>)[key] ?? null)
    : null
