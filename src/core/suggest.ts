// "Did you mean": the nearest names by edit distance.

function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  let beforePrevious: number[] = []
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + cost)
      // a swap of two neighbours is one slip of the finger
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, beforePrevious[j - 2]! + 1)
      row.push(best)
    }
    // from here on it only grows; a swap reaches one row back
    if (Math.min(...row) > limit && Math.min(...previous) > limit) return limit + 1
    beforePrevious = previous
    previous = row
  }
  return previous[b.length]!
}

/** Of more names than that only those are looked at that begin or end like the wrong one: every wrong name asks for all of them. */
const MANY = 200

const sharesAnEnd = (a: string, b: string): boolean =>
  a[0]?.toLowerCase() === b[0]?.toLowerCase() || a.at(-1)?.toLowerCase() === b.at(-1)?.toLowerCase()

/** At most three candidates near `name`, nearest first; equal distances keep the order of `candidates`. */
export function suggest(name: string, candidates: Iterable<string>): string[] {
  const wanted = name.toLowerCase()
  const limit = Math.max(1, Math.floor(name.length / 3))
  const scored: { candidate: string; score: number }[] = []
  const unique: ReadonlySet<string> = candidates instanceof Set ? candidates : new Set(candidates)
  const many = unique.size > MANY
  for (const candidate of unique) {
    if (Math.abs(candidate.length - wanted.length) > limit || (many && !sharesAnEnd(candidate, wanted))) continue
    const score = distance(wanted, candidate.toLowerCase(), limit)
    // a word of which nothing would be left was not meant
    if (score <= limit && score < wanted.length) scored.push({ candidate, score })
  }
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, 3)
    .map((s) => s.candidate)
}

/** ` did you mean \`x\`?` or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const names = suggest(name, candidates)
  return names.length === 0 ? undefined : `did you mean ${names.map((n) => `\`${n}\``).join(' or ')}?`
}
