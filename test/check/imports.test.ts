// Several files: imports, libraries, what a mistake in another file looks like.
import { expect, it } from 'vitest'
import { renderText } from '../../src/diagnostics/render/text.js'
import { checkProgram } from '../support/check-program.js'
import { SourceIndex } from '../../src/core/source.js'
import { compile } from '../../src/workspace/compile.js'
import { codes, CUSTOMERS, LAKE, library, ORDER, ORDERS, PIPELINE } from './base.js'

const main = (imports: string, ...parts: readonly string[]): string => [imports, PIPELINE, ...parts].join('\n')

it('imports relations, late streams, schemas, connections, catalogs and pipelines, under other names too', () => {
  const { lines } = checkProgram({
    'lib/base.flow': [
      ORDERS,
      CUSTOMERS,
      LAKE,
      'stream sums =\n  from orders\n  window tumble 5 minutes late as behind\n  group by region\n  select region, count(*) as n',
    ].join('\n'),
    'main.flow': main(
      "import { orders as o, behind as late_ones, Order as Shape, lake as l, customers, sums, db } from './lib/base.flow'",
      "stream files from files 'x.ndjson' {\n  schema Shape\n  time created_at\n}",
      'stream all_orders =\n  from o\n  union all files',
      'stream late_orders =\n  from files\n  union all late_ones',
      'sink l.a.orders from all_orders append',
      'sink l.a.late_orders from late_orders append',
      'sink l.a.customers from customers upsert',
      'sink l.a.sums from sums append',
    ),
    'main.test.flow':
      "import { shop } from './main.flow'\nimport { customers as people } from './lib/base.flow'\ntest 't' for shop {\n  given people\n    | @time                 | customer_id |\n    | '2026-01-01 00:00:00' | 1           |\n  expect customers\n    | customer_id |\n    | 1           |\n  expect people\n    | customer_id |\n    | 1           |\n}",
  })
  expect(lines).toEqual([])
})

it('does not hand on what a file imports itself', () => {
  const files = {
    'a.flow': ORDERS,
    'b.flow': "import { orders } from './a.flow'\nstream big =\n  from orders\n  where amount > 10",
    'c.flow': "import { orders } from './b.flow'\nstream more =\n  from orders",
  }
  expect(checkProgram(files).lines).toEqual(['FLOW2004 1:10 `./b.flow` declares no `orders`'])
})

it('takes names of a file that is missing as declared', () => {
  expect(
    checkProgram({ 'main.flow': "import { a, b } from './gone.flow'\nstream r =\n  from a\n  select whatever\n  union all b" })
      .lines,
  ).toEqual(['FLOW2003 1:22 `./gone.flow` cannot be imported: there is no such file'])
})

it('reports a circle of files once, and resolves the names in it all the same', () => {
  const { lines } = checkProgram({
    'a.flow': `import { big } from './b.flow'\n${ORDERS}stream r =\n  from big\n`,
    'b.flow': "import { orders } from './a.flow'\nstream big =\n  from orders\n",
  })
  expect(lines).toEqual(['FLOW2013 1:24 files import each other: a.flow → b.flow → a.flow'])
  expect(codes(checkProgram({ 'a.flow': `import { x } from './a.flow'\n${ORDERS}` }))).toEqual(['FLOW2004', 'FLOW2013'])
})

it('says of a mistake in a library where it is, and which import brings it in', () => {
  const files: Record<string, string> = {
    'main.flow': main("import { big } from './lib/clicks.flow'", LAKE, 'sink lake.a.big from big append'),
    'lib/clicks.flow': "import { clicks } from './raw.flow'\n\nstream big =\n  from clicks\n  select id, urll\n",
    'lib/raw.flow':
      "schema Click {\n  id bigint,\n  url string\n}\n\nstream clicks from files 'clicks.ndjson' {\n  schema Clik\n}\n",
  }
  const index = new SourceIndex()
  const host = {
    readText: (path: string) =>
      files[path] === undefined ? { kind: 'missing' as const } : { kind: 'text' as const, text: files[path] },
    list: () => [],
  }
  const run = (roots: readonly string[]) =>
    renderText(compile({ host, files: roots, target: 'flink-2.2', index, before: [] }).diagnostics, index)
  expect(run(['main.flow'])).toContain('lib/raw.flow:7:10')
  expect(run(['main.flow'])).toMatch(/lib\/clicks\.flow:1:24[\s\S]*imported here/)
  expect(run(['main.flow', 'lib/raw.flow', 'lib/clicks.flow'])).not.toContain('imported here')
  files['lib/raw.flow'] = files['lib/raw.flow']!.replace('Clik', 'Click')
  expect(run(['main.flow'])).toMatch(
    /there is no column `urll` in `clicks`\n +--> lib\/clicks\.flow:5:14[\s\S]*main\.flow:1:21[\s\S]*imported here\nhelp: did you mean `url`\?/,
  )
})

it('lets two pipelines share a library, each with a plan of its own', () => {
  const job = (name: string, body: string): string =>
    `import { customers, lake } from './lib.flow'\npipeline ${name} {\n  dlq 'a.dlq'\n}\n${body}`
  const { lines, programs } = checkProgram({
    'lib.flow': [CUSTOMERS, LAKE].join('\n'),
    'a.flow': job('a', 'sink lake.a.customers from customers upsert\n'),
    'b.flow': job(
      'b',
      `${ORDERS}stream r =\n  from orders as o\n  left join customers as c at o.created_at on o.customer_id = c.customer_id late to dlq\n  select o.order_id, c.name\nsink lake.b.r from r append\n`,
    ),
  })
  expect(lines).toEqual([])
  expect(
    programs.map((p) => [
      p.pipeline,
      p.plan.operators.filter((o) => o.kind === 'versions').map((o) => o.id),
      p.plan.operators.some((o) => o.kind === 'filter' && o.purpose === 'live'),
    ]),
  ).toEqual([
    ['a', ['a/customers/versions'], true],
    ['b', ['b/customers/versions'], false],
  ])
})

it('refuses one name for two relations, connections or catalogs of a job', () => {
  const table = (schema: string): string =>
    `${CUSTOMERS.replace('schema Customer {', `schema ${schema} {`).replace('schema       Customer', `schema       ${schema}`)}${LAKE}`
  const { lines } = checkProgram({
    'a.flow': table('A'),
    'b.flow': table('B').replace('table customers', 'table people').replace("'public.customers'", "'public.people'"),
    'main.flow': main(
      "import { customers, lake } from './a.flow'\nimport { people, lake as sea } from './b.flow'",
      'sink lake.a.customers from customers upsert',
      'sink sea.a.people from people upsert',
    ),
  })
  expect(lines.map((l) => l.replace(/ \d+:\d+/, ''))).toEqual([
    'FLOW2014 pipeline `shop` would hold two connections named `db`',
    'FLOW2014 pipeline `shop` would hold two catalogs named `lake`',
  ])
})

it('checks a library by itself, and warns of nothing that it does not use', () => {
  expect(library(ORDER, ORDERS.slice(ORDER.length), CUSTOMERS, LAKE).lines).toEqual([])
})
