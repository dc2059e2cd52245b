// Raw SQL of the program as a view: the text as it stands, in a subquery, its columns cast to what was declared.
import { lookAtSql } from '../../core/sql-text.js'
import type { SqlOperator } from '../../ir/plan.js'
import { primary, type SqlTerm } from './functions.js'
import type { LowerTools } from './lower-tools.js'
import { quoteName } from './quote.js'
import { cellOf, isBare, ownName, plainSelect, type Select } from './select.js'
import { typeText } from './types.js'
import { SqlWriter } from './writer.js'

export function sqlSelect(o: SqlOperator, tools: LowerTools): Select {
  o.inputs.forEach((edge, i) => visible(edge, o.reads[i]!, tools))
  const w = new SqlWriter()
  w.write('(\n')
    .at(o.bodyOrigin, () => w.write(indented(o.body)))
    // a line of its own: the text may end in a comment
    .write('\n)')
  const cells = new Map(
    o.columns.map((c, i): [number, SqlTerm] => {
      const name = quoteName(c.name)
      // a cast would make an ordinary timestamp of the event time
      return [i, primary(i === o.traits.time ? name : `CAST(${name} AS ${typeText(c.type)})`)]
    }),
  )
  return plainSelect(w.result(), cells, o.origin)
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

/** The text with its own indentation taken off and two spaces put before it, where no text of it would change by that. */
function indented(body: string): string {
  if (lookAtSql(body).fixedLines) return body
  const lines = body
    .replaceAll('\r\n', '\n')
    .replace(/^[ \t]*\n/, '')
    .trimEnd()
    .split('\n')
  const widths = lines.filter((l) => l.trim() !== '').map((l) => /^ */.exec(l)![0].length)
  const least = Math.min(...widths)
  return lines.map((l) => (l.trim() === '' ? '' : `  ${l.slice(least)}`)).join('\n')
}
