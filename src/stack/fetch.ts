// Brings the jars of one Flink version into the cache. Piece by piece, each by a rename: interrupted, the next call continues.
import { existsSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { lastWords, run } from './command.js'
import { failStack } from './outcome.js'
import { findMaven, findPython } from './tools.js'
import { piecesOf, type FlinkVersion } from './versions.js'

export interface FetchOptions {
  readonly cache: string
  readonly version: FlinkVersion
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  readonly signal?: AbortSignal | undefined
}

/** Where a fetched Flink lies. */
export interface FlinkHome {
  readonly version: FlinkVersion
  readonly lib: string
  readonly opt: string
  readonly connectors: string
}

/** FLOWC_CACHE, else `~/.cache/flowc` (or below XDG_CACHE_HOME). */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const own = env['FLOWC_CACHE']
  if (own !== undefined && own !== '') return own
  const xdg = env['XDG_CACHE_HOME']
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.cache'), 'flowc')
}

export function flinkHome(cache: string, version: FlinkVersion): FlinkHome {
  const root = join(cache, `flink-${version}`)
  return { version, lib: join(root, 'lib'), opt: join(root, 'opt'), connectors: join(root, 'connectors') }
}

const jarOf = (artifact: string): string => {
  const [, name, version] = artifact.split(':') as [string, string, string]
  return `${name}-${version}.jar`
}

export async function fetchFlink(options: FetchOptions): Promise<FlinkHome> {
  const { cache, version } = options
  const home = flinkHome(cache, version)
  try {
    await mkdir(home.connectors, { recursive: true })
    await mkdir(home.opt, { recursive: true })
  } catch (error) {
    failStack(stack.folderUnusable, { folder: cache, reason: (error as Error).message })
  }
  if (!existsSync(home.lib)) await fetchLibraries(options, home)
  await fetchArtifacts(options, piecesOf(version).opt, home.opt, 'the SQL gateway', 1)
  await fetchArtifacts(
    options,
    piecesOf(version).connectors,
    home.connectors,
    'the connectors',
    piecesOf(version).connectorMegabytes,
  )
  return home
}

async function fetchLibraries(options: FetchOptions, home: FlinkHome): Promise<void> {
  const { requirement, megabytes } = piecesOf(options.version).libraries
  const python = await findPython(options.env)
  await inScratch(options, async (scratch) => {
    options.say(`fetching Flink ${options.version}: ${requirement} from PyPI, about ${megabytes} MB`)
    const common = { env: options.env, signal: options.signal }
    const got = await run(python, ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', scratch, requirement], common)
    const archive = (await readdir(scratch)).find((f) => /\.(whl|tar\.gz)$/.test(f))
    if (got.code !== 0 || archive === undefined)
      failStack(stack.downloadFailed, { what: requirement, from: 'PyPI', reason: lastWords(got) })
    const tree = join(scratch, 'tree')
    const module = archive.endsWith('.whl') ? 'zipfile' : 'tarfile'
    const unpacked = await run(python, ['-m', module, '-e', join(scratch, archive), tree], common)
    if (unpacked.code !== 0) failStack(stack.downloadFailed, { what: archive, from: 'PyPI', reason: lastWords(unpacked) })
    const dist = `flink-dist-${options.version}.jar`
    const lib = await folderOf(tree, dist)
    const client = `flink-sql-client-${options.version}.jar`
    const opt = await folderOf(tree, client)
    if (lib === null || opt === null)
      failStack(stack.downloadFailed, { what: archive, from: 'PyPI', reason: `it holds no \`${lib === null ? dist : client}\`` })
    const jars = join(scratch, 'lib')
    await cp(lib, jars, { recursive: true, filter: (path) => path === lib || path.endsWith('.jar') })
    await rename(join(opt, client), join(home.opt, client))
    await settle(jars, home.lib)
  })
}

async function fetchArtifacts(
  options: FetchOptions,
  artifacts: readonly string[],
  into: string,
  what: string,
  megabytes: number,
): Promise<void> {
  const missing = artifacts.filter((a) => !existsSync(join(into, jarOf(a))))
  if (missing.length === 0) return
  const maven = await findMaven(options.env)
  options.say(`fetching ${what} of Flink ${options.version}: ${missing.length} jars from Maven Central, about ${megabytes} MB`)
  await inScratch(options, async (scratch) => {
    for (const artifact of missing) {
      const args = [
        '-B',
        '-q',
        'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy',
        `-Dartifact=${artifact}`,
        `-DoutputDirectory=${scratch}`,
      ]
      const got = await run(maven, args, { cwd: scratch, env: options.env, signal: options.signal })
      const jar = join(scratch, jarOf(artifact))
      if (got.code !== 0 || !existsSync(jar))
        failStack(stack.downloadFailed, { what: artifact, from: 'Maven Central', reason: lastWords(got) })
      await settle(jar, join(into, basename(jar)))
      options.say(`  ${basename(jar)} ${Math.max(1, Math.round((await stat(join(into, basename(jar)))).size / 1e6))} MB`)
    }
  })
}

/** Another process may have brought the same piece in the meantime: then this one is left over. */
async function settle(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

const SCRATCH = 'fetching-'

/** A folder beside the cache's own, gone afterwards; also on an interrupt, which may leave no time for more. */
async function inScratch({ cache, signal }: FetchOptions, work: (scratch: string) => Promise<void>): Promise<void> {
  for (const left of await readdir(cache))
    if (left.startsWith(SCRATCH) && !isRunning(left)) await rm(join(cache, left), { recursive: true, force: true })
  const scratch = await mkdtemp(join(cache, `${SCRATCH}${process.pid}-`))
  const interrupted = (): void => rmSync(scratch, { recursive: true, force: true })
  signal?.addEventListener('abort', interrupted)
  try {
    await work(scratch)
  } finally {
    signal?.removeEventListener('abort', interrupted)
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Whether the process that made a scratch folder may still be at work in it. */
function isRunning(folder: string): boolean {
  try {
    process.kill(Number(folder.slice(SCRATCH.length).split('-')[0]), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function folderOf(root: string, name: string): Promise<string | null> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      const below = await folderOf(join(root, entry.name), name)
      if (below !== null) return below
    } else if (entry.name === name) return root
  }
  return null
}
