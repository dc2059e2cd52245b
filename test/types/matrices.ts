// Every pair of column types under every operator, and every cast: as text for Flink and as a node for checkExpr (parsing
// thousands of texts would take most of the test's time).
import type { Span } from '../../src/core/span.js'
import type { BinaryOperator, ExprNode, TypeNode } from '../../src/surface/ast.js'
import { TYPES } from './columns.js'

export interface Matrix {
  readonly name: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly text: (row: string, column: string) => string
  readonly node: (row: string, column: string) => ExprNode
}

const span: Span = { declaration: 'matrix', start: 0, end: 0 }
const path = (name: string): ExprNode => ({ kind: 'path', names: [{ text: name, span }], span })

const ALL = TYPES.map(([name]) => name)
const NUMERIC = ['ti', 'si', 'i', 'l', 'f', 'd', 'd5', 'd10', 'd18', 'd20', 'd38', 'd3838']
const TARGETS = TYPES.map(([, type]) => type)

const named = (name: string, parameters: readonly number[] = []): TypeNode => ({ kind: 'named', name, parameters, span })
function rowNode(fields: readonly (readonly [name: string, type: TypeNode, notNull: boolean])[]): TypeNode {
  return {
    kind: 'row',
    fields: fields.map(([text, type, notNull]) => ({ name: { text, span }, type, notNull, doc: null, span })),
    span,
  }
}

const CONSTRUCTED: Readonly<Record<string, TypeNode>> = {
  'ARRAY<INT>': { kind: 'array', element: named('int'), elementNotNull: false, span },
  'MAP<STRING, INT>': { kind: 'map', key: named('string'), keyNotNull: false, value: named('int'), valueNotNull: false, span },
  'ARRAY<STRING NOT NULL>': { kind: 'array', element: named('string'), elementNotNull: true, span },
  'MULTISET<STRING>': { kind: 'multiset', element: named('string'), elementNotNull: false, span },
  'ROW<p ROW<q INT NOT NULL> NOT NULL, a ARRAY<ROW<k STRING>>>': rowNode([
    ['p', rowNode([['q', named('int'), true]]), true],
    ['a', { kind: 'array', element: rowNode([['k', named('string'), false]]), elementNotNull: false, span }, false],
  ]),
  'ROW<x INT, y STRING NOT NULL>': {
    kind: 'row',
    fields: [
      { name: { text: 'x', span }, type: named('int'), notNull: false, doc: null, span },
      { name: { text: 'y', span }, type: named('string'), notNull: true, doc: null, span },
    ],
    span,
  },
}

/** The types of columns.ts as the parser would read them. */
export function typeNode(type: string): TypeNode {
  const constructed = CONSTRUCTED[type]
  if (constructed !== undefined) return constructed
  const [, name = '', parameters = ''] = /^(\w+)(?:\((.*)\))?$/.exec(type) ?? []
  return named(name.toLowerCase(), parameters === '' ? [] : parameters.split(',').map(Number))
}

const operator = (sign: BinaryOperator, list: readonly string[], rightNullable: boolean): Matrix => {
  const right = (column: string): string => (rightNullable ? column : `n${column}`)
  return {
    name: `na ${sign} ${rightNullable ? '' : 'n'}b`,
    rows: list,
    columns: list,
    text: (row, column) => `n${row} ${sign} ${right(column)}`,
    node: (row, column) => ({
      kind: 'binary',
      operator: sign,
      left: path(`n${row}`),
      right: path(right(column)),
      operatorSpan: span,
      span,
    }),
  }
}

const callNode = (name: string, args: readonly ExprNode[]): ExprNode => ({
  kind: 'call',
  name: { text: name, span },
  distinct: false,
  star: false,
  args,
  filter: null,
  span,
})

const cast = (attempt: boolean): Matrix => ({
  name: attempt ? 'try_cast(a as B)' : 'cast(na as B)',
  rows: ALL,
  columns: TARGETS,
  text: (row, column) => (attempt ? `try_cast(${row} as ${column})` : `cast(n${row} as ${column})`),
  node: (row, column) => ({ kind: 'cast', attempt, operand: path(attempt ? row : `n${row}`), type: typeNode(column), span }),
})

export const MATRICES: readonly Matrix[] = [
  ...(['+', '-', '*', '/', '%'] as const).map((sign) => operator(sign, NUMERIC, false)),
  operator('=', ALL, false),
  operator('<', ALL, true),
  operator('||', ['b', 'i', 'd18', 'c3', 'v10', 's', 'bin4', 'yb', 'ts3'], false),
  {
    name: 'coalesce(a, nb)',
    rows: ALL,
    columns: ALL,
    text: (row, column) => `coalesce(${row}, n${column})`,
    node: (row, column) => callNode('coalesce', [path(row), path(`n${column}`)]),
  },
  {
    name: 'case when nb then na else nb end',
    rows: ALL,
    columns: ALL,
    text: (row, column) => `case when nb then n${row} else n${column} end`,
    node: (row, column) => ({
      kind: 'case',
      operand: null,
      branches: [{ when: path('nb'), then: path(`n${row}`) }],
      otherwise: path(`n${column}`),
      span,
    }),
  },
  {
    name: 'na in (nb, na)',
    rows: ALL,
    columns: ALL,
    text: (row, column) => `n${row} in (n${column}, n${row})`,
    node: (row, column) => ({
      kind: 'in',
      operand: path(`n${row}`),
      negated: false,
      list: [path(`n${column}`), path(`n${row}`)],
      span,
    }),
  },
  {
    name: 'if(nb, na, nb)',
    rows: ALL,
    columns: ALL,
    text: (row, column) => `if(nb, n${row}, n${column})`,
    node: (row, column) => callNode('if', [path('nb'), path(`n${row}`), path(`n${column}`)]),
  },
  {
    name: 'nullif(na, nb)',
    rows: ALL,
    columns: ALL,
    text: (row, column) => `nullif(n${row}, n${column})`,
    node: (row, column) => callNode('nullif', [path(`n${row}`), path(`n${column}`)]),
  },
  {
    name: 'array[na, nb]',
    rows: ALL,
    columns: ALL,
    text: (row, column) => `ARRAY[n${row}, n${column}]`,
    node: (row, column) => ({ kind: 'constructor', constructs: 'array', items: [path(`n${row}`), path(`n${column}`)], span }),
  },
  cast(false),
  cast(true),
]

/** Casts are planned for more pairs than there is code for: these are run, over one row of NULLs. */
export const RUN_CASTS = {
  rows: ['b', 'ti', 'i', 'l', 'f', 'd', 'd18', 'c3', 'v10', 's', 'bin4', 'yb', 'dt', 'tm', 'ts3', 'ltz3', 'ai', 'ms', 'r'],
  columns: TARGETS,
}
