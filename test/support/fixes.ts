// Applies the edits that diagnostics offer, as an editor would: the first fix of each, from the end of a file to its beginning.
import type { Diagnostic } from '../../src/diagnostics/define.js'
import type { Checked } from './check-program.js'

export function applyFixes(
  files: Readonly<Record<string, string>>,
  checked: Checked,
  which: (d: Diagnostic) => boolean = () => true,
  choice = 0,
): Readonly<Record<string, string>> {
  const edits = checked.diagnostics
    .filter(which)
    .flatMap((d) => d.fixes[choice]?.edits ?? [])
    .map((e) => ({ ...checked.index.range(e.span), text: e.text }))
    .sort((a, b) => b.start - a.start || b.end - a.end)
  const out: Record<string, string> = { ...files }
  let before = Number.POSITIVE_INFINITY
  for (const { file, start, end, text } of edits) {
    if (end > before && Object.keys(files).length === 1) continue // two fixes of one place: the first that comes
    out[file] = out[file]!.slice(0, start) + text + out[file]!.slice(end)
    before = start
  }
  return out
}
