// What is kept of a deployment: enough to know the job again, to continue it, and to say which line of the program an
// exception belongs to. Kept beside the project, one file a pipeline and environment.
import type { Json } from '../core/stable-json.js'
import { stableJson } from '../core/stable-json.js'
import type { Place } from './places.js'

export const RECORD_VERSION = 1

export interface DeploymentRecord {
  readonly recordVersion: typeof RECORD_VERSION
  readonly pipeline: string
  readonly environment: string
  readonly target: string
  /** The program's file, relative to the project. */
  readonly file: string
  /** `submitting`: sent, and no job id has come back yet. `submitted`: it has, and nobody has seen the job run. */
  readonly state: 'submitting' | 'submitted' | 'running' | 'stopped'
  readonly submittedAt: string
  readonly jobId: string | null
  /** Of the SQL text as it was built: the same hash, the same job. */
  readonly hash: string
  /** Where the gateway keeps the compiled plan; null: the job was submitted as text. */
  readonly compiledPlan: string | null
  readonly restoredFrom: string | null
  readonly stopped: { readonly at: string; readonly savepoint: string | null; readonly drained: boolean } | null
  /** Where the next submit goes on; stays until a job has been seen running from there. */
  readonly continueFrom: { readonly savepoint: string; readonly hash: string; readonly compiledPlan: string | null } | null
  readonly places: readonly Place[]
  readonly manifest: Json
  readonly plan: Json
}

export const recordText = (record: DeploymentRecord): string =>
  `${stableJson(record as unknown as Json, { indent: 2, order: 'written' })}\n`

export type RecordResult =
  { readonly ok: true; readonly record: DeploymentRecord } | { readonly ok: false; readonly reason: string }

const STATES: readonly unknown[] = ['submitting', 'submitted', 'running', 'stopped']

export function readRecord(text: string): RecordResult {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return { ok: false, reason: `it is not JSON: ${cause instanceof Error ? cause.message : String(cause)}` }
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { ok: false, reason: 'it holds no object' }
  const record = json as Readonly<Record<string, unknown>>
  if (record['recordVersion'] !== RECORD_VERSION)
    return {
      ok: false,
      reason: `it has record version ${String(record['recordVersion'])}, this compiler reads version ${RECORD_VERSION}`,
    }
  for (const name of ['pipeline', 'environment', 'target', 'file', 'submittedAt', 'hash'])
    if (typeof record[name] !== 'string') return { ok: false, reason: `it has no \`${name}\`` }
  if (!STATES.includes(record['state'])) return { ok: false, reason: `\`state\` is ${JSON.stringify(record['state'])}` }
  for (const name of ['jobId', 'compiledPlan', 'restoredFrom', 'stopped', 'continueFrom'])
    if (record[name] === undefined) return { ok: false, reason: `it has no \`${name}\`` }
  if (!Array.isArray(record['places'])) return { ok: false, reason: 'it has no list of `places`' }
  return { ok: true, record: record as unknown as DeploymentRecord }
}
