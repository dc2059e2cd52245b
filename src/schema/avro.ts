// An Avro schema as the rest of the compiler sees it: named, typed columns, each readable or not, with a reason.
import type { Json } from '../core/stable-json.js'
import { stableJson } from '../core/stable-json.js'
import { checkDefault, literalDefault } from './avro-defaults.js'
import { toPlainJson } from '../core/exact-json.js'
import { envelopeImage, semanticOf } from './avro-debezium.js'
import { AvroNames } from './avro-names.js'
import { parseAvro } from './avro-parse.js'
import { readType, Unfolds, type ReadContext, type Reading } from './avro-read.js'
import { shortName, type AvroDefinition, type AvroField, type AvroRecord } from './avro-types.js'
import type { ResolvedSchema, SchemaField, SchemaOrigin, SchemaProblem, SchemaResult } from './model.js'

/** A text that may define types which another one uses. */
export interface AvroText {
  readonly text: string
  /** For messages: `subject x version 1`, `schemas/a.avsc`. */
  readonly from: string
}

/** Fields inside one column. */
const MAX_FIELDS = 10_000

/** Definitions that a list of texts makes; texts that are no schema add nothing (they have problems of their own). */
function definitionsOf(texts: readonly AvroText[]): AvroDefinition[] {
  return texts.flatMap(({ text, from }) => [...parseAvro(text).named.values()].map((type) => ({ type, from })))
}

export function resolveAvro(text: string, origin: SchemaOrigin, pool: readonly AvroText[] = []): SchemaResult {
  const parsed = parseAvro(text)
  const problems: SchemaProblem[] = [...parsed.problems]
  const failed = (): SchemaResult => ({ schema: null, problems })
  if (parsed.root === null || problems.some((p) => p.severity === 'error')) return failed()
  const names = new AvroNames(parsed.named, origin.describe, definitionsOf(pool))
  if (parsed.root.kind !== 'named') {
    const what = parsed.root.kind === 'primitive' ? parsed.root.name : parsed.root.kind
    problems.push({
      severity: 'error',
      path: '',
      message: `a row needs a record, and this is ${/^[aeio]/.test(what) ? 'an' : 'a'} ${what}`,
    })
    return failed()
  }
  const found = names.find(parsed.root.name, parsed.root.short, false)
  if (!found.ok || found.type.kind !== 'record') {
    problems.push({
      severity: 'error',
      path: '',
      message: found.ok
        ? `a row needs a record, and \`${found.type.name}\` is ${found.type.kind === 'enum' ? 'an enum' : 'a fixed'}`
        : found.message,
    })
    return failed()
  }
  const root = found.type
  const image = envelopeImage(root, names)
  const schema = resolveRecord(image ?? root, image !== null, names, origin, problems)
  checkDefaults(root, names, problems)
  return problems.some((p) => p.severity === 'error') ? failed() : { schema, problems }
}

function resolveRecord(
  record: AvroRecord,
  envelope: boolean,
  names: AvroNames,
  origin: SchemaOrigin,
  problems: SchemaProblem[],
): ResolvedSchema {
  const reader: { [key: string]: Json }[] = []
  const defined = new Map<string, string>()
  const live = new Set(record.fields.map((f) => f.name))
  let option = false
  const fields = record.fields.map((f): SchemaField => {
    const context: ReadContext = {
      names,
      unresolved: (path, message) => problems.push({ severity: 'error', path, message }),
      frames: [{ record, path: `.${f.name}` }],
      path: f.name,
      fromPool: false,
      budget: { left: MAX_FIELDS },
    }
    const reading = readField(f, context)
    const refused = (reason: string): SchemaField => ({
      name: f.name,
      field: null,
      unreadable: reason,
      note: null,
      doc: f.doc,
      default: undefined,
      aliases: f.aliases,
    })
    if (!reading.ok) return refused(reading.reason)
    if (reading.option && envelope)
      return refused(
        `\`${f.name}\` holds an enum or a fixed, which \`debezium-avro-confluent\` cannot read; Debezium itself writes text or bytes`,
      )
    const meaning = semanticOf(f.type)
    const type = meaning?.type ?? reading.type
    const body = meaning?.reader === undefined ? reading.reader : reading.nullable ? ['null', meaning.reader] : meaning.reader
    const known = new Map(defined)
    const emitted = once(body, known)
    if (emitted === null)
      return refused(
        `\`${f.name}\` uses a record that reads differently elsewhere in the schema, because a part of it is recursive`,
      )
    for (const [name, text] of known) defined.set(name, text)
    option ||= reading.option
    // Avro's alias resolution would rename a live field away (`Duplicate field`)
    const aliases = f.aliases.filter((a) => !live.has(a))
    const field = {
      name: f.name,
      type,
      nullable: reading.nullable,
      ...(meaning?.encoding === undefined ? {} : { encoding: meaning.encoding }),
    }
    const valid = f.default !== undefined && (checkDefault(f.type, f.default, names)?.severity ?? 'note') === 'note'
    const fallback = valid ? literalDefault(field, f.default!) : undefined
    reader.push({
      name: f.name,
      type: valid && f.default !== null ? valueFirst(emitted) : emitted,
      ...(valid ? { default: toPlainJson(f.default!) } : {}),
      ...(aliases.length === 0 ? {} : { aliases }),
    })
    const notes = [...(meaning === null || meaning.note === null ? [] : [`\`${f.name}\` ${meaning.note}`]), ...reading.notes]
    return {
      name: f.name,
      field,
      unreadable: null,
      note: notes.length === 0 ? null : notes.join('; '),
      doc: f.doc,
      default: fallback,
      ...(f.aliases.length === 0 ? {} : { aliases: f.aliases }),
      ...(reading.omitted.length === 0 ? {} : { omitted: reading.omitted }),
    }
  })
  if (!option) aliasWarnings(record, problems)
  return {
    origin,
    name: record.name,
    doc: record.doc,
    fields,
    envelope,
    needsSchemaOption: option,
    reader: { type: 'record', name: record.name, fields: reader },
  }
}

function readField(f: AvroField, context: ReadContext): Reading {
  try {
    return readType(f.type, context)
  } catch (e) {
    if (!(e instanceof Unfolds)) throw e
    return { ok: false, reason: `\`${f.name}\` unfolds to more than ${MAX_FIELDS.toLocaleString('en')} fields` }
  }
}

/** A default other than null must fit the first branch. */
const valueFirst = (type: Json): Json => (Array.isArray(type) && type[0] === 'null' ? [type[1] as Json, 'null'] : type)

/** Writes each named type out once and by name after that; null where two uses would have to differ. */
function once(type: Json, defined: Map<string, string>): Json | null {
  if (Array.isArray(type)) {
    const list = type.map((t: Json) => once(t, defined))
    return list.includes(null) ? null : (list as Json[])
  }
  if (typeof type !== 'object' || type === null) return type
  const object = type as { readonly [key: string]: Json }
  if (object['type'] === 'array') {
    const items = once(object['items']!, defined)
    return items === null ? null : { type: 'array', items }
  }
  if (object['type'] === 'map') {
    const values = once(object['values']!, defined)
    return values === null ? null : { type: 'map', values }
  }
  const name = object['name']
  if (typeof name !== 'string') return type
  const text = stableJson(type)
  const known = defined.get(name)
  if (known !== undefined) return known === text ? name : null
  defined.set(name, text)
  if (object['type'] !== 'record') return type
  const fields: Json[] = []
  for (const f of object['fields'] as readonly { readonly [key: string]: Json }[]) {
    const inner = once(f['type']!, defined)
    if (inner === null) return null
    fields.push({ ...f, type: inner })
  }
  return { ...object, fields }
}

/** Flink derives its reader from the table, which knows no aliases: what an older version wrote under another name is lost. */
function aliasWarnings(record: AvroRecord, problems: SchemaProblem[]): void {
  const live = new Set(record.fields.map((f) => f.name))
  for (const f of record.fields) {
    const alias = f.aliases.find((a) => !live.has(a))
    if (alias === undefined) continue
    problems.push({
      severity: 'warning',
      path: `${shortName(record.name)}.${f.name}`,
      message: `\`${f.name}\` was once called \`${alias}\`; Flink does not know aliases, so records written with the old name have no \`${f.name}\``,
    })
  }
}

function checkDefaults(root: AvroRecord, names: AvroNames, problems: SchemaProblem[]): void {
  const seen = new Set<string>()
  const visit = (record: AvroRecord): void => {
    if (seen.has(record.name)) return
    seen.add(record.name)
    for (const f of record.fields) {
      const verdict = f.default === undefined ? null : checkDefault(f.type, f.default, names)
      if (verdict !== null) problems.push({ ...verdict, path: `${shortName(record.name)}.${f.name}` })
      walk(f)
    }
  }
  const walk = (f: AvroField): void => {
    const inner = (type: AvroField['type']): void => {
      switch (type.kind) {
        case 'array':
          return inner(type.items)
        case 'map':
          return inner(type.values)
        case 'union':
          return type.branches.forEach(inner)
        case 'named': {
          const found = names.find(type.name, type.short, false)
          if (found.ok && found.type.kind === 'record') visit(found.type)
        }
      }
    }
    inner(f.type)
  }
  visit(root)
}
