// JSON with the digits as written: numbers stay text, keys keep their order, a repeated key is known.
import type { Json } from './stable-json.js'

/** A number as the text had it: `9007199254740993`, `0.0`, `1e3`. */
export interface ExactNumber {
  readonly digits: string
}

export type ExactObject = ReadonlyMap<string, ExactJson>
export type ExactJson = null | boolean | string | ExactNumber | readonly ExactJson[] | ExactObject

export type ExactResult =
  | {
      readonly ok: true
      readonly value: ExactJson
      /** First key that stands twice in one object. */ readonly duplicate: string | null
    }
  | {
      readonly ok: false
      /** UTF-16 offset in the text. */ readonly offset: number
      readonly reason: string
      /** The text stops too early. */ readonly truncated: boolean
    }

export const isExactNumber = (v: ExactJson | undefined): v is ExactNumber => typeof v === 'object' && v !== null && 'digits' in v
export const isExactObject = (v: ExactJson | undefined): v is ExactObject => v instanceof Map
export const isExactArray = (v: ExactJson | undefined): v is readonly ExactJson[] => Array.isArray(v)

/** Deeper nesting is refused: a recursive reader would overflow at some thousand brackets. */
const MAX_JSON_DEPTH = 200

class Failure {
  readonly offset: number
  readonly reason: string
  readonly truncated: boolean
  constructor(offset: number, reason: string, truncated = false) {
    this.offset = offset
    this.reason = reason
    this.truncated = truncated
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Reads exactly one JSON value (RFC 8259), from `start` to the end of the text. */
export function parseExactJson(text: string, start = 0): ExactResult {
  let at = start
  let duplicate: string | null = null

  const space = (): void => {
    for (;;) {
      const c = text.charCodeAt(at)
      if (c === 32 || c === 10 || c === 13 || c === 9) at++
      else return
    }
  }
  const found = (): string => {
    const point = text.codePointAt(at)
    if (point === undefined) return 'the end of the text'
    return point < 32 || point === 127
      ? `the control character U+${point.toString(16).toUpperCase().padStart(4, '0')}`
      : `\`${String.fromCodePoint(point)}\``
  }
  const fail = (expected: string): never => {
    throw new Failure(at, `expected ${expected}, found ${found()}`, at >= text.length)
  }

  const string = (): string => {
    const open = at++
    let from = at
    let built = ''
    for (;;) {
      const c = text.charCodeAt(at)
      if (c === 34) {
        const end = at++
        return built === '' ? text.slice(from, end) : built + text.slice(from, end)
      }
      if (Number.isNaN(c)) throw new Failure(open, 'a string is not closed', true)
      if (c < 32) throw new Failure(at, `${found()} stands unescaped in a string`)
      if (c !== 92) {
        at++
        continue
      }
      built += text.slice(from, at)
      const escape = text.charAt(at + 1)
      if (escape === 'u') {
        const hex = text.slice(at + 2, at + 6)
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw new Failure(at, '`\\u` needs four hexadecimal digits', at + 6 > text.length)
        built += String.fromCharCode(Number.parseInt(hex, 16))
        at += 6
      } else {
        const plain = ESCAPES[escape]
        if (plain === undefined)
          throw new Failure(at, escape === '' ? 'a string is not closed' : `\`\\${escape}\` is no escape of JSON`, escape === '')
        built += plain
        at += 2
      }
      from = at
    }
  }

  const word = (name: string, value: null | boolean): null | boolean => {
    if (!text.startsWith(name, at))
      return name.startsWith(text.slice(at)) ? ((at = text.length), fail(`\`${name}\``)) : fail('a JSON value')
    at += name.length
    return value
  }

  const value = (depth: number): ExactJson => {
    space()
    switch (text.charCodeAt(at)) {
      case 34:
        return string()
      case 123: {
        if (depth >= MAX_JSON_DEPTH) throw new Failure(at, `brackets are nested deeper than ${MAX_JSON_DEPTH}`)
        const object = new Map<string, ExactJson>()
        at++
        space()
        if (text.charCodeAt(at) === 125) {
          at++
          return object
        }
        for (;;) {
          space()
          if (text.charCodeAt(at) !== 34) fail(object.size === 0 ? 'a quoted key or `}`' : 'a quoted key')
          const key = string()
          if (duplicate === null && object.has(key)) duplicate = key
          space()
          if (text.charCodeAt(at) !== 58) fail('`:`')
          at++
          object.set(key, value(depth + 1))
          space()
          const c = text.charCodeAt(at)
          if (c === 125) {
            at++
            return object
          }
          if (c !== 44) fail('`,` or `}`')
          at++
        }
      }
      case 91: {
        if (depth >= MAX_JSON_DEPTH) throw new Failure(at, `brackets are nested deeper than ${MAX_JSON_DEPTH}`)
        const list: ExactJson[] = []
        at++
        space()
        if (text.charCodeAt(at) === 93) {
          at++
          return list
        }
        for (;;) {
          list.push(value(depth + 1))
          space()
          const c = text.charCodeAt(at)
          if (c === 93) {
            at++
            return list
          }
          if (c !== 44) fail('`,` or `]`')
          at++
        }
      }
      case 116:
        return word('true', true)
      case 102:
        return word('false', false)
      case 110:
        return word('null', null)
      default: {
        NUMBER.lastIndex = at
        const match = NUMBER.exec(text)
        if (match === null) return fail('a JSON value')
        at += match[0].length
        return { digits: match[0] }
      }
    }
  }

  try {
    const result = value(0)
    space()
    if (at < text.length) fail('the end of the text')
    return { ok: true, value: result, duplicate }
  } catch (e) {
    if (e instanceof Failure) return { ok: false, offset: e.offset, reason: e.reason, truncated: e.truncated }
    throw e
  }
}

/** A number whose value a JavaScript number holds exactly, else a bigint for whole numbers; fractions become the nearest double. */
function plainNumber(n: ExactNumber): number | bigint {
  const near = Number(n.digits)
  return /^-?\d+$/.test(n.digits) && !Number.isSafeInteger(near) ? BigInt(n.digits) : near
}

/** The same value as plain data; a whole number beyond 2^53 stays exact as a bigint. */
export function toPlainJson(v: ExactJson): Json {
  if (v === null || typeof v !== 'object') return v
  if (isExactNumber(v)) return plainNumber(v)
  if (isExactArray(v)) return v.map(toPlainJson)
  return Object.fromEntries([...(v as ExactObject)].map(([k, x]) => [k, toPlainJson(x)]))
}

/** What a value is, in the words of a message: `the number 1.5`, `the text 'abc'`, `an object`. */
export function describeJson(v: ExactJson | undefined): string {
  if (v === undefined) return 'nothing'
  if (v === null) return 'null'
  if (typeof v === 'boolean') return String(v)
  if (typeof v === 'string') return `the text '${v.length > 40 ? `${v.slice(0, 40)}…` : v}'`
  if (isExactNumber(v)) return `the number ${v.digits.length > 40 ? `${v.digits.slice(0, 40)}…` : v.digits}`
  return isExactArray(v) ? 'a list' : 'an object'
}
