// Raw SQL of the program as a view: the text as it stands, in a subquery, its columns cast to what was declared.
import type { Span } from '../../core/span.js'
import { lookAtSql } from '../../core/sql-text.js'
import type { SqlOperator } from '../../ir/plan.js'
import { primary, type SqlTerm } from './functions.js'
import { labelOf, type LowerTools } from './lower-tools.js'
import { quoteName } from './quote.js'
import { cellOf, isBare, ownName, plainSelect, type Select } from './select.js'
import { typeText } from './types.js'
import { PACKED_NOTE } from './views.js'
import { SqlWriter } from './writer.js'

export function sqlSelect(o: SqlOperator, tools: LowerTools): Select {
  o.inputs.forEach((edge, i) => visible(edge, o.reads[i]!, tools))
  const w = new SqlWriter()
  w.write('(\n')
  for (const { text, origin } of linesOf(o)) w.at(origin, () => w.write(text)).write('\n')
  // on a line of its own: the text may end in a comment
  w.write(')')
  const cells = new Map(
    o.columns.map((c, i): [number, SqlTerm] => {
      const name = quoteName(c.name)
      // a cast would make an ordinary timestamp of the event time
      return [i, primary(i === o.traits.time ? name : `CAST(${name} AS ${typeText(c.type)})`)]
    }),
  )
  const select = plainSelect(w.result(), cells, o.origin)
  if (tools.shape.branches(o.id) < 2) return select
  const outside = [...o.primaryKey, ...(o.traits.time === null ? [] : [o.traits.time])]
  return tools.views.packed(o, select, tools.names.fresh(`${labelOf(o)}_rows`), outside, PACKED_NOTE)
}

/** A relation of the name that the text uses, with the columns that it may use under their names. */
function visible(edge: SqlOperator['inputs'][number], read: SqlOperator['reads'][number], tools: LowerTools): void {
  const query = tools.query(edge)
  const { columns } = tools.shape.operator(edge.operator)
  const plain = (s: Select): boolean => read.columns.every((i) => ownName(cellOf(s, i).sql) === quoteName(columns[i]!.name))
  if (query.kind === 'select' && isBare(query) && query.relation === read.name && plain(query)) return
  tools.once(`${read.name}\nvisible`, () =>
    tools.views.view(edge, read.name, query, { note: 'the name that the SQL of the program uses' }),
  )
}

interface Line {
  readonly text: string
  /** Of the line in the program. */
  readonly origin: Span
}

/** The text line by line, so that a word of the planner comes back to the line that it is about. */
function linesOf({ body, bodyOrigin }: SqlOperator): readonly Line[] {
  let at = bodyOrigin.start + QUOTES
  const end = bodyOrigin.end - QUOTES
  const all = body.split('\n').map((text): Line => {
    const start = Math.min(at, end)
    at += text.length + 1
    return { text: text.replace(/\r$/, ''), origin: { ...bodyOrigin, start, end: Math.min(start + text.length, end) } }
  })
  // a text that goes over a line end would be another one
  if (lookAtSql(body).fixedLines) return all
  const written = all.filter((l) => l.text.trim() !== '')
  const least = Math.min(...written.map((l) => /^ */.exec(l.text)![0].length))
  const from = all.indexOf(written[0]!)
  const to = all.indexOf(written.at(-1)!)
  return all.slice(from, to + 1).map((l) => ({ ...l, text: l.text.trim() === '' ? '' : `  ${l.text.slice(least)}`.trimEnd() }))
}

/** Three at each end: `"""`. */
const QUOTES = 3
