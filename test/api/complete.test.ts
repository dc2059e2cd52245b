// The API says everything that the text language says: a kind of node that has no builder here does not compile.
import { describe, expect, it } from 'vitest'
import {
  catalog,
  cdc,
  count,
  env,
  every,
  files,
  flow,
  fn,
  iceberg,
  importPipeline,
  importStream,
  kafka,
  minutes,
  namedType,
  param,
  pipeline,
  relation,
  sql,
  stream,
  t,
  table,
  topic,
} from '../../src/api/index.js'
import type * as ast from '../../src/surface/ast.js'
import type { Api } from '../../src/api/types/api.js'
import * as flowc from '../../src/api/index.js'
import { check, kinds, last, type All } from './kinds.js'
import { customers, order, orders, shopDb } from './rows.js'
import { loose, nodesOf } from './support.js'

const any = (object: unknown) => loose(object)
const lake = catalog('lake', { uri: env('U'), warehouse: 'w' })
const shop = pipeline('shop')
const counted = () => any(orders.windowTumble(minutes(1)).groupBy()).select!(() => ({ n: count() }))

describe('declarations', () => {
  const made = {
    pipeline: () => shop,
    import: () => importStream<{ a: bigint }>('x', './x.flow'),
    connection: () => shopDb,
    catalog: () => lake,
    schema: () => order,
    topic: () => topic('x', {}),
    source: () => orders,
    query: () => stream('q', orders),
    sink: () => shop.sinkAppend(orders, kafka('x')),
    test: () => shop.test('x', (s) => s.end()),
    param: () => param('p', t.int()),
    type: () => namedType('money', t.int()),
    fn: () => fn('f', { a: t.int() }, (p) => p.a),
    sql: () => sql('s', { inputs: [orders], returns: { a: t.int() } }, 'SELECT 1 AS a'),
    tap: () => shop.tap(orders, 'x'),
    'import pipeline': () => importPipeline('p', './p.flow').stream<{ a: bigint }>('r'),
  } satisfies All<Exclude<ast.Declaration['kind'], 'broken' | 'for'>>
  check(made, (object) => [last(object).kind])

  it('for: a loop of TypeScript', () => {
    const list = ['orders', 'returns'].map((name) => stream(`valid_${name}`, orders))
    expect(nodesOf({ list }).map((d) => ('name' in d ? d.name?.text : ''))).toEqual([
      'Placed',
      'orders',
      'valid_orders',
      'valid_returns',
    ])
  })
  it('text, for whatever else there will be', () => {
    expect(
      nodesOf({
        text: flow`
stream a every 1 minute
`,
      })[0]!.kind,
    ).toBe('text')
  })
})

describe('relations', () => {
  const made = {
    stream: () => stream('q', orders),
    table: () => table('q', customers),
    let: () => relation('q', orders),
  } satisfies All<ast.QueryDecl['relation']>
  check(made, (object) => [(last(object) as ast.QueryDecl).relation])
})

describe('where rows come from', () => {
  const made = {
    kafka: () => kafka('x'),
    files: () => files('x'),
    cdc: () => cdc(shopDb, 'x'),
    iceberg: () => iceberg(lake.table('x')),
    every: () => every(minutes(1)),
  } satisfies All<ast.SourceDecl['from']['kind']>
  check(made, (source) => [(last(any({ stream }).stream!('s', source)) as ast.SourceDecl).from.kind])
})

describe('clauses of sources', () => {
  const from = any(kafka('x'))
  const made = {
    schema: () => from.schemaRegistry!(),
    'primary key': () => from.primaryKey!('a'),
    'message key': () => from.messageKey!('a'),
    time: () => from.time!('a'),
    start: () => from.start!('latest'),
    until: () => from.until!('latest'),
    history: () => from.historyFromIceberg!(lake.table('x'), { until: '2026-01-01 00:00:00' }),
    meta: () => from.meta!({ a: 'offset' }),
    invalid: () => from.invalid!('fail'),
    parallelism: () => from.parallelism!(2),
    'snapshot at': () => from.snapshotAt!('a'),
    'deletes never': () => from.deletesNever!(),
    late: () => from.late!('dlq'),
    format: () => from.format!('json'),
    with: () => from.with!({ a: 'b' }),
  } satisfies All<ast.SourceClause['kind']>
  check(made, (source) => (last(any({ stream }).stream!('s', source)) as ast.SourceDecl).clauses.map((c) => c.kind))

  const schemas = {
    registry: () => from.schemaRegistry!(),
    file: () => from.schemaFile!('x'),
    named: () => from.schema!(order),
  } satisfies All<ast.SchemaClause['source']['kind']>
  const times = {
    column: () => from.time!('a'),
    commit: () => from.timeCommit!(),
    metadata: () => from.timeMetadata!('timestamp'),
  } satisfies All<ast.TimeClause['time']['kind']>
  const clause = (source: unknown): ast.SourceClause => (last(any({ stream }).stream!('s', source)) as ast.SourceDecl).clauses[0]!
  kinds('schema', schemas, (s) => [(clause(s) as ast.SchemaClause).source.kind])
  kinds('time', times, (s) => [(clause(s) as ast.TimeClause).time.kind])

  const starts = {
    earliest: () => from.start!('earliest'),
    latest: () => from.start!('latest'),
    committed: () => from.start!('committed'),
    at: () => from.start!({ at: '2026-01-01 00:00:00' }),
  } satisfies All<ast.StartClause['position']>
  kinds('start', starts, (s) => [(clause(s) as ast.StartClause).position])

  const keys = {
    topic: () => 'topic',
    partition: () => 'partition',
    offset: () => 'offset',
    timestamp: () => 'timestamp',
    'timestamp type': () => 'timestamp type',
    'leader epoch': () => 'leader epoch',
    headers: () => 'headers',
    header: () => ({ header: 'x' }),
  } satisfies All<ast.MetaNode['key']>
  kinds('meta', keys, (key) => (clause(from.meta!({ a: key })) as ast.SourceClause & { kind: 'meta' }).items.map((i) => i.key))
})

describe('clauses of queries', () => {
  const made = {
    from: () => orders,
    where: () => orders.where((o) => o.amount.gt(0)),
    join: () => orders.join(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' }),
    window: () => counted(),
    group: () => counted(),
    select: () => orders.select((o) => ({ a: o.amount })),
    extend: () => orders.extend((o) => ({ a: o.amount })),
    union: () => orders.unionAll(orders),
  } satisfies All<Exclude<ast.ClauseKind, 'bad'>>
  check(made, (query) => (last(any({ relation }).relation!('q', query)) as ast.QueryDecl).clauses.map((c) => c.kind))

  const sides = { inner: () => 'join', left: () => 'leftJoin' } satisfies All<ast.JoinClause['side']>
  const on = { at: (o: { created_at: never }) => o.created_at, on: (_: never, c: { segment: never }) => c.segment }
  kinds('join', sides, (method) => {
    const joined = any(orders)[method as string]!(customers, on)
    return (last(any({ relation }).relation!('q', joined)) as ast.QueryDecl).clauses.map((c) => (c.kind === 'join' ? c.side : ''))
  })

  const lates = {
    dlq: () => 'dlq',
    as: () => ({ as: 'x' }),
    count: () => 'count',
    accept: () => 'accept',
  } satisfies All<ast.LateNode['action']['kind']>
  const late = (value: unknown): ast.LateNode => {
    const windowed = any(any(orders).windowTumble!(minutes(1), { late: value }))
    const query = any(windowed.groupBy!()).select!(() => ({ n: count() }))
    return (last(any({ relation }).relation!('q', query)) as ast.QueryDecl).clauses.flatMap((c) =>
      c.kind === 'window' ? [c.late!] : [],
    )[0]!
  }
  kinds('late', lates, (value) => [late(value).action.kind])

  const windows = { tumble: () => counted() } satisfies All<ast.WindowClause['window']['kind']>
  kinds('window', windows, (q) =>
    (last(any({ relation }).relation!('q', q)) as ast.QueryDecl).clauses.map((c) => (c.kind === 'window' ? c.window.kind : '')),
  )

  const items = {
    item: () => orders.select((o) => ({ a: o.amount })),
    star: () => orders.select((o) => ({ ...o })),
  } satisfies All<ast.SelectItem['kind']>
  kinds('select', items, (q) =>
    (last(any({ relation }).relation!('q', q)) as ast.QueryDecl).clauses.flatMap((c) =>
      c.kind === 'select' ? c.items.map((i) => i.kind) : [],
    ),
  )
})

it('exports everything that its types promise, and nothing else but values', () => {
  const { t: types, ...rest } = flowc satisfies Api
  expect(typeof types.int).toBe('function')
  for (const [name, value] of Object.entries(rest)) expect(typeof value, name).toBe('function')
})
