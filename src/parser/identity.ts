// The stable name of a declaration inside its file: `stream enriched`, `sink lake.sales.orders`, `test 'a title'`.
import { isWord, lower } from './brackets.js'
import { nameOf, textOf, type Token } from './lexer.js'
import * as t from './tokens.js'

export function declarationKey(tokens: readonly Token[], known: boolean): string {
  const word = lower(tokens[0])
  if (!known) return 'text'
  const second = tokens[1]
  switch (word) {
    case 'import': {
      const path = tokens.find((x) => x.tokenType === t.Text)
      return `import ${path === undefined ? '' : textOf(path)}`
    }
    case 'sink': {
      const from = tokens.findIndex((x) => x.tokenType === t.word('from'))
      const target = tokens.slice(1, from < 0 ? 2 : Math.min(from, 12))
      const parts = target.map((x) => (x.tokenType === t.Text ? ` ${textOf(x)}` : x.tokenType === t.Dot ? '.' : nameOf(x)))
      return `sink ${parts.join('')}`
    }
    default:
      if (second === undefined) return word
      if (second.tokenType === t.Text) return `${word} ${textOf(second)}`
      return isWord(second) || second.tokenType === t.QuotedName ? `${word} ${nameOf(second)}` : word
  }
}
