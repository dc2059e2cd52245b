// What the language has and this version has not: one diagnostic, FLOW1900, wherever it is noticed.
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { syntax } from '../diagnostics/codes/syntax.js'

export const unsupported = (bag: DiagnosticBag, at: Span, what: string): void => bag.report(syntax.notSupportedYet, at, { what })
