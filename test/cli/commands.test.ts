// Commands on the examples: what they print, what they write, that the same input gives the same bytes.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../src/diagnostics/catalog.js'
import { runCli } from '../kit/run-cli.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const examples = readdirSync(join(root, 'examples'))
let cwd = ''
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-commands-'))
  cpSync(join(root, 'examples'), join(cwd, 'examples'), { recursive: true })
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))
const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((c) => c()))

const filesBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e): [string, string] => [
        join(e.parentPath, e.name).slice(folder.length + 1),
        readFileSync(join(e.parentPath, e.name), 'utf8'),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

describe.each(examples)('examples/%s', (name) => {
  it.each(['flink-2.2', 'flink-1.20'])('checks on %s without an error or a warning', async (target) => {
    const result = await runCli(['check', `examples/${name}`, '--target', target, '--deny-warnings'], { cwd })
    expect(result.exit, result.all).toBe(0)
  })
  it('passes its tests', async () => {
    const result = await runCli(['test', `examples/${name}`], { cwd })
    expect(result.exit, result.all).toBe(0)
    expect(result.stdout).toMatch(/[1-9]\d* passed\n$/)
  })
  it('builds to the same bytes twice, whatever the folder it is built from', async () => {
    expect((await runCli(['build', `examples/${name}`, '-o', 'one'], { cwd })).exit).toBe(0)
    expect((await runCli(['build', '-o', join(cwd, 'two')], { cwd: join(cwd, 'examples', name) })).exit).toBe(0)
    const one = filesBelow(join(cwd, 'one'))
    expect(one.size).toBeGreaterThan(5)
    expect(filesBelow(join(cwd, 'two'))).toEqual(one)
    for (const folder of ['one', 'two']) rmSync(join(cwd, folder), { recursive: true })
  })
})

describe('build', () => {
  it('lists in its document what it has written', async () => {
    const result = await runCli(['build', 'examples/orders', '-o', 'out', '--format', 'json'], { cwd })
    const { pipelines } = JSON.parse(result.stdout) as {
      pipelines: { pipeline: string; folder: string; files: { path: string; sha256: string }[] }[]
    }
    expect(pipelines.map((p) => [p.pipeline, p.folder])).toEqual([['sales_orders', 'out/sales_orders']])
    expect(pipelines[0]!.files.map((f) => f.path).sort()).toEqual([...filesBelow(join(cwd, 'out/sales_orders')).keys()].sort())
  })
  it('replaces what it built before, stale files included', async () => {
    await runCli(['build', 'examples/orders', '-o', 'out'], { cwd })
    writeFileSync(join(cwd, 'out/sales_orders/flink/stale.sql'), '')
    await runCli(['build', 'examples/orders', '-o', 'out'], { cwd })
    expect(readdirSync(join(cwd, 'out/sales_orders/flink'))).not.toContain('stale.sql')
  })
  it('builds nothing when one of several programs is wrong', async () => {
    writeFileSync(join(cwd, 'examples/orders/wrong.flow'), 'stream s = from nothing\n')
    const result = await runCli(['build', 'examples', '-o', 'none'], { cwd })
    rmSync(join(cwd, 'examples/orders/wrong.flow'))
    expect(result.exit).toBe(1)
    expect(result.stderr).toContain('examples/orders/wrong.flow:1:17')
    expect(readdirSync(cwd)).not.toContain('none')
  })
})

describe('check', () => {
  it('reports the mistakes of all files in one run, paths as seen from where it runs', async () => {
    writeFileSync(join(cwd, 'examples/iot/a.flow'), 'stream s = from nothing\n')
    writeFileSync(join(cwd, 'examples/orders/b.flow'), 'stream s = from nothing\n')
    const result = await runCli(['check', '../iot', '.'], { cwd: join(cwd, 'examples/orders') })
    rmSync(join(cwd, 'examples/iot/a.flow'))
    rmSync(join(cwd, 'examples/orders/b.flow'))
    expect(result.exit).toBe(1)
    expect(result.stdout).toMatch(/--> \.\.\/iot\/a\.flow:1:17[\s\S]*--> b\.flow:1:17/)
    expect(result.stdout).toContain('2 errors in')
  })
  it('writes SARIF and GitHub annotations as the only thing on stdout', async () => {
    writeFileSync(join(cwd, 'a.flow'), 'stream s = from nothing\n')
    const sarif = await runCli(['check', 'a.flow', '--format', 'sarif'], { cwd })
    const github = await runCli(['check', 'a.flow', '--format', 'github'], { cwd })
    rmSync(join(cwd, 'a.flow'))
    const log = JSON.parse(sarif.stdout) as { runs: { results: { ruleId: string }[]; tool: { driver: { rules: unknown } } }[] }
    expect(log.runs[0]!.results.map((r) => r.ruleId)).toEqual(['FLOW2002'])
    expect(log.runs[0]!.tool.driver.rules).toEqual([{ id: 'FLOW2002', name: 'unknown-relation' }])
    expect(github.stdout).toMatch(/^::error file=a\.flow,line=1,col=17,.*\n$/)
    expect([sarif.exit, github.exit]).toEqual([1, 1])
  })
  it('makes warnings count when asked', async () => {
    writeFileSync(
      join(cwd, 'a.flow'),
      "pipeline p {\n  owner 'x'\n}\nschema O {\n  id bigint not null\n}\nstream o from files 'o.csv' {\n  schema O\n}\nsink kafka 'a.b.c.v1' from o append {\n  message key id as text\n}\n",
    )
    const plain = await runCli(['check', 'a.flow'], { cwd })
    const strict = await runCli(['check', 'a.flow', '--deny-warnings'], { cwd })
    rmSync(join(cwd, 'a.flow'))
    expect(plain.stdout).toContain('warning[FLOW6002]')
    expect([plain.exit, strict.exit]).toEqual([0, 1])
  })
})

describe('test', () => {
  it('runs only tests with a text in their title', async () => {
    const result = await runCli(['test', 'examples/orders', '-t', 'late order'], { cwd })
    expect(result.stdout).toMatch(/1 test: 1 passed\n$/)
  })
  it('writes JUnit and TAP', async () => {
    const failing = readFileSync(join(cwd, 'examples/webhooks/webhooks.flow'), 'utf8').replace(
      "| 'e1'     | 'payment' | 12.50 ",
      "| 'e1'     | '<&>'     | 12.50 ",
    )
    writeFileSync(
      join(cwd, 'examples/webhooks/failing.flow'),
      failing.replace('pipeline payment_webhooks', 'pipeline payment_webhooks'),
    )
    const junit = await runCli(['test', 'examples/webhooks/failing.flow', '--format', 'junit'], { cwd })
    const tap = await runCli(['test', 'examples/webhooks/failing.flow', '--format', 'tap'], { cwd })
    rmSync(join(cwd, 'examples/webhooks/failing.flow'))
    expect(junit.exit).toBe(1)
    expect(junit.stdout).toContain('<testsuites name="flowc" tests="1" failures="1">')
    expect(junit.stdout).toContain("'&lt;&amp;&gt;'")
    expect(junit.stdout).not.toContain("'<&>'")
    expect(tap.stdout).toMatch(/^TAP version 14\n1\.\.1\nnot ok 1 - payment_webhooks: each refused webhook says why\n {2}---\n/)
  })
  it('prints failures only with --quiet', async () => {
    expect(await runCli(['test', 'examples/orders', '--quiet'], { cwd })).toMatchObject({ exit: 0, all: '' })
  })
})

describe('explain', () => {
  it('has a page for every code', async () => {
    for (const [code, entry] of catalog()) {
      const result = await runCli(['explain', code.toLowerCase()], { cwd })
      expect(result.stdout, code).toContain(`${code} ${entry.name}`)
    }
  })
  it('explains a wrong program as far as it is understood', async () => {
    writeFileSync(
      join(cwd, 'a.flow'),
      "schema O {\n  id bigint not null\n}\nstream o from kafka 'a.b.c.v1' {\n  schema O\n}\nstream wrong = from nothing\n",
    )
    const result = await runCli(['explain', 'a.flow', 'o'], { cwd })
    rmSync(join(cwd, 'a.flow'))
    expect(result.exit).toBe(1)
    expect(result.stdout).toContain('BIGINT NOT NULL')
    expect(result.stderr).toContain('FLOW2002')
  })
})

describe('run', () => {
  it('never replaces a file that it reads, by whatever path', async () => {
    const folder = mkdtempSync(join(cwd, 'replace-'))
    writeFileSync(
      join(folder, 'x.flow'),
      "pipeline p {\n  dlq 'd'\n}\nschema S {\n  id bigint not null\n}\nstream a from kafka 'x' {\n  schema S\n}\nstream b =\n  from a\n  where id > 1 else dlq 'small'\nsink kafka 'a' from b append {\n  format json\n}\n",
    )
    const rows = '{"id":1}\n{"id":2}\n'
    for (const name of ['a.ndjson', 'dlq.ndjson', 'other.ndjson']) writeFileSync(join(folder, name), rows)
    symlinkSync(join(folder, 'other.ndjson'), join(folder, 'link.ndjson'))
    symlinkSync(folder, join(folder, 'same'))
    for (const [input, output] of [
      ['a.ndjson', '.'],
      ['same/a.ndjson', '.'],
      ['dlq.ndjson', 'same'],
    ] as const) {
      const result = await runCli(['run', 'x.flow', '--input', `a=${input}`, '-o', output], { cwd: folder })
      expect(result.exit).toBe(2)
      expect(result.stderr).toContain(`would replace \`${input}\`, which the run reads`)
      expect(readFileSync(join(folder, input), 'utf8')).toBe(rows)
    }
    expect((await runCli(['run', 'x.flow', '--input', 'a=link.ndjson', '-o', 'out', '-q'], { cwd: folder })).exit).toBe(0)
  })
  it('finds the files of a source beside the file that declares it', async () => {
    const folder = mkdtempSync(join(cwd, 'files-'))
    mkdirSync(join(folder, 'sources/data'), { recursive: true })
    writeFileSync(join(folder, 'flow.config.json'), '{}')
    writeFileSync(join(folder, 'sources/data/rows.ndjson'), '{"id": 1}\n{"id": 2}\n')
    writeFileSync(
      join(folder, 'sources/rows.flow'),
      "schema Row {\n  id bigint not null\n}\nstream rows from files 'data/rows.ndjson' {\n  schema Row\n}\n",
    )
    writeFileSync(
      join(folder, 'main.flow'),
      "import { rows } from './sources/rows.flow'\npipeline p {\n  owner 'x'\n}\nsink kafka 'a.b.c.v1' from rows append {\n  message key id as text\n}\n",
    )
    const result = await runCli(['run', join(folder, 'main.flow'), '-o', 'files-out', '--quiet'], { cwd })
    expect(result, result.all).toMatchObject({ exit: 0, all: '' })
    expect(readFileSync(join(cwd, 'files-out/a.b.c.v1.ndjson'), 'utf8')).toBe('{"id":1}\n{"id":2}\n')
  })
  it('names the place in the program where the job would fail, and what was written before', async () => {
    writeFileSync(
      join(cwd, 'divide.flow'),
      "pipeline p {\n  owner 'x'\n}\nschema Row {\n  id bigint not null,\n  parts bigint\n}\nstream rows from kafka 'a.b.c.v1' {\n  schema Row\n}\nstream shares =\n  from rows\n  select id, 100 / parts as share\nsink kafka 'a.b.d.v1' from shares append {\n  message key id as text\n}\n",
    )
    writeFileSync(join(cwd, 'rows.ndjson'), '{"id": 1, "parts": 4}\n{"id": 2, "parts": 0}\n')
    const result = await runCli(['run', 'divide.flow', '--input', 'rows=rows.ndjson', '-o', 'divided'], { cwd })
    rmSync(join(cwd, 'divide.flow'))
    expect(result.exit).toBe(1)
    expect(result.stderr).toContain('error[FLOW7102]')
    expect(result.stderr).toContain('--> divide.flow:13:3')
    expect(result.stderr).toContain('written so far: `divided/a.b.d.v1.ndjson.partial` (1 row)')
  })
})

describe('graph', () => {
  it.each([
    ['mermaid', /^flowchart LR\n/],
    ['dot', /^digraph /],
  ])('prints %s', async (format, begins) => {
    expect((await runCli(['graph', 'examples/orders/orders.flow', '--format', format], { cwd })).stdout).toMatch(begins)
  })
  it('prints JSON whose edges join its nodes', async () => {
    const { nodes, edges } = JSON.parse(
      (await runCli(['graph', 'examples/orders/orders.flow', '--format', 'json'], { cwd })).stdout,
    ) as { nodes: { id: string }[]; edges: { from: string; to: string }[] }
    const ids = new Set(nodes.map((n) => n.id))
    expect(edges.length).toBeGreaterThan(5)
    expect(edges.every((e) => ids.has(e.from) && ids.has(e.to))).toBe(true)
  })
  it('says what is wrong with the program, on stderr', async () => {
    writeFileSync(join(cwd, 'a.flow'), 'stream s = from nothing\n')
    const result = await runCli(['graph', 'a.flow'], { cwd })
    rmSync(join(cwd, 'a.flow'))
    expect(result).toMatchObject({ exit: 1, stdout: '' })
    expect(result.stderr).toContain('FLOW2002')
  })
})

describe('schema pull', () => {
  async function registry(): Promise<{ readonly url: string; readonly asked: string[] }> {
    const lock = JSON.parse(readFileSync(join(root, 'examples/orders/flow.lock'), 'utf8')) as {
      subjects: { subject: string; version: number; id: number; schema: string }[]
    }
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? ''}`)
      const found = lock.subjects.find((s) => request.url?.startsWith(`/subjects/${encodeURIComponent(s.subject)}/versions/`))
      if (found === undefined)
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error_code":40401,"message":"Subject not found."}')
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ subject: found.subject, version: found.version, id: found.id, schema: found.schema }))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
  }
  const project = (): string => {
    const folder = mkdtempSync(join(cwd, 'pull-'))
    cpSync(join(cwd, 'examples/orders'), folder, { recursive: true })
    return folder
  }

  it('locks all subjects that the programs name; the lock is that of the example', async () => {
    const { url } = await registry()
    const folder = project()
    rmSync(join(folder, 'flow.lock'))
    writeFileSync(join(folder, 'flow.config.json'), '{}')
    const result = await runCli(['schema', 'pull', '--registry', url], { cwd: folder })
    expect(result).toMatchObject({
      exit: 0,
      stdout: 'locked     orders_db.public.customers-value version 1\nlocked     sales.order.created.v1-value version 3\n',
    })
    expect(readFileSync(join(folder, 'flow.lock'), 'utf8')).toBe(readFileSync(join(root, 'examples/orders/flow.lock'), 'utf8'))
    expect((await runCli(['check'], { cwd: folder })).exit).toBe(0)
  })
  it('reads address and secrets from the environment and sends them', async () => {
    const { url, asked } = await registry()
    const folder = project()
    writeFileSync(
      join(folder, 'flow.config.json'),
      '{ "registry": { "url": { "env": "URL" }, "user": "ci", "password": { "env": "SECRET" } } }',
    )
    const result = await runCli(['schema', 'pull', '--format', 'json'], { cwd: folder, env: { URL: url, SECRET: 'hush' } })
    expect(result.exit).toBe(0)
    expect(asked[0]).toContain(`Basic ${Buffer.from('ci:hush').toString('base64')}`)
    expect(result.all).not.toContain('hush')
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: true, subjects: [{ status: 'unchanged' }, { status: 'unchanged' }] })
  })
  it('leaves the lock alone when a subject is not there', async () => {
    const { url } = await registry()
    const folder = project()
    const before = readFileSync(join(folder, 'flow.lock'), 'utf8')
    const result = await runCli(['schema', 'pull', 'sales.order.craeted.v1-value', '--registry', url], { cwd: folder })
    expect(result.exit).toBe(2)
    expect(result.stderr).toContain('FLOW8010')
    expect(readFileSync(join(folder, 'flow.lock'), 'utf8')).toBe(before)
    expect(readdirSync(folder).filter((f) => f.startsWith('flow.lock'))).toEqual(['flow.lock'])
  })
})

describe('help', () => {
  const commands = [
    'init',
    'check',
    'build',
    'test',
    'run',
    'explain',
    'graph',
    'schema pull',
    'stack up',
    'stack down',
    'stack status',
  ]
  it.each(commands)('flowc %s --help has examples', async (command) => {
    const result = await runCli([...command.split(' '), '--help'], { cwd })
    expect(result).toMatchObject({ exit: 0, stderr: '' })
    expect(result.stdout).toMatch(new RegExp(`Examples:\\n {2}\\$ flowc ${command}`))
  })
})
