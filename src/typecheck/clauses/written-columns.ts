// Columns as a select list that gives each of them a name of its own: for fixes.
import { writtenName } from '../../surface/names.js'
import type { ScopeColumn } from '../relation.js'

/** Columns of a star written out, those of a name that is taken with their relation's name in front. */
export function writtenOut(columns: readonly ScopeColumn[], taken: ReadonlySet<string>): string {
  const seen = new Set(taken)
  return columns
    .map((c) => {
      const path = c.qualifier === null ? writtenName(c.name) : `${writtenName(c.qualifier)}.${writtenName(c.name)}`
      const clash = seen.has(c.name)
      seen.add(c.name)
      return clash ? `${path} as ${writtenName(`${c.qualifier ?? 'other'}_${c.name}`)}` : path
    })
    .join(', ')
}

/** The `select` that gives every column here a name of its own. */
export const selectAll = (columns: readonly ScopeColumn[]): string => `select ${writtenOut(columns, new Set())}`
