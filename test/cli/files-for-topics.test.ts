// Data files in place of topics, fixtures of every format, and programs that a test expects not to compile.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli, type CliResult } from '../kit/run-cli.js'

const flow = (meta: string, select: string, steps = ''): string => `pipeline iot {
  owner  'team-iot'
}

schema Reading {
  id   int not null,
  kwh  decimal(5, 2)
}

stream readings from kafka ('iot.reading.made.v1', 'iot.reading.fixed.v1') {
  schema  Reading
  ${meta}
}

stream seen =
  from readings
  ${select}

sink kafka 'iot.reading.seen.v1' from seen append {
  format  json
}
${steps}`
const META = "meta { t = topic, p = partition, o = offset, trace = header 'x' as text }"
const NDJSON = '{"id": 1, "kwh": 1.5}\n{"id": 2}\n'

let cwd = ''
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-files-'))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

function flowc(files: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<CliResult> {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text)
  return runCli(argv, { cwd })
}

it('stand for partition 0 of the first topic: counted, without headers', async () => {
  const files = { 'iot.flow': flow(META, 'select id, t, p, o, trace'), 'r.ndjson': NDJSON }
  const result = await flowc(files, 'run', 'iot.flow', '--input', 'readings=r.ndjson', '-o', 'out')
  expect(result.exit, result.all).toBe(0)
  const rows = readFileSync(join(cwd, 'out', 'iot.reading.seen.v1.ndjson'), 'utf8')
    .trim()
    .split('\n')
  expect(rows.map((r) => JSON.parse(r) as object)).toEqual([
    { id: 1, t: 'iot.reading.made.v1', p: 0, o: 0, trace: null },
    { id: 2, t: 'iot.reading.made.v1', p: 0, o: 1, trace: null },
  ])
})

it('have no timestamp: a program that reads it is not run', async () => {
  const files = { 'iot.flow': flow('meta { at = timestamp }', 'select id, at'), 'r.ndjson': NDJSON }
  const result = await flowc(files, 'run', 'iot.flow', '--input', 'readings=r.ndjson', '-o', 'out2')
  expect(result.exit).toBe(1)
  expect(result.stderr).toContain('error[FLOW5034]: `readings` reads the timestamp of its records, and a data file has none')
})

it.each([
  ['rows.ndjson', NDJSON],
  ['rows.json', '[{"id": 1, "kwh": 1.5}, {"id": 2}]'],
  ['rows.csv', 'id,kwh\n1,1.5\n2,\n'],
])('are given in tests: %s', async (name, text) => {
  const steps = `
test 'rows of a file' for iot {
  given readings from '${name}'
  expect seen
    | id | kwh  | o |
    | 1  | 1.50 | 0 |
    | 2  | null | 1 |
}
`
  const result = await flowc({ 'iot.flow': flow(META, 'select id, kwh, o', steps), [name]: text }, 'test', 'iot.flow')
  expect(result.exit, result.all).toBe(0)
  expect(result.stdout).toContain('1 test: 1 passed')
})

it('a program that a test expects not to compile is tested, and neither built nor run', async () => {
  const steps = "\ntest 'no such column' for iot {\n  expect error 'FLOW2006'\n}\n"
  const files = { 'iot.flow': flow(META, 'select idd', steps) }
  const tested = await flowc(files, 'test', 'iot.flow')
  expect(tested.exit, tested.all).toBe(0)
  expect(tested.stdout).toContain('ok    no such column')
  expect((await flowc(files, 'check', 'iot.flow')).exit).toBe(0)
  const ran = await flowc(files, 'run', 'iot.flow', '--input', 'readings=r.ndjson')
  expect(ran.exit).toBe(1)
  expect(ran.stderr).toContain("error[FLOW5033]: pipeline `iot` does not compile, as its test 'no such column' expects")
})

it('shows a file that is not there, or does not fit, at the step that names it', async () => {
  const text = flow('', 'select id', "\ntest 't' for iot {\n  given readings from 'gone.ndjson'\n  expect nothing from seen\n}\n")
  const at = `iot.flow:${text.split('\n').findIndex((l) => l.includes('gone.ndjson')) + 1}:3`
  const gone = await flowc({ 'iot.flow': text }, 'test', 'iot.flow')
  expect(gone.exit).toBe(2)
  expect(gone.all).toContain('error[FLOW0101]: there is no file or folder `gone.ndjson`')
  expect(gone.all).toContain(at)
  const bad = await flowc({ 'iot.flow': text, 'gone.ndjson': '{"id": "one"}\n' }, 'test', 'iot.flow')
  expect(bad.exit).toBe(1)
  expect(bad.all).toContain('gone.ndjson line 1')
  expect(bad.all).toContain(at)
})
