// The modules of a project that a loader of tests looks into, as commands look into those of a program: those that have to do with flowc, and
// all that they import. Which these are is known before the first of them is loaded.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPackageFile } from './flow-package-node.js'

/** How a loader finds what an import means. Null: nothing that could be read; undefined: it has still to ask. */
export type Find = (specifier: string, importer: string) => string | null | undefined

/** A module that is in a package is none of the user's. */
export const isOwnModule = (file: string): boolean =>
  isAbsolute(file) && /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file) && !/[\\/]node_modules[\\/]/.test(file) && !isPackageFile(file)

export function readModule(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** A program, or what names one, its package or its tests; types alone count: a helper that takes rows imports theirs. */
const CONCERNED = /\b(?:from|import)\s*\(?\s*(['"])(?:flowc(?:\/testing(?:\/vitest)?)?|[^'"\n]*\.flow(?:\.[jt]s)?)\1/
const isConcerned = (file: string, text: string): boolean => file.endsWith('.flow.ts') || CONCERNED.test(text)

const IMPORTS = /\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g

export class OwnModules {
  /** What each module imports. */
  readonly #imports = new Map<string, readonly string[]>()
  /** The text with which all that a module reaches has been looked through. */
  readonly #settled = new Map<string, string>()
  readonly #reached = new Set<string>()

  /** Whether its operands are looked at. Where something could not be found yet it is asked again. */
  has(file: string, text: string, find: Find): boolean {
    if (!isOwnModule(file)) return false
    if (this.#settled.get(file) !== text) {
      const seen = new Map([[file, text]])
      // of two modules that import a third one either may be concerned: all that can be reached is read
      let complete = true
      for (const [f, t] of seen) {
        const found = [...t.matchAll(IMPORTS)].map(([, , specifier]) => find(specifier!, f))
        complete &&= !found.includes(undefined)
        const imports = found.filter((i): i is string => typeof i === 'string' && isOwnModule(i))
        this.#imports.set(f, imports)
        if (isConcerned(f, t) || this.#reached.has(f)) this.#reach(f)
        for (const i of imports) {
          const other = seen.has(i) || this.#settled.has(i) ? null : readModule(i)
          if (other !== null) seen.set(i, other)
        }
      }
      if (complete) for (const [f, t] of seen) this.#settled.set(f, t)
    }
    return this.#reached.has(file)
  }

  /** An import has been found to lead there, which `find` may not have known. */
  leads(importer: string, file: string): void {
    if (this.#reached.has(importer)) this.#reach(file)
  }

  #reach(file: string): void {
    this.#reached.add(file)
    for (const f of this.#imports.get(file) ?? []) if (!this.#reached.has(f)) this.#reach(f)
  }
}

/** All that some modules load; null where a text does not tell: a path that is computed, a name that a configuration gives another meaning. */
export function reachableFrom(files: readonly string[]): ReadonlySet<string> | null {
  const seen = new Set(files.map((file) => resolve(file)))
  for (const file of seen) {
    const text = readModule(file)
    if (text === null || COMPUTED.test(text)) return null
    for (const [, , specifier] of text.matchAll(IMPORTS)) {
      const found = resolveByPath(specifier!, file)
      if (found === null && !isInstalled(specifier!, file)) return null
      if (found !== null && isOwnModule(found)) seen.add(found)
    }
  }
  return seen
}

const COMPUTED = /\bimport\s*\(\s*(?!['"])|\bimport(?:\.meta\.glob|Actual|Mock)\b/

/** A package of the workspace is a link, and its modules are the user's. */
function isInstalled(specifier: string, importer: string): boolean {
  const name = /^(?:@[^/]+\/)?[^./][^/]*/.exec(specifier)?.[0]
  if (isBuiltin(specifier) || name === undefined || name === 'flowc') return name !== undefined
  for (let at = dirname(importer); ; at = dirname(at)) {
    const found = join(at, 'node_modules', name)
    if (existsSync(found)) return /[\\/]node_modules[\\/]/.test(realpathSync(found))
    if (dirname(at) === at) return false
  }
}

/** What relative paths mean by themselves: the file as it is written, or the TypeScript that it is made of. */
export function resolveByPath(specifier: string, importer: string): string | null {
  if (!/^(?:\.{0,2}\/|file:)/.test(specifier)) return null
  const path = specifier.startsWith('file:') ? fileURLToPath(specifier) : resolve(dirname(importer), specifier)
  const ways = [path, path.replace(/\.([cm]?)js$/, '.$1ts'), path.replace(/\.jsx$/, '.tsx')]
  for (const ending of ['.ts', '.mts', '.tsx', '.js', '.mjs', '/index.ts', '/index.js']) ways.push(path + ending)
  return ways.find((way) => statSync(way, { throwIfNoEntry: false })?.isFile() === true) ?? null
}
