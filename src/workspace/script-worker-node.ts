// A worker thread that runs a bundle and tells what comes of it, while the command waits: a command does nothing before it
// knows its configuration and its programs. The thread starts while the bundle is made.
import { fstatSync, statSync } from 'node:fs'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { interruptible } from './interruptible-node.js'
import { BUNDLE_NAME } from './script-map-node.js'
import { VARIABLES } from './script-variables.js'

export interface WorkerOptions<M> {
  /** JavaScript of the worker; it has `send`, `describe`, `isUnlinked`, `url`, `map` and `input`, and `last` marks its last message. */
  readonly body: string
  /** Without a message for so long it is given up; a text that it prints is none. */
  readonly timeoutMillis: number
  readonly memoryMegabytes: number
  readonly onMessage: (message: M) => void
  /** What it prints, in pieces. */
  readonly onText: (text: string) => void
}

export interface RunningWorker {
  /** Waits until the last message. `late`: for too long; `ended`: it came to its end without one; `full`: it ran out of memory. */
  readonly run: (code: string, map: string, input?: unknown) => Ending
  readonly stop: () => void
}

export type Ending = 'done' | 'late' | 'ended' | 'full'

/** What was thrown, as it crosses over. */
export interface Thrown {
  readonly message: string
  /** Messages of what it comes of: `cause`, the errors of an AggregateError, and theirs. */
  readonly causes: readonly string[]
  readonly stack: string | null
  /** Set where `process.exit` was called. */
  readonly exit: boolean
  /** What a mistake of the API holds. */
  readonly mistake: unknown
}

/**
 * Environment variables are not visible: a program is the same everywhere. Output waits for the end: the thread that could
 * print it is the one that waits.
 */
const PRELUDE = `
const ENDED = 1, OPEN = 2
const { workerData } = require('node:worker_threads')
const { format } = require('node:util')
const { port, changes } = workerData
process.on('exit', () => { changes[ENDED] = 1 })
// Node closes it when the thread ends, however that is
try { changes[OPEN] = require('node:fs').openSync(process.execPath, 'r') + 1 } catch {}
Error.stackTraceLimit = 50
const notify = () => { Atomics.add(changes, 0, 1); Atomics.notify(changes, 0) }
const send = (message) => { port.postMessage({ message }); notify() }
const last = (message) => { port.postMessage({ message, last: true }); notify() }
let room = 1 << 20
const print = (text) => {
  if (room <= 0) return
  const shown = text.slice(0, room)
  room -= text.length
  port.postMessage({ text: room > 0 ? shown : shown + '\\n… more is not shown\\n' }); notify()
}
for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir', 'table', 'dirxml'])
  console[name] = (...args) => print(format(...args) + '\\n')
process.stdout.write = process.stderr.write = (chunk) => { print(String(chunk)); return true }
class Exit extends Error {}
process.exit = process.reallyExit = process.abort = process.kill = () => { throw new Exit('it ends the process') }
const describe = (cause) => {
  const error = typeof cause === 'object' && cause !== null
  // whatever a program throws: getters that throw themselves, and what cannot cross over
  const read = (get, otherwise) => { try { return get() } catch { return otherwise } }
  const text = (value) => read(() => typeof value === 'object' && value !== null && typeof value.message === 'string' ? value.message : format(value), 'something that cannot be shown')
  const message = text(cause)
  const causes = read(() => {
    const [found, seen] = [[], new Set([cause])]
    for (const open = [cause]; open.length > 0 && found.length < 5; ) {
      const from = open.shift()
      if (typeof from !== 'object' || from === null) continue
      const next = [...(from.cause === undefined ? [] : [from.cause]), ...(from instanceof AggregateError ? from.errors : [])].filter((one) => !seen.has(one))
      found.push(...next.map(text))
      open.push(...next)
      next.forEach((one) => seen.add(one))
    }
    return found.slice(0, 5)
  }, [])
  const stack = read(() => error && typeof cause.stack === 'string' ? cause.stack : null, null)
  const mistake = read(() => error && cause.flowc !== undefined ? JSON.parse(JSON.stringify(cause.flowc)) : null, null)
  return { message, causes, stack, exit: read(() => cause instanceof Exit, false), mistake }
}
// a module that is imported from its file has no export of that name
const isUnlinked = (cause) => cause instanceof SyntaxError && /does not provide an export named/.test(cause.message)
${VARIABLES}
port.once('message', ({ url, map, input }) => { port.unref(); process.env = variables(() => map); work(url, input, map) })
`

export function startWorker<M>(options: WorkerOptions<M>): RunningWorker {
  const { port1, port2 } = new MessageChannel()
  const changes = new Int32Array(new SharedArrayBuffer(12))
  const worker = new Worker(`${PRELUDE}const work = async (url, input, map) => {${options.body}}`, {
    eval: true,
    workerData: { port: port2, changes },
    transferList: [port2],
    env: {},
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes },
  })
  worker.on('error', () => {})
  const stop = (): void => {
    port1.close()
    void worker.terminate()
  }
  return {
    stop,
    run: (code, map, input) => {
      try {
        const bytes = Buffer.from(`${code}\n//# sourceURL=${BUNDLE_NAME}\n`)
        port1.postMessage({ url: `data:text/javascript;base64,${bytes.toString('base64')}`, map, input })
        return interruptible(() => follow(port1, changes, options), stop)
      } finally {
        stop()
      }
    },
  }
}

/** Places in what both threads see, beside the count of messages. */
const ENDED = 1
const OPEN = 2
/** How often is it asked whether the thread is still there, in milliseconds. */
const LOOKS = 100

/**
 * A thread that runs out of memory says nothing any more, and the event that tells of it waits for this one. But the file that it has open is
 * closed then; another one under the same number is another file.
 */
function aliveness(changes: Int32Array<SharedArrayBuffer>): () => boolean {
  let own: { readonly dev: bigint; readonly ino: bigint } | null = null
  return () => {
    const open = Atomics.load(changes, OPEN)
    if (open === 0) return true
    try {
      const { dev, ino } = fstatSync(open - 1, { bigint: true })
      own ??= statSync(process.execPath, { bigint: true })
      return dev === own.dev && ino === own.ino
    } catch {
      return false
    }
  }
}

type Packet<M> = { readonly text: string } | { readonly message: M; readonly last?: true }

function follow<M>(
  port: MessageChannel['port1'],
  changes: Int32Array<SharedArrayBuffer>,
  { timeoutMillis, onMessage, onText }: WorkerOptions<M>,
): Ending {
  const isAlive = aliveness(changes)
  let seen = 0
  let until = performance.now() + timeoutMillis
  for (;;) {
    if (Atomics.load(changes, 0) === seen) {
      const left = until - performance.now()
      if (left <= 0) return 'late'
      const alive = isAlive()
      // its last message may have come meanwhile
      if (Atomics.wait(changes, 0, seen, alive ? Math.min(left, LOOKS) : 0) === 'timed-out') {
        if (alive) continue
        return Atomics.load(changes, ENDED) === 1 ? 'ended' : 'full'
      }
    }
    const received = receiveMessageOnPort(port) as { message: Packet<M> } | undefined
    if (received === undefined) continue
    seen++
    if ('text' in received.message) onText(received.message.text)
    else {
      onMessage(received.message.message)
      if (received.message.last === true) return 'done'
      until = performance.now() + timeoutMillis
    }
  }
}
