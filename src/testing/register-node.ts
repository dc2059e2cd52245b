// `node --import flowc/testing/register`: Node reads TypeScript, and tests find what JavaScript decides about expressions, as commands do.
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { ownFile } from '../workspace/flow-package-node.js'
import * as hooks from './hooks-node.js'

/** In the thread that loads, where Node has it: 22.15 and later. */
type RegisterHooks = (hooks: object) => void
const { registerHooks } = module as { readonly registerHooks?: RegisterHooks }

if (registerHooks === undefined) module.register(pathToFileURL(ownFile('testing-hooks')))
else registerHooks({ load: hooks.load, resolve: hooks.resolve })
// places of messages are those of TypeScript
process.setSourceMapsEnabled(true)
