// What stands beside relations: schemas, types, params, functions, connections, catalogs, SQL, imports.
import { describe, expect, it } from 'vitest'
import {
  catalog,
  connection,
  dec,
  env,
  fn,
  fnFromJava,
  importPipeline,
  importStream,
  importTable,
  kafka,
  minutes,
  namedType,
  param,
  schema,
  secret,
  sql,
  stream,
  t,
  timestamp,
  topic,
  upper,
} from '../../../src/api/index.js'
import { orders } from '../rows.js'
import { lastText, loose, mistakeOf, nodesOf, textOf } from '../support.js'

const kinds = (...objects: readonly unknown[]): readonly string[] => nodesOf({ objects }).map((d) => d.kind)
const query = (of: unknown): string => lastText(of).split('\n').slice(2).join('\n').trim()

describe('schema and type', () => {
  it('fields with their documentation', () => {
    const made = schema('Purchase', {
      id: t.bigint().notNull().doc('Of the shop.'),
      tags: t.array(t.string().notNull()),
      at: t.timestampLtz(3),
    }).doc('What was bought.')
    expect(lastText(made)).toBe(`/// What was bought.
schema Purchase {
  /// Of the shop.
  id    bigint not null,
  tags  array<string not null>,
  \`at\`  timestamp_ltz(3)
}`)
  })

  it('a named type stands wherever a type does', () => {
    const money = namedType('money', t.decimal(18, 2))
    expect(lastText(money)).toBe('type money = decimal(18, 2)')
    const made = schema('Purchase', { amount: money(), fee: money().notNull(), all: t.array(money()) })
    expect(textOf({ made })).toBe(`type money = decimal(18, 2)

schema Purchase {
  amount  money,
  fee     money not null,
  all     array<money>
}
`)
    const cast = stream(
      's',
      orders.select((o) => ({ a: o.amount.cast(money()) })),
    )
    expect(kinds(cast)).toEqual(['schema', 'source', 'type', 'query'])
    expect(query(cast)).toBe('select cast(amount as money) as a')
  })
})

describe('param', () => {
  const least = param('least', t.decimal(10, 2), '100.00').doc('Less is not looked at.')
  const prefix = param('prefix', t.string(), 'dev')
  const size = param('size', t.duration(), minutes(5))

  it('its declaration', () => {
    expect(lastText(least)).toBe('/// Less is not looked at.\nparam least decimal(10, 2) = 100.00')
    expect(lastText(prefix)).toBe("param prefix string = 'dev'")
    expect(lastText(size)).toBe('param size duration = 5 minutes')
    expect(lastText(param('always', t.boolean()))).toBe('param always boolean')
    expect(lastText(param('no', t.boolean(), false))).toBe('param no boolean = false')
    expect(lastText(param('n', t.int(), -3))).toBe('param n int = -3')
    expect(lastText(param('since', t.timestamp(3), '2026-01-01 00:00:00'))).toBe(
      "param since timestamp(3) = '2026-01-01 00:00:00'",
    )
    expect(lastText(loose({ param }).param!('since', t.timestamp(3), timestamp('2026-01-01 00:00:00')))).toContain(
      "= timestamp '2026",
    )
    expect(lastText(param('odd', t.string(), '${x}'))).toBe("param odd string = '${x}'")
  })

  it('is an operand', () => {
    const big = stream(
      'big',
      orders.where((o) => o.amount.ge(least).and(least.value().times(2).gt(o.amount))),
    )
    expect(query(big)).toBe('where amount >= least and least * 2 > amount')
    expect(kinds(big)).toContain('param')
  })

  it('is a part of texts', () => {
    const made = stream('s', kafka(`${prefix}.orders`).with({ 'a.b': `${prefix}` }) as never)
    expect(lastText(made)).toContain("from kafka '${prefix}.orders'")
    expect(lastText(made)).toContain("'a.b' = '${prefix}'")
    expect(kinds(made)).toEqual(['param', 'source'])
    // what only looks like a param is the text that it is
    expect(lastText(stream('s', kafka('${prefix}.orders') as never))).toBe("stream s from kafka '$${prefix}.orders'")
    expect(kinds(stream('s', kafka('${prefix}.orders') as never))).toEqual(['source'])
  })

  it('is a duration', () => {
    const made = stream('s', kafka('x').schemaRegistry<{ at: bigint }>().time('at', { as: 'epoch millis', lateBy: size }))
    expect(lastText(made)).toContain('late by size')
    expect(kinds(made)).toEqual(['param', 'source'])
  })
})

describe('fn', () => {
  const rate = param('rate', t.decimal(5, 4), '0.21')
  const net = fn('net', { gross: t.decimal(18, 2) }, (p) => p.gross.times(dec('1.00')).minus(p.gross.times(rate)))

  it('its declaration', () => {
    expect(textOf({ net })).toBe(
      'param rate decimal(5, 4) = 0.21\n\nfn net(gross decimal(18, 2)) = gross * 1.00 - gross * rate\n',
    )
    expect(
      lastText(fn('loud', { a: t.string().notNull() }, (p) => upper(p.a), { returns: t.string().notNull() }).doc('Loud.')),
    ).toBe('/// Loud.\nfn loud(a string not null) string not null = upper(a)')
  })

  it('is called with its arguments by name', () => {
    const two = fn('two', { a: t.string(), b: t.string() }, (p) => p.a.concat(p.b))
    const made = stream(
      's',
      orders.select((o) => ({ net: net({ gross: o.amount }), both: two({ b: 'x', a: o.region }) })),
    )
    expect(query(made)).toBe("select net(amount) as net, two(region, 'x') as both")
    expect(kinds(made).filter((k) => k === 'fn' || k === 'param')).toEqual(['param', 'fn', 'fn'])
  })

  it('of Java', () => {
    const mask = fnFromJava('mask', { card: t.string() }, t.string(), {
      class: 'com.acme.Mask',
      jar: 'libs/acme.jar',
      locally: (p) => upper(p.card),
    })
    expect(lastText(mask)).toBe(`fn mask(card string) string from java 'com.acme.Mask' {
  jar      'libs/acme.jar'
  locally  upper(card)
}`)
    expect(lastText(fnFromJava('mask', { card: t.string() }, t.string().notNull(), { class: 'com.acme.Mask' }))).toBe(
      "fn mask(card string) string not null from java 'com.acme.Mask'",
    )
  })

  it('mistakes', () => {
    const call = (args: unknown) => () => orders.select(() => ({ x: loose({ net }).net!(args) }))
    expect(mistakeOf(call({})).message).toMatch(/FLOW2120: `net` takes `gross` by its name/)
    expect(mistakeOf(call({ gross: 1, other: 2 })).message).toMatch(
      /`net` takes `gross` by its name, and got an object with `other`;/,
    )
    expect(mistakeOf(call(1)).message).toMatch(/FLOW2120: `net` takes/)
    expect(mistakeOf(() => loose({ fnFromJava }).fnFromJava!('f', {}, t.string(), {})).message).toMatch(
      /`fnFromJava.class` takes the name of a class, and got undefined/,
    )
  })
})

describe('connections and catalogs', () => {
  it('properties as they are named in the text language', () => {
    expect(
      lastText(
        connection('db', 'postgres', {
          host: env('HOST'),
          port: 5432,
          database: 'shop',
          user: 'me',
          password: secret('PASSWORD'),
          topicPrefix: 'shop',
        }),
      ),
    ).toBe(`connection db postgres {
  host          env('HOST')
  port          5432
  database      'shop'
  user          'me'
  password      secret('PASSWORD')
  topic prefix  'shop'
}`)
    expect(lastText(catalog('lake', { uri: env('URI'), warehouse: 's3://lake/' }).doc('Ours.'))).toBe(`/// Ours.
catalog lake iceberg {
  uri        env('URI')
  warehouse  's3://lake/'
}`)
  })

  it('mistakes', () => {
    expect(mistakeOf(() => loose({ connection }).connection!('db', 'postgres', { host: null })).message).toMatch(
      /`connection.host` takes a text, a whole number, `env\('NAME'\)` or `secret\('NAME'\)`, and got null/,
    )
    expect(mistakeOf(() => loose({ env }).env!(5)).message).toMatch(/`env` takes the name of a variable/)
    expect(mistakeOf(() => loose(catalog('lake', { uri: 'x', warehouse: 'y' })).table!()).message).toMatch(
      /`table` takes the parts of a name/,
    )
  })
})

describe('topic', () => {
  it('properties in their order', () => {
    expect(lastText(topic('shop.orders.v1', { partitions: 6, replicas: 3, minInsync: 2, cleanup: 'compact' }))).toBe(
      `topic 'shop.orders.v1' {
  partitions  6
  replicas    3
  min insync  2
  cleanup     compact
}`,
    )
  })
})

describe('sql', () => {
  const previous = sql(
    'with_previous',
    { inputs: [orders], returns: { order_id: t.bigint().notNull(), previous: t.decimal(10, 2) }, time: 'order_id' },
    `
  SELECT order_id, LAG(amount) OVER (ORDER BY created_at) AS previous
  FROM ${String(orders)}
`,
  )

  it('its declaration', () => {
    expect(lastText(previous)).toBe(`sql with_previous (orders) returns (
  order_id bigint not null,
  previous decimal(10, 2)
) time order_id = """
  SELECT order_id, LAG(amount) OVER (ORDER BY created_at) AS previous
  FROM orders
"""`)
    const keyed = sql('newest', { inputs: [orders], returns: { order_id: t.bigint() }, primaryKey: ['order_id'] }, 'SELECT 1')
    expect(lastText(keyed)).toContain('primary key order_id')
  })

  it('is a relation', () => {
    expect(
      lastText(
        stream(
          's',
          previous.where((p) => p.previous.gt(1)),
        ),
      ),
    ).toBe('stream s =\n  from with_previous\n  where previous > 1')
    expect(lastText(previous.doc('With the one before.'))).toContain('/// With the one before.\nsql with_previous')
  })

  it('mistakes', () => {
    expect(mistakeOf(() => loose({ sql }).sql!('x', {}, '')).message).toMatch(/`sql.inputs` takes a list of relations/)
    expect(mistakeOf(() => loose({ sql }).sql!('x', { inputs: [orders], returns: { a: t.int() } }, 5)).message).toMatch(
      /`sql` takes a query/,
    )
  })
})

describe('imports', () => {
  it('one file, one line', () => {
    const a = importStream<{ id: bigint }>('orders', './shop.flow')
    const b = importTable<{ id: bigint }>('customers', './shop.flow', { as: 'people' })
    const c = importStream<{ id: bigint }>('other', './other.flow')
    expect(textOf({ x: stream('s', a), y: [b, c] })).toBe(`import { orders, customers as people } from './shop.flow'

stream s =
  from orders

import { other } from './other.flow'
`)
    expect(lastText(stream('s', importStream<{ id: bigint }>('a', './b.flow', { as: 'c' })))).toContain('from c')
  })

  it('of another pipeline', () => {
    const sales = importPipeline('sales', './sales.flow')
    const revenue = sales.stream<{ total: bigint }>('revenue')
    expect(textOf({ x: stream('s', revenue.unionAll(sales.stream<{ total: bigint }>('old', { as: 'older' }))) })).toBe(
      `import pipeline sales { revenue, old as older } from './sales.flow'

stream s =
  from revenue
  union all older
`,
    )
  })

  it('a path is no text with params', () => {
    const prefix = param('prefix', t.string())
    expect(mistakeOf(() => importStream('a', `./${prefix}.flow`)).message).toMatch(/FLOW2112/)
  })
})
