// What complete.test.ts demands of relations, here of what is made of them: sinks, topics, pipelines, tests, functions, connections.
import { describe, expect, it } from 'vitest'
import {
  catalog,
  connection,
  days,
  env,
  fn,
  fnFromJava,
  kafka,
  minutes,
  pipeline,
  secret,
  t,
  topic,
} from '../../src/api/index.js'
import type * as ast from '../../src/surface/ast.js'
import type { CellNode } from '../../src/surface/test-nodes.js'
import { check, kinds, last, type All } from './kinds.js'
import { orders } from './rows.js'
import { loose } from './support.js'

const any = (object: unknown) => loose(object)
const lake = catalog('lake', { uri: env('U'), warehouse: 'w' })
const shop = pipeline('shop')

describe('sinks', () => {
  const sink = (properties: object) => (): unknown => any(shop).sinkAppend!(orders, kafka('x'), properties)
  const made = {
    'message key': sink({ messageKey: { columns: 'a' } }),
    key: sink({ key: ['a'] }),
    'partition by': sink({ partitionBy: [days('a')] }),
    'format version': sink({ formatVersion: 2 }),
    format: sink({ format: 'json' }),
    with: sink({ with: { a: 'b' } }),
    throughput: sink({ throughput: 1 }),
    partitions: sink({ partitions: 1 }),
    'partitions for': sink({ partitionsFor: 1 }),
    replicas: sink({ replicas: 1 }),
    'min insync': sink({ minInsync: 1 }),
    retention: sink({ retention: days(1) }),
    cleanup: sink({ cleanup: 'delete' }),
  } satisfies All<ast.SinkProperty['kind']>
  check(made, (p) => (last(p) as ast.SinkDecl).properties.map((x) => x.kind))

  const targets = {
    kafka: () => shop.sinkAppend(orders, kafka('x')),
    catalog: () => shop.sinkAppend(orders, lake.table('x')),
  } satisfies All<ast.SinkDecl['target']['kind']>
  kinds('targets', targets, (p) => [(last(p) as ast.SinkDecl).target.kind])
  const modes = {
    append: () => shop.sinkAppend(orders, kafka('x')),
    upsert: () => shop.sinkUpsert(orders, kafka('x')),
  } satisfies All<ast.SinkDecl['mode']>
  kinds('modes', modes, (p) => [(last(p) as ast.SinkDecl).mode])
})

describe('topics', () => {
  const made = {
    throughput: () => topic('x', { throughput: 1 }),
    partitions: () => topic('x', { partitions: 1 }),
    'partitions for': () => topic('x', { partitionsFor: 1 }),
    replicas: () => topic('x', { replicas: 1 }),
    'min insync': () => topic('x', { minInsync: 1 }),
    retention: () => topic('x', { retention: days(1) }),
    cleanup: () => topic('x', { cleanup: 'delete' }),
  } satisfies All<ast.TopicProperty['kind']>
  check(made, (x) => (last(x) as ast.TopicDecl).properties.map((p) => p.kind))
})

describe('pipelines', () => {
  const made = {
    owner: () => pipeline('x', { owner: 'x' }),
    dlq: () => pipeline('x', { dlq: 'x' }),
    'time zone': () => pipeline('x', { timeZone: 'UTC' }),
    sla: () => pipeline('x', { sla: minutes(1) }),
    tuning: () => pipeline('x', { tuning: {} }),
    checkpoint: () => pipeline('x', { checkpoint: { every: minutes(1), mode: 'exactly once' } }),
  } satisfies All<ast.PipelineProperty['kind']>
  check(made, (p) => (last(p) as ast.PipelineDecl).properties.map((x) => x.kind))

  const tuning = {
    'mini batch': () => pipeline('x', { tuning: { miniBatch: minutes(1) } }),
    'align drift': () => pipeline('x', { tuning: { alignDrift: minutes(1) } }),
    'watermarks every': () => pipeline('x', { tuning: { watermarksEvery: minutes(1) } }),
    parallelism: () => pipeline('x', { tuning: { parallelism: 1 } }),
    'max parallelism': () => pipeline('x', { tuning: { maxParallelism: 1 } }),
  } satisfies All<ast.TuningNode['kind']>
  kinds('tuning', tuning, (p) =>
    (last(p) as ast.PipelineDecl).properties.flatMap((x) => (x.kind === 'tuning' ? x.items.map((i) => i.kind) : [])),
  )
})

describe('tests', () => {
  const steps = {
    given: (s) => s.given!(orders, [{ a: 1 }]),
    expect: (s) => s.expect!(orders, [{ a: 1 }]),
    'expect changes': (s) => s.expectChanges!(orders, [{ '@op': '+I', a: 1 }]),
    'expect dlq': (s) => s.expectDlq!([{ a: 1 }]),
    'expect nothing': (s) => s.expectNothing!(orders),
    watermark: (s) => s.watermark!(orders, '2026-01-01 00:00:00'),
    'expect watermark': (s) => s.expectWatermark!(orders, '2026-01-01 00:00:00'),
    advance: (s) => s.advance!(minutes(1)),
    restart: (s) => s.restart!(),
    idle: (s) => s.idle!(orders),
    end: (s) => s.end!(),
    open: (s) => s.open!(),
    'expect error': (s) => s.expectError!('FLOW4004'),
  } satisfies Readonly<Record<ast.TestStep['kind'], (s: ReturnType<typeof loose>) => unknown>>
  for (const [kind, step] of Object.entries(steps))
    it(kind, () => {
      const made = last(shop.test('x', (s) => step(any(s)) as never)) as ast.TestDecl
      expect(made.steps.map((s) => s.kind)).toEqual([kind])
    })

  const rows = { table: (s) => s.given!(orders, [{ a: 1 }]), file: (s) => s.givenFile!(orders, 'x') } satisfies Readonly<
    Record<(ast.TestStep & { kind: 'given' })['rows']['kind'], (s: ReturnType<typeof loose>) => unknown>
  >
  for (const [kind, step] of Object.entries(rows))
    it(`given: ${kind}`, () => {
      const made = last(shop.test('x', (s) => step(any(s)) as never)) as ast.TestDecl
      expect(made.steps).toMatchObject([{ rows: { kind } }])
    })

  const cells = {
    number: () => ({ a: 1 }),
    string: () => ({ a: 'x' }),
    word: () => ({ '@op': 'u' }),
    'row kind': () => ({ '@op': '+U' }),
    boolean: () => ({ a: true }),
    null: () => ({ a: null }),
    array: () => ({ a: [] }),
    row: () => ({ a: { b: 1 } }),
    map: () => ({ a: new Map() }),
  } satisfies All<CellNode['kind']>
  kinds('cells', cells, (row) => {
    const { steps } = last(shop.test('x', (s) => any(s).given!(orders, [row]))) as ast.TestDecl
    return JSON.stringify(steps).match(/(?<="cells":\[\{"kind":")[^"]+/g) ?? []
  })
})

describe('functions', () => {
  const made = {
    macro: () => fn('f', { a: t.int() }, (p) => p.a),
    java: () => fnFromJava('f', { a: t.int() }, t.int(), { class: 'x' }),
  } satisfies All<ast.FnDecl['body']['kind']>
  check(made, (f) => [(last(f) as ast.FnDecl).body.kind])
  const properties = {
    jar: () => fnFromJava('f', { a: t.int() }, t.int(), { class: 'x', jar: 'y' }),
    locally: () => fnFromJava('f', { a: t.int() }, t.int(), { class: 'x', locally: (p) => p.a }),
  } satisfies All<ast.FnProperty['kind']>
  kinds('of Java', properties, (f) => {
    const { body } = last(f) as ast.FnDecl
    return body.kind === 'java' ? body.properties.map((p) => p.kind) : []
  })
})

describe('values of connections', () => {
  const made = { text: () => 'x', number: () => 5, env: () => env('X'), secret: () => secret('X') } satisfies All<
    ast.ConfigValueNode['kind']
  >
  check(made, (port) => {
    const properties = { host: 'h', database: 'd', user: 'u', password: secret('P'), port }
    const node = last(any({ connection }).connection!('c', 'postgres', properties)) as ast.ConnectionDecl
    return [node.properties.at(-1)!.value.kind]
  })
})
