// Where Flink's task would fail: an evaluator throws an EvaluationFault, the engine adds the operator (RuntimeFault), and
// whoever runs the plan shows it as a diagnostic.
import { diagnostic, type Definition, type Diagnostic } from '../diagnostics/define.js'
import type { PlanProgram } from '../ir/plan.js'
import type { FaultReport, RuntimeFault } from './api.js'

export class EvaluationFault extends Error {
  override readonly name = 'EvaluationFault'
  readonly report: FaultReport
  constructor(report: FaultReport) {
    super(report.message)
    this.report = report
  }
}

export function faultReport<P extends object>(definition: Definition<P>, parameters: P): FaultReport {
  return { code: definition.code, message: definition.message(parameters), make: (at) => diagnostic(definition, at, parameters) }
}

export function fault<P extends object>(definition: Definition<P>, parameters: P): never {
  throw new EvaluationFault(faultReport(definition, parameters))
}

/** The fault at the clause whose operator failed. */
export function faultDiagnostic(plan: PlanProgram, failed: RuntimeFault): Diagnostic {
  const op = plan.operators.find((o) => o.id === failed.operator)
  return failed.report.make(op?.origin ?? null)
}
