// `for t in ['a', 'b'] { … }`: a copy of the body for each value, with the value put into names and texts. Copies have ids
// and places of their own, which lead back to the text that they were made from.
import { fingerprint } from '../core/fingerprint.js'
import { copyId, type DeclarationId, type Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { expansion } from '../diagnostics/codes/expansion.js'
import type * as ast from '../surface/ast.js'
import { RESERVED_NAMES } from '../surface/names.js'
import { hasName, hasText, isCell, isName, isQuoted, isSpan, isText } from './shapes.js'
import type { Remember } from './remember.js'
import { rewriteParts } from './rewrite.js'

/** Which value of which loop a copy was made for. */
export interface Value {
  readonly variable: string
  readonly value: string
  readonly span: Span
}

export interface Copy {
  /** Outermost loop first. */
  readonly values: readonly Value[]
  /** How many copies its text has. */
  readonly siblings: number
}

/** Of one loop with all loops inside. More make a file that no one checks in time, and a job that no Flink takes. */
export const MOST_COPIES = 10_000

export type Copies = ReadonlyMap<DeclarationId, Copy>

interface Loop extends Copy {
  /** Variables with several values, and whether this is the first one. */
  readonly several: readonly { readonly variable: string; readonly first: boolean }[]
}

export function expandLoops(
  file: ast.FileNode,
  copies: Map<DeclarationId, Copy>,
  bag: DiagnosticBag,
  remember: Remember = (_, work) => work(),
): ast.FileNode {
  if (!file.declarations.some((d) => d.kind === 'for')) return file
  const none: Loop = { values: [], siblings: 1, several: [] }
  const declarations = file.declarations.flatMap((d) => {
    if (d.kind !== 'for') return [d]
    const made = remember(d, () => {
      const number = countOf(d)
      if (number > MOST_COPIES) {
        bag.report(expansion.forTooLarge, d.variable.span, { variable: d.variable.text, copies: number, most: MOST_COPIES })
        return { declarations: [brokenOf(d)], own: new Map<DeclarationId, Copy>() }
      }
      const own = new Map<DeclarationId, Copy>()
      return { declarations: expand(d, none, own, bag), own }
    })
    for (const [id, copy] of made.own) copies.set(id, copy)
    return made.declarations
  })
  return { ...file, declarations }
}

const countOf = ({ values, body }: ast.ForDecl): number =>
  values.length * body.reduce((sum, d) => sum + (d.kind === 'for' ? countOf(d) : 1), 0)

/** What it would declare is not known: names that are missing because of it stay silent. */
const brokenOf = ({ id, doc, hash, span }: ast.ForDecl): ast.BrokenDecl => ({
  id,
  doc,
  hash,
  span,
  incomplete: true,
  kind: 'broken',
  name: null,
  names: [],
})

function expand(loop: ast.ForDecl, outer: Loop, copies: Map<DeclarationId, Copy>, bag: DiagnosticBag): ast.Declaration[] {
  const values = distinct(loop, bag)
  const siblings = outer.siblings * values.length
  const out: ast.Declaration[] = []
  const body = loop.body.filter((d) => isAllowed(d, bag))
  const variable = loop.variable.text
  for (const value of values) {
    const inside: Loop = {
      values: [...outer.values, { variable, value: value.value, span: value.span }],
      siblings,
      several: values.length < 2 ? outer.several : [...outer.several, { variable, first: value === values[0] }],
    }
    for (const d of body) {
      if (!isNewName(d, inside, bag)) continue
      const copy = copyOf(d, loop, inside, bag)
      if (copy.kind === 'for') out.push(...expand(copy, inside, copies, bag))
      else {
        copies.set(copy.id, { values: inside.values, siblings })
        out.push(copy)
      }
    }
  }
  return out
}

function distinct(loop: ast.ForDecl, bag: DiagnosticBag): readonly ast.Text[] {
  const variable = loop.variable.text
  if (loop.values.length === 0) bag.report(expansion.forValues, loop.variable.span, { variable, value: null })
  const seen = new Map<string, ast.Text>()
  for (const v of loop.values) {
    const first = seen.get(v.value)
    if (first === undefined) seen.set(v.value, v)
    else
      bag.report(
        expansion.forValues,
        v.span,
        { variable, value: v.value },
        { related: [{ span: first.span, text: 'the first one' }] },
      )
  }
  return [...seen.values()]
}

/** What belongs to a file as a whole: what it imports is read before anything is expanded. */
function isAllowed(d: ast.Declaration, bag: DiagnosticBag): boolean {
  if (d.kind !== 'pipeline' && d.kind !== 'import' && d.kind !== 'import pipeline') return true
  bag.report(expansion.forDeclaration, d.span, { what: d.kind })
  return false
}

/** What a declaration of the body is called by the rest of the program. */
const declaredName = (d: ast.Declaration): ast.Name | null => ('name' in d && d.kind !== 'broken' ? d.name : null)

/** False where an earlier value has declared the same name: then one copy is enough, and one message. */
function isNewName(d: ast.Declaration, loop: Loop, bag: DiagnosticBag): boolean {
  const name = declaredName(d)
  if (name === null) return true
  const held = variablesOf(name.text)
  const missing = loop.several.filter((v) => !held.includes(v.variable))
  if (missing.length === 0) return true
  if (!missing.every((v) => v.first)) return false
  // a variable that is nowhere is a mistake of its own
  if (held.every((v) => loop.values.some((known) => known.variable === v)))
    bag.report(expansion.forSameName, name.span, { name: name.text, variables: missing.map((v) => v.variable) })
  return true
}

// ---------------------------------------------------------------- copies

/** Names and texts of a loop inside wait for the values of all loops around them. */
function copyOf(d: ast.Declaration, loop: ast.ForDecl, inside: Loop, bag: DiagnosticBag | null): ast.Declaration {
  const id = copyId(d.id, loop.id, inside.values.at(-1)!.value)
  const at = (span: Span): Span => ({ ...span, declaration: id })
  const known = new Map(inside.values.map((v) => [v.variable, v.value]))
  const moved = (node: object): unknown => (isSpan(node) ? at(node) : rewriteParts(node, moved))
  const visit = (node: object): unknown => {
    if (isSpan(node)) return at(node)
    const made = rewriteParts(node, visit)
    if (isName(node)) return { ...made, text: isQuoted(node) ? node.text : nameWith(node, known, at(node.span), bag) }
    if (isText(node)) return { ...made, value: textWith(node.value, known, at(node.span), bag) }
    if (hasText(node)) return { ...made, value: textWith(node.value, known, at(node.span), null) }
    if (isCell(node)) return { ...made, text: textWith(node.text, known, at(node.span), null) }
    if (hasName(node)) return { ...made, name: textWith(node.name, known, at(node.span), bag) }
    return made
  }
  const own = (node: ast.Declaration): ast.Declaration => ({
    ...node,
    // where declarations stand in it, their ids begin with its own
    id: id + node.id.slice(d.id.length),
    doc: node.doc === null ? null : textWith(node.doc, known, node.span, null),
    hash: fingerprint([node.hash, ...inside.values.map((v) => `${v.variable}=${v.value}`)].join('\0')),
  })
  const within = (node: ast.Declaration): ast.Declaration => {
    const copy = own(rewriteParts(node.kind === 'for' ? { ...node, body: [] } : node, moved))
    return copy.kind === 'for' && node.kind === 'for' ? { ...copy, body: node.body.map(within) } : copy
  }
  if (d.kind !== 'for') return own(rewriteParts(d, visit))
  const copy = own(rewriteParts({ ...d, body: [] }, visit)) as ast.ForDecl
  return { ...copy, body: d.body.map(within) }
}

const VARIABLE = /\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})/g
const variablesOf = (text: string): readonly string[] => [...text.matchAll(VARIABLE)].map((m) => (m[1] ?? m[2])!)

function nameWith(name: ast.Name, known: ReadonlyMap<string, string>, at: Span, bag: DiagnosticBag | null): string {
  if (!name.text.includes('$')) return name.text
  let unknown = false
  const made = name.text.replace(VARIABLE, (whole, bare?: string, braced?: string) => {
    const variable = (bare ?? braced)!
    const value = known.get(variable)
    if (value !== undefined) return value
    unknown = true
    bag?.report(expansion.forVariable, at, { name: variable, known: [...known.keys()] })
    return whole
  })
  const reason = !/^[A-Za-z_][A-Za-z0-9_]*$/.test(made)
    ? 'letters, digits and `_` make a name, and it begins with no digit'
    : RESERVED_NAMES.has(made.toLowerCase())
      ? 'it is a reserved word'
      : null
  if (reason !== null && !unknown) bag?.report(expansion.forName, at, { written: name.text, name: made, reason })
  return made
}

/** `bag` only where a `$` has no other meaning: texts of expressions may hold one. `$${x}` waits for the params. */
function textWith(text: string, known: ReadonlyMap<string, string>, at: Span, bag: DiagnosticBag | null): string {
  if (!text.includes('$')) return text
  const parts = /\$\$+|\$([A-Za-z_][A-Za-z0-9_]*)|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g
  return text.replace(parts, (whole, bare?: string, braced?: string) => {
    const variable = bare ?? braced
    const value = variable === undefined ? undefined : known.get(variable)
    if (value !== undefined) return value
    // what stands in braces may be a param
    if (bare !== undefined) bag?.report(expansion.forVariable, at, { name: bare, known: [...known.keys()] })
    return whole
  })
}
