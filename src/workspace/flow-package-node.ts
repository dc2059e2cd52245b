// Which package `import 'flowc'` means in a module of a project: the one that is installed there, else the one of this
// command line. Two copies are fine: what crosses between them is plain data.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bug } from '../core/bug.js'

/** `path` is relative to `root`. */
export const ownAlias = (root: string, path: string): Readonly<Record<string, string>> =>
  installedAbove(dirname(resolve(root, path))) === null ? { flowc: ownFile('index') } : {}

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
