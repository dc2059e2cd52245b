// docs/typescript.md: its programs and that of the README compile and are right, its mistakes are told as it says.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../kit/run-cli.js'
import { tsc } from '../kit/tsc.js'
import { exportsOf } from './api/exported.js'
import { moduleOf } from './api/programs.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FIXTURE = join(ROOT, 'test', 'fixtures', 'typescript', 'cold_rooms.flow.ts')
const page = ['docs/typescript.md', 'README.md'].map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')

const blocks = (mark: string): readonly string[] =>
  [...page.matchAll(new RegExp(`<!-- ${mark} -->\\n\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``, 'g'))].map((m) => m[1]!)

const programs = blocks('(?:program|text inside)')
/** Modules that import each other stand under their names. */
const files = [...page.matchAll(/<!-- file (\S+) -->\n\n```ts\n([\s\S]*?)```/g)].map((m): [string, string] => [m[1]!, m[2]!])
const mistakes = blocks('mistakes in cold_rooms.flow.ts').join('')
/** A statement and the comment behind it: a part of what TypeScript says of the statement; `…` stands for anything. */
const told = [...mistakes.matchAll(/^(?!\/\/)(.+)\n\/\/ (.+)$/gm)].map(([, statement, message]) => ({
  statement: statement!,
  parts: message!.split(/ ?… ?$/),
}))

const folder = mkdtempSync(join(tmpdir(), 'flowc-page-'))
let report: readonly string[] = []
beforeAll(() => {
  for (const part of ['package.json', 'dist/index.mjs', 'dist/types'])
    cpSync(join(ROOT, part), join(folder, 'node_modules', 'flowc', part), { recursive: true })
  const names = new Set(exportsOf(join(ROOT, 'src', 'api', 'index.ts')).map((e) => e.name))
  const fixture = readFileSync(FIXTURE, 'utf8').replaceAll(/^const /gm, 'export const ')
  const own = new Set(exportsOf(write('cold_rooms.flow.ts', fixture)).map((e) => e.name))
  write(
    'mistakes.ts',
    moduleOf(mistakes, [
      ['./cold_rooms.flow.js', own],
      ['flowc', names],
    ]),
  )
  programs.forEach((text, i) => write(`program_${i + 1}.flow.ts`, text))
  for (const [name, text] of files) write(name, text)
  const exported = readFileSync(join(ROOT, 'test', 'types-api', 'exported.ts'), 'utf8')
  write('exported.ts', exported.replace('../../src/api/index.js', 'flowc'))
  write('package.json', '{ "type": "module" }\n')
  write('flow.config.json', '{}\n')
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    strict: true,
    allowImportingTsExtensions: true,
    declaration: true,
    noEmit: true,
    types: [],
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  // lines that are indented belong to the one above
  report = tsc(folder).text.split(/\n(?! )/)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, text: string): string {
  writeFileSync(join(folder, file), text)
  return join(folder, file)
}

describe('programs', () => {
  it('are there', () => expect(programs.length).toBeGreaterThanOrEqual(3))
  it('are right for TypeScript', () => {
    const names = ['program_', ...files.map(([name]) => name)]
    expect(report.filter((line) => names.some((name) => line.startsWith(name)))).toEqual([])
  })
  it('are right for flowc', async () => {
    const modules = files.map(([name]) => name).filter((name) => name.endsWith('.flow.ts'))
    expect(modules).toEqual(['eu.flow.ts'])
    const paths = [...programs.map((_, i) => `program_${i + 1}.flow.ts`), ...modules]
    const { all, exit } = await runCli(['check', '--quiet', ...paths], { cwd: folder })
    expect(all).toBe('')
    expect(exit).toBe(0)
  })
})

describe('declarations', () => {
  it('name the types of everything that a program exports', () =>
    expect(report.filter((line) => line.startsWith('exported'))).toEqual([]))
})

describe('mistakes', () => {
  it('are there', () => expect(told.length).toBeGreaterThanOrEqual(5))
  it.each(told)('$statement', ({ statement, parts }) => {
    const source = ts.createSourceFile('x.ts', readFileSync(join(folder, 'mistakes.ts'), 'utf8'), ts.ScriptTarget.ES2023)
    const line = source.getLineAndCharacterOfPosition(source.text.indexOf(statement)).line + 1
    const about = report.filter((text) => text.startsWith(`mistakes.ts(${line},`)).join('\n')
    for (const part of parts) expect(about).toContain(part)
  })
})
