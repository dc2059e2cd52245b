// What a module exports as plain data: the declarations that its exports reach, each behind what it refers to, and a table of the
// calls that made them. The same module gives the same data.
import { SURFACE_VERSION, type ProgramData, type Site } from '../surface/program-data.js'
import { DECLARATION, EXPRESSION, isBranded, isDeclared, type Declared } from './brands.js'
import { writtenTypeOf } from './field-types.js'
import { mistake, type ApiMistake } from './mistake.js'
import { markIn } from './nodes.js'
import { partsUsed } from './parts.js'
import { refused, refusedNothing } from './refused.js'
import { Collected } from './program/collect.js'
import { exportedIn, reportLost } from './program/lost.js'
import { reportOther } from './program/other-pipelines.js'
import { Sites } from './program/sites.js'
import { queryOf, UNFINISHED } from './relations/state.js'
import { sourceOf } from './sources/source.js'

export interface ProgramOptions {
  /** Whether a call stands in the module itself: what other modules make, this one may well leave out. All calls do by default. */
  readonly ours?: (site: Site) => boolean
}

export function programOf(exports: Readonly<Record<string, unknown>>, options: ProgramOptions = {}): ProgramData {
  const roots = rootsOf(exports)
  // another copy of this package made them: who asked for them says which of the two is old
  const other = roots.map((r) => r[DECLARATION].version).find((v) => v !== SURFACE_VERSION)
  if (other !== undefined) return { surfaceVersion: other, declarations: [], sites: [] }
  const collected = new Collected()
  for (const root of roots) collected.add(root)
  partsUsed([...collected.said].map((n) => n.span))
  partsUsed(collected.docs)
  const pipelines = roots.map((r) => r[DECLARATION]).filter((r) => r.node.kind === 'pipeline')
  reportOther(pipelines)
  const params = collected.nodes.flatMap((n) => (n.kind === 'param' ? [n.name.text] : []))
  const sites = new Sites(new Set(params))
  const declarations = sites.plain(collected.nodes)
  for (const mistake of sites.mistakes) refused(mistake, () => {})
  // a call that was refused has left what it was given
  if (refusedNothing()) reportLost(pipelines, options.ours ?? (() => true), exportedIn(exports))
  return { surfaceVersion: SURFACE_VERSION, declarations, sites: sites.list }
}

/** The default export first, then the others; lists and plain objects are looked into. */
function rootsOf(exports: Readonly<Record<string, unknown>>): readonly Declared[] {
  const roots: Declared[] = []
  const seen = new Set<unknown>()
  const look = (value: unknown, name: string): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    seen.add(value)
    const type = writtenTypeOf(value)
    if (type !== null) partsUsed([type])
    else if (isDeclared(value)) roots.push(value)
    else if (queryOf(value) !== null || isBranded(value, UNFINISHED)) refused(unnamed(value, name, 'query'), () => {})
    else if (sourceOf(value) !== null) refused(unnamed(value, name, 'source'), () => {})
    // nothing but callbacks takes it
    else if (isBranded(value, EXPRESSION)) return
    else if (Array.isArray(value)) value.forEach((v, i) => look(v, `${name}[${i}]`))
    else if (isPlain(value)) for (const [key, v] of Object.entries(value)) look(v, `${name}.${key}`)
  }
  const names = Object.keys(exports).sort((a, b) => Number(b === 'default') - Number(a === 'default'))
  for (const name of names) look(exports[name], name === 'default' ? 'the default export' : name)
  return roots
}

function unnamed(value: unknown, name: string, is: 'query' | 'source'): ApiMistake {
  const span = queryOf(value)?.clauses.at(-1)?.span ?? sourceOf(value)?.from.span
  return mistake('unnamedRelation', { reader: `\`${name}\``, is }, span === undefined ? null : markIn(span))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // an object of another realm has another Object.prototype
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
