// Brings the jars of one Flink version into the cache. Piece by piece, each by a rename: interrupted, the next call continues.
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { fileNameOf } from './artifacts.js'
import { lastWords, run } from './command.js'
import { sizeOf, type Download } from './fetch-jars.js'
import { mavenCopy } from './maven.js'
import { failStack, together } from './outcome.js'
import { inScratch, settle } from './scratch.js'
import { findPython } from './tools.js'
import { piecesOf, type FlinkVersion } from './versions.js'

export interface FetchOptions {
  readonly cache: string
  readonly version: FlinkVersion
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
  readonly signal?: AbortSignal | undefined
  readonly downloaded?: (download: Download) => void
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

export function isFlinkFetched(cache: string, version: FlinkVersion): boolean {
  const { lib, opt, connectors } = flinkHome(cache, version)
  const pieces = piecesOf(version)
  const has = (folder: string, artifacts: readonly string[]): boolean =>
    artifacts.every((a) => existsSync(join(folder, fileNameOf(a))))
  return existsSync(lib) && has(opt, pieces.opt) && has(connectors, pieces.connectors)
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
  await together([...(existsSync(home.lib) ? [] : [fetchLibraries(options, home)]), fetchArtifacts(options, home)])
  return home
}

async function fetchLibraries(options: FetchOptions, home: FlinkHome): Promise<void> {
  const { requirement, megabytes } = piecesOf(options.version).libraries
  const python = await findPython(options.env)
  await inScratch(options.cache, options.signal, async (scratch) => {
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
  options.downloaded?.({ what: `Flink ${options.version}`, bytes: await sizeOf(home.lib), folder: home.lib })
}

/** The SQL gateway is no part of the Python package, and the connectors are none of Flink. */
async function fetchArtifacts(options: FetchOptions, home: FlinkHome): Promise<void> {
  const pieces = piecesOf(options.version)
  const missing = [
    ...pieces.opt.map((artifact) => ({ artifact, into: home.opt })),
    ...pieces.connectors.map((artifact) => ({ artifact, into: home.connectors })),
  ].filter(({ artifact, into }) => !existsSync(join(into, fileNameOf(artifact))))
  if (missing.length === 0) return
  const what = `SQL gateway and connectors of Flink ${options.version}`
  let bytes = 0
  await inScratch(options.cache, options.signal, async (scratch) => {
    const artifacts = missing.map((m) => m.artifact)
    await mavenCopy(options, { what, megabytes: pieces.connectorMegabytes, artifacts, transitive: false }, scratch)
    for (const { artifact, into } of missing) {
      const file = fileNameOf(artifact)
      bytes += await sizeOf(join(scratch, 'jars', file))
      await settle(join(scratch, 'jars', file), join(into, file))
    }
  })
  options.downloaded?.({ what, bytes, folder: home.connectors })
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
