// What a module's exports reach, in which order, and what belongs to nothing.
import { afterEach, describe, expect, it } from 'vitest'
import { MADE } from '../../../src/api/brands.js'
import { PARTS } from '../../../src/api/parts.js'
import {
  connection,
  count,
  env,
  flow,
  fn,
  kafka,
  lit,
  minutes,
  namedType,
  param,
  pipeline,
  schema,
  secret,
  stream,
  t,
  topic,
} from '../../../src/api/index.js'
import { programOf } from '../../../src/api/program.js'
import { SURFACE_VERSION } from '../../../src/surface/program-data.js'
import { orders } from '../rows.js'
import { mistakeOf, nodesOf, textOf } from '../support.js'

const names = (exports: Readonly<Record<string, unknown>>): readonly string[] =>
  nodesOf(exports).map((d) => ('name' in d && d.name !== null ? d.name.text : d.kind))

describe('exports', () => {
  const big = stream(
    'big',
    orders.where((o) => o.amount.gt(100)),
  )
  const bigger = stream(
    'bigger',
    big.where((o) => o.amount.gt(1000)),
  )

  it('the default comes first, each declaration behind what it refers to', () => {
    expect(names({ big, default: pipeline('shop').sinkAppend(bigger, kafka('x')) })).toEqual([
      'shop',
      'Placed',
      'orders',
      'big',
      'bigger',
      'sink',
    ])
  })

  it('lists and plain objects are looked into, everything else is left alone', () => {
    class Other {
      readonly big = big
    }
    expect(names({ list: [big], inside: { deep: [{ bigger }] } })).toEqual(['Placed', 'orders', 'big', 'bigger'])
    expect(names({ n: 5, s: 'x', f: () => big, none: null, other: new Other(), m: new Map([[1, big]]) })).toEqual([])
  })

  it('an expression is for callbacks of those who import it', () => {
    expect(names({ none: lit(0), cases: [lit('x').concat('y')], big })).toEqual(['Placed', 'orders', 'big'])
  })

  it('a circle of objects is no circle of declarations', () => {
    const loop: Record<string, unknown> = { big }
    loop['self'] = loop
    expect(names({ loop })).toEqual(['Placed', 'orders', 'big'])
  })

  it('a long chain of relations', () => {
    let last = big
    for (let i = 0; i < 5000; i++) last = stream(`r${i}`, last)
    expect(nodesOf({ last })).toHaveLength(5003)
  })

  it('a query without a name is told', () => {
    expect(mistakeOf(() => programOf({ big: orders.where((o) => o.amount.gt(1)) })).message).toMatch(
      /FLOW2121: `big` wants a relation with a name, and this query has none/,
    )
    const { site } = mistakeOf(() => programOf({ list: [kafka('x')] })).flowc
    expect(site?.file).toContain('program.test.ts')
  })
})

describe('pipelines that were made of one', () => {
  const base = pipeline('shop').sinkAppend(orders, kafka('a'))

  it('each with a part of its own are told, with both places', () => {
    const told = mistakeOf(() =>
      programOf({ default: base.sinkAppend(orders, kafka('b')), other: base.sinkAppend(orders, kafka('c')) }),
    )
    expect(told.message).toMatch(
      /^FLOW2122: two pipelines `shop` are exported, and each has parts that the other one has not; go on/,
    )
    expect(told.flowc.other?.text).toBe('a part that only the other one has')
    expect(told.flowc.site?.line).toBe(told.flowc.other?.site.line)
    expect(told.flowc.site!.column).toBeGreaterThan(told.flowc.other!.site.column)
  })
  it('one of which has all parts are one', () => {
    const whole = base.sinkAppend(orders, kafka('b'))
    const said = base.ignore('FLOW5001', 'why')
    const sinks = (exports: Readonly<Record<string, unknown>>): number => names(exports).filter((n) => n === 'sink').length
    expect(sinks({ base, whole })).toBe(2)
    expect(sinks({ default: whole, base, again: whole, none: pipeline('other') })).toBe(2)
    expect(sinks({ base, said })).toBe(1)
  })
})

describe('one name, one declaration', () => {
  const db = () => connection('db', 'postgres', { host: env('H'), database: 'd', user: 'u', password: secret('P') })

  it('two that say the same are one', () => {
    expect(names({ list: [db(), db()] })).toEqual(['db'])
  })

  it('two that say something else are told, at the second', () => {
    const other = connection('db', 'postgres', { host: env('H'), database: 'x', user: 'u', password: secret('P') })
    const told = mistakeOf(() => programOf({ list: [db(), other] }))
    expect(told.message).toMatch(/^FLOW2122: `db` is declared twice in this program, in two ways/)
    expect(told.flowc.parameters).toEqual({ name: 'db' })
    expect(told.flowc.site).not.toBeNull()
    expect(told.flowc.other?.text).toBe('the other one')
    expect(told.flowc.other!.site.line).toBeLessThan(told.flowc.site!.line)
    const two = mistakeOf(() => programOf({ list: [db(), schema('db', { a: t.int() })] })).message
    expect(two).toMatch(/^FLOW2122: `db` is the name of a `connection` and of a `schema`; /)
    const job = pipeline('orders').sinkAppend(orders, kafka('x'))
    expect(mistakeOf(() => programOf({ job })).message).toMatch(
      /`orders` is the name of a `(?:stream|pipeline)` and of a `(?:pipeline|stream)`/,
    )
    expect(mistakeOf(() => programOf({ a: orders.doc('One.'), b: orders.doc('Two.') })).message).toMatch(/FLOW2122/)
  })

  it('documentation that one of them has is that of both', () => {
    for (const list of [
      [orders, orders.doc('All.')],
      [orders.doc('All.'), orders],
    ])
      expect(textOf({ list })).toContain('/// All.\nstream orders')
  })
})

describe('data', () => {
  it('has the version of its nodes, and nothing but data', () => {
    const data = programOf({ p: pipeline('shop').sinkAppend(orders, kafka('x')), text: flow`stream x = from ${orders}` })
    expect(data.surfaceVersion).toBe(SURFACE_VERSION)
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
    const numbers = [...JSON.stringify(data.declarations).matchAll(/"start":(-?\d+)/g)].map((m) => Number(m[1]))
    expect(Math.max(...numbers)).toBe(data.sites.length - 1)
    expect(Math.min(...numbers)).toBe(0)
  })
})

describe('parts that belong to nothing', () => {
  const found = globalThis as unknown as Record<symbol, object | undefined>
  afterEach(() => {
    delete found[MADE]
    delete found[PARTS]
  })
  const lost = (run: () => Readonly<Record<string, unknown>>, ours?: () => boolean): string | null => {
    found[MADE] = []
    found[PARTS] = { made: [], used: new WeakSet() }
    const exports = run()
    try {
      programOf(exports, ours === undefined ? {} : { ours })
      return null
    } catch (e) {
      return (e as Error).message
    }
  }

  it('a sink that was added and dropped', () => {
    expect(
      lost(() => {
        const shop = pipeline('shop').sinkAppend(orders, kafka('a'))
        shop.sinkAppend(orders, kafka('b'))
        return { default: shop }
      }),
    ).toBe(
      'FLOW2124: the sink of `orders` of pipeline `shop` belongs to nothing that the module exports; every method gives a new object and leaves the old one as it was: go on with what the last one gave',
    )
  })

  it('a test, a topic, a tap', () => {
    for (const [add, what] of [
      [(p: ReturnType<typeof pipeline>) => p.test('x', (s) => s.restart()), "the test 'x'"],
      [(p: ReturnType<typeof pipeline>) => p.topic('x', {}), "topic 'x'"],
      [(p: ReturnType<typeof pipeline>) => p.tap(orders, 'x'), 'the tap of `orders`'],
    ] as const)
      expect(
        lost(() => {
          const shop = pipeline('shop')
          add(shop)
          return { shop }
        }),
      ).toContain(`FLOW2124: ${what} of pipeline \`shop\``)
  })

  it('a pipeline that nobody exports', () => {
    expect(
      lost(() => {
        pipeline('other')
        return { default: pipeline('shop') }
      }),
    ).toContain('FLOW2124: pipeline `other` belongs to nothing that the module exports')
  })

  it('without an exported pipeline, the way is told by what is exported', () => {
    const shop = () => pipeline('shop').sinkAppend(orders, kafka('a'))
    const help = (exports: (p: ReturnType<typeof shop>) => Readonly<Record<string, unknown>>) =>
      /^FLOW2124: pipeline `shop` belongs to nothing that the module exports; (.*)$/.exec(lost(() => exports(shop())) ?? '')?.[1]
    expect(help(() => ({}))).toBe('the module has no default export: write `export default` before it')
    expect(help(() => ({ orders }))).toBe('the module exports no pipeline: write `export default` before it')
    expect(help(() => ({ default: orders }))).toBe('the module exports no pipeline: write `export default` before it')
    expect(help((p) => ({ default: () => p }))).toBe(
      'the default export is a function, which nobody calls: `export default make()`',
    )
    expect(help((p) => ({ default: Promise.resolve(p) }))).toBe('the default export is a Promise: `export default await …`')
  })

  it('what led to the exported one is no loss, nor its documentation', () => {
    expect(lost(() => ({ default: pipeline('shop').sinkAppend(orders, kafka('a')).doc('x').topic('t', {}) }))).toBeNull()
  })

  it('what another module made is its own business', () => {
    expect(
      lost(
        () => {
          pipeline('other')
          return { default: pipeline('shop') }
        },
        () => false,
      ),
    ).toBeNull()
  })

  const keeping = (add: () => void) =>
    lost(() => {
      add()
      return { default: pipeline('shop').sinkAppend(orders, kafka('a')) }
    })

  it('a clause of a query, whatever it is', () => {
    const late = orders.windowTumble(minutes(1), { late: 'dlq' })
    for (const [add, what] of [
      [() => orders.where((o) => o.amount.gt(0), { elseDlq: 'low' }), 'where'],
      [() => orders.extend((o) => ({ twice: o.amount.times(2) })), 'extend'],
      [() => orders.select('order_id', 'region'), 'select'],
      [() => orders.unionAll(orders), 'union'],
      [() => orders.windowTumble(minutes(1), { late: 'dlq' }), 'window'],
      [() => orders.windowTumble(minutes(1), { late: 'dlq' }).groupBy('region'), 'window'],
      [() => late.groupBy('region').select((g) => ({ region: g.region, n: count() })), 'group'],
      [() => late.groupBy('region').having(() => count().gt(1)), 'having'],
    ] as const)
      expect(keeping(add), what).toMatch(
        new RegExp(`^FLOW2124: this \`${what}\` of a query of \`orders\` belongs to nothing that has a name; every method gives`),
      )
  })

  it('a clause of a source', () => {
    const source = kafka('x')
    expect(keeping(() => source.schema(schema('S', { a: t.int() })))).toContain('FLOW2124: this `schema` of a source')
    expect(keeping(() => kafka('x').compacted())).toContain('FLOW2124: this `compacted` of a source')
    expect(keeping(() => stream('y', kafka('x').start('earliest') as never))).toBeNull()
  })

  it('what is said of a type, which is used without it', () => {
    const using = (add: (id: ReturnType<typeof t.bigint>) => Readonly<Record<string, unknown>> | void) =>
      lost(() => {
        const id = t.bigint()
        return {
          ...add(id),
          default: pipeline('shop').sinkAppend(stream('y', kafka('x').schema(schema('S', { id }))), kafka('a')),
        }
      })
    expect(using((id) => void id.notNull())).toContain('FLOW2124: this `notNull` of a type belongs to nothing that has a name')
    expect(using((id) => void id.notNull().doc('x'))).toContain('FLOW2124: this `doc` of a type')
    expect(using((id) => void schema('T', { a: id.notNull().doc('x'), b: t.array(id.notNull()) }))).toBeNull()
    // others take it from there
    expect(using((id) => ({ key: id.notNull(), types: [{ a: id.doc('x').notNull() }] }))).toBeNull()
    // a list of types of which some are needed
    expect(using(() => void [t.int().notNull(), t.string().notNull().doc('x')])).toBeNull()
  })

  it('documentation of something that the program has without it', () => {
    const using = (add: (big: typeof orders, p: ReturnType<typeof pipeline>) => Readonly<Record<string, unknown>> | void) =>
      lost(() => {
        const big = stream('big', orders.where((o) => o.amount.gt(0)) as never) as typeof orders
        const shop = pipeline('shop').sinkAppend(big, kafka('a'))
        return { default: shop, ...add(big, shop) }
      })
    expect(using((big) => void big.doc('x'))).toContain(
      'FLOW2124: this `doc` of `big` belongs to nothing that the module exports',
    )
    expect(using((_, p) => void p.doc('x'))).toContain('FLOW2124: this `doc` of `shop`')
    expect(using((big) => void big.ignore('FLOW4018', 'x').doc('x'))).toContain('FLOW2124: this `doc` of `big`')
    // it has it, or has nothing of it
    expect(using((big) => ({ big: big.doc('x') }))).toBeNull()
    expect(using((big, p) => ({ default: p.sinkAppend(big.doc('x').doc('y').ignore('FLOW4018', 'z'), kafka('b')) }))).toBeNull()
    expect(
      using((big, p) => ({ default: p.doc('x').sinkAppend(stream('c', big.doc('x').select('order_id', 'region')), kafka('b')) })),
    ).toBeNull()
    expect(using(() => void stream('other', orders.select('order_id', 'region')).doc('x'))).toBeNull()
    // a schema: each use of it is the object with its documentation
    const shop = (s: ReturnType<typeof schema>) => ({
      default: pipeline('shop').sinkAppend(stream('y', kafka('x').schema(s as never)), kafka('a')),
    })
    const of = () => schema('S', { id: t.bigint() })
    expect(lost(() => shop(of().doc('x') as never))).toBeNull()
    expect(
      lost(() => {
        const s = of()
        s.doc('x')
        return shop(s as never)
      }),
    ).toContain('FLOW2124: this `doc` of `S`')
  })

  it('documentation of any other declaration, too', () => {
    const net = () => fn('net', { a: t.bigint() }, (p) => p.a)
    const least = () => param('least', t.int(), 3)
    const money = () => namedType('money', t.bigint())
    const program = (n: ReturnType<typeof net>, l: ReturnType<typeof least>, m: ReturnType<typeof money>) => ({
      default: pipeline('shop').sinkAppend(
        stream(
          'y',
          stream('x', kafka('x').schema(schema('S', { id: m() })))
            .where((o) => o.id.gt(l))
            .select((o) => ({ id: n({ a: o.id }), same: o.id })),
        ),
        kafka('a'),
      ),
    })
    expect(lost(() => program(net().doc('x'), least().doc('x'), money().doc('x')))).toBeNull()
    for (const name of ['net', 'least', 'money'])
      expect(
        lost(() => {
          const made = { net: net(), least: least(), money: money() }
          made[name as keyof typeof made].doc('x')
          return program(made.net, made.least, made.money)
        }),
      ).toContain(`FLOW2124: this \`doc\` of \`${name}\``)
  })

  it('texts and topics that nobody exports', () => {
    expect(keeping(() => flow`sink kafka 'x' from ${orders} append`)).toContain(
      'FLOW2124: this text in flow`…` belongs to nothing that the module exports',
    )
    expect(keeping(() => topic('x', { partitions: 3 }))).toContain(
      "FLOW2124: topic 'x' belongs to nothing that the module exports",
    )
    expect(
      lost(() => ({
        texts: [flow`stream a = from ${orders}`],
        topics: [topic('x', {}), topic('x', {})],
        default: pipeline('shop').declare(flow`stream b = from ${orders}`, topic('y', { partitions: 3 })),
      })),
    ).toBeNull()
  })

  it('what a query goes on from is no loss, nor a query that several go on from', () => {
    expect(
      keeping(() => {
        const big = orders.where((o) => o.amount.gt(0))
        stream('a', big.select('order_id', 'region').ignore('FLOW5012', 'never mind'))
        stream(
          'b',
          big
            .windowTumble(minutes(1), { late: 'dlq' })
            .groupBy('region')
            .having(() => count().gt(1))
            .select((g) => ({ region: g.region, n: count() })),
        )
      }),
    ).toBeNull()
  })

  it('one of two groups that begin in one place', () => {
    expect(
      keeping(() => {
        const group = orders.windowTumble(minutes(1), { late: 'dlq' }).groupBy('region')
        stream(
          'a',
          group.select((g) => ({ region: g.region })),
        )
        group.select((g) => ({ region: g.region, n: count() }))
      }),
    ).toContain('this `group` of a query')
  })

  it('nothing is recorded where nobody asks', () => {
    pipeline('other')
    expect(() => programOf({ default: pipeline('shop') })).not.toThrow()
  })
})
