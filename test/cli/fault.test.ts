// A fault of flowc itself: a short message and an exit code, a trace only for those who ask for one.
import { expect, it } from 'vitest'
import { main } from '../../src/cli/main.js'
import type { Io } from '../../src/cli/io.js'
import { bug } from '../../src/core/bug.js'

async function withFault(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ exit: number; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  let broken = true
  const io: Io = {
    cwd: process.cwd(),
    env: { NO_COLOR: '1', ...env },
    stdout: {
      isTerminal: false,
      columns: 80,
      write: (text) => {
        if (broken) {
          broken = false
          bug('the drum has stopped\nat some place')
        }
        stdout += text
      },
    },
    stderr: { isTerminal: false, columns: 80, write: (text) => void (stderr += text) },
    stdin: { isTerminal: false, readLine: async () => null, readAll: async () => new Uint8Array() },
    interrupt: new AbortController().signal,
    now: () => 0,
    date: () => new Date(0),
  }
  const exit = await main(args, io)
  return { exit, stdout, stderr }
}

it('is one message, no trace, exit code 1', async () => {
  expect(await withFault(['explain', 'FLOW0009'])).toEqual({
    exit: 1,
    stdout: '',
    stderr:
      'error[FLOW0009]: flowc 0.1.0 failed by a fault of its own: the drum has stopped\nhelp: please report it with the command and the file; `FLOWC_TRACE=1` shows where it happened\n',
  })
})
it('is a document where JSON was asked for', async () => {
  const { stdout } = await withFault(['explain', 'FLOW0009', '--format', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, command: 'explain', ok: false, diagnostics: [{ code: 'FLOW0009' }] })
})
it('shows its trace to those who ask', async () => {
  expect((await withFault(['explain', 'FLOW0009'], { FLOWC_TRACE: '1' })).stderr).toContain('InternalFault: the drum has stopped')
})
