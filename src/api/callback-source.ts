// `a || b` and `a ?? b` in a callback: an expression is always true for JavaScript, so `b` is never made, and nothing is left behind
// by which that could be seen. It is looked for in the text of the callback, which every engine keeps.

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|[\p{ID_Start}$_#][\p{ID_Continue}$]*|\d[\w.]*|'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*|=>|\.\.\.|\?\.(?!\d)|\|\|=?|\?\?=?|&&=?|[^]/uy
const NAME = /^[\p{ID_Start}$_]/u
const BLANK = /^(?:\s|\/\/|\/\*)/
const DIVISION_BEFORE = /^(?:[\p{ID_Continue}$]+|[)\]}'"`])$/u
const STATEMENT: ReadonlySet<string> = new Set(['const', 'let', 'var', 'return', 'if', 'for', 'throw', ';'])
const NO_CALL: ReadonlySet<string> = new Set(['return', 'if', 'while', 'case', 'in', 'of', 'typeof', 'void', 'await', 'new'])

export interface NeverMade {
  readonly operator: '||' | '??'
  /** What stands before it. */
  readonly left: string
}

/** The first such operator behind an expression that is made of a parameter; null: none. */
export function neverMade(callback: (...args: never[]) => unknown): NeverMade | null {
  const source = Function.prototype.toString.call(callback)
  if (!source.includes('||') && !source.includes('??')) return null
  const tokens = tokensOf(source)
  const names = new Set(parametersOf(tokens))
  tokens.forEach((token, i) => {
    if (token === 'const' || token === 'let' || token === 'var') passOn(tokens, i, names)
  })
  for (const [i, operator] of tokens.entries()) {
    if (operator !== '||' && operator !== '??') continue
    const left = operandBefore(tokens, i)
    if (isMadeOf(left, names)) return { operator, left: left.join('') }
  }
  return null
}

function tokensOf(source: string): readonly string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source)) {
    const [token] = match
    if (BLANK.test(token)) continue
    if (token === '`') TOKEN.lastIndex = templateEnd(source, match.index)
    const before = tokens.at(-1)
    // a regular expression cannot stand where an operand has just ended
    if (token.length > 1 && token.startsWith('/') && before !== undefined && DIVISION_BEFORE.test(before.slice(-1))) {
      tokens.push('/')
      TOKEN.lastIndex = match.index + 1
    } else tokens.push(token)
  }
  return tokens
}

/** Behind the template string that begins at `start`; templates in its holes are a part of it. */
function templateEnd(source: string, start: number): number {
  let braces = 0
  for (let i = start + 1; i < source.length; i++) {
    const c = source[i]
    if (c === '\\') i++
    else if (c === '`') {
      if (braces === 0) return i + 1
      i = templateEnd(source, i) - 1
    } else if (c === '}' && braces > 0) braces--
    else if (c === '{' && (braces > 0 || source[i - 1] === '$')) braces++
  }
  return source.length
}

/** The end of the bracket that begins at `open`. */
function closeOf(tokens: readonly string[], open: number): number {
  let depth = 0
  for (let i = open; i < tokens.length; i++) {
    if ('([{'.includes(tokens[i]!)) depth++
    else if (')]}'.includes(tokens[i]!) && --depth === 0) return i
  }
  return tokens.length
}

function openOf(tokens: readonly string[], close: number): number {
  let depth = 0
  for (let i = close; i >= 0; i--) {
    if (')]}'.includes(tokens[i]!)) depth++
    else if ('([{'.includes(tokens[i]!) && --depth === 0) return i
  }
  return 0
}

/** Names that a pattern binds: `o`, `{ id, n: more }`. */
const boundIn = (tokens: readonly string[]): readonly string[] =>
  tokens.filter((token, i) => NAME.test(token) && tokens[i + 1] !== ':')

function parametersOf(tokens: readonly string[]): readonly string[] {
  const arrow = tokens.indexOf('=>')
  const open = tokens.indexOf('(')
  if (open < 0 || (arrow >= 0 && arrow < open)) return tokens.slice(0, arrow).filter((t) => t !== 'async')
  return boundIn(tokens.slice(open + 1, closeOf(tokens, open)))
}

/** `const big = o.n.gt(0)`: what is made of a parameter is as good as one. */
function passOn(tokens: readonly string[], at: number, names: Set<string>): void {
  const equal = tokens.indexOf('=', at)
  if (equal < 0) return
  let end = equal + 1
  while (end < tokens.length && !STATEMENT.has(tokens[end]!))
    end = '([{'.includes(tokens[end]!) ? closeOf(tokens, end) + 1 : end + 1
  if (isMadeOf(tokens.slice(equal + 1, end), names)) for (const name of boundIn(tokens.slice(at + 1, equal))) names.add(name)
}

/** A name with its calls, fields and elements, or a bracket. */
function operandBefore(tokens: readonly string[], end: number): readonly string[] {
  let start = end
  while (start > 0) {
    const token = tokens[start - 1]!
    const bracket = token === ')' || token === ']'
    if (!bracket && !NAME.test(token)) break
    start = bracket ? openOf(tokens, start - 1) : start - 1
    const before = tokens[start - 1]
    if (before === '.' || before === '?.') start--
    else if (!bracket || before === undefined || NO_CALL.has(before) || !(NAME.test(before) || before === ')' || before === ']'))
      break
  }
  return tokens.slice(start, end)
}

/** It begins with such a name, or has a column of one somewhere: a row may be given to any function. */
const isMadeOf = (tokens: readonly string[], names: ReadonlySet<string>): boolean =>
  tokens.some(
    (token, i) =>
      names.has(token) &&
      tokens[i - 1] !== '.' &&
      tokens[i - 1] !== '?.' &&
      (tokens.slice(0, i).every((t) => t === '(') || ['.', '?.', '['].includes(tokens[i + 1] ?? '')),
  )
