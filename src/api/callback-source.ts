// What JavaScript decides by itself in a callback: `a || b`, `a ?? b`, `a ? b : c`, `!a` of expressions. An expression is an object,
// always there and true, so one side is never made. Where nothing is left behind by which that could be seen, it is found in the text
// of the callback, which every engine keeps.
import { METHOD_NAMES } from './operators.js'

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|[\p{ID_Start}$_#][\p{ID_Continue}$]*|\d[\w.]*|'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*|=>|[=!]==?|[<>]=|\.\.\.|\?\.(?!\d)|\|\|=?|\?\?=?|&&=?|[^]/uy
const NAME = /^[\p{ID_Start}$_]/u
const BLANK = /^(?:\s|\/\/|\/\*)/
const DIVISION_BEFORE = /^(?:[\p{ID_Continue}$]+|[)\]}'"`])$/u
const STATEMENT: ReadonlySet<string> = new Set(['const', 'let', 'var', 'return', 'if', 'for', 'throw', ';'])
const NO_CALL: ReadonlySet<string> = new Set(['return', 'if', 'while', 'case', 'in', 'of', 'typeof', 'void', 'await', 'new'])

const OPERATORS = ['||', '??', '&&', '?', '===', '!==', '==', '!=', '!', 'if'] as const
type Operator = (typeof OPERATORS)[number]
/** `=`: a value for what is missing. */
export type Deciding = Operator | '='
const isDeciding = (token: string): token is Operator => (OPERATORS as readonly string[]).includes(token)

export interface Decided {
  readonly operator: Deciding
  /** The expression that it is decided by. */
  readonly by: string
}

/** The first such operator beside an expression that is made of a parameter; null: none. */
export function decidedByJavaScript(callback: (...args: never[]) => unknown): Decided | null {
  const source = asWritten(Function.prototype.toString.call(callback))
  if (!/[?!]|\|\||&&|==|\b(?:if|while)\b|\{[^{}]*=/.test(source)) return null
  const tokens = tokensOf(source)
  const parameters = parametersOf(tokens)
  const preset = presetIn(parameters)
  if (preset !== null) return preset
  const names = new Set(boundIn(parameters))
  for (const [i, token] of tokens.entries()) {
    if (token !== 'const' && token !== 'let' && token !== 'var') continue
    const taken = passOn(tokens, i, names)
    if (taken !== null) return taken
  }
  for (const [i, token] of tokens.entries()) {
    // `c ||= a` looks at `c`, and `while` as `if` does
    const operator = token === 'while' ? 'if' : /^(?:\|\||\?\?|&&)=$/.test(token) ? token.slice(0, 2) : token
    if (!isDeciding(operator)) continue
    const by = operator === '!' ? operandBehind(tokens, i) : operator === 'if' ? conditionOf(tokens, i) : operandBefore(tokens, i)
    if (isExpression(by, names)) return { operator, by: shown(by) }
  }
  return null
}

/** Without what a loader has made of it: calls that look at an operand, and `(0, module.name)(…)` for `name(…)`. */
const asWritten = (source: string): string =>
  source
    .replaceAll(/\$flowc\[\d+\]| \[\$flowc\.row\]: \$row\d+,|, \$row\d+(?=\))/g, '')
    .replaceAll(/\(0\s*,\s*(?:[\w$]+\.)+([\w$]+)\)/g, '$1')

/** What a call is given is left out: a loader may have given it other names. */
function shown(tokens: readonly string[]): string {
  const parts: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const isCall = tokens[i] === '(' && (NAME.test(tokens[i - 1] ?? '') || tokens[i - 1] === ')')
    const close = isCall ? closeOf(tokens, i) : i
    parts.push(isCall ? (close > i + 1 ? '(…)' : '()') : tokens[i]!)
    i = close
  }
  return parts.join('')
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

/** What stands in the brackets. */
function parametersOf(tokens: readonly string[]): readonly string[] {
  const arrow = tokens.indexOf('=>')
  const open = tokens.indexOf('(')
  if (open < 0 || (arrow >= 0 && arrow < open)) return tokens.slice(0, arrow).filter((t) => t !== 'async')
  return tokens.slice(open + 1, closeOf(tokens, open))
}

/** `{ region = 'none' }` of a row: a column is always there. */
function presetIn(pattern: readonly string[]): Decided | null {
  const open = pattern.indexOf('{')
  const at = open < 0 ? -1 : pattern.findIndex((token, i) => i > open && token === '=' && NAME.test(pattern[i - 1]!))
  return at < 0 || at > closeOf(pattern, open) ? null : { operator: '=', by: pattern[at - 1]! }
}

/** `const big = o.n.gt(0)`: what is made of a parameter is as good as one. */
function passOn(tokens: readonly string[], at: number, names: Set<string>): Decided | null {
  const isPattern = tokens[at + 1] === '{' || tokens[at + 1] === '['
  const equal = isPattern ? closeOf(tokens, at + 1) + 1 : tokens.indexOf('=', at)
  if (tokens[equal] !== '=') return null
  let end = equal + 1
  while (end < tokens.length && !STATEMENT.has(tokens[end]!))
    end = '([{'.includes(tokens[end]!) ? closeOf(tokens, end) + 1 : end + 1
  if (!isExpression(tokens.slice(equal + 1, end), names)) return null
  const pattern = tokens.slice(at + 1, equal)
  for (const name of boundIn(pattern)) names.add(name)
  return isPattern ? presetIn(pattern) : null
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

function operandBehind(tokens: readonly string[], at: number): readonly string[] {
  let end = at + 1
  for (let token = tokens[end] ?? ''; ; token = tokens[end] ?? '') {
    if (token === '(' || token === '[') end = closeOf(tokens, end) + 1
    else if (NAME.test(token)) end++
    else break
    const next = tokens[end] ?? ''
    if (next === '.' || next === '?.') end++
    else if (next !== '(' && next !== '[') break
  }
  return tokens.slice(at + 1, end)
}

/** `if (o.flag)`: what stands in the brackets, where it is one operand. */
function conditionOf(tokens: readonly string[], at: number): readonly string[] {
  const inside = tokens.slice(at + 2, closeOf(tokens, at + 1))
  return operandBefore(inside, inside.length).length === inside.length ? inside : []
}

/**
 * It begins with such a name, or it is a call with a column of one: `upper(o.name)`, `coalesce(o.a, o.b).gt(1)`. An element of a list
 * of expressions is none: it may not be there.
 */
function isExpression(tokens: readonly string[], names: ReadonlySet<string>): boolean {
  const first = tokens.findIndex((t) => t !== '(')
  const root = tokens[first]
  if (root === undefined || names.has(root)) return root !== undefined
  if (!NAME.test(root) || tokens[first + 1] !== '(') return false
  const close = closeOf(tokens, first + 1)
  const column = (token: string, i: number): boolean => names.has(token) && isColumn(tokens, first + 2 + i)
  if (!tokens.slice(first + 2, close).some(column)) return false
  const called = tokens[openOf(tokens, tokens.lastIndexOf(')')) - 1]
  return tokens.slice(close + 1).every((t) => t === ')') || (called !== undefined && METHOD_NAMES.has(called))
}

/** `o.` and `o[`: what stands alone is the row, which may be given to any function. */
const isColumn = (tokens: readonly string[], at: number): boolean =>
  !['.', '?.'].includes(tokens[at - 1] ?? '') && ['.', '?.', '['].includes(tokens[at + 1] ?? '')
