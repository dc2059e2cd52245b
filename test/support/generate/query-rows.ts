// The rows at a point of a generated query: which word the API writes before a column there.
import type { Clause, ExprNode, Name, SelectItem } from '../../../src/surface/ast.js'
import { at } from './words.js'

type From = Extract<Clause, { kind: 'from' }>
const name = (text: string): Name => ({ text, ...at })

/** Which word the API writes before a column, at a point of a query. */
export class Rows {
  sides: readonly (string | null)[]
  readonly #aliased: boolean
  readonly #words: Set<string>

  constructor(from: From) {
    this.sides = [(from.alias ?? from.relation).text]
    this.#aliased = from.alias !== null
    this.#words = new Set([this.sides[0]!])
  }

  join(alias: Name): void {
    this.sides = [...this.sides, alias.text]
    this.#words.add(alias.text)
  }
  one(): void {
    this.sides = [null]
  }
  extend(): void {
    this.sides = this.sides.map(() => null)
  }

  #word(side: number): string | null {
    return this.sides.length === 1 && !this.#aliased ? null : this.sides[side]!
  }

  /** Of all sides, or of the first so many. */
  seen(node: ExprNode, count = this.sides.length): ExprNode {
    return everyPath(node, (names) => {
      if (names.length === 1 && PARAMS.has(names[0]!.text)) return names
      // the word is put before it below
      const column = this.#words.has(names[0]!.text) ? [name(`${names[0]!.text}_`), ...names.slice(1)] : names
      const words = this.sides.slice(0, count).flatMap((_, i) => this.#word(i) ?? [])
      // rows behind a `select` have the columns that it lists, and no others
      const word = words[column[0]!.text.length % words.length] ?? null
      return word === null ? column : [name(word), ...column]
    })
  }

  item = (item: Extract<SelectItem, { kind: 'item' }>): SelectItem => ({ ...item, expr: this.seen(item.expr) })

  stars(): readonly SelectItem[] {
    // behind a list the API writes the columns one by one, as far as they are known
    if (this.sides.includes(null)) return []
    return this.sides.map((_, i): SelectItem => {
      const word = this.#word(i)
      return { kind: 'star', qualifier: word === null ? null : name(word), ...at }
    })
  }
}

const PARAMS: ReadonlySet<string> = new Set(['w', 'size', 'how_long', 'since'])

function everyPath(node: ExprNode, change: (names: readonly Name[]) => readonly Name[]): ExprNode {
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    if ('kind' in part && part.kind === 'path') {
      const path = part as Extract<ExprNode, { kind: 'path' }>
      return { ...path, names: change(path.names) }
    }
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, key === 'span' ? value : visit(value)]))
  }
  return visit(node) as ExprNode
}

/** In `having` the name of an output stands for what it is. */
export function withoutNames(node: ExprNode, items: readonly SelectItem[]): ExprNode {
  const outputs = new Set(items.flatMap((item) => (item.kind === 'item' ? [item.alias?.text] : [])))
  return everyPath(node, (names) => (outputs.has(names[0]!.text) ? [name(`not_${names[0]!.text}`)] : names))
}
