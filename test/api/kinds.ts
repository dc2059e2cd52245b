// Builders by the kinds of the nodes that they make.
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../src/core/source.js'
import { printFile } from '../../src/format/file.js'
import { parse } from '../../src/parser/index.js'
import type * as ast from '../../src/surface/ast.js'
import { meaning } from '../support/generate/same-tree.js'
import { nodesOf } from './support.js'

/** With `satisfies`, a kind that has no builder does not compile. */
export type All<K extends string> = Readonly<Record<K, () => unknown>>

export const check = (table: Readonly<Record<string, () => unknown>>, found: (made: unknown) => readonly string[]): void => {
  for (const [kind, make] of Object.entries(table)) it(kind, () => expect(found(make())).toContain(kind))
}

/** The same under a title of its own. */
export const kinds = (title: string, ...table: Parameters<typeof check>): void => {
  describe(title, () => {
    check(...table)
  })
}

/** What an object declares, behind what it refers to. Its text is read as the same tree: places are found by walking both. */
export function last(made: unknown): ast.Declaration {
  const node = nodesOf({ made }).at(-1)! as ast.Declaration
  const text = printFile({ path: 'x.flow', declarations: [node], ignores: [] })
  const { file, diagnostics } = parse({ path: 'x.flow', text }, new SourceIndex())
  expect(diagnostics.map((d) => d.message)).toEqual([])
  expect(meaning(file.declarations), text).toEqual(meaning([node]))
  return node
}
