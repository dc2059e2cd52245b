// What a clause gets to work with, and `from`.
import { streaming } from '../../diagnostics/codes/streaming.js'
import type { Operator } from '../../ir/plan.js'
import type * as ast from '../../surface/ast.js'
import type { Checking } from '../checking.js'
import type { CheckedRelation, Ids, Lane, Shape } from '../relation.js'
import { selectAll } from './written-columns.js'

export interface Step {
  /** Before the clause; of `from`: nothing. */
  readonly shape: Shape
  readonly relation: string
  readonly file: string
  readonly ids: Ids
  readonly checking: Checking
  /** The window clause just before, if any. */
  readonly window: ast.WindowClause | null
  /** A clause before could not be read: what it made is not known. */
  readonly partial: boolean
  /** Of this query so far. */
  readonly operators: readonly Operator[]
  /** Relations that it has read so far. */
  readonly uses: readonly CheckedRelation[]
  readonly emit: (op: Operator) => void
  readonly lane: (lane: Lane) => void
  readonly late: (name: ast.Name, shape: Shape, node: ast.LateNode) => void
  readonly use: (relation: CheckedRelation) => void
}

/** Shape after the clause, or null where it cannot be known (reported). */
export type ClauseHandler<K extends ast.ClauseKind> = (clause: Extract<ast.Clause, { kind: K }>, step: Step) => Shape | null
export type Clauses = { readonly [K in ast.ClauseKind]: ClauseHandler<K> }

const WORDS: Readonly<Record<ast.ClauseKind, string>> = {
  from: 'from',
  where: 'where',
  join: 'join',
  window: 'window',
  group: 'group by',
  select: 'select',
  extend: 'extend',
  union: 'union all',
  bad: 'this clause',
}
export const clauseWords = (c: ast.Clause): string => WORDS[c.kind]

export const fromClause: ClauseHandler<'from'> = (clause, step) => {
  const relation = step.checking.relation(step.file, clause.relation)
  if (relation === null) return null
  step.use(relation)
  if (relation.shape === null) return null
  const qualifier = clause.alias?.text ?? clause.relation.text
  return { ...relation.shape, columns: relation.shape.columns.map((c) => ({ ...c, qualifier })) }
}

/** Two columns of one name may stand side by side only until the next `select`. */
export function requireDistinctNames(step: Step, clause: ast.Clause): boolean {
  if (step.partial) return true
  const seen = new Set<string>()
  for (const c of step.shape.columns) {
    if (seen.has(c.name)) {
      step.checking.bag.report(
        streaming.clauseOrder,
        clause.span,
        { clause: clauseWords(clause), reason: `after the join two columns are named \`${c.name}\`` },
        {
          related: step.shape.columns
            .filter((x) => x.name === c.name)
            .map((x) => ({ span: x.provenance.span, text: x.qualifier === null ? '' : `of \`${x.qualifier}\`` })),
          help: 'put a `select` between them',
          fixes: [
            {
              title: 'name each column once',
              edits: [{ span: { ...clause.span, end: clause.span.start }, text: `${selectAll(step.shape.columns)}\n  ` }],
            },
          ],
        },
      )
      return false
    }
    seen.add(c.name)
  }
  return true
}
