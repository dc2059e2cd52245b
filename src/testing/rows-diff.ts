// Rows of a run beside the rows that a test expects: as a multiset or in order, in the columns that the expected rows name.
import { flowTests } from '../diagnostics/codes/flow-tests.js'
import { tests } from '../diagnostics/codes/tests.js'
import { suggest } from '../core/suggest.js'
import type { FlowType } from '../ir/types.js'
import { alignRows, alignSequence, type Actual, type Expected, type ExpectedCell } from '../runtime/test-runner/align.js'
import { cellText } from '../runtime/test-runner/cells.js'
import { diffText } from '../runtime/test-runner/diff-text.js'
import { messageOf } from '../runtime/test-runner/expectations.js'
import type { DiffLine } from '../runtime/test-runner/result.js'
import { isRow } from '../api/pipelines/cells.js'
import { misuse, spoken, type Called } from './errors.js'
import { expectedValue, type ExpectedValue } from './expected-value.js'
import { isAsymmetric, plainText, samePlain } from './plain-value.js'
import { columnsOf, typedValue } from './row-values.js'

/**
 * @example
 * const options: RowsOptions = { key: 'order_id', inOrder: true }
 */
export interface RowsOptions {
  /** Columns by which a wrong row is shown beside the one that came; else it stands beside the row most like it. */
  readonly key?: string | readonly string[]
  /** Row for row, not in any order. */
  readonly inOrder?: boolean
}

type Fields = Readonly<Record<string, unknown>>
interface ComparedRow extends Actual {
  readonly fields: Fields
}

/** The report of what is not as expected; null where everything is. `what`: `the rows`. */
export function rowsDiff(
  use: { readonly matcher: string; readonly what?: string; readonly called: Called },
  actual: unknown,
  expected: unknown,
  options: RowsOptions = {},
): string | null {
  const came = listOf(actual, 'rows of a run', use)
  const wanted = listOf(expected, 'the rows that are expected as a list of objects', use)
  const names = columnNames(wanted.length > 0 ? wanted : came)
  known(came, names, use)
  const rows = came.map((fields): ComparedRow => ({
    fields,
    texts: names.map((name) => actualText(fields, name)),
  }))
  const types = names.map((name) => typesOf(came, name))
  const origin = { declaration: '', start: 0, end: 0 }
  const cells = wanted.map((row): Expected => ({
    origin,
    cells: names.map((name, i) => expectedCell(row, name, came, types[i]!, use)),
  }))
  const key = keyOf(came, options, names)
  const lines = options.inOrder === true ? alignSequence(cells, rows) : alignRows(cells, rows, key)
  const of = columnsOf(came)?.relation
  const message = messageOf(use.what ?? (of === undefined ? 'the rows' : `the rows of \`${of}\``), lines)
  return message === null ? null : [message, ...table(names, lines)].join('\n')
}

const MOST_EQUAL = 12

/** Of many rows that are as expected none is shown: the others would be lost among them. */
function table(columns: readonly string[], lines: readonly DiffLine[]): readonly string[] {
  const equal = lines.filter((l) => l.status === 'equal').length
  if (equal <= MOST_EQUAL) return diffText({ columns, lines }, { marks: true })
  const wrong = lines.filter((l) => l.status !== 'equal')
  return [...diffText({ columns, lines: wrong }, { marks: true }), `  (${equal} rows that are as expected are not shown)`]
}

export function listOf(
  value: unknown,
  wanted: string,
  { matcher, called }: { readonly matcher: string; readonly called: Called },
): readonly Fields[] {
  const bad = Array.isArray(value) ? value.findIndex((v) => !isRow(v)) : -1
  if (!Array.isArray(value) || bad >= 0)
    throw misuse(
      flowTests.notRows,
      { matcher, wanted, got: Array.isArray(value) ? `a list with ${spoken(value[bad])}` : spoken(value) },
      called,
      value instanceof Promise || Array.isArray(value)
        ? {}
        : { help: 'rows are what `run.rows(relation)` and `run.changes(relation)` give' },
    )
  return value as readonly Fields[]
}

const columnNames = (rows: readonly Fields[]): readonly string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

/** A column that the relation has not would be `missing` in every row: it is told by itself. */
function known(came: readonly Fields[], names: readonly string[], { called }: { readonly called: Called }): void {
  const of = columnsOf(came)
  if (of === null) return
  const all = [...of.more, ...of.columns.map((c) => c.name)]
  const name = names.find((n) => !all.includes(n))
  if (name === undefined) return
  const near = suggest(name, all)
  const help = near.length > 0 ? `did you mean \`${near[0]}\`?` : `it has ${all.map((n) => `\`${n}\``).join(', ')}`
  throw misuse(tests.column, { name, relation: of.relation }, called, { help })
}

function actualText(fields: Fields, name: string): string {
  const typed = typedValue(fields, name)
  if (typed !== null) return cellText(typed.value, typed.type)
  return Object.hasOwn(fields, name) ? plainText(fields[name]) : ''
}

function expectedCell(
  row: Fields,
  name: string,
  came: readonly Fields[],
  types: readonly FlowType[],
  { called }: { readonly called: Called },
): ExpectedCell | null {
  if (!Object.hasOwn(row, name)) return null
  const written = row[name]
  // it would be compared with nothing: an expected value that is computed may be it by mistake
  if (written === undefined)
    throw misuse(tests.cell, { column: name, problem: '`undefined` is no value' }, called, {
      help: 'write `null` for NULL, or leave the column out',
    })
  if (isAsymmetric(written))
    return {
      text: plainText(written),
      test: (actual) => written.asymmetricMatch((actual as ComparedRow).fields[name]),
    }
  /** Of each type that the column has: the value that is meant. */
  const values = new Map<string, ExpectedValue>()
  const whole = columnsOf(came)?.columns.find((c) => c.name === name)
  const first = whole === undefined ? undefined : expectedValue(written, whole.type)
  if (first?.ok === false)
    throw misuse(tests.cell, { column: name, problem: first.problem }, called, first.help === null ? {} : { help: first.help })
  return {
    text: first?.text ?? textLike(written, types),
    test: (actual) => {
      const { fields } = actual as ComparedRow
      const typed = typedValue(fields, name)
      if (typed === null) return Object.hasOwn(fields, name) && samePlain(fields[name], written)
      const value = values.get(typed.type.key) ?? expectedValue(written, typed.type)
      values.set(typed.type.key, value)
      return value.ok && value.test(typed.value)
    },
  }
}

/** Of dead letters a column may have several types, one a reason. */
function typesOf(came: readonly Fields[], name: string): readonly FlowType[] {
  const types = new Map<string, FlowType>()
  for (const row of came) {
    const type = typedValue(row, name)?.type
    if (type !== undefined) types.set(type.key, type)
  }
  return [...types.values()]
}

/** As the column prints it, where a row that came knows the column. */
function textLike(written: unknown, types: readonly FlowType[]): string {
  for (const type of types) {
    const value = expectedValue(written, type)
    if (value.ok) return value.text
  }
  return plainText(written)
}

function keyOf(came: readonly Fields[], { key }: RowsOptions, names: readonly string[]): readonly number[] | null {
  const columns = key === undefined ? (columnsOf(came)?.key ?? null) : typeof key === 'string' ? [key] : key
  const at = columns?.map((name) => names.indexOf(name)) ?? []
  return at.length === 0 || at.includes(-1) ? null : at
}
