// Operators to SELECTs and views: one total table over OperatorKind. A chain of filters, projections and one aggregate
// stays one SELECT; a view begins at each relation that the program names and where SQL or the planner needs a name.
import { bug } from '../../core/bug.js'
import type { Span } from '../../core/span.js'
import { columnsOf, type Expr } from '../../ir/expr.js'
import {
  STATEFUL,
  dispatch,
  type Edge,
  type Operator,
  type OperatorTable,
  type PlanProgram,
  type PortName,
  type SourceOperator,
  type SplitOperator,
  type TemporalJoinOperator,
  type VersionsOperator,
  type WindowAggregateOperator,
} from '../../ir/plan.js'
import type { SqlCreateView, SqlStatement } from '../artifact.js'
import { envelopeCells } from './envelope.js'
import { conjunct, exprTerm, type ResolveColumn } from './expr.js'
import { PRECEDENCE, inside, primary, type SqlTerm } from './functions.js'
import { keptTerm, lateTerm, type LateTest } from './late.js'
import { NameAllocator, uniqueNames } from './names.js'
import { intervalText, quoteName } from './quote.js'
import {
  cellOf,
  isBare,
  itemText,
  ownName,
  renderQuery,
  type Conjunct,
  type Query,
  type Select,
  type SelectItem,
} from './select.js'
import { edgeKey, type PlanShape } from './shape.js'
import type { SourceTable } from './source-table.js'
import { typeText } from './types.js'
import { SqlWriter, type MarkedSql } from './writer.js'

export interface Lowering {
  /** The query that gives an edge's rows; views that it needs have been added to `statements`. */
  readonly query: (edge: Edge) => Query
  /** Writes the views that a relation of the program needs, if anything reads it. */
  readonly relation: (edge: Edge) => void
  readonly statements: SqlStatement[]
}

export interface LowerContext {
  readonly plan: PlanProgram
  readonly shape: PlanShape
  readonly names: NameAllocator
  /** Table of a source, created on first use. */
  readonly source: (o: SourceOperator) => { readonly name: string; readonly table: SourceTable }
}

/** The column that holds all others of a stateful operator with several readers. */
const PACKED = 'packed'
const LATE = '$late'
/** Name of the one-row relation that holds the flag of a row behind a union. */
const LATENESS = 'lateness'
const LATE_ORDINAL = -1
const ROW_NUMBER = '$row_number'
/** Columns that a window function adds. */
const WINDOW_COLUMNS = ['window_start', 'window_end', 'window_time'] as const

export function createLowering(context: LowerContext): Lowering {
  const { plan, shape, names } = context
  const statements: SqlStatement[] = []
  const cache = new Map<string, Query>()

  const plain = (sql: string): MarkedSql => ({ sql, marks: [] })

  function fromRelation(name: string, columns: readonly SelectItem[], origin: Span): Select {
    const cells = new Map(columns.map((c) => [c.ordinal, primary(quoteName(c.name))]))
    return { kind: 'select', from: plain(quoteName(name)), relation: name, cells, where: [], group: null, having: [], origin }
  }

  // ---------------------------------------------------------------- views

  function view(
    edge: Edge,
    name: string,
    query: Query,
    options: { note: string | null; comment?: string | null; avoid?: readonly string[] },
  ): Select {
    const o = shape.operator(edge.operator)
    const ordinals = shape.usedAt(edge)
    const columns = uniqueNames(
      ordinals.map((i) => o.columns[i]!.name),
      options.avoid,
    )
    const items = ordinals.map((ordinal, i) => ({ ordinal, name: columns[i]! }))
    addView(name, columns, renderQuery(query, items), o.origin, options)
    return fromRelation(name, items, o.origin)
  }

  function addView(
    name: string,
    columns: readonly string[],
    body: MarkedSql,
    origin: Span,
    options: { note: string | null; comment?: string | null },
  ): void {
    const statement: SqlCreateView = {
      kind: 'create view',
      name,
      columns,
      sql: body.sql,
      marks: body.marks,
      comment: options.comment ?? null,
      note: options.note,
      origin,
    }
    statements.push(statement)
  }

  /** The query as one SELECT to which clauses may be added: not a union, not grouped. */
  function open(edge: Edge): Select {
    const query = queryOf(edge)
    if (query.kind === 'select' && query.group === null) return query
    const o = shape.operator(edge.operator)
    const suffix = query.kind === 'union' ? 'united' : 'windowed'
    const result = view(edge, names.fresh(`${labelOf(o)}_${suffix}`), query, { note: null })
    cache.set(edgeKey(edge), result)
    return result
  }

  /** A relation with a name: what window functions and temporal joins take. */
  function named(edge: Edge, reader: Operator, note: string, avoid: readonly string[] = []): Select {
    const query = queryOf(edge)
    if (query.kind === 'select' && isBare(query)) {
      const columns = shape.usedAt(edge).map((i) => cellOf(query, i).sql)
      const plainColumns = columns.every((sql) => ownName(sql) === sql)
      const clash = columns.some((sql) => avoid.some((a) => sql === quoteName(a)))
      if (plainColumns && !clash) return query
    }
    return view(edge, names.fresh(`${labelOf(reader)}_input`), query, { note, avoid })
  }

  function queryOf(edge: Edge): Query {
    const key = edgeKey(edge)
    const known = cache.get(key)
    if (known !== undefined) return known
    const o = shape.operator(edge.operator)
    const relation = shape.relation(edge)
    const query = dispatch(LOWER, o, edge.port)
    let result = query
    if (query.kind === 'select' && query.relation !== null && query.relation === relation?.name && isBare(query)) result = query
    else if (relation !== undefined && o.kind !== 'source')
      result = view(edge, relation.name, query, { note: null, comment: relation.doc })
    else if (o.kind !== 'source' && shape.consumers(edge).length > 1 && !(query.kind === 'select' && isBare(query)))
      result = view(edge, names.fresh(`${labelOf(o)}_${partName(o, edge.port)}`), query, { note: 'read more than once' })
    cache.set(key, result)
    return result
  }

  const partName = (o: Operator, port: PortName): string => {
    if (o.kind === 'split') return port === 'main' ? 'kept' : port === 'late' ? 'late' : 'rejected'
    return o.kind === 'temporal_join' ? 'joined' : o.kind === 'window_aggregate' ? 'windowed' : 'rows'
  }

  // ---------------------------------------------------------------- one ROW for all columns

  /**
   * A view whose columns, but for those in `outside`, are packed into one ROW, and a SELECT that reads them out of it.
   * The planner cannot prune inside the ROW, so everybody reads the same operator.
   */
  function packed(
    o: Operator,
    query: Select,
    name: string,
    outside: readonly number[],
    note: string,
    more: { readonly name: string; readonly type: string; readonly term: SqlTerm } | null = null,
  ): Select {
    const inRow = shape.used(o.id).filter((i) => !outside.includes(i))
    const out = shape.used(o.id).filter((i) => outside.includes(i))
    const fieldNames = uniqueNames([...inRow.map((i) => o.columns[i]!.name), ...(more === null ? [] : [more.name])])
    const outNames = uniqueNames(
      out.map((i) => o.columns[i]!.name),
      [PACKED],
    )
    const terms = [...inRow.map((i) => cellOf(query, i)), ...(more === null ? [] : [more.term])]
    const types = [...inRow.map((i) => typeText(o.columns[i]!.type)), ...(more === null ? [] : [more.type])]
    const w = new SqlWriter()
    const list = [
      ...out.map((i, n) => itemText(cellOf(query, i), outNames[n]!)),
      ...(terms.length === 0
        ? []
        : [
            `CAST(ROW(\n    ${terms.map((t) => t.sql.replaceAll('\n', '\n    ')).join(',\n    ')}\n  ) AS ROW<\n    ${fieldNames
              .map((f, i) => `${quoteName(f)} ${types[i]}`)
              .join(',\n    ')}\n  >) AS ${quoteName(PACKED)}`,
          ]),
    ]
    w.at(o.origin, () => w.write(`SELECT\n  ${list.join(',\n  ')}`))
    // the same FROM, WHERE and GROUP BY as the plain SELECT
    const rest = renderQuery(query, [{ ordinal: shape.used(o.id)[0]!, name: '' }])
    const from = rest.sql.indexOf('\nFROM ')
    w.embed({
      sql: rest.sql.slice(from),
      marks: rest.marks.filter((m) => m.start > from).map((m) => ({ ...m, start: m.start - from, end: m.end - from })),
    })
    addView(name, [...outNames, ...(terms.length === 0 ? [] : [PACKED])], w.result(), o.origin, { note })
    const cells = new Map<number, SqlTerm>()
    out.forEach((i, n) => cells.set(i, primary(quoteName(outNames[n]!))))
    inRow.forEach((i, n) => cells.set(i, primary(`${quoteName(PACKED)}.${quoteName(fieldNames[n]!)}`)))
    return {
      kind: 'select',
      from: plain(quoteName(name)),
      relation: name,
      cells,
      where: [],
      group: null,
      having: [],
      origin: o.origin,
    }
  }

  const severalReaders = (o: Operator): boolean => shape.branches(o.id) > 1
  const PACKED_NOTE = 'all columns in one ROW: read by several, kept in state once'

  // ---------------------------------------------------------------- operators

  const resolveIn =
    (...inputs: readonly Select[]): ResolveColumn =>
    (c) =>
      cellOf(inputs[c.input] ?? bug(`no input ${c.input}`), c.ordinal)

  const filtered = (s: Select, term: SqlTerm, origin: Span): Select => {
    const added: Conjunct = { term, origin }
    return s.group === null ? { ...s, where: [...s.where, added] } : { ...s, having: [...s.having, added] }
  }

  /** The input of a step, in a subquery where a long expression of it would be written again. */
  function inputOf(edge: Edge, exprs: readonly Expr[]): Select {
    const query = queryOf(edge)
    const input = query.kind === 'select' ? query : open(edge)
    if (input.group !== null) return input
    const reads = exprs.flatMap((e) => columnsOf(e).map((c) => c.ordinal))
    const repeated = reads.some((i) => isLong(cellOf(input, i)) && reads.filter((j) => j === i).length > 1)
    return repeated ? nested(shape.operator(edge.operator), input) : input
  }

  function nested(o: Operator, s: Select): Select {
    const used = shape.used(o.id)
    const columns = uniqueNames(used.map((i) => o.columns[i]!.name))
    const items = used.map((ordinal, i) => ({ ordinal, name: columns[i]! }))
    const w = new SqlWriter()
    w.write('(\n  ').embed(renderQuery(s, items), '  ').write('\n)')
    return { ...fromRelation('', items, o.origin), from: w.result(), relation: null }
  }

  const LOWER: OperatorTable<[port: PortName], Query> = {
    source: (o) => {
      const { name, table } = context.source(o)
      return {
        kind: 'select',
        from: plain(quoteName(name)),
        relation: name,
        cells: table.cells,
        where: [],
        group: null,
        having: [],
        origin: o.origin,
      }
    },
    versions: (o) => versions(o),
    filter: (o) => {
      const input = inputOf(o.inputs[0]!, [o.condition])
      return filtered(input, exprTerm(o.condition, resolveIn(input)), o.origin)
    },
    split: (o, port) => split(o, port),
    project: (o) => {
      const wanted = shape.used(o.id)
      const input = inputOf(
        o.inputs[0]!,
        wanted.map((i) => o.exprs[i]!),
      )
      return { ...input, cells: new Map(wanted.map((i) => [i, exprTerm(o.exprs[i]!, resolveIn(input))])), origin: o.origin }
    },
    temporal_join: (o) => temporalJoin(o),
    window_aggregate: (o) => windowAggregate(o),
    union: (o) => {
      const branches = o.inputs.flatMap((edge) => {
        const query = queryOf(edge)
        return query.kind === 'union' ? query.branches : [query]
      })
      return { kind: 'union', branches, origin: o.origin }
    },
    envelope: (o) => {
      const edge = o.inputs[0]!
      const input = open(edge)
      return { ...input, cells: envelopeCells(o, shape.operator(edge.operator), (i) => cellOf(input, i)), origin: o.origin }
    },
    sink: (o) => bug(`sink ${o.id} is no relation`),
  }

  function versions(o: VersionsOperator): Select {
    const edge = o.inputs[0]!
    const input = open(edge)
    const inner = shape.used(shape.operator(edge.operator).id)
    const source = shape.operator(edge.operator)
    const innerNames = uniqueNames(
      inner.map((i) => source.columns[i]!.name),
      [ROW_NUMBER],
    )
    const innerItems = inner.map((ordinal, i) => ({ ordinal, name: innerNames[i]! }))
    const nameOf = (ordinal: number): string => quoteName(innerItems.find((i) => i.ordinal === ordinal)!.name)
    const ranked = `ROW_NUMBER() OVER (PARTITION BY ${o.key.map((k) => cellOf(input, k).sql).join(', ')} ORDER BY ${cellOf(input, o.time).sql} DESC) AS ${quoteName(ROW_NUMBER)}`
    const body = renderQuery(input, innerItems)
    const split = body.sql.indexOf('\nFROM ')
    const w = new SqlWriter()
    w.write('(\n  ')
      .at(o.origin, () => w.write(`${body.sql.slice(0, split)},\n  ${ranked}${body.sql.slice(split)}`.replaceAll('\n', '\n  ')))
      .write('\n)')
    // a column that every version carries is read under its own name
    const select: Select = {
      kind: 'select',
      from: w.result(),
      relation: null,
      cells: new Map(inner.map((i) => [i, primary(nameOf(i))])),
      where: [{ term: { sql: `${quoteName(ROW_NUMBER)} = 1`, precedence: PRECEDENCE.compare }, origin: o.origin }],
      group: null,
      having: [],
      origin: o.origin,
    }
    const relation = shape.relation(mainOf(o))
    const name = relation?.name ?? names.fresh(`${labelOf(o)}_versions`)
    const comment = relation?.doc ?? null
    const note = 'the newest change of each key, deletes included: a versioned table'
    const { joins, others } = shape.versionReaders(o.id)
    if (joins < 2 && others < 2) return view(mainOf(o), name, select, { note, comment })
    const together = packed(o, select, names.fresh(`${name}_packed`), [...o.key, o.time], `${note}; ${PACKED_NOTE}`)
    return view(mainOf(o), name, together, { note: null, comment })
  }

  function split(o: SplitOperator, port: PortName): Select {
    const { test } = o
    const edge = o.inputs[0]!
    if (test.kind === 'condition') {
      const input = open(edge)
      const condition = inside(exprTerm(test.condition, resolveIn(input)), PRECEDENCE.primary)
      return filtered(input, { sql: `${condition} IS ${port === 'main' ? '' : 'NOT '}TRUE`, precedence: PRECEDENCE.is }, o.origin)
    }
    if (behindUnion(edge)) return splitAboveUnion(o, test, port)
    if (behindAggregate(edge)) return splitByFlag(o, test, port)
    const input = open(edge)
    const time = cellOf(input, test.time)
    return filtered(input, port === 'main' ? keptTerm(test, time) : lateTerm(test, time), o.origin)
  }

  /**
   * Flink pushes a filter on a window's time column below the aggregate, CURRENT_WATERMARK included (seen in EXPLAIN on
   * 2.2): it would ask another watermark. A flag inside a ROW stays where it is.
   */
  function splitByFlag(o: SplitOperator, test: LateTest, port: PortName): Select {
    const key = `${o.id}\nflagged`
    let marked = cache.get(key)
    if (marked === undefined) {
      const input = open(o.inputs[0]!)
      const flag = { name: LATE, type: 'BOOLEAN', term: lateTerm(test, cellOf(input, test.time)) }
      marked = packed(
        o,
        input,
        names.fresh(`${labelOf(o)}_marked`),
        [test.time],
        'late or not, decided once and here: Flink would move the condition below the aggregate',
        flag,
      )
      cache.set(key, marked)
    }
    if (marked.kind === 'union') return bug('a marked view is one SELECT')
    return filtered(
      marked,
      { sql: `${quoteName(PACKED)}.${quoteName(LATE)} IS ${port === 'main' ? 'NOT ' : ''}TRUE`, precedence: PRECEDENCE.is },
      o.origin,
    )
  }

  /**
   * Flink pushes filters and projections through UNION ALL, CURRENT_WATERMARK included (seen on 2.2): each branch would ask
   * its own watermark, not that of the united rows. The argument of a correlated UNNEST stays where it is.
   */
  function splitAboveUnion(o: SplitOperator, test: LateTest, port: PortName): Select {
    const key = `${o.id}\nmarked`
    let marked = cache.get(key)
    if (marked === undefined) {
      const input = open(o.inputs[0]!)
      const late = lateTerm(test, cellOf(input, test.time)).sql.replaceAll('\n', '\n  ')
      const w = new SqlWriter()
      w.embed(input.from).at(o.origin, () =>
        w.write(`\nCROSS JOIN UNNEST(ARRAY[\n  ${late}\n]) AS ${quoteName(LATENESS)}(${quoteName(LATE)})`),
      )
      const used = shape.used(o.id)
      const columns = uniqueNames(
        used.map((i) => o.columns[i]!.name),
        [LATE],
      )
      const items = [...used.map((ordinal, i) => ({ ordinal, name: columns[i]! })), { ordinal: LATE_ORDINAL, name: LATE }]
      const cells = new Map([...input.cells, [LATE_ORDINAL, primary(quoteName(LATE))] as const])
      const name = names.fresh(`${labelOf(o)}_marked`)
      const body = renderQuery({ ...input, from: w.result(), relation: null, cells }, items)
      addView(
        name,
        items.map((i) => i.name),
        body,
        o.origin,
        { note: 'late or not, decided once and here: Flink would move a plain condition into the branches of the union' },
      )
      marked = fromRelation(name, items, o.origin)
      cache.set(key, marked)
    }
    if (marked.kind === 'union') return bug('a marked view is one SELECT')
    const term = { sql: `${quoteName(LATE)} IS ${port === 'main' ? 'NOT ' : ''}TRUE`, precedence: PRECEDENCE.is }
    return filtered(marked, term, o.origin)
  }

  function behindUnion(edge: Edge): boolean {
    const o = shape.operator(edge.operator)
    if (o.kind === 'union') return true
    return !STATEFUL.has(o.kind) && o.inputs.some(behindUnion)
  }

  function behindAggregate(edge: Edge): boolean {
    const o = shape.operator(edge.operator)
    if (o.kind === 'window_aggregate') return true
    if (o.kind === 'temporal_join' || o.kind === 'versions') return false
    return o.inputs.some(behindAggregate)
  }

  function temporalJoin(o: TemporalJoinOperator): Select {
    const [leftEdge, rightEdge] = [o.inputs[0]!, o.inputs[1]!]
    const left = named(leftEdge, o, 'what the join reads')
    const right = named(rightEdge, o, 'the versioned side of the join')
    const [l, r] = aliases(left.relation!, right.relation!)
    const qualify = (s: Select, alias: string): Select => ({
      ...s,
      cells: new Map([...s.cells].map(([i, t]) => [i, primary(`${quoteName(alias)}.${t.sql}`)])),
    })
    const sides = [qualify(left, l), qualify(right, r)] as const
    const on = [
      ...o.keys.map((k) => {
        const key = exprTerm(k.left, resolveIn(sides[0]))
        return `${inside(key, PRECEDENCE.compare + 1)} = ${cellOf(sides[1], k.right).sql}`
      }),
      ...(o.residual === null ? [] : [conjunct(exprTerm(o.residual, resolveIn(...sides)))]),
    ]
    const w = new SqlWriter()
    w.write(`${quoteName(left.relation!)} AS ${quoteName(l)}\n`).at(o.origin, () =>
      w.write(
        `${o.join === 'left' ? 'LEFT' : 'INNER'} JOIN ${quoteName(right.relation!)} FOR SYSTEM_TIME AS OF ${cellOf(sides[0], o.leftTime).sql} AS ${quoteName(r)}\n  ON ${on.join('\n  AND ')}`,
      ),
    )
    const cells = new Map(
      shape.used(o.id).map((i) => {
        const from = o.output[i]!
        return [i, cellOf(sides[from.input], from.ordinal)]
      }),
    )
    const select: Select = {
      kind: 'select',
      from: w.result(),
      relation: null,
      cells,
      where: [],
      group: null,
      having: [],
      origin: o.origin,
    }
    if (!severalReaders(o)) return select
    const outside = o.output.flatMap((from, i) => (from.input === 0 && from.ordinal === o.leftTime ? [i] : []))
    return packed(o, select, names.fresh(`${labelOf(o)}_joined`), outside, PACKED_NOTE)
  }

  function windowAggregate(o: WindowAggregateOperator): Select {
    const input = named(o.inputs[0]!, o, 'what the window reads: a window function takes a named relation', WINDOW_COLUMNS)
    const { size, offset } = o.window
    const resolve = resolveIn(input)
    const w = new SqlWriter()
    w.at(o.origin, () => {
      const args = [
        `TABLE ${input.from.sql}`,
        `DESCRIPTOR(${cellOf(input, o.time).sql})`,
        intervalText(size),
        ...(offset === 0 ? [] : [intervalText(offset)]),
      ]
      w.write(`TABLE(TUMBLE(${args.join(', ')}))`)
    })
    const used = shape.used(o.id)
    const keys = o.keys.map((k) => exprTerm(k, resolve))
    const cells = new Map<number, SqlTerm>()
    for (const ordinal of used) {
      const call = o.calls[ordinal - o.keys.length]
      const window = ordinal - o.keys.length - o.calls.length
      if (ordinal < o.keys.length) cells.set(ordinal, keys[ordinal]!)
      else if (call !== undefined) {
        const argument =
          call.argument === null ? '*' : `${call.distinct ? 'DISTINCT ' : ''}${exprTerm(call.argument, resolve).sql}`
        const filter = call.filter === null ? '' : ` FILTER (WHERE ${exprTerm(call.filter, resolve).sql})`
        cells.set(ordinal, primary(`${call.fn.toUpperCase()}(${argument})${filter}`))
      } else cells.set(ordinal, primary(quoteName(WINDOW_COLUMNS[window] ?? bug(`${o.id} has no column ${ordinal}`))))
    }
    const timeOrdinal = o.keys.length + o.calls.length + 2
    const windowColumns = WINDOW_COLUMNS.slice(0, used.includes(timeOrdinal) ? 3 : 2).map(quoteName)
    const select: Select = {
      kind: 'select',
      from: w.result(),
      relation: null,
      cells,
      where: [],
      group: { keys: [...keys.map((k) => k.sql), ...windowColumns], origin: o.origin },
      having: [],
      origin: o.origin,
    }
    if (!severalReaders(o)) return select
    // group keys are never pruned and stay outside: an upsert sink needs to see them as the key
    const isCall = (i: number): boolean => i >= o.keys.length && i < o.keys.length + o.calls.length
    const outside = used.filter((i) => !isCall(i))
    return packed(o, select, names.fresh(`${labelOf(o)}_windowed`), outside, PACKED_NOTE)
  }

  return {
    query: queryOf,
    relation: (edge) => {
      if (shape.consumers(edge).length > 0) queryOf(edge)
    },
    statements,
  }
}

/** What derived names begin with; the dead-letter lanes belong to no relation. */
const labelOf = (o: Operator): string => (o.relation === '' ? 'dlq' : o.relation)

const mainOf = (o: Operator): Edge => ({ operator: o.id, port: 'main' })

const isLong = (t: SqlTerm): boolean => t.sql.length > 24 && ownName(t.sql) === null

/** Short names for the two sides of a join: first letters, different ones. */
export function aliases(left: string, right: string): readonly [string, string] {
  const initial = (name: string): string => /[a-z]/i.exec(name)?.[0].toLowerCase() ?? 't'
  const [l, r] = [initial(left), initial(right)]
  return l === r ? ['l', 'r'] : [l, r]
}
