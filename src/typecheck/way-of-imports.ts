// A mistake in a file that nobody asked for: which import of which file brings it in.
import type { Span } from '../core/span.js'
import type { Diagnostic, Label } from '../diagnostics/define.js'
import type { FileScope } from './scopes.js'

export function wayOfImports(
  diagnostics: readonly Diagnostic[],
  scopes: ReadonlyMap<string, FileScope>,
  roots: readonly string[] | undefined,
): readonly Diagnostic[] {
  if (roots === undefined) return diagnostics
  const files = new Map([...scopes.values()].flatMap((s) => s.file.declarations.map((d) => [d.id, s.file.path] as const)))
  const imported = new Map<string, Span>()
  const queue = [...roots]
  for (let path = queue.shift(); path !== undefined; path = queue.shift())
    for (const next of [...(scopes.get(path)?.imports ?? []), ...(scopes.get(path)?.pipelines ?? [])]) {
      if (roots.includes(next.path) || imported.has(next.path)) continue
      imported.set(next.path, next.span)
      queue.push(next.path)
    }
  return diagnostics.map((d): Diagnostic => {
    const at = d.primary === null ? undefined : imported.get(files.get(d.primary.span.declaration) ?? '')
    if (at === undefined) return d
    const label: Label = { span: at, text: 'imported here' }
    return { ...d, related: [...d.related, label] }
  })
}
