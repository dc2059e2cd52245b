// From a name in a program to a resolved schema: a subject of flow.lock with its references, or an .avsc file with the
// files beside it.
import type { Host } from '../workspace/host.js'
import { resolveAvro, type AvroText } from './avro.js'
import type { FlowLock, LockedSubject, SchemaProblem, SchemaResult } from './model.js'

const described = (s: { readonly subject: string; readonly version: number }): string =>
  `subject ${s.subject} version ${s.version}`

/** `version` null: the newest one locked. Null: the lock has no such subject or version. */
export function resolveSubject(lock: FlowLock, subject: string, version: number | null): SchemaResult | null {
  const locked = findLocked(lock, subject, version)
  if (locked === null) return null
  const pool: AvroText[] = []
  const problems: SchemaProblem[] = []
  const seen = new Set([described(locked)])
  const follow = (from: LockedSubject): void => {
    for (const reference of from.references) {
      const name = described(reference)
      if (seen.has(name)) continue
      seen.add(name)
      const target = lock.subjects.find((s) => s.subject === reference.subject && s.version === reference.version)
      if (target === undefined) {
        problems.push({
          severity: 'error',
          path: '',
          message: `${described(from)} refers to ${name} for \`${reference.name}\`, which is not locked; \`flowc schema pull\` fetches it`,
        })
        continue
      }
      pool.push({ text: target.schema, from: name })
      follow(target)
    }
  }
  follow(locked)
  const origin = {
    kind: 'registry',
    subject: locked.subject,
    version: locked.version,
    path: null,
    describe: described(locked),
  } as const
  if (problems.length > 0) return { schema: null, problems }
  return resolveAvro(locked.schema, origin, pool)
}

export function findLocked(lock: FlowLock, subject: string, version: number | null): LockedSubject | null {
  const versions = lock.subjects.filter((s) => s.subject === subject && (version === null || s.version === version))
  return versions.reduce<LockedSubject | null>((best, s) => (best === null || s.version > best.version ? s : best), null)
}

/** `missing` is the reason why the file could not be read. */
export function resolveSchemaFile(host: Host, path: string): SchemaResult | { readonly missing: string } {
  const file = host.readText(path)
  switch (file.kind) {
    case 'missing':
      return { missing: 'there is no such file' }
    case 'too large':
      return { missing: `it has ${file.bytes} bytes, and at most ${file.limit} are read` }
    case 'not text':
    case 'unreadable':
      return { missing: file.reason }
    case 'text':
      break
  }
  const slash = path.lastIndexOf('/')
  const folder = slash === -1 ? '.' : path.slice(0, slash)
  const pool: AvroText[] = []
  for (const other of host.list(folder, '.avsc')) {
    if (normal(other) === normal(path)) continue
    const beside = host.readText(other)
    if (beside.kind === 'text') pool.push({ text: beside.text, from: other })
  }
  return resolveAvro(file.text, { kind: 'file', subject: null, version: null, path, describe: path }, pool)
}

const normal = (path: string): string => path.replace(/^\.\//, '')
