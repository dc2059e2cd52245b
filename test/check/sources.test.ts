// Sources, good and bad: schema, format, event time, keys, positions.
import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'
import { codes, library, CONNECTION, ORDER, PIPELINE } from './base.js'

const kafka = (...clauses: readonly string[]): readonly string[] =>
  codes(
    library(ORDER, `stream s from kafka 'shop.order.created.v1' {\n  schema Order\n${clauses.map((c) => `  ${c}\n`).join('')}}`),
  )
const files = (path: string, schema: string, ...clauses: readonly string[]): readonly string[] =>
  codes(library(schema, `stream s from files '${path}' {\n  schema S\n${clauses.map((c) => `  ${c}\n`).join('')}}`))
const cdc = (schema: string, ...clauses: readonly string[]): readonly string[] =>
  codes(library(CONNECTION, schema, `table t from cdc db 'public.t' {\n  schema S\n${clauses.map((c) => `  ${c}\n`).join('')}}`))
const SECOND = "connection c2 kafka {\n  bootstrap  env('C2')\n}\n"
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
    ['read from no time', ["start at 'yesterday'"], ['FLOW4030']],
    ['read from where its group has come to', ['start committed else latest'], []],
    ['read from where its group has come to, or not at all', ['start committed'], ['FLOW4031']],
    ['read to its end', ['until latest'], []],
    ['read between two times', ["start at '2026-01-01 00:00:00'", "until at '2026-01-02 00:00:00'"], []],
    ['read to no time', ["until at 'tomorrow'"], ['FLOW4030']],
    ['read from its end to its end', ['start latest', 'until latest'], ['FLOW4030']],
    ['read backwards', ["start at '2026-01-02 00:00:00'", "until at '2026-01-02 00:00:00'"], ['FLOW4030']],
    [
      'with an end, whose late rows are accepted until then',
      ['time created_at late by 1 minute, idle after 1 minute', 'until latest', 'late accept'],
      [],
    ],
    ['read by four', ['parallelism 4'], []],
    ['read by nobody', ['parallelism 0'], ['FLOW4036']],
    ['that fails at what it cannot decode', ['invalid fail'], []],
    ['that cannot go on at what it cannot decode', ['invalid to dlq'], ['FLOW4032']],
    [
      'with everything that a record has',
      ['meta { t = topic, p = partition, o = offset, ts = timestamp, tt = timestamp type, e = leader epoch, h = headers }'],
      [],
    ],
    ['with a header as text and as bytes', ["meta { a = header 'x' as text, b = header 'x' as raw }"], []],
    ['with a header in no form', ["meta { a = header 'x' }"], ['FLOW4035']],
    ['with a header in an unknown form', ["meta { a = header 'x' as avro }"], ['FLOW4035']],
    ['with a header without a name', ["meta { a = header '' as text }"], ['FLOW4035']],
    ['with an offset as text', ['meta { a = offset as text }'], ['FLOW4035']],
    ['with a meta column named as a field', ['meta { region = topic }'], ['FLOW4035']],
    ['with two meta columns of one name', ['meta { a = topic, a = partition }'], ['FLOW4035']],
    ['whose event time is its meta column', ['meta { ts = timestamp }', 'time ts late by 1 minute'], []],
    ['whose event time is an offset', ['meta { o = offset }', 'time o as epoch millis late by 1 minute'], ['FLOW2006']],
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
      ['FLOW4030', 'FLOW2006', 'FLOW5008', 'FLOW5013'],
    ],
  ])('%s', (_, clauses, expected) => {
    expect([...kafka(...clauses)].sort()).toEqual([...expected].sort())
  })

  const from = (text: string, schema = 'schema Order'): readonly string[] =>
    codes(library(ORDER, SECOND, CONNECTION, `stream s from kafka ${text} {\n  ${schema}\n}`))
  it.each<[string, string, readonly string[]]>([
    ['of a second cluster', "c2 'a'", []],
    ['of a cluster that is not declared', "c3 'a'", ['FLOW2008']],
    ['of a database', "db 'a'", ['FLOW5017']],
    ['among several', "('a', 'b')", []],
    ['twice among several', "('a', 'b', 'a')", ['FLOW4034']],
    ['among several of a second cluster, with a name that Kafka refuses', "c2 ('a', 'b c')", ['FLOW5011']],
    ['by a pattern', "pattern 'iot\\..*'", []],
    ['by a pattern of a second cluster', "c2 pattern 'iot\\.[a-z]+'", []],
    ['by no pattern', "pattern 'iot('", ['FLOW4033']],
    ['by an empty pattern', "pattern ''", ['FLOW4033']],
    ['by a pattern with anchors', "pattern '^iot$'", ['FLOW4033']],
    ['by a pattern that only Java reads', "pattern 'a++'", ['FLOW4033']],
    ['by a pattern that Java reads in another way', "pattern '[a-z&&b]'", ['FLOW4033']],
    ['by a pattern that only JavaScript reads', "pattern 'a[^]'", ['FLOW4033']],
    ['whose last record of a key counts', "'a' compacted", ['FLOW1900']],
  ])('%s', (_, text, expected) => {
    expect(from(text)).toEqual(expected)
  })

  it('has one schema for all topics that are read together, so that it has to be named', () => {
    expect(from("('a', 'b')", '')).toEqual(['FLOW3401'])
    expect(from("pattern 'a.*'", 'schema registry')).toEqual(['FLOW3401'])
    expect(from("pattern 'a.*'", "schema registry subject 'a-value'")).toEqual(['FLOW3402'])
  })

  const job = (source: string, ...more: readonly string[]): readonly string[] =>
    checkProgram({
      'main.flow': [
        PIPELINE,
        ORDER,
        SECOND,
        `stream s from kafka ${source}`,
        "sink kafka 'shop.order.copied.v1' from s append {\n  message key  order_id as text\n}",
        ...more,
      ].join('\n'),
    }).lines

  it('may not match what the pipeline writes itself', () => {
    expect(job("pattern 'shop\\..*' {\n  schema Order\n}")).toEqual([
      'FLOW4033 20:15 topic pattern `shop\\..*`: `shop.order.copied.v1` matches it, and the pipeline writes that: it would read its own rows',
    ])
    expect(job("pattern 'shop\\.order\\.c[a-z]+' {\n  schema Order\n}")).toEqual([])
    expect(job("c2 pattern 'shop\\..*' {\n  schema Order\n}")).toEqual([])
  })

  it('has a partition for each of its readers, where it says how many there are', () => {
    const block = "topic 'shop.order.created.v1' {\n  partitions 2\n}"
    const read = (n: number, idle = 'never'): string =>
      `'shop.order.created.v1' {\n  schema Order\n  time created_at late by 1 second, idle ${idle}\n  parallelism ${n}\n}`
    expect(job(read(2), block)).toEqual([])
    expect(job(read(3), block).map((l) => l.split(' ')[0])).toEqual(['FLOW4036'])
    // those without a partition are idle like the others
    expect(job(read(3, 'after 1 minute'), block)).toEqual([])
    expect(job(read(3))).toEqual([])
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
    ['with a column for its time of change', FLAT, ['primary key id', 'time at late by 1 minute'], ['FLOW4050']],
    ['whose rows are never deleted, with that', FLAT, ['primary key id', 'time at late by 1 minute', 'deletes never'], []],
    ['dated by a number', FLAT, ['primary key id', 'time id as epoch millis late by 1 minute', 'deletes never'], []],
    [
      'dated by a column that may be NULL',
      FLAT,
      ['primary key id', 'time name late by 1 minute', 'deletes never'],
      ['FLOW4002', 'FLOW4001'],
    ],
    ['dated by its records', FLAT, ['primary key id', "time metadata('timestamp') late by 1 minute"], ['FLOW4025']],
    ['whose snapshot is dated by a column', FLAT, ['primary key id', 'snapshot at at'], []],
    ['whose snapshot is dated by a column that is not there', FLAT, ['primary key id', 'snapshot at att'], ['FLOW2006']],
    ['whose snapshot is dated by a text', FLAT, ['primary key id', 'snapshot at name'], ['FLOW4002', 'FLOW4001']],
    [
      'whose snapshot is dated although every row is',
      FLAT,
      ['primary key id', 'time at late by 1 minute', 'deletes never', 'snapshot at at'],
      ['FLOW4051'],
    ],
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
  expect(check("  start at 'x'\n")).toEqual(['FLOW4030'])
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
