// A named query: its clauses in order, each one operator, from the shape before it to the shape after it.
import { streaming } from '../diagnostics/codes/streaming.js'
import { names } from '../diagnostics/codes/names.js'
import type { Span } from '../core/span.js'
import type { Operator } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { fromClause, type Clauses, type Step } from './clauses/step.js'
import { extendClause, selectClause } from './clauses/shape.js'
import { groupClause } from './clauses/group.js'
import { joinClause } from './clauses/join.js'
import { unionClause } from './clauses/union.js'
import { whereClause } from './clauses/where.js'
import { windowClause } from './clauses/window.js'
import { selectAll } from './clauses/written-columns.js'
import type { Trail, TrailStep } from './facts/trail.js'
import { addClause, replace } from './fixes.js'
import { Ids, type CheckedRelation, type Lane, type Shape } from './relation.js'

/** Total over the kinds of clauses: a new clause breaks the build here. */
const CLAUSES: Clauses = {
  from: fromClause,
  where: whereClause,
  join: joinClause,
  window: windowClause,
  group: groupClause,
  select: selectClause,
  extend: extendClause,
  union: unionClause,
  // Reported by the parser. What follows is still checked, against the shape before it; names it may have made stay silent.
  bad: (_clause, step) => step.shape,
}

export function checkQuery(declaration: ast.QueryDecl, file: string, checking: Checking): readonly CheckedRelation[] {
  const { bag } = checking
  const ids = new Ids(declaration.name.text)
  const operators: Operator[] = []
  const lanes: Lane[] = []
  const uses: CheckedRelation[] = []
  const late: { name: ast.Name; shape: Shape; node: ast.LateNode; steps: number }[] = []
  const steps: TrailStep[] = []
  let stopped: Span | null = null
  let shape: Shape | null = null
  let window: ast.WindowClause | null = null
  let dead = false // a clause before could not be understood: the shape is unknown, stay silent
  let partial = false // one could not be read: the rest is checked as far as it goes

  for (const [i, clause] of declaration.clauses.entries()) {
    if (i === 0 && clause.kind !== 'from') dead = true // the parser has said so
    if (clause.kind === 'bad') partial = true
    if (dead) continue
    if (window !== null && clause.kind !== 'group' && clause.kind !== 'bad') {
      bag.report(streaming.windowAlone, clause.span, {}, { related: [{ span: window.span, text: 'the window' }] })
      window = null
      dead = true
      stopped ??= clause.span
      continue
    }
    const step: Step = {
      shape: shape as Shape,
      relation: declaration.name.text,
      file,
      ids,
      checking,
      window,
      partial,
      operators,
      uses,
      emit: (op) => operators.push({ ...op, relation: declaration.name.text }),
      lane: (lane) => lanes.push(lane),
      late: (name, at, node) => late.push({ name, shape: at, node, steps: steps.length }),
      use: (r) => uses.push(r),
    }
    const made = operators.length
    const next: Shape | null = (CLAUSES[clause.kind] as (c: ast.Clause, s: Step) => Shape | null)(clause, step)
    window = clause.kind === 'window' ? clause : null
    if (next === null) dead = true
    else {
      shape = next
      if (clause.kind !== 'bad') steps.push({ clause, shape, window, operators: operators.slice(made) })
    }
    if (stopped === null && (dead || clause.kind === 'bad')) stopped = clause.span
  }
  if (window !== null && !dead) {
    bag.report(streaming.windowAlone, window.span, {})
    dead = true
    stopped ??= window.span
  }
  if (dead || partial) shape = null
  if (shape !== null) shape = finish(shape, declaration, checking)
  const base = { file, declaration, versions: null, schema: null, inferred: [], doc: declaration.doc }
  const trail: Trail = { steps, stopped }
  const kind = declaration.relation === 'let' ? (shape?.change.value === 'updating' ? 'table' : 'stream') : declaration.relation
  return [
    {
      ...base,
      name: declaration.name.text,
      nameSpan: declaration.name.span,
      kind,
      lateOf: null,
      shape,
      operators,
      uses,
      lanes,
      trail,
    },
    ...late.map((l) => ({
      ...base,
      name: l.name.text,
      nameSpan: l.name.span,
      kind: 'stream' as const,
      lateOf: l.node.span,
      shape: l.shape,
      operators,
      uses,
      lanes,
      trail: { steps: steps.slice(0, l.steps), stopped: null },
    })),
  ]
}

/** At the end of a query: names are unique, and the kind is what the declaration says. */
function finish(shape: Shape, declaration: ast.QueryDecl, checking: Checking): Shape {
  const seen = new Map<string, Shape['columns'][number]>()
  for (const c of shape.columns) {
    const first = seen.get(c.name)
    if (first !== undefined)
      checking.bag.report(
        names.duplicateColumn,
        declaration.clauses.at(-1)!.span,
        { name: c.name, where: `\`${declaration.name.text}\`` },
        {
          related: [
            { span: first.provenance.span, text: first.qualifier === null ? '' : `from \`${first.qualifier}\`` },
            { span: c.provenance.span, text: c.qualifier === null ? '' : `from \`${c.qualifier}\`` },
          ],
          help: 'end with a `select` that names each column once',
          fixes: [addClause(declaration.clauses.at(-1)!.span, selectAll(shape.columns))],
        },
      )
    seen.set(c.name, c)
  }
  const { change } = shape
  const { span, relation } = declaration
  const keyword = { ...span, end: span.start + relation.length }
  if (
    (declaration.relation === 'stream' && change.value === 'updating') ||
    (declaration.relation === 'table' && change.value === 'append')
  )
    checking.bag.report(
      streaming.declaredKind,
      declaration.name.span,
      {
        name: declaration.name.text,
        declared: declaration.relation,
        is: change.value === 'updating' ? 'its rows change after they were emitted' : 'it only ever appends rows',
      },
      {
        related: [{ span: change.span, text: change.reason }],
        help: change.value === 'updating' ? 'declare it as a `table`' : 'declare it as a `stream`',
        fixes: [replace(keyword, change.value === 'updating' ? 'table' : 'stream')],
      },
    )
  return {
    ...shape,
    open: shape.open || declaration.incomplete,
    name: `\`${declaration.name.text}\``,
    columns: shape.columns.map((c) => ({ ...c, qualifier: null })),
  }
}
