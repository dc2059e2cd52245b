import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { FINE, FOUND, HEAD, HELPERS, LIBRARY } from '../../test/kit/guard-cases.js'
import { processorTime } from '../../test/kit/processor.js'
import { METHOD_NAMES } from '../api/operators.js'
import { ownFile } from './flow-package-node.js'
import { runFlowScripts } from './flow-script-run-node.js'
import { guarded } from './script-guards-node.js'
import { ALWAYS_GIVE } from './script-presence.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

/** Runs every program by itself, all in one go; of each the mistake, as `column: message`, or what it printed. */
function runAll(programs: readonly string[], more: Readonly<Record<string, string>> = {}): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'flowc-guards-'))
  folders.push(root)
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const names = programs.map((text, i) => {
    write(`${i}.flow.ts`, `${HEAD}${text}\nexport const given = s`)
    return `${i}.flow.ts`
  })
  for (const [name, text] of Object.entries(more)) write(name, text)
  const runs = runFlowScripts(names, { root, onText: () => {} })
  return names.map((name) => {
    const run = runs.get(name)!
    if (run.kind === 'program') return 'fine'
    const [problem] = run.problems
    const { code, message } = problem!.diagnostic(null)
    const line = (problem!.at?.line ?? 0) - HEAD.split('\n').length + 1
    const said = code === 'FLOW2114' ? /^`(.*?)` is/.exec(message)![1]! : `${code} ${message}`
    return `${line}:${problem!.at?.column} ${said}`
  })
}

describe('what JavaScript decides about expressions', () => {
  it('is found where it stands, whatever is asked', () => {
    const found = runAll(
      FOUND.map(([program]) => program),
      LIBRARY,
    )
    expect(FOUND.map(([program], i) => [program, found[i]])).toEqual(
      FOUND.map(([program, said, inBundle]) => [program, inBundle ?? said]),
    )
  })
  it('is found as well where the API is a file of its own', () => {
    const built = buildSync({ entryPoints: [ownFile('index')], bundle: true, format: 'esm', write: false, target: 'node20' })
    const installed = {
      'node_modules/flowc/package.json': '{ "name": "flowc", "version": "0.1.0", "exports": { ".": "./index.mjs" } }',
      'node_modules/flowc/index.mjs': built.outputFiles[0]!.text,
    }
    const programs = [...FOUND.map(([program]) => program), ...FINE]
    const found = runAll(programs, { ...LIBRARY, ...HELPERS, ...installed })
    expect(programs.map((program, i) => [program, found[i]])).toEqual([
      ...FOUND.map(([program, said, inBundle]) => [program, inBundle ?? said]),
      ...FINE.map((program) => [program, 'fine']),
    ])
  })
  it('is fine beside other values, and where a value may be missing', () => {
    const found = runAll(FINE, { ...LIBRARY, ...HELPERS })
    expect(FINE.map((program, i) => [program, found[i]]).filter(([, said]) => said !== 'fine')).toEqual([])
  })
  it('is found beside names of every kind', () => {
    const names =
      'const $flowc = 1, $row0 = 1, $flowcRow0 = 1, $flowc_ = 1, $flowc_Row0 = 1, sum = $flowc + $row0 + $flowcRow0 + $flowc_ + $flowc_Row0\n'
    const said = runAll([
      `${names}export const q = where(({ vip = lit(true) }) => vip.and(lit(sum === 5)))`,
      `${names}export const q = where(o => sum === 5 ? o.vip || o.amount.gt($flowc) : o.vip)`,
      `${names}export const q = where(o => sum === 5 ? o.vip.and(o.amount.gt($flowc)) : o.vip)`,
    ])
    expect(said).toEqual([expect.stringMatching(/^2:.* vip = …$/), expect.stringMatching(/^2:.* o\.vip \|\|$/), 'fine'])
  })
  it('leaves numbers of chance and the time, which differ from build to build', () => {
    const said = runAll([
      'const n = Math.random()\nexport const q = where(o => o.amount.gt(n))',
      'const n = Date.now()\nexport const q = where(o => o.amount.gt(n))',
      'const n = new Date().getTime()\nexport const q = where(o => o.amount.gt(n))',
      'class Day extends Date {}\nconst n = Math.max(+new Day(), 0)\nexport const q = where(o => o.amount.gt(n))',
      'later = [1, 2][Math.floor(Math.random())]',
      'const begun = Date.now()\nlater = Date.now() - begun > 60_000 ? 1 : 2',
      'const at = new Date("2026-01-01T00:00:00Z")\nif (!(at instanceof Date) || at.constructor !== Date || new Date(at).getTime() !== Date.UTC(2026)) throw new Error("odd")\nexport const q = where(o => o.amount.gt(at.getTime()))',
    ])
    expect(said).toEqual([
      expect.stringMatching(/^2:38 FLOW2110 0\.\d+ is the time of this build or a random number/),
      expect.stringMatching(/^2:38 FLOW2110 \d+ is the time of this build or a random number/),
      expect.stringMatching(/^2:38 FLOW2110 \d+ is the time of this build or a random number/),
      expect.stringMatching(/^3:38 FLOW2110 \d+ is the time of this build or a random number/),
      'fine',
      'fine',
      'fine',
    ])
  })
  it('asks the methods that an expression has', () => {
    const others = ['else', 'end', 'value', 'doc']
    expect([...ALWAYS_GIVE].filter((name) => !METHOD_NAMES.has(name) && !others.includes(name))).toEqual([])
    expect([...METHOD_NAMES].filter((name) => !ALWAYS_GIVE.has(name)).toSorted()).toEqual(['at', 'concat', 'field', 'filter'])
  })
})

describe('import.meta', () => {
  const asks =
    "import { readFileSync } from 'node:fs'\nexport const text = readFileSync(new URL('./rows.txt', import.meta.url), 'utf8')"
  it('is that of the module, wherever it stands, and its line keeps its columns', () => {
    const more = { 'lib/rows.txt': 'more', 'lib/rows.ts': asks, 'rows.txt': 'own' }
    const seen =
      "import { text } from './lib/rows.ts'\nconst same = import.meta.url.endsWith('/0.flow.ts') && import.meta.filename.startsWith(import.meta.dirname)\nif (!same || text !== 'more') throw new Error(text)"
    expect(runAll([seen, `${seen.replace('0.flow', '1.flow')}\nlater = import.meta.env || on || 1`], more)).toEqual([
      'fine',
      '4:28 on ||',
    ])
  })
})

describe('a bundle with guards', () => {
  const name = (): null => null
  const bundle = '// a.ts\nvar a, b;\nvar init_a = __esm({ "a.ts"() { a = f(1) || (g(2) || b); } });\n// <entry>\ninit_a();\n'
  it('keeps its lines, and every column is found again', () => {
    const { code, columnOf, guards } = guarded(bundle, ['a.ts', '<entry>'], '/', name)
    const [before, after] = [bundle.split('\n'), code.split('\n')]
    expect(guards.length).toBeGreaterThan(1)
    expect(after.length).toBe(before.length)
    for (const word of ['f(1)', 'g(2)', 'b);', 'a = ']) {
      const at = after[2]!.indexOf(word)
      expect([word, columnOf(3, at + 1)]).toEqual([word, before[2]!.indexOf(word) + 1])
    }
  })
  it.each([
    ['has nothing to look at', '// a.ts\nvar a = f(1);\n', ['a.ts']],
    ['is of packages', '// node_modules/x/a.js\nvar a = f(1) || 2;\n', ['node_modules/x/a.js']],
    ['cannot be read', '// a.ts\nvar a = f(1) || ;\n', ['a.ts']],
  ])('that %s stays as it is', (_, code, sources) => {
    expect(guarded(code, sources, '/', name)).toMatchObject({ code, guards: [] })
  })
  it('looks for a name in what packages have once, however often it is called', () => {
    const packages = `// node_modules/x/a.js\n${'var String_ = x.String(1);\n'.repeat(40_000)}`
    const time = (calls: number): number =>
      processorTime(() =>
        guarded(`${packages}// a.ts\n${'var a = String(1) || 2;\n'.repeat(calls)}`, ['a.ts', 'node_modules/x/a.js'], '/', name),
      )
    time(1)
    const one = Math.min(time(1), time(1), time(1))
    expect(Math.min(time(50), time(50))).toBeLessThan(one * 10)
  })
})

describe('several programs', () => {
  const lib = {
    'lib/helpers.ts':
      "import { lit } from 'flowc'\nexport const of = ({ vip = lit(true) }) => vip\nexport const big = (o) => o.vip || o.amount.gt(1)",
  }
  it('have a mistake only where none of them has another value', () => {
    const row = "import { of } from './lib/helpers.ts'\nexport const q = where(o => of(o))"
    const object = "import { of } from './lib/helpers.ts'\nlater = of({})"
    expect(runAll([row, object], lib)).toEqual(['fine', 'fine'])
    expect(runAll([row], lib)).toEqual([expect.stringMatching(/vip = …$/)])
  })
  it('are told each by itself, the first mistake first', () => {
    const two = 'export const a = where(o => o.vip || o.amount.gt(1))\nexport const b = where(o => o.vip && o.amount.gt(1))'
    const big = "import { big } from './lib/helpers.ts'\nexport const q = where(o => big(o))"
    expect(runAll([two, big, big], lib)).toEqual([
      '1:29 o.vip ||',
      expect.stringMatching(/o\.vip \|\|$/),
      expect.stringMatching(/o\.vip \|\|$/),
    ])
  })
})
