// The type tests of the API under the other compilers that users have: TypeScript 5.9, in this process, and 7, by its command line.
// `npm test` runs them under the one of the project.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import older from 'typescript-5.9'
import type ts from 'typescript'
import { costFiles, costs } from '../test/types-api/budget.js'
import { fileOf } from '../test/types-api/fragments.js'
import { problemOf } from '../test/types-api/judge.js'
import { checkerOf, type Said } from '../test/types-api/program.js'
import { ALL, GOOD } from '../test/types-api/tables.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const fragments = fileOf(ALL.map((b) => b.code))

let failed = 0
function report(version: string, said: ReadonlyMap<string, readonly Said[]>): void {
  const problems = ALL.flatMap((b, i) => {
    const problem = problemOf(b, fragments.places[i]!, said.get('bad.ts') ?? [])
    return problem === null ? [] : [`${b.title}: ${problem}`]
  })
  for (const name of GOOD) for (const s of said.get(name) ?? []) problems.push(`${name}: ${s.message}`)
  failed += problems.length
  console.log(`TypeScript ${version}: ${ALL.length} fragments, ${problems.length} differences\n${problems.join('\n')}`)
}

/** What the command line of TypeScript 7 says of files in a folder of their own. */
function byCommand(): ReadonlyMap<string, readonly Said[]> {
  const folder = join(root, 'node_modules/.cache/api-types')
  mkdirSync(folder, { recursive: true })
  const text = fragments.text.replace('./prelude.js', '../../../test/types-api/prelude.js')
  const shift = text.length - fragments.text.length
  writeFileSync(join(folder, 'bad.ts'), text)
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023'],
    types: [],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  }
  const files = ['bad.ts', ...GOOD.map((name) => `../../../test/types-api/${name}`)]
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8', cwd: folder })
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  const said = new Map<string, Said[]>()
  let last: { message: string } | null = null
  for (const line of stdout.split('\n')) {
    const match = /^(\S+)\((\d+),(\d+)\): error TS(\d+): (.*)$/.exec(line)
    if (match === null) {
      if (last !== null && line !== '') last.message += `\n${line}`
      continue
    }
    const [, path, row, column, code, message] = match as unknown as [string, string, string, string, string, string]
    const file = basename(path) === 'bad.ts' ? 'bad.ts' : `good/${basename(path)}`
    const start = file === 'bad.ts' ? starts[Number(row) - 1]! + Number(column) - 1 - shift : 0
    const one = { file, start, code: Number(code), message }
    said.set(file, [...(said.get(file) ?? []), one])
    last = one
  }
  return said
}

const checked = checkerOf(older as unknown as typeof ts)({
  ...Object.fromEntries(GOOD.map((name) => [name, null])),
  'bad.ts': fragments.text,
  ...costFiles(),
})
report(older.version, checked.said)
console.log(costs(checked))
const native = JSON.parse(readFileSync(join(root, 'node_modules/@typescript/native/package.json'), 'utf8')) as { version: string }
report(native.version, byCommand())
process.exit(failed === 0 ? 0 : 1)
