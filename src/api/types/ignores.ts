// What `.ignore(…)` takes: which warnings or notes, and why.

/**
 * The code of a diagnostic: `flowc check` prints it in front of each message.
 *
 * @example
 * const code: DiagnosticCode = 'FLOW2012'
 */
export type DiagnosticCode = `FLOW${number}`
/**
 * One, or several that have one reason. `.ignore(codes, because)` is `-- flow:ignore CODES because REASON` in the text: behind a clause it is
 * about that clause, behind a declaration about the whole, behind a part of a pipeline about that part.
 *
 * @example
 * const rounding: Ignored = ['FLOW3201', 'FLOW3205']
 * const halves = stream('halves', orders.extend((o) => ({ half: o.order_id.div(2) })).ignore(rounding, 'whole ones are meant'))
 */
export type Ignored = DiagnosticCode | readonly [DiagnosticCode, ...DiagnosticCode[]]
