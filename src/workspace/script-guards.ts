// Which operands of a module are looked at when it runs, and what looks at them there.
import { childrenOf, isFunction, nameOf, type Binding, type Node } from './script-bindings.js'
import { DECIDING, isTypeof, LITERAL, namesIn, nothingOf, presetOf } from './script-operands.js'
import type { Presences } from './script-presence.js'

/** What a function of the worker looks at; its number is its place in the list. */
export interface Guard {
  /**
   * value: an expression is a mistake here (`of`: if it is one that these parts had). there: one that is no param. param: one that is declared. text: that of a param. row:
   * it is if it comes from a row. source: a row is. taken: it is if it was taken out of a row. preset: anything of a row. left, right: an
   * expression beside a value. object, part: values that others ask for.
   */
  readonly kind:
    'value' | 'there' | 'param' | 'text' | 'row' | 'source' | 'taken' | 'preset' | 'left' | 'right' | 'object' | 'part'
  readonly operator: string
  /** The operand as it is written. */
  readonly by: string
  /** Where it stands in the bundle as esbuild made it. */
  readonly line: number
  readonly column: number
  /** Other guards; those of other modules by what they are known by. */
  readonly of: readonly (number | string)[]
  /** Of a part: what other modules know it by. */
  readonly key?: string
}

/** Where a property stands that a guard of this text is about. */
export interface PartPlace {
  readonly isOwn: boolean
  readonly key?: string
}

export interface Insertion {
  readonly at: number
  readonly text: string
  /** At one place the smaller one comes first. */
  readonly order: number
}

type Position = { readonly line: number; readonly column: number }

export class GuardWriter {
  readonly guards: Guard[] = []
  readonly insertions: Insertion[] = []
  readonly #presences: Presences
  readonly #position: (offset: number) => Position
  /** As a message writes it. */
  readonly #shown: (node: Node) => string
  /** Names of the rows that braces of parameters take from. */
  readonly #rows = new Map<Node, string>()
  readonly #parts = new Map<Node, number | string | null>()
  /** `c ? a.and(c) : a`: what is asked for and then used may be missing, by the form. */
  readonly #used = new Set<Node>()
  /** Where parameters of functions are asked for. */
  readonly #asked = new Map<Binding, { readonly node: Node; readonly operator: string }[]>()

  readonly #placeOf: (member: Node) => PartPlace
  readonly #names: { readonly free: string; readonly looks: string }

  /** `free`: how names may begin. `looks`: what gives the functions that look, by their numbers. */
  constructor(
    presences: Presences,
    position: (offset: number) => Position,
    shown: (node: Node) => string,
    names: { readonly free: string; readonly looks: string },
    placeOf: (member: Node) => PartPlace = () => ({ isOwn: true }),
  ) {
    this.#presences = presences
    this.#position = position
    this.#shown = shown
    this.#names = names
    this.#placeOf = placeOf
  }

  visit(node: Node): void {
    this.#look(node)
    for (const child of childrenOf(node)) this.visit(child)
  }

  /** Behind all visits: a parameter that decides and is never used is no value that may be missing, where it is a param. */
  finish(): void {
    for (const [binding, asked] of this.#asked)
      if (asked.length === binding.reads)
        for (const { node, operator } of asked) this.#around(node, this.#guard('param', node, operator))
  }

  #look(node: Node): void {
    if (isFunction(node)) return this.#function(node)
    const at = (key: string): Node => node[key] as Node
    const operator = node['operator'] as string
    switch (node.type) {
      case 'LogicalExpression':
        if (operator === '&&') this.#tests(at('left'), [at('right')])
        return this.#decided(at('left'), operator)
      case 'ConditionalExpression':
        this.#tests(at('test'), [at('consequent'), at('alternate')])
        return this.#decided(at('test'), '?')
      case 'IfStatement':
        this.#tests(at('test'), [at('consequent'), ...(node['alternate'] === null ? [] : [at('alternate')])])
        return this.#decided(at('test'), 'if')
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.#decided(at('test'), 'while')
      case 'UnaryExpression':
        return operator === '!' ? this.#decided(at('argument'), '!') : undefined
      case 'AssignmentExpression':
        return /^(?:\|\||&&|\?\?)=$/.test(operator) ? this.#assigned(node, at('left'), operator) : undefined
      case 'BinaryExpression':
        return /^[=!]==?$/.test(operator) ? this.#compared(at('left'), at('right'), operator) : undefined
      case 'SwitchStatement': {
        const tests = (node['cases'] as Node[]).map((c) => c['test'] as Node | null)
        if (tests.some((t) => t !== null && LITERAL.test(t.type))) this.#withLiteral(at('discriminant'), 'switch')
        return
      }
      case 'VariableDeclarator':
        return this.#taken(at('id'), node['init'] as Node | null)
      default:
    }
  }

  /** What a test asks for, where a branch uses the same name. */
  #tests(test: Node, branches: readonly Node[]): void {
    for (const name of namesIn(test)) {
      const binding = this.#presences.bindingOf(name)
      if (binding !== null && branches.some((b) => this.#uses(b, name['name'] as string))) this.#used.add(name)
    }
  }

  #uses(node: Node, name: string): boolean {
    if (node.type === 'Identifier') return node['name'] === name && this.#presences.bindingOf(node) !== null
    return childrenOf(node).some((child) => this.#uses(child, name))
  }

  #decided(node: Node, operator: string): void {
    if (node.type === 'LogicalExpression') {
      // `(strict && o.x) || o.y` chooses by `strict`, and `(x ?? o.x) || o.y` by `x`
      const isGiving = operator === '||' || operator === '??'
      if (isGiving && node['operator'] !== '||' && node['operator'] !== operator) return
      return this.#decided(node['right'] as Node, operator)
    }
    const guard = this.#guardOf(node, operator)
    if (guard !== null) this.#around(node, guard)
  }

  /** `c ||= a`: what is given a value cannot stand in a call, so the look comes before. */
  #assigned(node: Node, left: Node, operator: string): void {
    const guard = left.type === 'Identifier' ? this.#guardOf(left, operator.slice(0, -1)) : null
    if (guard === null) return
    const length = node.end - node.start
    this.insertions.push({ at: node.start, text: `(${this.#names.looks}[${guard}](${nameOf(left)}), `, order: -length })
    this.insertions.push({ at: node.end, text: ')', order: CLOSING + length })
  }

  #guardOf(node: Node, operator: string): number | null {
    if (this.#used.has(node)) return null
    if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
      const inside = this.#presences.of(node)
      if (inside !== null && !inside.includes(node)) return this.#valueOf(node, operator, inside)
      return this.#object(node) ? this.#guard('row', node, operator) : null
    }
    const parts = this.#presences.of(node)
    if (parts !== null) return this.#valueOf(node, operator, parts)
    const binding = node.type === 'Identifier' ? this.#presences.bindingOf(node) : null
    if (binding === null || binding.values.length !== 1) return null
    this.#takenFrom(binding, node, operator)
    if (binding.parameter && DECIDING.has(operator))
      this.#asked.set(binding, [...(this.#asked.get(binding) ?? []), { node, operator }])
    return null
  }

  #takenFrom({ pattern }: Binding, node: Node, operator: string): void {
    if (pattern !== null) this.#around(node, this.#guard('taken', node, operator), this.#row(pattern))
  }

  #valueOf(node: Node, operator: string, parts: readonly Node[], kind: 'value' | 'there' = 'value'): number | null {
    const of = parts.map((part) => this.#part(part))
    return of.includes(null) ? null : this.#guard(kind, node, operator, of as (number | string)[])
  }

  /**
   * `o.region === null ? … : upper(o.region)`: whether a column can be NULL is no question for JavaScript. Other than in `c ? c.and(a) : a` it
   * matters where both branches use it; whether there is a param is a question.
   */
  #missing(node: Node, operator: string): void {
    const isMember = node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression'
    const parts = this.#presences.of(node)
    const binding = node.type === 'Identifier' ? this.#presences.bindingOf(node) : null
    if (parts !== null && !(isMember && parts.includes(node))) {
      const guard = this.#valueOf(node, operator, parts, 'there')
      if (guard !== null) this.#around(node, guard)
    } else if (isMember) {
      if (this.#object(node)) this.#around(node, this.#guard('row', node, operator))
    } else if (binding?.values.length === 1) this.#takenFrom(binding, node, operator)
  }

  #compared(left: Node, right: Node, operator: string): void {
    if (isTypeof(left) || isTypeof(right)) return
    const nothing = nothingOf(left) ?? nothingOf(right)
    if (nothing !== null) return this.#missing(nothingOf(right) === null ? right : left, `${operator} ${nothing}`)
    const [of, beside] = LITERAL.test(left.type) ? [right, left] : [left, right]
    if (beside.type === 'StringLiteral' || beside.type === 'NumericLiteral') return this.#withLiteral(of, operator)
    if (beside.type === 'BooleanLiteral') return this.#decided(of, operator)
    if ([left, right].some((n) => n.type === 'LogicalExpression' || this.#isParameter(n))) return
    const first = this.#guard('left', left, operator)
    this.#around(left, first)
    this.#around(right, this.#guard('right', right, operator, [first]))
  }

  /** `kind === 'eu'`, `switch (kind) { case 'eu': … }` */
  #withLiteral(node: Node, operator: string): void {
    if (this.#used.has(node)) return
    // `${stage}` stands for the value, which is known when the job is submitted
    if (node.type === 'TemplateLiteral') return this.#around(node, this.#guard('text', node, operator))
    if (this.#isParameter(node)) return this.#decided(node, operator)
    this.#around(node, this.#guard('value', node, operator))
  }

  #isParameter(node: Node): boolean {
    return node.type === 'Identifier' && this.#presences.bindingOf(node)?.parameter === true
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
      else this.insertions.push({ at: body.start + 1, text: `${this.#names.looks}[${guard}](0, ${row});`, order: 0 })
    }
  }

  /** A name for the row among what the braces take: undefined where it is another object. */
  #row(pattern: Node): string {
    const known = this.#rows.get(pattern)
    if (known !== undefined) return known
    const name = `${this.#names.free}Row${this.#rows.size}`
    this.#rows.set(pattern, name)
    this.insertions.push({ at: pattern.start + 1, text: ` [${this.#names.looks}.row]: ${name},`, order: 0 })
    return name
  }

  /** What a function gives that other modules may ask for. */
  giving(values: readonly Node[]): void {
    for (const value of values) if (this.#placeOf(value).isOwn) this.#part(value)
  }

  /** Notes what a property is where its object is a row. */
  #part(member: Node): number | string | null {
    const known = this.#parts.get(member)
    if (known !== undefined) return known
    const { isOwn, key } = this.#placeOf(member)
    if (!isOwn) return key ?? null
    const guard = this.#object(member) ? this.#guard('part', member, '', [], key) : null
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

  #guard(kind: Guard['kind'], node: Node, operator: string, of: Guard['of'] = [], key?: string): number {
    const { line, column } = this.#position(node.start)
    const guard = { kind, operator, by: this.#shown(node), line, column, of }
    return this.guards.push(key === undefined ? guard : { ...guard, key }) - 1
  }

  #around({ type, start, end }: Node, guard: number, row?: string): void {
    // `(a, b) === 1`: one operand, which would be two arguments
    const [open, close] = type === 'SequenceExpression' ? ['((', ')'] : ['(', '']
    this.insertions.push({ at: start, text: `${this.#names.looks}[${guard}]${open}`, order: start - end })
    this.insertions.push({
      at: end,
      text: row === undefined ? `${close})` : `${close}, ${row})`, // of two around one operand the later one is inside
      order: CLOSING + end - start - this.insertions.length / 1e6,
    })
  }
}

export const CLOSING = -1e9
