// What a generated module is made of while it is written: what it imports, what its constants are called, which declaration
// needs which.
import type { Comment } from '../parser/trivia.js'
import type { Origin } from '../format/origin.js'
import type * as ast from '../surface/ast.js'
import type { Ignorable } from '../surface/ignorable.js'
import { inTemplate, quoted } from './code.js'
import type { Names } from './names.js'

/** What somebody who has checked the program knows of a relation. The tree alone is enough; with it, more is said plainly. */
export interface KnownRelation {
  readonly kind: 'stream' | 'table'
  readonly columns: readonly KnownColumn[] | null
  /** Its row as TypeScript writes it, and the types of `flowc` that are in it. */
  readonly row: { readonly text: string; readonly types: readonly string[] } | null
}
export interface KnownColumn {
  readonly name: string
  readonly type: KnownType
}
/** As far as rows of tests ask: decimals are written as texts, so that their digits stay; rows have names inside. */
export type KnownType =
  | { readonly kind: 'decimal' | 'other' }
  | { readonly kind: 'list'; readonly element: KnownType }
  | { readonly kind: 'map'; readonly key: KnownType; readonly value: KnownType }
  | { readonly kind: 'row'; readonly fields: readonly KnownColumn[] }

/** What a name of the file means. */
export type Meaning =
  | { readonly kind: 'relation'; readonly known: KnownRelation | null }
  | { readonly kind: 'param'; readonly duration: boolean }
  | { readonly kind: 'fn'; /** Calls name their arguments. */ readonly parameters: readonly string[] }
  | { readonly kind: 'connection' | 'catalog' | 'schema' | 'type' | 'pipeline' }

export interface Binding {
  readonly meaning: Meaning
  /** What the module calls it: `orders`, `enriched.lane('late_orders')`. */
  readonly code: string
  /** The statement that makes it; null: an import does. */
  readonly statement: object | null
}

/** Something that the API has no words for: where, and what. */
export interface Unsaid {
  readonly node: ast.Node
  readonly what: string
  /** The declaration that stands as text because of it: `` stream `x` ``. */
  readonly of: string
  /** Only because something else stands as text. */
  readonly follows: boolean
}

/** Thrown inside of one declaration; it is then written as text. */
export class Inexpressible extends Error {
  readonly node: ast.Node
  readonly what: string
  readonly follows: boolean

  constructor(node: ast.Node, what: string, follows = false) {
    super(what)
    this.node = node
    this.what = what
    this.follows = follows
  }
}

/** The members of a union that are of a kind, also where one member is of several. */
export type OfKind<U, K> = U extends { readonly kind: infer Kinds } ? (K extends Kinds ? U : never) : never

export interface Module {
  readonly path: string
  readonly origin: Origin
  /** Behind the last comment that belongs to a declaration. */
  readonly endOf: (d: ast.Declaration) => number
  readonly names: Names
  /** What is ignored of a declaration or clause, as calls behind it. */
  readonly ignored: (piece: Ignorable) => string
  readonly bindings: ReadonlyMap<string, Binding>
  /** Notes that the module imports a name from `flowc`, and gives it back. */
  readonly use: (name: string) => string
  /** Notes that the statement that is being written needs what a name means, and gives that back. */
  readonly refer: (name: ast.Name, kinds: readonly Meaning['kind'][]) => Binding
}

export const relation = (m: Module, name: ast.Name): string => m.refer(name, ['relation']).code

/** A text in which params may stand. What is `$${` there is `${` to TypeScript. */
export function text(m: Module, node: ast.Text): string {
  return textCode(m, node.value, node)
}

export function textCode(m: Module, value: string, node: ast.Node): string {
  const parts = value.split(/(\$\$+\{|\$\{[A-Za-z_][A-Za-z0-9_]*\})/)
  const pieces = parts.map((part): string | { readonly param: string } => {
    if (/^\$\$+\{$/.test(part)) return part.slice(1)
    if (!/^\$\{.*\}$/.test(part)) return part
    const name = part.slice(2, -1)
    const binding = m.bindings.get(name)
    return binding?.meaning.kind === 'param' ? { param: m.refer({ text: name, span: node.span }, ['param']).code } : part
  })
  if (pieces.every((p) => typeof p === 'string')) {
    const plain = pieces.join('')
    return plain.includes('\n') ? `\`${inTemplate(plain)}\`` : quoted(plain)
  }
  // next to a hole a `$` would make one of its brace
  return `\`${pieces.map((p) => (typeof p === 'string' ? inTemplate(p).replace(/\$$/, '\\$') : `\${${p.param}}`)).join('')}\``
}

/** Comments as lines of TypeScript, each with its line end. */
export const commentLines = (comments: readonly Comment[]): string => comments.map((c) => `${commentOf(c)}\n`).join('')

/** `-- why` → `// why`; a block stays; `/// x` that documents nothing is one too. */
export function commentOf(c: Comment): string {
  if (c.text.startsWith('/*')) return c.text
  const words = c.text.replace(/^(?:--+|\/\/+|#+)\s?/, '')
  return words === '' ? '//' : `// ${words}`
}
