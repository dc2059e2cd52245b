// All diagnostics, one list: for `flowc explain FLOWnnnn`, the docs tests and SARIF rules.
import { bug } from '../core/bug.js'
import { api } from './codes/api.js'
import { cli } from './codes/cli.js'
import { collections } from './codes/collections.js'
import { data } from './codes/data.js'
import { deploy } from './codes/deploy.js'
import { expressionForms } from './codes/expression-forms.js'
import { expansion } from './codes/expansion.js'
import { expressions } from './codes/expressions.js'
import { kafkaSources } from './codes/kafka-sources.js'
import { lints } from './codes/lints.js'
import { flowScripts } from './codes/flow-scripts.js'
import { flowTests } from './codes/flow-tests.js'
import { genTs } from './codes/gen-ts.js'
import { genTypes } from './codes/gen-types.js'
import { names } from './codes/names.js'
import { never } from './codes/never.js'
import { interop } from './codes/interop.js'
import { operation } from './codes/operation.js'
import { registry } from './codes/registry.js'
import { runtime } from './codes/runtime.js'
import { schemas } from './codes/schemas.js'
import { sinks } from './codes/sinks.js'
import { sourceKinds } from './codes/source-kinds.js'
import { sla } from './codes/sla.js'
import { stack } from './codes/stack.js'
import { streaming } from './codes/streaming.js'
import { suppressing } from './codes/suppressing.js'
import { syntax } from './codes/syntax.js'
import { target } from './codes/target.js'
import { testSteps } from './codes/test-steps.js'
import { tests } from './codes/tests.js'
import type { Definition, DiagnosticCode } from './define.js'

/** A definition whose parameters are not known here: it can be listed, not reported. */
export type CatalogEntry = Pick<Definition<never>, 'code' | 'name' | 'severity'>

const FAMILIES: readonly Readonly<Record<string, CatalogEntry>>[] = [
  api,
  cli,
  flowScripts,
  genTypes,
  genTs,
  syntax,
  suppressing,
  names,
  expansion,
  expressions,
  expressionForms,
  collections,
  schemas,
  streaming,
  never,
  lints,
  sla,
  sourceKinds,
  kafkaSources,
  sinks,
  operation,
  interop,
  target,
  tests,
  testSteps,
  flowTests,
  runtime,
  data,
  registry,
  stack,
  deploy,
]

let byCode: ReadonlyMap<DiagnosticCode, CatalogEntry> | null = null

/** By code, in the order of the codes. */
export function catalog(): ReadonlyMap<DiagnosticCode, CatalogEntry> {
  if (byCode === null) {
    const all = FAMILIES.flatMap((family) => Object.values(family)).sort((a, b) => (a.code < b.code ? -1 : 1))
    const map = new Map<DiagnosticCode, CatalogEntry>()
    for (const entry of all) {
      if (map.has(entry.code)) bug(`two diagnostics have the code ${entry.code}`)
      map.set(entry.code, entry)
    }
    byCode = map
  }
  return byCode
}
