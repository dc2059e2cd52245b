// Queries: each clause is a method of what stands before it.
import type * as ast from '../surface/ast.js'
import { access, call, chained, checkKeys, type Entry, object, options, pair, isNumberLike, quoted, withComma } from './code.js'
import { parts } from './comments.js'
import { duration, late } from './durations.js'
import { value, type Env } from './expressions.js'
import { groupCode } from './groups.js'
import { Inexpressible, relation, text, type Module, type OfKind } from './module.js'
import { callback, find, outputName, outputs, rowEnv, sideOf, single, withAdded, type Scope, type Side } from './scope.js'

/** What a clause adds to the chain, and the rows behind it. */
interface Step {
  readonly code: string
  readonly scope: Scope
}
type Of<K extends ast.ClauseKind> = OfKind<ast.Clause, K>
type Printer<K extends ast.ClauseKind> = (m: Module, clause: Of<K>, scope: Scope) => Step

/** `orders.as('o').where(…).select(…)` */
export function query(m: Module, d: ast.QueryDecl): string {
  let scope: Scope = { sides: [] }
  // what stands behind `=` is about the whole
  const from = d.clauses[0] === undefined ? 0 : m.origin.range(d.clauses[0]).start
  const clauses = parts(m, from, d.clauses, (clause) => {
    const step = printed(m, clause, scope)
    scope = step.scope
    return step.code + m.ignored(clause)
  })
  return clauses.map(chained).join('')
}

const printed = (m: Module, clause: ast.Clause, scope: Scope): Step => CLAUSES[clause.kind](m, clause as never, scope)

const CLAUSES: { readonly [K in ast.ClauseKind]: Printer<K> } = {
  from: (m, clause) => {
    const of = relation(m, clause.relation)
    const code = clause.alias === null ? of : `${of}.as(${quoted(clause.alias.text)})`
    return { code, scope: { sides: [sideOf(m, clause, [])] } }
  },
  where: (m, clause, scope) => {
    const plain = clause.reject === null ? notNullColumns(m, clause.condition, scope) : null
    if (plain !== null) return { code: call('.whereNotNull', ...plain.map(quoted)), scope }
    const rejection = clause.reject === null ? '' : options({ elseDlq: text(m, clause.reject.reason) })
    return {
      code: call(
        '.where',
        lambda(m, scope, (env) => value(clause.condition, env)),
        rejection,
      ),
      scope,
    }
  },
  join: (m, clause, scope) => {
    const of = relation(m, clause.relation)
    const table = clause.alias === null ? of : `${of}.as(${quoted(clause.alias.text)})`
    const joined: Scope = { sides: [...scope.sides, sideOf(m, clause, scope.sides)] }
    const how = options({
      at: lambda(m, scope, (env) => value(clause.at, env)),
      on: lambda(m, joined, (env) => value(clause.on, env)),
      late: clause.late === null ? null : late(clause.late),
    })
    return { code: call(clause.side === 'left' ? '.leftJoin' : '.join', table, how), scope: joined }
  },
  window: (m, clause, scope) => {
    const how = options({
      offset: clause.window.offset === null ? null : duration(m, clause.window.offset),
      late: clause.late === null ? null : late(clause.late),
    })
    return { code: call('.windowTumble', duration(m, clause.window.size), how), scope }
  },
  group: (m, clause, scope) => group(m, clause, scope),
  select: (m, clause, scope) => {
    const columns = outputs(clause.items, scope)
    const names = plainNames(m, clause.items, scope)
    const code =
      names !== null
        ? call('.select', ...names.map(quoted))
        : call(
            '.select',
            selection(m, clause.items, scope, (used) => rowEnv(m, scope, used), scope),
          )
    return { code, scope: single(scope, columns) }
  },
  extend: (m, clause, scope) => {
    const entries = (env: Env): Entry[] => clause.items.map((item) => ({ key: item.name.text, code: value(item.expr, env) }))
    const code = call(
      '.extend',
      lambda(m, scope, (env) => braces(entries(env))),
    )
    return {
      code,
      scope: withAdded(
        scope,
        clause.items.map((i) => i.name),
      ),
    }
  },
  union: (m, clause, scope) => ({
    code: call('.unionAll', relation(m, clause.relation)),
    scope: single(scope, scope.sides.length === 1 ? scope.sides[0]!.columns : null),
  }),
  bad: (_, clause) => {
    throw new Inexpressible(clause, 'a clause that could not be read')
  },
}

const braces = (entries: readonly Entry[]): string => object(entries) || '{}'

function lambda(m: Module, scope: Scope, body: (env: Env) => string): string {
  const used = new Set<string>()
  return callback(scope, used, body(rowEnv(m, scope, used)))
}

/** `a is not null and b is not null` of rows of one relation: TypeScript then knows it too. */
function notNullColumns(m: Module, condition: ast.ExprNode, scope: Scope): readonly string[] | null {
  if (condition.kind === 'binary' && condition.operator === 'and') {
    const left = notNullColumns(m, condition.left, scope)
    const right = condition.right.kind === 'is' && left !== null ? notNullColumns(m, condition.right, scope) : null
    return left === null || right === null ? null : [...left, ...right]
  }
  if (condition.kind !== 'is' || condition.test !== 'null' || !condition.negated) return null
  const name = plainColumn(m, condition.operand, scope)
  return name === null ? null : [name]
}

/** A column of rows of one relation that has nothing before its name, and needs nothing. */
function plainColumn(m: Module, node: ast.ExprNode, scope: Scope): string | null {
  const [side, ...others] = scope.sides
  if (node.kind !== 'path' || others.length > 0 || side === undefined) return null
  const found = find(m, scope, node)
  if (found === null || found.rest.length !== 1) return null
  return (side.aliased && !side.bare) === node.names.length > 1 ? found.rest[0]!.text : null
}

/** `select a, b` as names; where an alias stands before them the callback says it. */
function plainNames(m: Module, items: readonly ast.SelectItem[], scope: Scope): readonly string[] | null {
  if (scope.sides[0] === undefined || (scope.sides[0].aliased && !scope.sides[0].bare)) return null
  const names = items.map((item) => (item.kind === 'item' && item.alias === null ? plainColumn(m, item.expr, scope) : null))
  // one column is a callback: with names, TypeScript tells two of them from a list that somebody has made
  return names.length > 1 && names.every((n): n is string => n !== null && !isNumberLike(n)) ? names : null
}

function selection(
  m: Module,
  items: readonly ast.SelectItem[],
  scope: Scope,
  envOf: (used: Set<string>) => Env,
  parameters: Scope,
): string {
  const used = new Set<string>()
  const env = envOf(used)
  const from = items.length === 0 ? 0 : m.origin.range(items[0]!).start
  checkKeys(items.flatMap((item) => (item.kind === 'item' ? (outputName(item)?.text ?? []) : [])))
  const columns = parts(m, from, items, (item) => (item.kind === 'star' ? star(item, scope, used) : property(item, env)))
  return callback(parameters, used, `{ ${columns.map(withComma).join(' ')} }`)
}

function property(item: Extract<ast.SelectItem, { kind: 'item' }>, env: Env): string {
  const name = outputName(item)
  if (name === null) throw new Inexpressible(item, 'a column without a name')
  return pair(name.text, value(item.expr, env))
}

function star(item: Extract<ast.SelectItem, { kind: 'star' }>, scope: Scope, used: Set<string>): string {
  const sides = scope.sides.filter((side) => item.qualifier === null || side.qualifier === item.qualifier.text)
  if (sides.length === 0) throw new Inexpressible(item, '`*` of something that is not there')
  for (const s of sides) used.add(s.parameter)
  // without a word before it, a star is all columns of all sides
  const doubtful = scope.sides.length > 1 && scope.sides.some((side) => side.bare)
  return sides.map((s) => (doubtful ? columnList(s, item) : `...${s.parameter}`)).join(', ')
}

function columnList({ parameter, columns }: Side, item: ast.SelectItem): string {
  if (columns === null) throw new Inexpressible(item, '`*` behind `extend` or `select` and a join, of columns that are not known')
  return [...columns].map((c) => pair(c, access(parameter, c))).join(', ')
}

// ---------------------------------------------------------------- groups

const group = (m: Module, clause: ast.GroupClause, scope: Scope): Step => {
  const { code, columns } = groupCode(m, clause, scope, (items, envOf, parameters) =>
    selection(m, items, scope, envOf, parameters),
  )
  return { code, scope: single(scope, columns) }
}
