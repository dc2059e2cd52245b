// What a schema means to the rest: named, typed fields, each readable or not, with a reason.
import type { Json } from '../core/stable-json.js'
import type { LiteralValue } from '../ir/expr.js'
import type { PhysicalField } from '../ir/plan.js'

/** Where a schema came from, in the words of a message: `subject x-value version 3`, `schemas/order.avsc`. */
export interface SchemaOrigin {
  readonly kind: 'registry' | 'file' | 'inline'
  readonly subject: string | null
  readonly version: number | null
  readonly path: string | null
  readonly describe: string
}

export interface SchemaField {
  readonly name: string
  /** Type and encoding as Flink's format delivers it; null where SQL cannot read the field. */
  readonly field: PhysicalField | null
  /** Why it cannot be read, in the words of a message: `` `pay` is a union of Card and Iban; …``. */
  readonly unreadable: string | null
  /** What is worth knowing about a readable one: `long timestamp-micros, read as BIGINT epoch microseconds`. */
  readonly note: string | null
  readonly doc: string | null
  /** Avro default as a literal of the field's type; undefined where there is none or it cannot be one. */
  readonly default: LiteralValue | undefined
  /** Other names under which older versions wrote the field. */
  readonly aliases?: readonly string[]
  /** Parts inside a readable field that had to be left out of its type, each with the reason. */
  readonly omitted?: readonly { readonly path: string; readonly reason: string }[]
}

export interface ResolvedSchema {
  readonly origin: SchemaOrigin
  /** The record's full name. */
  readonly name: string
  readonly doc: string | null
  readonly fields: readonly SchemaField[]
  /** A Debezium envelope: `fields` are those of the row image (`after`). */
  readonly envelope: boolean
  /** Enums or fixed inside: Flink must be given the reader schema (`avro-confluent.schema`), positions then count. */
  readonly needsSchemaOption: boolean
  /** Reader schema with the readable fields only, self-contained, in canonical order of keys. */
  readonly reader: Json
}

/** Problems of a schema, before they get a place in a program. */
export interface SchemaProblem {
  readonly severity: 'error' | 'warning' | 'note'
  readonly path: string
  readonly message: string
}

export interface SchemaResult {
  readonly schema: ResolvedSchema | null
  readonly problems: readonly SchemaProblem[]
}

/** One subject as locked in flow.lock. */
export interface LockedSubject {
  readonly subject: string
  readonly version: number
  readonly id: number
  readonly schemaType: 'AVRO'
  readonly schema: string
  readonly references: readonly { readonly name: string; readonly subject: string; readonly version: number }[]
}

export interface FlowLock {
  readonly lockVersion: 1
  readonly compiler: string
  readonly subjects: readonly LockedSubject[]
}
