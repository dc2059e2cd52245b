// The parser of Babel that Prettier brings along, for what esbuild has written and for TypeScript as people write it.
import { createRequire } from 'node:module'
import { isNode, type Node } from './script-bindings.js'

/** Null: it cannot be read. */
type Parse = (text: string) => Node | null

interface Parser {
  readonly parse: (text: string, options: object) => { readonly program: Node }
}

let parsers: Readonly<Record<'babel' | 'babel-ts', Parser>> | null = null

function parsed(name: 'babel' | 'babel-ts', text: string, filepath: string): Node | null {
  try {
    parsers ??= (createRequire(import.meta.url)('prettier/plugins/babel') as { readonly parsers: NonNullable<typeof parsers> })
      .parsers
    return parsers[name].parse(text, { filepath }).program
  } catch {
    return null
  }
}

export const parseScript: Parse = (text) => parsed('babel', text, 'script.mjs')

/** A module of TypeScript or JavaScript, without its types. */
export function parseModule(text: string, file: string): Node | null {
  const program = /\.[cm]?tsx?$/.test(file) ? parsed('babel-ts', text, file) : parsed('babel', text, file)
  return program === null ? null : withoutTypes(program)
}

/** What stands around an expression and has no part in what it gives: `x as T`, `x!`, `x satisfies T`. */
const AROUND: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
])

function bare(node: Node): Node {
  if (AROUND.has(node.type)) return bare(node['expression'] as Node)
  return node.type === 'TSParameterProperty' ? bare(node['parameter'] as Node) : node
}
const isOfTypes = (node: Node): boolean =>
  node.type.startsWith('TS') || node['importKind'] === 'type' || node['exportKind'] === 'type' || node['declare'] === true

/** The tree is changed in place. */
function withoutTypes(node: Node): Node {
  const tree = node as Record<string, unknown>
  for (const [key, value] of Object.entries(node)) {
    if (isNode(value)) {
      const inner = bare(value)
      tree[key] = isOfTypes(inner) ? null : withoutTypes(inner)
    } else if (Array.isArray(value) && value.some(isNode))
      tree[key] = value.flatMap((v: unknown) => {
        if (!isNode(v)) return [v]
        const inner = bare(v)
        return isOfTypes(inner) ? [] : [withoutTypes(inner)]
      })
  }
  return node
}
