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
type Next<C> = (what: string, context: C) => unknown

const modules = new OwnModules()
const guards = new ModuleGuards(pathToFileURL(ownFile('testing-guards')).href)
const ownByPath = (specifier: string, importer: string): string | null => {
  const found = resolveByPath(specifier, importer)
  return found !== null && isOwnModule(found) ? found : null
}

/** A path without its ending, or with the one that TypeScript gives it. */
export function resolve(specifier: string, context: ResolveContext, next: Next<ResolveContext>): unknown {
  const importer = fileOf(context.parentURL ?? '')
  const file = importer === null || !isOwnModule(importer) ? null : ownByPath(specifier, importer)
  return file !== null && isTypeScript(file)
    ? { url: pathToFileURL(file).href, format: 'module', shortCircuit: true }
    : next(specifier, context)
}

export function load(url: string, context: LoadContext, next: Next<LoadContext>): unknown {
  const file = fileOf(url)
  if (file === null || !isOwnModule(file) || !(isTypeScript(file) || (context.format === 'module' && /\.m?js$/.test(file))))
    return next(url, context)
  const text = readModule(file)
  if (text === null) return next(url, context)
  const made = modules.has(file, text, ownByPath) ? guards.guarded(file, text, ownByPath) : null
  if (made === null && !isTypeScript(file)) return next(url, context)
  const map =
    made === null
      ? ''
      : `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(made.map)).toString('base64')}\n`
  return { format: 'module', source: script(file, made === null ? text : made.code + map), shortCircuit: true }
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
  const options = { loader, format: 'esm', target: 'node20', sourcefile: file, sourcemap: 'inline', logLevel: 'silent' } as const
  return esbuild.transformSync(text, options).code
}
