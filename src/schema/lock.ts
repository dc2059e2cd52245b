// flow.lock: the registry's subjects as the compiler saw them last, so that check, build, test and run need no network.
import {
  describeJson,
  isExactArray,
  isExactNumber,
  isExactObject,
  parseExactJson,
  type ExactJson,
  type ExactObject,
} from '../core/exact-json.js'
import { lineStarts, positionAt } from '../core/source.js'
import { stableJson } from '../core/stable-json.js'
import type { FlowLock, LockedSubject } from './model.js'

export const LOCK_FILE = 'flow.lock'
export const LOCK_VERSION = 1

export type LockResult =
  | { readonly ok: true; readonly lock: FlowLock }
  /** `newer`: written by a later compiler. `corrupt`: no lock file, or damaged. */
  | { readonly ok: false; readonly kind: 'newer' | 'corrupt'; readonly reason: string }

const order = (a: LockedSubject, b: LockedSubject): number =>
  a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : a.version - b.version

/** The same subjects give the same bytes, whatever order they came in. */
export function writeLock(lock: FlowLock): string {
  const subjects = [...lock.subjects].sort(order).map((s) => ({
    subject: s.subject,
    version: s.version,
    id: s.id,
    schemaType: s.schemaType,
    references: s.references.map((r) => ({ name: r.name, subject: r.subject, version: r.version })),
    schema: s.schema,
  }))
  return `${stableJson({ lockVersion: LOCK_VERSION, compiler: lock.compiler, subjects }, { indent: 2, order: 'written' })}\n`
}

export function readLock(text: string): LockResult {
  const corrupt = (reason: string): LockResult => ({ ok: false, kind: 'corrupt', reason })
  const json = parseExactJson(text)
  if (!json.ok) {
    const { line, column } = positionAt(lineStarts(text), json.offset)
    const conflict = /^(<{7}|={7}|>{7})/m.test(text) ? '; the file holds the marks of an unfinished merge' : ''
    return corrupt(`${json.reason} in line ${line}, column ${column}${conflict}`)
  }
  if (json.duplicate !== null) return corrupt(`the key \`${json.duplicate}\` stands twice in one object`)
  const root = json.value
  if (!isExactObject(root)) return corrupt(`it holds ${describeJson(root)}, not an object`)
  const version = integer(root.get('lockVersion'))
  if (version === null) return corrupt('it has no `lockVersion`')
  const compiler = root.get('compiler')
  if (version > LOCK_VERSION)
    return {
      ok: false,
      kind: 'newer',
      reason: `it has lock version ${version}${typeof compiler === 'string' ? `, written by flowc ${compiler}` : ''}; this compiler reads version ${LOCK_VERSION}`,
    }
  if (version !== LOCK_VERSION) return corrupt(`there is no lock version ${version}`)
  if (typeof compiler !== 'string') return corrupt('it has no `compiler`')
  const list = root.get('subjects')
  if (!isExactArray(list)) return corrupt('it has no list of `subjects`')
  const subjects: LockedSubject[] = []
  const seen = new Set<string>()
  for (const [i, item] of list.entries()) {
    const subject = readSubject(item)
    if (typeof subject === 'string') return corrupt(`subject ${i + 1}: ${subject}`)
    const key = `${subject.subject} version ${subject.version}`
    if (seen.has(key)) return corrupt(`\`${key}\` stands twice`)
    seen.add(key)
    subjects.push(subject)
  }
  return { ok: true, lock: { lockVersion: LOCK_VERSION, compiler, subjects: subjects.sort(order) } }
}

function integer(v: ExactJson | undefined): number | null {
  return isExactNumber(v) && /^\d{1,10}$/.test(v.digits) ? Number(v.digits) : null
}

/** A text is the reason why it is none. */
function readSubject(item: ExactJson): LockedSubject | string {
  if (!isExactObject(item)) return `${describeJson(item)} is no subject`
  const name = item.get('subject')
  if (typeof name !== 'string' || name === '') return 'it has no `subject`'
  const version = integer(item.get('version'))
  const id = integer(item.get('id'))
  if (version === null || version === 0) return `\`${name}\` has no \`version\``
  if (id === null) return `\`${name}\` has no \`id\``
  const type = item.get('schemaType')
  if (type !== 'AVRO') return `\`${name}\` has the schema type ${describeJson(type)}, and only AVRO is read`
  const schema = item.get('schema')
  if (typeof schema !== 'string') return `\`${name}\` has no \`schema\` text`
  const list = item.get('references')
  if (!isExactArray(list)) return `\`${name}\` has no list of \`references\``
  const references: { name: string; subject: string; version: number }[] = []
  for (const reference of list) {
    const read = isExactObject(reference) ? readReference(reference) : null
    if (read === null) return `\`${name}\` has a reference without name, subject and version`
    references.push(read)
  }
  return { subject: name, version, id, schemaType: 'AVRO', schema, references }
}

function readReference(json: ExactObject): { name: string; subject: string; version: number } | null {
  const name = json.get('name')
  const subject = json.get('subject')
  const version = integer(json.get('version'))
  return typeof name === 'string' && typeof subject === 'string' && version !== null ? { name, subject, version } : null
}
