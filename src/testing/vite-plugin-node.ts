// The plugin of Vite: puts guards into the modules that tests of flows import, before their types are taken out.
import { ownFile } from '../workspace/flow-package-node.js'
import { ModuleGuards } from '../workspace/module-guards-node.js'
import { isOwnModule, OwnModules, type Find } from '../workspace/own-modules-node.js'

/**
 * What `flowc()` of `flowc/testing/vite` is told.
 *
 * @example
 * const options: FlowcPluginOptions = { matchers: false }
 */
export interface FlowcPluginOptions {
  /** Whether each test has the matchers of `flowc/testing/vitest` without an import of it; it has unless this is `false`. */
  readonly matchers?: boolean
}

/**
 * A plugin as Vite takes it.
 *
 * @example
 * const plugin: FlowcPlugin = flowc()
 * console.log(plugin.name) // flowc
 */
export interface FlowcPlugin {
  readonly name: 'flowc'
  readonly enforce: 'pre'
  readonly apply: () => boolean
  readonly config: () => object
  readonly configureServer: (server: FlowcPluginServer) => void
  readonly watchChange: () => void
  readonly transform: (this: FlowcPluginContext, code: string, id: string) => Promise<{ code: string; map: string } | null>
}

/** What the plugin asks of Vite. */
export interface FlowcPluginContext {
  resolve(source: string, importer?: string): Promise<{ readonly id: string; readonly external?: unknown } | null>
}

/** What it tells Vite; versions before 6 have one graph of modules and no environments. */
export interface FlowcPluginServer {
  readonly environments?: Readonly<Record<string, { readonly moduleGraph: ModuleGraph }>>
  readonly moduleGraph: ModuleGraph
}
interface ModuleGraph {
  getModulesByFile(file: string): Iterable<object> | undefined
  invalidateModule(module: object): void
}

export function flowcPlugin({ matchers = true }: FlowcPluginOptions): FlowcPlugin {
  const modules = new OwnModules()
  const found = new Map<string, string | null>()
  /** What has been made, and where it is kept. */
  const made = new Set<string>()
  const graphs: ModuleGraph[] = []
  const guards = new ModuleGuards(ownFile('testing-guards').replaceAll('\\', '/'))

  /** Vite answers later: what `work` asks for is looked up, and it is done again. */
  async function whenFound<T>(context: FlowcPluginContext, work: (find: Find) => T): Promise<T> {
    for (;;) {
      const wanted = new Map<string, readonly [specifier: string, importer: string]>()
      const result = work((specifier, importer) => {
        const key = `${importer}\n${specifier}`
        if (!found.has(key)) wanted.set(key, [specifier, importer])
        return found.get(key)
      })
      if (wanted.size === 0) return result
      for (const [key, [specifier, importer]] of wanted) found.set(key, await resolved(context, specifier, importer))
    }
  }

  return {
    name: 'flowc',
    enforce: 'pre',
    // a project may have one configuration for its tests and for all else
    apply: () => process.env['VITEST'] !== undefined,
    config: () => (matchers ? { test: { setupFiles: [ownFile('testing-setup')] } } : {}),
    configureServer: ({ environments, moduleGraph }) => {
      graphs.push(...(environments === undefined ? [moduleGraph] : Object.values(environments).map((e) => e.moduleGraph)))
    },
    watchChange: () => {
      found.clear()
      guards.clear()
      // a module may have asked the one that has changed, and Vite would take it as it was
      for (const graph of graphs)
        for (const file of made) for (const module of graph.getModulesByFile(file) ?? []) graph.invalidateModule(module)
      made.clear()
    },
    async transform(code, id) {
      const file = fileOf(id)
      if (file === null || !isOwnModule(file) || !(await whenFound(this, (find) => modules.has(file, code, find)))) return null
      made.add(file)
      const guarded = await whenFound(this, (find) =>
        guards.guarded(file, code, (specifier, importer) => ownOrNull(find(specifier, importer))),
      )
      return guarded === null ? null : { code: guarded.code, map: JSON.stringify(guarded.map) }
    },
  }
}

const ownOrNull = (file: string | null | undefined): string | null => (file != null && isOwnModule(file) ? file : null)

async function resolved(context: FlowcPluginContext, specifier: string, importer: string): Promise<string | null> {
  const answer = await context.resolve(specifier, importer)
  return answer === null || (answer.external !== undefined && answer.external !== false) ? null : fileOf(answer.id)
}

/** Null: not the module itself, but its text, its address, a worker of it. */
function fileOf(id: string): string | null {
  const [, file, query] = /^([^?#]*)(.*)$/s.exec(id)!
  return query!.split(/[?&#]/).every((part) => /^(?:$|[tv]=|import$)/.test(part)) ? file! : null
}
