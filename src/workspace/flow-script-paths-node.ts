// Paths in a program of TypeScript are relative to the module whose call names them; in the text that it prints, to the file of
// the program.
import { posix } from 'node:path'
import type { Text } from '../surface/ast.js'
import type { Built } from './flow-script-text.js'

/** `folderOf` a site, relative to the project; null where it is not known. `folder` is that of the program. */
export function withPaths(built: Built, folder: string, folderOf: (site: number) => string | null): Built {
  const rebase = (path: Text): Text => {
    const own = path.span.start < 0 ? null : folderOf(path.span.start)
    if (own === null || own === folder || isFixed(path.value)) return path
    const moved = posix.relative(folder, posix.join(own, path.value))
    return { ...path, value: path.value.startsWith('.') && !moved.startsWith('.') ? `./${moved}` : moved }
  }
  const parts = built.parts.map((part) => {
    const declarations = part.declarations.map((d) => rebased(d, rebase) as typeof d)
    const same = declarations.every((d, i) => d === part.declarations[i])
    // what was written as text says other paths now
    return same ? part : { text: null, declarations }
  })
  return { ...built, parts }
}

/** An address, a place of the machine. */
const isFixed = (path: string): boolean => path.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(path)

const isPath = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'value' in value && 'span' in value && typeof value.value === 'string'

/** The same object where no path in it changes. */
function rebased(node: unknown, rebase: (path: Text) => Text): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) {
    const list = node.map((n) => rebased(n, rebase))
    return list.some((n, i) => n !== node[i]) ? list : node
  }
  const kind: unknown = 'kind' in node ? node.kind : null
  const key = kind === 'import' || kind === 'import pipeline' ? 'from' : 'path'
  const named = kind === 'import' || kind === 'import pipeline' || kind === 'files' || kind === 'file' || kind === 'jar'
  let copy: Record<string, unknown> | null = null
  for (const [name, value] of Object.entries(node)) {
    if (name === 'span') continue
    const made = named && name === key && isPath(value) ? rebase(value) : rebased(value, rebase)
    if (made !== value) (copy ??= { ...node })[name] = made
  }
  return copy ?? node
}
