// How long a person waits for the list of columns behind `o.`, in the middle of a chain whose line is not finished yet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TsServer, type Place } from './tsserver.js'

const ROUNDS = 20
/** Behind this line a new clause is begun. */
const ABOVE = '.leftJoin('
const BEGUN = '.where(o => o.'
const COLUMN = 'c_012'
const HOVERED = 'enriched = stream('

export interface Latency {
  /** From the start of the server to the first list, the project read. */
  readonly coldMs: number
  /** Each of them after an edit of the file. */
  readonly warmMs: readonly number[]
  readonly hoverMs: number
  readonly hover: string
}

const placeOf = (file: string, text: string, what: string): Place => {
  const before = text.slice(0, text.indexOf(what)).split('\n')
  return { file, line: before.length, offset: before.at(-1)!.length + 1 }
}

export async function latencyOf(tsserver: string, folder: string, names: readonly string[]): Promise<Latency> {
  const server = new TsServer(tsserver, folder)
  try {
    const warmMs: number[] = []
    let coldMs = 0
    for (let round = 0; round <= ROUNDS; round++) {
      const file = join(folder, names[round % names.length]!)
      const text = readFileSync(file, 'utf8')
      const at = placeOf(file, text, ABOVE)
      const begin = performance.now()
      if (round < names.length) server.open(file, text)
      server.edit(at, BEGUN)
      const entries = await server.completions({ ...at, offset: at.offset + BEGUN.length })
      const time = performance.now() - begin
      if (!entries.includes(COLUMN)) throw new Error(`no column ${COLUMN} among ${entries.length} completions in ${file}`)
      if (round === 0) coldMs = time
      else warmMs.push(time)
      server.edit(at, '', BEGUN.length)
    }
    const file = join(folder, names[0]!)
    const begin = performance.now()
    const hover = await server.hover(placeOf(file, readFileSync(file, 'utf8'), HOVERED))
    return { coldMs, warmMs, hoverMs: performance.now() - begin, hover }
  } finally {
    server.stop()
  }
}
