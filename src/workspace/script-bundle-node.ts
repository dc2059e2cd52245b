// Files in TypeScript, bundled by esbuild with all that they import into one text of JavaScript and its source map. What Node can run as it is
// may stay outside.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type * as Esbuild from 'esbuild'
import { linked } from './script-natives-node.js'

/** `line` and `column` count from 1; `file` is relative to the project. */
export interface ScriptPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface BundleProblem {
  readonly reason: string
  readonly at: ScriptPlace | null
}

export interface BundleOptions {
  /** Absolute folder of the project; paths of places are relative to it. */
  readonly root: string
  /** A file relative to the root, or a text that imports such files. */
  readonly entry: { readonly path: string } | { readonly text: string }
  readonly alias?: Readonly<Record<string, string>>
  /** Modules that stay outside, by the paths under which imports find them. */
  readonly natives?: readonly string[]
}

export type Bundled =
  | {
      readonly ok: true
      readonly code: string
      readonly map: string
      /** The modules that it imports from their files. */
      readonly natives: readonly string[]
      /** The files that import one another, of which `file` is one; null where it is in no such circle. */
      readonly circleOf: (file: string) => readonly string[] | null
    }
  | { readonly ok: false; readonly problems: readonly [BundleProblem, ...BundleProblem[]] }

const NO_ESBUILD = 'the package `esbuild` is not installed, which reads TypeScript'

export function bundle({ root, entry, alias = {}, natives = [] }: BundleOptions): Bundled {
  let esbuild: typeof Esbuild
  try {
    // its program runs once for each bundle: a thread that keeps it takes longer to start
    esbuild = withVariable('ESBUILD_WORKER_THREADS', '0', () => createRequire(import.meta.url)('esbuild') as typeof Esbuild)
  } catch {
    return { ok: false, problems: [{ reason: NO_ESBUILD, at: null }] }
  }
  try {
    const build = () =>
      esbuild.buildSync({
        absWorkingDir: root,
        ...('path' in entry
          ? { entryPoints: [entry.path] }
          : { stdin: { contents: entry.text, resolveDir: root, sourcefile: '<entry>' } }),
        bundle: true,
        write: false,
        outfile: 'script.mjs',
        format: 'esm',
        platform: 'node',
        target: 'node20',
        metafile: true,
        sourcemap: 'external',
        sourcesContent: false,
        alias: { ...alias },
        // a star would stand for any text
        external: natives.filter((file) => !file.includes('*') && existsSync(file)),
        // CommonJS packages inside of an ES module still call require
        banner: {
          js: `import{createRequire as $require}from'node:module';const require=$require(${JSON.stringify(pathToFileURL(join(root, '_.js')).href)});`,
        },
        logLevel: 'silent',
        logLimit: 0,
      })
    // a bundle may be large
    const result = withVariable('ESBUILD_MAX_BUFFER', String(2 ** 31), build)
    const file = (suffix: string): string => result.outputFiles.find((f) => f.path.endsWith(suffix))!.text
    const link = linked(file('.mjs'), root, result.metafile)
    if (link === null) return bundle({ root, entry, alias })
    return { ok: true, ...link, map: file('.map'), circleOf: (path) => circleOf(path, result.metafile.inputs) }
  } catch (cause) {
    const [first, ...more] = (cause as Partial<Esbuild.BuildFailure>).errors ?? []
    // its program is not there for this machine, or may not run
    if (first === undefined) {
      const reason = cause instanceof Error ? cause.message.split('\n')[0]! : String(cause)
      return { ok: false, problems: [{ reason: `esbuild does not run: ${reason}`, at: null }] }
    }
    return { ok: false, problems: [problemOf(first), ...more.map(problemOf)] }
  }
}

/** For what esbuild reads while `work` runs, and nobody else. */
function withVariable<T>(name: string, value: string, work: () => T): T {
  const before = process.env[name]
  process.env[name] = value
  try {
    return work()
  } finally {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
}

/** The shortest way back. */
function circleOf(file: string, inputs: Esbuild.Metafile['inputs']): readonly string[] | null {
  const importers = new Map<string, string | null>([[file, null]])
  for (const [at] of importers) {
    for (const { path } of inputs[at]?.imports ?? []) {
      if (path !== file && !importers.has(path)) importers.set(path, at)
      if (path !== file) continue
      const way: string[] = []
      for (let on: string | null = at; on !== null; on = importers.get(on)!) way.unshift(on)
      return way.length > 1 ? way : null
    }
  }
  return null
}

const problemOf = ({ text, location }: Esbuild.Message): BundleProblem => ({
  reason: lower(text),
  at: location === null ? null : { file: location.file, line: location.line, column: columnOf(location) },
})

/** esbuild counts bytes. */
const columnOf = ({ lineText, column }: Esbuild.Location): number =>
  Buffer.from(lineText).subarray(0, column).toString().length + 1

const lower = (text: string): string => text.replace(/^[A-Z](?=[a-z ])/, (c) => c.toLowerCase()).replace(/\.$/, '')
