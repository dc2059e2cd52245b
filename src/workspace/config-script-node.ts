// Configurations in TypeScript: bundled by esbuild, run in a worker thread with a time-out, handed over as plain data.
// Waiting is synchronous, as reading a JSON file is: a command does nothing before it knows its configuration.
import { createRequire, SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { basename, join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type * as Esbuild from 'esbuild'

/** `line` and `column` count from 1. */
export interface ScriptProblem {
  readonly reason: string
  readonly at: { readonly file: string; readonly line: number; readonly column: number } | null
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

export function runScript(options: ScriptOptions): ScriptResult {
  const bundled = bundle(options)
  if (!bundled.ok) return bundled
  const { code, map } = bundled
  const answer = evaluate(code, options.timeoutMillis ?? TIMEOUT)
  if (answer.kind === 'value') return { ok: true, value: JSON.parse(answer.json) }
  if (answer.kind === 'late') return fail(`it did not end within ${(options.timeoutMillis ?? TIMEOUT) / 1000} seconds`, null)
  return fail(answer.reason, answer.stack === null ? null : placeOf(answer.stack, map, options))
}

const fail = (reason: string, at: ScriptProblem['at']): Extract<ScriptResult, { ok: false }> => ({
  ok: false,
  problem: { reason, at },
})

type Bundled = { readonly ok: true; readonly code: string; readonly map: string } | Extract<ScriptResult, { ok: false }>

function bundle({ root, path }: ScriptOptions): Bundled {
  let esbuild: typeof Esbuild
  try {
    esbuild = createRequire(import.meta.url)('esbuild') as typeof Esbuild
  } catch {
    return fail('the package `esbuild` is not installed, which reads TypeScript', null)
  }
  try {
    const result = esbuild.buildSync({
      absWorkingDir: root,
      entryPoints: [path],
      bundle: true,
      write: false,
      outfile: 'config.mjs',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'external',
      logLevel: 'silent',
    })
    const file = (suffix: string): string => result.outputFiles.find((f) => f.path.endsWith(suffix))!.text
    return { ok: true, code: file('.mjs'), map: file('.map') }
  } catch (cause) {
    const error = (cause as Partial<Esbuild.BuildFailure>).errors?.[0]
    if (error === undefined) throw cause
    const { location } = error
    return fail(
      lower(error.text),
      location === null ? null : { file: location.file, line: location.line, column: location.column + 1 },
    )
  }
}

const lower = (text: string): string => text.replace(/^[A-Z](?=[a-z ])/, (c) => c.toLowerCase()).replace(/\.$/, '')

type Answer =
  | { readonly kind: 'value'; readonly json: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly stack: string | null }
  | { readonly kind: 'late' }

/**
 * Runs in the worker. The value crosses as JSON text: two copies of a module share no classes, so nothing but plain data
 * can be meant. Environment variables are not visible: a configuration is the same everywhere, what differs is a reference.
 */
const WORKER = `
const { workerData } = require('node:worker_threads')
const { port, done, url } = workerData
const send = (answer) => { port.postMessage(answer); Atomics.store(done, 0, 1); Atomics.notify(done, 0) }
process.exit = () => { throw new Error('a configuration does not end the process') }
const plain = (value, path) => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return null
  if (typeof value !== 'object') return '\`' + path + '\` is a ' + typeof value
  if (Array.isArray(value)) { for (const [i, v] of value.entries()) { const p = plain(v, path + '[' + i + ']'); if (p) return p } return null }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return '\`' + path + '\` is a ' + (value.constructor?.name ?? 'class instance')
  for (const [k, v] of Object.entries(value)) { if (v === undefined) continue; const p = plain(v, path === '' ? k : path + '.' + k); if (p) return p }
  return null
}
import(url).then((module) => {
  if (!('default' in module)) return send({ kind: 'failed', reason: 'it has no default export', stack: null })
  const value = module.default
  const problem = plain(value, '')
  if (problem !== null) return send({ kind: 'failed', reason: problem.startsWith('\`\`') ? 'its default export' + problem.slice(2) : problem + ', and only plain data can be a setting', stack: null })
  send({ kind: 'value', json: JSON.stringify(value) })
}).catch((cause) => send({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause), stack: cause instanceof Error ? String(cause.stack) : null }))
`

function evaluate(code: string, timeoutMillis: number): Answer {
  const { port1, port2 } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  const worker = new Worker(WORKER, {
    eval: true,
    workerData: { port: port2, done, url },
    transferList: [port2],
    env: {},
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.on('error', () => {})
  try {
    if (Atomics.wait(done, 0, 0, timeoutMillis) === 'timed-out') return { kind: 'late' }
    return (receiveMessageOnPort(port1) as { message: Answer }).message
  } finally {
    port1.close()
    void worker.terminate()
  }
}

/** The first frame of a stack that lies in the bundle, as a place of a file that somebody wrote. */
function placeOf(stack: string, map: string, { root, path }: ScriptOptions): ScriptProblem['at'] {
  const frame = /data:text\/javascript[^\s)]*?:(\d+):(\d+)/.exec(stack)
  if (frame === null) return null
  const source = new SourceMap(JSON.parse(map) as SourceMapPayload)
  const entry = source.findEntry(Number(frame[1]) - 1, Number(frame[2]) - 1) as Partial<SourceMapping>
  if (entry.originalSource === undefined) return { file: path, line: 1, column: 1 }
  const file = join(root, entry.originalSource).slice(root.length + 1)
  return { file: file === '' ? basename(path) : file, line: entry.originalLine! + 1, column: entry.originalColumn! + 1 }
}
