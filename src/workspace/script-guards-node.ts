// What JavaScript decides by itself, `a || b` or `p ? a : b` of a column or a param, in all modules of a program: such an operand is
// given to a function that looks at it when the program runs. Whether it is an expression is thus known exactly, in helpers and
// outside of callbacks too. A value that may be missing is left alone: `extra ? a.and(extra) : a` asks whether there is one.
import { resolve } from 'node:path'
import { lineStarts, positionAt } from '../core/source.js'
import { isPackageFile } from './flow-package-node.js'
import { ENTRY } from './flow-script-problem.js'
import { childrenOf, nameOf as identifierOf, Scope, scopesOf, UNKNOWN, type Node } from './script-bindings.js'
import { GuardWriter, type Guard, type Insertion } from './script-guards.js'
import { metaOf } from './script-meta-node.js'
import { freeName } from './script-names.js'
import { parseScript } from './script-parser-node.js'
import { Presences, shownOf } from './script-presence.js'

export interface Guarded {
  readonly code: string
  readonly guards: readonly Guard[]
  /** What the code calls the functions of the guards. */
  readonly looks: string
  /** The column in the bundle as esbuild made it, of one in the code; lines are the same. All count from 1. */
  readonly columnOf: (line: number, column: number) => number
}

/** Nothing to find in most programs, and then nothing is parsed. */
const CANDIDATE = /\bimport\.meta\b|\|\||&&|\?|!|==|\b(?:if|while|switch)\b|\{[^{}]*=[^{}]*\} = |[({[,:]\s*\{[^{};=]*\w = /

/** `sources`: the files of the bundle. `nameAt`: how a name is called in its file; null: as in the bundle. */
export function guarded(
  code: string,
  sources: readonly string[],
  root: string,
  nameAt: (line: number, column: number) => string | null,
): Guarded {
  const looks = freeName(code)
  const none: Guarded = { code, guards: [], looks, columnOf: (_, column) => column }
  const { own, foreign } = piecesOf(code, sources, root)
  if (!own.some((p) => CANDIDATE.test(code.slice(p.start, p.end)))) return none
  const outer = new Scope(null)
  const scopes = new Map<Node, Scope>()
  const programs: Node[] = []
  const metas: Insertion[] = []
  const namespaces = new Set<string>()
  for (const piece of own) {
    const program = parseScript(code.slice(piece.start, piece.end))
    // what it cannot read stays as it is
    if (program === null) continue
    move(program, piece.start)
    for (const name of namespacesIn(program)) {
      namespaces.add(name)
      outer.link(name, () => ({ ...UNKNOWN, members: () => null }))
    }
    for (const [node, scope] of scopesOf(program, outer)) scopes.set(node, scope)
    programs.push(program)
    metas.push(...metaOf(program, piece.file))
  }
  const starts = lineStarts(code)
  // a package may be large, and a name is called many times
  const declared = new Map<string, boolean>()
  const isForeign = (name: string): boolean => {
    const known = declared.get(name) ?? isDeclaredIn(foreign, name)
    declared.set(name, known)
    return known
  }
  const presences = new Presences(scopes, (name) => !isForeign(name))
  const position = (offset: number) => positionAt(starts, offset)
  const nameOf = (node: Node): string | null => {
    const { line, column } = position(node.start)
    // no map says how a namespace is called
    return nameAt(line, column) ?? (namespaces.has(node['name'] as string) ? '' : null)
  }
  const writer = new GuardWriter(presences, position, (node) => shownOf(node, code, nameOf), { free: looks, looks })
  for (const program of programs) writer.visit(program)
  writer.finish()
  const insertions = [...writer.insertions, ...metas]
  return insertions.length === 0 ? none : { ...inserted(code, writer.guards, insertions, starts), looks }
}

/** `lib` of `import * as lib`, where that is the API: it is imported by an address. */
const namespacesIn = (program: Node): readonly string[] =>
  (program['body'] as Node[])
    .filter((n) => n.type === 'ImportDeclaration' && String((n['source'] as Node)['value']).startsWith('file:'))
    .flatMap((n) => n['specifiers'] as Node[])
    .flatMap((s) => (s.type === 'ImportNamespaceSpecifier' ? (identifierOf(s['local']) ?? []) : []))

interface Piece {
  readonly file: string
  readonly start: number
  readonly end: number
}

/** esbuild says before each file which it is. `foreign` is what other packages than ours have. */
function piecesOf(
  code: string,
  sources: readonly string[],
  root: string,
): { readonly own: readonly Piece[]; readonly foreign: string } {
  const known = new Set(sources)
  const heads = [...code.matchAll(/^\/\/ (.+)$/gm)].filter((m) => known.has(m[1]!))
  const own: Piece[] = []
  const foreign: string[] = []
  for (const [i, head] of heads.entries()) {
    const file = resolve(root, head[1]!)
    const piece = { file, start: head.index + head[0].length + 1, end: heads[i + 1]?.index ?? code.length }
    if (head[1] === ENTRY || isPackageFile(file)) continue
    if (/[\\/]node_modules[\\/]/.test(file)) foreign.push(code.slice(piece.start, piece.end))
    else own.push(piece)
  }
  return { own, foreign: foreign.join('\n') }
}

const isDeclaredIn = (code: string, name: string): boolean =>
  code.includes(name) &&
  new RegExp(
    `(?:^|[^\\w$.])(?:(?:function|class|var|let|const)\\s+${escaped(name)}(?![\\w$])|${escaped(name)}\\s*(?:=(?!=)|,|;))`,
    'm',
  ).test(code)
const escaped = (name: string): string => name.replaceAll('$', '\\$')

/** From offsets of a piece to offsets of the bundle. */
function move(node: Node, by: number): void {
  const moving = node as { start: number; end: number }
  moving.start += by
  moving.end += by
  for (const child of childrenOf(node)) move(child, by)
}

function inserted(
  code: string,
  guards: readonly Guard[],
  insertions: readonly Insertion[],
  starts: readonly number[],
): Omit<Guarded, 'looks'> {
  const parts: string[] = []
  const byLine = new Map<number, { readonly column: number; readonly length: number }[]>()
  let at = 0
  for (const insertion of insertions.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
    parts.push(code.slice(at, insertion.at), insertion.text)
    at = insertion.at
    const { line, column } = positionAt(starts, insertion.at)
    const list = byLine.get(line) ?? []
    list.push({ column, length: insertion.text.length })
    byLine.set(line, list)
  }
  parts.push(code.slice(at))
  const on = (line: number) => byLine.get(line) ?? []
  return {
    code: parts.join(''),
    // as everything that a program tells of its places, in columns of the new code
    guards: guards.map((g) => ({
      ...g,
      column: on(g.line).reduce((sum, i) => (i.column < g.column ? sum + i.length : sum), g.column),
    })),
    columnOf: (line, column) => {
      let before = 0
      for (const i of on(line)) {
        if (i.column + before >= column) break
        before = Math.min(before + i.length, column - i.column)
      }
      return column - before
    },
  }
}
