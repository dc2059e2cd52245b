// A fixture's cell as a literal of its column's type: exactly that value or a problem, never a rounded, cut or wrapped one.
import { formatDate, formatTime, formatTimestamp, parseDate, parseTime, parseTimestamp } from '../core/civil-time.js'
import { fitsPrecision, formatDecimal, parseDecimal, rescale } from '../core/decimal.js'
import type { LiteralValue } from '../ir/expr.js'
import { INT, map, notNull, spell, type FlowType, type Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { CellLiteral, LiteralFromCell } from './expr-api.js'

const fine = (value: LiteralValue): CellLiteral => ({ ok: true, value })
/** `1 byte`, `2 bytes`. */
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
const wrong = (problem: string, help: string | null = null): CellLiteral => ({ ok: false, problem, help })

export const literalFromCell: LiteralFromCell = (cell, type) => {
  if (cell.kind === 'null') return type.nullable ? fine(null) : wrong(`NULL cannot stand in a column of type ${spell(type)}`)
  const t = type.type
  switch (t.kind) {
    case 'boolean':
      return cell.kind === 'boolean' ? fine(cell.value) : mismatch(cell, t, 'write `true` or `false`')
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
      return cell.kind === 'number' ? integer(cell.text, t) : mismatch(cell, t)
    case 'float':
    case 'double':
      return approximate(cell, t)
    case 'decimal':
      // in quotes too: JavaScript has no other way to write all its digits
      return cell.kind === 'number' || isNumber(cell) ? decimal(cell.text, t) : mismatch(cell, t)
    case 'char':
    case 'varchar':
      return text(cell, t)
    case 'binary':
    case 'varbinary':
      return bytes(cell, t)
    case 'date':
    case 'time':
    case 'timestamp':
    case 'timestamp_ltz':
      return cell.kind === 'string' ? moment(cell.text, t) : mismatch(cell, t, `write it in quotes: \`'${EXAMPLES[t.kind]}'\``)
    case 'array':
    case 'map':
    case 'row':
      return constructed(cell, t)
    case 'error':
      return fine(null)
    case 'multiset':
      return counted(cell, t.element, t)
    case 'interval_year_month':
    case 'interval_day_time':
    case 'null':
      return wrong(`a cell cannot hold a value of type ${t.key}`)
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  date: '2024-12-31',
  time: '23:59:59',
  timestamp: '2024-12-31 23:59:59',
  timestamp_ltz: '2024-12-31 23:59:59Z',
}

function shown(cell: ast.CellNode): string {
  switch (cell.kind) {
    case 'string':
      return `'${cell.text.replaceAll("'", "''")}'`
    case 'boolean':
      return String(cell.value)
    case 'number':
    case 'word':
    case 'row kind':
      return cell.text
    case 'null':
      return 'null'
    case 'array':
    case 'map':
      return `${cell.kind}[…]`
    case 'row':
      return 'row(…)'
  }
}

const mismatch = (cell: ast.CellNode, type: FlowType, help: string | null = null): CellLiteral =>
  wrong(`\`${shown(cell)}\` is no ${type.key}`, help)

const LIMITS: Readonly<Record<string, bigint>> = { tinyint: 1n << 7n, smallint: 1n << 15n, int: 1n << 31n, bigint: 1n << 63n }

function integer(written: string, type: FlowType): CellLiteral {
  const parsed = parseDecimal(written)
  if (parsed === null) return wrong(`\`${written}\` is no number`)
  const whole = rescale(parsed.unscaled, parsed.scale, 0)
  if (rescale(whole, 0, parsed.scale) !== parsed.unscaled)
    return wrong(`\`${written}\` is no whole number, the column is ${type.key}`)
  const limit = LIMITS[type.kind]!
  if (whole >= limit || whole < -limit)
    return wrong(`\`${written}\` is out of range: ${type.key} goes from ${-limit} to ${limit - 1n}`)
  return fine(type.kind === 'bigint' ? String(whole) : Number(whole))
}

function decimal(written: string, type: FlowType & { kind: 'decimal' }): CellLiteral {
  const parsed = parseDecimal(written)
  if (parsed === null) return wrong(`\`${written}\` is no number`)
  const unscaled = rescale(parsed.unscaled, parsed.scale, type.scale)
  if (parsed.scale > type.scale && rescale(unscaled, type.scale, parsed.scale) !== parsed.unscaled) {
    return wrong(`\`${written}\` has ${count(parsed.scale, 'fraction digit')}, ${type.key} takes ${type.scale}`)
  }
  if (!fitsPrecision(unscaled, type.precision)) return wrong(`\`${written}\` has too many digits for ${type.key}`)
  return fine(formatDecimal(unscaled, type.scale))
}

const NON_FINITE: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity'])

/** A text that holds a number. */
const isNumber = (cell: ast.CellNode): cell is ast.CellNode & { readonly kind: 'string' } =>
  cell.kind === 'string' && parseDecimal(cell.text) !== null

function approximate(cell: ast.CellNode, type: FlowType): CellLiteral {
  if ((cell.kind === 'word' || cell.kind === 'number' || cell.kind === 'string') && NON_FINITE.has(cell.text))
    return fine(cell.text)
  if (cell.kind !== 'number' && !isNumber(cell))
    return mismatch(cell, type, 'besides numbers a cell takes `NaN`, `Infinity` and `-Infinity`')
  const value = type.kind === 'float' ? Math.fround(Number(cell.text)) : Number(cell.text)
  return Number.isFinite(value) ? fine(value) : wrong(`\`${cell.text}\` is out of range for ${type.key}`)
}

function text(cell: ast.CellNode, type: FlowType & { length: number }): CellLiteral {
  if (cell.kind !== 'string' && cell.kind !== 'word') return mismatch(cell, type, `write a text in quotes: \`'${shown(cell)}'\``)
  return cell.text.length <= type.length
    ? fine(cell.text)
    : wrong(`\`${shown(cell)}\` has ${count(cell.text.length, 'character')}, ${type.key} takes ${type.length}`)
}

function bytes(cell: ast.CellNode, type: FlowType & { length: number }): CellLiteral {
  if (cell.kind !== 'string' || !/^([0-9a-fA-F]{2})*$/.test(cell.text))
    return mismatch(cell, type, "write the bytes as hexadecimal digits in quotes: `'00ff'`")
  const length = cell.text.length / 2
  const fits = type.kind === 'binary' ? length === type.length : length <= type.length
  return fits
    ? fine(cell.text.toLowerCase())
    : wrong(`\`${shown(cell)}\` has ${count(length, 'byte')}, ${type.key} takes ${type.length}`)
}

function moment(written: string, type: FlowType): CellLiteral {
  const help = `the form is \`'${EXAMPLES[type.kind]}'\``
  const none = wrong(`\`'${written}'\` is no ${type.key}`, help)
  if (type.kind === 'date') {
    const days = parseDate(written)
    return days === null ? noSuchDay(written, none) : fine(formatDate(days))
  }
  if (type.kind === 'time') {
    const at = parseTime(written, true)
    if (at === null) return none
    return tooFine(written, type.precision, type) ?? fine(formatTime(at.ms, type.precision, at.ns))
  }
  if (type.kind !== 'timestamp' && type.kind !== 'timestamp_ltz') return none
  const zoned = written.endsWith('Z')
  if (zoned && type.kind === 'timestamp')
    return wrong(`\`'${written}'\` is an instant, ${type.key} is a wall clock without a time zone`, 'leave out the `Z`')
  if (/[+-]\d{2}:?\d{2}$/.test(written.slice(11)))
    return wrong(
      `\`'${written}'\` has an offset from UTC`,
      type.kind === 'timestamp' ? 'leave out the offset' : 'write the instant in UTC',
    )
  const plain = (zoned ? written.slice(0, -1) : written).replace('T', ' ')
  const at = parseTimestamp(plain, ' ', true)
  if (at === null) return noSuchDay(plain.slice(0, 10), none)
  return tooFine(plain, type.precision, type) ?? fine(formatTimestamp(at, type.precision))
}

/** Digits of the second beyond the precision must be zeros. */
function tooFine(written: string, precision: number, type: FlowType): CellLiteral | null {
  const digits = written.includes('.') ? written.slice(written.indexOf('.') + 1).replace(/0+$/, '').length : 0
  return digits > precision
    ? wrong(`\`'${written}'\` has ${count(digits, 'digit')} after the second, ${type.key} takes ${precision}`)
    : null
}

const noSuchDay = (day: string, otherwise: CellLiteral): CellLiteral =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && parseDate(day) === null ? wrong(`there is no day ${day}`) : otherwise

/** `map['a', 2, 'b', 1]`: each element with how often it is there. */
function counted(written: ast.CellNode, element: Typed, type: FlowType): CellLiteral {
  const cell = asMap(written)
  if (cell.kind !== 'map') return mismatch(cell, type, "write each element and how often it is there: `map['a', 2]`")
  const counts = literalFromCell(cell, notNull(map(element, notNull(INT))))
  if (!counts.ok) return counts
  const low = (counts.value as readonly (readonly [LiteralValue, number])[]).find(([, n]) => n < 1)
  return low === undefined ? counts : wrong(`an element cannot be there ${low[1]} times`)
}

/** `row(zip = null, street = 'x')`: in any order; what is left out is NULL. */
function byName(
  names: readonly ast.Name[],
  items: readonly ast.CellNode[],
  type: Extract<FlowType, { kind: 'row' }>,
): CellLiteral {
  const given = new Map<string, ast.CellNode>()
  for (const [i, { text: name }] of names.entries()) {
    if (given.has(name)) return wrong(`the field \`${name}\` appears twice`)
    if (!type.fields.some((f) => f.name === name))
      return wrong(`${type.key} has no field \`${name}\``, `its fields are ${type.fields.map((f) => `\`${f.name}\``).join(', ')}`)
    given.set(name, items[i]!)
  }
  const values: LiteralValue[] = []
  for (const field of type.fields) {
    const item = given.get(field.name)
    if (item === undefined && !field.nullable) return wrong(`the field \`${field.name}\` is left out and never NULL`)
    const value = item === undefined ? fine(null) : literalFromCell(item, field)
    if (!value.ok) return value
    values.push(value.value)
  }
  return fine(values)
}

/** `row(a = 1)` where a map is wanted: the object of JavaScript that it was has names for keys. */
const asMap = (cell: ast.CellNode): ast.CellNode =>
  cell.kind === 'row' && cell.items.length === (cell.names?.length ?? 0)
    ? { kind: 'map', items: cell.items.flatMap((item, i) => [textOf(cell.names![i]!), item]), span: cell.span }
    : cell
const textOf = ({ text, span }: ast.Name): ast.CellNode => ({ kind: 'string', text, span })

function constructed(
  written: ast.CellNode,
  type: Extract<FlowType, { element: Typed } | { mapKey: Typed } | { fields: unknown }>,
): CellLiteral {
  const cell = type.kind === 'map' ? asMap(written) : written
  if (cell.kind !== 'array' && cell.kind !== 'map' && cell.kind !== 'row')
    return mismatch(cell, type, `write \`${type.kind === 'row' ? 'row(…)' : `${type.kind}[…]`}\``)
  if (cell.kind !== type.kind) return mismatch(cell, type, `write \`${type.kind === 'row' ? 'row(…)' : `${type.kind}[…]`}\``)
  if (type.kind === 'row' && cell.kind === 'row' && (cell.names !== undefined || cell.items.length === 0))
    return byName(cell.names ?? [], cell.items, type)
  const parts: readonly Typed[] =
    type.kind === 'row'
      ? type.fields
      : cell.items.map((_, i) => (type.kind !== 'map' ? type.element : i % 2 === 0 ? type.mapKey : type.value))
  if (type.kind === 'map' && cell.items.length % 2 === 1) return wrong('a map has a value for each key: `map[key, value, …]`')
  if (cell.items.length !== parts.length)
    return wrong(
      `${type.key} has ${count(parts.length, 'field')}, ${cell.items.length} ${cell.items.length === 1 ? 'is' : 'are'} given`,
    )
  const values: LiteralValue[] = []
  for (const [i, item] of cell.items.entries()) {
    const value = literalFromCell(item, parts[i]!)
    if (!value.ok) return value
    values.push(value.value)
  }
  if (type.kind !== 'map') return fine(values)
  const entries: [LiteralValue, LiteralValue][] = []
  for (let i = 0; i < values.length; i += 2) {
    if (entries.some(([key]) => JSON.stringify(key) === JSON.stringify(values[i])))
      return wrong(`the key \`${shown(cell.items[i]!)}\` appears twice`)
    entries.push([values[i]!, values[i + 1]!])
  }
  return fine(entries)
}
