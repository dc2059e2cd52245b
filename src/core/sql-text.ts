// A look at SQL that somebody else has written, without understanding it: is it one query that stays within its brackets?
// Texts, names and comments as Flink's parser reads them (Calcite with backquotes; E'…' since 2.0; `//` is a comment too).

export interface SqlLook {
  /** What stands against it, in words; null: nothing. */
  readonly problem: string | null
  /** Where in the text. */
  readonly at: number
  /** A text, name or comment goes over a line end: its lines are not to be moved. */
  readonly fixedLines: boolean
}

const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const CLOSE: ReadonlySet<string> = new Set([')', ']', '}'])
const STARTS = /^(?:select|with|values|table)\b/i

export function lookAtSql(text: string): SqlLook {
  const brackets: { readonly close: string; readonly at: number }[] = []
  let fixedLines = false
  let first = -1
  const found = (problem: string | null, at: number): SqlLook => ({ problem, at, fixedLines })
  let i = 0
  while (i < text.length) {
    const c = text[i]!
    const two = text.slice(i, i + 2)
    if (/\s/.test(c)) i++
    else if (two === '--' || two === '//') {
      const end = text.indexOf('\n', i)
      i = end < 0 ? text.length : end
    } else if (two === '/*') {
      const end = text.indexOf('*/', i + 2)
      if (end < 0) return found('a comment is not closed', i)
      fixedLines ||= text.slice(i, end).includes('\n')
      i = end + 2
    } else {
      if (first < 0 && c !== '(') first = i
      if (c === "'" || c === '`') {
        const escaped = c === "'" && /[eE]/.test(text[i - 1] ?? '') && !/\w/.test(text[i - 2] ?? '')
        const end = endOfQuoted(text, i, escaped)
        if (end < 0) return found(c === "'" ? 'a text is not closed' : 'a name in backquotes is not closed', i)
        fixedLines ||= text.slice(i, end).includes('\n')
        i = end
        continue
      }
      if (c === ';') return found('it is one query, and `;` would end it', i)
      if (OPEN[c] !== undefined) brackets.push({ close: OPEN[c], at: i })
      else if (CLOSE.has(c) && brackets.pop()?.close !== c) return found(`\`${c}\` closes nothing`, i)
      i++
    }
  }
  const open = brackets.at(-1)
  if (open !== undefined) return found(`\`${text[open.at]}\` is not closed`, open.at)
  if (first < 0) return found('there is no query', 0)
  if (!STARTS.test(text.slice(first))) return found('it is a query, which begins with SELECT, WITH, VALUES or TABLE', first)
  return found(null, 0)
}

/** Behind the closing quote; a doubled quote is none. -1: there is none. */
function endOfQuoted(text: string, start: number, escaped: boolean): number {
  const quote = text[start]!
  for (let i = start + 1; i < text.length; i++) {
    if (escaped && text[i] === '\\') i++
    else if (text[i] === quote) {
      if (text[i + 1] !== quote) return i + 1
      i++
    }
  }
  return -1
}
