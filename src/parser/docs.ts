// `///` lines: the documentation of the declaration or field right below them.
import type { IToken } from 'chevrotain'

/** Finds the `///` lines that end directly above a token. */
export function docReader(text: string, docs: readonly IToken[]): (token: IToken) => string | null {
  return (token) => {
    let low = 0
    let high = docs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (docs[middle]!.startOffset < token.startOffset) low = middle + 1
      else high = middle
    }
    const lines: string[] = []
    let below = token.startOffset
    for (let i = low - 1; i >= 0; i--) {
      const doc = docs[i]!
      const between = text.slice(doc.startOffset + doc.image.length, below)
      // nothing but line breaks, comments and indentation: a blank line cuts the doc off
      if (!/^(?:(?:\r\n|\r|\n)[ \t]*--[^\r\n]*)*(?:\r\n|\r|\n)[ \t]*$/.test(between)) break
      // behind something on its line it is no documentation of what follows
      if (!/(?:^|[\r\n])[ \t\ufeff]*$/.test(text.slice(Math.max(0, doc.startOffset - 400), doc.startOffset))) break
      lines.unshift(doc.image.replace(/^\/\/\/ ?/, '').trimEnd())
      below = doc.startOffset
    }
    return lines.length === 0 ? null : lines.join('\n')
  }
}
