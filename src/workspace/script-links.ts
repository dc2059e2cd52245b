// Names that lead from one module into another: what an import stands for, as far as the texts say.
import {
  boundBy,
  childrenOf,
  isFunction,
  nameOf,
  Scope,
  scopesOfModule,
  UNKNOWN,
  type Binding,
  type Node,
} from './script-bindings.js'

/** The modules that can be asked. */
export interface Texts {
  /** The absolute path of a module of the user; null: it is none, or nobody knows. */
  readonly resolve: (specifier: string, importer: string) => string | null
  /** The tree of such a module; null: it cannot be read. */
  readonly parse: (file: string) => Node | null
}

/** Null: it is of the API. Undefined: there is no such export. */
type Found = Binding | null | undefined

export interface Module {
  readonly program: Node
  readonly exports: Map<string, () => Found>
  /** The modules of `export * from …`. */
  readonly stars: string[]
}

const API = 'flowc'

export class Links {
  /** Where each name is read, in the modules that have been opened. */
  readonly scopes = new Map<Node, Scope>()
  /** The file of each property of theirs that is read. */
  readonly members = new Map<Node, string>()
  readonly #texts: Texts
  readonly #modules = new Map<string, Module | null>()
  /** Exports that are being looked for: two modules may hand on each other's. */
  readonly #asked = new Set<string>()

  constructor(texts: Texts) {
    this.#texts = texts
  }

  #open(file: string, program: Node): Module {
    const outer = new Scope(null)
    const module: Module = { program, exports: new Map(), stars: [] }
    this.#modules.set(file, module)
    for (const statement of program['body'] as Node[]) {
      if (statement.type === 'ImportDeclaration') this.#imports(statement, file, outer)
      else this.#exports(statement, file, outer, module)
    }
    for (const [node, scope] of scopesOfModule(program, outer)) this.scopes.set(node, scope)
    this.#note(program, file)
    return module
  }

  #note(node: Node, file: string): void {
    if (node.type === 'MemberExpression') this.members.set(node, file)
    for (const child of childrenOf(node)) this.#note(child, file)
  }

  /** The functions that other modules can have of one. */
  functionsOf(module: Module): readonly Node[] {
    const values = [...module.exports.values()].flatMap((find) => find()?.values ?? [])
    return values.filter((v): v is Node => v !== null && isFunction(v))
  }

  #imports(statement: Node, file: string, outer: Scope): void {
    const from = textOf(statement['source'])
    for (const specifier of statement['specifiers'] as Node[]) {
      const local = nameOf(specifier['local'])!
      if (specifier.type === 'ImportNamespaceSpecifier') {
        const members = this.#members(from, file)
        outer.link(local, () => members)
      } else {
        const name = specifier.type === 'ImportDefaultSpecifier' ? 'default' : textOf(specifier['imported'])
        outer.link(local, () => known(this.#from(from, name, file)))
      }
    }
  }

  #exports(statement: Node, file: string, outer: Scope, { exports, stars }: Module): void {
    if (statement.type === 'ExportAllDeclaration') {
      stars.push(textOf(statement['source']))
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const value = statement['declaration'] as Node
      const name = nameOf(value['id'])
      const isClass = value.type.startsWith('Class')
      exports.set('default', name === null ? () => ({ ...UNKNOWN, values: [isClass ? null : value] }) : () => outer.find(name))
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const name of declaredBy(statement['declaration'] as Node | null | undefined))
        exports.set(name, () => outer.find(name))
      const from = statement['source'] == null ? null : textOf(statement['source'])
      for (const specifier of (statement['specifiers'] ?? []) as Node[]) {
        const exported = textOf(specifier['exported'])
        if (specifier.type === 'ExportNamespaceSpecifier') exports.set(exported, () => this.#members(from!, file))
        else {
          const name = textOf(specifier['local'])
          exports.set(exported, from === null ? () => outer.find(name) : () => this.#from(from, name, file))
        }
      }
    }
  }

  #members(from: string, importer: string): Binding {
    return { ...UNKNOWN, members: (name) => known(this.#from(from, name, importer)) }
  }

  #from(specifier: string, name: string, importer: string): Found {
    if (specifier === API) return null
    const file = this.#texts.resolve(specifier, importer)
    const module = file === null ? null : this.module(file)
    if (module === null) return UNKNOWN
    const key = `${file}|${name}`
    if (this.#asked.has(key)) return undefined
    this.#asked.add(key)
    try {
      const own = module.exports.get(name)
      if (own !== undefined) return own()
      for (const star of name === 'default' ? [] : module.stars) {
        // all that the API exports would have to be known
        const found = star === API ? UNKNOWN : this.#from(star, name, file!)
        if (found !== undefined) return found
      }
      return undefined
    } finally {
      this.#asked.delete(key)
    }
  }

  /** Null: it cannot be read. */
  module(file: string): Module | null {
    const opened = this.#modules.get(file)
    if (opened !== undefined) return opened
    const program = this.#texts.parse(file)
    if (program !== null) return this.#open(file, program)
    this.#modules.set(file, null)
    return null
  }
}

const known = (found: Found): Binding | null => (found === undefined ? UNKNOWN : found)

/** A name, or a text that stands for one. */
const textOf = (node: unknown): string => nameOf(node) ?? (node as { readonly value: string }).value

function declaredBy(declaration: Node | null | undefined): readonly string[] {
  if (declaration == null) return []
  if (declaration.type !== 'VariableDeclaration')
    return isFunction(declaration) || declaration.type === 'ClassDeclaration' ? [nameOf(declaration['id'])!] : []
  const declarators = declaration['declarations'] as Node[]
  return declarators.flatMap((d) => boundBy(d['id'] as Node)).map((bound) => nameOf(bound)!)
}
