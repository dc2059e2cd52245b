// What one check leaves for the next: the result of each declaration, with everything that it was made from. A declaration whose
// text and whose grounds are the same is not checked again; what it had to say is said again.
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { Expr } from '../ir/expr.js'
import type { EnvelopeOperator, Operator } from '../ir/plan.js'
import type { Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Host } from '../workspace/host.js'
import type { CheckedRelation, Lane } from './relation.js'

/** A name that was looked up, and what it meant. */
export interface Read {
  readonly file: string
  readonly name: ast.Name
  readonly declaration: object
  /** Undefined where the name was looked up for something else than its rows. */
  readonly relation: CheckedRelation | null | undefined
}

interface Kept {
  readonly value: unknown
  readonly reads: readonly Read[]
  /** Files that were read, and the answers. */
  readonly texts: readonly { readonly path: string; readonly answer: string }[]
  readonly subjects: readonly { readonly subject: string; readonly version: number | null }[]
  readonly diagnostics: readonly Diagnostic[]
}

interface Frame {
  readonly reads: Read[]
  readonly texts: { path: string; answer: string }[]
  readonly subjects: { subject: string; version: number | null }[]
  readonly diagnostics: Diagnostic[]
  /** False once it depends on something that is not noted. */
  whole: boolean
}

/** Lives as long as a project is open; the command line makes one for each check. */
export class Memory {
  readonly types = new WeakMap<object, Typed>()
  readonly said = new WeakMap<Expr, Span>()
  /** Operators as they are called in the plan of a pipeline. */
  readonly named = new WeakMap<Operator, { readonly pipeline: string; readonly operator: Operator }>()
  /** Operators with the origin of their records, made of these inputs; and the envelope of each dead-letter lane. */
  readonly traced = new WeakMap<Operator, { readonly inputs: readonly (Operator | undefined)[]; readonly operator: Operator }>()
  readonly envelopes = new WeakMap<Lane, { readonly pipeline: string; readonly operator: EnvelopeOperator }>()
  #kept = new WeakMap<object, Kept>()
  #made = new WeakMap<object, { readonly value: unknown; readonly diagnostics: readonly Diagnostic[] }>()
  #grounds: readonly unknown[] = []

  /**
   * Declarations that concern the whole program (types, params, functions, schemas, connections, the pipeline, imports) and what
   * the caller gives: where one of them is another object or value, nothing is remembered.
   */
  begin(grounds: readonly unknown[]): void {
    const same = grounds.length === this.#grounds.length && grounds.every((g, i) => Object.is(g, this.#grounds[i]))
    if (!same) {
      this.#kept = new WeakMap()
      this.#made = new WeakMap()
    }
    this.#grounds = grounds
  }

  /** For what hangs on nothing but the declaration and the grounds. */
  remember<T>(key: object, bag: DiagnosticBag, work: () => T): T {
    const known = this.#made.get(key)
    if (known !== undefined) {
      bag.addAll(known.diagnostics)
      return known.value as T
    }
    const diagnostics: Diagnostic[] = []
    const value = bag.collect(diagnostics, work)
    this.#made.set(key, { value, diagnostics })
    return value
  }

  get(key: object): Kept | undefined {
    return this.#kept.get(key)
  }

  set(key: object, kept: Kept | undefined): void {
    if (kept === undefined) this.#kept.delete(key)
    else this.#kept.set(key, kept)
  }
}

/** Notes what the declaration that is being checked reads and says. Declarations are checked inside of others, on demand. */
export class Notes {
  readonly #memory: Memory
  readonly #bag: DiagnosticBag
  readonly #host: Host
  readonly #onSubject: ((subject: string, version: number | null) => void) | undefined
  readonly #frames: Frame[] = []

  constructor(
    memory: Memory,
    bag: DiagnosticBag,
    host: Host,
    onSubject: ((subject: string, version: number | null) => void) | undefined,
  ) {
    this.#memory = memory
    this.#bag = bag
    this.#host = host
    this.#onSubject = onSubject
  }

  readonly host: Host = {
    readText: (path) => {
      const answer = this.#host.readText(path)
      this.#frames.at(-1)?.texts.push({ path, answer: JSON.stringify(answer) })
      return answer
    },
    list: (folder, suffix) => {
      this.spoil()
      return this.#host.list(folder, suffix)
    },
  }

  readonly subject = (subject: string, version: number | null): void => {
    this.#frames.at(-1)?.subjects.push({ subject, version })
    this.#onSubject?.(subject, version)
  }

  read(read: Read): void {
    this.#frames.at(-1)?.reads.push(read)
  }

  /** What is being checked depends on more than its reads: it is checked again the next time. */
  spoil(): void {
    const frame = this.#frames.at(-1)
    if (frame !== undefined) frame.whole = false
  }

  /** So does everything around it. */
  spoilAll(): void {
    for (const frame of this.#frames) frame.whole = false
  }

  /** `holds`: whether a name still means what it meant. */
  once<T>(key: object, holds: (read: Read) => boolean, work: () => T): T {
    const kept = this.#memory.get(key)
    if (kept !== undefined && kept.reads.every(holds) && kept.texts.every((t) => this.#unchanged(t.path, t.answer))) {
      this.#bag.addAll(kept.diagnostics)
      for (const s of kept.subjects) this.#onSubject?.(s.subject, s.version)
      return kept.value as T
    }
    const frame: Frame = { reads: [], texts: [], subjects: [], diagnostics: [], whole: true }
    this.#frames.push(frame)
    const value = this.#bag.collect(frame.diagnostics, work)
    this.#frames.pop()
    const { whole, ...notes } = frame
    this.#memory.set(key, whole ? { value, ...notes } : undefined)
    return value
  }

  #unchanged(path: string, answer: string): boolean {
    return JSON.stringify(this.#host.readText(path)) === answer
  }
}

/** Kinds of declarations whose results hang on nothing but the names that they read. */
const LOCAL: ReadonlySet<ast.Declaration['kind']> = new Set(['source', 'query', 'sql', 'sink', 'tap', 'test'])

export const groundsOf = (files: readonly ast.FileNode[]): readonly unknown[] =>
  files.flatMap((f) => [f.path, ...f.declarations.filter((d) => !LOCAL.has(d.kind))])
