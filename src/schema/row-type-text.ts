// A type of the language as TypeScript writes it: kind and nullability, in the words of src/api/types/values.ts. Lengths,
// precision and scale have no place in it: they are the checker's.
import type { FlowType, Typed } from '../ir/types.js'

/** Names of the package that a row type may use. */
export const VALUE_TYPES = [
  'Bytes',
  'CalendarDate',
  'DayTimeInterval',
  'Decimal',
  'Double',
  'Multiset',
  'TimeOfDay',
  'Timestamp',
  'TimestampLtz',
  'YearMonthInterval',
] as const
export type ValueType = (typeof VALUE_TYPES)[number]

/** The type of a column, `| null` where a value may be NULL. `used` gets the names that have to be imported. */
export function typeText(t: Typed, used: Set<ValueType>, indent = ''): string {
  const text = kindText(t.type, used, indent)
  return t.nullable && text !== 'unknown' ? `${text} | null` : text
}

export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** A text in single quotes, whatever is in it. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

function kindText(type: FlowType, used: Set<ValueType>, indent: string): string {
  const named = (name: ValueType): ValueType => {
    used.add(name)
    return name
  }
  switch (type.kind) {
    case 'boolean':
      return 'boolean'
    case 'tinyint':
    case 'smallint':
    case 'int':
      return 'number'
    case 'bigint':
      return 'bigint'
    case 'float':
    case 'double':
      return named('Double')
    case 'decimal':
      return named('Decimal')
    case 'char':
    case 'varchar':
      return 'string'
    case 'binary':
    case 'varbinary':
      return named('Bytes')
    case 'date':
      return named('CalendarDate')
    case 'time':
      return named('TimeOfDay')
    case 'timestamp':
      return named('Timestamp')
    case 'timestamp_ltz':
      return named('TimestampLtz')
    case 'interval_year_month':
      return named('YearMonthInterval')
    case 'interval_day_time':
      return named('DayTimeInterval')
    case 'array': {
      const element = typeText(type.element, used, indent)
      const plain = !type.element.nullable && type.element.type.kind !== 'array'
      return `readonly ${plain ? element : `(${element})`}[]`
    }
    case 'multiset':
      return `${named('Multiset')}<${typeText(type.element, used, indent)}>`
    case 'map':
      return `ReadonlyMap<${typeText(type.mapKey, used, indent)}, ${typeText(type.value, used, indent)}>`
    case 'row': {
      const inner = `${indent}  `
      const fields = type.fields.map((f) => `${inner}${propertyName(f.name)}: ${typeText(f, used, inner)}\n`)
      return `{\n${fields.join('')}${indent}}`
    }
    case 'null':
      return 'null'
    // of a program with mistakes; `flowc check` has told of it
    case 'error':
      return 'unknown'
  }
}
