// `given NAME` tables: rows as records of sources, with meta columns, defaults and Debezium operations.
import { tests } from '../diagnostics/codes/tests.js'
import type { LiteralValue } from '../ir/expr.js'
import type { SourceOperator } from '../ir/plan.js'
import type { InputRow } from '../ir/test-plan.js'
import type { Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { literalFromCell } from './cell.js'
import { meant } from './fixes.js'
import { sourceNamed, timeOf, type TestScope } from './test-scope.js'

const META = ['@from', '@time', '@op', '@partition', '@offset'] as const
type Meta = (typeof META)[number]
const isMeta = (name: string): name is Meta => (META as readonly string[]).includes(name)

const OPS: ReadonlyMap<string, InputRow['op']> = new Map([
  ['r', 'r'],
  ['c', 'c'],
  ['u', 'u'],
  ['d', 'd'],
  ['+I', 'c'],
  ['+U', 'u'],
  ['-D', 'd'],
])

/** Keeps what earlier rows of the test said: which keys of a cdc table are there. */
export class GivenRows {
  readonly #scope: TestScope
  readonly #keys = new Set<string>()
  constructor(scope: TestScope) {
    this.#scope = scope
  }

  table(relations: readonly ast.Name[], table: ast.FixtureTable): readonly InputRow[] {
    const sources = relations.map((n) => sourceNamed(n, this.#scope))
    if (sources.includes(null)) return []
    const found = sources as SourceOperator[]
    const heads = this.#heads(found, table, relations)
    if (heads === null) return []
    const rows: InputRow[] = []
    for (const row of table.rows) {
      const source = this.#sourceOf(found, table, row)
      if (source === null) continue
      const input = this.#row(source, table, row)
      if (input !== null) rows.push(input)
    }
    return rows
  }

  #heads(sources: readonly SourceOperator[], table: ast.FixtureTable, relations: readonly ast.Name[]): true | null {
    const { bag } = this.#scope.checking
    const seen = new Set<string>()
    let good = true
    for (const head of table.columns) {
      if (seen.has(head.name)) {
        bag.report(tests.duplicateColumn, head.span, { name: head.name })
        good = false
      }
      seen.add(head.name)
      if (head.name.startsWith('@')) {
        const problem = metaProblem(head.name, sources)
        if (problem === null) continue
        bag.report(tests.meta, head.span, { name: head.name, reason: problem })
        good = false
        continue
      }
      const fields = sources.flatMap((s) => s.physical.map((f) => f.name))
      if (fields.includes(head.name)) continue
      const unreadable = sources.flatMap((s) => this.#scope.fieldsOf(s)).find((f) => f.name === head.name && f.field === null)
      const way =
        unreadable === undefined
          ? meant({ text: head.name, span: head.span }, [...fields, ...META])
          : { help: unreadable.unreadable ?? 'it cannot be read' }
      const computed = sources.some((s) => s.columns.some((c) => c.name === head.name))
      bag.report(
        tests.column,
        head.span,
        { name: head.name, relation: relations.map((r) => r.text).join(', ') },
        computed ? { help: `\`${head.name}\` is computed from the fields; \`given\` has the record's own` } : way,
      )
      good = false
    }
    if (sources.length > 1 && !seen.has('@from')) {
      bag.report(tests.step, table.columns[0]?.span ?? table.span, {
        step: `given ${relations.map((r) => r.text).join(', ')}`,
        reason: "rows of several sources need a column `@from` that names each row's source",
      })
      good = false
    }
    return good ? true : null
  }

  #sourceOf(sources: readonly SourceOperator[], table: ast.FixtureTable, row: ast.FixtureRow): SourceOperator | null {
    const at = table.columns.findIndex((c) => c.name === '@from')
    if (at < 0) return sources[0]!
    const cell = row.cells[at]
    const name = cell != null && (cell.kind === 'word' || cell.kind === 'string') ? cell.text : null
    const source = name === null ? undefined : sources.find((s) => s.name === this.#scope.declaredName(name))
    if (source !== undefined) return source
    this.#scope.checking.bag.report(tests.cell, cell?.span ?? row.span, {
      column: '@from',
      problem: `it names one of ${sources.map((s) => `\`${s.name}\``).join(', ')}`,
    })
    return null
  }

  #row(source: SourceOperator, table: ast.FixtureTable, row: ast.FixtureRow): InputRow | null {
    const { bag } = this.#scope.checking
    const cells = new Map(table.columns.map((c, i) => [c.name, row.cells[i] ?? null]))
    const meta = this.#meta(source, cells, row)
    let good = true
    for (const [name, cell] of cells) {
      if (cell === null || name.startsWith('@') || source.physical.some((f) => f.name === name)) continue
      bag.report(tests.cell, cell.span, { column: name, problem: `\`${source.name}\` has no such column; leave the cell empty` })
      good = false
    }
    const cdc = source.connector.kind === 'cdc'
    const defaults = new Map(this.#scope.fieldsOf(source).map((f) => [f.name, f.default]))
    const fields = source.physical.map((field, i): LiteralValue => {
      const cell = cells.get(field.name) ?? null
      // The image of a change may leave columns out; a record of a stream may not.
      const typed: Typed = cdc && !source.primaryKey.includes(i) ? { type: field.type, nullable: true } : field
      if (cell === null) {
        const value = defaults.get(field.name)
        if (value !== undefined && (value !== null || typed.nullable)) return value
        if (typed.nullable) return null
        bag.report(tests.required, row.span, { column: field.name, relation: source.name })
        good = false
        return null
      }
      const literal = literalFromCell(cell, typed)
      if (literal.ok) return literal.value
      bag.report(
        tests.cell,
        cell.span,
        { column: field.name, problem: literal.problem },
        literal.help === null ? {} : { help: literal.help },
      )
      good = false
      return null
    })
    if (!good || meta === null) return null
    return { ...meta, op: this.#op(source, meta.op, fields), fields }
  }

  #meta(
    source: SourceOperator,
    cells: ReadonlyMap<string, ast.CellNode | null>,
    row: ast.FixtureRow,
  ): (Omit<InputRow, 'fields' | 'op'> & { op: InputRow['op'] | null }) | null {
    const { bag } = this.#scope.checking
    const timeCell = cells.get('@time') ?? null
    const time = timeCell === null ? null : timeOf(timeCell, '@time', this.#scope)
    const cdc = source.connector.kind === 'cdc'
    let good = timeCell === null || time !== null
    if (timeCell === null && (cdc || recordTimed(source))) {
      bag.report(
        tests.required,
        row.span,
        { column: '@time', relation: source.name },
        { help: cdc ? 'the commit time of the change' : "the record's own timestamp" },
      )
      good = false
    }
    const opCell = cells.get('@op') ?? null
    const op = opCell === null ? null : 'text' in opCell ? (OPS.get(opCell.text) ?? null) : null
    if (opCell !== null && (op === null || (!cdc && op !== 'c'))) {
      bag.report(tests.cell, opCell.span, {
        column: '@op',
        problem: cdc ? 'it is one of r, c, u, d, +I, +U, -D' : `\`${source.name}\` is a stream: its rows are +I`,
      })
      good = false
    }
    const partition = this.#number(cells.get('@partition') ?? null, '@partition')
    const offset = this.#number(cells.get('@offset') ?? null, '@offset')
    if (!good || partition === undefined || offset === undefined) return null
    return {
      source: source.id,
      op,
      commitTime: cdc ? time : null,
      recordTime: cdc ? null : time,
      partition: partition ?? 0,
      offset,
      origin: row.span,
    }
  }

  #number(cell: ast.CellNode | null, column: string): number | null | undefined {
    if (cell === null) return null
    if (cell.kind === 'number' && /^\d{1,9}$/.test(cell.text)) return Number(cell.text)
    this.#scope.checking.bag.report(tests.cell, cell.span, { column, problem: 'it is a whole number from 0' })
    return undefined
  }

  /** Unsaid operations of a cdc table are an upsert by key: a create where the key is new, else an update. */
  #op(source: SourceOperator, said: InputRow['op'] | null, fields: readonly LiteralValue[]): InputRow['op'] {
    if (source.connector.kind !== 'cdc') return 'c'
    const key = JSON.stringify([source.id, ...source.primaryKey.map((i) => fields[i])])
    const op = said ?? (this.#keys.has(key) ? 'u' : 'c')
    if (op === 'd') this.#keys.delete(key)
    else this.#keys.add(key)
    return op
  }
}

const recordTimed = (s: SourceOperator): boolean => s.time !== null && s.compute[s.time.ordinal]?.kind === 'metadata'

function metaProblem(name: string, sources: readonly SourceOperator[]): string | null {
  if (!isMeta(name)) return `meta columns of \`given\` are ${META.join(', ')}`
  if (name === '@from' && sources.length === 1) return 'there is one source only'
  if (name === '@time' && sources.every((s) => s.connector.kind !== 'cdc' && !recordTimed(s)))
    return 'the event time is a column of its own'
  if ((name === '@partition' || name === '@offset') && sources.every((s) => s.connector.kind === 'files'))
    return 'files have no partitions'
  return null
}
