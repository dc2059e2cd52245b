// What a tree is in both skins: without places, and without what the API writes in its own way. All of it means the same.
import type { Declaration, FileNode } from '../../src/surface/ast.js'
import { meaning } from './generate/same-tree.js'

type Plain = Readonly<Record<string, unknown>>

/** Declarations as texts, in the order of the alphabet: a module has another order than a file. */
export const sameInBothSkins = (file: FileNode): readonly string[] =>
  file.declarations.map((d) => JSON.stringify(plain(meaning(normal(d))), null, 1)).sort()

/** A tree without places, keys in the order of the alphabet. */
export const treeText = (file: FileNode): string => JSON.stringify(sorted(meaning(file)), null, 1)

function sorted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sorted)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, sorted(value)]),
  )
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (typeof node !== 'object' || node === null) return node
  const made = Object.fromEntries(
    Object.entries('kind' in node && node.kind === 'group' ? groupOf(node as never) : node)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, plain(value)]),
  ) as Plain
  return other(made)
}

const NO_DOC: ReadonlySet<string> = new Set(['import', 'import pipeline'])

function other(node: Plain): unknown {
  // `5 MINUTES`, `5 minutes`
  if ('milliseconds' in node && 'written' in node) return { ...node, written: '' }
  if ('doc' in node && typeof node['doc'] === 'string') {
    const doc = NO_DOC.has(String(node['kind'])) ? null : trimmed(node['doc'])
    return { ...node, doc }
  }
  if (typeof node['value'] === 'string') return { ...node, value: unescaped(node['value']) }
  switch (node['kind']) {
    case 'named':
      return node['name'] === 'double precision' ? { ...node, name: 'double' } : node
    case 'string':
      return 'text' in node ? { ...node, kind: 'word' } : node
    case 'table':
      return table(node as never)
    case 'expect':
      return (node['table'] as { readonly rows: number }).rows === 0
        ? { kind: 'expect nothing', relation: node['relation'] }
        : node
    case 'item':
      return itemOf(node as never)
    case 'field':
      return fieldOf(node as never)
    case 'java':
      return {
        ...node,
        properties: [...(node['properties'] as readonly Plain[])].sort((a, b) => (a['kind']! < b['kind']! ? -1 : 1)),
      }
    case 'call':
      return calls(node as never)
    default:
      return node
  }
}

/** Lines without what is blank at their ends, and none of it around them. */
const trimmed = (doc: string): string => doc.replace(/^\n+/, '')

/** What is no param is none with a second `$` either. */
const unescaped = (text: string): string => text.replaceAll(/\$\$\{(?![A-Za-z_][A-Za-z0-9_]*\})/g, () => '${')

/** A column may say the name that it has anyway. */
const itemOf = (node: Item): unknown =>
  node.alias !== null && lastName(node.expr) === node.alias.text ? { ...node, alias: null } : node

const lastName = (expr: Plain): string | undefined =>
  expr['kind'] === 'path' ? (expr['names'] as readonly { readonly text: string }[]).at(-1)?.text : undefined

interface Item extends Plain {
  readonly expr: Plain
  readonly alias: { readonly text: string } | null
}

/** `having` stands before `select` in TypeScript: what it names of the results is written out there, `(a).b` before it is `a.b`. */
function groupOf(node: Plain & { readonly items: readonly Item[] }): Plain {
  const results = new Map(
    node.items.flatMap(({ kind, expr, alias }): [string, unknown][] => {
      const name = kind === 'item' ? (alias?.text ?? lastName(expr)) : undefined
      return name === undefined ? [] : [[name, expr]]
    }),
  )
  return { ...node, having: writtenOut(node['having'], results) }
}

function writtenOut(node: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((n) => writtenOut(n, results))
  if (typeof node !== 'object' || node === null) return node
  const { kind, name, names } = node as {
    readonly kind?: string
    readonly name?: { readonly text: string }
    readonly names?: readonly { readonly text: string }[]
  }
  // an aggregate is over the rows, which have no results
  if (kind === 'call' && AGGREGATES.has(name!.text.toLowerCase())) return node
  if (kind === 'path') return (names!.length === 1 ? results.get(names![0]!.text) : undefined) ?? node
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, writtenOut(part, results)]))
}

const AGGREGATES: ReadonlySet<string> = new Set(['avg', 'count', 'max', 'min', 'sum'])

/** `(o.payload).id` is `o.payload.id`. */
function fieldOf(node: Plain & { readonly of: Plain; readonly name: unknown }): unknown {
  const { of, name } = node
  return of['kind'] === 'path' ? { kind: 'path', names: [...(of['names'] as readonly unknown[]), name] } : node
}

function calls(node: Plain & { readonly name: { readonly text: string }; readonly args: readonly unknown[] }): unknown {
  const name = node.name.text.toLowerCase()
  const { args } = node
  const isPlain = node['filter'] === null && node['distinct'] === false && node['star'] === false
  if (!isPlain) return node
  if (name === 'trim' && args.length === 1)
    return { form: { characters: null, from: args[0], kind: 'trim', where: 'both' }, kind: 'special' }
  if (name === 'substring' && (args.length === 2 || args.length === 3))
    return { form: { kind: 'substring', length: args[2] ?? null, of: args[0], start: args[1] }, kind: 'special' }
  return node
}

interface Table {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly { readonly cells: readonly unknown[] }[]
}
/** Columns that are empty everywhere are not there; the others stand as the API orders them. */
function table({ columns, rows }: Table): unknown {
  const kept = columns
    .map((c, i) => ({ name: c.name, cells: rows.map((r) => cell(r.cells[i] ?? null)) }))
    .filter((c) => c.cells.some((x) => x !== null))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return { kind: 'table', columns: kept, rows: rows.length }
}

/** Its schema comes first in TypeScript, so that the methods behind it know the columns. */
const normal = (d: Declaration): Declaration =>
  d.kind === 'source' ? { ...d, clauses: [...d.clauses].sort((a, b) => (a.kind < b.kind ? -1 : 1)) } : d

/** A number may stand in quotes: JavaScript forgets digits. */
function cell(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  const { kind, text, items } = node as { readonly kind: string; readonly text?: string; readonly items?: readonly unknown[] }
  if (items !== undefined) return { kind, items: items.map(cell) }
  return kind === 'number' || kind === 'word' || kind === 'row kind' ? (Number.isNaN(Number(text)) ? text : Number(text)) : node
}
