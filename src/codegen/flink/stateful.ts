// The operators that Flink keeps state for: versions, temporal joins, window aggregates.
import { bug } from '../../core/bug.js'
import type { Operator, TemporalJoinOperator, VersionsOperator, WindowAggregateOperator } from '../../ir/plan.js'
import { conjunct, exprTerm } from './expr.js'
import { PRECEDENCE, inside, primary, type SqlTerm } from './functions.js'
import { labelOf, mainOf, type LowerTools } from './lower-tools.js'
import { uniqueNames } from './names.js'
import { intervalText, quoteName } from './quote.js'
import { cellOf, filtered, plainSelect, renderQuery, resolveIn, type Select } from './select.js'
import { PACKED_NOTE } from './views.js'
import { SqlWriter } from './writer.js'

const ROW_NUMBER = '$row_number'
/** Columns that a window function adds. */
const WINDOW_COLUMNS = ['window_start', 'window_end', 'window_time'] as const

const severalReaders = (o: Operator, tools: LowerTools): boolean => tools.shape.branches(o.id) > 1

/** Flink knows this form of ROW_NUMBER as keep-last deduplication, and its result as a versioned table. */
export function versionsSelect(o: VersionsOperator, tools: LowerTools): Select {
  const { shape, names, views } = tools
  const edge = o.inputs[0]!
  const input = tools.open(edge)
  const source = shape.operator(edge.operator)
  const used = shape.usedAt(edge)
  const columns = uniqueNames(
    used.map((i) => source.columns[i]!.name),
    [ROW_NUMBER],
  )
  const items = used.map((ordinal, i) => ({ ordinal, name: columns[i]! }))
  const keys = o.key.map((k) => cellOf(input, k).sql).join(', ')
  const ranked = `ROW_NUMBER() OVER (PARTITION BY ${keys} ORDER BY ${cellOf(input, o.time).sql} DESC) AS ${quoteName(ROW_NUMBER)}`
  const body = renderQuery(input, items).sql
  const list = body.indexOf('\nFROM ')
  const inner = `${body.slice(0, list)},\n  ${ranked}${body.slice(list)}`
  const w = new SqlWriter()
  w.write('(\n  ')
    .at(o.origin, () => w.write(inner.replaceAll('\n', '\n  ')))
    .write('\n)')
  const cells = new Map(items.map((c) => [c.ordinal, primary(quoteName(c.name))]))
  const newest = { sql: `${quoteName(ROW_NUMBER)} = 1`, precedence: PRECEDENCE.compare }
  const select = filtered(plainSelect(w.result(), cells, o.origin), newest, o.origin)
  const relation = shape.relation(mainOf(o))
  const name = relation?.name ?? names.fresh(`${labelOf(o)}_versions`)
  const comment = relation?.doc ?? null
  const note = 'the newest change of each key, deletes included: a versioned table'
  const { joins, others } = shape.versionReaders(o.id)
  if (joins < 2 && others < 2) return views.view(mainOf(o), name, select, { note, comment })
  const together = views.packed(o, select, names.fresh(`${name}_packed`), [...o.key, o.time], `${note}; ${PACKED_NOTE}`)
  return views.view(mainOf(o), name, together, { note: null, comment })
}

export function temporalJoinSelect(o: TemporalJoinOperator, tools: LowerTools): Select {
  const left = tools.named(o.inputs[0]!, o, 'what the join reads')
  const right = tools.named(o.inputs[1]!, o, 'the versioned side of the join')
  const [l, r] = aliases(left.relation!, right.relation!)
  const sides = [qualified(left, l), qualified(right, r)] as const
  const on = [
    ...o.keys.map(
      (k) => `${inside(exprTerm(k.left, resolveIn(sides[0])), PRECEDENCE.compare + 1)} = ${cellOf(sides[1], k.right).sql}`,
    ),
    ...(o.residual === null ? [] : [conjunct(exprTerm(o.residual, resolveIn(...sides)))]),
  ]
  const w = new SqlWriter()
  w.write(`${quoteName(left.relation!)} AS ${quoteName(l)}\n`).at(o.origin, () => {
    w.write(`${o.join === 'left' ? 'LEFT' : 'INNER'} JOIN ${quoteName(right.relation!)}`)
    w.write(` FOR SYSTEM_TIME AS OF ${cellOf(sides[0], o.leftTime).sql} AS ${quoteName(r)}\n  ON ${on.join('\n  AND ')}`)
  })
  const cells = new Map(
    tools.shape.used(o.id).map((i) => {
      const from = o.output[i]!
      return [i, cellOf(sides[from.input], from.ordinal)]
    }),
  )
  const select = plainSelect(w.result(), cells, o.origin)
  if (!severalReaders(o, tools)) return select
  const time = o.output.flatMap((from, i) => (from.input === 0 && from.ordinal === o.leftTime ? [i] : []))
  return tools.views.packed(o, select, tools.names.fresh(`${labelOf(o)}_joined`), time, PACKED_NOTE)
}

const qualified = (s: Select, alias: string): Select => ({
  ...s,
  cells: new Map([...s.cells].map(([i, t]) => [i, primary(`${quoteName(alias)}.${t.sql}`)])),
})

/** Short names for the two sides of a join: first letters, different ones. */
function aliases(left: string, right: string): readonly [string, string] {
  const initial = (name: string): string => /[a-z]/i.exec(name)?.[0].toLowerCase() ?? 't'
  const [l, r] = [initial(left), initial(right)]
  return l === r ? ['l', 'r'] : [l, r]
}

export function windowAggregateSelect(o: WindowAggregateOperator, tools: LowerTools): Select {
  const input = tools.named(o.inputs[0]!, o, 'what the window reads: a window function takes a named relation', WINDOW_COLUMNS)
  const { size, offset } = o.window
  const args = [
    `TABLE ${input.from.sql}`,
    `DESCRIPTOR(${cellOf(input, o.time).sql})`,
    intervalText(size),
    ...(offset === 0 ? [] : [intervalText(offset)]),
  ]
  const w = new SqlWriter()
  w.at(o.origin, () => w.write(`TABLE(TUMBLE(${args.join(', ')}))`))
  const used = tools.shape.used(o.id)
  const keys = o.keys.map((k) => exprTerm(k, resolveIn(input)))
  const cells = new Map(used.map((ordinal) => [ordinal, aggregateCell(o, ordinal, keys, input)]))
  const timeOrdinal = o.keys.length + o.calls.length + 2
  const bounds = WINDOW_COLUMNS.slice(0, used.includes(timeOrdinal) ? 3 : 2).map(quoteName)
  const group = { keys: [...keys.map((k) => k.sql), ...bounds], origin: o.origin }
  const select: Select = { ...plainSelect(w.result(), cells, o.origin), group }
  if (!severalReaders(o, tools)) return select
  // group keys are never pruned and stay outside: an upsert sink needs to see them as the key
  const isCall = (i: number): boolean => i >= o.keys.length && i < o.keys.length + o.calls.length
  const outside = used.filter((i) => !isCall(i))
  return tools.views.packed(o, select, tools.names.fresh(`${labelOf(o)}_windowed`), outside, PACKED_NOTE)
}

/** Output columns are the keys, the calls, then the window's three. */
function aggregateCell(o: WindowAggregateOperator, ordinal: number, keys: readonly SqlTerm[], input: Select): SqlTerm {
  const key = keys[ordinal]
  if (key !== undefined) return { ...key, grouped: true }
  const call = o.calls[ordinal - keys.length]
  if (call === undefined) {
    const column = WINDOW_COLUMNS[ordinal - keys.length - o.calls.length]
    return primary(quoteName(column ?? bug(`${o.id} has no column ${ordinal}`)))
  }
  const resolve = resolveIn(input)
  const argument = call.argument === null ? '*' : `${call.distinct ? 'DISTINCT ' : ''}${exprTerm(call.argument, resolve).sql}`
  const filter = call.filter === null ? '' : ` FILTER (WHERE ${exprTerm(call.filter, resolve).sql})`
  return primary(`${call.fn.toUpperCase()}(${argument})${filter}`)
}
