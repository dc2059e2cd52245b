// Bad input of every kind: a clear message, the right exit code, no stack trace, and nothing lost that was written before.
// Most of it runs `main` in this process; what hangs on the process itself runs the bundle as a child.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt, flowc, folderWith } from '../kit/child.js'
import { runCli } from '../kit/run-cli.js'
import { COPY, order, orders } from './programs.js'

const cleanups: (() => void)[] = []
beforeAll(ensureBuilt, 60_000)
// not after each: some run at the same time
afterAll(() => cleanups.forEach((c) => c()))

function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const made = folderWith(files)
  cleanups.push(made.cleanup)
  return made.path
}

/** No line of a stack, no name of an exception, no path inside flowc. */
function clean(result: { readonly stdout: string; readonly stderr: string }): void {
  expect(`${result.stdout}${result.stderr}`).not.toMatch(
    /^\s+at .*\(?.*:\d+:\d+\)?$|Error:|node:internal|dist\/chunks|UnhandledPromise/m,
  )
}

interface Case {
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly args: readonly string[]
  readonly exit: number
  readonly says: readonly (string | RegExp)[]
}

const run = (file: string, ...more: string[]): readonly string[] => [
  'run',
  'copy.flow',
  '--input',
  `orders=${file}`,
  '-o',
  'out',
  ...more,
]

const LOCKED = `stream orders from kafka 'shop.order.created.v1' {
  schema registry
  time created_at late by 1 second, idle after 1 minute
}
pipeline locked { owner 'team-shop' }
sink kafka 'shop.order.copied.v1' from orders append
`

const CASES: Readonly<Record<string, Case>> = {
  'no such program': { files: {}, args: ['check', 'copy.flow'], exit: 2, says: ['FLOW0101', '`copy.flow`'] },
  'a misspelt program': {
    files: { 'copy.flow': COPY },
    args: ['check', 'copi.flow'],
    exit: 2,
    says: ['did you mean `copy.flow`?'],
  },
  'an unknown command': { files: {}, args: ['chekc'], exit: 2, says: ['FLOW0001', 'did you mean `check`?'] },
  'an unknown flag': { files: {}, args: ['check', '--formt', 'json'], exit: 2, says: ['FLOW0001', 'did you mean `--format`?'] },
  'a value that a flag does not take': { files: {}, args: ['check', '--format', 'xml'], exit: 2, says: ['FLOW0001', 'xml'] },
  'no such folder for --cwd': { files: {}, args: ['check', '--cwd', 'nowhere'], exit: 2, says: ['FLOW0101', '`nowhere`'] },
  'an empty program': { files: { 'copy.flow': '' }, args: ['run', 'copy.flow'], exit: 2, says: ['FLOW0403'] },
  'a binary program': {
    files: { 'copy.flow': Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2) },
    args: ['check', 'copy.flow'],
    exit: 1,
    says: ['FLOW0102', 'zero byte at offset 4'],
  },
  'a program in Latin-1': {
    files: { 'copy.flow': Buffer.from(`-- ma\u00f1ana\n${COPY}`, 'latin1') },
    args: ['check', 'copy.flow'],
    exit: 1,
    says: ['FLOW0102', '0xF1'],
  },
  'a program in UTF-16': {
    files: { 'copy.flow': Buffer.from(`\ufeff${COPY}`, 'utf16le') },
    args: ['check', 'copy.flow'],
    exit: 1,
    says: ['UTF-16'],
  },
  'a program with one line of 10 MB': {
    files: { 'copy.flow': `-- ${'x'.repeat(10_000_000)}\n${COPY}\nstream s = from nothing\n` },
    args: ['check', 'copy.flow'],
    exit: 1,
    says: ['FLOW2002', /copy\.flow:\d+:17/],
  },
  'a program over the limit': {
    files: { 'copy.flow': 'x'.repeat(17 * 1024 * 1024) },
    args: ['check', 'copy.flow'],
    exit: 1,
    says: ['FLOW0103'],
  },
  'no such data file': { files: { 'copy.flow': COPY }, args: run('rows.ndjson'), exit: 2, says: ['FLOW0101', '`rows.ndjson`'] },
  'a folder as data': {
    files: { 'copy.flow': COPY, 'rows.ndjson/x': '' },
    args: run('rows.ndjson'),
    exit: 2,
    says: ['FLOW0104', 'it is a folder'],
  },
  'data of an unknown format': {
    files: { 'copy.flow': COPY, 'rows.xls': '' },
    args: run('rows.xls'),
    exit: 2,
    says: ['FLOW0406'],
  },
  'binary data': {
    files: { 'copy.flow': COPY, 'rows.ndjson': Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0) },
    args: run('rows.ndjson'),
    exit: 1,
    says: ['gzip'],
  },
  'data in Latin-1': {
    files: { 'copy.flow': COPY, 'rows.ndjson': Buffer.from(`${orders(2)}{"order_id": 3, "x": "\u00f1"}\n`, 'latin1') },
    args: run('rows.ndjson'),
    exit: 1,
    says: ['rows.ndjson line 3'],
  },
  'truncated NDJSON': {
    files: { 'copy.flow': COPY, 'rows.ndjson': `${orders(3)}{"order_id": 4, "am` },
    args: run('rows.ndjson'),
    exit: 1,
    says: ['rows.ndjson line 4', 'written so far', '(3 rows)'],
  },
  'a row of another type': {
    files: { 'copy.flow': COPY, 'rows.ndjson': `${orders(3)}${order(4, '"much"')}${order(5)}` },
    args: run('rows.ndjson'),
    exit: 1,
    says: ['rows.ndjson line 4', '`amount` is DECIMAL(10, 2)', '--on-bad-row skip'],
  },
  'a row without a field that must be there': {
    files: { 'copy.flow': COPY, 'rows.ndjson': '{"amount": 1.00, "created_at": "2026-01-01 10:00:00"}\n' },
    args: run('rows.ndjson'),
    exit: 1,
    says: ['rows.ndjson line 1', '`order_id`'],
  },
  'a line of 10 MB that is no row': {
    files: { 'copy.flow': COPY, 'rows.ndjson': `${orders(1)}${'x'.repeat(10_000_000)}\n` },
    args: run('rows.ndjson'),
    exit: 1,
    says: ['rows.ndjson line 2'],
  },
  'an Avro file that is none': {
    files: { 'copy.flow': COPY, 'rows.avro': 'not avro' },
    args: run('rows.avro'),
    exit: 1,
    says: ['rows.avro'],
  },
  'a configuration that is no JSON': {
    files: { 'copy.flow': COPY, 'flow.config.json': '{' },
    args: ['check'],
    exit: 1,
    says: ['FLOW0201', 'flow.config.json:1:'],
  },
  'a damaged lock': {
    files: { 'copy.flow': COPY, 'flow.lock': '<<<<<<< HEAD\n' },
    args: ['check'],
    exit: 1,
    says: ['FLOW0207', 'unfinished merge'],
  },
  'a damaged lock, and a source that needs it': {
    files: { 'locked.flow': LOCKED, 'flow.lock': '{ bad' },
    args: ['check'],
    exit: 1,
    // that its subject is not locked is no second mistake
    says: ['FLOW0207', /\n1 error(?: in 1 file, 1 pipeline)?\n$/],
  },
  'an output that is a file': {
    files: { 'copy.flow': COPY, out: 'mine' },
    args: ['build', '-o', 'out'],
    exit: 2,
    says: ['FLOW0301', 'a file is in the way'],
  },
  'an output folder of somebody else': {
    files: { 'copy.flow': COPY, 'out/copy/thesis.tex': 'mine' },
    args: ['build', '-o', 'out'],
    exit: 2,
    says: ['FLOW0303'],
  },
}

/** Run as a child process too: a text, a file system, a data and a usage problem. */
const AS_PROCESS = ['a binary program', 'an unknown command', 'no such data file', 'truncated NDJSON']

describe('bad input', () => {
  const check = (c: Case, result: { readonly exit: number | null; readonly stdout: string; readonly stderr: string }): void => {
    clean(result)
    const text = `${result.stdout}${result.stderr}`
    for (const part of c.says) {
      if (typeof part === 'string') expect(text).toContain(part)
      else expect(text).toMatch(part)
    }
    expect(result.exit).toBe(c.exit)
  }
  it.each(Object.entries(CASES))('%s', async (_, c) => {
    check(c, await runCli(c.args, { cwd: folder(c.files) }))
  })
  it.each(AS_PROCESS)('as a process: %s', async (name) => {
    const c = CASES[name]!
    check(c, await flowc(c.args, { cwd: folder(c.files) }))
  })
})

it('a fixture of a test that does not fit the schema names file and line', async () => {
  const program = `${COPY}\ntest 'rows of a file' for copy {\n  given orders from 'rows.ndjson'\n  expect nothing from valid\n}\n`
  const cwd = folder({ 'copy.flow': program, 'rows.ndjson': `${order(1)}${order(2, '"much"')}` })
  const result = await runCli(['test'], { cwd })
  clean(result)
  expect(result.stderr).toContain('rows.ndjson line 2')
  expect(result.exit).toBe(1)
})

it('a failed run keeps whole rows and does not touch the results of an earlier one', async () => {
  const cwd = folder({ 'copy.flow': COPY, 'good.ndjson': orders(2), 'bad.ndjson': `${orders(5)}nonsense\n` })
  expect((await runCli(run('good.ndjson'), { cwd })).exit).toBe(0)
  const before = readFileSync(join(cwd, 'out/shop.order.accepted.v1.ndjson'), 'utf8')
  const result = await runCli(run('bad.ndjson'), { cwd })
  expect(result.exit).toBe(1)
  expect(readFileSync(join(cwd, 'out/shop.order.accepted.v1.ndjson'), 'utf8')).toBe(before)
  const kept = readFileSync(join(cwd, 'out/shop.order.accepted.v1.ndjson.partial'), 'utf8')
  expect(kept.split('\n')).toHaveLength(6)
  expect(result.stderr).toContain('`out/shop.order.accepted.v1.ndjson.partial` (5 rows)')
})

it('a skipped row is reported, counted and left out', async () => {
  const cwd = folder({ 'copy.flow': COPY, 'rows.ndjson': `${order(1)}nonsense\n${order(2)}` })
  const result = await runCli(run('rows.ndjson', '--on-bad-row', 'skip', '--format', 'json'), { cwd })
  expect(result.exit).toBe(0)
  const document = JSON.parse(result.stdout) as { inputs: unknown[]; badRows: { message: string }[] }
  expect(document.inputs).toMatchObject([{ name: 'orders', rows: 2, skipped: 1 }])
  expect(document.badRows[0]!.message).toContain('rows.ndjson line 2')
})

// what is down is asked again, with pauses: meanwhile the processes below run
describe.concurrent('a registry that is', () => {
  const pull = (url: string): readonly string[] => ['schema', 'pull', 'orders-value', '--registry', url]

  it('down', async () => {
    const cwd = folder({ 'copy.flow': COPY })
    const result = await runCli(pull('http://127.0.0.1:9'), { cwd })
    clean(result)
    expect(result.stderr).toContain('cannot be reached at http://127.0.0.1:9')
    expect(result.exit).toBe(4)
    expect(existsSync(join(cwd, 'flow.lock'))).toBe(false)
  })
  it('a page of HTML', async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>log in</body></html>'),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    cleanups.push(() => server.close())
    const result = await runCli(pull(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), { cwd: folder({}) })
    clean(result)
    expect(result.stderr).toMatch(/answers HTML|HTML/)
    expect(result.exit).toBe(4)
  })
  it('no address', async () => {
    const result = await runCli(pull('registry:8081'), { cwd: folder({}) })
    clean(result)
    expect(result.exit).toBe(2)
  })
})

describe.concurrent('a full disk', () => {
  it('while a run writes: whole rows stay, exit code 4', async () => {
    const cwd = folder({ 'copy.flow': COPY, 'rows.ndjson': orders(5_000), 'out/.keep': '' })
    // The device that is always full, under the name of the result.
    symlinkSync('/dev/full', join(cwd, 'out/shop.order.accepted.v1.ndjson.partial'))
    const result = await flowc(run('rows.ndjson'), { cwd })
    clean(result)
    expect(result.stderr).toContain('FLOW0302')
    expect(result.exit).toBe(4)
  })

  const tmpfs = [
    'unshare',
    '-rm',
    'sh',
    '-c',
    'mount -t tmpfs -o size=64k tmpfs out && "$@"; code=$?; ls -R out >listing; cat out/*.partial >kept 2>/dev/null; exit $code',
    'sh',
  ]
  const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0

  it.runIf(canMount)('of 64 kB: the run keeps what fitted', async () => {
    const cwd = folder({ 'copy.flow': COPY, 'rows.ndjson': orders(5_000) })
    mkdirSync(join(cwd, 'out'))
    const result = await flowc(run('rows.ndjson'), { cwd, prefix: tmpfs })
    clean(result)
    expect(result.stderr).toMatch(/FLOW0302.*\d+ whole lines written before are kept/)
    expect(result.exit).toBe(4)
    const kept = readFileSync(join(cwd, 'kept'), 'utf8')
    const lines = kept.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.length).toBeGreaterThan(100)
    for (const line of lines) JSON.parse(line)
  })
  it.runIf(canMount)('of 64 kB: the build leaves nothing half-written', async () => {
    const many = Array.from(
      { length: 30 },
      (_, i) => `sink kafka 'shop.copy.made.v${i + 1}' from valid append {\n  message key  order_id as text\n}\n`,
    ).join('\n')
    const cwd = folder({ 'copy.flow': COPY + many })
    mkdirSync(join(cwd, 'out'))
    const result = await flowc(['build', '-o', 'out'], { cwd, prefix: tmpfs })
    clean(result)
    expect(result.stderr).toContain('nothing was changed')
    expect(result.exit).toBe(4)
    expect(readFileSync(join(cwd, 'listing'), 'utf8').trim()).toBe('out:')
  })
})

describe.concurrent('folders without rights', () => {
  // Rights do not bind root: such a run is made by a user without them.
  const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
  const possible =
    asNobody.length === 0 ||
    spawnSync('setpriv', [
      '--reuid=65534',
      '--clear-groups',
      process.execPath,
      '-e',
      `require('fs').readFileSync(${JSON.stringify(join(import.meta.dirname, '../../bin/flowc.mjs'))})`,
    ]).status === 0

  it.runIf(possible)('an unreadable folder is named', async () => {
    const cwd = folder({ 'copy.flow': COPY, 'secret/x.flow': '' })
    spawnSync('chmod', ['755', cwd])
    spawnSync('chmod', ['000', join(cwd, 'secret')])
    const result = await flowc(['check'], { cwd, prefix: asNobody })
    spawnSync('chmod', ['755', join(cwd, 'secret')])
    clean(result)
    expect(result.stderr).toContain('`secret` cannot be read: permission denied')
    expect(result.exit).toBe(2)
  })
  it.runIf(possible)('an output folder that cannot be written is named', async () => {
    const cwd = folder({ 'copy.flow': COPY, 'rows.ndjson': orders(1), 'out/.keep': '' })
    for (const path of [cwd, join(cwd, 'out')]) spawnSync('chmod', ['555', path])
    const built = await flowc(['build', '-o', 'out'], { cwd, prefix: asNobody })
    const ran = await flowc(run('rows.ndjson'), { cwd, prefix: asNobody })
    for (const path of [cwd, join(cwd, 'out')]) spawnSync('chmod', ['755', path])
    for (const result of [built, ran]) {
      clean(result)
      expect(result.stderr).toContain('permission denied')
      expect(result.exit).toBe(2)
    }
    expect(readdirSync(join(cwd, 'out'))).toEqual(['.keep'])
    rmSync(join(cwd, 'out'), { recursive: true })
  })
})
