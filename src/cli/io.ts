// The process as commands see it: two streams, the environment, a place, an interrupt. The only file that touches `process`.
import type { KafkaConnector } from '../deploy/kafka-model.js'

export interface Io {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: {
    readonly isTerminal: boolean
    readonly readLine: (prompt: string) => Promise<string | null>
    /** Everything up to its end. */
    readonly readAll: () => Promise<Uint8Array>
  }
  /** Aborted by the first Ctrl-C (or a polite kill); a second one ends the process at once. */
  readonly interrupt: AbortSignal
  /** Milliseconds since some moment: only for durations that people see. */
  readonly now: () => number
  /** Wall clock, for records of what was done; nothing that is compiled depends on it. */
  readonly date: () => Date
  /** Another way to a Kafka cluster: tests have one of their own. */
  readonly connectKafka?: KafkaConnector
}

export interface Output {
  readonly isTerminal: boolean
  readonly columns: number
  /** Once the reader has gone (EPIPE) writing does nothing: a closed pager ends no command. */
  readonly write: (text: string) => void
}

export function nodeIo(): Io {
  const controller = new AbortController()
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    cwd: process.cwd(),
    env: process.env,
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    stdin: { isTerminal: process.stdin.isTTY === true, readLine, readAll },
    interrupt: controller.signal,
    now: () => performance.now(),
    date: () => new Date(),
  }
}

function output(stream: NodeJS.WriteStream): Output {
  let open = true
  // Without a listener a closed pipe would end the process with a stack trace.
  stream.on('error', () => {
    open = false
  })
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 80,
    write: (text) => {
      if (open) stream.write(text)
    },
  }
}

async function readAll(): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of process.stdin) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

/** One line that a person types; null at the end of the input. */
async function readLine(prompt: string): Promise<string | null> {
  const { createInterface } = await import('node:readline')
  return await new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    let answered = false
    lines.question(prompt, (answer) => {
      answered = true
      lines.close()
      resolve(answer)
    })
    lines.on('close', () => {
      if (!answered) resolve(null)
    })
    // readline takes Ctrl-C for itself in raw mode.
    lines.on('SIGINT', () => {
      lines.close()
      process.kill(process.pid, 'SIGINT')
    })
  })
}
