// Which package `import 'flowc'` means in a module of a project: the one that is installed there, else the one of this
// command line. Two copies are fine: what crosses between them is plain data.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bug } from '../core/bug.js'

/** How the bundle of a module gets at the API. */
export interface ApiLink {
  readonly alias: Readonly<Record<string, string>>
  /** The files of the API that Node can run as they are, by the paths under which imports find them. */
  readonly natives: readonly string[]
}

/** For modules that see the same package; `paths` are relative to `root`. */
export function apiLink(root: string, paths: readonly string[]): ApiLink {
  const program = ownPackage().built ? [ownFile('program')] : []
  // links are followed before the package is looked for
  const folders = new Set(paths.flatMap((path) => [resolve(root, path), real(resolve(root, path))]).map(dirname))
  const installed = new Set([...folders].flatMap((folder) => installedAbove(folder) ?? []))
  if (!seesInstalled(root, paths[0]!))
    return { alias: { flowc: ownFile('index') }, natives: ownPackage().built ? [ownFile('index'), ...program] : [] }
  return { alias: {}, natives: [...[...installed].flatMap((folder) => entryOf(folder) ?? []), ...program] }
}

/** `path` is relative to `root`. */
export const seesInstalled = (root: string, path: string): boolean => installedAbove(dirname(resolve(root, path))) !== null

/** What `import 'flowc'` runs, where it is sure to be an ES module. */
function entryOf(folder: string): string | null {
  try {
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly exports?: { readonly '.'?: string | { readonly default?: string } }
    }
    const entry = exports?.['.']
    const path = typeof entry === 'string' ? entry : entry?.default
    return path?.endsWith('.mjs') === true ? join(folder, path) : null
  } catch {
    // damaged: the bundler says so
    return null
  }
}

/** The folder of the package `flowc` that modules of a folder see. */
export function installedAbove(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, 'node_modules', 'flowc')
    if (existsSync(join(found, 'package.json'))) return found
    if (dirname(at) === at) return null
  }
}

let own: { readonly root: string; readonly built: boolean } | null = null

/** From dist/chunks as well as from src/workspace. */
function ownPackage(): { readonly root: string; readonly built: boolean } {
  if (own !== null) return own
  const here = fileURLToPath(import.meta.url)
  for (let at = dirname(here); ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return (own = { root: at, built: !here.startsWith(join(at, 'src') + sep) })
    if (dirname(at) === at) bug('flowc does not find its own folder')
  }
}

/** Where each part of the package stands before it is built. */
const SOURCES = {
  index: 'api/index.ts',
  program: 'api/program.ts',
  'testing-guards': 'testing/guards.ts',
  'testing-hooks': 'testing/hooks-node.ts',
  'testing-setup': 'testing/vitest.ts',
} as const

/** A module of this installation. */
export function ownFile(name: keyof typeof SOURCES): string {
  const { root, built } = ownPackage()
  return built ? join(root, 'dist', `${name}.mjs`) : join(root, 'src', ...SOURCES[name].split('/'))
}

/** Whether a file belongs to a copy of this package: places of user's programs are never there. */
export function isPackageFile(path: string): boolean {
  const { root, built } = ownPackage()
  const parts = built ? [join(root, 'dist')] : [join(root, 'src', 'api'), join(root, 'src', 'core'), join(root, 'src', 'surface')]
  return [...parts, ...parts.map(real)].some((p) => path.startsWith(p + sep)) || /[\\/]node_modules[\\/]flowc[\\/]/.test(path)
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
