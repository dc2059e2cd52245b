// `union all` of the late rows of an operator with what it reads: late rows leave the way to the operator only, so they are
// there twice. Beside the result of a join they are right: it does not have them.
import { lints } from '../diagnostics/codes/lints.js'
import type { Edge, Operator, SplitOperator } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Step } from './clauses/step.js'
import { remove } from './fixes.js'
import type { CheckedRelation, Shape } from './relation.js'

/** Where an operator is looked for: among those of a relation, or of what it reads, the nearest first. */
interface Place {
  readonly operators: readonly Operator[]
  readonly uses: readonly CheckedRelation[]
}

interface Found {
  readonly op: Operator
  readonly edge: Edge
  readonly place: Place
}

/** A relation that only names another one has no operator of its own: what it is stands further behind. */
function find(edge: Edge, place: Place): Found | null {
  const places = new Set<Place>([place])
  for (const p of places) {
    const op = p.operators.find((o) => o.id === edge.operator)
    if (op !== undefined) return { op, edge, place: p }
    for (const used of p.uses) places.add(used)
  }
  return null
}

/** Inputs whose rows are rows here: `all` of them, or those that were kept. */
function inputsOf({ op, edge }: Found, all: boolean): readonly Edge[] {
  switch (op.kind) {
    case 'project':
    case 'union':
      return op.inputs
    case 'temporal_join':
      return !all || op.join === 'left' ? op.inputs.slice(0, 1) : []
    case 'filter':
      return all ? [] : op.inputs
    case 'split':
      return all || edge.port !== 'main' ? [] : op.inputs
    case 'source':
    case 'versions':
    case 'window_aggregate':
    case 'sql':
    case 'envelope':
    case 'sink':
      return []
  }
}

function walk(edge: Edge, place: Place, next: (found: Found) => readonly Edge[]): readonly Found[] {
  const out: Found[] = []
  const open: [Edge, Place][] = [[edge, place]]
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const found = find(...top)
    if (found === null || out.some((f) => f.op === found.op && f.edge.port === found.edge.port)) continue
    out.push(found)
    for (const input of next(found)) open.push([input, found.place])
  }
  return out
}

/** The split whose late rows come along `late`, where `whole` has every row that it was given. */
function sharedSplit(late: Edge, whole: Edge, place: Place): SplitOperator | null {
  const there = walk(whole, place, (f) => inputsOf(f, true))
  for (const { op, edge, place: at } of walk(late, place, (f) => inputsOf(f, false))) {
    if (op.kind !== 'split' || edge.port !== 'late') continue
    const given = walk(op.inputs[0]!, at, (f) => inputsOf(f, false))
    if (given.some((g) => there.some((w) => w.op === g.op && w.edge.port === g.edge.port))) return op
  }
  return null
}

export function warnOfLateTwice(left: Shape, right: Shape, clause: ast.UnionClause, step: Step): void {
  const added = sharedSplit(right.edge, left.edge, step)
  const split = added ?? sharedSplit(left.edge, right.edge, step)
  if (split === null) return
  step.checking.bag.report(
    lints.lateTwice,
    clause.span,
    { name: clause.relation.text, adds: added === null ? 'all' : 'late' },
    {
      related: [{ span: split.origin, text: 'late rows leave the way to this step, not what it reads' }],
      ...(added === null ? {} : { fixes: [remove(clause.span, 'the `union all`')] }),
    },
  )
}
