// Which operands of a module are looked at when it runs, and what looks at them there.
import { boundBy, childrenOf, isFunction, nameOf, type Binding, type Node } from './script-bindings.js'
import type { Presences } from './script-presence.js'

/** What a function of the worker looks at; its number is its place in the list. */
export interface Guard {
  /**
   * value: an expression is a mistake here (`of`: if it is one that these parts had). row: it is if it comes from a row. compared: in any
   * case. source: a row is. taken: it is if it was taken out of a row. preset: anything of a row. left, right: an expression beside a value. object, part, made: values that others ask for.
   */
  readonly kind: 'value' | 'row' | 'compared' | 'source' | 'taken' | 'preset' | 'left' | 'right' | 'object' | 'part' | 'made'
  readonly operator: string
  /** The operand as it is written. */
  readonly by: string
  /** Where it stands in the bundle as esbuild made it. */
  readonly line: number
  readonly column: number
  /** Other guards. */
  readonly of: readonly number[]
}

export interface Insertion {
  readonly at: number
  readonly text: string
  /** At one place the smaller one comes first. */
  readonly order: number
}

type Position = { readonly line: number; readonly column: number }

/** What asks whether there is a value; `||` and `??` also give it. */
const ASKING: ReadonlySet<string> = new Set(['?', 'if', '!', '&&'])
const LITERAL = /^(?:String|Numeric|Boolean|BigInt)Literal$/

export class GuardWriter {
  readonly guards: Guard[] = []
  readonly insertions: Insertion[] = []
  readonly #presences: Presences
  readonly #position: (offset: number) => Position
  /** As a message writes it. */
  readonly #shown: (node: Node) => string
  /** Names of the rows that braces of parameters take from. */
  readonly #rows = new Map<Node, string>()
  readonly #parts = new Map<Node, number | null>()
  /** `if (!cond) throw …`: to ask is the whole use. */
  readonly #demanded = new Set<Node>()
  /** Where parameters of functions are asked for. */
  readonly #asked = new Map<Binding, { readonly node: Node; readonly operator: string }[]>()

  constructor(presences: Presences, position: (offset: number) => Position, shown: (node: Node) => string) {
    this.#presences = presences
    this.#position = position
    this.#shown = shown
  }

  visit(node: Node): void {
    this.#look(node)
    for (const child of childrenOf(node)) this.visit(child)
  }

  /** Behind all visits: a parameter that is asked for and never used is no value that may be missing. */
  finish(): void {
    for (const [binding, asked] of this.#asked)
      if (asked.length === binding.reads)
        for (const { node, operator } of asked) this.#around(node, this.#guard('value', node, operator))
  }

  #look(node: Node): void {
    if (isFunction(node)) return this.#function(node)
    const at = (key: string): Node => node[key] as Node
    const operator = node['operator'] as string
    switch (node.type) {
      case 'LogicalExpression':
        return this.#decided(at('left'), operator, at('right'))
      case 'ConditionalExpression':
        return this.#decided(at('test'), '?')
      case 'IfStatement':
        if (throws(at('consequent'))) this.#demanded.add(at('test')).add(at('test')['argument'] as Node)
        return this.#decided(at('test'), 'if')
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.#decided(at('test'), 'if')
      case 'UnaryExpression':
        return operator === '!' ? this.#decided(at('argument'), '!') : undefined
      case 'AssignmentExpression':
        return /^(?:\|\||&&|\?\?)=$/.test(operator) ? this.#assigned(node, at('left'), operator, at('right')) : undefined
      case 'BinaryExpression':
        return /^[=!]==?$/.test(operator) ? this.#compared(at('left'), at('right'), operator) : undefined
      case 'SwitchStatement': {
        const tests = (node['cases'] as Node[]).map((c) => c['test'] as Node | null)
        if (tests.some((t) => t !== null && LITERAL.test(t.type)))
          this.#around(at('discriminant'), this.#guard('compared', at('discriminant'), 'switch'))
        return
      }
      case 'VariableDeclarator':
        return this.#taken(at('id'), node['init'] as Node | null)
      default:
    }
  }

  /** `right`: of an operator that gives the one or the other. */
  #decided(node: Node, operator: string, right: Node | null = null): void {
    if (node.type === 'LogicalExpression') return this.#decided(node['right'] as Node, operator)
    const guard = this.#guardOf(node, operator, right)
    if (guard !== null) this.#around(node, guard)
  }

  /** `c ||= a`: what is given a value cannot stand in a call, so the look comes before. */
  #assigned(node: Node, left: Node, operator: string, right: Node): void {
    const guard = left.type === 'Identifier' ? this.#guardOf(left, operator.slice(0, -1), right) : null
    if (guard === null) return
    const length = node.end - node.start
    this.insertions.push({ at: node.start, text: `($flowc[${guard}](${nameOf(left)}), `, order: -length })
    this.insertions.push({ at: node.end, text: ')', order: CLOSING + length })
  }

  #guardOf(node: Node, operator: string, right: Node | null): number | null {
    if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
      const inside = this.#presences.of(node)
      if (inside !== null && !inside.includes(node)) return this.#valueOf(node, operator, inside)
      return this.#object(node) ? this.#guard('row', node, operator) : null
    }
    const parts = this.#presences.of(node)
    if (parts !== null) return this.#valueOf(node, operator, parts)
    const binding = node.type === 'Identifier' ? this.#presences.bindingOf(node) : null
    if (binding === null) return null
    if (binding.pattern !== null && binding.values.length === 1)
      this.#around(node, this.#guard('taken', node, operator), this.#row(binding.pattern))
    if (binding.parameter && binding.values.length === 1 && ASKING.has(operator)) {
      if (this.#demanded.has(node)) return null
      this.#asked.set(binding, [...(this.#asked.get(binding) ?? []), { node, operator }])
      return null
    }
    if (right === null || right.type === 'LogicalExpression' || operator === '&&') return null
    // what was made here is here again: `c = c || o.region.eq(r)` in a loop
    const made = this.#guard('made', right, operator)
    this.#around(right, made)
    return this.#guard('value', node, operator, [made])
  }

  #valueOf(node: Node, operator: string, parts: readonly Node[]): number | null {
    const of = parts.map((part) => this.#part(part))
    return of.includes(null) ? null : this.#guard('value', node, operator, of as number[])
  }

  #compared(left: Node, right: Node, operator: string): void {
    if (isNothing(left) || isNothing(right)) return
    const [of, beside] = LITERAL.test(left.type) ? [right, left] : [left, right]
    if (beside.type === 'StringLiteral' || beside.type === 'NumericLiteral')
      return this.#around(of, this.#guard('compared', of, operator))
    if (beside.type === 'BooleanLiteral') return this.#decided(of, operator)
    if ([left, right].some((n) => n.type === 'LogicalExpression')) return
    const first = this.#guard('left', left, operator)
    this.#around(left, first)
    this.#around(right, this.#guard('right', right, operator, [first]))
  }

  /** `const { region = 'none' } = o`: a column is always there. */
  #taken(id: Node, init: Node | null): void {
    const name = init === null ? null : presetOf(id)
    if (init !== null && name !== null) this.#around(init, this.#guard('source', name, '='))
  }

  /** `({ region = 'none' }) => …`: what it gives is looked at, as nothing can be called among parameters. */
  #function(node: Node): void {
    const body = node['body'] as Node
    for (const parameter of node['params'] as Node[]) {
      const name = presetOf(parameter)
      if (name === null || body.type === 'SequenceExpression') continue
      const [guard, row] = [this.#guard('preset', name, '='), this.#row(parameter)]
      if (body.type !== 'BlockStatement') this.#around(body, guard, row)
      else this.insertions.push({ at: body.start + 1, text: `$flowc[${guard}](0, ${row});`, order: 0 })
    }
  }

  /** A name for the row among what the braces take: undefined where it is another object. */
  #row(pattern: Node): string {
    const known = this.#rows.get(pattern)
    if (known !== undefined) return known
    const name = `$row${this.#rows.size}`
    this.#rows.set(pattern, name)
    this.insertions.push({ at: pattern.start + 1, text: ` [$flowc.row]: ${name},`, order: 0 })
    return name
  }

  /** Notes what a property is where its object is a row. */
  #part(member: Node): number | null {
    const known = this.#parts.get(member)
    if (known !== undefined) return known
    const guard = this.#object(member) ? this.#guard('part', member, '') : null
    this.#parts.set(member, guard)
    if (guard !== null) this.#around(member, guard)
    return guard
  }

  #object(member: Node): boolean {
    const object = member['object'] as Node
    // `a?.b.c` is one chain, which ends where there is no `a`
    if (member.type === 'OptionalMemberExpression' && member['optional'] !== true) return false
    const property = member['property'] as Node
    if (
      object.type === 'Super' ||
      (member['computed'] === true && !LITERAL.test(property.type) && property.type !== 'Identifier')
    )
      return false
    this.#around(object, this.#guard('object', object, ''))
    return true
  }

  #guard(kind: Guard['kind'], node: Node, operator: string, of: readonly number[] = []): number {
    const { line, column } = this.#position(node.start)
    return this.guards.push({ kind, operator, by: this.#shown(node), line, column, of }) - 1
  }

  #around({ start, end }: Node, guard: number, row?: string): void {
    this.insertions.push({ at: start, text: `$flowc[${guard}](`, order: start - end })
    this.insertions.push({
      at: end,
      text: row === undefined ? ')' : `, ${row})`, // of two around one operand the later one is inside
      order: CLOSING + end - start - this.insertions.length / 1e6,
    })
  }
}

const CLOSING = -1e9

const throws = (node: Node): boolean =>
  node.type === 'ThrowStatement' || (node.type === 'BlockStatement' && (node['body'] as Node[]).at(-1)?.type === 'ThrowStatement')

/** The name that has a default in braces. */
function presetOf(pattern: Node): Node | null {
  if (pattern.type !== 'ObjectPattern') return null
  const preset = (pattern['properties'] as Node[]).find((p) => (p['value'] as Node | undefined)?.type === 'AssignmentPattern')
  return preset === undefined ? null : (boundBy(preset['value'] as Node)[0] ?? null)
}

const isNothing = (node: Node): boolean =>
  node.type === 'NullLiteral' ||
  nameOf(node) === 'undefined' ||
  (node.type === 'UnaryExpression' && ['void', 'typeof'].includes(node['operator'] as string))

/** JavaScript of the worker: the functions of `input.guards`, where the modules find them. */
export const GUARDS_BODY = `
const brand = (name) => (value) => (typeof value === 'object' || typeof value === 'function') && value !== null && Symbol.for('flowc.' + name) in value
const isExpression = brand('expression'), isRow = brand('row'), isDeclared = brand('declaration')
const isValue = (value) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
let object
globalThis.$flowc = []
$flowc.row = Symbol.for('flowc.row')
$flowc.push(...(input.guards ?? []).map(({ kind, operator, by, line, column, of }, at) => {
  const seen = new WeakSet()
  const isOf = (value) => of.length === 0 || of.some((i) => $flowc[i].seen.has(value))
  const fail = () => { throw Object.assign(new Error('\`' + by + '\` is decided while the program is built'), { flowc: { mistake: 'decided', parameters: { operator, by }, site: { file: input.file, line, column } } }) }
  const look = {
    value: (v) => isExpression(v) && isOf(v) ? fail() : v,
    row: (v) => isExpression(v) && (isRow(object) || isExpression(object)) ? fail() : v,
    compared: (v) => isExpression(v) ? fail() : v,
    source: (v) => isRow(v) ? fail() : v,
    taken: (v, row) => isExpression(v) && row !== undefined ? fail() : v,
    preset: (v, row) => row !== undefined ? fail() : v,
    object: (v) => (object = v),
    part: (v) => { if (isExpression(v) && (isRow(object) || isExpression(object))) seen.add(v); return v },
    made: (v) => { if (isExpression(v) && !isDeclared(v)) seen.add(v); return v },
    left: (v) => { look.held = v; return v },
    right: (v) => {
      const left = $flowc[of[0]].held()
      if (isExpression(left) && (isValue(v) || (isExpression(v) && !isDeclared(left) && !isDeclared(v)))) $flowc[of[0]].fail()
      if (isExpression(v) && isValue(left)) fail()
      return v
    },
  }
  return Object.assign((v, row) => look[kind](v, row), { seen, fail, held: () => look.held })
}))
`
