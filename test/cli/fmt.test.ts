import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { unifiedDiff } from '../../src/cli/ui/line-diff.js'
import { runCli } from '../kit/run-cli.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

const ROUGH = 'stream a =   from b\n'
const NEAT = 'stream a =\n  from b\n'
const WRONG = 'stream a =   from b\nstrem c   = d\n'

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-fmt-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({ 'flow.config.json': '{}', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

describe('flowc fmt', () => {
  it('changes what is not laid out, and says what', async () => {
    const cwd = project({ 'a.flow': ROUGH, 'lib/b.flow': NEAT, 'lib/c.flow': ROUGH })
    expect(await runCli(['fmt'], { cwd })).toMatchObject({
      exit: 0,
      stdout: 'changed a.flow\nchanged lib/c.flow\n2 files changed, 1 as it was\n',
      stderr: '',
    })
    expect([read(cwd, 'a.flow'), read(cwd, 'lib/c.flow')]).toEqual([NEAT, NEAT])
    expect(readdirSync(cwd).sort()).toEqual(['a.flow', 'flow.config.json', 'lib'])
    expect(await runCli(['fmt'], { cwd })).toMatchObject({ exit: 0, stdout: 'ok: 3 files, nothing to change\n' })
  })
  it('takes files and folders', async () => {
    const cwd = project({ 'a.flow': ROUGH, 'lib/b.flow': ROUGH })
    expect(await runCli(['fmt', 'lib', '--quiet'], { cwd })).toMatchObject({ exit: 0, stdout: 'changed lib/b.flow\n' })
    expect(read(cwd, 'a.flow')).toBe(ROUGH)
  })
  it('only looks with --check, and exits with 3 where something would change', async () => {
    const cwd = project({ 'a.flow': ROUGH, 'b.flow': NEAT })
    expect(await runCli(['fmt', '--check'], { cwd })).toMatchObject({
      exit: 3,
      stdout: 'would change a.flow\n1 file would change, 1 as it was; `flowc fmt` changes it\n',
    })
    expect(read(cwd, 'a.flow')).toBe(ROUGH)
    expect(await runCli(['fmt', '--check', 'b.flow'], { cwd })).toMatchObject({ exit: 0 })
  })
  it('shows with --diff what would change', async () => {
    const cwd = project({ 'a.flow': ROUGH })
    const { exit, stdout } = await runCli(['fmt', '--diff'], { cwd })
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: '--- a.flow\n+++ a.flow\n@@ -1,1 +1,2 @@\n-stream a =   from b\n+stream a =\n+  from b\n',
    })
    expect((await runCli(['fmt', '--diff', '--check'], { cwd })).exit).toBe(3)
    expect(read(cwd, 'a.flow')).toBe(ROUGH)
  })
  it('lays out what it can of a file with mistakes, and says what it could not read', async () => {
    const cwd = project({ 'a.flow': WRONG })
    const { exit, stdout, stderr } = await runCli(['fmt'], { cwd })
    expect(exit).toBe(1)
    expect(stdout).toBe('changed a.flow\n1 file changed\n')
    expect(stderr).toContain('--> a.flow:2:1')
    expect(stderr).toContain('a.flow: 1 declaration cannot be read, and stays as it is\n')
    expect(read(cwd, 'a.flow')).toBe('stream a =\n  from b\n\nstrem c   = d\n')
  })
  it.each([
    ['with --stdin', ['fmt', '--stdin']],
    ['with -', ['fmt', '-']],
  ])('reads stdin %s', async (_, argv) => {
    const cwd = project({})
    expect(await runCli(argv, { cwd, input: ROUGH })).toMatchObject({ exit: 0, stdout: NEAT, stderr: '' })
    expect(await runCli([...argv, '--check'], { cwd, input: ROUGH })).toMatchObject({ exit: 3, stdout: '' })
    const wrong = await runCli(argv, { cwd, input: WRONG })
    expect(wrong).toMatchObject({ exit: 1, stdout: 'stream a =\n  from b\n\nstrem c   = d\n' })
    expect(wrong.stderr).toContain('--> <stdin>:2:1')
  })
  it('reads stdin or files, not both; and only text', async () => {
    const cwd = project({ 'a.flow': ROUGH, 'b.flow': NEAT })
    expect(await runCli(['fmt', '-', 'a.flow'], { cwd, input: ROUGH })).toMatchObject({ exit: 2, stdout: '' })
    expect((await runCli(['fmt', '-'], { cwd, input: new Uint8Array([0xff, 0xfe, 0]) })).stderr).toContain('FLOW0102')
    writeFileSync(join(cwd, 'bad.flow'), new Uint8Array([0x73, 0xf1]))
    const { exit, stderr } = await runCli(['fmt'], { cwd })
    expect({ exit, code: /FLOW\d+/.exec(stderr)?.[0], a: read(cwd, 'a.flow') }).toEqual({ exit: 2, code: 'FLOW0102', a: NEAT })
  })
  it('keeps line ends, the byte order mark, rights and links', async () => {
    const cwd = project({ 'a.flow': `\ufeff${ROUGH.replaceAll('\n', '\r\n')}` })
    chmodSync(join(cwd, 'a.flow'), 0o640)
    symlinkSync('a.flow', join(cwd, 'b.flow'))
    expect(await runCli(['fmt', 'b.flow'], { cwd })).toMatchObject({ exit: 0 })
    expect(read(cwd, 'a.flow')).toBe(`\ufeff${NEAT.replaceAll('\n', '\r\n')}`)
    expect(statSync(join(cwd, 'a.flow')).mode & 0o777).toBe(0o640)
    expect(lstatSync(join(cwd, 'b.flow')).isSymbolicLink()).toBe(true)
    expect(await runCli(['fmt', '--check', 'b.flow'], { cwd })).toMatchObject({ exit: 0 })
  })
  it('tells programs what it did', async () => {
    const cwd = project({ 'a.flow': WRONG, 'b.flow': NEAT })
    const { exit, stdout } = await runCli(['fmt', '--check', '--format', 'json'], { cwd })
    expect(exit).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      command: 'fmt',
      ok: false,
      files: [
        { file: 'a.flow', changed: true, unread: 1 },
        { file: 'b.flow', changed: false, unread: 0 },
      ],
      diagnostics: [
        { code: 'FLOW1002', file: 'a.flow' },
        { code: 'FLOW1032', file: 'a.flow' },
      ],
      summary: { files: 2, changed: 1, written: 0 },
    })
  })
})

describe('a diff of lines', () => {
  it.each([
    ['the same', 'a\nb\n', 'a\nb\n', ''],
    ['everything new', '', 'a\n', '@@ -0,0 +1,1 @@\n+a\n'],
    ['everything gone', 'a\nb\n', '', '@@ -1,2 +0,0 @@\n-a\n-b\n'],
    [
      'in the middle',
      '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
      '1\n2\n3\n4\nx\n6\n7\n8\n9\n',
      '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n',
    ],
    ['shifted', 'a\nb\nc\n', 'b\nc\nd\n', '@@ -1,3 +1,3 @@\n-a\n b\n c\n+d\n'],
    [
      'in two places',
      'a\n1\n2\n3\n4\n5\n6\n7\nb\n',
      'x\n1\n2\n3\n4\n5\n6\n7\ny\n',
      '@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+y\n',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(unifiedDiff(before, after, 'f').replace(/^--- f\n\+\+\+ f\n/, '')).toBe(expected)
  })
})
