// Hooks of Node's loader: they read TypeScript, and put guards into the modules that tests of flows import. Both kinds of hooks that Node has
// may call them, those in a thread of their own and those in the thread that loads.
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Esbuild from 'esbuild'
import { ownFile } from '../workspace/flow-package-node.js'
import { ModuleGuards } from '../workspace/module-guards-node.js'
import { isOwnModule, OwnModules, readModule, resolveByPath } from '../workspace/own-modules-node.js'

interface LoadContext {
  readonly format?: string | null | undefined
}
interface ResolveContext {
  readonly parentURL?: string | undefined
}
interface Found {
  readonly url: string
}
type Next<C, R = unknown> = (what: string, context: C) => R | Promise<R>

const modules = new OwnModules()
const guards = new ModuleGuards(pathToFileURL(ownFile('testing-guards')).href)
const ownByPath = (specifier: string, importer: string): string | null => ownOrNull(resolveByPath(specifier, importer))
/** A package of the workspace, and a name that `imports` of `package.json` gives, lead to modules of the user as well. */
const own = (specifier: string, importer: string): string | null =>
  /^(?:\.{0,2}\/|file:)/.test(specifier) ? ownByPath(specifier, importer) : ownOrNull(resolveByName(specifier, importer))

/** A path without its ending, or with the one that TypeScript gives it. */
export function resolve(specifier: string, context: ResolveContext, next: Next<ResolveContext, Found>): unknown {
  const importer = fileOf(context.parentURL ?? '')
  const file = importer === null || !isOwnModule(importer) ? null : ownByPath(specifier, importer)
  if (file !== null && isTypeScript(file)) return { url: pathToFileURL(file).href, format: 'module', shortCircuit: true }
  // what other loaders and the conditions of packages know, a text does not tell
  const led = (found: Found): Found => {
    const to = ownOrNull(fileOf(found.url))
    if (importer !== null && to !== null) modules.leads(importer, to)
    return found
  }
  const found = next(specifier, context)
  return found instanceof Promise ? found.then(led) : led(found)
}

export function load(url: string, context: LoadContext, next: Next<LoadContext>): unknown {
  const file = fileOf(url)
  if (file === null || !isOwnModule(file) || !(isTypeScript(file) || (context.format === 'module' && /\.m?js$/.test(file))))
    return next(url, context)
  const text = readModule(file)
  if (text === null) return next(url, context)
  const made = modules.has(file, text, own) ? guards.guarded(file, text, own) : null
  if (made === null && !isTypeScript(file)) return next(url, context)
  const map =
    made === null
      ? ''
      : `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(made.map)).toString('base64')}\n`
  return { format: 'module', source: script(file, made === null ? text : made.code + map), shortCircuit: true }
}

const ownOrNull = (file: string | null): string | null => (file !== null && isOwnModule(file) ? file : null)

/** As `require` has it: of a package that has its modules for `import` alone nothing is known here. */
function resolveByName(specifier: string, importer: string): string | null {
  try {
    return createRequire(importer).resolve(specifier)
  } catch {
    return null
  }
}

const isTypeScript = (file: string): boolean => /\.m?ts$/.test(file)

function fileOf(url: string): string | null {
  return url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : null
}

let esbuild: typeof Esbuild | null = null

/** Without types, and with the way back to them. */
function script(file: string, text: string): string {
  esbuild ??= createRequire(import.meta.url)('esbuild') as typeof Esbuild
  const loader = isTypeScript(file) ? 'ts' : 'js'
  // 20.0 has no `with { type: 'json' }`, and the import would lose it
  const options = {
    loader,
    format: 'esm',
    target: 'node20.19',
    sourcefile: file,
    sourcemap: 'inline',
    logLevel: 'silent',
  } as const
  return esbuild.transformSync(text, options).code
}
