// The programs that the stack stands on, and what to say when one is not there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { run } from './command.js'
import { failStack } from './outcome.js'

type Environment = Readonly<Record<string, string | undefined>>

const JDK = 'openjdk-17-jdk-headless'

/** Each look costs the start of a JVM: what was found in an environment is found. */
function once(look: (env: Environment) => Promise<string>): (env: Environment) => Promise<string> {
  const found = new WeakMap<Environment, Promise<string>>()
  return (env) => {
    const path = found.get(env) ?? look(env)
    found.set(env, path)
    path.catch(() => found.delete(env))
    return path
  }
}

/** `java`, from JAVA_HOME or the path, at least 17. */
export const findJava = once(async (env) => {
  const home = env['JAVA_HOME']
  const path = home === undefined || home === '' ? 'java' : join(home, 'bin', 'java')
  const ran = await run(path, ['-version'], { env })
  if (ran.missing) failStack(stack.toolMissing, { tool: path, need: 'the services run on Java 17', install: JDK })
  const found = /version "(\d+)(?:\.(\d+))?/.exec(ran.stderr + ran.stdout)
  const major = found === null ? 0 : Number(found[1]) === 1 ? Number(found[2]) : Number(found[1])
  if (major < 17) failStack(stack.javaTooOld, { found: major === 0 ? 'of an unknown version' : String(major), path })
  return path
})

/** A program of the JDK beside `java`: `javac`, `jar`. */
export async function findJdkTool(env: Environment, tool: 'javac' | 'jar'): Promise<string> {
  const home = env['JAVA_HOME']
  const path = home === undefined || home === '' ? tool : join(home, 'bin', tool)
  const ran = home !== undefined && home !== '' && !existsSync(path) ? { missing: true } : await run(path, ['--version'], { env })
  if (ran.missing)
    failStack(stack.toolMissing, { tool: path, need: 'a Java development kit 17 compiles the connector', install: JDK })
  return path
}

/** `python3` with pip: the jars of a Flink distribution are published inside a Python package. */
export async function findPython(env: Environment): Promise<string> {
  const python = await run('python3', ['--version'], { env })
  const need = 'pip downloads the jars of Flink, which are published inside a Python package'
  if (python.missing) failStack(stack.toolMissing, { tool: 'python3', need, install: 'python3 python3-pip' })
  const pip = await run('python3', ['-m', 'pip', '--version'], { env })
  if (pip.code !== 0) failStack(stack.toolMissing, { tool: 'pip', need, install: 'python3-pip' })
  return 'python3'
}

export const findMaven = once(async (env) => {
  const ran = await run('mvn', ['--version'], { env })
  if (ran.missing)
    failStack(stack.toolMissing, { tool: 'mvn', need: 'Maven downloads the jars of the services', install: 'maven' })
  return 'mvn'
})
