// What `.ignore(…)` takes: which warnings or notes, and why.

/**
 * The code of a diagnostic: `flowc check` prints it in front of each message.
 *
 * @example
 * const code: DiagnosticCode = 'FLOW2012'
 */
export type DiagnosticCode = `FLOW${number}`
/**
 * One, or several that have one reason.
 *
 * @example
 * const codes: Ignored = ['FLOW2012', 'FLOW4025']
 */
export type Ignored = DiagnosticCode | readonly [DiagnosticCode, ...DiagnosticCode[]]
