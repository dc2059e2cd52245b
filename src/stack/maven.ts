// Maven brings jars: one run for a list of coordinates, never two at a time, for its own store is made for one.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { fileNameOf, pomText } from './artifacts.js'
import { lastWords, run } from './command.js'
import { withLock } from './lock.js'
import { failStack } from './outcome.js'
import { findMaven } from './tools.js'

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies'

/** What Maven is to bring. */
export interface Wanted {
  readonly what: string
  readonly megabytes: number
  readonly artifacts: readonly string[]
  /** With what they need at run time. */
  readonly transitive: boolean
}

export interface MavenOptions {
  readonly cache: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  readonly signal?: AbortSignal | undefined
}

/** Copies the artifacts into `into`/jars. */
export async function mavenCopy(options: MavenOptions, wanted: Wanted, into: string): Promise<void> {
  const maven = await findMaven(options.env)
  await mkdir(into, { recursive: true })
  const project = join(into, 'pom.xml')
  await writeFile(project, pomText(wanted.artifacts, wanted.transitive))
  const waiting = ({ pid }: { readonly pid: number }): void => {
    if (pid !== process.pid) options.say(`waiting for another download into ${options.cache} (process ${pid})`)
  }
  const args = ['-B', '-q', '-f', project, PLUGIN, '-DincludeScope=runtime', `-DoutputDirectory=${join(into, 'jars')}`]
  const got = await withLock(join(options.cache, 'maven.lock'), options.signal, waiting, () => {
    options.say(`fetching ${wanted.what} from Maven Central, about ${wanted.megabytes} MB`)
    return run(maven, args, { cwd: into, env: options.env, signal: options.signal })
  })
  const missing = wanted.artifacts.map(fileNameOf).find((file) => !existsSync(join(into, 'jars', file)))
  if (got.code === 0 && missing === undefined) return
  const reason = got.code === 0 ? `no \`${missing}\` has come` : lastWords(got)
  failStack(stack.downloadFailed, { what: wanted.what, from: 'Maven Central', reason })
}
