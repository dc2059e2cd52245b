// Operators to SELECTs and views: one total table over OperatorKind. A chain of filters, projections and one aggregate
// stays one SELECT; a view begins at each relation that the program names and where SQL or the planner needs a name.
import { bug } from '../../core/bug.js'
import { edgeKey } from '../../ir/demand.js'
import { columnsOf, type Expr } from '../../ir/expr.js'
import { dispatch, type Edge, type Operator, type OperatorTable, type PortName, type SourceOperator } from '../../ir/plan.js'
import type { SqlStatement } from '../artifact.js'
import { envelopeCells } from './envelope.js'
import { exprTerm } from './expr.js'
import { beatSelect, isBeat } from './heartbeat.js'
import type { SqlTerm } from './functions.js'
import { labelOf, type LowerTools } from './lower-tools.js'
import type { NameAllocator } from './names.js'
import { quoteName } from './quote.js'
import { cellOf, filtered, isBare, ownName, plainSelect, resolveIn, unmarked, type Query, type Select } from './select.js'
import type { PlanShape } from './shape.js'
import type { SourceTable } from './source-table.js'
import { splitSelect } from './split.js'
import { sqlSelect } from './raw-sql.js'
import { temporalJoinSelect, versionsSelect, windowAggregateSelect } from './stateful.js'
import { createViews } from './views.js'

export interface Lowering {
  /** The query that gives an edge's rows; views that it needs have been added to `statements`. */
  readonly query: (edge: Edge) => Query
  /** Writes the views that a relation of the program needs, if anything reads it. */
  readonly relation: (edge: Edge) => void
  readonly statements: readonly SqlStatement[]
}

export interface LowerContext {
  readonly shape: PlanShape
  readonly names: NameAllocator
  readonly source: (o: SourceOperator) => { readonly name: string; readonly table: SourceTable }
}

const LOWER: OperatorTable<[port: PortName, context: LowerContext, tools: LowerTools], Query> = {
  source: (o, _, context) => {
    const { name, table } = context.source(o)
    if (isBeat(o)) return beatSelect(o, name)
    return { ...plainSelect(unmarked(quoteName(name)), table.cells, o.origin), relation: name }
  },
  versions: (o, _port, _context, tools) => versionsSelect(o, tools),
  filter: (o, _port, _context, tools) => {
    const input = inputOf(o.inputs[0]!, [o.condition], tools)
    return filtered(input, exprTerm(o.condition, resolveIn(input)), o.origin)
  },
  split: (o, port, _context, tools) => splitSelect(o, port, tools),
  project: (o, _port, _context, tools) => {
    const wanted = tools.shape.used(o.id)
    const exprs = wanted.map((i) => o.exprs[i]!)
    const input = inputOf(o.inputs[0]!, exprs, tools)
    return { ...input, cells: new Map(wanted.map((i, n) => [i, exprTerm(exprs[n]!, resolveIn(input))])), origin: o.origin }
  },
  temporal_join: (o, _port, _context, tools) => temporalJoinSelect(o, tools),
  window_aggregate: (o, _port, _context, tools) => windowAggregateSelect(o, tools),
  sql: (o, _port, _context, tools) => sqlSelect(o, tools),
  union: (o, _port, _context, tools) => {
    const branches = o.inputs.flatMap((edge) => {
      const query = tools.query(edge)
      return query.kind === 'union' ? query.branches : [query]
    })
    return { kind: 'union', branches, origin: o.origin }
  },
  envelope: (o, _port, _context, tools) => {
    const edge = o.inputs[0]!
    const from = tools.shape.operator(edge.operator)
    const input = tools.open(edge)
    const current = o.watermark ? `CURRENT_WATERMARK(${cellOf(input, o.eventTime!).sql})` : null
    return { ...input, cells: envelopeCells(o, from, (i) => cellOf(input, i), current), origin: o.origin }
  },
  sink: (o) => bug(`sink ${o.id} is no relation`),
}

/**
 * The input of a step, in a subquery where a long expression of it would be written again. Filters and projections may
 * also go on top of an aggregate: HAVING and the select list.
 */
function inputOf(edge: Edge, exprs: readonly Expr[], tools: LowerTools): Select {
  const query = tools.query(edge)
  const input = query.kind === 'select' ? query : tools.open(edge)
  if (input.group !== null) return input
  const reads = exprs.flatMap((e) => columnsOf(e).map((c) => c.ordinal))
  const repeated = reads.some((i) => isLong(cellOf(input, i)) && reads.filter((j) => j === i).length > 1)
  return repeated ? tools.views.nested(tools.shape.operator(edge.operator), input) : input
}

const isLong = (t: SqlTerm): boolean => t.sql.length > 24 && ownName(t.sql) === null

export function createLowering(context: LowerContext): Lowering {
  const { shape, names } = context
  const views = createViews(shape)
  const cache = new Map<string, Query>()
  const made = new Map<string, Select>()

  const tools: LowerTools = {
    shape,
    names,
    views,
    query: queryOf,
    open: (edge) => {
      const query = queryOf(edge)
      if (query.kind === 'select' && query.group === null) return query
      const suffix = query.kind === 'union' ? 'united' : 'windowed'
      const name = names.fresh(`${labelOf(shape.operator(edge.operator))}_${suffix}`)
      const result = views.view(edge, name, query, { note: null })
      cache.set(edgeKey(edge), result)
      return result
    },
    named: (edge, reader, note, avoid = []) => {
      const query = queryOf(edge)
      if (query.kind === 'select' && isBare(query)) {
        const columns = shape.usedAt(edge).map((i) => cellOf(query, i).sql)
        const plain = columns.every((sql) => ownName(sql) === sql && !avoid.some((a) => sql === quoteName(a)))
        if (plain) return query
      }
      return views.view(edge, names.fresh(`${labelOf(reader)}_input`), query, { note, avoid })
    },
    once: (key, make) => {
      const known = made.get(key)
      if (known !== undefined) return known
      const result = make()
      made.set(key, result)
      return result
    },
  }

  function queryOf(edge: Edge): Query {
    const key = edgeKey(edge)
    const known = cache.get(key)
    if (known !== undefined) return known
    const o = shape.operator(edge.operator)
    const query = dispatch(LOWER, o, edge.port, context, tools)
    const result = o.kind === 'source' && !isBeat(o) ? query : viewOf(edge, o, query)
    cache.set(key, result)
    return result
  }

  /** The view of a named relation, and of rows that are read more than once; else the query as it is. */
  function viewOf(edge: Edge, o: Operator, query: Query): Query {
    const relation = shape.relation(edge)
    const bare = query.kind === 'select' && isBare(query) ? query.relation : null
    if (relation !== undefined)
      return bare === relation.name ? query : views.view(edge, relation.name, query, { note: null, comment: relation.doc })
    if (shape.consumers(edge).length < 2 || bare !== null) return query
    return views.view(edge, names.fresh(`${labelOf(o)}_${partName(o, edge.port)}`), query, { note: 'read more than once' })
  }

  return {
    query: queryOf,
    relation: (edge) => {
      if (shape.consumers(edge).length > 0) queryOf(edge)
    },
    statements: views.statements,
  }
}

function partName(o: Operator, port: PortName): string {
  if (o.kind === 'split') return port === 'main' ? 'kept' : port === 'late' ? 'late' : 'rejected'
  return o.kind === 'temporal_join' ? 'joined' : o.kind === 'window_aggregate' ? 'windowed' : 'rows'
}
