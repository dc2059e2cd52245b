// Calls that are refused where a loader collects mistakes: what stands in for the result of one is taken everywhere, without a word more.
import { describe, expect, it } from 'vitest'
import { customers, orders, shopDb } from '../rows.js'
import { a, named, o, told, type Any } from './support.js'

const { t, minutes, kafka, pipeline, lit } = a

const source = (): Any => kafka!('x').schema!(a.schema!('S', { id: t!.bigint!(), at: t!.timestamp!(3), name: t!.string!() }))
const grouped = (q: Any): Any =>
  q.groupBy!('region').select!((g: Any) => ({ region: g.region, n: a.count!(), late: g.window_start }))

describe('one mistake is told once, whatever is done with what stands in for the call', () => {
  it.each<[string, string, () => unknown]>([
    ['a name', 'FLOW2127', () => named('', source()).where!((r: Any) => r.id!.gt!(1))],
    ['a relation of a sink', 'FLOW2120', () => pipeline!('p').sinkAppend!(7, kafka!('y')).sinkAppend!(orders, kafka!('z'))],
    ['a target of a sink', 'FLOW2120', () => pipeline!('p').sinkAppend!(orders, 'y', { partitions: 3 }).doc!('x')],
    ['a duration', 'FLOW2130', () => grouped(o.windowTumble!(minutes!(-1), { late: 'dlq' }))],
    ['what is no duration', 'FLOW2120', () => grouped(o.windowTumble!(5, { late: 'dlq' }))],
    [
      'a duration that is a partition',
      'FLOW2130',
      () => pipeline!('p').sinkAppend!(orders, a.catalog!('l', {}).table!('a'), { partitionBy: [a.days!({})] }),
    ],
    ['a partition that is a duration', 'FLOW2127', () => a.topic!('t', { retention: a.days!('') })],
    [
      'a duration in an expression',
      'FLOW2130',
      () =>
        named(
          's',
          o.where!((r: Any) => r.created_at!.plus!(minutes!({}))),
        ),
    ],
    ['a type', 'FLOW2113', () => a.schema!('S', { x: t!.decimal!('ten').notNull!().doc!('x'), y: t!.array!(t!.int!()) })],
    ['the type of a param', 'FLOW2120', () => a.param!('p', 'decimal', '1.00')],
    ['a name of a param in a text', 'FLOW2127', () => named('s', kafka!(`x.${String(a.param!('a$', t!.string!(), 'x'))}`))],
    ['a schema', 'FLOW2120', () => named('s', kafka!('x').schema!('S')).select!((r: Any) => ({ ...r, more: r.id }))],
    ['a field of a schema', 'FLOW2106', () => named('s', kafka!('x').schema!(a.schema!('S', { 0: t!.int!() }))).select!(rest)],
    ['fields that are none', 'FLOW2120', () => named('s', kafka!('x').schema!(a.schema!('S', 5))).select!(rest)],
    [
      'a connection',
      'FLOW2120',
      () => a.table!('c', a.cdc!('db', 'c').schema!(a.schema!('S', { id: t!.int!() })).primaryKey!('id')),
    ],
    [
      'a property of a connection',
      'FLOW2120',
      () => named('e', a.cdc!(a.connection!('d', 'postgres', { host: {} }), 't').asEvents!()),
    ],
    ['a variable', 'FLOW2120', () => a.connection!('d', 'postgres', { host: a.env!(5) })],
    ['a table of a catalog', 'FLOW2120', () => pipeline!('p').sinkAppend!(orders, a.catalog!('l', {}).table!(), {})],
    [
      'a partition',
      'FLOW2127',
      () => pipeline!('p').sinkAppend!(orders, a.catalog!('l', {}).table!('a'), { partitionBy: a.years!('') }),
    ],
    ['no topic', 'FLOW2120', () => named('s', kafka!([])).where!((r: Any) => r.id!.gt!(1))],
    ['topics of a target', 'FLOW2131', () => pipeline!('p').sinkAppend!(orders, kafka!('y', { conection: shopDb }))],
    [
      'a condition',
      'FLOW2104',
      () =>
        named(
          's',
          o.where!(() => undefined).select!((r: Any) => ({ id: r.order_id })),
        ),
    ],
    ['a callback', 'FLOW2120', () => named('s', o.where!('amount > 1').select!('region', 'amount'))],
    [
      'an operand',
      'FLOW2104',
      () =>
        named(
          's',
          o.where!((r: Any) => r.amount!.plus!(r.region!.concat!('x'), {}).gt!({})),
        ),
    ],
    ['a number', 'FLOW2110', () => o.extend!((r: Any) => ({ x: r.amount!.times!(NaN).plus!(1) }))],
    ['a method without its object', 'FLOW2120', () => o.extend!((r: Any) => ({ x: detached(r)(1).and!(true) }))],
    [
      'no value in a list',
      'FLOW2120',
      () =>
        named(
          's',
          o.where!((r: Any) => r.region!.in!().or!(r.amount!.gt!(1))),
        ),
    ],
    [
      'an open case',
      'FLOW2109',
      () =>
        named(
          's',
          o.select!((r: Any) => ({ x: a.when!(r.amount!.gt!(1), 'x') })),
        ),
    ],
    [
      'an empty case',
      'FLOW2120',
      () =>
        named(
          's',
          o.select!((r: Any) => ({ x: a.caseOf!(r.region).end!().concat!('x') })),
        ),
    ],
    [
      'an aggregate',
      'FLOW2120',
      () =>
        named(
          's',
          o.windowTumble!(minutes!(1)).groupBy!('region').select!(() => ({ x: a.sum!().filter!(true) })),
        ),
    ],
    [
      'a unit',
      'FLOW2120',
      () =>
        named(
          's',
          o.select!((r: Any) => ({ x: a.extract!('hours', r.created_at).plus!(1) })),
        ),
    ],
    [
      'a selection',
      'FLOW2105',
      () =>
        named(
          's',
          o.select!((r: Any) => r.amount).where!((r: Any) => r.whatever!.gt!(1)),
        ),
    ],
    [
      'a column in another callback',
      'FLOW2102',
      () => {
        let kept: unknown
        return named(
          's',
          o.where!((r: Any) => ((kept = r.amount), r.amount!.gt!(1))).extend!((r: Any) => ({ x: r.amount!.plus!(kept) })),
        )
      },
    ],
    [
      'a row as a value',
      'FLOW2108',
      () =>
        named(
          's',
          o.where!((r: Any) => r.amount!.gt!(r)).extend!((r: Any) => ({ x: r.amount })),
        ),
    ],
    ['a column used as a number', 'FLOW2103', () => named('s', o.where!((r: Any) => Number(r.amount) > 5).unionAll!(orders))],
    [
      'keys of a row',
      'FLOW2107',
      () => named('s', o.select!((r: Any) => Object.fromEntries(Object.keys(r).map((k) => [k, 1]))).select!(rest)),
    ],
    [
      'options of a join',
      'FLOW2120',
      () =>
        named(
          's',
          o.join!(customers, 'late').where!((l: Any, r: Any) => l.x!.eq!(r.y)),
        ),
    ],
    [
      'the table of a join',
      'FLOW2120',
      () =>
        named(
          's',
          o.leftJoin!('customers', join()).select!((l: Any, r: Any) => ({ ...l, x: r.segment })),
        ),
    ],
    [
      'a query to join',
      'FLOW2121',
      () =>
        named(
          's',
          o.leftJoin!((customers as unknown as Any).where!(yes), join()).select!((l: Any) => ({ ...l })),
        ),
    ],
    [
      'late rows',
      'FLOW2131',
      () =>
        named('s', o.windowTumble!(minutes!(1), { late: { as: 'gone', strikt: true } }).groupBy!().select!(agg)).lane!('gone'),
    ],
    [
      'a name of late rows',
      'FLOW2120',
      () => named('s', o.windowTumble!(minutes!(1), { late: { as: 5 } }).groupBy!().select!(agg)).lane!('gone'),
    ],
    ['a lane', 'FLOW2123', () => named('b', named('s', o.where!(yes)).lane!('gone').where!(yes))],
    [
      'a group without a window',
      'FLOW2126',
      () => named('s', o.groupBy!('region').having!((g: Any) => a.count!().gt!(g.x)).select!(agg)),
    ],
    ['a select without a group', 'FLOW2126', () => named('s', o.windowTumble!(minutes!(1)).select!(agg)).where!(yes)],
    [
      'a window that is declared',
      'FLOW2126',
      () =>
        named(
          'b',
          named('s', o.windowTumble!(minutes!(1))).where!((r: Any) => r.x!.gt!(1)),
        ),
    ],
    [
      'a key that is computed',
      'FLOW2133',
      () =>
        named(
          's',
          o.windowTumble!(minutes!(1)).groupBy!((r: Any) => ({ x: r.amount!.plus!(1) })).select!((g: Any) => ({ x: g.x })),
        ),
    ],
    ['one name twice', 'FLOW2122', () => [named('s', source()), named('s', kafka!('z'))]],
    ['an unknown property', 'FLOW2131', () => pipeline!('p', { ownr: 'x' }).declare!(orders).topic!('t', { partitions: 2 })],
    ['what is declared', 'FLOW2121', () => pipeline!('p').declare!(o.where!(yes), orders).tap!(orders, 'x')],
    ['a value of a topic', 'FLOW2120', () => a.topic!('t', { retention: '7 days', partitions: 2 })],
    ['a text', 'FLOW2111', () => pipeline!('p', { owner: 'two\nlines' }).doc!('x')],
    ['a reason to ignore', 'FLOW2120', () => named('s', o.where!(yes).ignore!('FLOW4018', ''))],
    ['codes to ignore', 'FLOW2120', () => named('s', source()).ignore!([], 'because')],
    [
      'nothing to ignore',
      'FLOW2126',
      () => named('s', source().topic === undefined ? 0 : kafka!('x').ignore!('FLOW4018', 'because').start!('earliest')),
    ],
    [
      'arguments of a function',
      'FLOW2120',
      () => {
        const net = a.fn!('net', { amount: t!.int!(), rate: t!.int!() }, (p: Any) => p.amount!.times!(p.rate))
        return named(
          's',
          o.select!((r: Any) => ({ x: net(r.amount!.plus!(1)).minus!(2) })),
        )
      },
    ],
    [
      'a body of a function',
      'FLOW2120',
      () =>
        named(
          's',
          o.select!(() => ({ x: a.fn!('f', { x: t!.int!() }, 'x + 1')({ x: 1 }) })),
        ),
    ],
    ['inputs of sql', 'FLOW2120', () => a.sql!('s', { inputs: 'orders', returns: { id: t!.int!() } }, 'select 1').where!(yes)],
    ['a value in a text', 'FLOW2128', () => a.flow!`stream s = from ${{}}`],
    [
      'a value in an expression',
      'FLOW2128',
      () =>
        named(
          's',
          o.where!(() => a.expr!`x > ${[]}`.and!(true)),
        ),
    ],
    ['a cell', 'FLOW2129', () => test((steps: Any) => steps.given!(orders, [{ region: undefined }]).expect!(orders, []))],
    ['rows', 'FLOW2120', () => test((steps: Any) => steps.given!(orders, 5).expect!(orders, []))],
    ['a row', 'FLOW2120', () => test((steps: Any) => steps.givenTogether!([{ from: orders, row: 1 }]).expectNothing!(orders))],
    ['steps', 'FLOW2120', () => test(() => undefined)],
    ['a relation of a step', 'FLOW2120', () => test((steps: Any) => steps.expect!(7, [{ x: 1 }]).advance!(minutes!(1)))],
    ['what is exported', 'FLOW2121', () => ({ a: o.where!(yes), b: orders })],
  ])('%s', (_, code, make) => {
    expect(told(make)).toEqual([code])
  })
})

const detached = (r: Any): Any => r.amount!.gt!
const yes = (): unknown => lit!(true)
const rest = ({ id, ...others }: Record<string, unknown>): object => ({ ...others, number: id })
const join = (): object => ({
  at: (l: Any) => l.created_at,
  on: (l: Any, r: Any) => l.customer_id!.eq!(r.customer_id),
  late: 'dlq',
})
const agg = (g: Any): object => ({ region: g.region, n: a.count!() })
const test = (steps: unknown): Any => pipeline!('p').sinkAppend!(orders, kafka!('y')).test!('t', steps)
