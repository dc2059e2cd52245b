// The clauses of a query, a line each; what does not fit is broken where the reader looks for it.
import type { Clause, GroupClause, JoinClause, LateNode, SelectItem, WhereClause, WindowClause } from '../surface/ast.js'
import { align, fill, group, hardline, indent, line, type Doc } from './doc.js'
import { expressionDoc } from './expressions.js'
import { aliased, durationText, freeName, nameText, text } from './names.js'
import type { Origin, Range } from './origin.js'
import { above, run, withBehind, type Piece, type Placed } from './pieces.js'

/** What follows `left ` and `join `: continued lines stand below it. */
const JOIN = 5

export function clauseDoc(o: Origin, clause: Clause): Doc {
  switch (clause.kind) {
    case 'from':
      return `from ${aliased(o, clause.relation, clause.alias)}`
    case 'where':
      return whereDoc(o, clause)
    case 'join':
      return joinDoc(o, clause)
    case 'window':
      return windowDoc(o, clause)
    case 'group':
      return groupDoc(o, clause)
    case 'select':
      return selectDoc(o, clause.items, o.range(clause))
    case 'extend': {
      const items = clause.items.map((item) => ({
        ...o.range(item),
        plain: false,
        print: (): Doc => [nameText(o, item.name), ' = ', expressionDoc(o, item.expr)],
      }))
      return listDoc(o, 'extend ', items, o.range(clause))
    }
    case 'union':
      return `union all ${nameText(o, clause.relation)}`
    case 'bad':
      // what could not be read is printed as it stands, never from the tree
      return ''
  }
}

function whereDoc(o: Origin, clause: WhereClause): Doc {
  const { condition, reject } = clause
  const whole = o.range(clause)
  const pieces: Piece[] = [{ ...o.range(condition), print: () => expressionDoc(o, condition) }]
  if (reject !== null) pieces.push({ ...o.range(reject), print: () => `else dlq ${text(reject.reason)}` })
  const { placed } = run(o, pieces, whole.start, null, true)
  const [first, second] = placed
  return group(['where ', withBehind(first!), second === undefined ? '' : indent([line, above(second), withBehind(second)])])
}

function joinDoc(o: Origin, clause: JoinClause): Doc {
  const { late } = clause
  const whole = o.range(clause)
  const head = `${clause.side === 'left' ? 'left ' : ''}join ${aliased(o, clause.relation, clause.alias)} at `
  const pieces: Piece[] = [
    {
      start: whole.start,
      end: o.range(clause.on).end,
      print: () => group([head, expressionDoc(o, clause.at), align(JOIN, [line, 'on ', expressionDoc(o, clause.on)])]),
    },
  ]
  if (late !== null) pieces.push({ ...o.range(late), print: () => lateDoc(o, late) })
  const { placed } = run(o, pieces, whole.start, null, true)
  const [first, second] = placed
  return [withBehind(first!), second === undefined ? '' : align(JOIN, [hardline, above(second), withBehind(second)])]
}

export function lateDoc(o: Origin, { strict, action }: LateNode): string {
  const what = action.kind === 'dlq' ? 'to dlq' : action.kind === 'as' ? `as ${freeName(o, action.name)}` : action.kind
  return `late ${strict ? 'strict ' : ''}${what}`
}

function windowDoc(o: Origin, clause: WindowClause): Doc {
  const { window, late } = clause
  const head = `window tumble ${durationText(o, window.size)}`
  return [
    head,
    window.offset === null ? '' : ` offset ${durationText(o, window.offset)}`,
    late === null ? '' : ` ${lateDoc(o, late)}`,
  ]
}

function groupDoc(o: Origin, clause: GroupClause): Doc {
  const whole = o.range(clause)
  const { keys, items, having } = clause
  const firstItem = o.range(items[0]!).start
  const select = Math.max(o.find('select', keys.length === 0 ? whole.start : o.range(keys.at(-1)!).end, firstItem), whole.start)
  const itemsEnd = o.range(items.at(-1)!).end
  const pieces: Piece[] = [
    {
      start: whole.start,
      end: keys.length === 0 ? whole.start : o.range(keys.at(-1)!).end,
      print: () =>
        keys.length === 0
          ? 'group by ()'
          : listDoc(
              o,
              'group by ',
              keys.map((k) => ({ ...o.range(k), plain: k.kind === 'path', print: () => expressionDoc(o, k) })),
              { start: whole.start, end: o.range(keys.at(-1)!).end },
            ),
    },
    { start: select, end: itemsEnd, print: () => selectDoc(o, items, { start: select, end: itemsEnd }) },
  ]
  if (having !== null) {
    const { start, end } = o.range(having)
    pieces.push({ start, end, print: () => group(['having ', expressionDoc(o, having)]) })
  }
  const { placed } = run(o, pieces, whole.start, null, true)
  return placed.map((p, i) => [i === 0 ? '' : hardline, above(p), withBehind(p)])
}

export function selectDoc(o: Origin, items: readonly SelectItem[], within: Range): Doc {
  const pieces = items.map((item) => ({
    ...o.range(item),
    plain: item.kind === 'star' || (item.expr.kind === 'path' && item.alias === null),
    print: (): Doc => itemDoc(o, item),
  }))
  return listDoc(o, 'select ', pieces, within)
}

function itemDoc(o: Origin, item: SelectItem): Doc {
  if (item.kind === 'star') return item.qualifier === null ? '*' : `${nameText(o, item.qualifier)}.*`
  const expr = expressionDoc(o, item.expr)
  return item.alias === null ? expr : [expr, ` as ${freeName(o, item.alias)}`]
}

/** On one line if they fit; else columns fill their lines, and everything that is computed has a line of its own. */
function listDoc(o: Origin, word: string, pieces: readonly (Piece & { readonly plain: boolean })[], within: Range): Doc {
  const { placed } = run(o, pieces, within.start, null, true)
  const parts: Doc[] = []
  let filled: Doc[] = []
  const flush = (): void => {
    if (filled.length > 0) parts.push(filled.length === 1 ? filled[0]! : fill(filled))
    filled = []
  }
  const separated = (p: Placed, i: number): Doc => withBehind({ ...p, doc: [p.doc, i === placed.length - 1 ? '' : ','] })
  placed.forEach((p, i) => {
    const plain = pieces[i]!.plain && p.above.length === 0
    if (plain && filled.length > 0) filled.push(placed[i - 1]!.behind === null ? line : hardline, separated(p, i))
    else {
      flush()
      if (i > 0) parts.push(line)
      if (plain) filled.push(separated(p, i))
      else parts.push(above(p), separated(p, i))
    }
  })
  flush()
  return group([word, align(word.length, parts)])
}
