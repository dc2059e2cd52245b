// `history from iceberg lake.x until T then kafka`: rows before T from the table, the others from the topic. Two branches that
// share no row and leave none out: complementary filters over the same event time.
import { bug } from '../core/bug.js'
import { formatTimestamp, parseTimestamp } from '../core/civil-time.js'
import { sourceKinds } from '../diagnostics/codes/source-kinds.js'
import type { Expr } from '../ir/expr.js'
import type { Edge, FilterOperator, Operator, SourceOperator, UnionOperator } from '../ir/plan.js'
import { BOOLEAN, isTimestamp } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { columnAt, copyOf, Ids, NO_STATE, traitsOf, type CheckedRelation, type Shape } from './relation.js'
import { catalogTable } from './sink-iceberg.js'
import { checkStream } from './source.js'
import { icebergTypeProblem } from './source-iceberg.js'
import { clauseOf } from './source-schema.js'
import { withLate } from './source-base.js'

type HistoryClause = Extract<ast.SourceClause, { kind: 'history' }>

export function checkHistory(
  d: ast.SourceDecl,
  clause: HistoryClause,
  file: string,
  checking: Checking,
): readonly CheckedRelation[] {
  const refuse = (at: ast.Node['span'], reason: string): void =>
    checking.bag.report(sourceKinds.history, at, { name: d.name.text, reason })
  const meta = clauseOf(d, 'meta')
  if (meta !== null) refuse(meta.span, 'rows of a table have no metadata of a record')
  const late = clauseOf(d, 'late')
  if (late?.late.action.kind === 'accept') refuse(late.span, 'its topic goes on for ever, and `late accept` waits for the end')
  // what is late is split off behind the border: older rows of the topic are those of the table
  const rest = d.clauses.filter((c) => c !== clause && c !== meta && c !== late)
  const [live] = checkStream({ ...d, clauses: rest }, file, checking)
  const table = catalogTable(clause.path, clause.span, file, checking)
  const until = instant(clause, refuse)
  if (live === undefined || live.shape === null || table === null || until === null) return [broken(live, d)]
  const topic = live.operators[0]
  if (topic?.kind !== 'source') return bug('a stream of a topic is a source')
  const problem = historyProblem(live.shape, topic)
  if (problem !== null) {
    if (!live.shape.timeBroken) refuse(clause.span, problem)
    return [broken(live, d)]
  }
  const found = { topic, history: { ...table, until }, live: live.shape }
  return branches(d, file, live, found, checking).map((r) => ({ ...r, declaration: d }))
}

const broken = (live: CheckedRelation | undefined, d: ast.SourceDecl): CheckedRelation => ({
  ...(live ?? bug('a stream gives a relation')),
  declaration: d,
  shape: null,
  operators: [],
})

function instant(clause: HistoryClause, refuse: (at: ast.Node['span'], reason: string) => void): number | null {
  if ('text' in clause.until) {
    refuse(clause.until.span, '`until` is a time in quotes, in UTC')
    return null
  }
  const written = clause.until.value
  const time = parseTimestamp(written, ' ') ?? parseTimestamp(written.replace(/Z$/, ''), 'T')
  if (time === null) refuse(clause.until.span, `\`${written}\` is no time: write '2026-01-01 00:00:00'`)
  return time?.ms ?? null
}

/** Why the topic's rows cannot be those of a table; null: they can. */
function historyProblem(shape: Shape, topic: SourceOperator): string | null {
  if (topic.time === null) return 'history and topic part at an event time, and it has none: say `time`'
  const time = topic.compute[topic.time.ordinal]!
  if (time.kind === 'metadata') return "its event time is the record's own, which a table does not have"
  for (const field of topic.physical) {
    if (field.encoding !== undefined) return `\`${field.name}\` comes in a form of its own, which a table does not have`
    const problem = icebergTypeProblem(field.type)
    if (problem !== null) return `\`${field.name}\` is ${field.type.key}, and ${problem}`
  }
  return shape.change.value === 'append' ? null : bug('a stream of a topic appends')
}

interface Found {
  readonly topic: SourceOperator
  readonly history: NonNullable<ReturnType<typeof catalogTable>> & { readonly until: number }
  readonly live: Shape
}

function branches(
  d: ast.SourceDecl,
  file: string,
  relation: CheckedRelation,
  { topic, history: { until, ...table }, live }: Found,
  checking: Checking,
): readonly CheckedRelation[] {
  const ids = new Ids(d.name.text)
  const historyId = ids.make('source', 'history')
  const history: SourceOperator = {
    ...topic,
    id: historyId,
    traits: { ...topic.traits, watermark: [historyId] },
    connector: { kind: 'iceberg', ...table, before: { source: topic.id, until } },
    format: { kind: 'none' },
    time: { ordinal: topic.time!.ordinal, delay: 0, idle: null },
    acceptLate: true,
    parallelism: null,
    options: [],
  }
  const moves = live.sources[0] ?? bug('a stream with an event time has a watermark')
  const read: Shape = {
    ...live,
    edge: { operator: historyId, port: 'main' },
    sources: [{ ...moves, operator: historyId, name: `${d.name.text} history`, delay: 0, idle: null, acceptLate: true }],
  }
  const past = side(d, read, 'lt', until, ids.make('filter', 'history'))
  const now = side(d, live, 'ge', until, ids.make('filter', 'topic'))
  const [kept, ...lanes] = withLate(
    d,
    file,
    now.shape,
    topic,
    { schema: relation.schema, inferred: relation.inferred },
    ids,
    checking,
  )
  const onTime = kept?.shape ?? bug('a stream gives a relation')
  const id = ids.make('union', null)
  const inputs: readonly Edge[] = [past.shape.edge, onTime.edge]
  const shape: Shape = {
    ...live,
    edge: { operator: id, port: 'main' },
    row: live.row.map((c, i) => ({ ...c, from: inputs.flatMap((e) => copyOf(e, i)) })),
    sources: [...read.sources, ...live.sources],
    // of the history nothing is ever behind a watermark
    ahead: onTime.ahead,
    merged: { value: '', span: d.from.span, reason: 'history and topic are rows under two watermarks' },
    state: NO_STATE,
  }
  const union: UnionOperator = {
    kind: 'union',
    id,
    inputs,
    columns: shape.row,
    ports: ['main'],
    traits: traitsOf(shape),
    relation: d.name.text,
    origin: d.span,
  }
  const split = kept!.operators.filter((o) => o !== topic)
  const operators: Operator[] = [history, past.operator, topic, now.operator, ...split, union]
  return [{ ...kept!, shape, operators }, ...lanes.map((lane) => ({ ...lane, operators }))]
}

function side(
  d: ast.SourceDecl,
  from: Shape,
  fn: 'lt' | 'ge',
  until: number,
  id: string,
): { readonly operator: FilterOperator; readonly shape: Shape } {
  const time = columnAt(from.row, from.time!)
  if (!isTimestamp(time.type)) return bug('an event time is a timestamp')
  const border: Expr = {
    kind: 'literal',
    value: formatTimestamp({ ms: until, ns: 0 }, time.type.precision),
    type: time.type,
    nullable: false,
  }
  const row = from.row.map((c, i) => ({ ...c, from: copyOf(from.edge, i) }))
  const shape: Shape = { ...from, edge: { operator: id, port: 'main' }, row, state: NO_STATE }
  const operator: FilterOperator = {
    kind: 'filter',
    id,
    inputs: [from.edge],
    columns: row,
    ports: ['main'],
    traits: traitsOf(shape),
    relation: d.name.text,
    origin: d.span,
    condition: { kind: 'call', fn, args: [time, border], type: BOOLEAN, nullable: false },
    purpose: 'where',
  }
  return { operator, shape }
}
