// What a test gets thrown. The message says everything, with places of the flow; the stack begins where the test called.
import { diagnostic, type Definition, type Diagnostic, type ReportOptions } from '../diagnostics/define.js'
import { NOWHERE, type Places } from '../diagnostics/render/places.js'
import { renderText } from '../diagnostics/render/text.js'
import type { TestFailure } from '../runtime/test-runner/result.js'

/** The public function that was called: it and what is above it are not on the stack. */
export type Called = (...args: never[]) => unknown

function cutStack(error: Error, called: Called): void {
  const engine = Error as { captureStackTrace?: (holder: object, called: Called) => void }
  engine.captureStackTrace?.(error, called)
}

/** The message says it all: what a runner prints of an error besides is not to say it a second time. */
function beside(error: Error, values: object): void {
  for (const [name, value] of Object.entries(values)) Object.defineProperty(error, name, { value })
}

/**
 * Something is wrong with the flow, or with how a test uses it.
 *
 * @example
 * try {
 *   runFlow(shop, (test) => test.given(orders, [{ order_id: 1, created_at: 'yesterday' }]))
 * } catch (error) {
 *   if (!(error instanceof FlowError)) throw error
 *   console.log(error.diagnostics.map((d) => d.code)) // the codes of docs/errors
 * }
 */
export class FlowError extends Error {
  declare readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[], places: Places, called: Called) {
    super(renderText(diagnostics, places).trimEnd())
    beside(this, { name: 'FlowError', diagnostics })
    cutStack(this, called)
  }
}

/**
 * Rows are not as expected. Runners of tests know by `code` that it is a failed assertion.
 *
 * @example
 * try {
 *   runFlow(shop, (test) => test.given(orders, []).expect(revenue5min, [{ region: 'eu' }]))
 * } catch (error) {
 *   if (!(error instanceof FlowAssertionError)) throw error
 *   console.log(error.failures.length) // 1
 * }
 */
export class FlowAssertionError extends Error {
  declare readonly code: 'ERR_ASSERTION'
  /** Of steps such as `expect`: which of them were not met. */
  declare readonly failures: readonly TestFailure[]

  constructor(message: string, failures: readonly TestFailure[], called: Called) {
    super(message)
    beside(this, { name: 'AssertionError', code: 'ERR_ASSERTION', failures })
    cutStack(this, called)
  }
}

/** A wrong use that has no place but the call itself. */
export const misuse = <P extends object>(
  definition: Definition<P>,
  parameters: P,
  called: Called,
  options: ReportOptions = {},
): FlowError => new FlowError([diagnostic(definition, null, parameters, options)], NOWHERE, called)

/** What somebody gave, in the words of a message. */
export function spoken(value: unknown): string {
  if (value === null || value === undefined) return `\`${String(value)}\``
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Promise) return 'a promise: write `await` before it'
  switch (typeof value) {
    case 'string':
      return `the text '${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`
    case 'function':
      return 'a function'
    case 'object':
      return 'an object that flowc did not make'
    default:
      return `the ${typeof value} ${String(value)}`
  }
}
