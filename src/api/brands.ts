// How one object of the API knows another: by symbols that two copies of this package share, never by `instanceof`.
import type { Declaration, DurationNode, PipelineDecl } from '../surface/ast.js'
import type { TextDeclaration } from '../surface/program-data.js'
import type { Mark } from './site.js'

export const DECLARATION = Symbol.for('flowc.declaration')
export const RELATION = Symbol.for('flowc.relation')
export const DURATION = Symbol.for('flowc.duration')
export const EXPRESSION = Symbol.for('flowc.expression')
export const TYPE = Symbol.for('flowc.type')
/** On the row that a callback gets: its scope. */
export const ROW = Symbol.for('flowc.row')
/** A list that a loader puts on `globalThis` before it runs a module: the pipelines that were made. Nothing is recorded without it. */
export const MADE = Symbol.for('flowc.made')

export interface MadePipeline {
  readonly node: PipelineDecl
  /** The parts that the one that it was made of has not. */
  readonly added: readonly DeclarationRecord['node'][]
  /** The part before them. */
  readonly after: DeclarationRecord['node'] | null
  /** Who called whom, up to the module. */
  readonly callers: Mark | null
}

export interface DeclarationRecord {
  /** Of the nodes, as the copy of this package that made them knows them. */
  readonly version: number
  readonly node: Declaration | TextDeclaration
  /** What has to be declared before it. Who refers to a declaration holds it, so that a program is what its exports reach. */
  readonly refs: readonly Declared[]
  /** Of a pipeline: its sinks, taps, topics, tests and whatever belongs to it, in the order in which they were said. */
  readonly members: readonly Declared[]
  /** One piece for each `doc` that led here: a program that has the record has them. */
  readonly docs?: readonly object[]
}

/** An object that is a declaration; two of the same record are one. */
export interface Declared {
  readonly [DECLARATION]: DeclarationRecord
}

/** Something that a query, a sink or a test can name. */
export interface NamedRelation {
  readonly name: string
  /** Where it is declared: of a lane, the query that names it. */
  readonly declared: Declared
  /** Its columns in order, where the program itself lists them all. */
  readonly columns: readonly string[] | null
  /** The streams of late rows that it names. */
  readonly lanes: readonly string[]
}

const holds = (value: unknown, brand: symbol): boolean =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && brand in value

export const declarationOf = (value: unknown): DeclarationRecord | null =>
  holds(value, DECLARATION) ? (value as Declared)[DECLARATION] : null
export const isDeclared = (value: unknown): value is Declared => holds(value, DECLARATION)
export const relationOf = (value: unknown): NamedRelation | null =>
  holds(value, RELATION) ? (value as { readonly [RELATION]: NamedRelation })[RELATION] : null
export const durationIn = (value: unknown): { readonly node: DurationNode; readonly refs: readonly Declared[] } | null =>
  holds(value, DURATION) ? (value as { readonly [DURATION]: { node: DurationNode; refs: readonly Declared[] } })[DURATION] : null
export const isBranded = holds
