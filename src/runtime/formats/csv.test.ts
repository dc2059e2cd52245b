import { describe, expect, it } from 'vitest'
import * as t from '../../ir/types.js'
import { decodeAll, field, testSource } from './testing.js'

const source = testSource({
  fields: [
    field('id', t.BIGINT, false),
    field('name', t.STRING),
    field('amount', t.decimal(10, 2)),
    field('at', t.timestamp(3)),
    field('ok', t.BOOLEAN),
  ],
  format: { kind: 'csv' },
})

describe('CSV files', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['columns in any order', 'name,id\nann,1\n', [[1n, 'ann', null, null, null]]],
    [
      'all types',
      'id,name,amount,at,ok\n9007199254740993,x,1.5,2024-01-02 03:04:05.5,true\n',
      [[9007199254740993n, 'x', 150n, 1704164645500, true]],
    ],
    [
      'an empty cell: NULL, of a text column too, in quotes too',
      'id,name,amount,at,ok\n1,,,,\n2,"",,,\n',
      [
        [1n, null, null, null, null],
        [2n, null, null, null, null],
      ],
    ],
    [
      'quotes, commas and line breaks in a cell',
      'id,name\r\n1,"a, ""b""\r\nc"\r\n2,d\r\n',
      [
        [1n, 'a, "b"\r\nc', null, null, null],
        [2n, 'd', null, null, null],
      ],
    ],
    ['digits in a text column', 'id,name\n1,007\n', [[1n, '007', null, null, null]]],
    ['spaces in the header and blank lines', 'id , name\n\n1,x\n\n', [[1n, 'x', null, null, null]]],
    ['a byte order mark', '\ufeffid,name\n1,x\n', [[1n, 'x', null, null, null]]],
    [
      'an empty cell for NOT NULL',
      'id,name\n,x\n2,y\n',
      ['FLOW7206 f.csv line 2: `id` is null, and the schema says BIGINT NOT NULL', [2n, 'y', null, null, null]],
    ],
    [
      'a wrong type',
      'id,amount\n1,abc\n2,3\n',
      [
        "FLOW7207 f.csv line 2: `amount` is DECIMAL(10, 2) in the schema and the text 'abc' in the data",
        [2n, null, 300n, null, null],
      ],
    ],
    [
      'too few and too many cells',
      'id,name\n1\n2,x,y\n3,z\n',
      [
        'FLOW7211 f.csv line 2: the row has 1 cells and the header 2',
        'FLOW7211 f.csv line 3: the row has 3 cells and the header 2',
        [3n, 'z', null, null, null],
      ],
    ],
    [
      'a quote in an unquoted cell',
      'id,name\n1,5" disk\n2,x\n',
      [
        'FLOW7211 f.csv line 2: a quote stands inside the unquoted cell 2; the whole cell has to be quoted, and the quote doubled',
        [2n, 'x', null, null, null],
      ],
    ],
    [
      'text after a closing quote',
      'id,name\n1,"a"b\n2,x\n',
      ['FLOW7211 f.csv line 2: `b` follows the closing quote of cell 2', [2n, 'x', null, null, null]],
    ],
    [
      'a quote that is never closed',
      'id,name\n1,x\n2,"a\nb\n',
      [
        [1n, 'x', null, null, null],
        'FLOW7209 f.csv line 3: the file ends in the middle of a record: a quoted cell is not closed',
      ],
    ],
    [
      'a missing column',
      'idd,name\n1,x\n',
      ['FLOW7210 f.csv line 1: the header has no column `id`, which the schema says is BIGINT NOT NULL; did you mean `idd`?'],
    ],
    [
      'no header at all',
      '1,x\n2,y\n',
      ['FLOW7210 f.csv line 1: the header has no column `id`, which the schema says is BIGINT NOT NULL'],
    ],
    ['a column twice', 'id,name,id\n1,x,2\n', ['FLOW7210 f.csv line 1: the column `id` stands twice in the header']],
    ['an empty file', '', ['FLOW7210 f.csv line 1: the file is empty: it has no header']],
    ['a header alone', 'id,name\n', []],
  ])('%s', async (_, text, expected) => {
    for (const size of [1, 5, 1000]) expect((await decodeAll(source, text, 'csv', size)).events).toEqual(expected)
  })

  it('counts columns that the schema does not have', async () => {
    const { stats } = await decodeAll(source, 'id,x\n1,a\n2,b\n', 'csv')
    expect([...stats.ignoredFields]).toEqual([['x', 2]])
  })

  it('takes linear time over a cell of many lines', async () => {
    const text = `id,name\n1,"${'line\n'.repeat(100_000)}"\n`
    const { events } = await decodeAll(source, text, 'csv', 65_536)
    expect((events[0] as unknown[])[1]).toHaveLength(500_000)
  })

  it('refuses to be a change log', async () => {
    const cdc = testSource({
      fields: [field('id', t.INT)],
      format: { kind: 'debezium', encoding: 'json', subject: null, version: null, reader: null },
    })
    expect((await decodeAll(cdc, 'id\n1\n', 'csv')).events).toEqual([
      'FLOW7214 f.csv line 1: a cdc source reads Debezium events, and this is a CSV file',
    ])
  })
})
