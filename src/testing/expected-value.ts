// A value that somebody expects, written in JavaScript, as a value of a column's type: exactly that one or a problem.
import { INT, isString, type FlowType, type Typed } from '../ir/types.js'
import { sameValue } from '../runtime/equality.js'
import { decodeLiteral } from '../runtime/literal.js'
import { cellText } from '../runtime/test-runner/cells.js'
import type { Value } from '../runtime/value.js'
import type { CellNode } from '../surface/test-nodes.js'
import { literalFromCell } from '../typecheck/cell.js'
import { plainText, samePlain } from './plain-value.js'
import { resultCell } from './values.js'

export type ExpectedValue =
  | { readonly ok: true; readonly text: string; readonly test: (value: Value) => boolean }
  | { readonly ok: false; readonly problem: string; readonly help: string | null }

export function expectedValue(written: unknown, type: FlowType): ExpectedValue {
  // the language has no cell for an interval
  if (hasInterval(type))
    return { ok: true, text: plainText(written), test: (value) => samePlain(resultCell(value, type), written) }
  const cell = cellOf(written, type)
  if (typeof cell === 'string') return { ok: false, problem: cell, help: null }
  const literal = literalFromCell(cell, { type, nullable: true })
  if (!literal.ok) return literal
  const value = decodeLiteral(literal.value, type)
  return { ok: true, text: cellText(value, type), test: (actual) => sameValue(actual, value, type) }
}

function hasInterval(type: FlowType): boolean {
  const within = ({ type: t }: Typed): boolean => hasInterval(t)
  switch (type.kind) {
    case 'interval_year_month':
    case 'interval_day_time':
      return true
    case 'array':
    case 'multiset':
      return within(type.element)
    case 'map':
      return within(type.mapKey) || within(type.value)
    case 'row':
      return type.fields.some(within)
    default:
      return false
  }
}

/** Cells of JavaScript stand nowhere. */
const span: CellNode['span'] = { declaration: '', start: 0, end: 0 }

/** A text says why there is none. */
function cellOf(written: unknown, type: FlowType): CellNode | string {
  switch (typeof written) {
    case 'boolean':
      return { kind: 'boolean', value: written, span }
    case 'bigint':
      return { kind: 'number', text: String(written), span }
    case 'number':
      return Number.isFinite(written)
        ? { kind: 'number', text: String(written), span }
        : { kind: 'word', text: String(written), span }
    case 'string':
      return { kind: 'string', text: written, span }
    case 'object':
      break
    default:
      return written === undefined ? '`undefined` is no value' : `a ${typeof written} is no value of a column`
  }
  if (written === null) return { kind: 'null', span }
  if (written instanceof Uint8Array) return { kind: 'string', text: plainText(written).slice(1, -1), span }
  const wrong = `\`${plainText(written)}\` is no ${type.key}`
  switch (type.kind) {
    case 'array':
      return Array.isArray(written)
        ? many(
            'array',
            (written as unknown[]).map((v) => [v, type.element.type] as const),
          )
        : wrong
    case 'multiset':
    case 'map': {
      const [keys, values] = type.kind === 'map' ? [type.mapKey.type, type.value.type] : [type.element.type, INT]
      // keys that are texts can be those of an object
      const entries = isMap(written) ? [...written] : Array.isArray(written) || !isString(keys) ? null : Object.entries(written)
      return entries === null
        ? wrong
        : many(
            'map',
            entries.flatMap(([k, v]) => [[k, keys] as const, [v, values] as const]),
          )
    }
    case 'row': {
      if (Array.isArray(written) || isMap(written)) return wrong
      const fields = written as Readonly<Record<string, unknown>>
      const unknown = Object.keys(fields).find((name) => !type.fields.some((f) => f.name === name))
      if (unknown !== undefined) return `${type.key} has no field \`${unknown}\``
      return many(
        'row',
        type.fields.map((f) => [Object.hasOwn(fields, f.name) ? fields[f.name] : null, f.type] as const),
      )
    }
    default:
      return wrong
  }
}

const isMap = (value: object): value is ReadonlyMap<unknown, unknown> => value instanceof Map

function many(kind: 'array' | 'row' | 'map', parts: readonly (readonly [unknown, FlowType])[]): CellNode | string {
  const items: CellNode[] = []
  for (const [written, type] of parts) {
    const cell = cellOf(written, type)
    if (typeof cell === 'string') return cell
    items.push(cell)
  }
  return { kind, items, span }
}
