import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inTypeScript } from './typescript-help.js'

describe('helps for programs of TypeScript', () => {
  it.each([
    ['add `late to dlq`, `late as NAME` or `late count`', "add `late: 'dlq'`, `late: { as: 'name' }` or `late: 'count'`"],
    [
      'say `late to dlq` or `late as NAME`, or say it at the operator',
      "say `.late('dlq')` or `.late({ as: 'name' })`, or say it at the operator",
    ],
    [
      'say it at the source: `time created_at late by 30 seconds, idle after 1 minute`',
      "say it at the source: `.time('created_at', { lateBy: seconds(30), idleAfter: minutes(1) })`",
    ],
    ["add `dlq 'p.dlq'` to the pipeline block", "add `dlq: 'p.dlq'` to the properties of `pipeline`"],
    [
      'write `cast(amount as decimal(18, 2))` or `cast(o.id as bigint)`',
      'write `o.amount.cast(t.decimal(18, 2))` or `o.id.cast(t.bigint())`',
    ],
    ['convert one side: `cast(… as timestamp_ltz(3))` reads', 'convert one side: `.cast(t.timestampLtz(3))` reads'],
    ['sum a wider type: `sum(cast(amount as bigint))`', 'sum a wider type: `sum(o.amount.cast(t.bigint()))`'],
    ['say which one: `cast(null as string)`', 'say which one: `nullOf(t.string())`'],
    ["the form is `TIMESTAMP '2024-12-31 23:59:59.999'`", "the form is `timestamp('2024-12-31 23:59:59.999')`"],
    ["the form is `INTERVAL '5' MINUTE`", "the form is `interval('5', 'minute')`"],
    ['write `(a - b) DAY TO SECOND`', "write `difference(a, b, 'day', 'second')`"],
    ['filter first: `where region is not null`, or `coalesce`', "filter first: `.whereNotNull('region')`, or `coalesce`"],
    [
      'group by a text: `extend k = cast(… as decimal(18, 6))`',
      'group by a text: `.extend((o) => ({ k: o.column.cast(t.decimal(18, 6)) }))`',
    ],
    ['units are `YEAR` and `DAY`', "units are `'year'` and `'day'`"],
    ["add it: `bootstrap servers env('BROKERS')`", "add it: `bootstrapServers: env('BROKERS')`"],
    ['say its unit: `time id as epoch millis …`', "say its unit: `.time('id', { as: 'epoch millis', … })`"],
    [
      'add `amount` to `group by`, or aggregate it, for example `max(amount)`',
      'add `amount` to `.groupBy(…)`, or aggregate it, for example `max(g.amount)`',
    ],
    [
      'say the column with its relation, `r.region` behind `from … as r`, or rename the param',
      "say the column with its relation, which `.as('r')` gives a name, or rename the param",
    ],
    ['write a typed NULL instead: `cast(null as array<int>)`', 'write a typed NULL instead: `nullOf(t.array(t.int()))`'],
    ['name them: `cast(row(a, b) as row<a …, b …>)`', 'name them: `row(a, b).cast(t.row({ a: …, b: … }))`'],
    [
      "group by the entries that matter: `extend k = tags['k']`",
      "group by the entries that matter: `.extend((o) => ({ k: o.tags.at('k') }))`",
    ],
    ['did you mean `customer_id`?', 'did you mean `customer_id`?'],
    ['`flowc schema pull` fetches and locks it', '`flowc schema pull` fetches and locks it'],
  ])('%s', (text, typescript) => {
    expect(inTypeScript(text)).toBe(typescript)
  })

  it('name what the API has', () => {
    const types = new URL('../../api/types/', import.meta.url)
    const api = readdirSync(types)
      .map((name) => readFileSync(new URL(name, types), 'utf8'))
      .join('\n')
    const own = readFileSync(new URL('typescript-help.ts', import.meta.url), 'utf8')
    const code = own.slice(own.indexOf('const PIECES'), own.indexOf('/** `cast('))
    // what stands in quotes or templates, but for placeholders
    const made = [...code.matchAll(/'[^'\n]+'|"[^"\n]+"|`[^`\n]+`/g)].map(([text]) =>
      text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, 'x'),
    )
    const calls = new Set(made.flatMap((text) => [...text.matchAll(/(?<![\w$])\.?([a-z]\w+)\(/gi)].map((m) => m[1]!)))
    const options = new Set(made.flatMap((text) => [...text.matchAll(/(?<![\w$'])([a-z]\w+): /gi)].map((m) => m[1]!)))
    expect(calls.size).toBeGreaterThan(40)
    expect(options.size).toBeGreaterThan(8)
    const missing = (names: ReadonlySet<string>, behind: string): readonly string[] =>
      [...names].filter((name) => !new RegExp(`\\b${name}${behind}`).test(api))
    expect(missing(calls, '\\??[<(:]')).toEqual([])
    expect(missing(options, '\\??: ')).toEqual([])
  })
})
