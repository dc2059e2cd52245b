// What changed between two texts, line by line, as `diff -u` prints it.

const CONTEXT = 3
/** Beyond so many changed lines the shortest list of changes is not worth its time: everything between is replaced. */
const MOST = 2000

interface Change {
  readonly sign: ' ' | '-' | '+'
  readonly line: string
}

/** Empty where the texts are the same. */
export function unifiedDiff(before: string, after: string, path: string): string {
  const changes = changesOf(linesOf(before), linesOf(after))
  const changed = changes.flatMap((c, i) => (c.sign === ' ' ? [] : [i]))
  if (changed.length === 0) return ''
  const hunks: [number, number][] = []
  for (const i of changed) {
    const last = hunks.at(-1)
    if (last !== undefined && i - last[1] <= 2 * CONTEXT) last[1] = i
    else hunks.push([i, i])
  }
  const text = hunks.map(([first, last]) =>
    hunk(changes, Math.max(first - CONTEXT, 0), Math.min(last + CONTEXT + 1, changes.length)),
  )
  return `--- ${path}\n+++ ${path}\n${text.join('')}`
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function hunk(changes: readonly Change[], from: number, to: number): string {
  const count = (sign: '-' | '+', end: number, start = 0): number =>
    changes.slice(start, end).filter((c) => c.sign === ' ' || c.sign === sign).length
  const [old, fresh] = [count('-', to, from), count('+', to, from)]
  const start = (before: number, length: number): number => (length === 0 ? before : before + 1)
  const head = `@@ -${start(count('-', from), old)},${old} +${start(count('+', from), fresh)},${fresh} @@\n`
  return (
    head +
    changes
      .slice(from, to)
      .map((c) => `${c.sign}${c.line}\n`)
      .join('')
  )
}

/** The shortest way from one to the other (Myers 1986), after what they begin and end with alike. */
function changesOf(a: readonly string[], b: readonly string[]): readonly Change[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const keep = (lines: readonly string[]): Change[] => lines.map((line) => ({ sign: ' ', line }))
  return [...keep(a.slice(0, start)), ...middle(a.slice(start, endA), b.slice(start, endB)), ...keep(a.slice(endA))]
}

function middle(a: readonly string[], b: readonly string[]): Change[] {
  const all = (): Change[] => [
    ...a.map((line): Change => ({ sign: '-', line })),
    ...b.map((line): Change => ({ sign: '+', line })),
  ]
  if (a.length === 0 || b.length === 0) return all()
  const most = Math.min(a.length + b.length, MOST)
  let furthest = new Map<number, number>([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let d = 0; d <= most; d++) {
    trace.push(furthest)
    const next = new Map(furthest)
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(furthest, k, d) ? furthest.get(k + 1)! : furthest.get(k - 1)! + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      next.set(k, x)
      if (x >= a.length && x - k >= b.length) return backwards(a, b, trace)
    }
    furthest = next
  }
  return all()
}

const goesDown = (furthest: ReadonlyMap<number, number>, k: number, d: number): boolean =>
  k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))

function backwards(a: readonly string[], b: readonly string[], trace: readonly ReadonlyMap<number, number>[]): Change[] {
  const changes: Change[] = []
  let [x, y] = [a.length, b.length]
  for (let d = trace.length - 1; d >= 0; d--) {
    const furthest = trace[d]!
    const k = x - y
    const from = goesDown(furthest, k, d) ? k + 1 : k - 1
    const fromX = furthest.get(from) ?? 0
    const fromY = fromX - from
    while (x > fromX && y > fromY) {
      x--
      y--
      changes.push({ sign: ' ', line: a[x]! })
    }
    if (d === 0) break
    if (x === fromX) changes.push({ sign: '+', line: b[--y]! })
    else changes.push({ sign: '-', line: a[--x]! })
  }
  return changes.reverse()
}
