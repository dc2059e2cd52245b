// The state that all parts of the checker share, and the lazy, cycle-safe look-up of relations.
import { postOrder } from '../core/post-order.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { names } from '../diagnostics/codes/names.js'
import type { Span } from '../core/span.js'
import type { Expr } from '../ir/expr.js'
import type { TargetName } from '../ir/plan.js'
import type { Typed } from '../ir/types.js'
import type { FlowLock } from '../schema/model.js'
import type * as ast from '../surface/ast.js'
import { relationsIn } from '../surface/relations-in.js'
import type { Host } from '../workspace/host.js'
import { meant } from './fixes.js'
import { Notes, type Memory, type Read } from './memory.js'
import type { EvaluatedParam, GivenParam } from './params.js'
import type { CheckedRelation } from './relation.js'
import {
  declaredName,
  isRelation,
  kindWords,
  type Binding,
  type FileScope,
  type RelationSymbolKind,
  type Symbol,
} from './scopes.js'

export interface CheckContext {
  readonly lock: FlowLock | null
  /** Reads schema files. */
  readonly host: Host
  readonly target: TargetName
  /** The files that were asked for: a mistake in another one says how it comes in. Left out: all of them. */
  readonly roots?: readonly string[] | undefined
  /** Values of params that the program does not say itself; of two for one name the later one counts. */
  readonly params?: readonly GivenParam[] | undefined
  /** Told every subject that the program reads, locked or not: what `schema pull` asks the registry for. */
  readonly onSubject?: (subject: string, version: number | null) => void
}

export interface Checking {
  readonly bag: DiagnosticBag
  readonly types: WeakMap<object, Typed>
  /** Where a condition that rows have passed was written. */
  readonly said: WeakMap<Expr, Span>
  readonly scopes: ReadonlyMap<string, FileScope>
  readonly context: CheckContext
  /** The relation that a name means in a file; a wrong name is reported, null then. */
  readonly relation: (file: string, name: ast.Name) => CheckedRelation | null
  readonly lookup: (file: string, name: ast.Name, what: string) => Binding | null
  readonly params: readonly EvaluatedParam[]
  readonly memory: Memory
  /** Checks a declaration, or remembers what came of it the last time. */
  readonly once: <T>(declaration: object, work: () => T) => T
  /** Every relation checked so far, by declaration file and name. */
  readonly checked: ReadonlyMap<string, CheckedRelation | null>
}

/** How each kind of declaration is checked; the late streams that it names come along. */
export interface Checkers {
  readonly source: (declaration: ast.SourceDecl, file: string, checking: Checking) => readonly CheckedRelation[]
  readonly query: (declaration: ast.QueryDecl, file: string, checking: Checking) => readonly CheckedRelation[]
  readonly sql: (declaration: ast.SqlDecl, file: string, checking: Checking) => readonly CheckedRelation[]
  readonly output: (symbol: Symbol & { kind: 'output' }, file: string, checking: Checking) => readonly CheckedRelation[]
}

/** So many declarations are at work, each for the one that reads it, before the others are checked by their order. */
const DEEP = 50

/** What a name can have meant where one kind of declaration is wanted. */
const FITS: Readonly<Record<string, ReadonlySet<Symbol['kind']>>> = {
  relation: new Set(['source', 'query', 'late', 'output', 'sql', 'broken']),
  connection: new Set(['connection', 'broken']),
  catalog: new Set(['catalog', 'broken']),
  schema: new Set(['schema', 'broken']),
}

export function createChecking(
  scopes: ReadonlyMap<string, FileScope>,
  bag: DiagnosticBag,
  context: CheckContext,
  checkers: Checkers,
  params: readonly EvaluatedParam[],
  memory: Memory,
): Checking {
  const notes = new Notes(memory, bag, context.host, context.onSubject)
  const { types, said } = memory
  const checked = new Map<string, CheckedRelation | null>()
  const open: { key: string; name: ast.Name }[] = []
  let settling = false
  const missing = new Set<string>()
  const fits = new Map<string, ReadonlySet<string>>()
  /** What a wrong name can have meant; asked for every wrong name. */
  const fitting = (scope: FileScope, what: string): ReadonlySet<string> => {
    const key = `${scope.file.path}|${what}`
    let found = fits.get(key)
    if (found === undefined) {
      found = new Set([...scope.names].flatMap(([n, b]) => (FITS[what]?.has(b.symbol.kind) === false ? [] : [n])))
      fits.set(key, found)
    }
    return found
  }

  const lookup = (file: string, name: ast.Name, what: string): Binding | null => {
    const scope = scopes.get(file)!
    const binding = scope.names.get(name.text)
    if (binding !== undefined) {
      if (binding.symbol.kind === 'broken') notes.spoil()
      else if (what !== 'relation') notes.read({ file, name, declaration: binding.symbol.declaration, relation: undefined })
      return binding
    }
    notes.spoil() // what is said of it depends on all the names that there are
    const way = meant(name, fitting(scope, what))
    // One name that is nowhere is one mistake, however often it is said.
    const key = `${file}|${what}|${name.text}`
    if (way.help === undefined && (scope.lossy || missing.has(key))) return null
    missing.add(key)
    if (what === 'relation') bag.report(names.unknownRelation, name.span, { name: name.text }, way)
    else bag.report(names.unknownName, name.span, { name: name.text, what }, way)
    return null
  }

  const relation = (file: string, name: ast.Name): CheckedRelation | null => {
    const binding = lookup(file, name, 'relation')
    if (binding === null || binding.symbol.kind === 'broken') return null
    const { symbol } = binding
    if (!isRelation(symbol)) {
      bag.report(
        names.wrongKind,
        name.span,
        { name: name.text, is: kindWords(symbol), wanted: 'a stream or table' },
        { related: [{ span: binding.span, text: 'declared here' }] },
      )
      return null
    }
    const found = checkSymbol(binding.file, symbol, name)
    notes.read({ file, name, declaration: symbol.declaration, relation: found })
    return found
  }

  const holds = (read: Read): boolean => {
    const binding = scopes.get(read.file)?.names.get(read.name.text)
    if (binding === undefined || binding.symbol.kind === 'broken' || binding.symbol.declaration !== read.declaration) return false
    if (read.relation === undefined) return true
    return isRelation(binding.symbol) && checkSymbol(binding.file, binding.symbol, read.name) === read.relation
  }
  const once = <T>(declaration: object, work: () => T): T => notes.once(declaration, holds, work)

  const checkSymbol = (file: string, symbol: Symbol & { kind: RelationSymbolKind }, use: ast.Name): CheckedRelation | null => {
    const own = declaredName(symbol).text
    // a late stream is checked with the declaration that it stands in
    const name = symbol.kind === 'late' ? symbol.declaration.name : declaredName(symbol)
    const key = `${file}|${name.text}`
    const ownKey = `${file}|${own}`
    if (checked.has(ownKey)) return checked.get(ownKey)!
    const at = open.findIndex((o) => o.key === key)
    if (at >= 0) {
      const cycle = open.slice(at)
      bag.report(
        names.circular,
        cycle[0]!.name.span,
        { path: [...cycle.map((o) => o.name.text), cycle[0]!.name.text] },
        {
          related: [
            ...cycle.slice(1).map((o) => ({ span: o.name.span, text: `\`${o.name.text}\`` })),
            { span: use.span, text: 'and back' },
          ],
        },
      )
      notes.spoilAll()
      for (const o of cycle) checked.set(o.key, null)
      return null
    }
    // the deeper ones first: a chain may be longer than the engine can call itself
    if (open.length === DEEP && !settling) settle(file, symbol, use)
    open.push({ key, name })
    const relations = check(symbol, file)
    open.pop()
    if (!checked.has(key)) checked.set(key, null)
    for (const r of relations) if (checked.get(`${file}|${r.name}`) == null) checked.set(`${file}|${r.name}`, r)
    return checked.get(ownKey) ?? null
  }

  type At = { readonly file: string; readonly symbol: Symbol & { kind: RelationSymbolKind } }
  const settle = (file: string, symbol: At['symbol'], use: ast.Name): void => {
    settling = true
    const places = new Map<object, At>()
    const placed = (at: At): At => {
      const known = places.get(at.symbol.declaration)
      if (known === undefined) places.set(at.symbol.declaration, at)
      return known ?? at
    }
    const referred = (of: At): readonly At[] =>
      relationsIn(of.symbol.declaration).flatMap(({ text }) => {
        const binding = scopes.get(of.file)?.names.get(text)
        if (
          binding === undefined ||
          binding.symbol.kind === 'broken' ||
          binding.symbol.kind === 'output' ||
          !isRelation(binding.symbol)
        )
          return []
        const at = { file: binding.file, symbol: binding.symbol }
        return checked.has(`${at.file}|${declaredName(at.symbol).text}`) ? [] : [placed(at)]
      })
    const first = placed({ file, symbol })
    const isOpen = (at: At): boolean => open.some((o) => o.key === `${at.file}|${declaredName(at.symbol).text}`)
    for (const at of postOrder([first], referred)) if (at !== first && !isOpen(at)) checkSymbol(at.file, at.symbol, use)
    settling = false
  }

  const check = (symbol: Symbol & { kind: RelationSymbolKind }, file: string): readonly CheckedRelation[] => {
    if (symbol.kind === 'output') {
      notes.spoil() // it hangs on another pipeline
      return checkers.output(symbol, file, checking)
    }
    const { declaration } = symbol
    switch (declaration.kind) {
      case 'source':
        return once(declaration, () => checkers.source(declaration, file, checking))
      case 'query':
        return once(declaration, () => checkers.query(declaration, file, checking))
      case 'sql':
        return once(declaration, () => checkers.sql(declaration, file, checking))
    }
  }

  const checking: Checking = {
    bag,
    types,
    said,
    scopes,
    context: { ...context, host: notes.host, onSubject: notes.subject },
    relation,
    lookup,
    params,
    memory,
    once,
    checked,
  }
  return checking
}
