// `group by … select … [having …]`: keys by their names, or by a callback where a name is not enough.
import type * as ast from '../surface/ast.js'
import { access, call, object, quoted } from './code.js'
import { isAggregate, value, type Env } from './expressions.js'
import { Inexpressible, type Module } from './module.js'
import { callback, columnCode, find, outputName, outputs, rowEnv, type Scope, type Side } from './scope.js'

type Path = Extract<ast.ExprNode, { kind: 'path' }>
type Select = (items: readonly ast.SelectItem[], envOf: (used: Set<string>) => Env, parameters: Scope) => string

const WINDOW_COLUMNS: ReadonlySet<string> = new Set(['window_start', 'window_end', 'window_time'])

export function groupCode(
  m: Module,
  clause: ast.GroupClause,
  scope: Scope,
  select: Select,
): { readonly code: string; readonly columns: ReadonlySet<string> | null } {
  const keys = clause.keys.map((key): Path => {
    if (key.kind !== 'path') throw new Inexpressible(key, 'a computed key of a group')
    return key
  })
  const names = keys.map((key) => plainKey(m, key, scope))
  const plain = names.every((n): n is string => n !== null)
  const { by, group } = plain ? byNames(m, names, scope) : byCallback(m, keys, scope)
  const used = new Set<string>()
  const having =
    clause.having === null
      ? ''
      : call('.having', callback(group.parameters, used, value(withOutputs(clause.having, clause.items), group.envOf(used))))
  const code = `${by}${having}${call('.select', select(clause.items, group.envOf, group.parameters))}`
  return { code, columns: outputs(clause.items, group.parameters) }
}

interface Group {
  readonly parameters: Scope
  readonly envOf: (used: Set<string>) => Env
}
interface Grouping {
  readonly by: string
  readonly group: Group
}

const groupSide = (m: Module, columns: ReadonlySet<string> | null): Side => ({
  parameter: m.names.local('g'),
  qualifier: null,
  aliased: false,
  columns,
  added: WINDOW_COLUMNS,
  bare: true,
})

/** A key whose name says it all; null: it is a part of a column, or several sides have one of this name. */
function plainKey(m: Module, node: Path, scope: Scope): string | null {
  const found = find(m, scope, node)
  // where the tree does not tell whose it is, the checker will
  if (found === null) return node.names.length === 1 ? node.names[0]!.text : null
  const name = found.rest[0]!.text
  const several = scope.sides.some((s) => s !== found.side && (s.columns === null ? node.names.length > 1 : s.columns.has(name)))
  return found.rest.length === 1 && !several && !WINDOW_COLUMNS.has(name) ? name : null
}

// ---------------------------------------------------------------- keys by their names

function byNames(m: Module, names: readonly string[], scope: Scope): Grouping {
  const [first, ...others] = scope.sides
  const side: Side =
    others.length === 0
      ? { ...groupSide(m, withWindow(first!.columns)), qualifier: first!.qualifier, aliased: first!.aliased }
      : groupSide(m, merged(scope))
  const inside: Scope = others.length === 0 ? { sides: [side] } : unqualified(scope, side)
  return {
    by: call('.groupBy', ...names.map(quoted)),
    group: { parameters: { sides: [side] }, envOf: (used) => rowEnv(m, inside, used, rowEnv(m, inside, used)) },
  }
}

/** The columns of rows in a window; of two sides those that one of them has. */
function merged(scope: Scope): ReadonlySet<string> | null {
  if (scope.sides.some((s) => s.columns === null)) return null
  const all = scope.sides.flatMap((s) => [...s.columns!])
  return withWindow(new Set(all.filter((c) => all.indexOf(c) === all.lastIndexOf(c))))
}

/** Behind a join the group has one parameter; words before columns still tell the sides apart in the text. */
function unqualified(scope: Scope, side: Side): Scope {
  const sides = scope.sides.map((s) => ({
    ...s,
    parameter: side.parameter,
    columns:
      s.columns === null ? null : new Set([...s.columns].filter((c) => scope.sides.every((x) => x === s || !x.columns?.has(c)))),
  }))
  return { sides: [{ ...sides[0]!, columns: withWindow(sides[0]!.columns), added: WINDOW_COLUMNS }, ...sides.slice(1)] }
}
const withWindow = (columns: ReadonlySet<string> | null): ReadonlySet<string> | null =>
  columns === null ? null : new Set([...columns, ...WINDOW_COLUMNS])

// ---------------------------------------------------------------- keys by a callback

/** `groupBy((o, c) => ({ zip: o.address.zip }))`, and `(g, o, c) => …` behind it: keys are of `g`, rows of the sides. */
function byCallback(m: Module, keys: readonly Path[], scope: Scope): Grouping {
  const taken = new Set<string>(WINDOW_COLUMNS)
  const named = keys.map((node) => {
    const short = node.names.at(-1)!.text
    const long = WINDOW_COLUMNS.has(short) ? `${short}_key` : node.names.map((n) => n.text).join('_')
    const name = taken.has(short) ? long : short
    taken.add(name)
    return { node, name, found: find(m, scope, node) }
  })
  const used = new Set<string>()
  const rows = rowEnv(m, scope, used)
  const body = object(named.map(({ node, name }) => ({ key: name, code: value(node, rows) })))
  const side = groupSide(m, taken)
  const parameters: Scope = { sides: [side, ...scope.sides] }
  return {
    by: call('.groupBy', callback(scope, used, body)),
    group: {
      parameters,
      envOf: (inUse) => {
        const inside = rowEnv(m, scope, inUse)
        return {
          ...inside,
          rows: inside,
          resolve: (node) => groupCodeOf(node, find(m, scope, node), named, side.parameter, inUse) ?? inside.resolve(node),
        }
      },
    },
  }
}

interface Key {
  readonly node: Path
  readonly name: string
  readonly found: ReturnType<typeof find>
}

/** A key, a field inside of one, or a column of the window; null: it is of the rows. */
function groupCodeOf(
  { names }: Path,
  found: ReturnType<typeof find>,
  keys: readonly Key[],
  parameter: string,
  used: Set<string>,
): string | null {
  if (names.length === 1 && WINDOW_COLUMNS.has(names[0]!.text)) {
    used.add(parameter)
    return access(parameter, names[0]!.text)
  }
  const key = keys.find((k) => k.found !== null && k.found.side === found?.side && beginsWith(found.rest, k.found.rest))
  if (key === undefined) return null
  used.add(parameter)
  return columnCode(parameter, [{ ...names[0]!, text: key.name }, ...found!.rest.slice(key.found!.rest.length)])
}

const beginsWith = (path: readonly ast.Name[], start: readonly ast.Name[]): boolean =>
  start.every((n, i) => n.text === path[i]?.text)

/** In `having` the name of an output stands for what it is. */
function withOutputs(node: ast.ExprNode, items: readonly ast.SelectItem[]): ast.ExprNode {
  const named = new Map(
    items.flatMap((item) => {
      const name = item.kind === 'item' ? outputName(item) : null
      return item.kind === 'item' && name !== null ? [[name.text, item.expr] as const] : []
    }),
  )
  return replaceOutputs(node, named) as ast.ExprNode
}

function replaceOutputs(node: unknown, named: ReadonlyMap<string, ast.ExprNode>): unknown {
  if (Array.isArray(node)) return node.map((n) => replaceOutputs(n, named))
  if (typeof node !== 'object' || node === null) return node
  const { kind } = node as { readonly kind?: string }
  // aggregates see the rows of the group, not its results
  if (kind === 'call' && isAggregate(node as Extract<ast.ExprNode, { kind: 'call' }>)) return node
  if (kind === 'path') {
    const { names } = node as Extract<ast.ExprNode, { kind: 'path' }>
    return (names.length === 1 ? named.get(names[0]!.text) : undefined) ?? node
  }
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, key === 'span' ? part : replaceOutputs(part, named)]))
}
