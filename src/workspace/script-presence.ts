// Whether a value of a module can be missing. `extra ? a.and(extra) : a` is fine where a helper may be called without `extra`; what is
// made by a call of the API or is a column of a row is always there, and to ask is a mistake.
import { childrenOf, isFunction, nameOf, UNKNOWN, type Binding, type Node, type Scope } from './script-bindings.js'

/** Methods of expressions, without those that lists have too: `list.at(0)` may be missing. */
export const ALWAYS_GIVE: ReadonlySet<string> = new Set(
  (
    'eq ne lt le gt ge plus minus times div mod negate and or not isNull isNotNull isTrue isNotTrue isFalse isNotFalse isUnknown ' +
    'isNotUnknown isDistinctFrom isNotDistinctFrom notIn like notLike similarTo notSimilarTo between notBetween betweenSymmetric ' +
    'notBetweenSymmetric cast tryCast in else end value doc'
  ).split(' '),
)

/** Null: it may be missing. Else it is there, if the values of these properties are: they are where their object is a row. */
export type Presence = readonly Node[] | null

export class Presences {
  readonly #scopes: ReadonlyMap<Node, Scope>
  /** Whether a name that no module of the user has is one of the API. */
  readonly #isApi: (name: string) => boolean

  constructor(scopes: ReadonlyMap<Node, Scope>, isApi: (name: string) => boolean) {
    this.#scopes = scopes
    this.#isApi = isApi
  }

  bindingOf(identifier: Node) {
    return this.#scopes.get(identifier)?.find(identifier['name'] as string) ?? null
  }

  of(node: Node, open: ReadonlySet<Node> = new Set()): Presence {
    // what it has been given before, in a loop
    if (open.has(node)) return []
    if (open.size > 30) return null
    const inner = new Set([...open, node])
    const of = (key: string): Presence => this.of(node[key] as Node, inner)
    switch (node.type) {
      case 'CallExpression':
        return this.#ofCall(node['callee'] as Node, inner)
      case 'TaggedTemplateExpression':
        return this.#ofCall(node['tag'] as Node, inner)
      case 'Identifier':
        return this.#ofBinding(this.bindingOf(node), inner)
      case 'MemberExpression': {
        const members = this.#membersOf(node)
        if (members !== undefined) return this.#ofBinding(members, inner)
        const part = this.#partOf(node)
        return part === undefined ? [node] : part === null ? null : this.of(part, inner)
      }
      case 'LogicalExpression':
        return node['operator'] === '&&' ? all([of('left'), of('right')]) : of('right')
      case 'ConditionalExpression':
        return all([of('consequent'), of('alternate')])
      case 'AssignmentExpression':
        return of('right')
      default:
        return null
    }
  }

  #ofBinding(binding: Binding | null, open: ReadonlySet<Node>): Presence {
    return binding === null || binding.values.length === 0 ? null : all(binding.values.map((v) => v && this.of(v, open)))
  }

  /** `lib.name` of `import * as lib`. Undefined: of anything else. */
  #membersOf(member: Node): Binding | null | undefined {
    const object = member['object'] as Node
    const members = nameOf(object) === null ? undefined : this.bindingOf(object)?.members
    const name = member['computed'] === true ? null : nameOf(member['property'])
    return members === undefined ? undefined : name === null ? UNKNOWN : members(name)
  }

  #ofCall(callee: Node, open: ReadonlySet<Node>): Presence {
    const member = callee.type === 'MemberExpression' ? this.#membersOf(callee) : undefined
    const name = nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee)
    if (name === null) return null
    if (callee.type === 'MemberExpression' && member === undefined)
      return callee['computed'] !== true && ALWAYS_GIVE.has(name) ? [] : null
    const binding = member === undefined ? this.bindingOf(callee) : member
    if (binding === null) return this.#isApi(name) ? [] : null
    const [called] = binding.values
    return binding.values.length !== 1 || !called ? null : this.ofResult(called, open)
  }

  /** Of what a function gives. */
  ofResult(called: Node, open: ReadonlySet<Node> = new Set()): Presence {
    if (!isFunction(called) || called['async'] === true || called['generator'] === true) return null
    const body = called['body'] as Node
    if (body.type !== 'BlockStatement') return this.of(body, open)
    const returns = returnsOf(body)
    if ((body['body'] as Node[]).at(-1)?.type !== 'ReturnStatement') return null
    return all(returns.map((r) => (r['argument'] === null ? null : this.of(r['argument'] as Node, open))))
  }

  /** Of a list or an object that is written out: that part, or null. Undefined: of anything else. */
  #partOf(member: Node): Node | null | undefined {
    const object = member['object'] as Node
    const binding = nameOf(object) === null ? null : this.bindingOf(object)
    const [value] = binding?.values ?? []
    if (binding?.values.length !== 1 || !value) return undefined
    const property = member['property'] as Node
    if (value.type === 'ArrayExpression') {
      const at = property.type === 'NumericLiteral' ? (property['value'] as number) : -1
      const elements = value['elements'] as (Node | null)[]
      return elements.some((e) => e?.type === 'SpreadElement') ? null : (elements[at] ?? null)
    }
    if (value.type !== 'ObjectExpression') return undefined
    const name = member['computed'] === true ? null : nameOf(property)
    const found = (value['properties'] as Node[]).find((p) => p.type === 'ObjectProperty' && nameOf(p['key']) === name)
    return name === null || found === undefined ? null : (found['value'] as Node)
  }
}

const all = (list: readonly Presence[]): Presence =>
  list.some((p) => p === null) ? null : [...new Set(list.flatMap((p) => p ?? []))]

function returnsOf(node: Node): readonly Node[] {
  if (node.type === 'ReturnStatement') return [node]
  return isFunction(node) ? [] : childrenOf(node).flatMap(returnsOf)
}

/** How a message writes an operand: what it is called with is left out. `nameOf`: how a name is called in its file; empty: it is not told. */
export function shownOf(node: Node, code: string, nameOf: (name: Node) => string | null): string {
  const shown = (key: string): string => shownOf(node[key] as Node, code, nameOf)
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return `${shown('callee')}(${(node['arguments'] as Node[]).length > 0 ? '…' : ''})`
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      if (node['computed'] === true) return `${shown('object')}[${shown('property')}]`
      return shown('object') === '' ? shown('property') : `${shown('object')}.${shown('property')}`
    case 'Identifier':
      return writtenName(node, nameOf)
    case 'TemplateLiteral': {
      const holes = (node['expressions'] as Node[]).map((hole) => `\${${shownOf(hole, code, nameOf)}}`)
      return `\`${(node['quasis'] as Node[]).map((q, i) => code.slice(q.start, q.end) + (holes[i] ?? '')).join('')}\``
    }
    default: {
      const text = written(node, code, nameOf).replaceAll(/\s+/g, ' ')
      return text.length > 40 ? `${text.slice(0, 40)}…` : text
    }
  }
}

/** A name that another module has too gets a number. */
function writtenName(identifier: Node, nameOf: (name: Node) => string | null): string {
  const name = identifier['name'] as string
  return (/\d$/.test(name) ? nameOf(identifier) : null) ?? name
}

function written(node: Node, code: string, nameOf: (name: Node) => string | null): string {
  if (node.type === 'Identifier') return writtenName(node, nameOf) || code.slice(node.start, node.end)
  let [text, at] = ['', node.start]
  for (const child of childrenOf(node).toSorted((a, b) => a.start - b.start)) {
    if (child.start < at) continue
    text += code.slice(at, child.start) + written(child, code, nameOf)
    at = child.end
  }
  return text + code.slice(at, node.end)
}
