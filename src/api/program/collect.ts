// The declarations that some objects reach, each behind what it refers to.
import type { ImportDecl } from '../../surface/ast.js'
import { ignoresOf, withIgnores } from '../../surface/program-data.js'
import { DECLARATION, type DeclarationRecord, type Declared } from '../brands.js'
import { mistake } from '../mistake.js'
import { markIn } from '../nodes.js'
import { refused } from '../refused.js'
import { importKey, mergedImports, nameOf, saysTheSame } from './names.js'

type Node = DeclarationRecord['node']

export class Collected {
  readonly nodes: Node[] = []
  readonly #entered = new Set<DeclarationRecord>()
  /** Of all records, also of those that say what another one says. */
  readonly docs: object[] = []
  /** Those that said the same as another one too. */
  readonly said = new Set<Node>()
  /** Where in `nodes` the declaration of a name stands, the import of a file, and what one call has made. */
  readonly #places = new Map<unknown, number>()

  add(root: Declared): void {
    // a stack of its own: chains of relations may be long
    const stack: { readonly record: DeclarationRecord; at: number }[] = []
    const enter = (declared: Declared): void => {
      const record = declared[DECLARATION]
      if (this.#entered.has(record)) return
      this.#entered.add(record)
      this.docs.push(...(record.docs ?? []))
      stack.push({ record, at: 0 })
    }
    enter(root)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { refs, members, node } = top.record
      const at = top.at++
      if (at < refs.length) enter(refs[at]!)
      else if (at === refs.length) this.#say(node)
      else if (at <= refs.length + members.length) enter(members[at - refs.length - 1]!)
      else stack.pop()
    }
  }

  #say(node: Node): void {
    if (this.said.has(node)) return
    this.said.add(node)
    const name = nameOf(node)
    const imported = importKey(node)
    const key = name ?? imported ?? node.span
    const place = this.#places.get(key)
    if (place === undefined) {
      this.#places.set(key, this.nodes.length)
      this.nodes.push(node)
      return
    }
    const known = this.nodes[place]!
    // a sink and a copy of it for which something is ignored
    if (key === node.span) this.nodes[place] = ignoresOf(node).length > ignoresOf(known).length ? node : known
    else if (name === null) this.nodes[place] = mergedImports(known as ImportDecl, node as ImportDecl)
    else this.nodes[place] = oneOf(known, node, name)
  }
}

/** `orders`, `orders.doc('…')` and `orders.ignore(…)` are one relation. */
function oneOf(known: Node, node: Node, name: string): Node {
  const docs = [known, node].map((n) => (n.kind === 'text' ? null : n.doc))
  if (saysTheSame(known, node) && (docs[0] === docs[1] || docs.includes(null))) {
    const [one, other] = docs[0] === null ? [node, known] : [known, node]
    return withIgnores(one, ...ignoresOf(other).filter((i) => !ignoresOf(one).includes(i)))
  }
  const other = { mark: markIn(known.span), text: 'the other one' }
  const [before, here] = [kindOf(known), kindOf(node)]
  const parameters = before === here ? { name } : { name, kinds: [before, here] as const }
  return refused(mistake('twoOfOneName', parameters, markIn(node.span), other), () => known)
}

/** The word of the call that makes it. */
const kindOf = (node: Node): string =>
  node.kind === 'source' || node.kind === 'query'
    ? node.relation === 'let'
      ? 'relation'
      : node.relation
    : node.kind === 'type'
      ? 'namedType'
      : node.kind
