// Cells of expected and actual rows: how they print and when they are the same.
import type { LiteralValue } from '../../ir/expr.js'
import type { FlowType } from '../../ir/types.js'
import { sameValue } from '../equality.js'
import { toText } from '../functions/cast-to-text.js'
import { jsonMember } from '../json-text.js'
import { decodeLiteral } from '../literal.js'
import type { Row, Value } from '../value.js'
import type { Actual, ExpectedCell } from './align.js'

/** Texts in quotes, so that they are told from numbers; NULL as `null`. */
export function cellText(value: Value, type: FlowType): string {
  if (value === null) return 'null'
  const text = toText(value, type)
  if (type.kind === 'boolean') return text.toLowerCase()
  return type.kind === 'char' ||
    type.kind === 'varchar' ||
    type.kind === 'date' ||
    type.kind === 'time' ||
    type.kind.startsWith('timestamp')
    ? `'${text.replaceAll("'", "''")}'`
    : text
}

export interface ActualRow extends Actual {
  readonly values: Row
}

export const actualRow = (values: Row, types: readonly FlowType[]): ActualRow => ({
  values,
  texts: values.map((v, i) => cellText(v, types[i]!)),
})

export function expectedCell(literal: LiteralValue | undefined, type: FlowType): ExpectedCell | null {
  if (literal === undefined) return null
  const value = decodeLiteral(literal, type)
  return { text: cellText(value, type), test: (actual, column) => sameValue((actual as ActualRow).values[column]!, value, type) }
}

/** An expected field of a dead-letter payload as the JSON text that the payload holds; numbers may come as their digits. */
export function payloadMember(literal: LiteralValue, type: FlowType): string {
  const numeric = type.kind === 'tinyint' || type.kind === 'smallint' || type.kind === 'int' || type.kind.startsWith('interval')
  return jsonMember(decodeLiteral(numeric && typeof literal === 'string' ? Number(literal) : literal, type), type)
}

/** Members of a JSON object as the texts that stand there. */
export function jsonMembers(object: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>()
  let at = 1
  const skipString = (from: number): number => {
    let i = from + 1
    while (object.charAt(i) !== '"') i += object.charAt(i) === '\\' ? 2 : 1
    return i + 1
  }
  while (at < object.length - 1) {
    const nameEnd = skipString(at)
    const name = JSON.parse(object.slice(at, nameEnd)) as string
    let depth = 0
    let i = nameEnd + 1
    for (; i < object.length; i++) {
      const c = object.charAt(i)
      if (c === '"') i = skipString(i) - 1
      else if (c === '{' || c === '[') depth++
      else if (c === '}' || c === ']') {
        if (depth === 0) break
        depth--
      } else if (c === ',' && depth === 0) break
    }
    members.set(name, object.slice(nameEnd + 1, i))
    at = i + 1
  }
  return members
}
