// Tests: steps as methods, rows as objects.
import type { CellNode, ColumnHeadNode, FixtureRow, FixtureTable, Name, TestDecl, TestStep } from '../surface/ast.js'
import { call, chained, checkKeys, list, object, options, pieces, quoted } from './code.js'
import { parts } from './comments.js'
import { docEntry } from './pipelines.js'
import { duration } from './durations.js'

import { Inexpressible, relation, type KnownColumn, type KnownType, type Module, type OfKind } from './module.js'

/** `.test('…', (test) => test.given(…).expect(…))` */
export function test(m: Module, d: TestDecl): string {
  const name = m.names.local('test')
  const steps = parts(m, m.origin.range(d).start, d.steps, (step) => STEPS[step.kind](m, step as never))
  return call('.test', quoted(d.title.value), `(${name}) => ${name}${steps.map(chained).join('')}`, object(docEntry(d)))
}

type Of<K extends TestStep['kind']> = OfKind<TestStep, K>
const STEPS: { readonly [K in TestStep['kind']]: (m: Module, step: Of<K>) => string } = {
  given: (m, { relations, rows: given, span }) => {
    const [first, ...others] = relations
    if (first === undefined) throw new Inexpressible({ span }, '`given` without a relation')
    if (given.kind === 'file' && others.length === 0) return call('.givenFile', relation(m, first), quoted(given.path.value))
    if (given.kind === 'file') throw new Inexpressible(given, 'a file for several relations')
    return others.length === 0
      ? call('.given', relation(m, first), rows(m, given, givenColumns(m, first)))
      : call('.givenTogether', together(m, relations, given))
  },
  expect: (m, { relation: of, table }) => call('.expect', relation(m, of), rows(m, table, columnsOf(m, of))),
  'expect changes': (m, { relation: of, table }) => call('.expectChanges', relation(m, of), rows(m, table, columnsOf(m, of))),
  'expect dlq': (m, { table }) => call('.expectDlq', rows(m, table, null)),
  'expect nothing': (m, { relation: of }) => call('.expectNothing', relation(m, of)),
  watermark: (m, { relation: of, to }) => call('.watermark', relation(m, of), moment(to)),
  'expect watermark': (m, { relation: of, at }) => call('.expectWatermark', relation(m, of), moment(at)),
  advance: (m, { by }) => call('.advance', duration(m, by)),
  idle: (m, { relation: of, partition }) => call('.idle', relation(m, of), partition === null ? '' : String(partition)),
  restart: () => '.restart()',
  end: () => '.end()',
  open: () => '.open()',
  'expect error': (_, { code }) => call('.expectError', quoted(code.value)),
}

function columnsOf(m: Module, name: Name): readonly KnownColumn[] | null {
  const meaning = m.bindings.get(name.text)?.meaning
  return meaning?.kind === 'relation' ? (meaning.known?.columns ?? null) : null
}

/** Of captured changes a test gives the row of the table, and the row before it. */
function givenColumns(m: Module, name: Name): readonly KnownColumn[] | null {
  const columns = columnsOf(m, name)
  const [op, before, after] = ['op', 'before', 'after'].map((n) => columns?.find((c) => c.name === n)?.type)
  if (op === undefined || before?.kind !== 'row' || after?.kind !== 'row') return columns
  // a record may have these columns by itself
  return [...columns!, ...after.fields, { name: '@before', type: before }]
}

/** A moment on the time axis. */
function moment(node: CellNode): string {
  if (node.kind !== 'string') throw new Inexpressible(node, 'a moment that is no text')
  return quoted(node.text)
}

function rows(m: Module, table: FixtureTable, columns: readonly KnownColumn[] | null): string {
  checkKeys(table.columns.map((c) => c.name))
  return pieces(parts(m, m.origin.range(table).start, table.rows, (r) => row(table.columns, r, columns)))
}

function row(heads: readonly ColumnHeadNode[], { cells }: FixtureRow, columns: readonly KnownColumn[] | null): string {
  const entries = heads.map((head, i) => {
    const node = cells[i] ?? null
    return { key: head.name, code: node === null ? null : cell(node, columns?.find((c) => c.name === head.name)?.type ?? OTHER) }
  })
  return object(entries) || '{}'
}

/** Rows of several sources in turn: the column `@from` says whose each is. */
function together(m: Module, relations: readonly Name[], table: FixtureTable): string {
  checkKeys(table.columns.map((c) => c.name))
  const from = table.columns.findIndex((c) => c.name === '@from')
  if (from < 0) throw new Inexpressible(table, 'rows of several relations without `@from`')
  const without = <T>(items: readonly T[]): readonly T[] => items.filter((_, i) => i !== from)
  const used = new Set<string>()
  const items = parts(m, m.origin.range(table).start, table.rows, (r) => {
    const whose = r.cells[from]
    const name = relations.find((n) => (whose?.kind === 'word' || whose?.kind === 'string') && n.text === whose.text)
    if (name === undefined) throw new Inexpressible(r, 'a row whose relation is not named')
    used.add(name.text)
    const own = row(without(table.columns), { ...r, cells: without(r.cells) }, givenColumns(m, name))
    return options({ from: relation(m, name), row: own })
  })
  if (used.size !== new Set(relations.map((n) => n.text)).size) throw new Inexpressible(table, 'a relation without rows')
  return pieces(items)
}

// ---------------------------------------------------------------- cells

const OTHER: KnownType = { kind: 'other' }

function cell(node: CellNode, type: KnownType): string {
  switch (node.kind) {
    case 'null':
      return 'null'
    case 'boolean':
      return String(node.value)
    case 'string':
    case 'row kind':
      return quoted(node.text)
    case 'word':
      return NON_FINITE[node.text] ?? quoted(node.text)
    case 'number':
      return number(node.text, type)
    case 'array':
      return list(node.items.map((item) => cell(item, type.kind === 'list' ? type.element : OTHER)))
    case 'map': {
      if (node.items.length % 2 === 1) throw new Inexpressible(node, 'a map with a key without a value')
      const types = type.kind === 'map' ? [type.key, type.value] : [OTHER, OTHER]
      const parts = node.items.map((item, i) => cell(item, types[i % 2]!))
      const pairs = parts.flatMap((key, i) => (i % 2 === 0 ? [list([key, parts[i + 1]!])] : []))
      return `new Map(${list(pairs)})`
    }
    case 'row':
      return rowCell(node, type)
  }
}

function rowCell(node: CellNode & { kind: 'row' }, type: KnownType): string {
  const { items, names } = node
  const fields = type.kind === 'row' ? type.fields : null
  const entries = items.map((item, i) => {
    const key = names?.[i]?.text ?? fields?.[i]?.name
    if (key === undefined) throw new Inexpressible(node, 'a row whose fields have no names here')
    return { key, code: cell(item, fields?.find((f) => f.name === key)?.type ?? OTHER) }
  })
  return object(entries) || '{}'
}

const NON_FINITE: Readonly<Record<string, string>> = { NaN: 'NaN', Infinity: 'Infinity', '-Infinity': '-Infinity' }

/** Decimals keep their digits as texts; other numbers are numbers, as exactly as JavaScript has them. */
function number(text: string, type: KnownType): string {
  if (NON_FINITE[text] !== undefined) return text
  if (type.kind === 'decimal') return quoted(text)
  const plain = text.replace(/^\+/, '')
  if (/^-?[0-9]+$/.test(plain)) return Number.isSafeInteger(Number(plain)) ? String(Number(plain)) : `${BigInt(plain)}n`
  const trimmed = /^-?[0-9]*\.[0-9]+$/.test(plain) ? plain.replace(/\.?0+$/, '').replace(/^(-?)\./, '$10.') : plain
  const value = Number(plain)
  if (String(value) === (trimmed === '-' ? '0' : trimmed)) return String(value)
  return quoted(text)
}
