// Types as a program writes them: `t.decimal(18, 2).notNull()`.
import type { FieldNode, TypeNode } from '../surface/ast.js'
import { isBranded, TYPE, type Declared } from './brands.js'
import { wrong } from './arguments.js'
import { columnEntries, columnName } from './column-names.js'
import { docText } from './declared.js'
import { mistake } from './mistake.js'
import { markIn, spanOf, type MarkedSpan } from './nodes.js'
import { partMade, partsUsed } from './parts.js'
import { refused } from './refused.js'
import { markOf, type Mark } from './site.js'
import type { Types } from './types/fields.js'

export interface WrittenType {
  readonly node: TypeNode
  readonly notNull: boolean
  /** The `///` lines above a field of this type. */
  readonly doc: string | null
  /** How many types are in one another. */
  readonly depth?: number
  /** What `notNull` and `doc` were said of. */
  readonly base?: WrittenType
  /** Types of the program that it names. */
  readonly refs: readonly Declared[]
}

/** An object of the API for a type; its own type is that of whoever gives it out. */
export function fieldType(written: WrittenType): never {
  const more = (said: Partial<WrittenType>, word: string, mark: Mark | null): never => {
    const base = written.base ?? written
    const type = { ...written, ...said, base }
    if (written.base !== undefined) partsUsed([written])
    // `id.notNull()` leaves `id` as it was; a type that nobody needs is no mistake
    partMade(type, `this \`${word}\` of a type`, mark, { base })
    return fieldType(type)
  }
  const doc = (text: string): never => {
    const mark = markOf(doc)
    return more({ doc: docText(text, mark) }, 'doc', mark)
  }
  const notNull = (): never => more({ notNull: true }, 'notNull', markOf(notNull))
  return Object.freeze({ [TYPE]: written, notNull, doc }) as never
}

export const writtenTypeOf = (value: unknown): WrittenType | null =>
  isBranded(value, TYPE) ? (value as { readonly [TYPE]: WrittenType })[TYPE] : null

export function typeOf(value: unknown, of: string, span: MarkedSpan): WrittenType {
  const type = writtenTypeOf(value)
  if (type !== null) {
    partsUsed([type])
    return type
  }
  return wrong(of, 'a type such as `t.string()`', value, span.mark, () => someType(span))
}

const someType = (span: MarkedSpan): WrittenType => ({
  node: { kind: 'named', name: 'string', parameters: [], span },
  notNull: false,
  doc: null,
  refs: [],
})

/** `{ id: t.bigint().notNull(), … }` */
export function fieldsOf(
  fields: unknown,
  of: string,
  span: MarkedSpan,
): { readonly nodes: readonly FieldNode[]; readonly types: readonly WrittenType[]; readonly refs: readonly Declared[] } {
  const entries = columnEntries(fields, of, span).map(([name, value]) => ({ name, type: typeOf(value, `${of}.${name}`, span) }))
  return {
    nodes: entries.map(({ name, type }) => ({
      name: columnName(name, span),
      type: type.node,
      notNull: type.notNull,
      doc: type.doc,
      span,
    })),
    types: entries.map((e) => e.type),
    refs: entries.flatMap((e) => e.type.refs),
  }
}

// ---------------------------------------------------------------- t

type Maker = (...args: readonly unknown[]) => never

/** A type by its word; what is left out of its parameters is not written. */
function named(word: string): Maker {
  const maker: Maker = (...args) => {
    const span = spanOf(maker)
    const parameters = args.filter((a) => a !== undefined)
    const odd = parameters.find((p) => typeof p !== 'number' || !Number.isSafeInteger(p) || p < 0)
    if (odd !== undefined) {
      const wants = 'a length, precision or scale'
      return refused(mistake('literal', { written: String(odd), wants }, span.mark), () => fieldType(someType(span)))
    }
    return plain({ kind: 'named', name: word, parameters: parameters as number[], span })
  }
  return maker
}

function plain(node: TypeNode, ...inner: readonly WrittenType[]): never {
  const depth = 1 + inner.reduce((most, i) => Math.max(most, i.depth ?? 0), 0)
  if (depth > MAX_DEPTH) {
    const deep = mistake('tooDeep', { what: `t.${node.kind}(…)`, most: MAX_DEPTH }, markIn(node.span))
    return refused(deep, () => fieldType({ ...someType(node.span as MarkedSpan), depth: NaN }))
  }
  // of what was too deep nothing more is kept
  if (Number.isNaN(depth)) return fieldType(inner.find((i) => Number.isNaN(i.depth))!)
  return fieldType({ node, notNull: false, doc: null, depth, refs: inner.flatMap((i) => i.refs) })
}

/** More than the language takes in one another. */
const MAX_DEPTH = 100

function collection(kind: 'array' | 'multiset'): Maker {
  const maker: Maker = (of) => {
    const span = spanOf(maker)
    const element = typeOf(of, `t.${kind}`, span)
    return plain({ kind, element: element.node, elementNotNull: element.notNull, span }, element)
  }
  return maker
}

const map: Maker = (keys, values) => {
  const span = spanOf(map)
  const [key, value] = [typeOf(keys, 't.map', span), typeOf(values, 't.map', span)]
  return plain(
    { kind: 'map', key: key.node, keyNotNull: key.notNull, value: value.node, valueNotNull: value.notNull, span },
    key,
    value,
  )
}

const row: Maker = (of) => {
  const span = spanOf(row)
  const { nodes, types } = fieldsOf(of, 't.row', span)
  return plain({ kind: 'row', fields: nodes, span }, ...types)
}

/**
 * The types of the language.
 *
 * @example
 * const Address = schema('Address', {
 *   city: t.string().notNull(),
 *   zip: t.char(5),
 *   tags: t.array(t.string()),
 *   paid: t.decimal(10, 2).doc('In euros.'),
 * })
 */
export const t: Types = {
  tinyint: named('tinyint'),
  smallint: named('smallint'),
  int: named('int'),
  bigint: named('bigint'),
  float: named('float'),
  double: named('double'),
  decimal: named('decimal'),
  boolean: named('boolean'),
  char: named('char'),
  varchar: named('varchar'),
  string: named('string'),
  binary: named('binary'),
  varbinary: named('varbinary'),
  bytes: named('bytes'),
  date: named('date'),
  time: named('time'),
  timestamp: named('timestamp'),
  timestampLtz: named('timestamp_ltz'),
  duration: named('duration'),
  array: collection('array'),
  multiset: collection('multiset'),
  map,
  row,
}
