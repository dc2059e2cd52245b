// Examples with tokens taken out, doubled, swapped or put elsewhere: the checker never throws, its places exist, and one slip of
// the hand does not flood the reader.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkProgram, type Checked } from '../support/check-program.js'

const folder = fileURLToPath(new URL('../../examples/', import.meta.url))
const programs = readdirSync(folder).map((name) =>
  Object.fromEntries(
    readdirSync(`${folder}${name}`)
      .filter((f) => /\.(flow|lock)$/.test(f))
      .map((f) => [f, readFileSync(`${folder}${name}/${f}`, 'utf8')]),
  ),
)
const all = programs.flatMap((files) => Object.keys(files).flatMap((file) => (file.endsWith('.flow') ? [{ files, file }] : [])))
// Test blocks are half of an example's text: most runs go without.
const bare = all.map(({ files, file }) => ({
  file,
  files: { ...files, [file]: files[file]!.replace(/^test '[\s\S]*?^}\n/gm, '') },
}))
const targets = [...all, ...bare, ...bare, ...bare]
const tokensOf = (text: string): readonly string[] =>
  text.match(/--[^\n]*|'(?:[^'\n]|'')*'|\s+|[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|[^\s]/g)!
const isToken = (t: string): boolean => t.trim() !== '' && !t.startsWith('--')

type Slip = 'delete' | 'double' | 'swap' | 'move'
const slip = fc.record({
  target: fc.constantFrom(...targets),
  kind: fc.constantFrom<Slip>('delete', 'double', 'swap', 'move'),
  at: fc.double({ min: 0, max: 0.999999, noNaN: true }),
  other: fc.double({ min: 0, max: 0.999999, noNaN: true }),
})

function slipped(text: string, kind: Slip, at: number, other: number): string {
  const tokens = [...tokensOf(text)]
  const places = tokens.flatMap((t, i) => (isToken(t) ? [i] : []))
  const k = Math.floor(at * places.length)
  const [i, j] = [
    places[k]!,
    kind === 'swap' ? places[Math.min(k + 1, places.length - 1)]! : places[Math.floor(other * places.length)]!,
  ]
  const [a, b] = [tokens[i]!, tokens[j]!]
  if (kind === 'delete') tokens[i] = ''
  else if (kind === 'double') tokens[i] = `${a} ${a}`
  else [tokens[i], tokens[j]] = kind === 'swap' ? [b, a] : [b, b]
  return tokens.join('')
}

/** Throws where a place does not exist. */
function places({ diagnostics, index }: Checked, files: Readonly<Record<string, string>>): void {
  for (const d of diagnostics)
    for (const { span } of [...(d.primary === null ? [] : [d.primary]), ...d.related, ...d.fixes.flatMap((f) => f.edits)]) {
      const { file, start, end } = index.range(span)
      if (start < 0 || end < start || end > files[file]!.length)
        throw new Error(`${d.code} stands at ${start} to ${end} of ${file}`)
    }
}

it('never throws, and says a few things at most for one token that is missing', () => {
  const slips = fc.check(
    fc.property(slip, ({ target: { files, file }, kind, at, other }) => {
      const text = slipped(files[file]!, kind, at, other)
      const changed = { ...files, [file]: text }
      const checked = checkProgram(changed)
      places(checked, changed)
      const errors = checked.diagnostics.filter((d) => d.severity === 'error').length
      if (checked.programs.length > 0) expect(errors).toBe(0)
      if (kind === 'delete') expect(errors, checked.lines.join('\n')).toBeLessThanOrEqual(7)
    }),
    { numRuns: 300, seed: 20_260_101 },
  )
  expect(slips.failed, fc.defaultReportMessage(slips)).toBe(false)
})
