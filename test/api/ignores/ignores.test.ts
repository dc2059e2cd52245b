// `.ignore('FLOW4018', 'why')`: whatever takes it, the text that is printed says it of the same piece.
import { afterEach, describe, expect, it } from 'vitest'
import { MADE } from '../../../src/api/brands.js'
import {
  catalog,
  cdc,
  count,
  days,
  env,
  files,
  flow,
  fn,
  fnFromJava,
  importPipeline,
  importStream,
  importTable,
  kafka,
  minutes,
  namedType,
  param,
  pipeline,
  relation,
  schema,
  sql,
  stream,
  t,
  topic,
} from '../../../src/api/index.js'
import { PARTS } from '../../../src/api/parts.js'
import { programOf } from '../../../src/api/program.js'
import { SourceIndex } from '../../../src/core/source.js'
import { printFile } from '../../../src/format/file.js'
import { parse } from '../../../src/parser/index.js'
import type * as ast from '../../../src/surface/ast.js'
import { ignorableIn, ignoresIn } from '../../../src/surface/ignorable.js'
import { ignoresOf } from '../../../src/surface/program-data.js'
import type { All } from '../kinds.js'
import { customers, order, orders, shopDb } from '../rows.js'
import { lastText, loose, mistakeOf, nodesOf } from '../support.js'

const lake = catalog('lake', { uri: env('U'), warehouse: 'w' })
const shop = pipeline('shop')
const any = (object: unknown) => loose(object)

/** What is ignored, each with the kind of the piece that it covers: as it was built, and as the printed text is read. */
function both(...objects: readonly unknown[]): { readonly built: readonly string[]; readonly read: readonly string[] } {
  const declarations = nodesOf({ objects }) as readonly ast.Declaration[]
  const pieces = (d: ast.Declaration) => [d, ...('clauses' in d ? d.clauses : [])]
  const said = (kind: string, codes: readonly string[], reason: string): string => `${kind}: ${codes.join('+')} ${reason}`
  const built = declarations.flatMap((d) => pieces(d).flatMap((p) => ignoresOf(p).map((i) => said(p.kind, i.codes, i.reason))))
  const index = new SourceIndex()
  const { file, diagnostics } = parse({ path: 'x.flow', text: printFile({ path: 'x.flow', declarations, ignores: [] }) }, index)
  expect(diagnostics).toEqual([])
  const read = file.ignores.map((i) => {
    const of = file.declarations.map((d) => ignorableIn(d, i.covers, (n) => index.range(n.span))).find((x) => x !== null)!
    expect(index.range(of.span).start).toBe(i.covers)
    return said(
      of.kind,
      i.codes.map((c) => c.text),
      i.reason,
    )
  })
  return { built, read }
}

describe('every declaration can say it', () => {
  const made = {
    pipeline: () => pipeline('p').ignore('FLOW5050', 'why'),
    import: () => importStream<{ a: bigint }>('x', './x.flow').ignore('FLOW5050', 'why'),
    connection: () => shopDb.ignore('FLOW5050', 'why'),
    catalog: () => lake.ignore('FLOW5050', 'why'),
    schema: () => schema('S', { a: t.int() }).ignore('FLOW5050', 'why'),
    topic: () => topic('x', {}).ignore('FLOW5050', 'why'),
    source: () => orders.ignore('FLOW5050', 'why'),
    query: () => stream('q', orders).ignore('FLOW5050', 'why'),
    sink: () => shop.sinkAppend(orders, kafka('x')).ignore('FLOW5050', 'why'),
    test: () => shop.test('x', (s) => s.end()).ignore('FLOW5050', 'why'),
    param: () => param('p', t.int()).ignore('FLOW5050', 'why'),
    type: () => namedType('money', t.int()).ignore('FLOW5050', 'why'),
    fn: () => fn('f', { a: t.int() }, (p) => p.a).ignore('FLOW5050', 'why'),
    sql: () => sql('s', { inputs: [orders], returns: { a: t.int() } }, 'SELECT 1 AS a').ignore('FLOW5050', 'why'),
    tap: () => shop.tap(orders, 'x').ignore('FLOW5050', 'why'),
    'import pipeline': () => importPipeline('p', './p.flow').stream<{ a: bigint }>('r').ignore('FLOW5050', 'why'),
  } satisfies All<Exclude<ast.Declaration['kind'], 'broken' | 'for'>>
  const more = {
    'a topic of a pipeline': () => shop.topic('x', {}).ignore('FLOW5050', 'why'),
    'a table that is imported': () => importTable<{ a: bigint }>('x', './x.flow').ignore('FLOW5050', 'why'),
    'a function of Java': () => fnFromJava('f', { a: t.int() }, t.int(), { class: 'x' }).ignore('FLOW5050', 'why'),
    'a table': () => customers.ignore('FLOW5050', 'why'),
    let: () => relation('q', orders).ignore('FLOW5050', 'why'),
    'a duration': () => param('d', t.duration(), minutes(1)).ignore('FLOW5050', 'why'),
  }
  const kinds: Readonly<Record<string, string>> = {
    'a topic of a pipeline': 'topic',
    'a table that is imported': 'import',
    'a function of Java': 'fn',
    'a table': 'source',
    let: 'query',
    'a duration': 'param',
  }
  it.each(Object.entries({ ...made, ...more }))('%s', (kind, make) => {
    const { built, read } = both(make())
    expect(built).toEqual([`${kinds[kind] ?? kind}: FLOW5050 why`])
    expect(read).toEqual(built)
  })
  it('with its documentation, in any order', () => {
    const s = schema('S', { a: t.int() })
    for (const one of [s.doc('A row.').ignore('FLOW5050', 'why'), s.ignore('FLOW5050', 'why').doc('A row.')])
      expect(lastText(one)).toBe('-- flow:ignore FLOW5050 because why\n/// A row.\nschema S {\n  a  int\n}')
  })
})

describe('every clause can say it', () => {
  const windowed = orders.windowTumble(days(1), { late: 'count' })
  const queries = {
    from: () =>
      orders
        .as('o')
        .ignore('FLOW4018', 'why')
        .where((o) => o.amount.gt(0)),
    where: () => orders.where((o) => o.amount.gt(0)).ignore('FLOW4018', 'why'),
    join: () =>
      orders
        .leftJoin(customers, { at: (o) => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id), late: 'dlq' })
        .ignore('FLOW4018', 'why'),
    window: () =>
      windowed
        .ignore('FLOW4018', 'why')
        .groupBy()
        .select(() => ({ n: count() })),
    group: () =>
      windowed
        .groupBy('region')
        .ignore('FLOW4018', 'why')
        .having(() => count().gt(1))
        .select((g) => ({ r: g.region, n: count() })),
    select: () => orders.select((o) => ({ a: o.amount })).ignore('FLOW4018', 'why'),
    extend: () => orders.extend((o) => ({ a: o.amount })).ignore('FLOW4018', 'why'),
    union: () => orders.unionAll(orders).ignore('FLOW4018', 'why'),
  } satisfies All<Exclude<ast.ClauseKind, 'bad'>>
  it.each(Object.entries(queries))('of a query: %s', (kind, make) => {
    const { built, read } = both(relation('q', make() as never))
    expect(built).toEqual([`${kind}: FLOW4018 why`])
    expect(read).toEqual(built)
  })

  const from = any(kafka('x'))
  const sources = {
    schema: () => from.schema!(order),
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
  it.each(Object.entries(sources))('of a source: %s', (kind, make) => {
    const source = any(any(make()).ignore!('FLOW4018', 'why'))[kind === 'start' ? 'until' : 'start']!('latest')
    const { built, read } = both(any({ stream }).stream!('s', source))
    expect(built).toEqual([`${kind}: FLOW4018 why`])
    expect(read).toEqual(built)
  })
})

describe('as text', () => {
  it('stands above its clause, and above all that belongs to the declaration', () => {
    const daily = stream(
      'daily',
      orders
        .windowTumble(days(1), { late: 'count' })
        .ignore('FLOW4018', 'the report is read in UTC')
        .groupBy('region')
        .select((g) => ({ region: g.region, n: count() }))
        .ignore(['FLOW3201', 'FLOW3202', 'FLOW3201'], '  two lines\n   of it '),
    ).ignore('FLOW5012', 'nobody reads it yet')
    expect(lastText(daily)).toBe(`-- flow:ignore FLOW5012 because nobody reads it yet
stream daily =
  from orders
  -- flow:ignore FLOW4018 because the report is read in UTC
  window tumble 1 day late count
  -- flow:ignore FLOW3201, FLOW3202 because two lines of it
  group by region
  select region, count(*) as n`)
  })

  it('changes nothing of what it hangs on', () => {
    const plain = orders.where((o) => o.amount.gt(0))
    const ignoring = plain.ignore('FLOW4018', 'why')
    expect(lastText(stream('q', plain))).not.toContain('flow:ignore')
    expect(lastText(stream('q', ignoring))).toContain('flow:ignore')
    expect(ignoring).not.toBe(plain)
  })

  it('is plain data, with a place of its own', () => {
    const { declarations, sites } = programOf({ q: stream('q', orders.where((o) => o.amount.gt(0)).ignore('FLOW4018', 'why')) })
    const [data] = declarations.flatMap((d) => (d.kind === 'text' ? [] : ignoresIn(d)))
    expect(data).toEqual({
      codes: ['FLOW4018'],
      reason: 'why',
      span: { declaration: '', start: expect.any(Number) as number, end: expect.any(Number) as number },
    })
    const where = declarations.flatMap((d) => (d.kind === 'query' ? [d.clauses[1]!.span.start] : []))
    expect(sites[data!.span.start]!.column).toBeGreaterThan(sites[where[0]!]!.column)
    expect(structuredClone(declarations)).toEqual(declarations)
  })

  it.each([
    'because of because',
    '-- x',
    '/// y',
    `it's "quoted" \`so\``,
    `""" */ /* $\{x}`,
    '| a | b |',
    'ß 日本 🙂',
    'FLOW4020, FLOW4021',
    ',',
  ])('a reason like %s comes back', (reason) => {
    const { built, read } = both(
      stream('q', orders.where((o) => o.amount.gt(0)).ignore('FLOW4018', reason)).ignore('FLOW5050', reason),
    )
    expect(built).toEqual([`query: FLOW5050 ${reason}`, `where: FLOW4018 ${reason}`])
    expect(read).toEqual(built)
  })

  it('of a relation that also stands without it, is said once', () => {
    const known = orders.ignore('FLOW5050', 'one').ignore('FLOW3405', 'two')
    const { built } = both(orders, known, stream('q', orders), orders.doc('Orders.'), known)
    expect(built).toEqual(['source: FLOW5050 one', 'source: FLOW3405 two'])
    const [first, second] = ['a', 'b'].map((name) => importStream<{ a: bigint }>(name, './x.flow').ignore('FLOW5050', name))
    expect(both(first, second).built).toEqual(['import: FLOW5050 a', 'import: FLOW5050 b'])
    const [one, other] = ['one', 'other'].map((why) => stream('q', orders.where((o) => o.amount.gt(0)).ignore('FLOW4018', why)))
    expect(mistakeOf(() => nodesOf({ one, other })).flowc.mistake).toBe('twoOfOneName')
  })

  it('of parts of a pipeline, each its own', () => {
    const whole = shop
      .ignore('FLOW5050', 'pipeline')
      .sinkAppend(orders, kafka('a'))
      .ignore('FLOW5012', 'sink')
      .doc('A shop.')
      .tap(orders, 'b')
      .test('t', (s) => s.end())
      .ignore('FLOW5012', 'test')
    expect(both(whole).built).toEqual(['pipeline: FLOW5050 pipeline', 'sink: FLOW5012 sink', 'test: FLOW5012 test'])
    expect(both(whole).read).toEqual(both(whole).built)
  })

  it('keeps what a type, a table of a catalog and a chain are for', () => {
    const money = namedType('money', t.decimal(18, 2)).ignore('FLOW5050', 'why')
    const s = schema('S', { a: money() })
    expect(both(s).built).toEqual(['type: FLOW5050 why'])
    const kept = lake.ignore('FLOW5050', 'why')
    expect(both(shop.sinkAppend(orders, kept.table('x'))).built).toEqual(['catalog: FLOW5050 why'])
    const captured = cdc(shopDb, 'public.x').schema(order).ignore('FLOW3405', 'why').primaryKey('order_id').asEvents()
    expect(both(stream('x', captured)).built).toEqual(['schema: FLOW3405 why'])
  })
})

describe('mistakes', () => {
  const of = (use: () => unknown): readonly unknown[] => {
    const { mistake, parameters } = mistakeOf(use).flowc
    return [mistake, parameters['wants'] ?? parameters['why'] ?? parameters['what'] ?? parameters['name']]
  }
  const q = any(orders.where((o) => o.amount.gt(0)))
  const codes = "codes such as 'FLOW4018'"
  it.each([
    ['a code that is none', () => q.ignore!('utc', 'why'), 'argument', codes],
    ['a code in lower case', () => q.ignore!('flow4018', 'why'), 'argument', codes],
    ['two codes in one text', () => q.ignore!('FLOW4018, FLOW4020', 'why'), 'argument', codes],
    ['no code', () => q.ignore!([], 'why'), 'argument', codes],
    ['no code at all', () => q.ignore!(undefined, 'why'), 'argument', codes],
    ['no reason', () => q.ignore!('FLOW4018'), 'argument', 'a reason'],
    ['an empty reason', () => q.ignore!('FLOW4018', ' \n '), 'argument', 'a reason'],
    ['a param in the reason', () => q.ignore!('FLOW4018', `${param('p', t.int())}`), 'paramInPlainText', 'p'],
    [
      'a source without a clause',
      () => any(files('x')).ignore!('FLOW4018', 'why'),
      'clauseOrder',
      expect.stringContaining('no clause'),
    ],
    [
      'what is no clause of a source',
      () => any(kafka('x').start('latest').compacted()).ignore!('FLOW4018', 'why'),
      'clauseOrder',
      expect.stringContaining('no clause'),
    ],
    [
      'the other name of a table that a join reads',
      () =>
        any(orders).join!(customers.as('c').ignore('FLOW4018', 'why'), {
          at: (o: { created_at: unknown }) => o.created_at,
          on: (o: { customer_id: unknown }) => any(o.customer_id).eq!(1),
        }),
      'clauseOrder',
      expect.stringContaining('join'),
    ],
    [
      'a topic that is written',
      () => shop.sinkAppend(orders, kafka('x').schemaRegistry<object>().ignore('FLOW4018', 'why') as never),
      'clauseOrder',
      expect.stringContaining('sinkAppend'),
    ],
    [
      'what a pipeline only names',
      () => shop.declare(orders).ignore('FLOW4018', 'why'),
      'clauseOrder',
      expect.stringContaining('declare'),
    ],
    [
      'a text that a pipeline names',
      () =>
        shop
          .declare(
            flow`
stream b every 1 minute
`,
          )
          .ignore('FLOW4018', 'why'),
      'clauseOrder',
      expect.stringContaining('text'),
    ],
    [
      'late rows',
      () =>
        stream(
          'd',
          orders
            .windowTumble(days(1), { late: { as: 'behind' } })
            .groupBy()
            .select(() => ({ n: count() })),
        )
          .lane('behind')
          .ignore('FLOW4018', 'why'),
      'clauseOrder',
      expect.stringContaining('late rows'),
    ],
  ])('%s', (_, use, mistake, says) => {
    expect(of(use)).toEqual([mistake, says])
  })
})

describe('an ignore that belongs to nothing', () => {
  const globals = globalThis as unknown as Record<symbol, unknown>
  afterEach(() => {
    delete globals[MADE]
    delete globals[PARTS]
  })
  const lost = (make: () => Readonly<Record<string, unknown>>): string | null => {
    globals[MADE] = []
    globals[PARTS] = { made: [], used: new WeakSet() }
    const exports = make()
    try {
      programOf(exports)
      return null
    } catch {
      return String(mistakeOf(() => programOf(exports)).flowc.parameters['what'])
    }
  }
  it('of a part of a pipeline', () => {
    expect(
      lost(() => {
        const p = pipeline('p').sinkAppend(orders, kafka('x'))
        p.ignore('FLOW5012', 'why')
        return { p }
      }),
    ).toBe('this `ignore` of pipeline `p`')
  })
  it('of a clause', () => {
    expect(
      lost(() => {
        const q = orders.where((o) => o.amount.gt(0))
        q.ignore('FLOW4018', 'why')
        return { q: stream('q', q) }
      }),
    ).toBe('this `ignore` of a clause')
  })
  it('and one that does is none', () => {
    expect(
      lost(() => ({
        q: stream('q', kafka('x').schema(order).time('created_at').ignore('FLOW4025', 'why')),
        w: stream(
          'w',
          orders
            .windowTumble(days(1))
            .ignore('FLOW4018', 'why')
            .groupBy()
            .ignore('FLOW4018', 'why')
            .select(() => ({ n: count() }))
            .ignore('FLOW4018', 'why'),
        ),
        p: pipeline('p').ignore('FLOW5050', 'why').sinkAppend(orders, kafka('x')).ignore('FLOW5012', 'why'),
      })),
    ).toBeNull()
  })
})
