// Queries: each method adds its clause. One class for streams, tables and joins: which method follows which is said by the types.
import type { Clause, ExprNode } from '../../surface/ast.js'
import { withIgnores, type IgnoreData } from '../../surface/program-data.js'
import { argument, optionsOf } from '../arguments.js'
import { additions, condition, selection } from '../callbacks.js'
import { refSet } from '../declared.js'
import { durationNode } from '../durations.js'
import { ignoreOfClause } from '../ignores.js'
import { mistake } from '../mistake.js'
import { named, namedAll } from '../names.js'
import { nameNode, spanAt, textNode, type MarkedSpan } from '../nodes.js'
import { partMade, partsUsed } from '../parts.js'
import { markOf } from '../site.js'
import { lateNode } from '../sources/clauses.js'
import { columnsBehind, columnsOfItems, replaced, sameNamesElsewhere } from './column-lists.js'
import {
  bare,
  namedRelation,
  QUERY,
  readable,
  scopesOf,
  side,
  UNFINISHED,
  withClause,
  withIgnored,
  type QueryState,
  type Side,
} from './state.js'

type Called = (...args: never[]) => unknown
const refuse = (clause: string, why: string, called: Called) => mistake('clauseOrder', { clause, why }, markOf(called))

export class Query {
  readonly [QUERY]: QueryState

  constructor(state: QueryState) {
    this[QUERY] = state
  }

  where(callback: unknown, rejection?: unknown): Query {
    const state = this[QUERY]
    const { expr, refs } = condition(callback, scopesOf(state.sides), this.where)
    const span = spanAt(markOf(this.where))
    const found = new Set(refs)
    const { elseDlq: reason } = optionsOf(rejection, ['elseDlq'], 'where', span.mark)
    if (reason !== undefined && typeof reason !== 'string') throw argument('where.elseDlq', 'a text', reason, span.mark)
    const reject = reason === undefined ? null : { reason: textNode(reason, span, found), span }
    return next(withClause(state, { kind: 'where', condition: expr, reject, span }, found))
  }

  whereNotNull(...columns: readonly unknown[]): Query {
    const state = this[QUERY]
    const span = spanAt(markOf(this.whereNotNull))
    const tests = columnPaths(columns, 'whereNotNull', state, span).map((operand): ExprNode => ({
      kind: 'is',
      operand,
      negated: true,
      test: 'null',
      span,
    }))
    const all = tests.reduce((left, right): ExprNode => ({
      kind: 'binary',
      operator: 'and',
      left,
      right,
      operatorSpan: span,
      span,
    }))
    return next(withClause(state, { kind: 'where', condition: all, reject: null, span }, []))
  }

  select(...columns: readonly unknown[]): Query {
    const state = this[QUERY]
    const span = spanAt(markOf(this.select))
    const made =
      typeof columns[0] === 'function'
        ? selection(columns[0], scopesOf(state.sides), this.select)
        : {
            items: columnPaths(columns, 'select', state, span).map((expr) => ({
              kind: 'item' as const,
              expr,
              alias: null,
              span,
            })),
            refs: refSet(),
          }
    const items = replaced(made.items, state)
    const listed = columnsOfItems(items, state)
    return next(withClause(state, { kind: 'select', items, span }, made.refs, { sides: one(state), columns: listed }))
  }

  extend(callback: unknown): Query {
    const state = this[QUERY]
    const { items, refs } = additions(callback, scopesOf(state.sides), this.extend)
    const span = spanAt(markOf(this.extend))
    const columns = columnsBehind(
      state,
      items.map((i) => i.name.text),
    )
    return next(withClause(state, { kind: 'extend', items, span }, refs, { sides: bare(state.sides), columns }))
  }

  unionAll(other: unknown): Query {
    const state = this[QUERY]
    const span = spanAt(markOf(this.unionAll))
    const relation = namedRelation(other, 'unionAll', span.mark)
    const { columns } = state
    if (columns !== null && relation.columns !== null && sameNamesElsewhere(columns, relation.columns))
      throw mistake('unionOrder', { left: columns, right: relation.columns, name: relation.name }, span.mark)
    const clause: Clause = { kind: 'union', relation: nameNode(relation.name, span), span }
    return next(withClause(state, clause, [relation.declared], { sides: one(state) }))
  }

  join(table: unknown, options: unknown): Query {
    return this.#join('inner', table, options, this.join)
  }
  leftJoin(table: unknown, options: unknown): Query {
    return this.#join('left', table, options, this.leftJoin)
  }

  #join(kind: 'inner' | 'left', table: unknown, options: unknown, called: Called): Query {
    const state = this[QUERY]
    const span = spanAt(markOf(called))
    const { relation, alias } = readable(table, called.name, span.mark)
    const { at, on, late } = optionsOf(options, ['at', 'on', 'late'], called.name, span.mark)
    // the new side makes several of one: what stands before a column is said in `at` too
    const sides = [...state.sides, side(relation.name, alias)]
    const time = condition(at, scopesOf(sides).slice(0, -1), called, 'the event time of the left side')
    const keys = condition(on, scopesOf(sides), called)
    const refs = new Set([relation.declared, ...time.refs, ...keys.refs])
    const clause: Clause = {
      kind: 'join',
      side: kind,
      relation: nameNode(relation.name, span),
      alias: alias === null ? null : nameNode(alias, span),
      at: time.expr,
      on: keys.expr,
      late: late === undefined ? null : lateNode(late, { span, refs }),
      span,
    }
    return next(withClause(state, clause, refs, { sides, columns: null }))
  }

  windowTumble(size: unknown, options?: unknown): Windowed {
    const state = this[QUERY]
    const span = spanAt(markOf(this.windowTumble))
    const refs = refSet()
    const { offset, late } = optionsOf(options, ['offset', 'late'], 'windowTumble', span.mark)
    const window = {
      kind: 'tumble' as const,
      size: durationNode(size, 'windowTumble', span.mark, refs),
      offset: offset === undefined ? null : durationNode(offset, 'windowTumble.offset', span.mark, refs),
      span,
    }
    const clause: Clause = { kind: 'window', window, late: late === undefined ? null : lateNode(late, { span, refs }), span }
    return new Windowed(withClause(state, clause, refs))
  }

  ignore(codes: unknown, because: unknown): Query {
    return next(withIgnored(this[QUERY], ignoreOfClause(codes, because, this.ignore)))
  }

  groupBy(): never {
    throw refuse('groupBy', 'it comes behind a window: `windowTumble(minutes(5), { late: … })`', this.groupBy)
  }
  having(): never {
    throw refuse('having', 'it comes behind `groupBy(…)` and before its `select(…)`', this.having)
  }
}

/** Behind `window`: a group, and nothing else. */
export class Windowed {
  readonly [UNFINISHED] = 'behind a window come `groupBy(…)` and its `select(…)`'
  readonly #state: QueryState

  constructor(state: QueryState) {
    this.#state = state
    Object.freeze(this)
  }

  groupBy(...keys: readonly unknown[]): Grouped {
    const span = spanAt(markOf(this.groupBy))
    const state = { ...this.#state, sides: grouped(this.#state.sides) }
    return new Grouped({
      state,
      keys: columnPaths(keys, 'groupBy', state, span, 0),
      having: null,
      conditions: [],
      span,
      ignores: [],
    })
  }

  ignore(codes: unknown, because: unknown): Windowed {
    return new Windowed(withIgnored(this.#state, ignoreOfClause(codes, because, this.ignore)))
  }

  where(): never {
    throw refuse('where', 'behind a window comes `groupBy(…)`: put the condition before it', this.where)
  }
  extend(): never {
    throw refuse('extend', 'behind a window comes `groupBy(…)`: put the columns before it', this.extend)
  }
  select(): never {
    throw refuse('select', 'behind a window comes `groupBy(…)`', this.select)
  }
}

interface Group {
  readonly state: QueryState
  readonly keys: readonly ExprNode[]
  readonly having: ReturnType<typeof condition> | null
  /** Of each `having`: who asks for lost parts is told that it is in use. */
  readonly conditions: readonly ExprNode[]
  readonly span: MarkedSpan
  readonly ignores: readonly IgnoreData[]
}

/** `group by`, `select` and `having` are one clause: it is made by `select`. */
export class Grouped {
  readonly [UNFINISHED] = 'behind `groupBy(…)` comes its `select(…)`'
  readonly #made: Group

  constructor(made: Group) {
    this.#made = made
    Object.freeze(this)
  }

  having(callback: unknown): Grouped {
    const also = condition(callback, scopesOf(this.#made.state.sides), this.having)
    const before = this.#made.having
    const span = spanAt(markOf(this.having))
    const both =
      before === null
        ? also
        : {
            expr: {
              kind: 'binary' as const,
              operator: 'and' as const,
              left: before.expr,
              right: also.expr,
              operatorSpan: span,
              span,
            },
            refs: new Set([...before.refs, ...also.refs]),
          }
    partMade(also.expr, `this \`having\` of a query of \`${this.#made.state.begins.relation.name}\``, span.mark)
    return new Grouped({ ...this.#made, having: both, conditions: [...this.#made.conditions, also.expr] })
  }

  ignore(codes: unknown, because: unknown): Grouped {
    return new Grouped({ ...this.#made, ignores: [...this.#made.ignores, ignoreOfClause(codes, because, this.ignore)] })
  }

  select(callback: unknown): Query {
    const { state, keys, having, conditions, span, ignores } = this.#made
    partsUsed(conditions)
    const { items, refs } = selection(callback, scopesOf(state.sides), this.select)
    const group: Clause = { kind: 'group', keys, items, having: having?.expr ?? null, span }
    const clause = withIgnores(group, ...ignores)
    return next(
      withClause(state, clause, [...refs, ...(having?.refs ?? [])], { sides: one(state), columns: columnsOfItems(items, state) }),
    )
  }
}

/** Frozen here, since a named relation is a query with more to it. */
export function next(state: QueryState): Query {
  const made = new Query(state)
  Object.freeze(made)
  return made
}

/** Behind a `select` there is one row, and nothing stands before its columns. */
const one = (state: QueryState) => bare(state.sides.slice(0, 1))

/** Window columns belong to no relation, so nothing stands before the others either, but where a name needs it. */
function grouped(sides: readonly Side[]): readonly Side[] {
  const [first, ...others] = sides
  if (first === undefined || others.length > 0) return bare(sides.slice(0, 1))
  return [{ ...first, alias: null, relation: first.alias ?? first.relation }]
}

/** Columns by their names, as callbacks would write them. */
function columnPaths(columns: readonly unknown[], of: string, state: QueryState, span: MarkedSpan, least = 1): ExprNode[] {
  if (columns.length < least) throw argument(of, 'at least one column', undefined, span.mark)
  const [first, ...more] = scopesOf(state.sides)
  const before = more.length === 0 && first!.qualifier !== null ? [named(first!.qualifier, of, span)] : []
  return namedAll(columns, `the column of \`${of}\``, span).map((name) => ({ kind: 'path', names: [...before, name], span }))
}
