// Views: named relations of the program, and those that SQL or the planner needs a name for.
import type { Span } from '../../core/span.js'
import type { Edge, Operator } from '../../ir/plan.js'
import type { SqlStatement } from '../artifact.js'
import { primary, type SqlTerm } from './functions.js'
import { uniqueNames } from './names.js'
import { quoteName } from './quote.js'
import { cellOf, itemText, plainSelect, renderQuery, unmarked, type Query, type Select, type SelectItem } from './select.js'
import type { PlanShape } from './shape.js'
import { typeText } from './types.js'
import { SqlWriter, type MarkedSql } from './writer.js'

/** The column that holds all others of an operator with several readers. */
export const PACKED = 'packed'
export const PACKED_NOTE = 'all columns in one ROW: read by several, kept in state once'

export interface ViewOptions {
  /** What the view is for. */
  readonly note: string | null
  /** The program's own words about the relation. */
  readonly comment?: string | null
  /** Column names that its reader adds itself. */
  readonly avoid?: readonly string[]
}

/** One more field of the packed ROW. */
export interface ExtraField {
  readonly name: string
  readonly type: string
  readonly term: SqlTerm
}

export interface Views {
  readonly statements: SqlStatement[]
  /** A view over the query, and the SELECT that reads it. */
  readonly view: (edge: Edge, name: string, query: Query, options: ViewOptions) => Select
  /** The query as a subquery, its columns under their names. */
  readonly nested: (o: Operator, query: Select) => Select
  /**
   * A view whose columns, but for those in `outside`, are packed into one ROW, and a SELECT that reads them out of it. The
   * planner does not look into the ROW: nothing is pruned or moved through it, so everybody reads the same operator.
   */
  readonly packed: (
    o: Operator,
    query: Select,
    name: string,
    outside: readonly number[],
    note: string,
    extra?: ExtraField,
  ) => Select
}

export function createViews(shape: PlanShape): Views {
  const statements: SqlStatement[] = []

  function add(name: string, columns: readonly string[], body: MarkedSql, origin: Span, options: ViewOptions): void {
    statements.push({
      kind: 'create view',
      name,
      columns,
      sql: body.sql,
      marks: body.marks,
      comment: options.comment ?? null,
      note: options.note,
      origin,
    })
  }

  const itemsOf = (o: Operator, ordinals: readonly number[], avoid: readonly string[] = []): readonly SelectItem[] => {
    const columns = uniqueNames(
      ordinals.map((i) => o.columns[i]!.name),
      avoid,
    )
    return ordinals.map((ordinal, i) => ({ ordinal, name: columns[i]! }))
  }

  const cellsOf = (items: readonly SelectItem[]): ReadonlyMap<number, SqlTerm> =>
    new Map(items.map((c) => [c.ordinal, primary(quoteName(c.name))]))

  return {
    statements,
    view: (edge, name, query, options) => {
      const o = shape.operator(edge.operator)
      const items = itemsOf(o, shape.usedAt(edge), options.avoid)
      add(
        name,
        items.map((i) => i.name),
        renderQuery(query, items),
        o.origin,
        options,
      )
      return { ...plainSelect(unmarked(quoteName(name)), cellsOf(items), o.origin), relation: name }
    },
    nested: (o, query) => {
      const items = itemsOf(o, shape.used(o.id))
      const w = new SqlWriter()
      w.write('(\n  ').embed(renderQuery(query, items), '  ').write('\n)')
      return plainSelect(w.result(), cellsOf(items), o.origin)
    },
    packed: (o, query, name, outside, note, extra) => {
      const used = shape.used(o.id)
      const out = itemsOf(
        o,
        used.filter((i) => outside.includes(i)),
        [PACKED],
      )
      const inside = used.filter((i) => !outside.includes(i))
      const fieldNames = uniqueNames([...inside.map((i) => o.columns[i]!.name), ...(extra === undefined ? [] : [extra.name])])
      const fields: readonly ExtraField[] = [
        ...inside.map((i, n) => ({ name: fieldNames[n]!, type: typeText(o.columns[i]!.type), term: cellOf(query, i) })),
        ...(extra === undefined ? [] : [{ ...extra, name: fieldNames.at(-1)! }]),
      ]
      const list = [
        ...out.map((c) => itemText(cellOf(query, c.ordinal), c.name)),
        ...(fields.length === 0 ? [] : [rowText(fields)]),
      ]
      const w = new SqlWriter()
      w.at(o.origin, () => w.write(`SELECT\n  ${list.join(',\n  ')}`))
      w.embed(withoutList(query, used[0]!))
      add(name, [...out.map((c) => c.name), ...(fields.length === 0 ? [] : [PACKED])], w.result(), o.origin, { note })
      const cells = new Map(cellsOf(out))
      inside.forEach((i, n) => cells.set(i, primary(`${quoteName(PACKED)}.${quoteName(fieldNames[n]!)}`)))
      return { ...plainSelect(unmarked(quoteName(name)), cells, o.origin), relation: name }
    },
  }
}

function rowText(fields: readonly ExtraField[]): string {
  const values = fields.map((f) => f.term.sql.replaceAll('\n', '\n    ')).join(',\n    ')
  const types = fields.map((f) => `${quoteName(f.name)} ${f.type}`).join(',\n    ')
  return `CAST(ROW(\n    ${values}\n  ) AS ROW<\n    ${types}\n  >) AS ${quoteName(PACKED)}`
}

/** FROM, WHERE and GROUP BY of a SELECT. `any` is a column that it has. */
function withoutList(query: Select, any: number): MarkedSql {
  const { sql, marks } = renderQuery(query, [{ ordinal: any, name: '' }])
  const from = sql.indexOf('\nFROM ')
  return {
    sql: sql.slice(from),
    marks: marks.filter((m) => m.start > from).map((m) => ({ ...m, start: m.start - from, end: m.end - from })),
  }
}
