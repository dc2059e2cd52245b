// What a module reads of the machine, and what a throw in it is likely to come from.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SourceIndex } from '../core/source.js'
import { renderText } from '../diagnostics/render/text.js'
import { runScript } from './config-script-node.js'
import { flowScripts } from './flow-script-node.js'
import { createNodeHost } from './host-node.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-variables-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** What each of them says: one run for all. */
function told(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const paths = Object.keys(files).filter((f) => f.endsWith('.flow.ts'))
  const scripts = flowScripts({
    host: createNodeHost(folderWith(files)),
    files: paths,
    index: new SourceIndex(),
    onText: () => {},
  })
  return Object.fromEntries(
    paths.map((path) => {
      const read = scripts.host.readText(path)
      return [
        path,
        read.kind === 'unreadable' ? renderText(read.diagnostics ?? [], scripts.places) : 'text' in read ? read.text : read.kind,
      ]
    }),
  )
}

const money = "import { flow } from 'flowc'\nexport const money = flow`type money = int`\n"
const colours = {
  'node_modules/colours/package.json': '{"name":"colours","type":"module","exports":"./index.js"}',
  'node_modules/colours/index.js':
    "export const plain = 'NO_COLOR' in process.env || process.env.TERM === 'dumb' || Object.keys(process.env).length > 5\nprocess.env.COLOURS = 'set'\n",
}

describe('environment variables', () => {
  const files = {
    'read.flow.ts': `${money}const x = Number(process.env.LEAST ?? '3')\n`,
    'taken.flow.ts': `${money}const { LEAST = '3' } = process.env\n`,
    'asked.flow.ts': `${money}if ('CI' in process.env) throw 1\n`,
    'all.flow.ts': `${money}const all = { ...process.env }\n`,
    'keys.flow.ts': `${money}Object.keys(process.env)\n`,
    'named.flow.ts': `import { env } from 'node:process'\n${money}env.LEAST\n`,
    'whole.flow.ts': `import process from 'node:process'\n${money}process.env.LEAST\n`,
    'lib.ts': "export const least = () => process.env['LEAST']\n",
    'other.flow.ts': `import { least } from './lib.js'\n${money}least()\n`,
    'set.flow.ts': `${money}process.env.TZ = 'UTC'\nif (process.env.TZ !== 'UTC') throw 1\nconsole.log(process.env)\n`,
    'package.flow.ts': `import { plain } from 'colours'\n${money}if (plain || process.env.COLOURS !== 'set') throw 1\n`,
    ...colours,
  }
  const say = told(files)
  it.each([
    ['read', 'LEAST', 3],
    ['taken', 'LEAST', 3],
    ['asked', 'CI', 3],
    ['named', 'LEAST', 4],
    ['whole', 'LEAST', 4],
  ])('%s', (file, name, line) => {
    expect(say[`${file}.flow.ts`]).toContain(
      `error[FLOW0430]: the environment variable \`${name}\` is read while the program is built, and there is none\n --> ${file}.flow.ts:${line}:`,
    )
    expect(say[`${file}.flow.ts`]).toContain(`is \`env('${name}')\` or \`secret('${name}')\``)
  })
  it('all of them', () => {
    for (const file of ['all', 'keys'])
      expect(say[`${file}.flow.ts`]).toMatch(
        new RegExp(`^error\\[FLOW0430\\]: environment variables are read while .*\\n --> ${file}\\.flow\\.ts:3:`),
      )
  })
  it('in another module of the project', () => {
    expect(say['other.flow.ts']).toContain(' --> lib.ts:1:')
  })
  it('that the program has set, or that a package asks for', () => {
    expect([say['set.flow.ts'], say['package.flow.ts']]).toEqual(['type money = int\n', 'type money = int\n'])
  })
  it('in a configuration', () => {
    const run = (text: string) => runScript({ root: folderWith({ 'flow.config.ts': text, ...colours }), path: 'flow.config.ts' })
    const wrong = run("\nexport default { target: process.env.T ?? 'flink-1.20' }")
    expect(wrong).toMatchObject({ ok: false, problem: { at: { file: 'flow.config.ts', line: 2 } } })
    expect(wrong.ok ? '' : wrong.problem.reason).toBe(
      'the environment variable `T` is not visible here: a setting that names one is `{ env: "T" }`',
    )
    expect(run("import { plain } from 'colours'\nexport default { sources: [String(plain)] }")).toEqual({
      ok: true,
      value: { sources: ['false'] },
    })
  })
  it('page', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/errors/FLOW0430.md'), 'utf8')
    expect(page).toContain('FLOW0430 environment-variable-read')
  })
})

describe('what a throw comes from', () => {
  const shop = "import { kafka, stream } from 'flowc'\nconst s = stream('s', kafka('x').schemaRegistry()) as any\n"
  const files = {
    'a.flow.ts': `import { b } from './b.js'\n${shop}export const a = stream('a', s.where((o: any) => o.x.gt(1)))\nexport default stream('c', b)\n`,
    'b.ts':
      "import { stream } from 'flowc'\nimport { a } from './a.flow.js'\nexport const b = stream('b', (a as any).where((o: any) => o.x.gt(2)))\n",
    'column.flow.ts': `${shop}export const a = stream('a', s.where(() => s.id.gt(1)))\n`,
    'early.flow.ts': `${shop}export const a = stream('a', (b as any).where(() => true))\nconst b = s\n`,
    'early2.flow.ts': `${shop}{ (() => c.x)()\nconst c = s as any }\n`,
    'null.flow.ts': 'const o = null as any\no.x.y\nexport {}\n',
  }
  const say = told(files)
  const help = (file: string): string | undefined => /^help: (.*)$/m.exec(say[file]!)?.[1]
  it('modules that import each other', () => {
    expect(help('a.flow.ts')).toMatch(
      /^`b\.ts` and `a\.flow\.ts` import each other, and what one needs of the other is not there yet: move it/,
    )
  })
  it('a relation that is taken for a row', () => {
    expect(help('column.flow.ts')).toMatch(/^columns come from the parameter of the callback/)
  })
  it('a declaration further down', () => {
    expect(help('early.flow.ts')).toMatch(/^is what it is called on declared further down\?/)
    expect(help('early2.flow.ts')).toBe('`c` is declared further down: move it up')
  })
  it('anything else has no advice', () => {
    expect(say['null.flow.ts']).toMatch(
      /^error\[FLOW0422\]: the program throws while it is built: Cannot read properties of null/,
    )
    expect(help('null.flow.ts')).toBeUndefined()
  })
})
