// Brings one set of jars into the cache: a folder that is there is complete.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stack } from '../diagnostics/codes/stack.js'
import { fileNameOf, type JarSet } from './artifacts.js'
import { lastWords, run } from './command.js'
import { mavenCopy, type MavenOptions } from './maven.js'
import { failStack } from './outcome.js'
import { inScratch, settle } from './scratch.js'
import { findJava, findMaven } from './tools.js'
import { storedZip } from './zip.js'

/** What has come over the network, or out of Maven's own store. */
export interface Download {
  readonly what: string
  readonly bytes: number
  readonly folder: string
}

export interface FetchJarsOptions extends MavenOptions {
  readonly downloaded: (download: Download) => void
}

export const jarFolder = (cache: string, set: JarSet): string => join(cache, set.folder)
export const isFetched = (cache: string, set: JarSet): boolean => existsSync(jarFolder(cache, set))

/** What a service of jars needs: Java, and Maven where one of the sets has not been fetched. */
export async function checkJars(f: Pick<MavenOptions, 'cache' | 'env'>, sets: readonly JarSet[]): Promise<void> {
  await findJava(f.env)
  if (!sets.every((set) => isFetched(f.cache, set))) await findMaven(f.env)
}

export async function fetchJars(options: FetchJarsOptions, set: JarSet): Promise<void> {
  if (isFetched(options.cache, set)) return
  await inScratch(options.cache, options.signal, async (scratch) => {
    await mavenCopy(options, set, scratch)
    const jars = join(scratch, 'jars')
    for (const file of await readdir(jars)) if (set.without?.test(file) === true) await rm(join(jars, file))
    const whole = join(scratch, 'whole')
    await (set.plugin === undefined ? rename(jars, whole) : arrangePlugin(jars, whole, set.plugin))
    await settle(whole, jarFolder(options.cache, set))
  })
  options.downloaded(await measure(options.cache, set))
}

async function arrangePlugin(jars: string, whole: string, plugin: NonNullable<JarSet['plugin']>): Promise<void> {
  await mkdir(whole)
  await rename(jars, join(whole, plugin.name))
  const entries = Object.entries(plugin.announces)
  if (entries.length === 0) return
  const manifest = Object.fromEntries(entries.map(([type, classes]) => [`META-INF/services/${type}`, `${classes.join('\n')}\n`]))
  await writeFile(join(whole, plugin.name, 'announced-classes.jar'), storedZip(manifest))
}

/** The same for a set that is one archive, which is unpacked. */
export async function fetchArchive(options: FetchJarsOptions, set: JarSet): Promise<void> {
  if (isFetched(options.cache, set)) return
  await inScratch(options.cache, options.signal, async (scratch) => {
    await mavenCopy(options, set, scratch)
    const whole = join(scratch, 'whole')
    await mkdir(whole)
    const archive = join(scratch, 'jars', fileNameOf(set.artifacts[0]!))
    const unpacked = await run('tar', ['-xzf', archive, '-C', whole], { env: options.env, signal: options.signal })
    if (unpacked.code !== 0)
      failStack(stack.downloadFailed, { what: set.what, from: 'Maven Central', reason: lastWords(unpacked) })
    await settle(whole, jarFolder(options.cache, set))
  })
  options.downloaded(await measure(options.cache, set))
}

async function measure(cache: string, set: JarSet): Promise<Download> {
  const folder = jarFolder(cache, set)
  return { what: set.what, bytes: await sizeOf(folder), folder }
}

export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.size
  const inside = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))))
  return inside.reduce((sum, bytes) => sum + bytes, 0)
}
