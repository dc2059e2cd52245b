// `flowc init --typescript`: projects that pass their tests and TypeScript's, and are the same pipelines as those in text.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand, SOURCES } from '../../src/cli/commands/init-templates.js'
import { typescriptTemplate } from '../../src/cli/commands/init-typescript.js'
import { runCli } from '../kit/run-cli.js'
import { tsc } from '../kit/tsc.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'flowc-init-ts-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

/** What a cluster gets; where a clause stands in its file is no part of it. */
const artifacts = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile() && !e.name.endsWith('.map.json') && e.name !== 'manifest.json')
      .map((e): [string, string] => [
        join(e.parentPath, e.name).slice(folder.length + 1),
        readFileSync(join(e.parentPath, e.name), 'utf8').replaceAll('shop.flow.ts|', 'shop.flow|'),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

describe.each(SOURCES.map((s) => s.kind))('a project from %s', (from) => {
  it('passes its tests, runs with the command of its README, and builds what the project in text builds', async () => {
    const folder = join(cwd, 'ts')
    const init = await runCli(['init', 'ts', '--typescript', '--name', 'shop', '--from', from, '--yes'], { cwd })
    expect(init.exit, init.all).toBe(0)
    const tested = await runCli(['test'], { cwd: folder })
    expect(tested).toMatchObject({ exit: 0, stderr: '' })
    expect(tested.stdout).toMatch(/\d passed\n$/)

    const command = runCommand(await typescriptTemplate('shop', from))
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(command)
    const [npx, flowc, ...args] = command.split(' ')
    expect([npx, flowc]).toEqual(['npx', 'flowc'])
    const run = await runCli([...args, '--format', 'json'], { cwd: folder })
    expect(run.exit, run.all).toBe(0)
    expect((JSON.parse(run.stdout) as { outputs: { rows: number }[] }).outputs[0]!.rows).toBeGreaterThan(0)

    await runCli(['init', 'text', '--name', 'shop', '--from', from, '--yes'], { cwd })
    for (const skin of ['ts', 'text']) expect((await runCli(['build', '-o', 'built'], { cwd: join(cwd, skin) })).exit).toBe(0)
    const built = artifacts(join(folder, 'built'))
    expect(built.size).toBeGreaterThan(3)
    expect(built).toEqual(artifacts(join(cwd, 'text/built')))
  })
})

it('compiles under strict TypeScript', async () => {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: [],
    noEmit: true,
    skipLibCheck: true,
    paths: { flowc: [join(root, 'src/api/index.ts')] },
  }
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/*.ts'] }))
  for (const { kind } of SOURCES) {
    mkdirSync(join(cwd, kind))
    for (const f of await typescriptTemplate('shop', kind))
      if (f.path.endsWith('.ts')) writeFileSync(join(cwd, kind, f.path), f.text)
  }
  const lines = tsc(cwd, '--listFiles').text.split('\n')
  expect(lines.filter((l) => l.includes('error TS'))).toEqual([])
  expect(lines.filter((l) => l.includes('flowc-init-ts-'))).toHaveLength(6)
})

it('leaves the files alone that a TypeScript project has, and says what they need', async () => {
  writeFileSync(join(cwd, 'package.json'), '{}\n')
  writeFileSync(join(cwd, 'tsconfig.json'), '{}\n')
  const result = await runCli(['init', '.', '--typescript', '--name', 'shop', '--yes', '--format', 'json'], { cwd })
  expect(result.exit).toBe(0)
  expect(result.stderr).toContain('kept package.json, which needs the packages `flowc` and `typescript`')
  expect(JSON.parse(result.stdout)).toMatchObject({ kept: ['package.json', 'tsconfig.json'] })
  expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe('{}\n')
  expect(existsSync(join(cwd, 'shop.flow.ts'))).toBe(true)
})

it('overwrites no program and no configuration', async () => {
  mkdirSync(join(cwd, 'data'))
  writeFileSync(join(cwd, 'shop.flow.ts'), '// mine\n')
  const result = await runCli(['init', '.', '--typescript', '--name', 'shop', '--yes'], { cwd })
  expect(result.exit).toBe(2)
  expect(result.stderr).toContain('FLOW0304')
  expect(readdirSync(cwd).sort()).toEqual(['data', 'shop.flow.ts'])
})
