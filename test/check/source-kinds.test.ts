// Change events and heartbeats: what their blocks may say, what their columns are, what tests may give them.
import { describe, expect, it } from 'vitest'
import { spell } from '../../src/ir/types.js'
import { checkProgram } from '../support/check-program.js'
import { codes, CONNECTION, CUSTOMERS, LAKE, library, PIPELINE } from './base.js'

const ACCOUNT = 'schema Account {\n  id bigint not null,\n  name string,\n  born date\n}'
const events = (...clauses: readonly string[]): readonly string[] =>
  codes(
    library(
      CONNECTION,
      ACCOUNT,
      `stream s from cdc db 'public.a' as events {\n  schema Account\n${clauses.map((c) => `  ${c}\n`).join('')}}`,
    ),
  )

describe('what is read from a database', () => {
  const source = (head: string, ...clauses: readonly string[]): readonly string[] => {
    const kafka = "connection k kafka {\n  bootstrap  env('K')\n}"
    const block = `${head} {\n  schema Account\n${clauses.map((c) => `  ${c}\n`).join('')}}`
    return codes(library(CONNECTION, kafka, ACCOUNT, block))
  }

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['is a table', "table s from cdc db 'public.a'", ['primary key id'], []],
    ['is no stream but of events', "stream s from cdc db 'public.a'", [], ['FLOW4008']],
    ['is no table of events', "table s from cdc db 'public.a' as events", ['primary key id'], ['FLOW4008']],
    ['is not on a cluster of Kafka', "table s from cdc k 'public.a'", ['primary key id'], ['FLOW5017']],
    ['is not on a cluster of Kafka, as events too', "stream s from cdc k 'public.a' as events", [], ['FLOW5017']],
  ])('%s', (_, head, clauses, expected) => {
    expect(source(head, ...clauses)).toEqual(expected)
  })
})

describe('change events', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['with nothing but a schema', [], []],
    ['with their commit time', ['time commit late by 5 seconds, idle after 1 minute'], []],
    ['in Avro by an inline schema', ['format avro'], ['FLOW3413']],
    ['whose late rows leave', ['time commit late by 5 seconds, idle after 1 minute', 'late to dlq'], []],
    ['whose late rows have a name', ['time commit late by 5 seconds, idle after 1 minute', 'late as behind'], []],
    ['with a primary key', ['primary key id'], ['FLOW5013']],
    ['with a message key', ['message key id as text'], ['FLOW5013']],
    ['with a start', ['start latest'], ['FLOW5013']],
    ['with a time from the row', ['time born late by 5 seconds'], ['FLOW4025']],
    ['with a time that says no lateness', ['time commit'], ['FLOW4025']],
    ['with a snapshot', ['snapshot at born'], ['FLOW5013']],
    ['without deletes', ['deletes never'], ['FLOW5013']],
  ])('%s', (_, clauses, expected) => {
    expect(events(...clauses)).toEqual(expected)
  })

  it('have four columns, every field of both rows nullable', () => {
    const { model } = library(CONNECTION, ACCOUNT, "stream s from cdc db 'public.a' as events {\n  schema Account\n}")
    const type = model.scopes.get('main.flow')!.get('s')!.type
    const row = 'ROW<`id` BIGINT, `name` STRING, `born` DATE>'
    expect(type!.columns.map((c) => `${c.name} ${spell(c)}`)).toEqual([
      'op STRING NOT NULL',
      `before ${row}`,
      `after ${row}`,
      'commit_time TIMESTAMP_LTZ(3) NOT NULL',
    ])
    expect([type!.change.value, type!.time]).toEqual(['append', { column: 'commit_time', family: 'timestamp_ltz' }])
  })

  it.each<[string, string, readonly string[]]>([
    ['every kind of event', "c | 't' | 1 | | |\n    | t | 't' | | | |\n    | d | 't' | 1 | |", []],
    ['a row before an update', "u | 't' | 1 | | row(1, 'x')", []],
    ['no row before an update', "u | 't' | 1 | | null", []],
    ['a row before a create', "c | 't' | 1 | | row(1, 'x')", ['FLOW7002']],
    ['a row before a delete beside the columns', "d | 't' | 1 | | row(1, 'x')", ['FLOW7002']],
    ['a row of too few fields', "u | 't' | 1 | | row(1)", ['FLOW7002']],
    ['a change that is none', "+I | 't' | 1 | |", []],
    ['a word that is no change', "x | 't' | 1 | |", ['FLOW7002']],
  ])('in a test take %s', (_, rows, expected) => {
    const at = "'2026-01-01 00:00:00'"
    const text = `given changes\n    | @op | @time | customer_id | name | @before |\n    | ${rows.replaceAll("'t'", at)} |`
    const checked = checkProgram({
      'main.flow': [
        PIPELINE,
        CONNECTION,
        'schema Customer {\n  customer_id bigint not null,\n  name string\n}',
        "stream changes from cdc db 'public.customers' as events {\n  schema Customer\n}",
        'stream ops =\n  from changes\n  select op',
        LAKE,
        'sink lake.shop.ops from ops append',
        `test 'x' for shop {\n  ${text}\n}`,
      ].join('\n'),
    })
    expect(checked.lines.filter((l) => !/^FLOW(4|7010)/.test(l)).map((l) => l.split(' ')[0])).toEqual(expected)
  })

  it('and only they have a row before', () => {
    const checked = checkProgram({
      'main.flow': [
        PIPELINE,
        CUSTOMERS,
        LAKE,
        'sink lake.shop.customers from customers upsert',
        "test 'x' for shop {\n  given customers\n    | @time | customer_id | @before |\n    | '2026-01-01 00:00:00' | 1 | null |\n}",
      ].join('\n'),
    })
    expect(checked.lines).toEqual([
      expect.stringMatching(/FLOW7005 .*`@before` cannot stand here: it is the row before an update, which `as events` reads/),
    ])
  })
})

describe('a heartbeat', () => {
  it.each<[string, string, readonly string[]]>([
    ['every second', 'stream s every 1 second', []],
    ['every 90 seconds', 'stream s every 90 seconds', []],
    ['every day', 'stream s every 1 day', []],
    ['below a second', 'stream s every 500 milliseconds', ['FLOW4052']],
    ['that is no whole number of seconds', 'stream s every 1500 milliseconds', ['FLOW4052']],
    ['slower than a day', 'stream s every 2 days', ['FLOW4052']],
    ['that is a table', 'table s every 1 minute', ['FLOW4052']],
    ['with a schema', `${ACCOUNT}\nstream s every 1 minute {\n  schema Account\n}`, ['FLOW5013']],
    ['with an event time', 'stream s every 1 minute {\n  time beat_time late by 1 second\n}', ['FLOW5013']],
  ])('%s', (_, text, expected) => {
    expect(codes(library(text))).toEqual(expected)
  })

  it('has no more beats in a step of a test than fit into memory', () => {
    const advance = (by: string): readonly string[] =>
      checkProgram({
        'main.flow': `${PIPELINE}${LAKE}stream beat every 1 second\nsink lake.shop.beats from beat append\ntest 'x' for shop {\n  advance ${by}\n  expect nothing from beat\n}\n`,
      }).lines
    expect(advance('1 day')).toEqual([])
    expect(advance('3000 days')).toEqual([
      expect.stringMatching(/FLOW7008 .*it would be 259200000 beats of `beat`, and a test takes 100000/),
    ])
  })

  it('comes from the clock, not from rows', () => {
    const program = (step: string): readonly string[] =>
      checkProgram({
        'main.flow': [
          PIPELINE,
          LAKE,
          'stream beat every 1 minute',
          'stream beats =\n  from beat\n  select beat_time',
          'sink lake.shop.beats from beats append',
          `test 'x' for shop {\n  ${step}\n  expect nothing from beats\n}`,
        ].join('\n'),
      }).lines
    expect(program("given beat\n    | beat_time |\n    | '2026-01-01 00:00:00' |")).toEqual([
      expect.stringMatching(/FLOW7008 .*`given beat` is not possible here: a heartbeat comes from the clock/),
    ])
    expect(program("given beat from 'x.ndjson'")).toEqual([expect.stringMatching(/FLOW7008/)])
    expect(program('advance 5 minutes')).toEqual([])
  })
})

describe('a table of a lake', () => {
  const lake = (schema: string, ...clauses: readonly string[]): readonly string[] =>
    codes(
      library(
        LAKE,
        `schema S {\n  ${schema}\n}`,
        `stream s from iceberg lake.sales.orders {\n${['schema S', ...clauses].map((c) => `  ${c}\n`).join('')}}`,
      ),
    )
  const AT = 'id bigint not null,\n  at timestamp(3) not null'

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['read to its end', AT, ['until latest'], []],
    ['with an event time', AT, ['time at', 'until latest'], []],
    ['whose lateness is accepted out loud', AT, ['time at', 'until latest', 'late accept'], []],
    ['with microseconds and nested values', 'a array<timestamp(6)>,\n  r row<x int>,\n  b bytes', ['until latest'], []],
    ['read for ever', AT, [], ['FLOW1900']],
    ['read as it was', AT, ["until at '2026-01-01 00:00:00'"], ['FLOW4053']],
    ['whose late rows leave', AT, ['time at', 'until latest', 'late to dlq'], ['FLOW4053']],
    ['with a time that is none', AT, ['time id', 'until latest'], ['FLOW4001']],
    ['with a SMALLINT', 'id smallint', ['until latest'], ['FLOW4053']],
    ['with a text of some length', 'id varchar(5),\n  c char(2)', ['until latest'], ['FLOW4053', 'FLOW4053']],
    ['with a time of day', 'id time', ['until latest'], ['FLOW4053']],
    ['with milliseconds inside an array', 'a array<timestamp(3)>', ['until latest'], ['FLOW4053']],
    ['with nanoseconds', 'a timestamp(9)', ['until latest'], ['FLOW4053']],
    [
      'with a key, a start and a format',
      AT,
      ['until latest', 'message key id as text', 'start latest', 'format json'],
      ['FLOW5013', 'FLOW5013', 'FLOW5013'],
    ],
    ['with metadata', AT, ['until latest', 'meta { off = offset }'], ['FLOW5013']],
  ])('%s', (_, schema, clauses, expected) => {
    expect(lake(schema, ...clauses)).toEqual(expected)
  })

  it.each<[string, string, readonly string[]]>([
    ['without a schema', 'stream s from iceberg lake.sales.orders {\n  until latest\n}', ['FLOW3401']],
    ['with one of the registry', 'stream s from iceberg lake.sales.orders {\n  schema registry\n  until latest\n}', ['FLOW3401']],
    [
      'of a catalog that is not there',
      `schema S {\n  id int\n}\nstream s from iceberg lak.a.b {\n  schema S\n  until latest\n}`,
      ['FLOW2008'],
    ],
    [
      'without a namespace',
      `schema S {\n  id int\n}\nstream s from iceberg lake.b {\n  schema S\n  until latest\n}`,
      ['FLOW5017'],
    ],
    ['as a table', `schema S {\n  id int\n}\ntable s from iceberg lake.a.b {\n  schema S\n  until latest\n}`, ['FLOW1900']],
  ])('%s', (_, text, expected) => {
    expect(codes(library(LAKE, text))).toEqual(expected)
  })
})

describe('a history', () => {
  const ORDER = 'schema S {\n  id bigint not null,\n  ms bigint not null,\n  small smallint,\n  at timestamp(3) not null\n}'
  const PLAIN = ORDER.replace('  small smallint,\n', '')
  const stream = (schema: string, ...clauses: readonly string[]): readonly string[] =>
    codes(library(LAKE, schema, `stream s from kafka 'a.b.c.v1' {\n${['schema S', ...clauses].map((c) => `  ${c}\n`).join('')}}`))
  const TIME = 'time at late by 5 seconds, idle after 1 minute'
  const HISTORY = "history from iceberg lake.sales.orders until '2026-01-01 00:00:00' then kafka"

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['before a topic', PLAIN, [TIME, HISTORY], []],
    ['by a number', PLAIN, [TIME.replace('at late', 'ms as epoch millis late'), HISTORY], []],
    ['with late rows of the topic', PLAIN, [TIME, HISTORY, 'late to dlq'], []],
    ['with named late rows', PLAIN, [TIME, HISTORY, 'late as behind'], []],
    ['without an event time', PLAIN, [HISTORY], ['FLOW4054']],
    ["with the record's own time", PLAIN, ["time metadata('timestamp') late by 5 seconds", HISTORY], ['FLOW4054']],
    ['with metadata', PLAIN, [TIME, HISTORY, 'meta { off = offset }'], ['FLOW4054']],
    ['that accepts lateness', PLAIN, [TIME, HISTORY, 'late accept'], ['FLOW4054']],
    ['with a type that Iceberg has not', ORDER, [TIME, HISTORY], ['FLOW4054']],
    ['until no time', PLAIN, [TIME, HISTORY.replace('2026-01-01 00:00:00', 'then')], ['FLOW4054']],
    ['of no catalog', PLAIN, [TIME, HISTORY.replace('lake.', 'lak.')], ['FLOW2008']],
  ])('%s', (_, schema, clauses, expected) => {
    expect(stream(schema, ...clauses)).toEqual(expected)
  })

  it('belongs to topics', () => {
    const text = `${PLAIN}\nstream s from files 'x.ndjson' {\n  schema S\n  time at\n  ${HISTORY}\n}`
    expect(codes(library(LAKE, text))).toEqual(['FLOW5013'])
  })

  it('takes no row behind the first one of the topic, and no file', () => {
    const program = (given: string): readonly string[] =>
      checkProgram({
        'main.flow': [
          PIPELINE,
          LAKE,
          PLAIN,
          `stream s from kafka 'a.b.c.v1' {\n  schema S\n  ${TIME}\n  ${HISTORY}\n}`,
          'stream r =\n  from s\n  select id',
          'sink lake.shop.r from r append',
          `test 'x' for shop {\n  given s ${given}\n  expect nothing from r\n}`,
        ].join('\n'),
      }).lines
    const rows = (...times: readonly string[]): string =>
      `\n    | id | ms | at |${times.map((t) => `\n    | 1 | 1 | '${t}' |`).join('')}`
    expect(program(rows('2025-01-01 00:00:00', '2026-01-01 00:00:00', '2026-01-01 00:00:01'))).toEqual([])
    expect(program(rows('2026-01-01 00:00:00', '2025-12-31 23:59:59.999'))).toEqual([
      expect.stringMatching(/FLOW7002 .*`at`: the row is of the history, which has been read to its end/),
    ])
    expect(program("from 'x.ndjson'")).toEqual([expect.stringMatching(/FLOW7008/)])
  })
})
