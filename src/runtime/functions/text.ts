// || and LIKE.
import { runtime } from '../../diagnostics/codes/runtime.js'
import type { CallExpr } from '../../ir/expr.js'
import { fault } from '../fault.js'
import type { Value } from '../value.js'
import { nullIfNull } from './arithmetic.js'
import type { Evaluator } from './eval.js'

type Matcher = (text: string) => boolean

export const TEXT = {
  concat: (_, [a, b]) => nullIfNull(a!, b!, (x, y) => (x as string) + (y as string)),
  like: (call, [text, pattern, escape]) => {
    const cache = new Map<string, Matcher>()
    const literal = literalPattern(call)
    return (l, r) => {
      const [t, p, e]: Value[] = [text!(l, r), pattern!(l, r), escape === undefined ? undefined! : escape(l, r)]
      if (t === null || p === null || e === null) return null
      const key = `${e === undefined ? '' : (e as string)}\u0000${p as string}`
      let matcher = cache.get(key)
      if (matcher === undefined) cache.set(key, (matcher = likeMatcher(p as string, (e as string | undefined) ?? null, literal)))
      return matcher(t as string)
    }
  },
} as const satisfies Record<string, Evaluator>

const literalPattern = (call: CallExpr): boolean => call.args.slice(1).every((a) => a.kind === 'literal')

/**
 * SqlLikeUtils: `_` is one code point that is no line end, `%` is anything. Without ESCAPE a backslash escapes, but not in
 * a literal pattern without `_`, which Flink 2.2 matches by other means (LikeCallGen).
 */
function likeMatcher(pattern: string, escape: string | null, literal: boolean): Matcher {
  if (escape !== null && escape.length !== 1)
    return fault(runtime.likePattern, { problem: `the escape text \`${escape}\` is not one character` })
  const character = escape ?? (literal && !pattern.includes('_') ? null : '\\')
  let source = ''
  for (let i = 0; i < pattern.length; i++) {
    let c = pattern.charAt(i)
    if (c === character) {
      const next = pattern.charAt(++i)
      if (next !== '_' && next !== '%' && next !== character) {
        return fault(runtime.likePattern, {
          problem: `in \`${pattern}\` the escape character stands before something else than \`_\`, \`%\` or itself`,
        })
      }
      c = next
    } else if (c === '_') {
      source += '[^\\n\\r\\u0085\\u2028\\u2029]'
      continue
    } else if (c === '%') {
      source += '[^]*'
      continue
    }
    source += c.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  }
  const regex = new RegExp(`^${source}$`, 'u')
  return (text) => regex.test(text)
}
