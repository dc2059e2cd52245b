// `flowc init`: every project that it writes passes its tests, compiles for every target without a word, and runs over its rows.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RESERVED } from '../../src/parser/tokens.js'
import { runCommand, SOURCES, template } from '../../src/cli/commands/init-templates.js'
import { runCli } from '../kit/run-cli.js'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-init-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

describe.each(SOURCES.map((s) => s.kind))('a project from %s', (from) => {
  it('passes its tests at once and checks without a word on every target', async () => {
    expect((await runCli(['init', 'shop', '--from', from, '--yes'], { cwd })).exit).toBe(0)
    const tested = await runCli(['test', 'shop'], { cwd })
    expect(tested).toMatchObject({ exit: 0, stderr: '' })
    expect(tested.stdout).toMatch(/\d passed\n$/)
    for (const target of ['flink-2.2', 'flink-2.3', 'flink-2.1', 'flink-1.20']) {
      const checked = await runCli(['check', 'shop', '--target', target], { cwd })
      expect(checked).toEqual({ exit: 0, stdout: 'ok: 1 file, 1 pipeline\n', stderr: '', all: 'ok: 1 file, 1 pipeline\n' })
    }
  })
  it('runs with the command that its README names', async () => {
    await runCli(['init', '.', '--name', 'shop', '--from', from, '--yes'], { cwd })
    const [, ...args] = runCommand(template('shop', from)).split(' ')
    const run = await runCli([...args, '--format', 'json'], { cwd })
    expect(run.exit).toBe(0)
    const document = JSON.parse(run.stdout) as { outputs: { rows: number }[]; inputs: { rows: number }[] }
    expect(document.inputs.every((i) => i.rows > 0)).toBe(true)
    expect(document.outputs[0]!.rows).toBeGreaterThan(0)
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toContain(args.join(' '))
  })
})

it('overwrites nothing, and then writes nothing', async () => {
  writeFileSync(join(cwd, 'shop.flow'), '-- mine')
  const result = await runCli(['init', '.', '--name', 'shop', '--yes'], { cwd })
  expect(result).toMatchObject({ exit: 2, stdout: '' })
  expect(result.stderr).toContain('FLOW0304')
  expect(readdirSync(cwd)).toEqual(['shop.flow'])
  expect(readFileSync(join(cwd, 'shop.flow'), 'utf8')).toBe('-- mine')
})

it('asks on a terminal, and again after an answer that it cannot use', async () => {
  const result = await runCli(['init', 'My Shop-2'], { cwd, answers: ['9lives', '', 'somewhere', '3'] })
  expect(result.exit).toBe(0)
  expect(result.stderr).toContain('small letters, digits and underscores')
  expect(readFileSync(join(cwd, 'My Shop-2/my_shop_2.flow'), 'utf8')).toContain('from cdc')
})

it('ends as interrupted when the person ends the input, and has written nothing', async () => {
  const result = await runCli(['init', 'shop'], { cwd, answers: [] })
  expect(result.exit).toBe(130)
  expect(existsSync(join(cwd, 'shop'))).toBe(false)
})

it('asks nothing where there is no terminal', async () => {
  expect((await runCli(['init', 'shop'], { cwd })).exit).toBe(0)
})

it('refuses a name that no pipeline can have', async () => {
  const result = await runCli(['init', 'shop', '--name', '9'], { cwd })
  expect(result.exit).toBe(2)
  expect(result.stderr).toContain('`--name 9` is not a name for a pipeline')
})

it('says that a file is in the way', async () => {
  mkdirSync(join(cwd, 'shop'))
  writeFileSync(join(cwd, 'shop/data'), 'a file')
  const result = await runCli(['init', 'shop', '--yes'], { cwd })
  expect(result.exit).toBe(2)
  expect(result.stderr).toContain('FLOW0301')
  expect(readdirSync(join(cwd, 'shop'))).toEqual(['data'])
})

const declared = SOURCES.flatMap(({ kind }) =>
  template('shop', kind).flatMap((f) => [...f.text.matchAll(/^(?:stream|table|connection|catalog) (\w+)/gm)].map((m) => m[1]!)),
)

it('names a pipeline so that the project is right, whatever word the folder is called by', async () => {
  const folders = [...RESERVED, ...new Set(declared), 'stream']
  for (const [i, folder] of folders.entries()) {
    const from = declared.includes(folder)
      ? folder.includes('custom') || folder === 'shop_db'
        ? 'cdc'
        : 'kafka'
      : SOURCES[i % 3]!.kind
    expect((await runCli(['init', folder, '--from', from, '--yes'], { cwd })).exit).toBe(0)
    expect(await runCli(['check', folder], { cwd })).toMatchObject({ exit: 0, stdout: 'ok: 1 file, 1 pipeline\n' })
  }
})

it.each([
  ['select', '`--name select` is a reserved word of the language'],
  ['readings', '`--name readings` is the name of a relation of the project'],
])('refuses the name %s', async (name, says) => {
  const result = await runCli(['init', 'shop', '--name', name, '--yes'], { cwd })
  expect(result.exit).toBe(2)
  expect(result.stderr).toContain(says)
  expect(result.stderr).toContain(`--name ${name}_pipeline`)
  expect(existsSync(join(cwd, 'shop'))).toBe(false)
})

it.each([
  ['my shop', "cd 'my shop'"],
  ["it's", "cd 'it'\\''s'"],
  ['-x', 'cd ./-x'],
  ['Übung/a', 'cd Übung/a'],
])('prints a way into the folder %s that a shell takes', async (folder, way) => {
  expect((await runCli(['init', '--yes', '--', folder], { cwd })).all).toContain(`Next:\n  ${way}\n`)
})

it('takes the accents off a name', async () => {
  await runCli(['init', 'Café Übung', '--yes'], { cwd })
  expect(existsSync(join(cwd, 'Café Übung/cafe_ubung.flow'))).toBe(true)
})

it('has a way out that `init` has', async () => {
  writeFileSync(join(cwd, 'shop'), 'a file')
  const result = await runCli(['init', 'shop', '--yes'], { cwd })
  expect(result.stderr).toContain('`flowc init DIR`')
  expect(result.stderr).not.toContain('--output')
})
