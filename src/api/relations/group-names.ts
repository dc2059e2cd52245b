// What names mean in a group: its keys, the columns of its window, and in `having` the results. A name that the language would read
// as another of these is written with its relation before it, or refused.
import type { ExprNode, SelectItem } from '../../surface/ast.js'
import { groupKeys } from '../callbacks.js'
import { mistake } from '../mistake.js'
import { markIn, nameNode, type MarkedSpan } from '../nodes.js'
import type { Reached, Scope } from '../recorder.js'
import { refused, unnamed } from '../refused.js'
import { scopesOf, wordOf, type Side } from './state.js'

const WINDOW_COLUMNS: ReadonlySet<string> = new Set(['window_start', 'window_end', 'window_time'])
const AGGREGATES: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max'])

type Called = (...args: never[]) => unknown
type Path = Extract<ExprNode, { kind: 'path' }>

/** The word that tells a column of the group's rows, where one relation is all there is. */
const onlyWord = (sides: readonly Side[]): string | null => (sides.length === 1 ? wordOf(sides[0]!) : null)

const withWord = (path: Path, word: string): Path => ({ ...path, names: [nameNode(word, path.span), ...path.names] })

export function keyNamed(name: string, span: MarkedSpan): void {
  if (WINDOW_COLUMNS.has(name))
    refused(mistake('groupKey', { key: name, is: 'named like a column of the window' }, span.mark), () => {})
}

/** Keys that a callback names. */
export function keysOf(callback: unknown, sides: readonly Side[], called: Called, span: MarkedSpan) {
  const { keys, refs, columns } = groupKeys(callback, scopesOf(sides), called)
  const read = new Map<string, ExprNode>()
  for (const [name, node] of keys) {
    keyNamed(name, span)
    read.set(name, keyPath(name, node, columns, sides))
  }
  return { keys: read, refs }
}

function keyPath(name: string, node: ExprNode, columns: Reached['columns'], sides: readonly Side[]): Path {
  const mark = markIn(node.span)
  const some = (): Path => ({ kind: 'path', names: [unnamed(node.span)], span: node.span })
  if (node.kind === 'missing') return some()
  if (node.kind === 'field' && node.of.kind === 'path' && columns.has(node.of)) {
    const word = node.of.names[0]!.text
    const column = `${word}.${node.name.text}`
    return refused(mistake('otherColumn', { column, reads: `a column of \`${word}\``, why: 'alias' }, mark), some)
  }
  if (node.kind !== 'path' || (node.names.length === 1 && !columns.has(node)))
    return refused(mistake('groupKey', { key: name, is: 'a computed value' }, mark), some)
  const [first, ...more] = node.names
  if (more.length > 0 || !WINDOW_COLUMNS.has(first!.text)) return node
  const word = onlyWord(sides)
  if (word !== null) return withWord(node, word)
  return refused(mistake('otherColumn', { column: first!.text, reads: 'that of the window', why: 'window' }, mark), some)
}

/** Outside of an aggregate the window's column hides one of the rows. */
export function requireRead({ columns }: Reached, nodes: readonly ExprNode[], row: Scope): void {
  const hidden = (node: ExprNode): boolean => {
    const scope = columns.get(node)
    return scope !== undefined && scope !== row && isNamed(node) && WINDOW_COLUMNS.has(nameOf(node))
  }
  if (![...columns.keys()].some(hidden)) return
  for (const node of nodes)
    mapped(node, (path, inAggregate) => {
      if (inAggregate || !hidden(path)) return path
      const parameters = { column: nameOf(path), reads: 'that of the window', why: 'window' } as const
      return refused(mistake('otherColumn', parameters, markIn(path.span)), () => path)
    })
}

/** A condition of `having`, with results named as `items` name them: such a name comes before that of a column. */
export function havingRead(
  expr: ExprNode,
  columns: Reached['columns'],
  items: readonly SelectItem[],
  sides: readonly Side[],
): ExprNode {
  const results = new Map(
    items.flatMap((i) =>
      i.kind === 'item' && (i.alias ?? lastName(i.expr)) !== null ? [[(i.alias ?? lastName(i.expr))!.text, i.expr]] : [],
    ),
  )
  const taken = (path: Path): boolean => {
    const result = results.get(nameOf(path))
    return result !== undefined && !(isNamed(result) && nameOf(result) === nameOf(path))
  }
  const word = onlyWord(sides)
  const seen = new Set<ExprNode>()
  const refuse = (path: Path): Path => {
    const parameters = { column: nameOf(path), reads: 'the result of this name', why: 'result' } as const
    return refused(mistake('otherColumn', parameters, markIn(path.span)), () => path)
  }
  const read = mapped(expr, (path, inAggregate) => {
    seen.add(path)
    if (inAggregate || !columns.has(path) || !isNamed(path) || !taken(path)) return path
    if (word === null || WINDOW_COLUMNS.has(nameOf(path))) return refuse(path)
    return withWord(path, word)
  })
  // the others stand in a text
  for (const node of columns.keys()) if (!seen.has(node) && isNamed(node) && taken(node)) refuse(node)
  return read
}

const isNamed = (node: ExprNode): node is Path => node.kind === 'path' && node.names.length === 1
const nameOf = (path: ExprNode): string => (path as Path).names[0]!.text
const lastName = (node: ExprNode) => (node.kind === 'path' ? node.names.at(-1)! : null)

/** The tree with its paths changed; `inAggregate`: rows are seen there, not the group. */
function mapped(expr: ExprNode, change: (path: Path, inAggregate: boolean) => ExprNode): ExprNode {
  const walk = (node: unknown, inAggregate: boolean): unknown => {
    if (Array.isArray(node)) return node.map((n) => walk(n, inAggregate))
    if (typeof node !== 'object' || node === null) return node
    const { kind, name } = node as { readonly kind?: string; readonly name?: { readonly text: string } }
    if (kind === 'path') return change(node as Path, inAggregate)
    const inside = inAggregate || (kind === 'call' && AGGREGATES.has(name!.text))
    return Object.fromEntries(
      Object.entries(node).map(([key, part]) => [key, typeof part === 'object' && !PLACES.has(key) ? walk(part, inside) : part]),
    )
  }
  return walk(expr, false) as ExprNode
}
/** They are known by their identity. */
const PLACES: ReadonlySet<string> = new Set(['span', 'operatorSpan', 'name', 'type', 'unit'])
