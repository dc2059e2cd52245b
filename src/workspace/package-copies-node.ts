// Copies of this package in one program. Two of one build understand each other, and mostly those of two builds too; where one fails to
// read what another one has made, it is known here that this is why.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { isPackageFile } from './flow-package-node.js'
import { toPath } from './host-node.js'

export interface PackageCopy {
  /** Relative to the project where it lies in it. */
  readonly folder: string
  readonly version: string
}

/** `sources`: the files of a bundle, relative to `root`. Null: there is one copy, or all are of one build. */
export function mixedCopies(root: string, sources: readonly string[]): readonly PackageCopy[] | null {
  const files = sources.map((s) => resolve(root, s)).filter(isPackageFile)
  const folders = [...new Set(files.flatMap((file) => folderOf(file) ?? []))]
  const builds = folders.map(buildOf)
  if (new Set(builds.map((b) => `${b.version}\n${b.text}`)).size < 2) return null
  const copies = folders.map((folder, i) => ({ folder: shown(root, folder), version: builds[i]!.version }))
  // those of the project first
  return copies.sort((a, b) => Number(isAbsolute(a.folder)) - Number(isAbsolute(b.folder)))
}

function folderOf(file: string): string | null {
  for (let at = dirname(file); ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at
    if (dirname(at) === at) return null
  }
}

/** What `import 'flowc'` runs says which build it is. */
function buildOf(folder: string): { readonly version: string; readonly text: string } {
  try {
    const { version, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly version?: unknown
      readonly exports?: { readonly '.'?: string | { readonly default?: string } }
    }
    const entry = exports?.['.']
    const path = (typeof entry === 'string' ? entry : entry?.default) ?? 'dist/index.mjs'
    return { version: String(version), text: readFileSync(join(folder, path), 'utf8') }
  } catch {
    // not built, or damaged
    return { version: '?', text: folder }
  }
}

/** `/usr/lib/node_modules/flowc`, `node_modules/flowc` */
function shown(root: string, folder: string): string {
  const path = toPath(root, folder)
  return path.startsWith('../') ? folder : path
}
