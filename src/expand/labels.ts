// Messages about copies that a `for` has made: which value they are of. What is said of several copies in the same words, but for
// their values, is one mistake.
import { originalOf, type DeclarationId } from '../core/span.js'
import type { Diagnostic, Label } from '../diagnostics/define.js'
import type { Copies, Copy } from './loops.js'

/** So many values are shown of a message that several copies share. */
const SHOWN = 3

export function labelCopies(diagnostics: readonly Diagnostic[], copies: Copies): readonly Diagnostic[] {
  if (copies.size === 0) return diagnostics
  const groups = new Map<string, { readonly first: number; readonly of: Copy[]; readonly fixes: Set<string> }>()
  const keys = diagnostics.map((d, i): string | null => {
    const copy = d.primary === null ? undefined : copies.get(d.primary.span.declaration)
    if (copy === undefined) return null
    const { span } = d.primary!
    const key = [d.code, originalId(span.declaration), span.start, span.end, withoutValues(d.message, copy)].join('\0')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { first: i, of: [copy], fixes: new Set([fixesOf(d)]) })
    else {
      group.of.push(copy)
      group.fixes.add(fixesOf(d))
    }
    return key
  })
  return diagnostics.flatMap((d, i): Diagnostic[] => {
    const group = keys[i] == null ? undefined : groups.get(keys[i])!
    if (group === undefined) return [d]
    if (group.first !== i) return []
    const values = group.of.slice(0, SHOWN).flatMap((copy) => copy.values.slice(-1).map(labelOf))
    const outer = group.of[0]!.values.slice(0, -1).map(labelOf)
    const more = group.of.length > SHOWN ? [`the same for ${group.of.length - SHOWN} more values`] : []
    return [
      {
        ...d,
        related: [...d.related, ...values, ...outer],
        notes: [...d.notes, ...more],
        // an edit of the body is one for every value
        fixes: group.of.length === group.of[0]!.siblings && group.fixes.size === 1 ? d.fixes : [],
      },
    ]
  })
}

const withoutValues = (message: string, copy: Copy): string =>
  copy.values.reduce((text, v) => (v.value === '' ? text : text.replaceAll(v.value, `$${v.variable}`)), message)

const fixesOf = (d: Diagnostic): string =>
  JSON.stringify(d.fixes.map((f) => f.edits.map((e) => [e.span.start, e.span.end, e.text])))

const labelOf = (v: Copy['values'][number]): Label => ({ span: v.span, text: `for ${v.variable} = '${v.value}'` })

function originalId(id: DeclarationId): DeclarationId {
  let at = id
  for (let next = originalOf(at); next !== null; next = originalOf(at)) at = next
  return at
}
