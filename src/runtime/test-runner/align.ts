// Expected rows paired with actual ones. Unchecked cells make a pairing ambiguous, so that it is a maximum matching: a
// test passes whenever some pairing makes it pass. What is left over is paired by likeness, for the report only.
import type { Span } from '../../core/span.js'
import { likeness, MANY } from './likeness.js'
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

/** As multisets. With `key`, columns, a row that is wrong is shown beside the one with its key, else beside the one most like it. */
export function alignRows(
  expected: readonly Expected[],
  actual: readonly Actual[],
  key: readonly number[] | null = null,
): readonly DiffLine[] {
  const partner = matching(expected, actual)
  const taken = new Set(partner.filter((i) => i !== null))
  const free = actual.map((_, i) => i).filter((i) => !taken.has(i))
  const others = likeness(actual, free, key, expected.length - taken.size)
  const lines: DiffLine[] = []
  expected.forEach((row, e) => {
    const found = partner[e]!
    if (found !== null) return void lines.push(line('equal', row, actual[found]!))
    const nearest = others.take(row)
    if (nearest === null) return void lines.push(line('missing', row, null))
    lines.push(line(meets(row, nearest) ? 'equal' : 'different', row, nearest))
  })
  for (const i of others.left()) lines.push(line('unexpected', null, actual[i]!))
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

/**
 * For each expected row the index of its actual row: as many of them as possible have one. Where many are open and one of them has none, so that
 * the test fails whatever the others have, those are not looked for.
 */
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
  const open = expected.map((_, e) => e).filter((e) => partner[e] === null)
  for (const e of open) if (!assign(e, new Set()) && open.length > MANY && candidates(e).length === 0) break
  return partner
}

function push<K>(lists: Map<K, number[]>, key: K, item: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
