// What a message says of a call that got something else: which call, and how it is written.
import { describe, expect, it } from 'vitest'
import {
  fn,
  lit,
  kafka,
  minutes,
  param,
  pipeline,
  schema,
  stream,
  t,
  table,
  cdc,
  connection,
  env,
  secret,
} from '../../src/api/index.js'
import { orders } from './rows.js'
import { mistakeOf } from './support.js'

const told = (run: () => unknown): string => mistakeOf(run).message
const any = (value: unknown): never => value as never

describe('a callback', () => {
  it.each<[string, () => unknown, string]>([
    [
      'where',
      () => orders.where(any('amount > 1')),
      'FLOW2120: `where` takes a function such as `o => o.amount.gt(0)`, and got the text "amount > 1"',
    ],
    ['where of a column', () => orders.where(any('vip')), '; a column is `o => o.vip`'],
    ['extend', () => orders.extend(any(5)), 'FLOW2120: `extend` takes a function such as'],
    ['fn', () => fn('f', { a: t.int() }, any(1)), 'FLOW2120: `fn` takes a function such as'],
  ])('%s', (_, run, message) => {
    expect(told(run)).toContain(message)
  })

  it('`at` and `on` of a join are named', () => {
    const db = connection('db', 'postgres', { host: env('H'), database: 'd', user: 'u', password: secret('P') })
    const captured = cdc(db, 'public.customers') as unknown as { primaryKey: (name: string) => unknown }
    const customers = any(table('customers', any(captured.primaryKey('customer_id'))))
    expect(told(() => orders.leftJoin(customers, any({ at: 'created_at', on: () => true })))).toMatch(
      /^FLOW2120: `leftJoin\.at` takes .*got the text "created_at"; a column is `o => o\.created_at`$/,
    )
    expect(told(() => orders.join(customers, any({ at: (o: { created_at: unknown }) => o.created_at, on: 1 })))).toMatch(
      /^FLOW2120: `join\.on` takes .*the number 1$/,
    )
  })
})

describe('a function of the program', () => {
  const net = fn('net', { amount: t.decimal(18, 2), rate: t.decimal(3, 2) }, (p) => p.amount.times(p.rate))
  const say = (...args: readonly unknown[]): string =>
    told(() =>
      orders.select((o) => ({
        n: any((net as unknown as (...a: unknown[]) => unknown)(...args.map((a) => (a === 'column' ? o.amount : a)))),
      })),
    )

  it.each<[string, readonly unknown[]]>([
    ['a column', ['column']],
    ['a literal', [lit(1)]],
    ['two values', [1, 2]],
    ['an object and more', [{ amount: 1, rate: 1 }, 2]],
    ['a list', [[1, 2]]],
    ['nothing', []],
    ['half of it', [{ amount: 1 }]],
    ['more of it', [{ amount: 1, rate: 1, other: 1 }]],
  ])('called with %s', (_, args) => {
    expect(say(...args)).toMatch(
      /^FLOW2120: `net` takes `amount`, `rate` by their names, and got .*; `net\(\{ amount: …, rate: … \}\)`$/,
    )
  })
  it('tells which one is not there, or is none of them', () => {
    expect(say({ amount: 1 })).toContain(', and got an object without `rate`; ')
    expect(say({ amount: 1, rate: 1, other: 1 })).toContain(', and got an object with `other`; ')
  })
  it('whose parameters are no words, and that has none', () => {
    const odd = fn('odd', { 'a b': t.int() }, () => 1 as never) as unknown as (x: unknown) => unknown
    expect(told(() => orders.select(() => ({ n: any(odd(1)) })))).toMatch(/takes `a b` by its name, .*; `odd\(\{ "a b": … \}\)`$/)
    const none = fn('none', {}, () => 1 as never) as unknown as (x: unknown) => unknown
    expect(told(() => orders.select(() => ({ n: any(none(1)) })))).toMatch(/takes an empty object, .*; `none\(\{\}\)`$/)
  })
})

describe('options', () => {
  const shop = pipeline('p')
  it('are written', () => {
    expect(told(() => pipeline('p', any({ checkpoint: '1 minute' })))).toBe(
      'FLOW2120: `pipeline.checkpoint` takes an object of options, and got the text "1 minute"; write `{ every: …, mode: … }`',
    )
    expect(told(() => shop.sinkAppend(any(orders), kafka('x'), any({ messageKey: 'id' })))).toMatch(
      /got the text "id"; write `\{ columns: …, as: … \}`$/,
    )
  })
  it('that are something else of the API', () => {
    expect(told(() => orders.where(any(t.int())))).toContain('and got a type')
    expect(told(() => orders.where(any(minutes(1))))).toContain('and got a duration')
    expect(told(() => orders.where(any(lit(1))))).toContain('and got an expression')
  })
})

describe('a name', () => {
  const region = param('region', t.string(), 'eu')
  it.each<[string, () => unknown]>([
    ['stream', () => stream(`s_${String(region)}`, kafka('x') as never)],
    ['pipeline', () => pipeline(`p_${String(region)}`)],
    ['a column', () => schema('S', { [`c_${String(region)}`]: t.int() })],
  ])('of %s that holds a param', (_, run) => {
    expect(told(run)).toMatch(
      /^FLOW2127: the name of .* holds the param `region`, which has no value while the program is built; names/,
    )
    expect(told(run)).not.toContain('\0')
  })
  it('that is none: no backquotes in backquotes', () => {
    expect(told(() => stream(any(undefined), kafka('x') as never))).toBe('FLOW2120: `stream` takes a text, and got undefined')
    expect(told(() => orders.windowTumble(minutes(1)).groupBy(any(['region', 'vip'])))).toMatch(
      /^FLOW2120: [^`]*`groupBy`[^`]* takes a text, and got a list; the names stand one after the other: 'region', 'vip'$/,
    )
  })
})

describe('a cell', () => {
  const cell = (value: unknown): string =>
    told(() => pipeline('p').test('t', (test) => test.given(any(orders), [any({ order_id: value })])))
  it.each([
    [2 ** 53, '9007199254740992n'],
    [-(2 ** 60), '-1152921504606846976n'],
    [1e21, '1000000000000000000000n'],
  ])('%d', (value, digits) => {
    expect(cell(value)).toMatch(/^FLOW2129: .*, a number that is not exact, stands in/)
    expect(cell(value)).toContain(`with all their digits: \`${digits}\`; a DOUBLE may be a text, \`'${value}'\``)
  })
  it('with very many digits has them as a DOUBLE only', () => {
    expect(cell(Number.MAX_VALUE)).toMatch(/; a DOUBLE beyond 2\^53 is a text, `'1\.7976931348623157e\+308'`$/)
  })
  it('of another kind is told of texts', () => {
    expect(cell(new Date(0))).toMatch(/decimals and points in time are texts/)
  })
})
