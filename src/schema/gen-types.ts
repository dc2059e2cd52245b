// flow.lock (and schema files) as TypeScript: an interface a schema, and the table from subjects to interfaces that `kafka(…)`
// and `cdc(…)` look rows up in. Fields are those that the checker reads: the same reading, printed.
import type { FlowLock, LockedSubject, ResolvedSchema, SchemaField, SchemaResult } from './model.js'
import { findLocked, resolveSubject } from './resolve.js'
import { propertyName, quoted, typeText, type ValueType } from './row-type-text.js'
import { fileTypeName, subjectTypeName, TypeNames } from './type-names.js'

export const TYPES_FILE = 'flow.types.d.ts'

/** The first line: who writes the file, and how it is known as such. */
export const TYPES_HEADER = '// Written by `flowc gen types` from flow.lock. Do not change it: run the command again.'

/** A schema file that a program names, with what was read from it. */
export interface NamedSchemaFile {
  /** Relative to the project. */
  readonly path: string
  readonly result: SchemaResult
}

interface LeftOut {
  /** `subject x-value version 3`, `schemas/order.avsc` */
  readonly what: string
  readonly reason: string
}

export interface GeneratedTypes {
  readonly text: string
  /** What has an interface: subjects and files. */
  readonly interfaces: readonly { readonly of: string; readonly name: string }[]
  /** What a program could name, and has no row. */
  readonly leftOut: readonly LeftOut[]
}

interface Entry {
  readonly name: string
  /** Its key in `Subjects`; null for a file. */
  readonly key: string | null
  readonly what: string
  /** The same in the documentation of the interface. */
  readonly from: string
  readonly result: SchemaResult
  /** Only other schemas use it: that it is no row is no news. */
  readonly part: boolean
}

export function generateTypes(lock: FlowLock | null, files: readonly NamedSchemaFile[] = []): GeneratedTypes {
  const entries = entriesOf(lock, files)
  const used = new Set<ValueType>()
  const blocks: string[] = []
  const interfaces: { of: string; name: string }[] = []
  const leftOut: LeftOut[] = []
  const table: string[] = []
  for (const { name, key, what, from, result, part } of entries) {
    const { schema } = result
    if (schema === null) {
      const reason = reasonOf(result)
      blocks.push(`${comment('', `No type for ${what}: ${reason}`)}\n`)
      if (!part) leftOut.push({ what, reason })
      continue
    }
    blocks.push(interfaceText(name, from, schema, used))
    interfaces.push({ of: key ?? what, name })
    if (key !== null) table.push(`    ${quoted(key)}: ${name}\n`)
  }
  const imports = used.size === 0 ? [] : [`import type { ${[...used].sort().join(', ')} } from 'flowc'\n`]
  const subjects =
    table.length === 0 ? 'export {}\n' : `declare module 'flowc' {\n  interface Subjects {\n${table.join('')}  }\n}\n`
  return { text: [`${TYPES_HEADER}\n`, ...imports, ...blocks, subjects].join('\n'), interfaces, leftOut }
}

/**
 * The newest version of each subject under its name, older ones that are locked too as `x-value version 2`, then files.
 * Names are given in this order too, so that what comes later takes none away.
 */
function entriesOf(lock: FlowLock | null, files: readonly NamedSchemaFile[]): readonly Entry[] {
  const names = new TypeNames()
  const parts = new Set(lock?.subjects.flatMap((s) => s.references.map((r) => r.subject)))
  const all = [...(lock?.subjects ?? [])].sort((a, b) =>
    a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : b.version - a.version,
  )
  const newest = (s: LockedSubject): boolean => findLocked(lock!, s.subject, null)!.version === s.version
  const entry = (s: LockedSubject, name: string, key: string): Entry => ({
    name: names.unique(name),
    key,
    what: `subject ${s.subject} version ${s.version}`,
    from: `subject \`${s.subject}\`, version ${s.version}`,
    result: resolveSubject(lock!, s.subject, s.version)!,
    part: parts.has(s.subject),
  })
  return [
    ...all.filter(newest).map((s) => entry(s, subjectTypeName(s.subject), s.subject)),
    ...all
      .filter((s) => !newest(s))
      // a subject of that very name comes first
      .filter((s) => !all.some((other) => other.subject === `${s.subject} version ${s.version}`))
      .map((s) => entry(s, `${subjectTypeName(s.subject)}Version${s.version}`, `${s.subject} version ${s.version}`)),
    ...[...files]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, result }): Entry => ({
        name: names.unique(fileTypeName(path)),
        key: null,
        what: path,
        from: `schema file \`${path}\``,
        result,
        part: false,
      })),
  ]
}

function reasonOf(result: SchemaResult): string {
  const problem = result.problems.find((p) => p.severity === 'error')
  if (problem === undefined) return 'it cannot be read'
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`
}

function interfaceText(name: string, from: string, schema: ResolvedSchema, used: Set<ValueType>): string {
  const rows = schema.envelope
    ? `Rows of a captured table, whose changes are in ${from}.`
    : `${from[0]!.toUpperCase()}${from.slice(1)}.`
  const fields = schema.fields.map((f) => fieldText(f, used))
  return `${jsdoc('', [schema.doc, rows])}export interface ${name} {\n${fields.join('')}}\n`
}

function fieldText({ name, field, unreadable, doc, note, omitted }: SchemaField, used: Set<ValueType>): string {
  if (field === null) return `${comment('  ', `left out: ${unreadable ?? `\`${name}\` cannot be read`}`)}\n`
  const without = (omitted ?? []).map((o) => `${comment('  ', `\`${o.path}\` is left out: ${o.reason}`)}\n`)
  const type = typeText(field, used, '  ')
  return `${without.join('')}${jsdoc('  ', [doc, note])}  ${propertyName(name)}: ${type}\n`
}

/** Also what Unicode calls the end of a line: it would end a comment. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/

const comment = (indent: string, text: string): string => `${indent}// ${text.split(LINE_END).join(' ')}`

function jsdoc(indent: string, paragraphs: readonly (string | null)[]): string {
  const said = paragraphs.filter((p) => p !== null && p.trim() !== '') as readonly string[]
  if (said.length === 0) return ''
  const lines = said
    .flatMap((p, i) => [...(i === 0 ? [] : ['']), ...p.trim().split(LINE_END)])
    .map((line) => line.replaceAll('*/', '*\\/').trimEnd())
  if (lines.length === 1) return `${indent}/** ${lines[0]!} */\n`
  return `${indent}/**\n${lines.map((l) => `${indent} *${l === '' ? '' : ` ${l}`}\n`).join('')}${indent} */\n`
}
