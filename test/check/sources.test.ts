// Sources, good and bad: schema, format, event time, keys, positions.
import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'
import { codes, library, CONNECTION, ORDER } from './base.js'

const kafka = (...clauses: readonly string[]): readonly string[] =>
  codes(
    library(ORDER, `stream s from kafka 'shop.order.created.v1' {\n  schema Order\n${clauses.map((c) => `  ${c}\n`).join('')}}`),
  )
const files = (path: string, schema: string, ...clauses: readonly string[]): readonly string[] =>
  codes(library(schema, `stream s from files '${path}' {\n  schema S\n${clauses.map((c) => `  ${c}\n`).join('')}}`))
const cdc = (schema: string, ...clauses: readonly string[]): readonly string[] =>
  codes(library(CONNECTION, schema, `table t from cdc db 'public.t' {\n  schema S\n${clauses.map((c) => `  ${c}\n`).join('')}}`))
const FLAT = 'schema S {\n  id bigint not null,\n  name string,\n  rate double not null,\n  at timestamp(3) not null\n}'

describe('a topic', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['with nothing but a schema', [], []],
    ['with an event time', ['time created_at late by 30 seconds, idle after 1 minute'], []],
    ['whose partitions are never idle', ['time created_at late by 0 seconds, idle never'], []],
    ["with the record's own time", ["time metadata('timestamp') late by 1 minute"], []],
    ['read from its end', ['start latest'], []],
    ['read from a time', ["start at '2026-01-01 00:00:00'"], []],
    ['read from a time with a zone', ["start at '2026-01-01T00:00:00Z'"], []],
    ['keyed by two columns', ['message key order_id, region as avro'], []],
    ['whose late rows leave', ['time created_at late by 1 minute, idle after 1 minute', 'late to dlq'], []],
    [
      'whose late rows are accepted without end',
      ['time created_at late by 1 minute, idle after 1 minute', 'late accept'],
      ['FLOW4028'],
    ],
    ['read from no time', ["start at 'yesterday'"], ['FLOW4025']],
    ['that does not say its lateness', ['time created_at'], ['FLOW4025']],
    ['with other metadata', ["time metadata('offset') late by 1 minute"], ['FLOW4025']],
    ['with a commit time', ['time commit late by 1 minute'], ['FLOW4025']],
    ['whose event time is no time', ['time amount late by 1 minute'], ['FLOW4002', 'FLOW4001']],
    ['whose event time is a misspelled field', ['time item.size.widht late by 1 minute'], ['FLOW2006']],
    ['whose event time is a field of no row', ['time region.at late by 1 minute'], ['FLOW2018']],
    ['keyed by a column that is not there', ['message key ordr_id as text'], ['FLOW2006']],
    ['keyed in no form', ['message key order_id'], ['FLOW5008']],
    ['keyed in an unknown form', ['message key order_id as bytes'], ['FLOW5008']],
    ['with a primary key', ['primary key order_id'], ['FLOW5013']],
    ['that counts late rows', ['late count'], ['FLOW4006']],
    ['whose late rows leave, and there is no event time', ['late to dlq'], ['FLOW4003']],
    ['in a format that records have not', ['format csv'], ['FLOW3413']],
    ['in Avro by an inline schema', ['format avro'], ['FLOW3413']],
    [
      'with several mistakes, all said',
      ["start at 'x'", 'message key a as b', 'primary key c'],
      ['FLOW4025', 'FLOW2006', 'FLOW5008', 'FLOW5013'],
    ],
  ])('%s', (_, clauses, expected) => {
    expect([...kafka(...clauses)].sort()).toEqual([...expected].sort())
  })

  it('may have a name that Kafka refuses', () => {
    expect(codes(library(ORDER, "stream s from kafka 'a b' {\n  schema Order\n}"))).toEqual(['FLOW5011'])
  })
})

describe('files', () => {
  it.each<[string, string, string, readonly string[], readonly string[]]>([
    ['of NDJSON', 'x.ndjson', FLAT, [], []],
    ['of CSV', 'x.csv', FLAT, [], []],
    ['whose late rows are accepted, as they are by default', 'x.csv', FLAT, ['time at', 'late accept'], []],
    ['whose name does not tell, with a format', 'x.dat', FLAT, ['format json'], []],
    ['with an event time and no lateness: they end', 'x.csv', FLAT, ['time at'], []],
    ['whose name does not tell', 'x.dat', FLAT, [], ['FLOW3413']],
    ['of CSV with nested values', 'x.csv', 'schema S {\n  id int,\n  tags array<string>\n}', [], ['FLOW3413']],
    ['with a message key', 'x.csv', FLAT, ['message key id as text'], ['FLOW5013']],
    ['with a start', 'x.csv', FLAT, ['start latest'], ['FLOW5013']],
    ['with a field twice', 'x.csv', 'schema S {\n  id int,\n  id int\n}', [], ['FLOW3411']],
  ])('%s', (_, path, schema, clauses, expected) => {
    expect(files(path, schema, ...clauses)).toEqual(expected)
  })

  it('need a schema', () => {
    expect(codes(library("stream s from files 'x.csv' {\n  format csv\n}"))).toEqual(['FLOW3401'])
    expect(codes(library("stream s from files 'x.csv' {\n  schema registry\n}"))).toEqual(['FLOW3401'])
  })
})

describe('a captured table', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['with a key', FLAT, ['primary key id'], []],
    ['with a key of two columns', FLAT, ['primary key id, at'], []],
    ['without a key', FLAT, [], ['FLOW3412']],
    ['keyed by a column that is not there', FLAT, ['primary key idd'], ['FLOW3409']],
    ['keyed by a column that may be NULL', FLAT, ['primary key name'], ['FLOW3409']],
    ['keyed by a DOUBLE', FLAT, ['primary key rate'], ['FLOW3409']],
    ['keyed by a column twice', FLAT, ['primary key id, id'], ['FLOW3409']],
    ['keyed by a row', 'schema S {\n  r row<a int> not null\n}', ['primary key r'], ['FLOW3409']],
    ['with a column for its time of change', FLAT, ['primary key id', 'time at late by 1 minute'], ['FLOW1900']],
    ['whose time says no lateness', FLAT, ['primary key id', 'time commit'], ['FLOW4025']],
    [
      'with a message key, a start and a rule for late rows',
      FLAT,
      ['primary key id', 'message key id as text', 'start latest', 'late to dlq'],
      ['FLOW5013', 'FLOW5013', 'FLOW5013'],
    ],
    ['in CSV', FLAT, ['primary key id', 'format csv'], ['FLOW3413']],
    ['with a timestamp that JSON cuts', 'schema S {\n  id int not null,\n  at timestamp(6)\n}', ['primary key id'], ['FLOW3413']],
  ])('%s', (_, schema, clauses, expected) => {
    expect(cdc(schema, ...clauses)).toEqual(expected)
  })

  it.each<[string, string, string, readonly string[]]>([
    ['of no schema', 'db', 'customers', ['FLOW5017']],
    ['of a connection that is not there', 'dbx', 'public.t', ['FLOW2008']],
    ['of something that is no connection', 'S', 'public.t', ['FLOW5017']],
  ])('%s', (_, connection, table, expected) => {
    expect(
      codes(library(CONNECTION, FLAT, `table t from cdc ${connection} '${table}' {\n  schema S\n  primary key id\n}`)),
    ).toEqual(expected)
  })
})

it('reads a schema file beside the program, whatever else is wrong with the source', () => {
  const order = JSON.stringify({ type: 'record', name: 'Order', fields: [{ name: 'id', type: 'long' }] })
  const program = (clauses: string): string =>
    `stream s from kafka 'a.b.c.v1' {\n  schema file '../schemas/order.avsc'\n${clauses}}\nstream r =\n  from s\n  select id\n`
  const check = (clauses: string) => codes(checkProgram({ 'flows/main.flow': program(clauses), 'schemas/order.avsc': order }))
  expect(check('')).toEqual([])
  expect(check("  start at 'x'\n")).toEqual(['FLOW4025'])
  expect(codes(checkProgram({ 'flows/main.flow': program('') }))).toEqual(['FLOW3403'])
})

it('takes 133 columns, by star and by name', () => {
  const fields = Array.from({ length: 133 }, (_, i) => `  column_${i} decimal(38, 18)`).join(',\n')
  const wide = (item: string) =>
    codes(
      library(
        `schema S {\n${fields}\n}`,
        "stream s from files 'x.csv' {\n  schema S\n}",
        `stream r =\n  from s\n  select ${item}`,
      ),
    )
  expect(wide('*, column_132 as again')).toEqual([])
  expect(wide('column_133')).toEqual(['FLOW2006'])
})
