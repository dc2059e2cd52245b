// A project through one of the compilers that are promised.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './tarball.js'

export const NATIVE = '@typescript/native'

/** The lines of the compiler's report; `modules` is where it is installed. */
export function compile(
  project: string,
  config: string,
  compiler: string,
  modules = join(ROOT, 'node_modules'),
): readonly string[] {
  const args = [join(modules, compiler, 'bin', 'tsc'), '-p', join(project, config), '--pretty', 'false']
  // more threads would only take the processors from the tests beside it
  if (compiler === NATIVE) args.push('--singleThreaded')
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, GOGC: 'off' },
  })
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
}

/** Of what is right nothing is said, of each mistake the core of its message. */
export function verdict(
  report: readonly string[],
  wrong: readonly (readonly [file: string, text: string, message: RegExp])[],
): readonly string[] {
  const problems = report.filter((line) => /^\S+\(\d+,\d+\): error/.test(line) && !wrong.some(([file]) => line.startsWith(file)))
  for (const [file, , message] of wrong) {
    const at = report.findIndex((line) => line.startsWith(file))
    const end = report.findIndex((line, i) => i > at && !line.startsWith(' '))
    const told = at < 0 ? '' : report.slice(at, end < 0 ? undefined : end).join('\n')
    if (!message.test(told)) problems.push(`${file}: ${told === '' ? 'compiles' : told}`)
  }
  return problems
}
