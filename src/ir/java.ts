// Functions of Java in a plan: which ones it calls, and where a call has nothing that stands for it without a Flink.
import type { Span } from '../core/span.js'
import type { JavaExpr, JavaFunction } from './expr.js'
import type { Operator } from './plan.js'

/** Every call in an operator, those inside of arguments among them. */
export function javaCalls(o: Operator): readonly JavaExpr[] {
  const found: JavaExpr[] = []
  // expressions stand in many fields of many kinds: plain data, so one walk finds them all
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach(visit)
    if ((value as { kind?: unknown }).kind === 'java' && 'function' in value) found.push(value as JavaExpr)
    for (const [key, part] of Object.entries(value)) if (!PASSED.has(key)) visit(part)
  }
  visit(o)
  return found
}

/** Without expressions; of a call what stands for it is not called on Flink. */
const PASSED: ReadonlySet<string> = new Set(['type', 'columns', 'traits', 'origin', 'reader', 'local', 'function'])

/** Each function once, in the order of the operators, with the first of these. */
export function javaFunctions(
  operators: readonly Operator[],
): readonly { readonly function: JavaFunction; readonly origin: Span }[] {
  const found = new Map<string, { function: JavaFunction; origin: Span }>()
  for (const o of operators)
    for (const call of javaCalls(o))
      if (!found.has(call.function.name)) found.set(call.function.name, { function: call.function, origin: o.origin })
  return [...found.values()]
}
