// Are two changelogs the same? Append-only relations as multisets of (happening, row); updating ones change by change a key.
// Flink fires the keys of one window in the order of a hash table, so order within one happening says nothing across keys.
import type { LiteralValue } from '../../../src/ir/expr.js'
import type { Watched } from './record-plan.js'
import type { RecordedChange, RecordedTest } from './recording.js'

export interface Difference {
  readonly relation: string
  readonly missing: readonly string[]
  readonly extra: readonly string[]
}

/** `expected` is what Flink did. */
export function differences(watched: readonly Watched[], expected: RecordedTest, actual: RecordedTest): readonly Difference[] {
  return watched.flatMap((w): readonly Difference[] => {
    const [wanted, got] = [expected.relations[w.name], actual.relations[w.name]].map((list) => keysOf(w, list ?? []))
    const missing = without(wanted!, got!)
    const extra = without(got!, wanted!)
    return missing.length + extra.length === 0 ? [] : [{ relation: w.name, missing, extra }]
  })
}

function without(list: readonly string[], taken: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const s of taken) left.set(s, (left.get(s) ?? 0) + 1)
  return list.filter((s) => {
    const n = left.get(s) ?? 0
    left.set(s, n - 1)
    return n <= 0
  })
}

function keysOf(w: Watched, changes: readonly RecordedChange[]): readonly string[] {
  if (w.sink.mode === 'append') return changes.map((c) => `${c.at} ${c.kind} ${text(c.cells)}`)
  const counts = new Map<string, number>()
  return changes
    .filter((c) => c.kind !== '-U')
    .map((c) => {
      const key = text(w.sink.key.map((i) => c.cells[i]!))
      const n = (counts.get(key) ?? 0) + 1
      counts.set(key, n)
      // a delete says its key, an insert and an update both write the row
      return c.kind === '-D' ? `${c.at} key ${key} change ${n}: delete` : `${c.at} key ${key} change ${n}: write ${text(c.cells)}`
    })
}

const text = (cells: readonly LiteralValue[]): string => JSON.stringify(cells.map(canonical))

/** Digits that carry nothing: zeros at the end of a fraction of a second; and -0, which JSON cannot say. */
function canonical(v: LiteralValue): LiteralValue {
  if (typeof v === 'string')
    return v.replace(/^((?:\d{4,}-\d\d-\d\d )?\d\d:\d\d:\d\d)(?:\.(\d*?)0*)$/, (_, whole: string, fraction: string) =>
      fraction === '' ? whole : `${whole}.${fraction}`,
    )
  if (Object.is(v, -0)) return '-0'
  if (Array.isArray(v)) return v.map(canonical)
  return v
}
