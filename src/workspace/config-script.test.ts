import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { chooseEnvironment } from './config-file-node.js'
import { runScript, type ScriptResult } from './config-script-node.js'
import { openProject } from './project-node.js'
import { locateInScript } from './script-place.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-config-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const run = (text: string, more: Readonly<Record<string, string>> = {}, timeoutMillis = 5000): ScriptResult =>
  runScript({ root: folderWith({ 'flow.config.ts': text, ...more }), path: 'flow.config.ts', timeoutMillis })

describe('a configuration in TypeScript', () => {
  it('is plain data, with types and imports resolved', () => {
    expect(
      run(
        "import { replicas, type Policy } from './lib/policy.js'\nconst topics: Policy = { replicas }\nexport default { topics, sources: ['a'], nothing: undefined }",
        { 'lib/policy.ts': 'export interface Policy { replicas: number }\nexport const replicas: number = 1' },
      ),
    ).toEqual({ ok: true, value: { topics: { replicas: 1 }, sources: ['a'] } })
  })
  it('may wait', () => {
    expect(run('await new Promise((r) => setTimeout(r, 5))\nexport default { home: null }')).toEqual({
      ok: true,
      value: { home: null },
    })
  })
  it('may be typed by this package, which need not be installed there', () => {
    const text =
      "import { defineConfig, env, minutes } from 'flowc'\n\nexport default defineConfig({\n  checkpoint: minutes(5),\n  files: env('FILES'),\n})\n"
    expect(run(text)).toEqual({ ok: true, value: { checkpoint: '5 minutes', files: { env: 'FILES' } } })
    // without `defineConfig`
    const bare = (setting: string): string => {
      const result = run(`import { env, minutes, secret } from 'flowc'\nexport default { a: { b: ${setting} } }`)
      return result.ok ? '' : result.problem.reason
    }
    const where = ', which stands in `export default defineConfig({ … })`'
    expect(bare("env('X')")).toBe('`a.b` is made by `env(…)` or `secret(…)`' + where)
    expect(bare('minutes(5)')).toBe('`a.b` is made by `minutes(…)`' + where)
    const wrong = run(text.replace('minutes(5)', 'minutes(-5)'))
    expect(wrong.ok ? null : wrong.problem.at).toEqual({ file: 'flow.config.ts', line: 4, column: 15 })
    expect(wrong.ok ? null : wrong.problem.reason).toContain('`minutes(-5)` is no duration')
  })
  it.each([
    [
      'does not parse',
      'const a = 1 +\n\nexport default {}',
      'unexpected "export"',
      { file: 'flow.config.ts', line: 3, column: 1 },
    ],
    [
      'does not parse behind letters of more than one byte',
      "const é = 'ä😀' + ;\nexport default {}",
      'unexpected ";"',
      { file: 'flow.config.ts', line: 1, column: 19 },
    ],
    [
      'throws',
      "\nthrow new Error('no such team')\nexport default {}",
      'no such team',
      { file: 'flow.config.ts', line: 2, column: 7 },
    ],
    [
      'imports what is not there',
      "import './nothing.js'\nexport default {}",
      'could not resolve "./nothing.js"',
      { file: 'flow.config.ts', line: 1, column: 8 },
    ],
    [
      'ends the process',
      'process.exit(0)\nexport default {}',
      'a configuration does not end the process',
      { file: 'flow.config.ts', line: 1, column: 9 },
    ],
    ['exports nothing', 'export const a = 1', 'it has no default export', null],
    ['exports a function', 'export default () => ({})', 'its default export is a function', null],
    [
      'holds a function',
      'export default { a: { b: [() => 1] } }',
      '`a.b[0]` is a function, and only plain data can be a setting',
      null,
    ],
    ['holds an instance', 'export default { at: new Date(0) }', '`at` is a Date, and only plain data can be a setting', null],
    ['holds a bigint', 'export default { n: 1n }', '`n` is a bigint, and only plain data can be a setting', null],
  ])('that %s says so, with the place', (_, text, reason, at) => {
    const result = run(text)
    expect(result).toMatchObject({ ok: false, problem: { at } })
    expect(result.ok || result.problem.reason.toLowerCase()).toBe(reason.toLowerCase())
  })
  it('that throws in an imported file names that file', () => {
    expect(
      run("import { a } from './lib/a'\nexport default { a: a() }", {
        'lib/a.ts': '// a\n\nexport const a = (): number => {\n  throw new Error("late")\n}',
      }),
    ).toMatchObject({
      ok: false,
      problem: { reason: 'late', at: { file: 'lib/a.ts', line: 4 } },
    })
  })
  it('that does not end is given up', () => {
    expect(run('while (true) {}\nexport default {}', {}, 300)).toEqual({
      ok: false,
      problem: { reason: 'it did not end within 0.3 seconds', at: null },
    })
    const begun = performance.now()
    expect(run('await new Promise(() => {})', {}, 60_000)).toEqual({
      ok: false,
      problem: { reason: 'it waits for something that never comes', at: null },
    })
    expect(run('const all: unknown[] = []\nfor (;;) all.push(new Array(50_000).fill(all.length))', {}, 60_000)).toEqual({
      ok: false,
      problem: { reason: 'it fills the memory: the 256 MB that it has are not enough', at: null },
    })
    expect(performance.now() - begun).toBeLessThan(50_000)
  })
  it('has its mistakes underlined where the key stands', () => {
    const root = folderWith({
      'flow.config.ts':
        "const kafka = { bootstrap: 'k:9092' }\nexport default {\n  kafka,\n  environments: {\n    dev: { topics: { 'replicass': 1 } },\n  },\n}",
    })
    const project = openProject(root, [])
    const [d] = project.bag.all
    expect(d?.message).toBe('there is no setting `replicass`')
    expect(project.index.locate(d!.primary!.span).start).toMatchObject({ line: 5, column: 22 })
    expect(d?.fixes[0]?.edits[0]?.text).toBe('replicas')
  })
  it.each([
    ['{ a: { b: 1 }, b: 2 }', ['b'], 7],
    ['{ "x.y": 1 }', ['x.y'], 2],
    ['{ aa: 1, a: 2 }', ['a'], 9],
    ['{ kafka }', ['kafka', 'bootstrap'], 2],
    ['{ ...rest }', ['a'], null],
  ])('is searched by its text: %s', (text, keys, start) => {
    expect(locateInScript(text, keys)?.start ?? null).toBe(start)
  })
})

describe('the environment of a command', () => {
  const config = (own: object, environments: object): string => JSON.stringify({ ...own, environments })
  const choose = (files: Readonly<Record<string, string>>, name?: string) => {
    const project = openProject(folderWith(files), [])
    const chosen = chooseEnvironment(project, name)
    return { name: chosen.name, settings: chosen.settings, found: project.bag.all.map((d) => `${d.code} ${d.message}`) }
  }
  it('is dev where there is one, and what the configuration says where there is none', () => {
    const own = { kafka: { bootstrap: 'own' } }
    expect(choose({ 'flow.config.json': config(own, { dev: {} }) }).name).toBe('dev')
    expect(choose({ 'flow.config.json': config(own, { prod: {} }) })).toMatchObject({
      name: 'default',
      settings: { kafka: { bootstrap: 'own' } },
    })
    expect(choose({ 'envs/dev.json': '{}' }).name).toBe('dev')
  })
  it('adds to the settings of the configuration, value by value', () => {
    const { settings } = choose({
      'flow.config.json': config(
        {
          kafka: { bootstrap: 'own', properties: { 'client.dns.lookup': 'use_all_dns_ips', 'linger.ms': '1' } },
          registry: { url: 'http://own', token: { secret: 'T' } },
          catalogs: { lake: { uri: 'http://own', warehouse: 'w' } },
        },
        {
          dev: {
            kafka: { bootstrap: 'dev', properties: { 'linger.ms': '5' } },
            registry: { user: 'u', password: { env: 'P' } },
            catalogs: { lake: { uri: 'http://dev' }, other: { uri: 'x' } },
          },
        },
      ),
    })
    expect(settings.kafka).toMatchObject({
      bootstrap: 'dev',
      properties: [
        { name: 'client.dns.lookup', value: 'use_all_dns_ips' },
        { name: 'linger.ms', value: '5' },
      ],
    })
    // one login replaces the other as a whole
    expect(settings.registry).toMatchObject({ url: 'http://own', user: 'u', password: { env: 'P' }, token: null })
    expect(settings.catalogs).toEqual([
      {
        name: 'lake',
        properties: [
          { name: 'uri', value: 'http://dev' },
          { name: 'warehouse', value: 'w' },
        ],
      },
      { name: 'other', properties: [{ name: 'uri', value: 'x' }] },
    ])
  })
  it('may be a file of its own, in JSON or TypeScript', () => {
    expect(choose({ 'envs/prod.json': '{ "checkpoint": "1 minute" }' }, 'prod')).toMatchObject({
      settings: { checkpoint: 60_000 },
      found: [],
    })
    expect(choose({ 'envs/prod.ts': "export default { checkpoint: '2 minutes' }" }, 'prod')).toMatchObject({
      settings: { checkpoint: 120_000 },
      found: [],
    })
  })
  it('stands in one place only, and has a name that exists', () => {
    expect(choose({ 'flow.config.json': config({}, { prod: {} }), 'envs/prod.json': '{}' }, 'prod').found).toEqual([
      'FLOW0205 there are both `envs/prod.json` and `environments.prod of the configuration`',
    ])
    expect(choose({ 'envs/prod.json': '{}', 'envs/prod.ts': 'export default {}' }, 'prod').found).toEqual([
      'FLOW0205 there are both `envs/prod.json` and `envs/prod.ts`',
    ])
    expect(choose({ 'envs/prod.json': '{}' }, 'prd').found).toEqual(['FLOW0208 there is no environment `prd`'])
    expect(choose({ 'envs/prod.json': '{ "kafka": { "bootsrap": "x" } }' }, 'prod').found).toEqual([
      'FLOW0202 there is no setting `bootsrap`',
    ])
  })
})
