// Expected rows paired with actual ones. Unchecked cells make a pairing ambiguous, so that it is a maximum matching: a
// test passes whenever some pairing makes it pass. What is left over is paired by likeness, for the report only.
import type { Span } from '../../core/span.js'
import type { DiffLine } from './result.js'

/** A row under comparison; `test` says whether a cell has the expected value. */
export interface Expected {
  readonly origin: Span
  /** null: unchecked. */
  readonly cells: readonly (ExpectedCell | null)[]
}

export interface ExpectedCell {
  readonly text: string
  readonly test: (actual: Actual, column: number) => boolean
}

export interface Actual {
  readonly texts: readonly string[]
}

const meets = (expected: Expected, actual: Actual): boolean =>
  expected.cells.every((cell, i) => cell === null || cell.test(actual, i))

/** As multisets. With `sameKey` a row that is wrong is shown beside the one with its key, else beside the one most like it. */
export function alignRows(
  expected: readonly Expected[],
  actual: readonly Actual[],
  sameKey: ((expected: Expected, actual: Actual) => boolean) | null = null,
): readonly DiffLine[] {
  const partner = matching(expected, actual)
  const taken = new Set(partner.filter((i) => i !== null))
  const free = actual.map((_, i) => i).filter((i) => !taken.has(i))
  const lines: DiffLine[] = []
  expected.forEach((row, e) => {
    const found = partner[e]!
    if (found !== null) return void lines.push(line('equal', row, actual[found]!))
    const nearest = sameKey === null ? takeNearest(row, actual, free) : takeFirst(free, (i) => sameKey(row, actual[i]!), actual)
    lines.push(nearest === null ? line('missing', row, null) : line('different', row, nearest))
  })
  for (const i of free) lines.push(line('unexpected', null, actual[i]!))
  return lines
}

/** In order, one after the other. */
export function alignSequence(expected: readonly Expected[], actual: readonly Actual[]): readonly DiffLine[] {
  const lines: DiffLine[] = []
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    const [e, a] = [expected[i] ?? null, actual[i] ?? null]
    if (e === null) lines.push(line('unexpected', null, a))
    else if (a === null) lines.push(line('missing', e, null))
    else lines.push(line(meets(e, a) ? 'equal' : 'different', e, a))
  }
  return lines
}

const line = (status: DiffLine['status'], expected: Expected | null, actual: Actual | null): DiffLine => ({
  status,
  expected: expected === null ? null : expected.cells.map((c) => c?.text ?? null),
  actual: actual === null ? null : actual.texts,
  wrong: status === 'different' ? expected!.cells.flatMap((cell, i) => (cell === null || cell.test(actual!, i) ? [] : [i])) : [],
  origin: expected?.origin ?? null,
})

/** For each expected row the index of its actual row: as many of them as possible have one. */
function matching(expected: readonly Expected[], actual: readonly Actual[]): readonly (number | null)[] {
  const partner: (number | null)[] = expected.map(() => null)
  const owner: (number | null)[] = actual.map(() => null)
  const pair = (e: number, i: number): void => {
    owner[i] = e
    partner[e] = i
  }
  // Most tables are met row by row in order, or by rows that print the same; only what remains needs a search.
  expected.forEach((row, e) => {
    if (e < actual.length && meets(row, actual[e]!)) pair(e, e)
  })
  const printed = new Map<string, number[]>()
  actual.forEach(({ texts }, i) => {
    if (owner[i] === null) push(printed, texts.join('\0'), i)
  })
  expected.forEach((row, e) => {
    if (partner[e] !== null || row.cells.includes(null)) return
    const same = printed.get(row.cells.map((c) => c!.text).join('\0'))
    const at = same?.findIndex((i) => meets(row, actual[i]!)) ?? -1
    if (at >= 0) pair(e, same!.splice(at, 1)[0]!)
  })
  const known = new Map<number, readonly number[]>()
  const candidates = (e: number): readonly number[] => {
    const list = known.get(e) ?? actual.flatMap((a, i) => (meets(expected[e]!, a) ? [i] : []))
    known.set(e, list)
    return list
  }
  const assign = (e: number, seen: Set<number>): boolean => {
    for (const i of candidates(e)) {
      if (seen.has(i)) continue
      seen.add(i)
      if (owner[i] === null || assign(owner[i]!, seen)) {
        pair(e, i)
        return true
      }
    }
    return false
  }
  expected.forEach((_, e) => {
    if (partner[e] === null) assign(e, new Set())
  })
  return partner
}

function push<K>(lists: Map<K, number[]>, key: K, item: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

/** Takes the row with the most cells as expected out of `free`; none where not a single cell is. */
function takeNearest(row: Expected, actual: readonly Actual[], free: number[]): Actual | null {
  let best = -1
  let most = 0
  free.forEach((i, at) => {
    const equal = row.cells.filter((cell, c) => cell !== null && cell.test(actual[i]!, c)).length
    if (equal > most) {
      most = equal
      best = at
    }
  })
  if (best < 0) return null
  return actual[free.splice(best, 1)[0]!]!
}

function takeFirst(free: number[], wanted: (index: number) => boolean, actual: readonly Actual[]): Actual | null {
  const at = free.findIndex(wanted)
  return at < 0 ? null : actual[free.splice(at, 1)[0]!]!
}
