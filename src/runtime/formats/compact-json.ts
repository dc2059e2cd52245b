// JSON text as Jackson writes it for Flink: compact, doubles in Java's text, surrogate pairs escaped.
import { isExactArray, isExactNumber, type ExactJson, type ExactObject } from '../../core/exact-json.js'
import { doubleToText } from '../java-double.js'

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const hex = (c: string): string => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** A text of a JSON object that Flink writes as bytes (UTF8JsonGenerator): characters beyond U+FFFF become two escapes. */
export function quoteJson(text: string): string {
  // eslint-disable-next-line no-control-regex
  return `"${text.replace(/["\\\u0000-\u001f\ud800-\udfff]/g, (c) => SHORT[c] ?? hex(c))}"`
}

/** JsonNode#toString: whole numbers keep their digits, fractions go through a double. */
export function compactJson(v: ExactJson): string {
  if (v === null || typeof v === 'boolean') return String(v)
  // JsonNode#toString writes characters, not bytes: pairs stay as they are
  // eslint-disable-next-line no-control-regex
  if (typeof v === 'string') return `"${v.replace(/["\\\u0000-\u001f]/g, (c) => SHORT[c] ?? hex(c))}"`
  if (isExactNumber(v)) return /^-?\d+$/.test(v.digits) ? v.digits : doubleToText(Number(v.digits))
  if (isExactArray(v)) return `[${v.map(compactJson).join(',')}]`
  return `{${[...(v as ExactObject)].map(([k, x]) => `${compactJson(k)}:${compactJson(x)}`).join(',')}}`
}
