// Counts what held and what did not; a difference is shown row by row.
let passed = 0
let failed = 0
const began = Date.now()

export const totals = (): { readonly passed: number; readonly failed: number } => ({ passed, failed })

const since = (): string => `${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s`

export function say(line: string): void {
  console.log(`${since()}  ${line}`)
}

export function count(ok: boolean, line: string, detail = ''): void {
  if (ok) passed++
  else failed++
  say(`${ok ? 'ok  ' : 'FAIL'} ${line}`)
  if (!ok && detail !== '') console.log(`        ${detail.trimEnd().replaceAll('\n', '\n        ')}`)
}

/** Two bags of rows: equal, with the number of rows, or what each has that the other has not. */
export function compare(title: string, live: readonly string[], local: readonly string[]): void {
  const rest = new Map<string, number>()
  for (const row of local) rest.set(row, (rest.get(row) ?? 0) + 1)
  const extra: string[] = []
  for (const row of live) {
    const n = rest.get(row) ?? 0
    if (n === 0) extra.push(row)
    else rest.set(row, n - 1)
  }
  const missing = [...rest].flatMap(([row, n]) => Array.from({ length: n }, () => row))
  const equal = extra.length === 0 && missing.length === 0 && local.length > 0
  count(
    equal,
    `${title}: ${live.length} rows live, ${local.length} local, ${equal ? 'equal' : 'different'}`,
    [...extra.map((r) => `live only   ${r}`), ...missing.map((r) => `local only  ${r}`)].sort().join('\n'),
  )
}
