// What a registry offers and how it fails, without HTTP: pull.ts and its tests know only this.
import { registry } from '../diagnostics/codes/registry.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { didYouMean } from '../core/suggest.js'

export interface RegisteredSchema {
  readonly subject: string
  readonly version: number
  readonly id: number
  /** AVRO, PROTOBUF, JSON. */
  readonly schemaType: string
  readonly schema: string
  readonly references: readonly { readonly name: string; readonly subject: string; readonly version: number }[]
}

/** `url` is always without credentials. */
export type RegistryProblem =
  | { readonly kind: 'address'; readonly url: string; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly url: string; readonly reason: string; readonly attempts: number }
  | { readonly kind: 'timeout'; readonly url: string; readonly seconds: number; readonly attempts: number }
  | {
      readonly kind: 'unauthorized'
      readonly url: string
      readonly status: number
      readonly sent: 'nothing' | 'user and password' | 'token'
      readonly message: string | null
    }
  | { readonly kind: 'tls'; readonly url: string; readonly reason: string }
  | { readonly kind: 'not json'; readonly url: string; readonly status: number; readonly what: string }
  | { readonly kind: 'bad answer'; readonly url: string; readonly reason: string }
  | {
      readonly kind: 'failed'
      readonly url: string
      readonly status: number
      readonly message: string | null
      readonly attempts: number
    }
  | { readonly kind: 'refused'; readonly url: string; readonly status: number; readonly message: string | null }
  | { readonly kind: 'no subject'; readonly subject: string }
  | { readonly kind: 'no version'; readonly subject: string; readonly version: number }
  | { readonly kind: 'not avro'; readonly subject: string; readonly version: number; readonly type: string }

export type RegistryResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: RegistryProblem }

export interface RegistryClient {
  /** All subjects, in byte order. */
  readonly subjects: () => Promise<RegistryResult<readonly string[]>>
  readonly versions: (subject: string) => Promise<RegistryResult<readonly number[]>>
  readonly schema: (subject: string, version: number | 'latest') => Promise<RegistryResult<RegisteredSchema>>
}

export interface Compatibility {
  readonly compatible: boolean
  /** The registry's reasons; empty where it gives none. */
  readonly messages: readonly string[]
}

/** What deploying needs besides. Every call can be repeated: a registered schema keeps its id and version. */
export interface RegistryWriter extends RegistryClient {
  /** The version under which exactly this schema is registered; null: it is not. */
  readonly find: (subject: string, schema: string) => Promise<RegistryResult<number | null>>
  /** Whether the schema may become the next version of a subject that has one. */
  readonly compatible: (subject: string, schema: string) => Promise<RegistryResult<Compatibility>>
  /** The compatibility level that holds for the subject; null where the registry does not say. */
  readonly level: (subject: string) => Promise<RegistryResult<string | null>>
  /** Gives the schema's id. */
  readonly register: (subject: string, schema: string) => Promise<RegistryResult<number>>
}

/** `known`: the registry's subjects, or the versions of the subject, where the caller has asked for them. */
export function registryDiagnostic(
  p: RegistryProblem,
  known: { readonly subjects?: readonly string[]; readonly versions?: readonly number[] } = {},
): Diagnostic {
  switch (p.kind) {
    case 'address':
      return diagnostic(registry.address, null, p)
    case 'unreachable':
      return diagnostic(registry.unreachable, null, p)
    case 'timeout':
      return diagnostic(registry.timeout, null, p)
    case 'unauthorized':
      return diagnostic(registry.unauthorized, null, p)
    case 'tls':
      return diagnostic(registry.tls, null, p)
    case 'not json':
      return diagnostic(registry.notJson, null, p)
    case 'bad answer':
      return diagnostic(registry.badAnswer, null, p)
    case 'failed':
      return diagnostic(registry.failed, null, p)
    case 'refused':
      return diagnostic(registry.refused, null, p)
    case 'no subject':
      return diagnostic(registry.noSubject, null, {
        subject: p.subject,
        near: didYouMean(p.subject, known.subjects ?? []) ?? null,
      })
    case 'no version':
      return diagnostic(registry.noVersion, null, { subject: p.subject, version: p.version, known: known.versions ?? [] })
    case 'not avro':
      return diagnostic(registry.notAvro, null, p)
  }
}
