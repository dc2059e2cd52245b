// What JavaScript decides by itself in a callback: `a || b`, `a ?? b`, `a ? b : c`, `!a` of expressions. An expression is an object,
// always there and true, so one side is never made. Where no loader looks at operands while they run, it is looked for in the text of the
// callback, which every engine keeps. Only what is certain is told: a column of the callback's own row, and what its methods give.
import { METHOD_NAMES } from './operators.js'

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|[\p{ID_Start}$_#][\p{ID_Continue}$]*|\d[\w.]*|'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*|=>|[=!]==?|[<>]=|\.\.\.|\?\.(?!\d)|\|\|=?|\?\?=?|&&=?|[^]/uy
const NAME = /^[\p{ID_Start}$_]/u
const BLANK = /^(?:\s|\/\/|\/\*)/
const DIVISION_BEFORE = /^(?:[\p{ID_Continue}$]+|[)\]}'"`])$/u
const NO_CALL: ReadonlySet<string> = new Set(['return', 'if', 'while', 'case', 'in', 'of', 'typeof', 'void', 'await', 'new'])
/** What stands before an operand that is the whole left side. */
const BEFORE: ReadonlySet<string> = new Set(['(', '[', ',', ';', '{', '}', '=', '=>', ':', '?', '...', '||', 'return'])
const CONSTANT = /^(?:\d|['"]|true$|false$|null$|undefined$)/
const NOTHING: ReadonlySet<string> = new Set(['null', 'undefined'])

const OPERATORS = ['||', '??', '&&', '?', '===', '!==', '==', '!=', '!', 'if', 'while'] as const
type Operator = (typeof OPERATORS)[number]
/** `=`: a value for what is missing. */
export type Deciding = Operator | '=' | `${'==' | '===' | '!=' | '!=='} ${'null' | 'undefined'}`
const isDeciding = (token: string): token is Operator => (OPERATORS as readonly string[]).includes(token)

export interface Decided {
  readonly operator: Deciding
  /** The expression that it is decided by. */
  readonly by: string
}

/** The first such operator beside an expression that is made of a row; null: none. */
export function decidedByJavaScript(callback: (...args: never[]) => unknown): Decided | null {
  const source = asWritten(Function.prototype.toString.call(callback))
  if (!/[?!]|\|\||&&|==|\b(?:if|while)\b|\{[^{}]*=/.test(source)) return null
  // a loader of tests looks at the operands of this one while it runs
  if (/\$flowc_*\(\)\[\d+\]\(/.test(source)) return null
  const tokens = tokensOf(source)
  const parameters = parametersOf(tokens)
  const preset = presetIn(parameters)
  if (preset !== null) return preset
  const rows = new Set(rowsOf(parameters).filter((name) => !isBoundAgain(tokens, name)))
  for (const [i, token] of tokens.entries()) {
    // `o.x ||= a` looks at `o.x`
    const operator = /^(?:\|\||\?\?|&&)=$/.test(token) ? token.slice(0, 2) : token
    if (!isDeciding(operator)) continue
    const by = operandOf(tokens, i, operator)
    // `o.x === null`
    const nothing = operator.includes('=') && NOTHING.has(tokens[i + 1] ?? '')
    if (isExpression(by, rows))
      return { operator: nothing ? (`${operator} ${tokens[i + 1]}` as Deciding) : operator, by: shown(by) }
  }
  return null
}

/** Without brackets around it; nothing where it is not the whole operand. */
function operandOf(tokens: readonly string[], at: number, operator: Operator): readonly string[] {
  if (operator === '!') return bare(operandBehind(tokens, at))
  if (operator === 'if' || operator === 'while') return bare(conditionOf(tokens, at))
  if (operator.includes('=') && !CONSTANT.test(tokens[at + 1] ?? '')) return []
  const by = operandBefore(tokens, at)
  return BEFORE.has(tokens[at - by.length - 1] ?? '') ? bare(by) : []
}

const bare = (tokens: readonly string[]): readonly string[] =>
  tokens[0] === '(' && closeOf(tokens, 0) === tokens.length - 1 ? bare(tokens.slice(1, -1)) : tokens

/** Parameters that are a name. */
function rowsOf(parameters: readonly string[]): readonly string[] {
  const rows: string[] = []
  for (let i = 0; i < parameters.length; i++) {
    const token = parameters[i]!
    if ('([{'.includes(token)) i = closeOf(parameters, i)
    else if (NAME.test(token) && [undefined, ','].includes(parameters[i - 1]) && [undefined, ','].includes(parameters[i + 1]))
      rows.push(token)
  }
  return rows
}

const DECLARING: ReadonlySet<string> = new Set(['const', 'let', 'var'])

/** `let a, o` */
function isDeclaredBehind(tokens: readonly string[], at: number, name: string): boolean {
  for (let i = at + 1; i < tokens.length && ![';', '}'].includes(tokens[i]!); i++) {
    if ('([{'.includes(tokens[i]!)) i = closeOf(tokens, i)
    else if (tokens[i] === name && (i === at + 1 || tokens[i - 1] === ',')) return true
  }
  return false
}

/** Whether something in the callback may have the same name: nothing is certain then. */
function isBoundAgain(tokens: readonly string[], name: string): boolean {
  const at = tokens.indexOf(name)
  return tokens.some((token, i) => {
    if (i <= at) return false
    if (token === name && !['.', '?.'].includes(tokens[i - 1]!))
      return /^(?:=>|=|(?:\|\||\?\?|&&)=)$/.test(tokens[i + 1] ?? '') || tokens[i - 1] === 'function' || tokens[i - 1] === 'class'
    if (DECLARING.has(token)) return isDeclaredBehind(tokens, i, name)
    // a pattern, or the parameters of a function
    const next = tokens[i + 1]
    const binds =
      token === ')' ? next === '=>' || next === '{' : (token === '}' || token === ']') && ['=', 'of', 'in'].includes(next!)
    if (!binds) return false
    const open = openOf(tokens, i)
    if (open < at || ['if', 'while', 'switch'].includes(tokens[open - 1]!)) return false
    return tokens
      .slice(open, i)
      .some((t, k, inside) => t === name && !['.', '?.'].includes(inside[k - 1]!) && !['.', '?.', '['].includes(inside[k + 1]!))
  })
}

/** Without what tools have made of it: counts of Istanbul, and `(0, module.name)(…)` for `name(…)`. */
const asWritten = (source: string): string =>
  source.replaceAll(/\bcov_\w+\(\)\.[fsb](?:\[\d+\])+\+\+\s*[,;]/g, '').replaceAll(/\(0\s*,\s*(?:[\w$]+\.)+([\w$]+)\)/g, '$1')

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

/** `o.flag`, `o['flag']`, `o.n.gt(1).and(…)`: of a row, and methods of the API only. */
function isExpression(tokens: readonly string[], rows: ReadonlySet<string>): boolean {
  if (!rows.has(tokens[0] ?? '') || tokens.length < 2) return false
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token === '[') {
      if (i > 1 || !/^['"]/.test(tokens[2] ?? '') || tokens[3] !== ']') return false
      i = 3
    } else if (token === '.' || token === '?.') {
      if (!NAME.test(tokens[++i] ?? '')) return false
    } else if (token === '(' && METHOD_NAMES.has(tokens[i - 1]!) && i > 3) i = closeOf(tokens, i)
    else return false
  }
  return true
}
