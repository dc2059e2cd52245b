// Patterns of SIMILAR TO as regular expressions (org.apache.flink.table.runtime.functions.SqlLikeUtils). Only constants, and
// only what Flink reads as the SQL standard does: its `.` matches any character and its `^` the beginning.

const SPECIALS = '[]()|^-+*_%?{}'
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^\[:(?:ALPHA|alpha):\]/, 'a-zA-Z'],
  [/^\[:(?:UPPER|upper):\]/, 'A-Z'],
  [/^\[:(?:LOWER|lower):\]/, 'a-z'],
  [/^\[:(?:DIGIT|digit):\]/, '0-9'],
  [/^\[:(?:SPACE|space):\]/, ' '],
  [/^\[:(?:WHITESPACE|whitespace):\]/, ' \\t\\n\\x0b\\f\\r'],
  [/^\[:(?:ALNUM|alnum):\]/, 'a-zA-Z0-9'],
]

/** Any character that ends no line. */
const ANY = '[^\\n\\r\\u0085\\u2028\\u2029]'

/** In the source of a regular expression with the flag `u`, where `-` may be quoted only inside of `[…]`. */
const quoted = (c: string, inside: boolean): string => c.replace(inside ? /[\\^$.*+?()[\]{}|/-]/ : /[\\^$.*+?()[\]{}|/]/, '\\$&')

export type SimilarPattern = { readonly ok: true; readonly source: string } | { readonly ok: false; readonly problem: string }

export function similarPattern(pattern: string, escape: string | null): SimilarPattern {
  const wrong = (problem: string): SimilarPattern => ({ ok: false, problem })
  if (pattern.includes('\\')) return wrong('a backslash has no meaning in it')
  let source = ''
  let inside = false
  let begun = 0
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern.charAt(i)
    if (c === escape) {
      const next = pattern.charAt(++i)
      if (next === '') return wrong(`it ends with its escape character \`${c}\``)
      if (next !== escape && !SPECIALS.includes(next)) return wrong(`\`${c}${next}\` escapes a character that needs no escape`)
      source += quoted(next, inside)
    } else if (inside) {
      if (c === ']') {
        if (i === begun + 1) return wrong('`[]` has nothing in it')
        inside = false
        source += ']'
        continue
      }
      const named = CLASSES.find(([text]) => text.test(pattern.slice(i)))
      if (named !== undefined) {
        source += named[1]
        i += named[0].exec(pattern.slice(i))![0].length - 1
      } else if (c === '^' && i === begun + 1) source += '^'
      else if (c === '-' && i > begun + 1 && pattern.charAt(i + 1) !== ']') source += '-'
      else if (c === '&') return wrong('`&` stands between `[` and `]`, where Flink may read an operator')
      else if (c !== '-' && SPECIALS.includes(c)) return wrong(`\`${c}\` stands between \`[\` and \`]\``)
      else source += quoted(c, true)
    } else if (c === '[') {
      inside = true
      begun = i
      source += '['
    } else if (c === ']') return wrong('`]` closes nothing')
    else if (c === '.') return wrong('Flink reads `.` as any character: write `[.]`')
    else if (c === '^') return wrong('Flink reads `^` as the beginning of the text: write an escape before it')
    else if (c === '(' && pattern.charAt(i + 1) === '?') return wrong('`?` has nothing before it to repeat')
    else if (c === '_') source += ANY
    else if (c === '%') source += '[^]*'
    else if ('()|+*?{}'.includes(c)) source += c
    else source += quoted(c, false)
  }
  if (inside) return wrong('`[` is never closed')
  try {
    void RegExp(`^(?:${source})$`, 'u')
  } catch {
    return wrong('its brackets and repetitions make no pattern')
  }
  return { ok: true, source }
}
