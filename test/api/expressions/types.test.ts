// `t`: the types of the language as a program writes them.
import { describe, expect, it } from 'vitest'
import { fieldsOf, t, typeOf } from '../../../src/api/field-types.js'
import { spanAt } from '../../../src/api/nodes.js'
import { NO_ORIGIN } from '../../../src/format/origin.js'
import { render } from '../../../src/format/doc.js'
import { typeDoc } from '../../../src/format/types.js'
import type { TypeKind } from '../../../src/ir/types.js'
import type { ExprNode } from '../../../src/surface/ast.js'
import { meaning } from '../../support/generate/same-tree.js'
import { parsed } from './support.js'

const span = spanAt(null)
const written = (type: unknown) => typeOf(type, 'the test', span)

const ROWS: readonly (readonly [name: keyof typeof t, type: unknown, text: string])[] = [
  ['tinyint', t.tinyint(), 'tinyint'],
  ['smallint', t.smallint(), 'smallint'],
  ['int', t.int(), 'int'],
  ['bigint', t.bigint(), 'bigint'],
  ['float', t.float(), 'float'],
  ['double', t.double(), 'double'],
  ['decimal', t.decimal(), 'decimal'],
  ['decimal', t.decimal(18), 'decimal(18)'],
  ['decimal', t.decimal(18, 2), 'decimal(18, 2)'],
  ['boolean', t.boolean(), 'boolean'],
  ['char', t.char(3), 'char(3)'],
  ['varchar', t.varchar(20), 'varchar(20)'],
  ['string', t.string(), 'string'],
  ['binary', t.binary(4), 'binary(4)'],
  ['varbinary', t.varbinary(8), 'varbinary(8)'],
  ['bytes', t.bytes(), 'bytes'],
  ['date', t.date(), 'date'],
  ['time', t.time(0), 'time(0)'],
  ['timestamp', t.timestamp(3), 'timestamp(3)'],
  ['timestampLtz', t.timestampLtz(), 'timestamp_ltz'],
  ['duration', t.duration(), 'duration'],
  ['array', t.array(t.int()), 'array<int>'],
  ['array', t.array(t.int().notNull()).notNull(), 'array<int not null>'],
  ['multiset', t.multiset(t.string()), 'multiset<string>'],
  ['map', t.map(t.string().notNull(), t.array(t.date())), 'map<string not null, array<date>>'],
  ['row', t.row({ city: t.string(), 'zip code': t.char(5).notNull() }), 'row<city string, `zip code` char(5) not null>'],
]

describe('t', () => {
  it.each(ROWS)('%s %#', (_, type, text) => {
    const { node } = written(type)
    expect(render(typeDoc(NO_ORIGIN, node))).toBe(text)
    const again = parsed(`cast(x as ${text})`) as ExprNode & { kind: 'cast' }
    expect(meaning(again.type)).toEqual(meaning(node))
  })

  it('has a name for every type, and a row for every name', () => {
    const kinds = {
      boolean: 'boolean',
      tinyint: 'tinyint',
      smallint: 'smallint',
      int: 'int',
      bigint: 'bigint',
      float: 'float',
      double: 'double',
      date: 'date',
      decimal: 'decimal',
      char: 'char',
      varchar: 'varchar',
      binary: 'binary',
      varbinary: 'varbinary',
      time: 'time',
      timestamp: 'timestamp',
      timestamp_ltz: 'timestampLtz',
      array: 'array',
      multiset: 'multiset',
      map: 'map',
      row: 'row',
    } satisfies Record<Exclude<TypeKind, 'null' | 'error' | `interval_${string}`>, keyof typeof t>
    expect(Object.keys(t)).toEqual(expect.arrayContaining(Object.values(kinds)))
    expect(Object.keys(t).filter((name) => !ROWS.some(([n]) => n === name))).toEqual([])
  })

  it('keeps NOT NULL and documentation of a field', () => {
    const { nodes } = fieldsOf(
      { id: t.bigint().notNull().doc('Who.'), name: t.string().doc('How\nit is called.') },
      'schema',
      span,
    )
    expect(nodes.map((n) => [n.name.text, n.notNull, n.doc])).toEqual([
      ['id', true, 'Who.'],
      ['name', false, 'How\nit is called.'],
    ])
  })

  it('is not changed by its methods', () => {
    const id = t.bigint()
    expect(written(id.notNull()).notNull).toBe(true)
    expect(written(id).notNull).toBe(false)
  })

  it.each([
    ['a type', () => t.array(7 as never)],
    ['a length', () => t.char(-1)],
    ['a whole precision', () => t.decimal(1.5)],
    ['no field named like a number', () => t.row({ 1: t.int() })],
    ['fields', () => t.row(null as never)],
  ])('takes %s', (_, wrong) => {
    expect(wrong).toThrow(/^FLOW21/)
  })
})
