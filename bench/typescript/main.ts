// `npm run bench:types`: what TypeScript costs on a project of 300 flows over rows of 40 columns: a check of all of it, and what a
// person waits for in an editor. Fails when a limit is broken.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from '../cold.js'
import { COLUMNS, FLOWS, generate, nameOf } from './generate.js'
import { latencyOf } from './latency.js'
import { placesCount, silentPlaces } from './places.js'
import { TsServer } from './tsserver.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, '.flowc', 'bench-types')
const COMPILERS = [
  ['TypeScript 5.9', 'typescript-5.9'],
  ['TypeScript 6', 'typescript'],
  ['TypeScript 7', '@typescript/native'],
] as const
const SECONDS = 10
const MEGABYTES = 1_000
const COMPLETION_MS = 200
/** How many files the editor is asked about. */
const FILES = 21

let broken = 0
const limit = (value: number, aim: number, unit: string): string => {
  if (value > aim) broken++
  return `${value.toFixed(unit === 's' ? 1 : 0).padStart(7)} ${unit}${value > aim ? ` MORE THAN ${aim} ${unit}` : ''}`
}

/** The package as it is installed: its description and its types. */
function install(folder: string): void {
  const place = join(folder, 'node_modules', 'flowc')
  mkdirSync(place, { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(place, 'package.json'))
  cpSync(join(ROOT, 'dist', 'types'), join(place, 'dist', 'types'), { recursive: true })
}

/** Tells what a process has used of the processors: with others beside it, that is less than it took. */
const METER = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.log('Processors: ' + (user + system) / 1e6) })",
)}`

function check(name: string, compiler: string): void {
  const tsc = join(ROOT, 'node_modules', compiler, 'bin', 'tsc')
  const args = ['--import', METER, tsc, '-p', FOLDER, '--extendedDiagnostics', '--pretty', 'false']
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${name} refuses the project:\n${stdout.slice(0, 2_000)}`)
  const number = (label: string): number => Number(new RegExp(`^${label}: +([\\d.]+)`, 'm').exec(stdout)?.[1])
  const total = number('Total time')
  // TypeScript 7 does its work in a process of its own
  const used = compiler === '@typescript/native' ? total : number('Processors')
  const time = limit(Math.min(total, used), SECONDS, 's')
  const memory = limit(number('Memory used') / 1_024, MEGABYTES, 'MB')
  const instantiations = number('Instantiations').toLocaleString('en')
  const waited = total > used * 1.2 ? `, ${total.toFixed(1)} s with waiting for processors` : ''
  console.log(`  ${name.padEnd(16)}${time}${memory}   ${instantiations.padStart(10)} instantiations${waited}`)
}

generate(FOLDER)
install(FOLDER)
console.log(
  `${FLOWS} flows, rows of ${COLUMNS} columns; Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}\n`,
)
console.log(`tsc (limits ${SECONDS} s, ${MEGABYTES} MB)`)
for (const [name, compiler] of COMPILERS) check(name, compiler)

console.log(`\ncompletion behind \`o.\` in the middle of a chain, each after an edit (limit ${COMPLETION_MS} ms)`)
const names = Array.from({ length: FILES }, (_, i) => nameOf(i))
// TypeScript 7 has no tsserver.
for (const [name, compiler] of COMPILERS.slice(0, 2)) {
  const server = join(ROOT, 'node_modules', compiler, 'lib', 'tsserver.js')
  for (const [title, files] of [
    ['one file', names.slice(0, 1)],
    [`${FILES} files`, names],
  ] as const) {
    const { coldMs, warmMs } = await latencyOf(server, FOLDER, files)
    const worst = limit(Math.max(...warmMs), COMPLETION_MS, 'ms')
    console.log(
      `  ${name.padEnd(16)}${title.padEnd(10)} median${limit(median(warmMs), COMPLETION_MS, 'ms')}, worst${worst}; first, with reading the project ${coldMs.toFixed(0)} ms`,
    )
  }
}
console.log('\nplaces where an editor knows what can stand there')
for (const [name, compiler] of COMPILERS.slice(0, 2)) {
  const server = new TsServer(join(ROOT, 'node_modules', compiler, 'lib', 'tsserver.js'), FOLDER)
  const silent = await silentPlaces(server, FOLDER, names[0]!)
  server.stop()
  broken += silent.length
  console.log(`  ${name.padEnd(16)}${placesCount - silent.length} of ${placesCount}`)
  for (const place of silent) console.log(`    ${place}`)
}

const { hover, hoverMs } = await latencyOf(join(ROOT, 'node_modules/typescript/lib/tsserver.js'), FOLDER, names.slice(0, 1))
console.log(`\nhover (${hoverMs.toFixed(0)} ms)\n${hover.replaceAll(/^/gm, '  ')}`)
process.exit(broken === 0 ? 0 : 1)
