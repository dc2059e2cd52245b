// A module of the API as text, and what the compiler makes of it.
import { ApiMistake } from '../../src/api/mistake.js'
import { programOf } from '../../src/api/program.js'
import { printFile } from '../../src/format/file.js'
import type { Declaration } from '../../src/surface/ast.js'
import type { TextDeclaration } from '../../src/surface/program-data.js'

type Exports = Readonly<Record<string, unknown>>
export type Found = Declaration | TextDeclaration

export const nodesOf = (exports: Exports): readonly Found[] => programOf(exports).declarations

/** Declarations as they are printed, texts among them as they stand. */
export const textOf = (exports: Exports): string =>
  nodesOf(exports)
    .map((d) => (d.kind === 'text' ? `${d.text}\n` : printFile({ path: '', declarations: [d], ignores: [] })))
    .join('\n')

/** The text of the last declaration: what is exported, behind what it refers to. */
export function lastText(...objects: readonly unknown[]): string {
  const last = nodesOf({ objects }).at(-1)!
  return last.kind === 'text' ? last.text : printFile({ path: '', declarations: [last], ignores: [] }).trimEnd()
}

/** The mistake that a use of the API is. */
export function mistakeOf(use: () => unknown): ApiMistake {
  try {
    use()
  } catch (e) {
    if (e instanceof ApiMistake) return e
    throw e
  }
  throw new Error('no mistake')
}

/** Calls that TypeScript would refuse: programs of plain JavaScript. */
export const loose = (value: unknown): Record<string, (...args: readonly unknown[]) => never> => value as never
