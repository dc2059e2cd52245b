// What a test can know without a Flink: raw SQL has the rows that the test gives it, and none else.
import { interop } from '../diagnostics/codes/interop.js'
import { javaCalls } from '../ir/java.js'
import type { Operator, OperatorId, SqlOperator } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { TestScope } from './test-scope.js'

/** An expectation about rows of raw SQL, in a test that gives it none, would be about an empty relation. */
export function needsGiven(d: ast.TestDecl, scope: TestScope): void {
  const { plan, checking } = scope
  if (!plan.operators.some((o) => o.kind === 'sql')) return
  const given = new Set(d.steps.flatMap((s) => (s.kind === 'given' ? s.relations.map((r) => scope.declaredName(r.text)) : [])))
  for (const step of d.steps)
    for (const sql of behind(readBy(step, scope), scope)) {
      if (given.has(sql.name)) continue
      checking.bag.report(
        interop.sqlNotGiven,
        'relation' in step && step.relation !== undefined ? step.relation.span : step.span,
        { name: sql.name },
        { related: [{ span: sql.origin, text: 'raw SQL' }] },
      )
    }
}

/** Rows that a test gives would come to a function of Java that nothing stands for. */
export function needsStandIns(d: ast.TestDecl, scope: TestScope): void {
  const given = new Set(d.steps.flatMap((s) => (s.kind === 'given' ? s.relations.map((r) => scope.declaredName(r.text)) : [])))
  const reached = new Set<OperatorId>()
  const missing = new Map<string, Operator>()
  for (const o of scope.plan.operators) {
    const starts = o.kind === 'source' || o.kind === 'sql'
    if (starts ? !given.has(o.name) : !o.inputs.some((e) => reached.has(e.operator))) continue
    reached.add(o.id)
    for (const call of javaCalls(o)) if (call.local === null) missing.set(call.function.name, o)
  }
  if (missing.size === 0) return
  const related = [...missing].map(([name, o]) => ({ span: o.origin, text: `\`${name}\` is called here` }))
  scope.checking.bag.report(interop.javaLocally, d.title.span, { names: [...missing.keys()] }, { related })
}

/** The operators whose rows a step looks at. */
function readBy(step: ast.TestStep, { plan, declaredName }: TestScope): readonly OperatorId[] {
  switch (step.kind) {
    case 'expect':
    case 'expect changes':
    case 'expect nothing': {
      const relation = plan.relations.find((r) => r.name === declaredName(step.relation.text))
      return relation === undefined ? [] : [relation.edge.operator]
    }
    case 'expect dlq':
      return plan.operators.flatMap((o) => (o.kind === 'envelope' ? [o.id] : []))
    default:
      return []
  }
}

/** The raw SQL that rows come from; what it reads itself does not matter where its rows are given. */
function behind(ids: readonly OperatorId[], { plan }: TestScope): readonly SqlOperator[] {
  const byId = new Map(plan.operators.map((o): [OperatorId, Operator] => [o.id, o]))
  const found = new Map<OperatorId, SqlOperator>()
  const seen = new Set<OperatorId>()
  const visit = (id: OperatorId): void => {
    if (seen.has(id)) return
    seen.add(id)
    const o = byId.get(id)!
    if (o.kind === 'sql') found.set(id, o)
    else for (const e of o.inputs) visit(e.operator)
  }
  ids.forEach(visit)
  return [...found.values()]
}
