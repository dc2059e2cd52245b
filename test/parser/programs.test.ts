import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { print, read } from './tree.js'

const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}.flow`, import.meta.url), 'utf8')

describe('the program of the language page', () => {
  const orders = read(fixture('orders'), 'sales/orders.flow')
  const node = (id: string): unknown => orders.file.declarations.find((d) => d.id === `sales/orders.flow|${id}`)

  it('has no mistake and all its declarations', () => {
    expect(orders.messages).toEqual([])
    expect(orders.file.declarations.map((d) => `${d.kind} ${d.id.split('|')[1]}`)).toEqual([
      'import import ./customers.flow',
      'pipeline pipeline sales_orders',
      'source stream orders',
      'query stream enriched',
      'query stream revenue_5min',
      'query stream late_enriched',
      'query stream all_orders',
      'catalog catalog lake',
      'sink sink lake.sales.enriched_orders',
      'sink sink kafka sales.revenue.aggregated.v1',
      'test test a late order reaches the lake and the revenue does not move',
    ])
  })

  it('keeps the documentation of the pipeline', () => {
    expect(orders.file.declarations[1]!.doc).toBe(
      "Orders with the customer's segment at the time of the order, and revenue by region.",
    )
  })

  it.each([
    ['pipeline sales_orders', "[(owner 'team-sales') (sla 600000ms) (dlq 'sales.orders.dlq') (checkpoint 60000ms exactly-once)]"],
    [
      'stream orders',
      "(kafka ['sales.order.created.v1'] false _ false) [(schema (registry _ _)) (message key [customer_id] text) (time (column [created_at] _) 30000ms {60000ms}) (start earliest _ _)]",
    ],
    [
      'stream enriched',
      "[(from orders o) (where (binary > (path [o amount]) (number 0)) {'non_positive_amount'}) (join left customers c (path [o created_at]) (binary = (path [o customer_id]) (path [c customer_id])) {false (as late_orders)}) (select",
    ],
    ['stream revenue_5min', '[(from enriched _) (window (tumble 300000ms _) {false (count)}) (group [(path [region])] ['],
    ['stream late_enriched', '(item (cast false (null) (named string [])) segment)'],
    ['stream all_orders', '[(from enriched _) (union late_enriched)]'],
    ['catalog lake', '[{uri (env ICEBERG_URI)} {warehouse (text s3://lakehouse/)}]'],
    [
      'sink lake.sales.enriched_orders',
      '(catalog [lake sales enriched_orders]) all_orders append [(partition by [{days created_at _}])]',
    ],
    [
      'sink kafka sales.revenue.aggregated.v1',
      "(kafka 'sales.revenue.aggregated.v1') revenue_5min append [(message key [region] text) (partitions for 2) (retention 604800000ms)]",
    ],
    [
      'test a late order reaches the lake and the revenue does not move',
      '(expect all_orders (table [{order_id} {segment}] [{[(number 1) (string gold)]} {[(number 2) (string gold)]} {[(number 3) (null)]}]))',
    ],
    [
      'test a late order reaches the lake and the revenue does not move',
      '{[(number 4) (number 7) (string eu) (number -1.00) (string 2026-01-01 10:05:41)]}',
    ],
  ])('reads %s', (id, part) => {
    expect(print(node(id))).toContain(part)
  })

  it('reads its dimension', () => {
    const customers = read(fixture('customers'))
    expect(customers.messages).toEqual([])
    expect(customers.file.declarations.map(print)).toEqual([
      '(connection _ orders_db postgres [{host (env ORDERS_DB_HOST)} {database (text orders_db)} {user (text debezium)} {password (secret DEBEZIUM_PASSWORD)}])',
      "(source Customers as they were at any time. Captured by Debezium. table customers (cdc orders_db 'public.customers' false) [(primary key [customer_id]) (time (commit) 5000ms {60000ms})])",
    ])
  })

  it('gives every node a place inside its declaration, from its first to its last letter', () => {
    const [file, text] = ['sales/orders.flow', fixture('orders')]
    const at = (span: { declaration: string; start: number; end: number }): string => {
      const range = orders.index.range(span)
      expect(range.file).toBe(file)
      return text.slice(range.start, range.end)
    }
    const enriched = orders.file.declarations[3]!
    if (enriched.kind !== 'query') return expect.unreachable()
    expect(at(enriched.name.span)).toBe('enriched')
    expect(enriched.clauses.map((c) => at(c.span).split(' ')[0])).toEqual(['from', 'where', 'left', 'select'])
    const [, where, join] = enriched.clauses
    if (where?.kind !== 'where' || join?.kind !== 'join') return expect.unreachable()
    expect(at(where.condition.span)).toBe('o.amount > 0')
    expect(at(where.reject!.span)).toBe("else dlq 'non_positive_amount'")
    expect(at(join.late!.span)).toBe('late as late_orders')
    expect(at(enriched.span).startsWith('stream enriched =')).toBe(true)
    expect(at(enriched.span).endsWith('o.created_at')).toBe(true)
  })
})

describe('a declaration', () => {
  const hashes = (text: string): string[] => read(text).file.declarations.map((d) => d.hash)

  it('keeps its hash and its places when a line is added above it', () => {
    const text = 'stream x =\n  from a\n\nstream y =\n  from x\n'
    const moved = read(`-- new\n\n${text}`)
    expect(moved.file.declarations).toEqual(read(text).file.declarations)
    expect(moved.index.locate(moved.file.declarations[0]!.span).start.line).toBe(3)
  })

  it('changes its hash with its tokens, their places and its documentation, and no other one does', () => {
    const [x, y] = hashes('stream x =\n  from a\n\nstream y =\n  from x\n')
    expect(hashes('stream x =\n  from b\n\nstream y =\n  from x\n')).toEqual([expect.not.stringMatching(x!), y])
    expect(hashes('stream x =\n   from a\n\nstream y =\n  from x\n')).toEqual([expect.not.stringMatching(x!), y])
    expect(hashes('/// new\nstream x =\n  from a\n\nstream y =\n  from x\n')).toEqual([expect.not.stringMatching(x!), y])
  })

  it('is told from one of the same name by a number', () => {
    const text =
      "sink kafka 't' from a append\nsink kafka 't' from b append\ntest 't' for p { restart }\ntest 't' for p { restart }\ntopic 't' { replicas 3 }\n"
    expect(read(text).file.declarations.map((d) => d.id)).toEqual([
      'a.flow|sink kafka t',
      'a.flow|sink kafka t#2',
      'a.flow|test t',
      'a.flow|test t#2',
      'a.flow|topic t',
    ])
  })

  it('takes the `///` lines right above it, and a field its own', () => {
    const { file } = read('/// lost\n\n/// one\n///two\nschema s {\n  /// the key\n  id bigint not null, /// no\n  n string\n}\n')
    expect(print(file.declarations[0])).toBe(
      '(schema one\ntwo s [{id (named bigint []) true the key} {n (named string []) false _}])',
    )
  })

  it('may stand in a file with a byte order mark and with any line ends', () => {
    expect(read('\ufeffstream x =\r\n  from a\r\n\r\nstream y =\r  from x\r').messages).toEqual([])
  })
})
