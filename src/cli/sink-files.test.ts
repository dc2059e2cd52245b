import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SinkOperator } from '../ir/plan.js'
import type { RowKind } from '../ir/test-plan.js'
import { BIGINT, BYTES, decimal, STRING } from '../ir/types.js'
import type { Row } from '../runtime/value.js'
import { createSinkFiles } from './sink-files.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowc-sinks-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const row = [
  { name: 'id', type: BIGINT, nullable: false },
  { name: 'name', type: STRING, nullable: true },
  { name: 'amount', type: decimal(10, 2), nullable: true },
]
const sink = (id: string, mode: 'append' | 'upsert', topic = 'a.b'): SinkOperator => ({
  kind: 'sink',
  id,
  name: topic,
  mode,
  inputs: [],
  columns: [],
  ports: [],
  traits: { change: 'append', keys: [], time: null, watermark: [], state: { bound: 'none', detail: '' } },
  relation: '',
  origin: { declaration: 'd', start: 0, end: 0 },
  row,
  key: [0],
  target: {
    kind: 'kafka',
    topic,
    format: 'json',
    subject: null,
    keyFormat: 'text',
    role: 'result',
    owned: { throughput: null, partitions: null, replicas: null, minInsyncReplicas: null, retention: null, cleanup: null },
  },
})

function written(mode: 'append' | 'upsert', changes: readonly (readonly [RowKind, Row])[]): readonly string[] {
  const files = createSinkFiles(folder, [sink('s', mode)], { shown: (p) => p, onInterrupt: () => () => {} })
  for (const [kind, values] of changes) files.write('s', { kind, row: values })
  files.finish()
  return readFileSync(join(folder, 'a.b.ndjson'), 'utf8').split('\n').slice(0, -1)
}

it('writes columns in their order, numbers without loss', () => {
  expect(written('append', [['+I', [9007199254740993n, 'a"b\n', -150n]]])).toEqual([
    '{"id":9007199254740993,"name":"a\\"b\\n","amount":"-1.50"}',
  ])
})

it('takes the new row of an update; an old row that nothing replaces is a delete', () => {
  const ops = written('upsert', [
    ['+I', [1n, 'a', null]],
    ['-U', [1n, 'a', null]],
    ['+U', [1n, 'b', null]],
    ['-U', [1n, 'b', null]],
    ['+I', [2n, 'c', null]],
    ['-D', [2n, 'c', null]],
    ['+I', [3n, 'd', null]],
    ['-U', [3n, 'd', null]],
  ]).map((line) => {
    const { '@op': op, id, name } = JSON.parse(line) as Record<string, unknown>
    return `${op} ${id} ${name}`
  })
  expect(ops).toEqual(['+I 1 a', '+U 1 b', '-D 1 b', '+I 2 c', '-D 2 c', '+I 3 d', '-D 3 d'])
})

it('gives sinks of one name files of their own', () => {
  const files = createSinkFiles(folder, [sink('s', 'append', 'a/b'), sink('t', 'append', 'a_b')], {
    shown: (p) => p,
    onInterrupt: () => () => {},
  })
  files.finish()
  expect(files.outputs().map((o) => o.file.slice(folder.length + 1))).toEqual(['a_b.ndjson', 'a_b-2.ndjson'])
})

it('writes bytes in base64, in the file and for people', () => {
  const bytes: SinkOperator = { ...sink('s', 'append'), row: [{ name: 'b', type: BYTES, nullable: true }] }
  const files = createSinkFiles(folder, [bytes], { shown: (p) => p, onInterrupt: () => () => {} })
  files.write('s', { kind: '+I', row: [Uint8Array.of(0xff, 0)] })
  files.finish()
  expect(readFileSync(join(folder, 'a.b.ndjson'), 'utf8')).toBe('{"b":"/wA="}\n')
  expect(files.outputs()[0]!.sample).toEqual([['/wA=']])
})
