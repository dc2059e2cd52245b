// Where an editor has to know the columns: in each callback and each list of names, while the line is being written.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TsServer } from './tsserver.js'

/** What stands there, what is written before it, what is expected among the completions, and what the editor has put behind the cursor. */
const PLACES: readonly (readonly [before: string, written: string, expected: string, behind?: string])[] = [
  ['.leftJoin(', '.where(o => o.', 'c_012'],
  ['.leftJoin(', '.where(o => o.amount.', 'gt'],
  ['.leftJoin(', '.extend(o => ({ a: o.', 'c_012'],
  ['.leftJoin(', '.select(o => ({ a: o.', 'c_012'],
  ['.leftJoin(', ".whereNotNull('", 'c_012', "')"],
  ['.leftJoin(', '.', 'leftJoin'],
  ['.leftJoin(', '.leftJoin(customers, { ', 'late', '})'],
  ['.leftJoin(', '.leftJoin(customers, { at: o => o.', 'created_at'],
  ['.leftJoin(', '.leftJoin(customers, { at: o => o.created_at, on: (o, c) => c.', 'segment'],
  ['.select((o, c)', '.select((o, c) => ({ a: c.', 'segment'],
  ["'region', 'segment')", "'", 'label', "', "],
  ['.having', '.having(g => g.', 'window_start'],
  ['.having', '.select(g => ({ a: sum(g.', 'net'],
  ['.messageKey', ".time('", 'created_at', "')"],
  ['.expect(revenue', '.given(orders, [{ ', 'c_012', '}])'],
  ['.expect(revenue', '.expect(revenue, [{ ', 'widest', '}])'],
]

/** The places where what is expected is missing. */
export async function silentPlaces(server: TsServer, folder: string, name: string): Promise<readonly string[]> {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  server.open(file, text)
  const silent: string[] = []
  for (const [before, written, expected, behind = ''] of PLACES) {
    const above = text.slice(0, text.indexOf(before)).split('\n')
    const at = { file, line: above.length, offset: above.at(-1)!.length + 1 }
    server.edit(at, written + behind)
    const found = await server.completions({ ...at, offset: at.offset + written.length }).catch((): readonly string[] => [])
    const keys = found.filter((name) => /^[A-Z]{4,}$/.test(name) && written.endsWith('.'))
    if (keys.length > 0) silent.push(`${written}▌${behind}: ${keys.join(', ')}, keys of types alone`)
    if (!found.includes(expected)) silent.push(`${written}▌${behind}: no ${expected}`)
    server.edit(at, '', written.length + behind.length)
  }
  return silent
}

export const placesCount = PLACES.length
