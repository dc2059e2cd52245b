// What `.ignore(…)` takes: which warnings or notes, and why.

/** The code of a diagnostic: `flowc check` prints it in front of each message. */
export type DiagnosticCode = `FLOW${number}`
/** One, or several that have one reason. */
export type Ignored = DiagnosticCode | readonly [DiagnosticCode, ...DiagnosticCode[]]
