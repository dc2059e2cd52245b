// Subjects of what the pipelines write. A schema is registered where the subject has none; another schema there is a
// difference, shown together with the registry's answer about compatibility.
import type { WrittenSchema } from '../codegen/schemas.js'
import { stableJson, type Json } from '../core/stable-json.js'
import { deploy } from '../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { registryDiagnostic, type RegistryResult, type RegistryWriter } from '../schema/registry-model.js'
import { DeployFailure } from './failure.js'
import { reading, type Reading, type Step } from './steps.js'

export interface WantedSubject {
  readonly pipeline: string
  readonly schema: WrittenSchema
}

export async function readSubjects(registry: RegistryWriter, wanted: readonly WantedSubject[]): Promise<Reading> {
  const steps: Step[] = []
  const problems: Diagnostic[] = []
  const seen = new Map<string, WantedSubject>()
  for (const want of wanted) {
    const { subject } = want.schema
    const other = seen.get(subject)
    if (other !== undefined) {
      const differences = schemaDifferences(other.schema.schema, want.schema.schema)
      if (differences.length > 0)
        problems.push(
          diagnostic(deploy.wantedTwice, null, {
            what: 'subject',
            name: subject,
            one: other.pipeline,
            other: want.pipeline,
            differences: [{ key: 'schema', wanted: 'another', found: 'one' }],
          }),
        )
      continue
    }
    seen.set(subject, want)
    // the text that Flink's own serializer would register: the same attributes, no spaces
    const text = stableJson(want.schema.schema, { order: 'written' })
    const found = valueOf(await registry.find(subject, text))
    if (found !== null) {
      steps.push({ kind: 'subject', name: subject, detail: `version ${found}`, make: null })
      continue
    }
    const versions = await registry.versions(subject)
    const newest = versions.ok ? versions.value.at(-1) : undefined
    if (!versions.ok && versions.problem.kind !== 'no subject') throw failed(versions.problem)
    if (newest === undefined) {
      steps.push({ kind: 'subject', name: subject, detail: 'no version yet', make: () => register(registry, subject, text) })
      continue
    }
    const there = valueOf(await registry.schema(subject, newest))
    const differences =
      there.schemaType === 'AVRO'
        ? schemaDifferences(parsed(there.schema), want.schema.schema)
        : [`it is ${there.schemaType}, not Avro`]
    if (differences.length === 0) steps.push({ kind: 'subject', name: subject, detail: `version ${newest}`, make: null })
    else
      problems.push(
        diagnostic(deploy.subjectDiffers, null, {
          subject,
          version: newest,
          differences,
          compatible: await compatibility(registry, subject, text),
        }),
      )
  }
  return reading({ steps, problems })
}

async function register(registry: RegistryWriter, subject: string, text: string): ReturnType<NonNullable<Step['make']>> {
  const id = valueOf(await registry.register(subject, text))
  const level = await registry.level(subject)
  const held = level.ok && level.value !== null ? `, compatibility ${level.value}` : ''
  return { status: 'created', detail: `version 1, id ${id}${held}` }
}

async function compatibility(registry: RegistryWriter, subject: string, text: string): Promise<string | null> {
  const answer = await registry.compatible(subject, text)
  if (!answer.ok) return null
  if (answer.value.compatible) return 'the registry would take it'
  const [reason] = answer.value.messages
  return `the registry would refuse it${reason === undefined ? '' : `: ${reason.split('\n')[0]}`}`
}

const failed = (problem: Extract<RegistryResult<never>, { ok: false }>['problem']): DeployFailure =>
  new DeployFailure([registryDiagnostic(problem)])

function valueOf<T>(result: RegistryResult<T>): T {
  if (result.ok) return result.value
  throw failed(result.problem)
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

interface Field {
  readonly name: string
  readonly type: Json
}

/** In words, field by field; docs and the order of attributes are no difference. */
function schemaDifferences(there: Json, here: Json): readonly string[] {
  const a = plain(there)
  const b = plain(here)
  if (stableJson(a) === stableJson(b)) return []
  const [one, other] = [fieldsOf(a), fieldsOf(b)]
  if (one === null || other === null) return [`it is ${brief(a)} there and ${brief(b)} here`]
  const words: string[] = []
  if (fullName(a) !== fullName(b)) words.push(`its name is \`${fullName(a)}\` there and \`${fullName(b)}\` here`)
  for (const f of one) {
    const match = other.find((o) => o.name === f.name)
    if (match === undefined) words.push(`\`${f.name}\` is only there`)
    else if (stableJson(match as unknown as Json) !== stableJson(f as unknown as Json))
      words.push(`\`${f.name}\` is ${brief(f.type)} there and ${brief(match.type)} here`)
  }
  for (const f of other) if (!one.some((o) => o.name === f.name)) words.push(`\`${f.name}\` is only here`)
  return words.length > 0 ? words : ['its fields stand in another order']
}

function plain(json: Json): Json {
  if (Array.isArray(json)) return json.map(plain)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json as { readonly [key: string]: Json })
      .filter(([key]) => key !== 'doc')
      .map(([key, value]) => [key, plain(value)]),
  )
}

const fieldsOf = (json: Json): readonly Field[] | null => {
  const fields = typeof json === 'object' && json !== null && 'fields' in json ? json['fields'] : null
  return Array.isArray(fields) ? (fields as unknown as readonly Field[]) : null
}

const fullName = (json: Json): string => {
  const { name, namespace } = json as { readonly name?: string; readonly namespace?: string }
  return [namespace, name].filter((part) => part !== undefined && part !== '').join('.')
}

const brief = (json: Json): string => {
  const text = typeof json === 'string' ? json : stableJson(json)
  return `\`${text.length > 80 ? `${text.slice(0, 80)}…` : text}\``
}
