// What all sinks ask of a relation's columns: which one a name means, where it was written, and how its type can be changed there.
import { names } from '../diagnostics/codes/names.js'
import type { Fix } from '../diagnostics/define.js'
import type { FlowType } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { Checking } from './checking.js'
import { append, meantColumn, replace } from './fixes.js'
import type { CheckedRelation, Shape } from './relation.js'
import { castFix } from './spoken.js'

type PropertyOf<K extends ast.SinkProperty['kind']> = Extract<ast.SinkProperty, { kind: K }>
export const propertyOf = <K extends ast.SinkProperty['kind']>(d: ast.SinkDecl, kind: K): PropertyOf<K> | null =>
  (d.properties.find((p) => p.kind === kind) as PropertyOf<K> | undefined) ?? null

/** Positions of named columns; unknown ones are reported, null then. */
export function sinkColumns(
  list: readonly ast.Name[],
  shape: Shape,
  where: string,
  checking: Checking,
): readonly number[] | null {
  const out = list.map((name) => {
    const i = shape.columns.findIndex((c) => c.name === name.text)
    if (i < 0) {
      const all = shape.columns.map((c) => c.name)
      checking.bag.report(names.unknownColumn, name.span, { name: name.text, where }, meantColumn(name, all))
    }
    return i
  })
  return out.includes(-1) ? null : out
}

/** The select item that makes a column of a query, where one was written for it. */
export function itemOf(relation: CheckedRelation, column: string): (ast.SelectItem & { kind: 'item' }) | null {
  const { declaration } = relation
  if (declaration.kind !== 'query' || relation.lateOf !== null) return null
  const list = declaration.clauses.findLast((c) => c.kind === 'select' || c.kind === 'group')
  if (list === undefined || (list.kind !== 'select' && list.kind !== 'group')) return null
  for (const item of list.items) {
    if (item.kind !== 'item') continue
    const own = item.alias ?? (item.expr.kind === 'path' ? item.expr.names.at(-1)! : null)
    if (own?.text === column) return item
  }
  return null
}

/** Puts a cast around the item that makes a column. */
export function castItem(relation: CheckedRelation, column: string, type: FlowType): readonly Fix[] {
  const item = itemOf(relation, column)
  if (item === null) return []
  const cast = castFix(item.expr.span, type)
  const named = item.alias === null ? append(item.span, ` as ${writtenName(column)}`).edits : []
  const [open, close] = cast.edits
  return [
    {
      title: cast.title,
      edits: named.length === 0 ? cast.edits : [open!, { ...close!, text: `${close!.text}${named[0]!.text}` }],
    },
  ]
}

/** Gives a column another name where it is selected. */
export function renameItem(relation: CheckedRelation, column: string, to: string): readonly Fix[] {
  const item = itemOf(relation, column)
  if (item === null) return []
  return [item.alias === null ? append(item.span, ` as ${writtenName(to)}`) : replace(item.alias.span, writtenName(to))]
}
