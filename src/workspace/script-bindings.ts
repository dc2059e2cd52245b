// What the names of a module stand for, as far as its text says: enough to tell whether a value can be missing.

/** A node of a syntax tree of JavaScript, as Babel has it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A name of a scope. */
export interface Binding {
  /** What is put into it; null: something of which the text does not say what it is. */
  readonly values: (Node | null)[]
  /** Of a function, by itself or taken out of an object. */
  parameter: boolean
  /** The braces of a parameter that it is taken out of. */
  pattern: Node | null
  /** How often it is read. */
  reads: number
  /** Of `import * as lib`: the names of that module; null where one is of the API. */
  readonly members?: (name: string) => Binding | null
}

/** Something of which no text says what it is. */
export const UNKNOWN: Binding = { values: [null], parameter: false, pattern: null, reads: 0 }

export class Scope {
  readonly #names = new Map<string, Binding>()
  readonly #links = new Map<string, () => Binding | null>()
  readonly parent: Scope | null

  constructor(parent: Scope | null) {
    this.parent = parent
  }

  declare(name: string): Binding {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const binding: Binding = { values: [], parameter: false, pattern: null, reads: 0 }
    this.#names.set(name, binding)
    return binding
  }

  /** A name that is imported: it is looked for when somebody asks. Null: it is of the API. */
  link(name: string, find: () => Binding | null): void {
    this.#links.set(name, find)
  }

  find(name: string): Binding | null {
    const link = this.#links.get(name)
    if (link !== undefined) return link()
    return this.#names.get(name) ?? this.parent?.find(name) ?? null
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

const NO_CODE: ReadonlySet<string> = new Set(['loc', 'range', 'extra', 'comments', 'tokens', 'errors'])

/** A loop, because every node of every module is asked several times. */
export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = []
  for (const key of Object.keys(node)) {
    const value = node[key]
    if (typeof value !== 'object' || value === null || NO_CODE.has(key)) continue
    if (isNode(value)) children.push(value)
    else if (Array.isArray(value)) for (const element of value) if (isNode(element)) children.push(element)
  }
  return children
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'FunctionDeclaration',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
])
export const isFunction = (node: Node): boolean => FUNCTIONS.has(node.type)

const BLOCKS: ReadonlySet<string> = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'CatchClause',
  'SwitchStatement',
  'ClassDeclaration',
  'ClassExpression',
])
const isBlock = (node: Node): boolean => BLOCKS.has(node.type)

export const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : null

/** The names that a pattern binds, where it writes them. */
export function boundBy(pattern: Node): readonly Node[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return (pattern['properties'] as Node[]).flatMap((p) => boundBy((p['value'] ?? p['argument']) as Node))
    case 'ArrayPattern':
      return (pattern['elements'] as (Node | null)[]).flatMap((e) => (e === null ? [] : boundBy(e)))
    case 'AssignmentPattern':
      return boundBy(pattern['left'] as Node)
    case 'RestElement':
      return boundBy(pattern['argument'] as Node)
    default:
      return []
  }
}

/** The scope in which each name is read. */
export type Scopes = ReadonlyMap<Node, Scope>

/**
 * Scopes of a piece of a bundle. `outer` has the names of all modules: esbuild declares those of a module beside the function that
 * gives them their values.
 */
export function scopesOf(program: Node, outer: Scope): Scopes {
  const reader = new Reader(outer)
  for (const statement of program['body'] as Node[]) reader.visit(statement, outer, outer)
  reader.finish()
  return reader.scopes
}

/** Scopes of one module as it is written; `outer` has its own names, and links to what it imports. */
export function scopesOfModule(program: Node, outer: Scope): Scopes {
  const reader = new Reader(outer)
  reader.starts.add(outer)
  for (const statement of program['body'] as Node[]) {
    if (statement.type === 'ImportDeclaration') continue
    const isExpression = statement.type === 'ExpressionStatement'
    reader.visit(isExpression ? (statement['expression'] as Node) : statement, outer, outer, isExpression)
  }
  reader.finish()
  return reader.scopes
}

class Reader {
  readonly scopes = new Map<Node, Scope>()
  /** Of the functions that give the names of modules their values. */
  readonly starts = new Set<Scope>()
  readonly #written = new Set<Node>()
  readonly #later: (() => void)[] = []
  readonly #outer: Scope

  constructor(outer: Scope) {
    this.#outer = outer
  }

  visit(node: Node, scope: Scope, functionScope: Scope, isStatement = false): void {
    let inner = scope
    let innerFunction = functionScope
    if (isFunction(node)) {
      inner = innerFunction = this.#function(node, scope)
    } else if (isBlock(node)) inner = new Scope(scope)
    switch (node.type) {
      case 'Identifier':
        if (!this.#written.has(node)) this.scopes.set(node, scope)
        break
      case 'VariableDeclaration':
        this.#variables(node, node['kind'] === 'var' ? functionScope : scope)
        break
      case 'AssignmentExpression':
        this.#assignment(node, scope, isStatement && this.starts.has(functionScope))
        break
      case 'UpdateExpression':
        this.#unknown(node['argument'] as Node, scope)
        break
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node['left'] && (node['left'] as Node).type !== 'VariableDeclaration') this.#unknown(node['left'] as Node, scope)
        break
      case 'CatchClause':
        if (isNode(node['param'])) this.#bind(node['param'], inner)
        break
      case 'ClassDeclaration':
        if (isNode(node['id'])) this.#bind(node['id'], functionScope)
        break
      default:
    }
    const isBody = innerFunction !== functionScope
    for (const child of childrenOf(node)) {
      if (isName(node, child)) continue
      if (isBody && child === node['body'] && child.type === 'BlockStatement')
        for (const s of child['body'] as Node[])
          if (s.type === 'ExpressionStatement') this.visit(s['expression'] as Node, inner, innerFunction, true)
          else this.visit(s, inner, innerFunction)
      else this.visit(child, inner, innerFunction)
    }
  }

  /** Once all names are declared. */
  finish(): void {
    for (const run of this.#later) run()
    for (const [node, scope] of this.scopes) {
      const binding = scope.find(node['name'] as string)
      if (binding !== null) binding.reads++
    }
  }

  #function(node: Node, scope: Scope): Scope {
    const name = node.type === 'FunctionDeclaration' ? nameOf(node['id']) : null
    if (name !== null) scope.declare(name).values.push(node)
    const inner = new Scope(scope)
    if (node.type === 'ObjectMethod' && scope === this.#outer && (node['key'] as Node).type === 'StringLiteral')
      this.starts.add(inner)
    for (const parameter of node['params'] as Node[]) this.#bind(parameter, inner, true)
    return inner
  }

  #bind(pattern: Node, scope: Scope, parameter = false): void {
    for (const bound of boundBy(pattern)) {
      this.#written.add(bound)
      const binding = scope.declare(nameOf(bound)!)
      binding.values.push(null)
      binding.parameter ||= parameter
      if (parameter && pattern.type === 'ObjectPattern') binding.pattern = pattern
    }
  }

  #variables(declaration: Node, scope: Scope): void {
    for (const declarator of declaration['declarations'] as Node[]) {
      const { id, init } = declarator as Node & { id: Node; init: Node | null }
      if (id.type !== 'Identifier') {
        this.#bind(id, scope)
        continue
      }
      this.#written.add(id)
      const { values } = scope.declare(nameOf(id)!)
      if (init !== null) values.push(init)
      // `let c` is without a value at first, but for what a module gives its names when it begins
      else if (scope !== this.#outer) values.push(null)
    }
  }

  /** `starts`: it is done in any case, before anything else uses a name of the module. */
  #assignment(node: Node, scope: Scope, starts: boolean): void {
    const { operator, left, right } = node as Node & { operator: string; left: Node; right: Node }
    if (left.type !== 'Identifier') return this.#unknown(left, scope)
    if (operator === '=') this.#written.add(left)
    this.#later.push(() => {
      const binding = scope.find(nameOf(left)!)
      if (binding === null) return
      // what is there stays
      if (operator === '||=' || operator === '??=') return
      const known = /^(?:&&)?=$/.test(operator) && (starts || binding !== this.#outer.find(nameOf(left)!))
      binding.values.push(known ? right : null)
    })
  }

  #unknown(target: Node, scope: Scope): void {
    this.#later.push(() => {
      for (const name of boundBy(target)) scope.find(nameOf(name)!)?.values.push(null)
    })
  }
}

/** A name that is no variable. */
const isName = (node: Node, child: Node): boolean =>
  node['computed'] !== true && (child === node['property'] || (child === node['key'] && child !== node['value']))
