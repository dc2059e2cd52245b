// What the answers of a registry hold, read strictly in what is needed and leniently in everything else.
import { describeJson, isExactArray, isExactNumber, isExactObject, type ExactJson } from '../core/exact-json.js'
import type { Compatibility, RegisteredSchema } from './registry-model.js'

/** A text is the reason why the answer is no answer. */
export type Read<T> = (json: ExactJson) => { readonly value: T } | string

export const readSubjects: Read<readonly string[]> = (json) =>
  isExactArray(json) && json.every((s) => typeof s === 'string')
    ? { value: json as readonly string[] }
    : `${describeJson(json)} instead of a list of subjects`

const integer = (v: ExactJson | undefined): number | null =>
  isExactNumber(v) && /^\d{1,15}$/.test(v.digits) ? Number(v.digits) : null

export const readVersions: Read<readonly number[]> = (json) => {
  const numbers = isExactArray(json) ? json.map(integer) : [null]
  return numbers.includes(null) ? `${describeJson(json)} instead of a list of versions` : { value: numbers as number[] }
}

export const readVersion: Read<number> = (json) => {
  const version = isExactObject(json) ? integer(json.get('version')) : null
  return version === null ? `${describeJson(json)} without \`version\`` : { value: version }
}

export const readId: Read<number> = (json) => {
  const id = isExactObject(json) ? integer(json.get('id')) : null
  return id === null ? `${describeJson(json)} without \`id\`` : { value: id }
}

export const readLevel: Read<string | null> = (json) => {
  // asked for it is `compatibilityLevel`, set it is `compatibility`: some servers use one name for both
  const level = isExactObject(json) ? (json.get('compatibilityLevel') ?? json.get('compatibility')) : undefined
  return { value: typeof level === 'string' ? level : null }
}

/** Confluent lists `messages`, Apicurio has one `reason`. */
export const readCompatibility: Read<Compatibility> = (json) => {
  const compatible = isExactObject(json) ? json.get('is_compatible') : undefined
  if (!isExactObject(json) || typeof compatible !== 'boolean') return `${describeJson(json)} without \`is_compatible\``
  const list = json.get('messages')
  const reason = json.get('reason')
  const messages = isExactArray(list) ? list.filter((m) => typeof m === 'string') : typeof reason === 'string' ? [reason] : []
  return { value: { compatible, messages: messages as readonly string[] } }
}

export function readSchema(json: ExactJson, subject: string): { value: RegisteredSchema } | string {
  if (!isExactObject(json)) return `${describeJson(json)} instead of a schema`
  const version = integer(json.get('version'))
  const id = integer(json.get('id'))
  const schema = json.get('schema')
  if (version === null || id === null || typeof schema !== 'string') {
    return `a schema needs \`version\`, \`id\` and \`schema\`, and ${
      ['version', 'id', 'schema']
        .filter((k) => !json.has(k))
        .map((k) => `\`${k}\``)
        .join(', ') || 'one of them'
    } ${json.has('schema') ? 'is missing or of another type' : 'is missing'}`
  }
  const type = json.get('schemaType')
  const references: { name: string; subject: string; version: number }[] = []
  const list = json.get('references')
  for (const reference of isExactArray(list) ? list : []) {
    const name = isExactObject(reference) ? reference.get('name') : undefined
    const target = isExactObject(reference) ? reference.get('subject') : undefined
    const targetVersion = isExactObject(reference) ? integer(reference.get('version')) : null
    if (typeof name !== 'string' || typeof target !== 'string' || targetVersion === null)
      return 'a reference without `name`, `subject` and `version`'
    references.push({ name, subject: target, version: targetVersion })
  }
  const own = json.get('subject')
  return {
    value: {
      subject: typeof own === 'string' ? own : subject,
      version,
      id,
      schemaType: typeof type === 'string' ? type : 'AVRO',
      schema,
      references,
    },
  }
}
