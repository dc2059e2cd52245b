// Beside which actual row a wrong one is shown: the one with its key, else the one most like it. Of many wrong rows each is compared with
// few others, those that print some cell as it does, so that a report costs as much as its rows.
import type { Actual, Expected } from './align.js'

export interface Likeness {
  /** Takes the row out; null: none is like it. */
  readonly take: (row: Expected) => Actual | null
  /** Those that nobody has taken, in order. */
  readonly left: () => readonly number[]
}

/** More open rows than this are many. */
export const MANY = 300
/** Among so many rows the one most like another is looked for. */
const COMPARED = 32

/** `free`: indices of the rows that can be taken. `key`: columns; null: any. `open`: how many rows will ask. */
export function likeness(
  actual: readonly Actual[],
  free: readonly number[],
  key: readonly number[] | null,
  open: number,
): Likeness {
  return Math.min(open, free.length) > MANY ? byPrint(actual, free, key) : byComparison(actual, free, key)
}

const likeIn = (row: Expected, actual: Actual): number =>
  row.cells.filter((cell, c) => cell !== null && cell.test(actual, c)).length

function byComparison(actual: readonly Actual[], free: readonly number[], key: readonly number[] | null): Likeness {
  const left = [...free]
  const hasKey = (row: Expected, a: Actual): boolean => key!.every((at) => row.cells[at] === null || row.cells[at]!.test(a, at))
  const find = (row: Expected): number => {
    if (key !== null) return left.findIndex((i) => hasKey(row, actual[i]!))
    return mostLike(row, actual, left)
  }
  return {
    take: (row) => {
      const at = find(row)
      return at < 0 ? null : actual[left.splice(at, 1)[0]!]!
    },
    left: () => left,
  }
}

/** Where among `rows` the one with the most cells as expected is; -1 where not a single cell is. */
function mostLike(row: Expected, actual: readonly Actual[], rows: readonly number[]): number {
  let best = -1
  let most = 0
  rows.forEach((i, at) => {
    const like = likeIn(row, actual[i]!)
    if (like > most) {
      most = like
      best = at
    }
  })
  return best
}

function byPrint(actual: readonly Actual[], free: readonly number[], key: readonly number[] | null): Likeness {
  const left = new Set(free)
  // of each column, or of the key, the rows that print the same there
  const places: readonly (readonly number[])[] = key === null ? (actual[0]?.texts ?? []).map((_, c) => [c]) : [key]
  const printed = places.map(() => new Map<string, Set<number>>())
  const at = (place: number, texts: readonly string[]): string => places[place]!.map((c) => texts[c]).join('\0')
  for (const i of free)
    printed.forEach((rows, p) => {
      const text = at(p, actual[i]!.texts)
      const same = rows.get(text)
      if (same === undefined) rows.set(text, new Set([i]))
      else same.add(i)
    })
  return {
    take: (row) => {
      const texts = row.cells.map((cell) => cell?.text ?? null)
      const alike = printed.flatMap((rows, p) =>
        places[p]!.some((c) => texts[c] === null) ? [] : [rows.get(at(p, texts as readonly string[])) ?? []],
      )
      const rarest = [...alike].map((rows) => [...firstOf(rows)]).sort((a, b) => a.length - b.length)
      const some = rarest.flat().slice(0, COMPARED)
      const found = some[mostLike(row, actual, some)]
      if (found === undefined) return null
      left.delete(found)
      printed.forEach((rows, p) => rows.get(at(p, actual[found]!.texts))!.delete(found))
      return actual[found]!
    },
    left: () => [...left],
  }
}

function* firstOf(rows: Iterable<number>): Iterable<number> {
  let n = 0
  for (const row of rows) {
    if (n++ === COMPARED) return
    yield row
  }
}
