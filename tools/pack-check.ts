// The packed package: whether its types are found, and as a stranger installs it, from a registry: an empty project for each TypeScript that is promised, both kinds of module
// resolution, the command line from node_modules/.bin, tests of a flow in Node's own runner and in Vitest. npm run test:pack
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile, verdict } from '../test/pack/compile.js'
import { MODULES, writeSample, writeVitest, WRONG } from '../test/pack/sample.js'
import { pack, ROOT } from '../test/pack/tarball.js'

const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>
}
const TYPESCRIPTS = [devDependencies['typescript-5.9']!.replace(/^npm:/, ''), `typescript@${devDependencies['typescript']}`]
const TSX = `tsx@${devDependencies['tsx']}`
const VITEST = `vitest@${devDependencies['vitest']}`

let passed = 0
let failed = 0
function count(problems: readonly string[], line: string): void {
  if (problems.length === 0) passed++
  else failed++
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${line}`)
  for (const problem of problems) console.log(`     ${problem.replaceAll('\n', '\n     ')}`)
}

/** What is wrong with a command: its exit code, or a text that its output lacks. */
function run(project: string, command: string, args: readonly string[], wants: RegExp): readonly string[] {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    shell: process.platform === 'win32',
  })
  const text = `${stdout ?? ''}${stderr ?? ''}`
  return status === 0 && wants.test(text) ? [] : [`${command} ${args.join(' ')} ended with ${status}:\n${text.trimEnd()}`]
}

function check(project: string, tarball: string, typescript: string): void {
  writeSample(project)
  const installed = run(
    project,
    'npm',
    // what it says depends on the log level that a call of npm around this one has set; what it installed is used below
    ['install', '--no-audit', '--no-fund', '--save-dev', tarball, typescript, TSX],
    /^/,
  )
  count(installed, `${typescript}: installs`)
  if (installed.length > 0) return
  const flowc = join(project, 'node_modules', '.bin', 'flowc')
  count(run(project, flowc, ['gen', 'types'], /flow\.types\.d\.ts/), `${typescript}: flowc gen types`)
  for (const [module, resolution] of MODULES)
    count(
      verdict(compile(project, `tsconfig.${resolution}.json`, 'typescript', join(project, 'node_modules')), WRONG),
      `${typescript}: module ${module}, resolution ${resolution}`,
    )
  count(run(project, flowc, ['check', 'orders.flow.ts'], /./), `${typescript}: flowc check`)
  count(run(project, flowc, ['build', 'orders.flow.ts'], /built sales_orders/), `${typescript}: flowc build`)
  count(run(project, flowc, ['test', 'orders.flow.ts'], /1 passed/), `${typescript}: flowc test`)
  for (const loader of ['tsx', 'flowc/testing/register'])
    count(
      run(project, process.execPath, ['--import', loader, '--test', 'orders.test.ts'], /pass 1\b/),
      `${typescript}: flowc/testing in node:test, loaded by ${loader}`,
    )
}

/** Behind the others: what `flowc` has without Vitest is not to come from it. */
function checkVitest(project: string): void {
  writeVitest(project)
  const installed = run(project, 'npm', ['install', '--no-audit', '--no-fund', '--save-dev', VITEST], /^/)
  count(installed, `${VITEST}: installs`)
  if (installed.length > 0) return
  count(compile(project, 'tsconfig.vitest.json', 'typescript', join(project, 'node_modules')), `${VITEST}: types`)
  count(run(project, process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], /2 passed/), `${VITEST}: flowc/testing/vite`)
}

/** Where the types are, for each way in which a program can look for them. */
async function typesProblems(tarball: string): Promise<readonly string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))))
  if (!('problems' in analysis)) return ['the package has no types']
  // An ES module: `require` of it gives what `import` gives, and TypeScript's resolution of before `exports` is not promised.
  return analysis.problems
    .filter((p) => p.kind !== 'CJSResolvesToESM' && !('resolutionKind' in p && p.resolutionKind === 'node10'))
    .map((p) => JSON.stringify(p))
}

const folder = mkdtempSync(join(tmpdir(), 'flowc-pack-'))
try {
  const tarball = pack(folder)
  count(await typesProblems(tarball), 'types: each kind of resolution finds them')
  for (const typescript of TYPESCRIPTS) {
    const project = join(folder, typescript.replace(/[@.]/g, '-'))
    mkdirSync(project)
    check(project, tarball, typescript)
    if (typescript === TYPESCRIPTS.at(-1)) checkVitest(project)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
