// The key of an upsert sink: that of the relation, or one that says no less.
import { sinks } from '../diagnostics/codes/sinks.js'
import type { ReportOptions } from '../diagnostics/define.js'
import type { Operator } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { Checking } from './checking.js'
import { knownRelations } from './facts/relation-type.js'
import { append, replace } from './fixes.js'
import type { CheckedRelation, Shape } from './relation.js'
import { propertyOf, sinkColumns } from './sink-columns.js'

const sameSet = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((k) => b.includes(k))

/** Rows that never change stay where they are, so more columns than needed do no harm there. */
const isKey = (wanted: readonly number[], own: readonly (readonly number[])[], shape: Shape): boolean =>
  own.some((key) => sameSet(key, wanted) || (shape.change.value === 'append' && key.every((k) => wanted.includes(k))))

/** The relation's keys as positions of visible columns. */
export const visibleKeys = (shape: Shape): readonly (readonly number[])[] =>
  shape.keys
    .map((key) => key.map((k) => shape.columns.findIndex((c) => c.ordinal === k)))
    .filter((key) => key.every((k) => k >= 0))

/** Positions of the key's columns; reported and null where there is none. */
export function upsertKey(
  d: ast.SinkDecl,
  relation: CheckedRelation,
  shape: Shape,
  name: string,
  checking: Checking,
): readonly number[] | null {
  const { bag } = checking
  const own = visibleKeys(shape)
  const words = (key: readonly number[]): string[] => key.map((k) => shape.columns[k]!.name)
  const first = own[0]
  if (first === undefined) {
    const known = knownRelations()(relation).type?.madeBy.keys
    const why = known ?? { span: relation.nameSpan, reason: 'declared here' }
    bag.report(
      sinks.needsKey,
      d.relation.span,
      { sink: name, relation: relation.name },
      {
        related: [{ span: why.span, text: why.reason }],
        ...withoutKey(d, relation, shape),
      },
    )
    return null
  }
  const said = propertyOf(d, 'key')
  if (said === null) {
    const at = (n: ast.Name): number => shape.columns.findIndex((c) => c.name === n.text)
    if (d.target.kind === 'kafka') {
      // A topic is keyed by its records' keys: of several keys the one that they say.
      const wanted = propertyOf(d, 'message key')?.columns.map(at) ?? []
      return wanted.length > 0 && !wanted.includes(-1) && isKey(wanted, own, shape) ? wanted : first
    }
    // What a table is partitioned by is in its key.
    const parts = propertyOf(d, 'partition by')?.parts.map((p) => at(p.column)) ?? []
    return own.find((key) => parts.every((p) => key.includes(p))) ?? first
  }
  const wanted = sinkColumns(said.columns, shape, `\`${relation.name}\``, checking)
  if (wanted === null) return null
  if (isKey(wanted, own, shape)) return wanted
  bag.report(
    sinks.keyMismatch,
    said.span,
    { sink: name, sinkKey: words(wanted), relation: relation.name, keys: words(first) },
    {
      related: [{ span: shape.change.span, text: shape.change.reason }],
      fixes: [replace(said.span, `key ${words(first).map(writtenName).join(', ')}`)],
    },
  )
  return null
}

const upstream = (r: CheckedRelation): readonly Operator[] => [...r.operators, ...r.uses.flatMap(upstream)]

/** The way out where nothing identifies a row: put back what a `select` left out, or append. */
function withoutKey(d: ast.SinkDecl, relation: CheckedRelation, shape: Shape): Pick<ReportOptions, 'help' | 'fixes'> {
  const byId = new Map(upstream(relation).map((o) => [o.id, o]))
  for (let op = byId.get(shape.edge.operator); op !== undefined; op = byId.get(op.inputs[0]?.operator ?? '')) {
    const { columns } = op
    const key = [...op.traits.keys].sort((a, b) => a.length - b.length)[0]
    if (key === undefined) continue
    const missing = key.map((k) => columns[k]!.name).filter((n) => !shape.columns.some((c) => c.name === n))
    const list =
      relation.declaration.kind === 'query'
        ? relation.declaration.clauses.findLast((c) => c.kind === 'select' || c.kind === 'group')
        : undefined
    const end = list === undefined || (list.kind !== 'select' && list.kind !== 'group') ? undefined : list.items.at(-1)?.span
    return {
      help: `keep ${missing.map((n) => `\`${n}\``).join(' and ')} in the \`select\``,
      fixes: end === undefined ? [] : [append(end, missing.map((n) => `, ${writtenName(n)}`).join(''))],
    }
  }
  if (shape.change.value === 'updating') return {}
  return { help: 'rows of a stream have no key: write them with `append`', fixes: [replace(d.modeSpan, 'append')] }
}
