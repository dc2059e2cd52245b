// Types as programs write them. Flink cuts bad parameters down silently (DECIMAL(39, 2), TIMESTAMP(10)); here they are reported.
import { didYouMean } from '../core/suggest.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { expressions } from '../diagnostics/codes/expressions.js'
import {
  array,
  BIGINT,
  binary,
  BOOLEAN,
  BYTES,
  char,
  DATE,
  decimal,
  DOUBLE,
  ERROR_TYPE,
  FLOAT,
  INT,
  isError,
  map,
  MAX_DECIMAL_PRECISION,
  MAX_LENGTH,
  multiset,
  row,
  SMALLINT,
  STRING,
  time,
  timestamp,
  timestampLtz,
  TINYINT,
  varbinary,
  varchar,
  type FlowType,
} from '../ir/types.js'
import type { Span } from '../core/span.js'
import type * as ast from '../surface/ast.js'
import type { TypeFromNode } from './expr-api.js'

interface NamedType {
  /** Most parameters. */
  readonly parameters: number
  /** The type, or what is wrong with the parameters. */
  readonly make: (parameters: readonly number[]) => FlowType | string
}

const plain = (type: FlowType): NamedType => ({ parameters: 0, make: () => type })

const sized = (whenMissing: FlowType, make: (n: number) => FlowType): NamedType => ({
  parameters: 1,
  make: ([n]) =>
    n === undefined ? whenMissing : n >= 1 && n <= MAX_LENGTH ? make(n) : `the length goes from 1 to ${MAX_LENGTH}`,
})

const fractional = (make: (p: number) => FlowType): NamedType => ({
  parameters: 1,
  make: ([p = 6]) => (p >= 0 && p <= 9 ? make(p) : 'the precision goes from 0 to 9'),
})

const exact: NamedType = {
  parameters: 2,
  make: ([p = 10, s = 0]) => {
    if (p < 1 || p > MAX_DECIMAL_PRECISION) return `the precision goes from 1 to ${MAX_DECIMAL_PRECISION}`
    return s >= 0 && s <= p ? decimal(p, s) : `the scale goes from 0 to the precision, ${p}`
  },
}

const NAMED: ReadonlyMap<string, NamedType> = new Map([
  ['boolean', plain(BOOLEAN)],
  ['tinyint', plain(TINYINT)],
  ['smallint', plain(SMALLINT)],
  ['int', plain(INT)],
  ['integer', plain(INT)],
  ['bigint', plain(BIGINT)],
  ['float', plain(FLOAT)],
  ['double', plain(DOUBLE)],
  ['double precision', plain(DOUBLE)],
  ['decimal', exact],
  ['dec', exact],
  ['numeric', exact],
  ['string', plain(STRING)],
  ['char', sized(char(1), char)],
  ['varchar', sized(STRING, varchar)],
  ['bytes', plain(BYTES)],
  ['binary', sized(binary(1), binary)],
  ['varbinary', sized(BYTES, varbinary)],
  ['date', plain(DATE)],
  // a DDL's and a CAST's TIME(p) is planned as TIME(0)
  ['time', { parameters: 1, make: ([p = 0]) => (p === 0 ? time(0) : 'Flink keeps TIME in whole seconds: the precision is 0') }],
  ['timestamp', fractional(timestamp)],
  ['timestamp_ltz', fractional(timestampLtz)],
])

/** What people write out of habit. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ['text', 'string'],
  ['character', 'char'],
  ['char varying', 'varchar'],
  ['character varying', 'varchar'],
  ['bool', 'boolean'],
  ['long', 'bigint'],
  ['int2', 'smallint'],
  ['int4', 'int'],
  ['int8', 'bigint'],
  ['real', 'float'],
  ['number', 'decimal'],
  ['datetime', 'timestamp'],
  ['timestamptz', 'timestamp_ltz'],
  ['blob', 'bytes'],
  ['bytea', 'bytes'],
  ['uuid', 'string'],
  ['json', 'string'],
])

export const typeFromNode: TypeFromNode = (node, bag) => {
  switch (node.kind) {
    case 'named':
      return named(node, bag)
    case 'array':
    case 'multiset': {
      const element = typeFromNode(node.element, bag)
      if (isError(element)) return ERROR_TYPE
      return (node.kind === 'array' ? array : multiset)({ type: element, nullable: !node.elementNotNull })
    }
    case 'map': {
      const [key, value] = [typeFromNode(node.key, bag), typeFromNode(node.value, bag)]
      if (isError(key) || isError(value)) return ERROR_TYPE
      return map({ type: key, nullable: !node.keyNotNull }, { type: value, nullable: !node.valueNotNull })
    }
    case 'row':
      return rowType(node, bag)
  }
}

/** What the name of another type takes the place of: parameters stay where that type has some too. */
const wordOf = (node: ast.TypeNode & { kind: 'named' }, meant: string): Span =>
  NAMED.get(meant)?.parameters === 0 ? node.span : { ...node.span, end: node.span.start + node.name.length }

/** A type as a message names it: one of the program with what it stands for. */
export const typeWords = (node: ast.TypeNode, type: FlowType): string =>
  node.alias === undefined ? type.key : `\`${node.alias.text}\`, which is ${type.key}`

export const isTypeName = (name: string): boolean => NAMED.has(name.toLowerCase())

function named(node: ast.TypeNode & { kind: 'named' }, bag: DiagnosticBag): FlowType {
  if (node.reported) return ERROR_TYPE
  const name = node.name.toLowerCase().replaceAll(/\s+/g, ' ')
  const definition = NAMED.get(name)
  if (definition === undefined) {
    const meant = HABITS.get(name)
    const help = meant === undefined ? didYouMean(name, NAMED.keys()) : `did you mean \`${meant}\`?`
    bag.report(
      expressions.unknownType,
      node.span,
      { name: node.name },
      {
        ...(help === undefined ? {} : { help }),
        ...(meant === undefined
          ? {}
          : { fixes: [{ title: `write \`${meant}\``, edits: [{ span: wordOf(node, meant), text: meant }] }] }),
      },
    )
    return ERROR_TYPE
  }
  const written = `${name}${node.parameters.length === 0 ? '' : `(${node.parameters.join(', ')})`}`
  const made =
    node.parameters.length > definition.parameters
      ? definition.parameters === 0
        ? 'this type takes no parameters'
        : `this type takes at most ${definition.parameters} ${definition.parameters === 1 ? 'parameter' : 'parameters'}`
      : definition.make(node.parameters)
  if (typeof made !== 'string') return made
  bag.report(expressions.typeParameters, node.span, { name: written, problem: made })
  return ERROR_TYPE
}

function rowType(node: ast.TypeNode & { kind: 'row' }, bag: DiagnosticBag): FlowType {
  const seen = new Set<string>()
  let bad = false
  const fields = node.fields.map((f) => {
    if (seen.has(f.name.text)) {
      bag.report(expressions.typeParameters, f.name.span, { name: 'row', problem: `the field \`${f.name.text}\` appears twice` })
      bad = true
    }
    seen.add(f.name.text)
    const type = typeFromNode(f.type, bag)
    bad ||= isError(type)
    return { name: f.name.text, type, nullable: !f.notNull }
  })
  return bad ? ERROR_TYPE : row(fields)
}
