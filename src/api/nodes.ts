// The nodes that all builders make: their places are the calls that made them.
import type { Span } from '../core/span.js'
import type { Name, Text } from '../surface/ast.js'
import type { Declared } from './brands.js'
import { markOf, type Mark } from './site.js'
import { plainText, textWithParams } from './texts.js'

/**
 * The span of a node before its program is collected: `mark` is the call that made it. `programOf` puts the number of the site in
 * its place. One call has one span, so sites are told apart by the identity of the mark.
 */
export interface MarkedSpan extends Span {
  readonly mark: Mark | null
}

export const spanAt = (mark: Mark | null): MarkedSpan => ({ declaration: '', start: -1, end: -1, mark })
/** The place that called `called`. */
export const spanOf = (called: (...args: never[]) => unknown): MarkedSpan => spanAt(markOf(called))
export const isMarked = (span: Span): span is MarkedSpan => 'mark' in span
export const markIn = (span: Span): Mark | null => (isMarked(span) ? span.mark : null)

export const nameNode = (text: string, span: Span): Name => ({ text, span })

/** A text in which params may stand, `${env}.orders`; the declarations of those that do are put into `refs`. */
export const textNode = (value: string, span: Span, refs: Set<Declared>): Text => ({
  value: textWithParams(value, markIn(span), refs),
  span,
})
/** A text that the language takes as it is: of tests, paths of imports. A param in it is a mistake. */
export const plainTextNode = (value: string, span: Span): Text => ({ value: plainText(value, markIn(span)), span })
