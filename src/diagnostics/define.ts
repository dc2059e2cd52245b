// How a diagnostic is defined and what an instance carries. No colours, no file access: rendering is elsewhere.
import type { Span } from '../core/span.js'

export type Severity = 'error' | 'warning' | 'note'

export interface Label {
  readonly span: Span
  /** Short text beside the underline; may be empty. */
  readonly text: string
}

export interface TextEdit {
  readonly span: Span
  readonly text: string
}

export interface Fix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  readonly message: string
  /** Null only where no place in a file exists (a missing file, a bad flag). */
  readonly primary: Label | null
  /** The other side of a mismatch: where the expected type, key or time came from. */
  readonly related: readonly Label[]
  /** Facts without a place: `from subject sales.order.created.v1-value version 3`. */
  readonly notes: readonly string[]
  /** The way out, in one sentence. */
  readonly help: string | null
  readonly fixes: readonly Fix[]
}

export type DiagnosticCode = `FLOW${string}`

/** A definition: the code is stable for ever, the message is a template over typed parameters. */
export interface Definition<P> {
  readonly code: DiagnosticCode
  readonly name: string
  readonly severity: Severity
  readonly message: (p: P) => string
  readonly help: ((p: P) => string | undefined) | null
}

/**
 * Text rules: lower-case start, no final full stop, code in backquotes, the fact before the advice, both sides of a
 * mismatch named. A hint in the soft form.
 */
export function define<P extends object>(
  code: DiagnosticCode,
  name: string,
  severity: Severity,
  message: (p: P) => string,
  help: ((p: P) => string | undefined) | null = null,
): Definition<P> {
  return { code, name, severity, message, help }
}

export interface ReportOptions {
  readonly label?: string
  readonly related?: readonly Label[]
  readonly notes?: readonly string[]
  readonly help?: string
  readonly fixes?: readonly Fix[]
}

export function diagnostic<P extends object>(
  definition: Definition<P>,
  at: Span | null,
  parameters: P,
  options: ReportOptions = {},
): Diagnostic {
  return {
    code: definition.code,
    severity: definition.severity,
    message: definition.message(parameters),
    primary: at === null ? null : { span: at, text: options.label ?? '' },
    related: options.related ?? [],
    notes: options.notes ?? [],
    help: options.help ?? definition.help?.(parameters) ?? null,
    fixes: options.fixes ?? [],
  }
}
