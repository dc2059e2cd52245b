// The state that all parts of the checker share, and the lazy, cycle-safe look-up of relations.
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { names } from '../diagnostics/codes/names.js'
import type { TargetName } from '../ir/plan.js'
import type { Typed } from '../ir/types.js'
import type { FlowLock } from '../schema/model.js'
import type * as ast from '../surface/ast.js'
import type { Host } from '../workspace/host.js'
import { meant } from './fixes.js'
import type { CheckedRelation } from './relation.js'
import { kindWords, type Binding, type FileScope, type Symbol } from './scopes.js'

export interface CheckContext {
  readonly lock: FlowLock | null
  /** Reads schema files. */
  readonly host: Host
  readonly target: TargetName
  /** The files that were asked for: a mistake in another one says how it comes in. Left out: all of them. */
  readonly roots?: readonly string[] | undefined
  /** Told every subject that the program reads, locked or not: what `schema pull` asks the registry for. */
  readonly onSubject?: (subject: string, version: number | null) => void
}

export interface Checking {
  readonly bag: DiagnosticBag
  readonly types: WeakMap<object, Typed>
  readonly scopes: ReadonlyMap<string, FileScope>
  readonly context: CheckContext
  /** The relation that a name means in a file; a wrong name is reported, null then. */
  readonly relation: (file: string, name: ast.Name) => CheckedRelation | null
  readonly lookup: (file: string, name: ast.Name, what: string) => Binding | null
  /** Every relation checked so far, by declaration file and name. */
  readonly checked: ReadonlyMap<string, CheckedRelation | null>
}

/** How each kind of declaration is checked; the late streams that it names come along. */
export interface Checkers {
  readonly source: (declaration: ast.SourceDecl, file: string, checking: Checking) => readonly CheckedRelation[]
  readonly query: (declaration: ast.QueryDecl, file: string, checking: Checking) => readonly CheckedRelation[]
}

/** What a name can have meant where one kind of declaration is wanted. */
const FITS: Readonly<Record<string, ReadonlySet<Symbol['kind']>>> = {
  relation: new Set(['source', 'query', 'late', 'broken']),
  connection: new Set(['connection', 'broken']),
  catalog: new Set(['catalog', 'broken']),
  schema: new Set(['schema', 'broken']),
}

export function createChecking(
  scopes: ReadonlyMap<string, FileScope>,
  bag: DiagnosticBag,
  context: CheckContext,
  checkers: Checkers,
): Checking {
  const types = new WeakMap<object, Typed>()
  const checked = new Map<string, CheckedRelation | null>()
  const open: { key: string; name: ast.Name }[] = []
  const missing = new Set<string>()

  const lookup = (file: string, name: ast.Name, what: string): Binding | null => {
    const scope = scopes.get(file)!
    const binding = scope.names.get(name.text)
    if (binding !== undefined) return binding
    const fits = [...scope.names].flatMap(([n, b]) => (FITS[what]?.has(b.symbol.kind) === false ? [] : [n]))
    const way = meant(name, fits)
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
    if (symbol.kind !== 'source' && symbol.kind !== 'query' && symbol.kind !== 'late') {
      bag.report(
        names.wrongKind,
        name.span,
        { name: name.text, is: kindWords(symbol), wanted: 'a stream or table' },
        { related: [{ span: binding.span, text: 'declared here' }] },
      )
      return null
    }
    return checkSymbol(binding.file, symbol, name)
  }

  const checkSymbol = (
    file: string,
    symbol: Symbol & { kind: 'source' | 'query' | 'late' },
    use: ast.Name,
  ): CheckedRelation | null => {
    const own = symbol.kind === 'late' ? symbol.name.text : symbol.declaration.name.text
    const key = `${file}|${symbol.declaration.name.text}`
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
      for (const o of cycle) checked.set(o.key, null)
      return null
    }
    open.push({ key, name: symbol.declaration.name })
    const relations =
      symbol.declaration.kind === 'source'
        ? checkers.source(symbol.declaration, file, checking)
        : checkers.query(symbol.declaration, file, checking)
    open.pop()
    if (!checked.has(key)) checked.set(key, null)
    for (const r of relations) if (checked.get(`${file}|${r.name}`) == null) checked.set(`${file}|${r.name}`, r)
    return checked.get(ownKey) ?? null
  }

  const checking: Checking = { bag, types, scopes, context, relation, lookup, checked }
  return checking
}
