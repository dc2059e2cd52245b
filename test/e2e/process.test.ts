// What only a process can show: streams, signals, colours, versions, start-up.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt, flowc, folderWith, root } from '../kit/child.js'
import { runCli } from '../kit/run-cli.js'
import { COPY, orders } from './programs.js'

const cleanups: (() => void)[] = []
beforeAll(ensureBuilt, 60_000)
afterEach(() => cleanups.splice(0).forEach((c) => c()))

function folder(files: Readonly<Record<string, string>>): string {
  const made = folderWith(files)
  cleanups.push(made.cleanup)
  return made.path
}

it('names compiler, grammar and plan versions', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const result = await flowc(['--version'], { cwd: root })
  expect(result).toEqual({ exit: 0, stdout: `flowc ${version}\ngrammar 1\nplan 1\n`, stderr: '' })
})

it('prints help to stderr and fails when no command is given', async () => {
  const result = await flowc([], { cwd: root })
  expect(result.exit).toBe(2)
  expect(result.stdout).toBe('')
  expect(result.stderr).toContain('Usage: flowc')
})

describe('colour', () => {
  const wrong = { 'a.flow': 'stream s = from nothing\n' }
  const stdout = async (args: readonly string[], env: Readonly<Record<string, string>>, terminal: boolean): Promise<string> =>
    (await runCli(['check', ...args], { cwd: folder(wrong), env: { NO_COLOR: '', ...env }, terminal })).stdout

  it('is off where the output is no terminal, on a terminal on', async () => {
    expect((await flowc(['check'], { cwd: folder(wrong) })).stdout).not.toContain('\u001b')
    expect(await stdout([], {}, true)).toContain('\u001b[31m')
  })
  it('obeys --color before all else', async () => {
    expect(await stdout(['--color', 'always'], { NO_COLOR: '1' }, false)).toContain('\u001b[31m')
    expect(await stdout(['--color', 'never'], { FORCE_COLOR: '1' }, true)).not.toContain('\u001b')
  })
  it('obeys NO_COLOR before FORCE_COLOR, and a dumb terminal', async () => {
    expect(await stdout([], { FORCE_COLOR: '1' }, false)).toContain('\u001b[31m')
    expect(await stdout([], { FORCE_COLOR: '1', NO_COLOR: '1' }, true)).not.toContain('\u001b')
    expect(await stdout([], { TERM: 'dumb' }, true)).not.toContain('\u001b')
  })
})

it('puts one JSON document and nothing else on stdout', async () => {
  const cwd = folder({ 'copy.flow': COPY })
  for (const args of [
    ['check'],
    ['build', '-o', 'out'],
    ['test'],
    ['explain', 'copy.flow'],
    ['explain', 'copy.flow', 'valid'],
    ['graph', 'copy.flow'],
    ['explain', 'FLOW2002'],
    ['nonsense'],
    ['check', 'none.flow'],
  ]) {
    const result = await runCli([...args, '--format', 'json'], { cwd })
    const document = JSON.parse(result.stdout) as { version: number; ok: boolean }
    expect(document.version, args.join(' ')).toBe(1)
    expect(document.ok, args.join(' ')).toBe(result.exit === 0)
  }
})

it('goes on when the reader of its output has gone', async () => {
  const cwd = folder({ 'copy.flow': COPY, 'rows.ndjson': orders(5000) })
  const result = await flowc(['run', 'copy.flow', '--input', 'orders=rows.ndjson', '-o', 'out'], {
    cwd,
    during: (child) => child.stdout?.destroy(),
  })
  expect(result.stderr).toBe('')
  expect(result.exit).toBe(0)
  expect(readFileSync(join(cwd, 'out/shop.order.accepted.v1.ndjson'), 'utf8').split('\n')).toHaveLength(5001)
})

it('ends with 130 when it is interrupted, and leaves nothing half-written', async () => {
  const cwd = folder({ 'copy.flow': COPY, 'rows.ndjson': orders(150_000) })
  const result = await flowc(['run', 'copy.flow', '--input', 'orders=rows.ndjson', '-o', 'out'], {
    cwd,
    during: (child) => {
      const poll = setInterval(() => {
        if (!existsSync(join(cwd, 'out/shop.order.accepted.v1.ndjson.partial'))) return
        clearInterval(poll)
        child.kill('SIGINT')
      }, 5)
    },
  })
  expect(result.exit).toBe(130)
  expect(readdirSync(join(cwd, 'out'))).toEqual([])
  expect(result.stderr).toBe('')
})

describe('ends with 130 at once when it is interrupted', () => {
  const hanging = "import { writeFileSync } from 'node:fs'\nwriteFileSync('begun', '')\nfor (;;) {}\nexport {}\n"
  it.each([
    ['while a program in TypeScript hangs', ['check', 'a.flow.ts'], { 'a.flow.ts': hanging }],
    ['while a build runs it', ['build', '-o', 'out'], { 'a.flow.ts': hanging, 'copy.flow': COPY }],
    ['while the configuration hangs', ['check'], { 'flow.config.ts': hanging, 'copy.flow': COPY }],
  ] as const)('%s', async (_, args, files) => {
    const cwd = folder(files)
    let asked = NaN
    const result = await flowc(args, {
      cwd,
      during: (child) => {
        const poll = setInterval(() => {
          if (!existsSync(join(cwd, 'begun'))) return
          clearInterval(poll)
          asked = performance.now()
          child.kill('SIGINT')
        }, 5)
      },
    })
    // by itself it would be given up after ten seconds
    expect(performance.now() - asked).toBeLessThan(3000)
    expect(result).toEqual({ exit: 130, stdout: '', stderr: '' })
    expect(existsSync(join(cwd, 'out'))).toBe(false)
  })
})
