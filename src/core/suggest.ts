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
    beforePrevious = previous
    previous = row
  }
  return previous[b.length]!
}

/** At most three candidates near `name`, nearest first; equal distances keep the order of `candidates`. */
export function suggest(name: string, candidates: Iterable<string>): string[] {
  const wanted = name.toLowerCase()
  const limit = Math.max(1, Math.floor(name.length / 3))
  const scored: { candidate: string; score: number }[] = []
  for (const candidate of new Set(candidates)) {
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
