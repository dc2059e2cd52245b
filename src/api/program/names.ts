// What a program calls its declarations: one name means one declaration. Two objects that say the same are one.
import type { Declaration, ImportDecl, ImportPipelineDecl } from '../../surface/ast.js'
import { ignoresOf, withIgnores, type TextDeclaration } from '../../surface/program-data.js'

type Node = Declaration | TextDeclaration

/** The name that a declaration has in its program; null where it has none that others refer to. */
export function nameOf(node: Node): string | null {
  switch (node.kind) {
    case 'text':
    case 'sink':
    case 'tap':
    case 'test':
    case 'import':
    case 'import pipeline':
    case 'for':
    case 'broken':
      return null
    case 'topic':
      return `topic ${node.topic.value}`
    default:
      return node.name.text
  }
}

/** Imports of one file stand in one line. */
export const importKey = (node: Node): string | null =>
  node.kind === 'import' || node.kind === 'import pipeline'
    ? JSON.stringify([node.kind, node.kind === 'import' ? null : node.pipeline.text, node.from.value])
    : null

export function mergedImports<D extends ImportDecl | ImportPipelineDecl>(first: D, second: D): D {
  const known = (n: D['names'][number]): boolean =>
    first.names.some((m) => m.name.text === n.name.text && m.alias?.text === n.alias?.text)
  const names = [...first.names, ...second.names.filter((n) => !known(n))]
  return withIgnores({ ...first, names }, ...ignoresOf(second).filter((i) => !ignoresOf(first).includes(i)))
}

/** Apart from places, and from the documentation of the whole and what is ignored of it. */
export const saysTheSame = (a: Node, b: Node): boolean => a === b || said(a) === said(b)

const said = (node: Node): string =>
  JSON.stringify({ ...node, ignores: [], doc: null }, (key, value: unknown) =>
    /^(?:span|operatorSpan|modeSpan)$/.test(key) ? undefined : value,
  )
