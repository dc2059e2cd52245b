// One line on stderr that says what a long command is doing: on terminals only, after 400 ms, gone when it is done.
import type { Io } from '../io.js'

export interface Progress {
  readonly update: (text: string) => void
  readonly done: () => void
}

const DELAY = 400
const INTERVAL = 100

const SILENT: Progress = { update: () => {}, done: () => {} }

export function progress(io: Io, wanted: boolean): Progress {
  if (!wanted || !io.stderr.isTerminal || io.env['TERM'] === 'dumb') return SILENT
  const begin = io.now()
  let shown = false
  let last = 0
  return {
    update: (text) => {
      const now = io.now()
      if (now - begin < DELAY || now - last < INTERVAL) return
      last = now
      shown = true
      io.stderr.write(`\r\u001b[2K${text.slice(0, io.stderr.columns - 1)}`)
    },
    done: () => {
      if (shown) io.stderr.write('\r\u001b[2K')
      shown = false
    },
  }
}
