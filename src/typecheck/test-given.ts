// `given NAME` tables: rows as records of sources, with meta columns, defaults and Debezium operations.
import { tests } from '../diagnostics/codes/tests.js'
import type { LiteralValue } from '../ir/expr.js'
import { readsTopics } from '../ir/kafka-source.js'
import type { SourceOperator } from '../ir/plan.js'
import type { InputRow } from '../ir/test-plan.js'
import { row as rowType, type Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { literalFromCell } from './cell.js'
import { listed, meant } from './fixes.js'
import { KAFKA_META, kafkaMeta, kafkaMetaProblem, readsTimestamp } from './test-meta.js'
import { HistoryRows } from './test-history.js'
import { fedSource, timeOf, type TestScope } from './test-scope.js'

const META = ['@from', '@time', '@op', '@before', '@partition', '@offset', ...KAFKA_META] as const
type Meta = (typeof META)[number]
const isMeta = (name: string): name is Meta => (META as readonly string[]).includes(name)

const OPS: ReadonlyMap<string, InputRow['op']> = new Map([
  ['r', 'r'],
  ['c', 'c'],
  ['u', 'u'],
  ['d', 'd'],
  ['t', 't'],
  ['+I', 'c'],
  ['+U', 'u'],
  ['-D', 'd'],
])

/** Keeps what earlier rows of the test said: which keys of a cdc table are there. */
export class GivenRows {
  readonly #scope: TestScope
  readonly #keys = new Set<string>()
  readonly #histories = new HistoryRows()
  constructor(scope: TestScope) {
    this.#scope = scope
  }

  table(relations: readonly ast.Name[], table: ast.FixtureTable): readonly InputRow[] {
    const sources = relations.map((n) => fedSource(n, this.#scope))
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
      const near = meant({ text: head.name, span: head.span }, [...fields, ...META])
      const way =
        unreadable === undefined
          ? { ...near, help: near.help ?? `its columns are ${listed([...new Set(fields)])}` }
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
    const op = this.#op(source, meta.op, fields)
    const input: InputRow = { ...meta, op, fields }
    if (!isEvents(source)) return this.#histories.route(input, source, this.#scope.plan, this.#scope.checking)
    const before = this.#before(source, op, cells.get('@before') ?? null)
    return before === undefined ? null : { ...input, before }
  }

  /** The row before an update, where the database tells it (REPLICA IDENTITY FULL). */
  #before(source: SourceOperator, op: InputRow['op'], cell: ast.CellNode | null): readonly LiteralValue[] | null | undefined {
    if (cell === null || cell.kind === 'null') return null
    const report = (problem: string, help: string | null = null): undefined =>
      void this.#scope.checking.bag.report(tests.cell, cell.span, { column: '@before', problem }, help === null ? {} : { help })
    if (op !== 'u')
      return report(
        `only an update has two images, and \`@op\` is ${op}`,
        op === 'd' ? "the columns of the table are a delete's row before" : null,
      )
    const literal = literalFromCell(cell, { type: rowType(source.physical), nullable: true })
    return literal.ok ? (literal.value as readonly LiteralValue[]) : report(literal.problem, literal.help)
  }

  #meta(
    source: SourceOperator,
    cells: ReadonlyMap<string, ast.CellNode | null>,
    row: ast.FixtureRow,
  ): (Omit<InputRow, 'fields' | 'op'> & { op: InputRow['op'] | null }) | null {
    const { bag } = this.#scope.checking
    const said = committed(source) ? '@time' : cells.has('@timestamp') ? '@timestamp' : '@time'
    const timeCell = cells.get(said) ?? null
    const time = timeCell === null ? null : timeOf(timeCell, said, this.#scope)
    const cdc = source.connector.kind === 'cdc'
    let good = timeCell === null || time !== null
    if (timeCell === null && (committed(source) || readsTimestamp(source))) {
      bag.report(
        tests.required,
        row.span,
        { column: committed(source) ? '@time' : '@timestamp', relation: source.name },
        { help: committed(source) ? 'the commit time of the change' : "the record's own timestamp" },
      )
      good = false
    }
    const opCell = cells.get('@op') ?? null
    const op = opCell === null ? null : 'text' in opCell ? (OPS.get(opCell.text) ?? null) : null
    const problem = opCell === null ? null : this.#opProblem(source, op)
    if (problem !== null) {
      bag.report(tests.cell, opCell!.span, { column: '@op', problem })
      good = false
    }
    const partition = this.#number(cells.get('@partition') ?? null, '@partition')
    const offset = this.#number(cells.get('@offset') ?? null, '@offset')
    const kafka = kafkaMeta(source, cells, row, this.#scope)
    if (!good || kafka === null || partition === undefined || offset === undefined) return null
    return {
      ...kafka,
      source: source.id,
      op,
      commitTime: cdc ? time : null,
      recordTime: cdc ? null : time,
      partition: partition ?? 0,
      offset,
      origin: row.span,
    }
  }

  #opProblem(source: SourceOperator, op: InputRow['op'] | null): string | null {
    if (isKeyed(source)) return op === 'c' || op === 'u' || op === 'd' ? null : 'it is one of c, u, d, +I, +U, -D'
    if (source.connector.kind !== 'cdc') return op === 'c' ? null : `\`${source.name}\` is a stream: its rows are +I`
    if (isEvents(source)) return op === null ? 'it is one of r, c, u, d, t' : null
    if (op === null || op === 't') return 'it is one of r, c, u, d, +I, +U, -D'
    return op === 'd' && source.connector.deletesNever ? `\`${source.name}\` says \`deletes never\`` : null
  }

  #number(cell: ast.CellNode | null, column: string): number | null | undefined {
    if (cell === null) return null
    if (cell.kind === 'number' && /^\d{1,9}$/.test(cell.text)) return Number(cell.text)
    this.#scope.checking.bag.report(tests.cell, cell.span, { column, problem: 'it is a whole number from 0' })
    return undefined
  }

  /** Unsaid operations of a cdc table are an upsert by key: a create where the key is new, else an update. */
  #op(source: SourceOperator, said: InputRow['op'] | null, fields: readonly LiteralValue[]): InputRow['op'] {
    if (source.connector.kind !== 'cdc' && !isKeyed(source)) return 'c'
    if (isEvents(source)) return said ?? 'c'
    const key = JSON.stringify([source.id, ...source.primaryKey.map((i) => fields[i])])
    const op = said ?? (this.#keys.has(key) ? 'u' : 'c')
    if (op === 'd') this.#keys.delete(key)
    else this.#keys.add(key)
    return op
  }
}

/** Raw SQL with a primary key: a row replaces the one of its key. */
const isKeyed = (s: SourceOperator): boolean => s.connector.kind === 'files' && s.primaryKey.length > 0

const isEvents = (s: SourceOperator): boolean => s.connector.kind === 'cdc' && s.connector.events

/** Its changes are dated by their commit, those of a snapshot perhaps not. */
const committed = (s: SourceOperator): boolean =>
  s.connector.kind === 'cdc' &&
  s.compute.some((c) => c.kind === 'change time' || (c.kind === 'envelope' && c.key === 'commit_time'))

function metaProblem(name: string, sources: readonly SourceOperator[]): string | null {
  const kafka = kafkaMetaProblem(name, sources)
  if (kafka !== undefined) return kafka
  if (!isMeta(name)) return `meta columns of \`given\` are ${META.join(', ')} and @header.NAME`
  if (name === '@from' && sources.length === 1) return 'there is one source only'
  if (name === '@time' && sources.every((s) => !committed(s) && !readsTimestamp(s)))
    return 'the event time is a column of its own'
  if (name === '@before' && !sources.some(isEvents)) return 'it is the row before an update, which `as events` reads'
  if ((name === '@partition' || name === '@offset') && sources.every((s) => !readsTopics(s))) return 'only topics have partitions'
  return null
}
