// `'10.00'` of a column that the program itself declares as a number stands in a table as the number that it is.
import type { CellNode, FieldNode, FixtureTable, TypeNode } from '../../surface/ast.js'
import { DECLARATION, relationOf, type DeclarationRecord } from '../brands.js'

const NUMBERS: ReadonlySet<string> = new Set(['decimal', 'float', 'double'])
const DIGITS = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** `of`: the relation of each row, or of all. */
export function withDigits(table: FixtureTable, of: (row: number) => unknown): FixtureTable {
  const known = new Map<unknown, ReadonlySet<string>>()
  const numbersOf = (relation: unknown): ReadonlySet<string> => {
    const found = known.get(relation) ?? numbersIn(relation)
    known.set(relation, found)
    return found
  }
  const cell = (c: CellNode | null, column: string, row: number): CellNode | null =>
    c?.kind === 'string' && DIGITS.test(c.text) && numbersOf(of(row)).has(column)
      ? { kind: 'number', text: c.text, span: c.span }
      : c
  return {
    ...table,
    rows: table.rows.map((row, i) => ({ ...row, cells: row.cells.map((c, at) => cell(c, table.columns[at]!.name, i)) })),
  }
}

/** The columns of a relation that are numbers with digits behind the point, as far as its declaration says so itself. */
function numbersIn(value: unknown): ReadonlySet<string> {
  const record = relationOf(value)?.declared[DECLARATION]
  if (record === undefined) return new Set()
  const isNumber = (f: FieldNode): boolean => meant(f.type, record)
  return new Set(fieldsOf(record).flatMap((f) => (isNumber(f) ? [f.name.text] : [])))
}

/** Names of the fields that its schema has; empty: the program itself does not say. */
export function declaredFields(relation: unknown): readonly string[] {
  const record = relationOf(relation)?.declared[DECLARATION]
  return record === undefined ? [] : fieldsOf(record).map((f) => f.name.text)
}

function fieldsOf({ node, refs }: DeclarationRecord): readonly FieldNode[] {
  if (node.kind === 'sql') return node.returns
  if (node.kind !== 'source') return []
  const schema = node.clauses.find((c) => c.kind === 'schema')?.source
  if (schema?.kind !== 'named') return []
  const declared = refs.map((r) => r[DECLARATION].node).find((n) => n.kind === 'schema' && n.name.text === schema.name.text)
  return declared?.kind === 'schema' ? declared.fields : []
}

/** A name that the program gives to a type is what that is. */
function meant(type: TypeNode, record: DeclarationRecord): boolean {
  if (type.kind !== 'named') return false
  if (NUMBERS.has(type.name)) return true
  for (const ref of record.refs) {
    const named = ref[DECLARATION]
    if (named.node.kind === 'schema' && meant(type, named)) return true
    if (named.node.kind === 'type' && named.node.name.text === type.name) return meant(named.node.type, named)
  }
  return false
}
