// LIKE, so that every target reads a pattern the same way. Without ESCAPE, 2.2 takes a backslash as the escape character,
// unless the pattern is a literal without `_` (LikeCallGen); 1.20 and 2.3 take none; 1.20 cannot compile a literal
// pattern with ESCAPE '\\'. The meaning here is that of 2.2, said out loud.
import type { Expr } from '../../ir/expr.js'
import { char, notNull } from '../../ir/types.js'

const BACKSLASH = '\\'
const OTHERS = ['!', '#', '~', '^', '|', '@', '&', '=', ';', ':']

const text = (value: string): Expr => ({ kind: 'literal', value, ...notNull(char(value.length)) })
const literalOf = (e: Expr | undefined): string | null => (e?.kind === 'literal' && typeof e.value === 'string' ? e.value : null)

export function likeArguments(args: readonly Expr[]): readonly Expr[] {
  const [value, pattern, escape] = args as readonly [Expr, Expr, Expr?]
  const literal = literalOf(pattern)
  // the checker refuses a literal pattern with a backslash and no ESCAPE
  if (escape === undefined) return pattern.kind === 'literal' ? args : [value, pattern, text(BACKSLASH)]
  if (literal === null || literalOf(escape) !== BACKSLASH) return args
  const other = OTHERS.find((c) => !literal.includes(c))
  const moved = other === undefined ? null : withEscape(literal, other)
  return moved === null ? [value, pattern, text(BACKSLASH)] : [value, text(moved), text(other!)]
}

/** The pattern with another escape character; null where a backslash stands before something that it cannot escape. */
function withEscape(pattern: string, escape: string): string | null {
  let out = ''
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern.charAt(i)
    if (c !== BACKSLASH) {
      out += c
      continue
    }
    const next = pattern.charAt(++i)
    // no longer special
    if (next === BACKSLASH) out += BACKSLASH
    else if (next === '_' || next === '%') out += escape + next
    else return null
  }
  return out
}
