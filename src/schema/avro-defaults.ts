// Defaults of Avro fields: whether they are ones (the first branch of a union decides), and their value as a literal.
import { parseDate, formatTime, formatTimestamp, formatDate, parseTimestamp } from '../core/civil-time.js'
import { formatDecimal, fitsPrecision, unscaledFromBytes } from '../core/decimal.js'
import { describeJson, isExactArray, isExactNumber, isExactObject, type ExactJson } from '../core/exact-json.js'
import type { LiteralValue } from '../ir/expr.js'
import type { PhysicalField } from '../ir/plan.js'
import type { FlowType } from '../ir/types.js'
import type { AvroNames } from './avro-names.js'
import { branchName, type AvroType } from './avro-types.js'
import type { SchemaProblem } from './model.js'

type Verdict = Pick<SchemaProblem, 'severity' | 'message'>

const INTEGER = /^-?\d+$/
const article = (name: string): string => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)

/** What is wrong with a default; null: nothing. `note` where it is allowed and yet suspicious. */
export function checkDefault(type: AvroType, value: ExactJson, names: AvroNames): Verdict | null {
  if (type.kind !== 'union') {
    const wrong = mismatch(type, value, names)
    return wrong === null ? null : { severity: isFractionForInteger(type, value) ? 'error' : 'warning', message: wrong }
  }
  const first = type.branches[0]!
  const wrapped = unwrapped(type.branches, value)
  if (wrapped !== null && mismatch(first, value, names) !== null)
    return {
      severity: 'error',
      message: `the default is written as {"${wrapped}": …}; defaults are written without the branch name`,
    }
  const wrong = mismatch(first, value, names)
  if (wrong === null) {
    const second = type.branches[1]
    return value === 'null' && second?.kind === 'primitive' && second.name === 'null'
      ? { severity: 'note', message: 'the default is the text "null", not null' }
      : null
  }
  if (isFractionForInteger(first, value)) return { severity: 'error', message: wrong }
  const fitting = type.branches.find((b) => mismatch(b, value, names) === null)
  if (fitting === undefined) return { severity: 'warning', message: wrong }
  return {
    severity: 'warning',
    message: `the default ${describeJson(value)} fits the branch \`${branchName(fitting)}\`, but a default belongs to the first one, \`${branchName(first)}\``,
  }
}

/** `{"string": "x"}` where `string` is a branch: the form in which Avro's JSON writes values, not defaults. */
function unwrapped(branches: readonly AvroType[], value: ExactJson): string | null {
  if (!isExactObject(value) || value.size !== 1) return null
  const key = [...value.keys()][0]!
  return branches.some((b) => branchName(b) === key) ? key : null
}

const isFractionForInteger = (type: AvroType, value: ExactJson): boolean =>
  type.kind === 'primitive' &&
  (type.name === 'int' || type.name === 'long') &&
  isExactNumber(value) &&
  !INTEGER.test(value.digits)

function mismatch(type: AvroType, value: ExactJson, names: AvroNames): string | null {
  const not = (what: string): string => `the default is ${describeJson(value)}, not ${what}`
  switch (type.kind) {
    case 'primitive':
      switch (type.name) {
        case 'null':
          return value === null ? null : not('null')
        case 'boolean':
          return typeof value === 'boolean' ? null : not('a boolean')
        case 'int':
        case 'long': {
          if (!isExactNumber(value) || !INTEGER.test(value.digits)) return not(article(type.name))
          return BigInt.asIntN(type.name === 'int' ? 32 : 64, BigInt(value.digits)) === BigInt(value.digits)
            ? null
            : `the default ${value.digits} is beyond ${article(type.name)}`
        }
        case 'float':
        case 'double':
          return isExactNumber(value) ? null : not(article(type.name))
        case 'string':
          return typeof value === 'string' ? null : not('a text')
        case 'bytes':
          return typeof value === 'string' && isLatin(value) ? null : not('bytes, written as a text of characters up to \\u00ff')
      }
      break
    case 'array': {
      if (!isExactArray(value)) return not('a list')
      for (const item of value) {
        const wrong = mismatch(type.items, item, names)
        if (wrong !== null) return wrong
      }
      return null
    }
    case 'map': {
      if (!isExactObject(value)) return not('an object')
      for (const item of value.values()) {
        const wrong = mismatch(type.values, item, names)
        if (wrong !== null) return wrong
      }
      return null
    }
    case 'union':
      return type.branches.length > 0 ? mismatch(type.branches[0]!, value, names) : null
    case 'named': {
      const found = names.find(type.name, type.short, false)
      if (!found.ok) return null
      switch (found.type.kind) {
        case 'enum':
          if (typeof value !== 'string') return not(`a symbol of \`${type.name}\``)
          return found.type.symbols.includes(value) ? null : not(`a symbol of \`${type.name}\``)
        case 'fixed':
          return typeof value === 'string' && isLatin(value) && value.length === found.type.size
            ? null
            : not(`${found.type.size} bytes, written as a text of characters up to \\u00ff`)
        case 'record': {
          if (!isExactObject(value)) return not('an object')
          for (const f of found.type.fields) {
            const given = value.get(f.name)
            if (given === undefined) {
              if (f.default === undefined) return `the default leaves out \`${f.name}\`, which has no default of its own`
              continue
            }
            const wrong = mismatch(f.type, given, names)
            if (wrong !== null) return wrong
          }
          return null
        }
      }
    }
  }
  return null
}

const isLatin = (text: string): boolean => [...text].every((c) => c.codePointAt(0)! <= 0xff)
const latinBytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0))
const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

/** A valid default as a literal of the field's type; undefined where the type cannot hold it. */
export function literalDefault(field: PhysicalField, value: ExactJson): LiteralValue | undefined {
  if (value === null) return field.nullable ? null : undefined
  switch (field.encoding) {
    case 'debezium-timestamp-micros':
      return isExactNumber(value)
        ? formatTimestamp({ ms: Number(BigInt(value.digits) / 1000n) - (BigInt(value.digits) % 1000n < 0n ? 1 : 0), ns: 0 }, 3)
        : undefined
    case 'debezium-zoned-timestamp': {
      const at = typeof value === 'string' && value.endsWith('Z') ? parseTimestamp(value.slice(0, -1), 'T') : null
      return at === null ? undefined : formatTimestamp(at, 3)
    }
    default:
      return literal(field.type, value)
  }
}

function literal(type: FlowType, value: ExactJson): LiteralValue | undefined {
  if (value === null) return null
  switch (type.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'int':
    case 'float':
    case 'double':
      return isExactNumber(value) ? Number(value.digits) : undefined
    case 'bigint':
      return isExactNumber(value) ? value.digits : undefined
    case 'varchar':
      return typeof value === 'string' ? value : undefined
    case 'varbinary':
      return typeof value === 'string' ? hex(latinBytes(value)) : undefined
    case 'decimal': {
      if (typeof value !== 'string') return undefined
      const unscaled = unscaledFromBytes(latinBytes(value))
      return fitsPrecision(unscaled, type.precision) ? formatDecimal(unscaled, type.scale) : null
    }
    case 'date': {
      const text = isExactNumber(value) ? formatDate(Number(value.digits)) : null
      return text !== null && parseDate(text) !== null ? text : undefined
    }
    case 'time':
      return isExactNumber(value) ? formatTime(Number(value.digits), 3) : undefined
    case 'timestamp':
      return isExactNumber(value) ? formatTimestamp({ ms: Number(value.digits), ns: 0 }, type.precision) : undefined
    case 'array': {
      const items = isExactArray(value) ? value.map((v) => literal(type.element.type, v)) : [undefined]
      return items.includes(undefined) ? undefined : (items as LiteralValue[])
    }
    case 'map': {
      if (!isExactObject(value)) return undefined
      const entries = [...value].map(([k, v]) => [k, literal(type.value.type, v)] as const)
      return entries.some(([, v]) => v === undefined) ? undefined : (entries as unknown as LiteralValue[])
    }
    case 'row': {
      if (!isExactObject(value)) return undefined
      const fields = type.fields.map((f) =>
        value.has(f.name) ? literal(f.type, value.get(f.name)!) : f.nullable ? null : undefined,
      )
      return fields.includes(undefined) ? undefined : (fields as LiteralValue[])
    }
    default:
      return undefined
  }
}
