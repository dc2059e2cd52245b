// `flowc schema pull`: asks a registry for the subjects that programs name and makes the next flow.lock of the answers.
// Nothing is written here: the caller replaces the file at once, or not at all.
import type { FlowLock, LockedSubject } from './model.js'
import { findLocked } from './resolve.js'
import { LOCK_VERSION } from './lock.js'
import type { RegisteredSchema, RegistryClient, RegistryProblem } from './registry-model.js'

export interface Wanted {
  readonly subject: string
  /** Null: the locked version; the newest where none is locked or `update` is asked for. */
  readonly version: number | null
}

export interface PullOptions {
  readonly wanted: readonly Wanted[]
  readonly lock: FlowLock | null
  readonly compiler: string
  /** Takes the newest version also of subjects that are locked already. */
  readonly update: boolean
  /** Subjects that are neither wanted nor referred to leave the lock. */
  readonly prune: boolean
  readonly onSubject?: (subject: string) => void
}

export interface PullChange {
  /** `replaced`: the registry has another schema under the same version. `vanished`: still locked, no longer in the registry. */
  readonly kind: 'added' | 'updated' | 'replaced' | 'unchanged' | 'vanished' | 'removed'
  readonly subject: string
  readonly from: number | null
  readonly to: number | null
}

/** A problem with what may be meant instead. */
interface PullProblem {
  readonly problem: RegistryProblem
  readonly subjects?: readonly string[]
  readonly versions?: readonly number[]
}

export type PullResult =
  | { readonly ok: true; readonly lock: FlowLock; readonly changes: readonly PullChange[] }
  | { readonly ok: false; readonly problems: readonly PullProblem[] }

/** Problems that hold for every further call too. */
const HOPELESS: ReadonlySet<RegistryProblem['kind']> = new Set([
  'address',
  'unreachable',
  'timeout',
  'unauthorized',
  'tls',
  'not json',
  'bad answer',
  'failed',
])

const keyOf = (s: { readonly subject: string; readonly version: number }): string => `${s.subject}@${s.version}`

export async function pull(client: RegistryClient, options: PullOptions): Promise<PullResult> {
  const { lock } = options
  const next = new Map<string, LockedSubject>()
  const changes: PullChange[] = []
  const problems: PullProblem[] = []

  const wanted = [...new Map(options.wanted.map((w) => [`${w.subject}@${w.version ?? ''}`, w])).values()].sort((a, b) =>
    a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : (a.version ?? 0) - (b.version ?? 0),
  )
  for (const want of wanted) {
    options.onSubject?.(want.subject)
    const locked = lock === null ? null : findLocked(lock, want.subject, want.version)
    const version = want.version ?? (options.update || locked === null ? 'latest' : locked.version)
    const answer = await client.schema(want.subject, version)
    if (answer.ok) {
      if (answer.value.schemaType !== 'AVRO') {
        problems.push({
          problem: { kind: 'not avro', subject: want.subject, version: answer.value.version, type: answer.value.schemaType },
        })
        continue
      }
      changes.push(compare(locked, answer.value))
      const stop = await take(answer.value)
      if (stop) return { ok: false, problems }
      continue
    }
    const { problem } = answer
    if (HOPELESS.has(problem.kind)) return { ok: false, problems: [...problems, { problem }] }
    if (locked !== null && (problem.kind === 'no subject' || problem.kind === 'no version')) {
      changes.push({ kind: 'vanished', subject: want.subject, from: locked.version, to: null })
      keep(locked)
      continue
    }
    problems.push(await withHints(problem))
  }
  if (problems.length > 0) return { ok: false, problems }
  for (const s of lock?.subjects ?? []) {
    if (next.has(keyOf(s))) continue
    const newer = changes.some((c) => c.subject === s.subject && c.kind === 'updated' && c.from === s.version)
    if (!options.prune && !newer) next.set(keyOf(s), s)
    else if (!newer) changes.push({ kind: 'removed', subject: s.subject, from: s.version, to: null })
  }
  const subjects = [...next.values()].sort((a, b) =>
    a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : a.version - b.version,
  )
  return { ok: true, lock: { lockVersion: LOCK_VERSION, compiler: options.compiler, subjects }, changes }

  /** The schema and all that it refers to; true: no use in going on. */
  async function take(schema: RegisteredSchema): Promise<boolean> {
    const pending = [schema]
    for (let s = pending.pop(); s !== undefined; s = pending.pop()) {
      if (next.has(keyOf(s))) continue
      next.set(keyOf(s), {
        subject: s.subject,
        version: s.version,
        id: s.id,
        schemaType: 'AVRO',
        schema: s.schema,
        references: s.references,
      })
      for (const reference of s.references) {
        if (next.has(keyOf(reference))) continue
        const answer = await client.schema(reference.subject, reference.version)
        if (answer.ok && answer.value.schemaType === 'AVRO') {
          pending.push(answer.value)
          continue
        }
        const problem: RegistryProblem = answer.ok
          ? { kind: 'not avro', subject: reference.subject, version: reference.version, type: answer.value.schemaType }
          : answer.problem
        problems.push(await withHints(problem))
        if (HOPELESS.has(problem.kind)) return true
      }
    }
    return false
  }

  /** A vanished subject stays locked with all that it refers to, so that programs go on compiling. */
  function keep(locked: LockedSubject): void {
    if (next.has(keyOf(locked))) return
    next.set(keyOf(locked), locked)
    for (const r of locked.references) {
      const target = lock === null ? null : findLocked(lock, r.subject, r.version)
      if (target !== null) keep(target)
    }
  }

  async function withHints(problem: RegistryProblem): Promise<PullProblem> {
    if (problem.kind === 'no subject') {
      const subjects = await client.subjects()
      return subjects.ok ? { problem, subjects: subjects.value } : { problem }
    }
    if (problem.kind === 'no version') {
      const versions = await client.versions(problem.subject)
      return versions.ok
        ? { problem, versions: versions.value }
        : { problem: versions.problem.kind === 'no subject' ? versions.problem : problem }
    }
    return { problem }
  }
}

function compare(locked: LockedSubject | null, schema: RegisteredSchema): PullChange {
  const change = (kind: PullChange['kind']): PullChange => ({
    kind,
    subject: schema.subject,
    from: locked?.version ?? null,
    to: schema.version,
  })
  if (locked === null) return change('added')
  if (locked.version !== schema.version) return change('updated')
  const same =
    locked.schema === schema.schema &&
    locked.id === schema.id &&
    JSON.stringify(locked.references) === JSON.stringify(schema.references)
  return change(same ? 'unchanged' : 'replaced')
}
