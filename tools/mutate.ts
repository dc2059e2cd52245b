// Do the recordings notice a wrong interpreter? Applies mutations, one at a time, to a copy of the source, judges the copy
// against the recordings, and prints which of them notice. A mutation that nobody notices is a failure: npm run mutate
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestVerdict } from '../test/conformance/judge/verdict.js'

interface Mutation {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
}

const MUTATIONS: readonly Mutation[] = [
  {
    what: 'late rule: `<=` to `<`',
    file: 'runtime/operators/split.ts',
    from: 'if (bound(change.row) <= context.watermark())',
    to: 'if (bound(change.row) < context.watermark())',
  },
  {
    what: 'a window fires one millisecond later',
    file: 'runtime/operators/window-aggregate.ts',
    from: 'open.add(start + size - 1, start)',
    to: 'open.add(start + size, start)',
  },
  {
    what: 'a window takes rows after it has fired',
    file: 'runtime/operators/window-aggregate.ts',
    from: 'if (start + size - 1 <= progress) {',
    to: 'if (start + size - 1 < Number.MIN_SAFE_INTEGER) {',
  },
  {
    what: 'windows before the epoch begin at the wrong end',
    file: 'runtime/operators/tumble.ts',
    from: 'remainder < 0 ? remainder + window.size : remainder',
    to: 'remainder',
  },
  {
    what: 'IS NOT TRUE drops NULL',
    file: 'runtime/operators/split.ts',
    from: '} else {\n          c.rejected[reason]!++',
    to: '} else if (change.row.every((v) => v !== null)) {\n          c.rejected[reason]!++',
  },
  {
    what: 'NULL or TRUE is NULL',
    file: 'runtime/functions/logic.ts',
    from: 'if (value === true) return true\n      if (value === null) unknown = true',
    to: 'if (value === null) return null\n      if (value === true) return true',
  },
  {
    what: 'the version of the very millisecond is not seen',
    file: 'runtime/operators/version-list.ts',
    from: 'if (sorted[middle]! <= time) low',
    to: 'if (sorted[middle]! < time) low',
  },
  {
    what: 'a left join loses the row whose condition fails',
    file: 'runtime/operators/temporal-join.ts',
    from: "else if (op.join === 'left') output(change, null)",
    to: "else if (op.join === 'left' && right === null) output(change, null)",
  },
  {
    what: 'a delete is forgotten',
    file: 'runtime/operators/versions.ts',
    from: 'c.kept++',
    to: "if (row[op.op] === 'd') return\n      c.kept++",
  },
  {
    what: 'of two changes in one millisecond the first stands',
    file: 'runtime/operators/versions.ts',
    from: '< (previous[op.time] as number)',
    to: '<= (previous[op.time] as number)',
  },
  {
    what: 'the watermark is one millisecond behind',
    file: 'runtime/source-watermarks.ts',
    from: 'const time = eventTime - this.#delay',
    to: 'const time = eventTime - this.#delay - 1',
  },
  {
    what: 'the fastest partition decides',
    file: 'runtime/watermarks.ts',
    from: 'const time = allIdle ? greatest : least',
    to: 'const time = greatest',
  },
  {
    what: 'a restart keeps the watermark of the sources',
    file: 'runtime/source-watermarks.ts',
    from: 'this.#combined = new CombinedWatermark()\n    this.#emitted = MIN_TIME',
    to: 'if (numbers.length >= 0) return\n    this.#emitted = MIN_TIME',
  },
  {
    what: 'DISTINCT is forgotten',
    file: 'runtime/functions/aggregates.ts',
    from: 'if (seen.has(key)) return',
    to: 'if (seen.has(`${key}!`)) return',
  },
]

const WORK = resolve('.flowc', 'mutants')
const tsx = resolve('node_modules', 'tsx', 'dist', 'cli.mjs')

async function verdictsOf(folder: string): Promise<readonly TestVerdict[]> {
  const program = join(folder, 'tools', 'print-verdicts.ts')
  const text = await new Promise<string>((done, failed) => {
    execFile(process.execPath, [tsx, program], { maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      error === null ? done(stdout) : failed(new Error(`${error.message}\n${stderr}`)),
    )
  })
  return JSON.parse(text) as TestVerdict[]
}

const wrong = (verdicts: readonly TestVerdict[]): readonly TestVerdict[] =>
  verdicts.filter((v) => v.fault !== null || v.differences.length > 0)

async function mutant(m: Mutation, index: number): Promise<readonly TestVerdict[]> {
  const folder = join(WORK, String(index))
  await mkdir(join(folder, 'test'), { recursive: true })
  await cp('src', join(folder, 'src'), { recursive: true })
  await cp(join('test', 'conformance'), join(folder, 'test', 'conformance'), { recursive: true })
  await cp(join('tools', 'print-verdicts.ts'), join(folder, 'tools', 'print-verdicts.ts'))
  const path = join(folder, 'src', m.file)
  const before = await readFile(path, 'utf8')
  if (before.split(m.from).length !== 2)
    throw new Error(`${m.file} holds \`${m.from}\` ${before.split(m.from).length - 1} times, not once`)
  await writeFile(
    path,
    before.replace(m.from, () => m.to),
  )
  return wrong(await verdictsOf(folder))
}

await rm(WORK, { recursive: true, force: true })
let passed = 0
let failed = 0
try {
  const before = wrong(await verdictsOf(process.cwd()))
  for (const v of before) console.log(`already different without any mutation: ${v.scenario}: ${v.title}`)
  failed += before.length
  const known = new Set(before.map((v) => `${v.scenario}: ${v.title}`))
  console.log('| mutation | where | recordings that notice | for example |\n|---|---|---|---|')
  for (const [index, m] of MUTATIONS.entries()) {
    const noticed = (await mutant(m, index)).filter((v) => !known.has(`${v.scenario}: ${v.title}`))
    if (noticed.length === 0) failed++
    else passed++
    const example = noticed[0] === undefined ? 'NOBODY' : `${noticed[0].scenario}: ${noticed[0].title}`
    console.log(`| ${m.what} | src/${m.file} | ${noticed.length} | ${example} |`)
  }
} finally {
  await rm(WORK, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
