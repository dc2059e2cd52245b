// A real Flink for the judge: a stack of its own, and the connector compiled against exactly its jars.
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../../src/core/hash.js'
import { lastWords, run } from '../../../src/stack/command.js'
import { cacheFolder, fetchFlink } from '../../../src/stack/fetch.js'
import type { Outcome } from '../../../src/stack/outcome.js'
import { servicesDown, servicesUp } from '../../../src/stack/services.js'
import { findJdkTool } from '../../../src/stack/tools.js'
import type { FlinkVersion } from '../../../src/stack/versions.js'
import { JudgeFailure, type Cluster } from './job.js'

const SOURCES = fileURLToPath(new URL('../connector/src', import.meta.url))

export interface RunningCluster extends Cluster {
  readonly version: FlinkVersion
  readonly stop: () => Promise<void>
}

function value<T>(o: Outcome<T>): T {
  if (o.ok) return o.value
  throw new JudgeFailure(o.diagnostics.map((d) => [d.message, d.help].filter((x) => x !== null).join('; ')).join('\n'))
}

/** Starts Flink in `folder` (what runs there already is used) and brings the connector. */
export async function startCluster(
  version: FlinkVersion,
  folder: string,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<RunningCluster> {
  const up = value(await servicesUp({ folder, services: ['flink'], flinkVersion: version, env: process.env, say, signal })).flink!
  const stop = async (): Promise<void> => {
    value(await servicesDown({ folder, say }))
  }
  try {
    return { version, rest: up.rest, gateway: up.gateway, jar: await connector(version, say), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function connector(version: FlinkVersion, say: (line: string) => void): Promise<string> {
  const java = (await readdir(join(SOURCES, 'judge'))).filter((f) => f.endsWith('.java')).sort()
  const files = java.map((f) => join(SOURCES, 'judge', f))
  const hash = sha256((await Promise.all(files.map((f) => readFile(f, 'utf8')))).join('\n')).slice(0, 16)
  const cache = join(cacheFolder(process.env), 'judge')
  const jar = join(cache, `judge-${version}-${hash}.jar`)
  if (existsSync(jar)) return jar
  say(`compiling the judge connector for Flink ${version}`)
  const [javac, jarTool] = [await findJdkTool(process.env, 'javac'), await findJdkTool(process.env, 'jar')]
  await mkdir(cache, { recursive: true })
  const scratch = await mkdtemp(join(cache, 'compiling-'))
  try {
    const classes = join(scratch, 'classes')
    const classPath = join((await fetchFlink({ cache: cacheFolder(process.env), version, env: process.env, say })).lib, '*')
    const steps: readonly (readonly [string, readonly string[]])[] = [
      [javac, ['-nowarn', '-encoding', 'UTF-8', '--release', '17', '-cp', classPath, '-d', classes, ...files]],
      [jarTool, ['--create', '--file', join(scratch, 'judge.jar'), '-C', classes, '.']],
    ]
    for (const [program, args] of steps) {
      if (program === jarTool) await cp(join(SOURCES, 'META-INF'), join(classes, 'META-INF'), { recursive: true })
      const ran = await run(program, args)
      if (ran.code !== 0) throw new JudgeFailure(`${program}: ${lastWords(ran)}\n${ran.stderr}`)
    }
    await rename(join(scratch, 'judge.jar'), jar)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return jar
}
