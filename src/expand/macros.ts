// Params, types and functions of the program: found in the scope of their file, put where they are named. Types become what they
// stand for, params in texts, durations and instants their values; a name of an expression and a call are marked only, because
// whether they are columns or built-in is known to the checker.
import { fingerprint } from '../core/fingerprint.js'
import { resolvePath } from '../core/paths.js'
import type { Span } from '../core/span.js'
import { didYouMean, suggest } from '../core/suggest.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { expansion } from '../diagnostics/codes/expansion.js'
import type * as ast from '../surface/ast.js'
import { MOST_DEPTH, MOST_LEVELS, MOST_PARTS, TypeSizes, weightOf, type Weight } from './weight.js'
import type { Remember } from './remember.js'
import { rewrite, rewriteParts } from './rewrite.js'
import { hasText, isDuration, isName, isQuoted, isSpan, isText } from './shapes.js'

/** What a param is in this compilation. */
export type ParamValue =
  | { readonly kind: 'duration'; readonly milliseconds: number; readonly text: string }
  /** `text` is what `${name}` becomes; `instant`: it can say where a source starts. */
  | {
      readonly kind: 'value'
      readonly value: boolean | number | string
      readonly text: string
      readonly type: string
      readonly instant: boolean
    }
  /** It could not be found out; reported. */
  | { readonly kind: 'unknown' }

/** Told each param with its type spelled out; reports what is wrong with its value. */
export type Evaluate = (declaration: ast.ParamDecl, file: string) => ParamValue

/** `every minute`: a duration without its number. */
const UNIT = /^(ms|milliseconds?|seconds?|minutes?|hours?|days?)$/i

type Macro = ast.ParamDecl | ast.TypeDecl | ast.FnDecl
interface Found {
  /** `broken`: it could not be read or imported, which has been reported. */
  readonly declaration: Macro | { readonly kind: 'broken' }
  readonly file: string
}
type Scope = ReadonlyMap<string, Found>

/** What begins or ends a text, a name or a comment of SQL, or a line of it. */
const ENDS_SQL_TEXT = /['"`\\;\r\n]|--|\/\/|\/\*|\*\//
/** Around raw SQL. */
const QUOTES = 3

/** Stands where a duration is not known: a value that causes no further message. */
const STAND_IN = 60_000

export function expandMacros(
  files: readonly ast.FileNode[],
  evaluate: Evaluate,
  bag: DiagnosticBag,
  remember: Remember = (_, work) => work(),
): readonly ast.FileNode[] {
  const scopes = scopesOf(files)
  const macros = new Macros(scopes, evaluate, bag)
  return files.map((file) => {
    const declarations = file.declarations.map((d) =>
      // the macros themselves are found out anew: others ask for them
      d.kind === 'param' || d.kind === 'type' || d.kind === 'fn'
        ? macros.expand(d, file.path)
        : remember(d, () => macros.expand(d, file.path)),
    )
    return declarations.every((d, i) => d === file.declarations[i]) ? file : { ...file, declarations }
  })
}

/** Names of macros by file: its own, then those that it imports. Wrong and doubled names are reported where all names are. */
function scopesOf(files: readonly ast.FileNode[]): ReadonlyMap<string, Scope> {
  const own = new Map(files.map((f) => [f.path, ownMacros(f)]))
  const byPath = new Map(files.map((f) => [f.path, f]))
  return new Map(
    files.map((file): [string, Scope] => {
      const scope = new Map(own.get(file.path))
      for (const d of file.declarations) {
        if (d.kind !== 'import') continue
        const path = resolvePath(file.path, d.from.value)
        for (const { name, alias } of d.names) {
          const local = (alias ?? name).text
          if (scope.has(local)) continue
          const found = own.get(path)?.get(name.text)
          if (found !== undefined) scope.set(local, found)
          else if (!says(byPath.get(path), name.text)) scope.set(local, { declaration: { kind: 'broken' }, file: path })
        }
      }
      return [file.path, scope]
    }),
  )
}

function ownMacros(file: ast.FileNode): Map<string, Found> {
  const out = new Map<string, Found>()
  for (const d of file.declarations) {
    if (d.kind === 'broken')
      for (const name of d.names) if (!out.has(name.text)) out.set(name.text, { declaration: d, file: file.path })
    if ((d.kind === 'param' || d.kind === 'type' || d.kind === 'fn') && !out.has(d.name.text))
      out.set(d.name.text, { declaration: d, file: file.path })
  }
  return out
}

/** Whether a file has the name anywhere: if not, importing it is a mistake for sure. */
function says(file: ast.FileNode | undefined, name: string): boolean {
  let found = false
  const visit = (node: object): unknown => {
    found ||= isName(node) && node.text === name
    return found ? node : undefined
  }
  rewrite(file?.declarations ?? [], visit)
  return found
}

class Macros {
  readonly #scopes: ReadonlyMap<string, Scope>
  readonly #evaluate: Evaluate
  readonly #bag: DiagnosticBag
  /** By declaration: what it has become. `open` while that is found out. */
  readonly #types = new Map<ast.TypeDecl, ast.TypeNode | 'open'>()
  readonly #params = new Map<ast.ParamDecl, { readonly declaration: ast.ParamDecl; readonly value: ParamValue }>()
  readonly #fns = new Map<ast.FnDecl, ast.FnDecl | 'open'>()
  readonly #weights = new Map<ast.FnDecl, Weight>()
  readonly #sizes = new TypeSizes()
  /** What is being found out, for the path of a cycle. */
  readonly #trail: (ast.TypeDecl | ast.FnDecl)[] = []
  /** How many macros stand on one another in each that is known, and in what is being found out. */
  readonly #levels = new Map<ast.TypeDecl | ast.FnDecl, number>()
  #level = 0

  constructor(scopes: ReadonlyMap<string, Scope>, evaluate: Evaluate, bag: DiagnosticBag) {
    this.#scopes = scopes
    this.#evaluate = evaluate
    this.#bag = bag
  }

  expand(d: ast.Declaration, file: string): ast.Declaration {
    switch (d.kind) {
      case 'param':
        return this.#param(d, file).declaration
      case 'type': {
        const type = this.#type(d, file)
        return type === null || type === d.type ? d : { ...d, type }
      }
      case 'fn':
        return this.#fn(d, file) ?? d
      case 'test':
        return this.#test(d, file)
      // what is imported has been read already
      case 'import':
      case 'import pipeline':
      case 'broken':
      case 'for':
        return d
      default:
        return this.#put(d, file, new Set())
    }
  }

  #find(file: string, name: string): Found | undefined {
    return this.#scopes.get(file)?.get(name)
  }

  #names(file: string, kind: Macro['kind']): readonly string[] {
    return [...(this.#scopes.get(file) ?? [])].flatMap(([name, found]) => (found.declaration.kind === kind ? [name] : []))
  }

  // ---------------------------------------------------------------- what macros become

  #param(d: ast.ParamDecl, file: string): { readonly declaration: ast.ParamDecl; readonly value: ParamValue } {
    const known = this.#params.get(d)
    if (known !== undefined) return known
    const isDurationType = d.type.kind === 'named' && d.type.name.toLowerCase() === 'duration'
    const type = isDurationType ? d.type : rewrite(d.type, (node) => this.#typeNode(node, file, new Set()))
    const declaration: ast.ParamDecl = type === d.type ? d : { ...d, type }
    const result = { declaration, value: this.#evaluate(declaration, file) }
    this.#params.set(d, result)
    return result
  }

  /** Null where it holds itself. */
  #type(d: ast.TypeDecl, file: string): ast.TypeNode | null {
    const known = this.#types.get(d)
    if (known === 'open') {
      this.#cycle(d, expansion.typeCycle)
      return null
    }
    if (known !== undefined) return known
    this.#types.set(d, 'open')
    const type = this.#within(d, () => rewrite(d.type, (node) => this.#typeNode(node, file, new Set())))
    this.#types.set(d, type)
    return type
  }

  #within<T>(d: ast.TypeDecl | ast.FnDecl, work: () => T): T {
    const around = this.#level
    this.#level = 0
    this.#trail.push(d)
    const made = work()
    this.#trail.pop()
    this.#levels.set(d, this.#level + 1)
    this.#level = around
    return made
  }

  /**
   * What `work` makes of the macro that is named at `at`; null where it cannot be put in. Too many that stand on one another
   * are refused before the walk goes down to them.
   */
  #near<T>(d: ast.TypeDecl | ast.FnDecl, name: string, at: Span, work: () => T | null): T | null {
    const isDown = this.#trail.length < MOST_LEVELS || this.#levels.has(d) || this.#trail.includes(d)
    const made = isDown ? work() : null
    const level = this.#levels.get(d) ?? 0
    if (isDown && level <= MOST_LEVELS) {
      this.#level = Math.max(this.#level, level)
      return made
    }
    this.#bag.report(expansion.macroTooLarge, at, { name, why: `it stands on more than ${MOST_LEVELS} others, one on the other` })
    return null
  }

  /** Null where it calls itself. */
  #fn(d: ast.FnDecl, file: string): ast.FnDecl | null {
    const known = this.#fns.get(d)
    if (known === 'open') {
      this.#cycle(d, expansion.fnCycle)
      return null
    }
    if (known !== undefined) return known
    this.#fns.set(d, 'open')
    const made = this.#within(d, () => this.#put(d, file, new Set(d.parameters.map((p) => p.name.text))))
    this.#fns.set(d, made)
    return made
  }

  #weight(fn: ast.FnDecl): Weight {
    const known = this.#weights.get(fn)
    if (known !== undefined) return known
    const names = fn.parameters.map((p) => p.name.text)
    const weight =
      fn.body.kind === 'macro'
        ? weightOf(fn.body.expr, names, (f) => this.#weight(f))
        : { own: 1, uses: names.map(() => 1), depth: 1 }
    this.#weights.set(fn, weight)
    return weight
  }

  #cycle(d: ast.TypeDecl | ast.FnDecl, code: typeof expansion.typeCycle): void {
    const path = this.#trail.slice(this.#trail.indexOf(d))
    this.#bag.report(
      code,
      d.name.span,
      { path: [...path, d].map((x) => x.name.text) },
      { related: path.slice(1).map((x) => ({ span: x.name.span, text: `\`${x.name.text}\`` })) },
    )
  }

  // ---------------------------------------------------------------- where they are named

  /** `hidden`: names that mean something nearer, the parameters of an `fn`. */
  #put<D extends ast.Declaration>(d: D, file: string, hidden: ReadonlySet<string>): D {
    const used = new Set<string>()
    const visit = (node: object): unknown => {
      if (isSpan(node)) return node
      if (isName(node)) return this.#name(node, file)
      if (isText(node)) {
        const value = this.#text(node.value, node.span, file, used, d.kind === 'sql' && node === d.body)
        return value === node.value ? node : { ...node, value }
      }
      if (hasText(node)) {
        const value = this.#text(node.value, node.span, file, used)
        return value === node.value ? node : { ...node, value }
      }
      if (isDuration(node)) return node.param === null ? node : this.#duration(node, node.param, file, used)
      return (
        this.#typeNode(node, file, used) ??
        this.#expression(node as ast.ExprNode, file, hidden, used, visit) ??
        this.#instant(node, file, used, visit)
      )
    }
    const made = rewriteParts(d, visit)
    return used.size === 0 ? made : { ...made, hash: fingerprint([d.hash, ...used].join('\0')) }
  }

  /** Rows of a test are data: nothing but a duration stands for something else there. */
  #test(d: ast.TestDecl, file: string): ast.TestDecl {
    const used = new Set<string>()
    const steps = d.steps.map((step): ast.TestStep =>
      step.kind === 'advance' && step.by.param !== null
        ? { ...step, by: this.#duration(step.by, step.by.param, file, used) }
        : step,
    )
    return used.size === 0 ? d : { ...d, steps, hash: fingerprint([d.hash, ...used].join('\0')) }
  }

  #name(node: ast.Name, file: string): ast.Name {
    if (node.text.includes('$') && !isQuoted(node)) {
      const name = /\$\{?(\w+)/.exec(node.text)?.[1] ?? node.text
      // inside of a `for` it has been reported with the variables that there are
      if (!node.span.declaration.includes('#for:')) {
        const param = this.#find(file, name)?.declaration.kind === 'param' && node.text === `\${${name}}`
        const fixes = param ? [{ title: `write \`${name}\``, edits: [{ span: node.span, text: name }] }] : []
        this.#bag.report(expansion.forVariable, node.span, { name, known: [], param }, { fixes })
      }
    }
    return node
  }

  #typeNode(node: object, file: string, used: Set<string>): ast.TypeNode | undefined {
    if (!isNamedType(node)) return undefined
    const found = this.#find(file, node.name)
    if (found?.declaration.kind === 'broken') return { ...node, reported: true }
    if (found?.declaration.kind !== 'type') {
      if (node.name.toLowerCase() !== 'duration') return undefined
      this.#bag.report(expansion.durationType, node.span, { place: 'here' })
      return { ...node, reported: true }
    }
    const { declaration } = found
    if (node.parameters.length > 0)
      this.#bag.report(
        expansion.typeParameters,
        node.span,
        { name: node.name },
        { related: [{ span: declaration.name.span, text: 'declared here' }] },
      )
    const type = this.#near(declaration, node.name, node.span, () => this.#type(declaration, found.file))
    used.add(`type ${node.name} ${declaration.hash}`)
    if (type === null) return { ...node, reported: true }
    const { parts, depth } = this.#sizes.of(type)
    if (parts <= MOST_PARTS && depth <= MOST_LEVELS) return { ...type, alias: { text: node.name, span: node.span } }
    const why = parts > MOST_PARTS ? `of more than ${MOST_PARTS} parts` : `more than ${MOST_LEVELS} types deep`
    this.#bag.report(expansion.macroTooLarge, node.span, { name: node.name, why: `it becomes a type ${why}` })
    return { ...node, reported: true }
  }

  #expression(
    node: ast.ExprNode,
    file: string,
    hidden: ReadonlySet<string>,
    used: Set<string>,
    visit: (node: object) => unknown,
  ): ast.ExprNode | undefined {
    if (node.kind === 'path' && node.names.length === 1) {
      const name = node.names[0]!.text
      const found = hidden.has(name) ? undefined : this.#find(file, name)
      if (found?.declaration.kind === 'broken') return { ...node, param: null }
      if (found?.declaration.kind !== 'param') return undefined
      const { declaration, value } = this.#param(found.declaration, found.file)
      used.add(`param ${name} ${declaration.hash} ${textOf(value)}`)
      const put = value.kind === 'unknown' ? null : value.kind === 'duration' ? value.milliseconds : value.value
      return { ...node, param: { declaration, value: put } }
    }
    if (node.kind === 'call') {
      const found = this.#find(file, node.name.text)
      if (found?.declaration.kind === 'broken') return { ...rewriteParts(node, visit), fn: null }
      if (found?.declaration.kind !== 'fn') {
        const near = suggest(node.name.text, this.#names(file, 'fn'))
        return near.length === 0 ? undefined : { ...rewriteParts(node, visit), near }
      }
      const { declaration } = found
      const fn = this.#near(declaration, node.name.text, node.name.span, () => this.#fn(declaration, found.file))
      used.add(`fn ${node.name.text} ${fn?.hash ?? ''}`)
      const call = { ...rewriteParts(node, visit), fn }
      if (fn === null) return call
      const { own, depth } = weightOf(call, [], (f) => this.#weight(f))
      if (own > MOST_PARTS) this.#bag.report(expansion.fnTooLarge, node.span, { name: node.name.text, limit: MOST_PARTS })
      else if (depth > MOST_DEPTH)
        this.#bag.report(expansion.macroTooLarge, node.span, {
          name: node.name.text,
          why: `this call becomes an expression more than ${MOST_DEPTH} parts deep`,
        })
      else return call
      return { ...call, fn: null }
    }
    return undefined
  }

  /** `start at NAME`, `until at NAME`, `history … until NAME`. */
  #instant(node: object, file: string, used: Set<string>, visit: (node: object) => unknown): unknown {
    const clause = node as ast.SourceClause
    if (clause.kind === 'start' || clause.kind === 'until')
      return clause.at === null || !isName(clause.at) ? undefined : { ...clause, at: this.#instantOf(clause.at, file, used) }
    if (clause.kind === 'history' && isName(clause.until))
      return { ...rewriteParts(clause, visit), until: this.#instantOf(clause.until, file, used) }
    return undefined
  }

  // ---------------------------------------------------------------- values

  #value(
    name: string,
    at: Span,
    file: string,
    used: Set<string>,
    as: 'text' | 'duration' | 'moment',
  ): { readonly d: ast.ParamDecl; readonly value: ParamValue } | null {
    const found = this.#find(file, name)
    if (found?.declaration.kind === 'broken') return null
    if (found?.declaration.kind !== 'param') {
      const names = this.#names(file, 'param')
      const help = didYouMean(name, names)
      // in a text the place is that of the whole text
      const unit = as === 'duration' && UNIT.test(name)
      const meant = as === 'text' ? [] : unit ? [`1 ${name}`] : suggest(name, names)
      const fixes = meant.map((n) => ({ title: `write \`${n}\``, edits: [{ span: at, text: n }] }))
      if (unit)
        this.#bag.report(expansion.unknownParam, at, { name, as }, { help: `a duration has a number: \`1 ${name}\``, fixes })
      else this.#bag.report(expansion.unknownParam, at, { name, as }, help === undefined ? {} : { help, fixes })
      return null
    }
    const { declaration, value } = this.#param(found.declaration, found.file)
    used.add(`param ${name} ${declaration.hash} ${textOf(value)}`)
    return { d: declaration, value }
  }

  /** `sql`: somebody else reads the text, and a value may not end a text or begin a comment in it. */
  #text(text: string, at: Span, file: string, used: Set<string>, sql = false): string {
    if (!text.includes('${')) return text
    return text.replace(/\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string | undefined, offset: number) => {
      if (name === undefined) return '${'
      const found = this.#value(name, at, file, used, 'text')
      const sign = sql && found?.value.kind === 'value' ? ENDS_SQL_TEXT.exec(found.value.text)?.[0] : undefined
      if (sign !== undefined) {
        const start = at.start + QUOTES + offset
        this.#bag.report(
          expansion.paramInSql,
          { ...at, start, end: start + whole.length },
          { name, sign: JSON.stringify(sign).slice(1, -1) },
          { related: [{ span: found!.d.name.span, text: 'declared here' }] },
        )
        return name
      }
      // the name itself: a text that causes no further message
      return found === null || found.value.kind === 'unknown' ? name : found.value.text
    })
  }

  #duration(node: ast.DurationNode, param: ast.Name, file: string, used: Set<string>): ast.DurationNode {
    const found = this.#value(param.text, param.span, file, used, 'duration')
    if (found?.value.kind === 'duration')
      return { ...node, milliseconds: found.value.milliseconds, param: null, written: found.value.text }
    if (found?.value.kind === 'value') this.#misplaced(param, found.d, found.value.type, 'a duration')
    return { ...node, milliseconds: STAND_IN, param: null }
  }

  #instantOf(name: ast.Name, file: string, used: Set<string>): ast.Text | null {
    const found = this.#value(name.text, name.span, file, used, 'moment')
    const { value } = found ?? { value: null }
    if (value?.kind === 'value' && value.instant) return { value: value.text, span: name.span }
    if (found !== null && value !== null && value.kind !== 'unknown')
      this.#misplaced(name, found.d, value.kind === 'duration' ? 'duration' : value.type, 'a TIMESTAMP or TIMESTAMP_LTZ')
    // a moment that causes no further message
    return { value: '1970-01-01 00:00:00', span: name.span }
  }

  #misplaced(name: ast.Name, d: ast.ParamDecl, is: string, wanted: string): void {
    this.#bag.report(
      expansion.paramPlace,
      name.span,
      { name: name.text, is, wanted },
      { related: [{ span: d.type.span, text: 'its type' }] },
    )
  }
}

const textOf = (value: ParamValue): string => (value.kind === 'unknown' ? '?' : value.text)

const isNamedType = (node: object): node is ast.TypeNode & { kind: 'named' } =>
  (node as { kind?: unknown }).kind === 'named' && 'parameters' in node
