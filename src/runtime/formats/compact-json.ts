// JSON text as Jackson writes it for Flink: compact, doubles in Java's text, surrogate pairs escaped.
import { isExactArray, isExactNumber, type ExactJson, type ExactObject } from '../../core/exact-json.js'
import { doubleToText } from '../java-double.js'
import { quote } from '../json-text.js'

/** A text of a JSON object that Flink writes as bytes (UTF8JsonGenerator): characters beyond U+FFFF become two escapes. */
export function quoteJson(text: string): string {
  return quote(text).replace(/[\ud800-\udfff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** JsonNode#toString: whole numbers keep their digits, fractions go through a double. */
export function compactJson(v: ExactJson): string {
  if (v === null || typeof v === 'boolean') return String(v)
  // JsonNode#toString writes characters, not bytes: pairs stay as they are
  if (typeof v === 'string') return quote(v)
  if (isExactNumber(v)) return /^-?\d+$/.test(v.digits) ? v.digits : doubleToText(Number(v.digits))
  if (isExactArray(v)) return `[${v.map(compactJson).join(',')}]`
  return `{${[...(v as ExactObject)].map(([k, x]) => `${compactJson(k)}:${compactJson(x)}`).join(',')}}`
}
