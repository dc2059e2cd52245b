// The text of generated row types: names, versions, comments, quoting, what is left out.
import { describe, expect, it } from 'vitest'
import {
  array,
  BIGINT,
  BOOLEAN,
  BYTES,
  char,
  DATE,
  decimal,
  FLOAT,
  INT,
  INTERVAL_DAY_TIME,
  INTERVAL_YEAR_MONTH,
  map,
  multiset,
  notNull,
  nullable,
  row,
  SMALLINT,
  STRING,
  time,
  timestamp,
  timestampLtz,
  TINYINT,
} from '../ir/types.js'
import { generateTypes } from './gen-types.js'
import type { LockedSubject } from './model.js'
import { propertyName, typeText, type ValueType } from './row-type-text.js'

type Field = { readonly name: string; readonly type: unknown; readonly doc?: string; readonly default?: unknown }
const record = (name: string, fields: readonly Field[], more: object = {}): object => ({ type: 'record', name, fields, ...more })
const ID: readonly Field[] = [{ name: 'id', type: 'long' }]
const locked = (
  subject: string,
  schema: unknown = record('R', ID),
  version = 1,
  references: LockedSubject['references'] = [],
): LockedSubject => ({ subject, version, id: 1, schemaType: 'AVRO', schema: JSON.stringify(schema), references })
const generate = (...subjects: readonly LockedSubject[]) => generateTypes({ lockVersion: 1, compiler: '0.0.0', subjects })
const namesOf = (...subjects: readonly LockedSubject[]) =>
  Object.fromEntries(generate(...subjects).interfaces.map((i) => [i.of, i.name]))
/** The lines of the interfaces. */
const body = (fields: readonly Field[]): string =>
  /export interface X \{\n([\s\S]*?)^\}/m.exec(generate(locked('x', record('R', fields))).text)![1]!

describe('types', () => {
  const text = (...t: Parameters<typeof typeText>): string => typeText(...t)
  it.each([
    [nullable(TINYINT), 'number | null'],
    [notNull(SMALLINT), 'number'],
    [notNull(INT), 'number'],
    [notNull(BIGINT), 'bigint'],
    [nullable(FLOAT), 'Double | null'],
    [notNull(decimal(10, 2)), 'Decimal'],
    [notNull(BOOLEAN), 'boolean'],
    [notNull(char(3)), 'string'],
    [nullable(STRING), 'string | null'],
    [notNull(BYTES), 'Bytes'],
    [notNull(DATE), 'CalendarDate'],
    [notNull(time(3)), 'TimeOfDay'],
    [notNull(timestamp(3)), 'Timestamp'],
    [nullable(timestampLtz(3)), 'TimestampLtz | null'],
    [notNull(INTERVAL_YEAR_MONTH), 'YearMonthInterval'],
    [notNull(INTERVAL_DAY_TIME), 'DayTimeInterval'],
    [notNull(array(notNull(STRING))), 'readonly string[]'],
    [nullable(array(nullable(BIGINT))), 'readonly (bigint | null)[] | null'],
    [notNull(array(notNull(array(notNull(INT))))), 'readonly (readonly number[])[]'],
    [notNull(multiset(nullable(STRING))), 'Multiset<string | null>'],
    [notNull(map(notNull(STRING), nullable(array(notNull(INT))))), 'ReadonlyMap<string, readonly number[] | null>'],
  ])('%j is %s', (type, expected) => {
    expect(text(type, new Set())).toBe(expected)
  })
  it('lay out rows inside of rows, and name what has to be imported', () => {
    const used = new Set<ValueType>()
    const inner = row([{ name: 'at', type: timestamp(3), nullable: true }])
    const type = row([
      { name: 'a b', type: INT, nullable: false },
      { name: 'list', type: array(notNull(inner)), nullable: true },
    ])
    expect(text(notNull(type), used, '  ')).toBe(
      "{\n    'a b': number\n    list: readonly {\n      at: Timestamp | null\n    }[] | null\n  }",
    )
    expect([...used]).toEqual(['Timestamp'])
  })
  it('quote names of properties where they are no identifiers', () => {
    expect(['a', '_x1', '$y', 'class', 'größe', '1a', 'a-b', "it's", 'q"', '', '\u2028'].map(propertyName)).toEqual([
      'a',
      '_x1',
      '$y',
      'class',
      "'größe'",
      "'1a'",
      "'a-b'",
      "'it\\'s'",
      "'q\"'",
      "''",
      "'\\u2028'",
    ])
  })
})

describe('names', () => {
  it('come from the subject: without `-value`, with `-key`', () => {
    expect(
      namesOf(
        locked('sales.order.created.v1-value'),
        locked('sales.order.created.v1-key'),
        locked('crm.public.sales_reps-value'),
        locked('iot/readingRaw'),
        locked('2026-events-value'),
        locked('数据-value'),
        locked('-value'),
        locked('...'),
      ),
    ).toEqual({
      'sales.order.created.v1-value': 'SalesOrderCreatedV1',
      'sales.order.created.v1-key': 'SalesOrderCreatedV1Key',
      'crm.public.sales_reps-value': 'CrmPublicSalesReps',
      'iot/readingRaw': 'IotReadingRaw',
      '2026-events-value': 'Row2026Events',
      '数据-value': '数据',
      '-value': 'Value',
      '...': 'Row',
    })
  })
  it('are numbered where they clash, in the order of the subjects', () => {
    const subjects = ['a_b-value', 'a.b-value', 'a-b-value', 'a.b2-value'].map((s) => locked(s))
    const expected = { 'a-b-value': 'AB', 'a.b-value': 'AB2', 'a.b2-value': 'AB22', 'a_b-value': 'AB3' }
    expect(namesOf(...subjects)).toEqual(expected)
    expect(namesOf(...[...subjects].reverse())).toEqual(expected)
  })
  it('are none that the file needs itself', () => {
    expect(namesOf(locked('decimal-value'), locked('readonly.map'), locked('subjects'), locked('timestamp'))).toEqual({
      'decimal-value': 'DecimalRow',
      'readonly.map': 'ReadonlyMapRow',
      subjects: 'SubjectsRow',
      timestamp: 'TimestampRow',
    })
  })
  it('tell versions apart: the newest has the subject for itself', () => {
    const { text, interfaces } = generate(
      locked('x-value', record('R', [{ name: 'old', type: 'int' }]), 2),
      locked('x-value', record('R', [{ name: 'new', type: 'int' }]), 10),
      locked('x.version2-value'),
    )
    expect(interfaces).toEqual([
      { of: 'x-value', name: 'X' },
      { of: 'x.version2-value', name: 'XVersion2' },
      { of: 'x-value version 2', name: 'XVersion22' },
    ])
    expect(text).toMatch(/export interface X \{\n {2}new: number\n\}/)
    expect(text).toMatch(/export interface XVersion22 \{\n {2}old: number\n\}/)
    expect(text).toContain("    'x-value version 2': XVersion22\n")
  })
  it('of a subject that is called as a version is, are its own', () => {
    const { interfaces } = generate(locked('x', record('R', ID), 1), locked('x', record('R', ID), 2), locked('x version 1'))
    expect(interfaces.map((i) => i.of)).toEqual(['x', 'x version 1'])
  })
})

describe('fields', () => {
  it('carry their documentation and how they are read', () => {
    expect(
      body([
        { name: 'a', type: 'int', doc: ' one line ' },
        { name: 'b', type: 'int', doc: 'two\r\nlines, and */ an end' },
        { name: 'c', type: { type: 'long', logicalType: 'timestamp-micros' }, doc: 'when' },
        { name: 'd', type: 'int', doc: '  ' },
      ]),
    ).toBe(`  /** one line */
  a: number
  /**
   * two
   * lines, and *\\/ an end
   */
  b: number
  /**
   * when
   *
   * \`c\` is read as BIGINT: microseconds since 1970 (timestamp-micros)
   */
  c: bigint
  d: number
`)
  })
  it('that SQL cannot read are left out with the reason, inside of others too', () => {
    const lines = body([
      { name: 'pay', type: ['int', 'string'] },
      { name: 'inner', type: record('I', [ID[0]!, { name: 'pay', type: ['int', 'string'] }]) },
    ])
    expect(lines).toMatch(/^ {2}\/\/ left out: `pay` is a union of int and string, /)
    expect(lines).toMatch(/\n {2}\/\/ `inner\.pay` is left out: .*\n {2}inner: \{\n {4}id: bigint\n {2}\}\n$/)
  })
  it('of an enum and of a fixed are texts and bytes', () => {
    expect(
      body([
        { name: 'e', type: { type: 'enum', name: 'E', symbols: ['A', 'B'] } },
        { name: 'f', type: ['null', { type: 'fixed', name: 'F', size: 4 }] },
      ]),
    ).toBe('  e: string\n  f: Bytes | null\n')
  })
})

describe('what is no row', () => {
  it('is left out with a comment and a warning, and the rest stays', () => {
    const { text, leftOut, interfaces } = generate(locked('a-key', 'string'), locked('b-value'), locked('c\n*/', 'long', 7))
    expect(leftOut).toEqual([
      { what: 'subject a-key version 1', reason: 'a row needs a record, and this is a string' },
      { what: 'subject c\n*/ version 7', reason: 'a row needs a record, and this is a long' },
    ])
    expect(interfaces).toEqual([{ of: 'b-value', name: 'B' }])
    expect(text).toContain('\n// No type for subject c */ version 7: a row needs a record, and this is a long\n')
  })
  it('is no news where other schemas are made of it', () => {
    const currency = locked('currency', { type: 'enum', name: 'Currency', symbols: ['EUR'] })
    const price = locked('price-value', record('Price', [{ name: 'currency', type: 'Currency' }]), 1, [
      { name: 'Currency', subject: 'currency', version: 1 },
    ])
    const { text, leftOut } = generate(currency, price)
    expect(leftOut).toEqual([])
    expect(text).toContain('  currency: string\n')
    expect(generate(price).leftOut[0]!.reason).toContain('which is not locked')
  })
  it('leaves a module behind, also where nothing is left', () => {
    expect(generate(locked('a-key', 'string')).text).toMatch(/\nexport \{\}\n$/)
  })
})
