// Pieces of TypeScript as text: literals, keys, accesses, objects, calls. What lays them out comes later.

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text)

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', "'": "\\'" }

export const quoted = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  `'${text.replaceAll(/[\\'\u0000-\u001f\u007f\u2028\u2029\ufeff]/g, (c) => ESCAPES[c] ?? unicode(c))}'`

const unicode = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The inside of a template literal. */
export const inTemplate = (text: string): string =>
  text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll(/[\r\u2028\u2029\ufeff\0]/g, unicode)

/** flow`…` */
export const tagged = (tag: string, text: string): string => `${tag}\`${inTemplate(text)}\``

/** Several lines of another language, as they are. */
export const template = (text: string): string => `\`${inTemplate(text)}\``

/** Documentation: one line as a text, several as a template whose indentation is that of the program around it. */
export const prose = (text: string): string =>
  text.includes('\n')
    ? `\`\n${text
        .split('\n')
        .map((line) => (line === '' ? '' : `  ${inTemplate(line)}`))
        .join('\n')}\n\``
    : quoted(text)

export const key = (name: string): string => (isIdentifier(name) ? name : quoted(name))

export const access = (of: string, name: string): string => (isIdentifier(name) ? `${of}.${name}` : `${of}[${quoted(name)}]`)

/** A piece of code with the comments around it: lines above it, and one behind it on its line. */
export interface Piece {
  readonly code: string
  readonly above?: string
  readonly behind?: string
}
/** Null as `code`: there is nothing to say. */
export interface Entry extends Omit<Piece, 'code'> {
  readonly key: string
  readonly code: string | null
}

export const pair = (name: string, code: string): string => (isIdentifier(name) && code === name ? code : `${key(name)}: ${code}`)

/** Keys that JavaScript puts before all others, or takes for something else. */
export const isNumberLike = (name: string): boolean => /^(?:0|[1-9][0-9]*)$/.test(name) || name === '__proto__'

/** An object has each key once, and those that are numbers stand first. */
export class WrongKey extends Error {
  readonly key: string

  constructor(key: string) {
    super(key)
    this.key = key
  }
}

/** The order of keys is that of the program. */
export function checkKeys(keys: readonly string[]): void {
  const wrong = keys.find((key, i) => isNumberLike(key) || keys.indexOf(key) < i)
  if (wrong !== undefined) throw new WrongKey(wrong)
}

/** `{ a: 1, b }`; an empty text without entries. */
export function object(entries: readonly Entry[]): string {
  checkKeys(entries.map((e) => e.key))
  const said = entries.flatMap((e) => (e.code === null ? [] : [{ ...e, code: pair(e.key, e.code) }]))
  return said.length === 0 ? '' : `{ ${said.map(withComma).join(' ')} }`
}

export const withComma = ({ above = '', code, behind = '' }: Piece): string => `${above}${code},${behind}`
/** A method of a chain. */
export const chained = ({ above = '', code, behind = '' }: Piece): string => `${above}${code}${behind}`
export const pieces = (items: readonly Piece[]): string => `[${items.map(withComma).join(' ')}]`

/** Arguments at the end that are empty are left out. */
export function call(name: string, ...args: readonly string[]): string {
  const last = args.findLastIndex((a) => a !== '')
  return `${name}(${args
    .slice(0, last + 1)
    .map((a) => (a === '' ? 'undefined' : a))
    .join(', ')})`
}

export const list = (items: readonly string[]): string => `[${items.join(', ')}]`

export const options = (entries: Readonly<Record<string, string | null>>): string =>
  object(Object.entries(entries).map(([name, code]) => ({ key: name, code })))
