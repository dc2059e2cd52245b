// Texts that a program of TypeScript hands over. What the user wrote comes out as it is: `${` is escaped. A param in a template
// string becomes `${name}`: its `toString` gives a sign that no other text can hold, since NUL is refused everywhere.
import type { Declared } from './brands.js'
import { mistake } from './mistake.js'
import { refused, SOME_TEXT } from './refused.js'
import type { Mark } from './site.js'

const SIGN = '\0'
const MARKER = /\0([^\0]*)#(\d+)\0/g

interface Params {
  readonly declared: Map<number, Declared>
}
/** One list for all copies of this package in one program: a text of one may be read by another. */
const KEY = Symbol.for('flowc.params')
const shared = globalThis as unknown as Record<symbol, Params | undefined>
const params: Params = (shared[KEY] ??= { declared: new Map() })
const numbers = new WeakMap<object, string>()

/** What `toString` of a param gives. `declaration` is what refers to it. */
export function paramMarker(name: string, declaration: Declared): string {
  const known = numbers.get(declaration)
  if (known !== undefined) return known
  const number = params.declared.size + 1
  params.declared.set(number, declaration)
  const marker = `${SIGN}${name}#${number}${SIGN}`
  numbers.set(declaration, marker)
  return marker
}

/** The names of the params in a text. */
export const paramsIn = (value: string): readonly string[] =>
  holdsParam(value) ? [...value.matchAll(MARKER)].flatMap((m) => (params.declared.has(Number(m[2])) ? [m[1]!] : [])) : []

export const holdsParam = (value: string): boolean => value.includes(SIGN)

/** With `${name}` for each param, and `$${` for what would be one. */
export function textWithParams(value: string, mark: Mark | null, refs: Set<Declared>): string {
  if (!holdsParam(value)) return escaped(value, mark)
  let end = 0
  let text = ''
  for (const match of value.matchAll(MARKER)) {
    const declaration = params.declared.get(Number(match[2]))
    if (declaration === undefined) continue
    // in braces no other name is a param
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(match[1]!))
      return refused(
        mistake('name', { name: match[1]!, of: 'a param that stands in a text', why: 'sign' }, mark),
        () => SOME_TEXT,
      )
    refs.add(declaration)
    text += `${escaped(value.slice(end, match.index), mark)}\${${match[1]}}`
    end = match.index + match[0].length
  }
  return text + escaped(value.slice(end), mark)
}

function escaped(value: string, mark: Mark | null): string {
  return oneLine(value, mark).replaceAll('${', () => '$${')
}

/** A text in which the language replaces nothing. */
export function plainText(value: string, mark: Mark | null): string {
  const [param] = paramsIn(value)
  if (param !== undefined) return refused(mistake('paramInPlainText', { name: param }, mark), () => SOME_TEXT)
  return oneLine(value, mark)
}

/** The only text that spans lines is the body of `sql`. */
export function blockWithParams(value: string, mark: Mark | null, refs: Set<Declared>): string {
  if (value.includes('"""')) return refused(mistake('textSign', { sign: '"""', text: shown(value) }, mark), () => SOME_TEXT)
  const lines = value.split('\n').map((l) => textWithParams(l.replace(/\r$/, ''), mark, refs))
  const text = lines.join('\n')
  // the quote would be one of those that end the block
  return text.endsWith('"') ? `${text} ` : text
}

function oneLine(value: string, mark: Mark | null): string {
  const sign = /[\n\r\0]|\p{Surrogate}/u.exec(value)?.[0]
  if (sign === undefined) return value
  const name = sign === '\0' ? 'NUL' : sign < ' ' ? 'line break' : 'half of a character'
  return refused(mistake('textSign', { sign: name, text: shown(value) }, mark), () => SOME_TEXT)
}

const shown = (value: string): string => {
  const line = value.replaceAll('\0', '\\0').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}
