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
  readonly watchChange: () => void
  readonly transform: (this: FlowcPluginContext, code: string, id: string) => Promise<{ code: string; map: string } | null>
}

/** What the plugin asks of Vite. */
export interface FlowcPluginContext {
  resolve(source: string, importer?: string): Promise<{ readonly id: string; readonly external?: unknown } | null>
}

export function flowcPlugin({ matchers = true }: FlowcPluginOptions): FlowcPlugin {
  const modules = new OwnModules()
  const found = new Map<string, string | null>()
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
    watchChange: () => {
      found.clear()
      guards.clear()
    },
    async transform(code, id) {
      const file = fileOf(id)
      if (file === null || !isOwnModule(file) || !(await whenFound(this, (find) => modules.has(file, code, find)))) return null
      const made = await whenFound(this, (find) =>
        guards.guarded(file, code, (specifier, importer) => ownOrNull(find(specifier, importer))),
      )
      return made === null ? null : { code: made.code, map: JSON.stringify(made.map) }
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
