// What the steps of a test may name, and the times they say.
import { tests } from '../diagnostics/codes/tests.js'
import { parseTimestamp } from '../core/civil-time.js'
import type { PlanProgram, PlanRelation, SourceOperator } from '../ir/plan.js'
import { withStandIns } from '../ir/stand-in.js'
import { timestamp } from '../ir/types.js'
import type { SchemaField } from '../schema/model.js'
import type * as ast from '../surface/ast.js'
import { literalFromCell } from './cell.js'
import type { Checking } from './checking.js'
import { meant } from './fixes.js'

/** What a step may name. */
export interface TestScope {
  readonly file: string
  readonly pipeline: string
  readonly plan: PlanProgram
  readonly checking: Checking
  readonly fieldsOf: (source: SourceOperator) => readonly SchemaField[]
  /** What the pipeline calls a relation: the file of the test may have imported it under another name. */
  readonly declaredName: (name: string) => string
  /** Declared, but missing in the plan because of a mistake that has been reported. */
  readonly silent: (name: string) => boolean
}

/** It has the name of its topic: what a step says of that name is meant for the topic. */
const isHistory = ({ connector }: SourceOperator): boolean => connector.kind === 'iceberg' && connector.before !== null

/** What rows can be given to: sources, and raw SQL. */
const inputsOf = (plan: PlanProgram): readonly SourceOperator[] =>
  withStandIns(plan).operators.filter((o): o is SourceOperator => o.kind === 'source' && !isHistory(o))

/** The source that a name means, for steps that speak of inputs. */
export function sourceNamed(name: ast.Name, scope: TestScope): SourceOperator | null {
  const declared = scope.declaredName(name.text)
  const source = inputsOf(scope.plan).find((o) => o.name === declared)
  if (source !== undefined) return source
  const { bag } = scope.checking
  const all = inputsOf(scope.plan).map((o) => o.name)
  const relation = scope.plan.relations.find((r) => r.name === declared)
  if (relation !== undefined) {
    const help = `its sources are ${all.map((n) => `\`${n}\``).join(', ')}`
    const related = [{ span: relation.origin, text: 'declared here' }]
    bag.report(tests.notSource, name.span, { name: name.text }, { help, related, ...meant(name, all) })
  } else if (!scope.silent(declared))
    bag.report(tests.notInPipeline, name.span, { name: name.text, pipeline: scope.pipeline }, meant(name, all))
  return null
}

/** The source of rows that a test gives: the clock is none. */
export function fedSource(name: ast.Name, scope: TestScope): SourceOperator | null {
  const source = sourceNamed(name, scope)
  if (source?.connector.kind !== 'every') return source
  scope.checking.bag.report(
    tests.step,
    name.span,
    { step: `given ${name.text}`, reason: 'a heartbeat comes from the clock' },
    { help: 'let time pass: `advance 10 minutes`' },
  )
  return null
}

export function relationNamed(name: ast.Name, scope: TestScope): PlanRelation | null {
  const declared = scope.declaredName(name.text)
  const relation = scope.plan.relations.find((r) => r.name === declared)
  if (relation !== undefined) return relation
  if (scope.silent(declared)) return null
  const all = scope.plan.relations.map((r) => r.name)
  scope.checking.bag.report(tests.notInPipeline, name.span, { name: name.text, pipeline: scope.pipeline }, meant(name, all))
  return null
}

/** A time of the timeline as epoch milliseconds. */
export function timeOf(cell: ast.CellNode, column: string, scope: TestScope): number | null {
  const literal = literalFromCell(cell, { type: timestamp(3), nullable: false })
  if (!literal.ok) {
    scope.checking.bag.report(
      tests.cell,
      cell.span,
      { column, problem: literal.problem },
      literal.help === null ? {} : { help: literal.help },
    )
    return null
  }
  return parseTimestamp(String(literal.value))?.ms ?? null
}
