// Runs the command line inside the test process: same code as the binary from `main` on, with streams that are captured.
import { EXIT } from '../../src/cli/exit-codes.js'
import type { KafkaConnector } from '../../src/deploy/kafka-model.js'
import type { Io, Output } from '../../src/cli/io.js'
import { main } from '../../src/cli/main.js'

export interface CliResult {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  /** Both streams in the order of writing. */
  readonly all: string
}

export interface CliOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly terminal?: boolean
  /** Lines that a person types; a terminal is assumed where given. */
  readonly answers?: readonly string[]
  /** What comes from stdin. */
  readonly input?: string | Uint8Array
  readonly interrupt?: AbortSignal
  readonly connectKafka?: KafkaConnector
}

export async function runCli(argv: readonly string[], options: CliOptions): Promise<CliResult> {
  let stdout = ''
  let stderr = ''
  let all = ''
  const terminal = options.terminal ?? options.answers !== undefined
  const output = (take: (text: string) => void): Output => ({
    isTerminal: terminal,
    columns: 100,
    write: (text) => {
      take(text)
      all += text
    },
  })
  const answers = [...(options.answers ?? [])]
  const io: Io = {
    cwd: options.cwd,
    env: { NO_COLOR: '1', ...options.env },
    stdout: output((t) => (stdout += t)),
    stderr: output((t) => (stderr += t)),
    stdin: {
      isTerminal: terminal,
      readLine: async () => answers.shift() ?? null,
      readAll: async () => Buffer.from(options.input ?? ''),
    },
    interrupt: options.interrupt ?? new AbortController().signal,
    now: () => 0,
    date: () => new Date('2026-01-01T00:00:00Z'),
    ...(options.connectKafka === undefined ? {} : { connectKafka: options.connectKafka }),
  }
  const exit = await main(argv, io)
  return { exit: exit ?? EXIT.ok, stdout, stderr, all }
}
