// Configurations in TypeScript: bundled, run in a worker thread with a time-out, handed over as plain data.
import { resolve } from 'node:path'
import { apiLink, isPackageFile, type ApiLink } from './flow-package-node.js'
import { interruptible } from './interruptible-node.js'
import { bundle, type ScriptPlace } from './script-bundle-node.js'
import { scriptMap } from './script-map-node.js'
import { startWorker, type Thrown } from './script-worker-node.js'

export interface ScriptProblem {
  readonly reason: string
  readonly at: ScriptPlace | null
}

export type ScriptResult =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: ScriptProblem }

export interface ScriptOptions {
  /** Absolute folder of the project; paths of places are relative to it. */
  readonly root: string
  /** Relative to it. */
  readonly path: string
  readonly timeoutMillis?: number
}

const TIMEOUT = 10_000
const MEMORY = 256

type Answer =
  | { readonly kind: 'value'; readonly json: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'thrown'; readonly thrown: Thrown }
  /** What it imports has no such name: the bundler says where. */
  | { readonly kind: 'unlinked' }

/** The value crosses as JSON text: two copies of a module share no classes, so nothing but plain data can be meant. */
const BODY = `
const plain = (value, path) => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return null
  const refused = (is) => path === '' ? 'its default export is a ' + is : '\`' + path + '\` is a ' + is + ', and only plain data can be a setting'
  if (typeof value !== 'object') return refused(typeof value)
  const made = value[Symbol.for('flowc.reference')] !== undefined ? 'env(…)\` or \`secret(…)' : value[Symbol.for('flowc.duration')] !== undefined ? 'minutes(…)' : null
  if (made !== null) return '\`' + path + '\` is made by \`' + made + '\`, which stands in \`export default defineConfig({ … })\`'
  if (Array.isArray(value)) { for (const [i, v] of value.entries()) { const p = plain(v, path + '[' + i + ']'); if (p) return p } return null }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return refused(value.constructor?.name ?? 'class instance')
  for (const [k, v] of Object.entries(value)) { if (v === undefined) continue; const p = plain(v, path === '' ? k : path + '.' + k); if (p) return p }
  return null
}
try {
  const module = await import(url)
  if (!('default' in module)) return last({ kind: 'refused', reason: 'it has no default export' })
  const value = module.default
  const problem = plain(value, '')
  if (problem !== null) return last({ kind: 'refused', reason: problem })
  last({ kind: 'value', json: JSON.stringify(value) })
} catch (cause) { last(isUnlinked(cause) ? { kind: 'unlinked' } : { kind: 'thrown', thrown: describe(cause) }) }
`

export const runScript = (options: ScriptOptions): ScriptResult => run(options, apiLink(options.root, [options.path]))

function run(options: ScriptOptions, api: ApiLink): ScriptResult {
  const timeoutMillis = options.timeoutMillis ?? TIMEOUT
  const answers: Answer[] = []
  const worker = startWorker<Answer>({
    body: BODY,
    timeoutMillis,
    memoryMegabytes: MEMORY,
    onMessage: (answer) => answers.push(answer),
    onText: () => {},
  })
  const bundled = interruptible(() => bundle({ root: options.root, entry: { path: options.path }, ...api }), worker.stop)
  if (!bundled.ok) {
    worker.stop()
    return { ok: false, problem: bundled.problems[0] }
  }
  const ending = worker.run(bundled.code, bundled.map)
  const [answer] = answers
  if (answer === undefined) {
    if (ending === 'full') return fail(`it fills the memory: the ${MEMORY} MB that it has are not enough`, null)
    if (ending === 'ended') return fail('it waits for something that never comes', null)
    return fail(`it did not end within ${timeoutMillis / 1000} seconds`, null)
  }
  if (answer.kind === 'unlinked') return run(options, { ...api, natives: [] })
  if (answer.kind === 'value') return { ok: true, value: JSON.parse(answer.json) }
  if (answer.kind === 'refused') return fail(answer.reason, null)
  const { message, causes, stack, exit } = answer.thrown
  const { root } = options
  // a mistake is thrown inside of this package, and made by who called it
  const isOwn = (file: string): boolean => !isPackageFile(resolve(root, file))
  const at = stack === null ? null : scriptMap(root, bundled.map).frame(stack, isOwn)
  const reason = exit ? 'a configuration does not end the process' : [message, ...causes].join(': ')
  return fail(reason, at)
}

const fail = (reason: string, at: ScriptPlace | null): ScriptResult => ({ ok: false, problem: { reason, at } })
