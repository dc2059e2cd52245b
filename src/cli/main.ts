// The border of the process: runs one command, turns failures into messages and exit codes. Nothing below it ends the process.
import { COMPILER_VERSION } from '../core/version.js'
import { stableJson } from '../core/stable-json.js'
import { cli } from '../diagnostics/codes/cli.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { NOWHERE, type Places } from '../diagnostics/render/places.js'
import { renderText } from '../diagnostics/render/text.js'
import { createContext, diagnosticsJson, interrupts, type CommonOptions } from './context.js'
import { EXIT, type ExitCode } from './exit-codes.js'
import { CommandFailure, Interrupted } from './failure.js'
import { nodeIo, type Io } from './io.js'
import { runProgram } from './program.js'
import { themeFor, type ColorChoice } from './ui/theme.js'

/** Runs `flowc` with these arguments (without `node` and the script). */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const onInterrupt = interrupts()
  let options: CommonOptions | null = null
  const run = async (): Promise<ExitCode> => {
    try {
      return await runProgram(argv, {
        context: (common) => {
          options = common
          return createContext(io, common, onInterrupt.add)
        },
        writeOut: io.stdout.write,
        writeErr: io.stderr.write,
      })
    } catch (cause) {
      if (cause instanceof CommandFailure) {
        report(io, argv, options, cause.diagnostics, cause.places)
        return cause.exit
      }
      if (cause instanceof Interrupted) {
        onInterrupt.run()
        return EXIT.interrupted
      }
      report(io, argv, options, [internalFault(cause)], NOWHERE)
      if (io.env['FLOWC_TRACE']) io.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`)
      return EXIT.wrong
    }
  }
  const interrupted = new Promise<ExitCode>((resolve) => {
    io.interrupt.addEventListener('abort', () => {
      onInterrupt.run()
      resolve(EXIT.interrupted)
    })
  })
  return await Promise.race([run(), interrupted])
}

/** For people on stderr, or as a document where JSON was asked for. */
function report(
  io: Io,
  argv: readonly string[],
  options: CommonOptions | null,
  diagnostics: readonly Diagnostic[],
  places: Places,
): void {
  const json =
    options === null
      ? argv.some((a, i) => a === '--format=json' || (a === '--format' && argv[i + 1] === 'json'))
      : options.format === 'json'
  if (json) {
    const document = {
      version: 1,
      command: argv.find((a) => !a.startsWith('-')) ?? null,
      ok: false,
      diagnostics: diagnosticsJson(diagnostics, places),
    }
    io.stdout.write(`${stableJson(document, { indent: 2, order: 'written' })}\n`)
    return
  }
  const color =
    options?.color ?? (/^(always|never)$/.exec(argv[argv.indexOf('--color') + 1] ?? '')?.[0] as ColorChoice | undefined) ?? 'auto'
  io.stderr.write(renderText(diagnostics, places, { style: themeFor(color, io, io.stderr) }))
}

function internalFault(cause: unknown): Diagnostic {
  const detail = cause instanceof Error ? (cause.message.split('\n')[0] ?? cause.name) : String(cause)
  return diagnostic(cli.internalFault, null, { detail: detail === '' ? 'no message' : detail, version: COMPILER_VERSION })
}

/** Entry of bin/flowc.mjs. */
export async function start(argv: readonly string[]): Promise<void> {
  const io = nodeIo()
  const exit = await main(argv, io)
  process.exitCode = exit
  // An interrupted command may still be waiting for something; a finished one has nothing open and ends by itself.
  if (exit === EXIT.interrupted) process.exit(exit)
}
