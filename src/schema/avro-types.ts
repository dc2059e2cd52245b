// Avro schemas as data (Avro 1.12 specification): types, named definitions, and the table in which names are looked up.
import type { ExactJson } from '../core/exact-json.js'

export type AvroPrimitive = 'null' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes' | 'string'
export const AVRO_PRIMITIVES: readonly AvroPrimitive[] = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']
export const AVRO_COMPLEX = ['record', 'error', 'enum', 'fixed', 'array', 'map'] as const

/** What stands beside a type: its logical type and the semantic name that Kafka Connect writes (`connect.name`). */
export interface AvroAnnotations {
  readonly logical: string | null
  readonly precision: number | null
  readonly scale: number
  readonly connect: string | null
}

export type AvroType =
  | (AvroAnnotations & { readonly kind: 'primitive'; readonly name: AvroPrimitive })
  | { readonly kind: 'array'; readonly items: AvroType }
  | { readonly kind: 'map'; readonly values: AvroType }
  | { readonly kind: 'union'; readonly branches: readonly AvroType[] }
  /** A use of a named type; `short` is what the text says, before the namespace was put in front. */
  | { readonly kind: 'named'; readonly name: string; readonly short: string }

interface AvroNamedBase {
  /** Full name: namespace and name. */
  readonly name: string
  readonly doc: string | null
  readonly aliases: readonly string[]
}

export interface AvroField {
  readonly name: string
  readonly type: AvroType
  readonly doc: string | null
  readonly aliases: readonly string[]
  /** As written; undefined: no default. */
  readonly default: ExactJson | undefined
}

export interface AvroRecord extends AvroNamedBase {
  readonly kind: 'record'
  readonly error: boolean
  readonly connect: string | null
  readonly fields: readonly AvroField[]
}
interface AvroEnum extends AvroNamedBase {
  readonly kind: 'enum'
  readonly symbols: readonly string[]
  readonly default: string | null
}
interface AvroFixed extends AvroNamedBase, AvroAnnotations {
  readonly kind: 'fixed'
  readonly size: number
}
export type AvroNamed = AvroRecord | AvroEnum | AvroFixed

/** Where a definition stands, for messages: `subject x version 1`, `schemas/a.avsc`. */
export interface AvroDefinition {
  readonly type: AvroNamed
  readonly from: string
}

export const namespaceOf = (fullName: string): string => fullName.slice(0, Math.max(0, fullName.lastIndexOf('.')))
export const shortName = (fullName: string): string => fullName.slice(fullName.lastIndexOf('.') + 1)

/** The meaning of a definition as text: equal texts are the same type. Docs, aliases and order of attributes do not count. */
export function definitionText(type: AvroNamed): string {
  switch (type.kind) {
    case 'record':
      return JSON.stringify([
        type.kind,
        type.name,
        type.fields.map((f) => [f.name, typeText(f.type), f.default === undefined ? null : [exactText(f.default)]]),
      ])
    case 'enum':
      return JSON.stringify([type.kind, type.name, type.symbols, type.default])
    case 'fixed':
      return JSON.stringify([type.kind, type.name, type.size, type.logical, type.precision, type.scale])
  }
}

function typeText(type: AvroType): string {
  switch (type.kind) {
    case 'primitive':
      return `${type.name}|${type.logical ?? ''}|${type.precision ?? ''}|${type.scale}|${type.connect ?? ''}`
    case 'array':
      return `[${typeText(type.items)}]`
    case 'map':
      return `{${typeText(type.values)}}`
    case 'union':
      return `(${type.branches.map(typeText).join(',')})`
    case 'named':
      return type.name
  }
}

function exactText(v: ExactJson): string {
  return JSON.stringify(v, (_, x: unknown) => (x instanceof Map ? [...(x as Map<string, unknown>)] : x))
}

/** The branch of a nullable union, the branch of a union of one, or null for a union that is neither. */
export function soleBranch(union: readonly AvroType[]): { readonly type: AvroType; readonly nullable: boolean } | null {
  const isNull = (t: AvroType | undefined): boolean => t?.kind === 'primitive' && t.name === 'null'
  if (union.length === 1) return { type: union[0]!, nullable: false }
  if (union.length !== 2 || isNull(union[0]) === isNull(union[1])) return null
  return { type: isNull(union[0]) ? union[1]! : union[0]!, nullable: true }
}

/** A branch as Avro's JSON and messages name it. */
export const branchName = (type: AvroType): string => (type.kind === 'primitive' || type.kind === 'named' ? type.name : type.kind)
