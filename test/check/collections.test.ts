// Rows, arrays and maps in whole programs: names of fields, what a sink takes, what a test compares, and fixes.
import { describe, expect, it } from 'vitest'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram } from '../support/check-program.js'
import { applyFixes } from '../support/fixes.js'

const SOURCE = `pipeline shop {
  owner  'team-shop'
}

schema Order {
  id     bigint not null,
  small  array<smallint>,
  tags   array<string>,
  extra  map<string, int>,
  codes  map<int, string>,
  bag    multiset<string>,
  ship   row<city string not null, zip string>,
  lines  array<row<sku string not null, pieces int>>
}

stream orders from files 'orders.ndjson' {
  schema  Order
}

`
const JSON_SINK = "sink kafka 'shop.order.shown.v1' from shown append {\n  format  json\n}\n"
const selecting = (item: string, ...rest: readonly string[]): string =>
  `${SOURCE}stream shown =\n  from orders as o\n  select id, ${item} as x\n\n${rest.length === 0 ? JSON_SINK : rest.join('\n')}`
const codes = (text: string): string[] => checkProgram({ 'main.flow': text }).lines.map((l) => l.slice(0, 8))

describe('a field is found', () => {
  it.each([
    'ship.city',
    'o.ship.city',
    '(o.ship).city',
    'lines[1].sku',
    'o.lines[1].sku',
    '(lines[cast(id as int)]).sku',
    "(map['a', ship]['a']).zip",
  ])('by %s', (item) => expect(codes(selecting(item))).toEqual([]))
  it.each([
    ['lines[1].skuu', 'did you mean `sku`?'],
    ['(ship).town', 'its fields are `city`, `zip`'],
    ['(tags[1]).x', 'only a ROW has fields'],
  ])('and %s is not', (item, help) => {
    const { diagnostics } = checkProgram({ 'main.flow': selecting(item) })
    expect(diagnostics.map((d) => d.help)).toEqual([help])
  })
})

describe('a sink', () => {
  const json = JSON_SINK
  const avro = "sink kafka 'shop.order.shown.v1' from shown append\n"
  const iceberg =
    "catalog lake iceberg {\n  uri        'http://localhost:8181'\n  warehouse  's3://lake/'\n}\n\nsink lake.shop.shown from shown append\n"
  it.each<[string, string, string, string, string]>([
    ['tags', 'fine', 'fine', 'fine', 'arrays'],
    ['lines', 'fine', 'fine', 'fine', 'arrays of rows'],
    ['extra', 'fine', 'fine', 'fine', 'maps with text keys'],
    ['codes', 'FLOW5007', 'FLOW5007', 'fine', 'maps with other keys'],
    ['bag', 'fine', 'fine', 'FLOW5007', 'multisets'],
    ['row(id, 1)', 'FLOW3155', 'FLOW3155', 'FLOW3155', 'rows without names'],
    ['array[row(id, 1)]', 'FLOW3155', 'FLOW3155', 'FLOW3155', 'rows without names inside'],
    ['cast(row(id) as row<`a b` bigint>)', 'fine', 'FLOW5007', 'fine', 'names with blanks'],
    ["X'00'", 'fine', 'fine', 'fine', 'bytes'],
    ["cast('a' as char(3))", 'fine', 'fine', 'fine', 'texts of a length'],
  ])('of %s: JSON %s, Avro %s, Iceberg %s (%s)', (item, ...expected) => {
    const found = [json, avro, iceberg].map((s) => codes(selecting(item, s))[0] ?? 'fine')
    expect(found).toEqual(expected.slice(0, 3))
  })
})

describe('a test compares', () => {
  const program = (cell: string): string =>
    selecting(
      'cast(row(id, tags, extra) as row<n bigint, t array<string>, m map<string, int>>)',
      "sink kafka 'shop.order.shown.v1' from shown append\n",
      "test 't' for shop {\n  given orders\n    | id | tags            | extra                      |",
      `    | 1  | array['a', null] | map['k', 1, 'l', null]     |\n  expect shown\n    | id | x |\n    | 1  | ${cell} |\n}\n`,
    )
  it.each([
    ["row(1, array['a', null], map['k', 1, 'l', null])", 0],
    ["row(1, array['a', null], map['l', null, 'k', 1])", 0],
    ["row(1, array['a'], map['k', 1, 'l', null])", 1],
    ["row(1, array[null, 'a'], map['k', 1, 'l', null])", 1],
    ["row(1, array['a', null], map['k', 1])", 1],
    ["row(2, array['a', null], map['k', 1, 'l', null])", 1],
    ['row(1, null, null)', 1],
  ])('%s: %i differences', (cell, differences) => {
    const { programs, lines } = checkProgram({ 'main.flow': program(cell) })
    expect(lines).toEqual([])
    const result = runTest(programs[0]!.plan, programs[0]!.tests[0]!, { readFile: () => [] })
    expect(Math.min(result.failures.length, 1)).toBe(differences)
  })
})

describe('the fix', () => {
  it.each([
    ['row(id, 1) <> row(2, 1)', 'not (row(id, 1) = row(2, 1))'],
    ["ship['city']", 'ship.city'],
    ['array[small[1]]', 'array[cast(small[1] as int)]'],
    ["map[small[1], 'a', 2, 'b']", "map[cast(small[1] as int), 'a', 2, 'b']"],
  ])('of %s is %s', (item, fixed) => {
    const checked = checkProgram({ 'main.flow': selecting(item) })
    expect(applyFixes({ 'main.flow': selecting(item) }, checked)['main.flow']).toContain(`id, ${fixed} as x`)
  })
})
