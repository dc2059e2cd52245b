// Builders by the kinds of the nodes that they make.
import { describe, expect, it } from 'vitest'
import type * as ast from '../../src/surface/ast.js'
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

/** What an object declares, behind what it refers to. */
export const last = (made: unknown): ast.Declaration => nodesOf({ made }).at(-1)! as ast.Declaration
