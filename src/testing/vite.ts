// `import { flowc } from 'flowc/testing/vite'`: the plugin for the Vitest of a project.
import { flowcPlugin, type FlowcPlugin, type FlowcPluginOptions } from './vite-plugin-node.js'

export type { FlowcPlugin, FlowcPluginOptions } from './vite-plugin-node.js'
// the types of the matchers that it brings: who has `vitest.config.ts` among the files of TypeScript has them everywhere
export type * from './vitest.js'

/**
 * A plugin for `vitest.config.ts`. Tests then find what JavaScript decides about columns and params, `o.vip || o.big` or `if (debug)`, as commands
 * do (FLOW2114), and have the matchers of `flowc/testing/vitest`.
 *
 * @example
 * const config = { plugins: [flowc()] }
 * console.log(config.plugins[0]?.name) // flowc
 */
export const flowc = (options: FlowcPluginOptions = {}): FlowcPlugin => flowcPlugin(options)
