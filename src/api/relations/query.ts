// Queries: each method adds its clause. One class for streams, tables and joins: which method follows which is said by the types.
import type { Clause, ExprNode } from '../../surface/ast.js'
import { withIgnores, type IgnoreData } from '../../surface/program-data.js'
import { optionsOf, textOf } from '../arguments.js'
import type { Declared } from '../brands.js'
import { additions, condition, selection } from '../callbacks.js'
import { refSet } from '../declared.js'
import { durationNode } from '../durations.js'
import { ignoreOfClause } from '../ignores.js'
import { mistake } from '../mistake.js'
import { nameNode, spanAt, textNode, type MarkedSpan } from '../nodes.js'
import { behind, partMade, partsUsed } from '../parts.js'
import type { Scope } from '../recorder.js'
import { missing, refused } from '../refused.js'
import { markOf } from '../site.js'
import { lateNode } from '../sources/clauses.js'
import { columnPaths, columnsOfItems, replaced, sameNamesElsewhere } from './column-lists.js'
import { havingRead, keyNamed, keysOf, requireRead } from './group-names.js'
import {
  columnsOf,
  extended,
  groupScope,
  namedRelation,
  one,
  QUERY,
  readable,
  scopesOf,
  side,
  UNFINISHED,
  withClause,
  withIgnored,
  type QueryState,
} from './state.js'

type Called = (...args: never[]) => unknown
const refuse = <T>(clause: string, why: string, called: Called, instead: () => T): T =>
  refused(mistake('clauseOrder', { clause, why }, markOf(called)), instead)

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
    const { elseDlq } = optionsOf(rejection, ['elseDlq'], 'where', span.mark)
    const reason = elseDlq === undefined ? undefined : textOf(elseDlq, 'where.elseDlq', 'a text', span.mark)
    const reject = reason === undefined ? null : { reason: textNode(reason, span, found), span }
    return next(withClause(state, { kind: 'where', condition: expr, reject, span }, found))
  }

  whereNotNull(...columns: readonly unknown[]): Query {
    const state = this[QUERY]
    const span = spanAt(markOf(this.whereNotNull))
    const tests = columnPaths(columns, 'whereNotNull', scopesOf(state.sides), span).map((operand): ExprNode => ({
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
            items: columnPaths(columns, 'select', scopesOf(state.sides), span, 2).map((expr) => ({
              kind: 'item' as const,
              expr,
              alias: null,
              span,
            })),
            refs: refSet(),
          }
    const items = replaced(made.items, state.sides)
    return next(withClause(state, { kind: 'select', items, span }, made.refs, one(state, columnsOfItems(items, state.sides))))
  }

  extend(callback: unknown): Query {
    const state = this[QUERY]
    const { items, refs } = additions(callback, scopesOf(state.sides), this.extend)
    const span = spanAt(markOf(this.extend))
    const sides = extended(
      state.sides,
      items.map((i) => i.name.text),
    )
    return next(withClause(state, { kind: 'extend', items, span }, refs, sides))
  }

  unionAll(other: unknown): Query {
    const state = this[QUERY]
    const span = spanAt(markOf(this.unionAll))
    const relation = namedRelation(other, 'unionAll', span.mark)
    const columns = columnsOf(state)
    if (columns !== null && relation.columns !== null && sameNamesElsewhere(columns, relation.columns))
      refused(mistake('unionOrder', { left: columns, right: relation.columns, name: relation.name }, span.mark), () => {})
    const clause: Clause = { kind: 'union', relation: nameNode(relation.name, span), span }
    return next(withClause(state, clause, [relation.declared], one(state, columns)))
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
    const sides = [...state.sides, side(relation, alias)]
    const time = condition(at, scopesOf(sides).slice(0, -1), called, 'the event time of the left side', `${called.name}.at`)
    const keys = condition(on, scopesOf(sides), called, 'a condition', `${called.name}.on`)
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
    return next(withClause(state, clause, refs, sides))
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
    return next(withIgnored(this[QUERY], codes, because, this.ignore))
  }

  groupBy(): Grouped {
    const why = 'it comes behind a window: `windowTumble(minutes(5), { late: … })`'
    return refuse('groupBy', why, this.groupBy, () => someGroup(this[QUERY], spanAt(markOf(this.groupBy))))
  }
  having(): Query {
    return refuse('having', 'it comes behind `groupBy(…)` and before its `select(…)`', this.having, () => this)
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
    const state = this.#state
    const named = typeof keys[0] === 'function' ? keysOf(keys[0], state.sides, this.groupBy, span) : null
    const row = groupScope(state.sides, named?.keys ?? null)
    if (named === null) for (const key of keys) keyNamed(String(key), span)
    const paths = named === null ? columnPaths(keys, 'groupBy', [row], span, 0) : [...named.keys.values()]
    const refs = [...(named?.refs ?? [])]
    return new Grouped({ state, row, keys: paths, refs, having: null, conditions: [], span, ignores: [] })
  }

  ignore(codes: unknown, because: unknown): Windowed {
    return new Windowed(withIgnored(this.#state, codes, because, this.ignore))
  }

  where(): Windowed {
    return refuse('where', 'behind a window comes `groupBy(…)`: put the condition before it', this.where, () => this)
  }
  extend(): Windowed {
    return refuse('extend', 'behind a window comes `groupBy(…)`: put the columns before it', this.extend, () => this)
  }
  select(): Query {
    const span = spanAt(markOf(this.select))
    const clause: Clause = { kind: 'select', items: [{ kind: 'item', expr: missing(span), alias: null, span }], span }
    return refuse('select', 'behind a window comes `groupBy(…)`', this.select, () => next(withClause(this.#state, clause, [])))
  }
}

interface Group {
  readonly state: QueryState
  readonly row: Scope
  readonly keys: readonly ExprNode[]
  /** Of the keys. */
  readonly refs: readonly Declared[]
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
    const { row, state, having: before } = this.#made
    const also = condition(callback, [row, ...scopesOf(state.sides)], this.having)
    requireRead(also, [also.expr], row)
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
            columns: new Map([...before.columns, ...also.columns]),
          }
    partMade(
      also.expr,
      `this \`having\` of a query of \`${state.begins.relation.name}\``,
      span.mark,
      behind(state.clauses.at(-1)),
    )
    return new Grouped({ ...this.#made, having: both, conditions: [...this.#made.conditions, also.expr] })
  }

  ignore(codes: unknown, because: unknown): Grouped {
    const ignore = ignoreOfClause(codes, because, this.ignore, this.#made.state.clauses.at(-1))
    return new Grouped({ ...this.#made, ignores: [...this.#made.ignores, ignore] })
  }

  select(callback: unknown): Query {
    const { state, row, keys, having, conditions, span, ignores } = this.#made
    partsUsed(conditions)
    const made = selection(callback, [row, ...scopesOf(state.sides)], this.select)
    const { items } = made
    requireRead(
      made,
      items.flatMap((i) => (i.kind === 'item' ? [i.expr] : [])),
      row,
    )
    const kept = having === null ? null : havingRead(having.expr, having.columns, items, state.sides)
    const clause = withIgnores<Clause>({ kind: 'group', keys, items, having: kept, span }, ...ignores)
    const refs = [...this.#made.refs, ...made.refs, ...(having?.refs ?? [])]
    return next(withClause(state, clause, refs, one(state, columnsOfItems(items, state.sides))))
  }
}

/** Where the window before it is missing. */
function someGroup(state: QueryState, span: MarkedSpan): Grouped {
  const row = { ...groupScope(state.sides, null), spoiled: true }
  return new Grouped({ state, row, keys: [missing(span)], refs: [], having: null, conditions: [], span, ignores: [] })
}

/** Frozen here, since a named relation is a query with more to it. */
export function next(state: QueryState): Query {
  const made = new Query(state)
  Object.freeze(made)
  return made
}
