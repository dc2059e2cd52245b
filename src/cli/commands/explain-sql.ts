// The generated statements that stand for one declaration of the program.
import type { Environment } from '../../codegen/environment.js'
import { flinkProgram } from '../../codegen/flink/program.js'
import { printStatement } from '../../codegen/flink/printer.js'
import type { DeclarationId } from '../../core/span.js'
import type { PlanProgram } from '../../ir/plan.js'

/** Tables and views that the declaration became, in the order of the script. A sink's INSERT belongs to the sink. */
export function sqlOf(plan: PlanProgram, declaration: DeclarationId, environment?: Environment): readonly string[] {
  return flinkProgram(plan, environment).statements.flatMap((statement) => {
    if (statement.kind !== 'create view' && !(statement.kind === 'create table' && statement.role === 'source')) return []
    if (statement.origin.declaration !== declaration) return []
    const printed = printStatement(statement)
    return printed === null ? [] : [`${printed.sql};`]
  })
}
