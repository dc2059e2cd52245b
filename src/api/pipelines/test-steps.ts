// The steps of a test, each a node: what arrives, what is expected, and what happens to time in between.
import type { CellNode, FixtureTable, TestStep } from '../../surface/ast.js'
import { countOf, textOf, wrong } from '../arguments.js'
import { isBranded, relationOf, type Declared } from '../brands.js'
import { durationNode } from '../durations.js'
import { mistake } from '../mistake.js'
import { markIn, nameNode, plainTextNode, spanAt, type MarkedSpan } from '../nodes.js'
import { endedBy, refused, SOME_TEXT } from '../refused.js'
import { namedRelation } from '../relations/state.js'
import { markOf, type Mark } from '../site.js'
import { cellNode, fixtureTable } from './cells.js'
import { withDigits } from './digits.js'

type Called = (...args: never[]) => unknown
interface Step {
  readonly span: MarkedSpan
  /** The name of a relation of the program. */
  readonly name: (relation: unknown, of: string) => ReturnType<typeof nameNode>
  readonly refs: Set<Declared>
}

export const STEPS = Symbol.for('flowc.testSteps')

export class Steps {
  readonly [STEPS]: { readonly steps: readonly TestStep[]; readonly refs: readonly Declared[] }
  /** All steps that were made from the first one on: those that the last one does not know are lost. */
  readonly #made: TestStep[]

  constructor(steps: readonly TestStep[], refs: readonly Declared[], made: TestStep[]) {
    this[STEPS] = { steps, refs }
    this.#made = made
    Object.freeze(this)
  }

  #with(called: Called, make: (step: Step) => TestStep): Steps {
    const { steps, refs } = this[STEPS]
    const found = new Set(refs)
    const span = spanAt(markOf(called))
    const name: Step['name'] = (relation, of) => {
      // of a program that is written as text nobody has objects (flowc/testing)
      if (typeof relation === 'string') return nameNode(relation, span)
      const { name, declared } = namedRelation(relation, of, span.mark)
      found.add(declared)
      return nameNode(name, span)
    }
    const step = make({ span, name, refs: found })
    this.#made.push(step)
    return new Steps([...steps, step], [...found], this.#made)
  }

  given(relation: unknown, rows: unknown): Steps {
    // a table has a column at least, and rows that are made may be none; of raw SQL it matters that none was given
    if (Array.isArray(rows) && rows.length === 0 && relationOf(relation)?.columns == null) return this
    return this.#with(this.given, ({ span, name }) => ({
      kind: 'given',
      relations: [name(relation, 'given')],
      rows: filled(digits(fixtureTable(rows, 'given', span), relation), relation, span),
      span,
    }))
  }

  givenFile(relation: unknown, path: unknown): Steps {
    return this.#with(this.givenFile, ({ span, name }) => ({
      kind: 'given',
      relations: [name(relation, 'givenFile')],
      rows: { kind: 'file', path: plainTextNode(textOf(path, 'givenFile', 'a path', span.mark), span), span },
      span,
    }))
  }

  /** Rows of several sources in turn. */
  givenTogether(rows: unknown): Steps {
    return this.#with(this.givenTogether, ({ span, name }) => {
      const wants = 'rows such as `{ from: orders, row: { … } }`'
      const list = Array.isArray(rows) && rows.length > 0 ? rows : wrong('givenTogether', wants, rows, span.mark, () => [])
      const all = (list as readonly { readonly from?: unknown; readonly row?: unknown }[]).map((r) => ({
        relation: r?.from,
        source: name(r?.from, 'givenTogether'),
        row: r?.row,
      }))
      const relations = [...new Map(all.map((r) => [r.source.text, r.source])).values()]
      const made = fixtureTable(
        all.map((r) => r.row),
        'givenTogether',
        span,
      )
      const table = withDigits(made, (i) => all[i]!.relation)
      const from = (i: number): CellNode => cellNode(all[i]!.source.text, '@from', span)
      const told = {
        ...table,
        columns: [{ name: '@from', span }, ...table.columns],
        rows: table.rows.map((r, i) => ({ ...r, cells: [from(i), ...r.cells] })),
      }
      return { kind: 'given', relations, rows: relations.length === 1 ? filled(table, all[0]!.relation, span) : told, span }
    })
  }

  expect(relation: unknown, rows: unknown): Steps {
    return this.#with(this.expect, ({ span, name }) => {
      const at = name(relation, 'expect')
      // no rows are a table without columns, and the language has a word for it
      if (Array.isArray(rows) && rows.length === 0) return { kind: 'expect nothing', relation: at, span }
      return {
        kind: 'expect',
        relation: at,
        table: filled(digits(fixtureTable(rows, 'expect', span), relation), relation, span),
        span,
      }
    })
  }

  expectChanges(relation: unknown, rows: unknown): Steps {
    return this.#with(this.expectChanges, ({ span, name }) => ({
      kind: 'expect changes',
      relation: name(relation, 'expectChanges'),
      table: withColumn(digits(fixtureTable(rows, 'expectChanges', span), relation), '@op', span),
      span,
    }))
  }

  expectDlq(rows: unknown): Steps {
    return this.#with(this.expectDlq, ({ span }) => ({
      kind: 'expect dlq',
      table: withColumn(fixtureTable(rows, 'expectDlq', span), '@reason', span),
      span,
    }))
  }

  expectNothing(relation: unknown): Steps {
    return this.#with(this.expectNothing, ({ span, name }) => ({
      kind: 'expect nothing',
      relation: name(relation, 'expectNothing'),
      span,
    }))
  }

  watermark(relation: unknown, to: unknown): Steps {
    return this.#with(this.watermark, ({ span, name }) => ({
      kind: 'watermark',
      relation: name(relation, 'watermark'),
      to: cellNode(textOf(to, 'watermark', "a point in time: '2026-01-01 10:00:00'", span.mark), 'watermark', span),
      span,
    }))
  }

  expectWatermark(relation: unknown, at: unknown): Steps {
    return this.#with(this.expectWatermark, ({ span, name }) => ({
      kind: 'expect watermark',
      relation: name(relation, 'expectWatermark'),
      at: cellNode(
        at === null ? null : textOf(at, 'expectWatermark', "a point in time: '2026-01-01 10:00:00'", span.mark),
        'watermark',
        span,
      ),
      span,
    }))
  }

  advance(by: unknown): Steps {
    return this.#with(this.advance, ({ span, refs }) => ({
      kind: 'advance',
      by: durationNode(by, 'advance', span.mark, refs),
      span,
    }))
  }

  idle(relation: unknown, partition?: unknown): Steps {
    return this.#with(this.idle, ({ span, name }) => ({
      kind: 'idle',
      relation: name(relation, 'idle'),
      partition: partition === undefined ? null : countOf(partition, 'idle', span.mark),
      span,
    }))
  }

  restart(): Steps {
    return this.#with(this.restart, ({ span }) => ({ kind: 'restart', span }))
  }
  end(): Steps {
    return this.#with(this.end, ({ span }) => ({ kind: 'end', span }))
  }
  open(): Steps {
    return this.#with(this.open, ({ span }) => ({ kind: 'open', span }))
  }

  expectError(code: unknown): Steps {
    return this.#with(this.expectError, ({ span }) => ({
      kind: 'expect error',
      code: plainTextNode(textOf(code, 'expectError', "a code such as 'FLOW4004'", span.mark), span),
      span,
    }))
  }
}

const digits = (table: FixtureTable, relation: unknown): FixtureTable => withDigits(table, () => relation)

/** What a callback has made of an empty timeline. */
export function stepsOf(callback: unknown, mark: Mark | null): Steps[typeof STEPS] {
  if (typeof callback !== 'function')
    return wrong('test', 'a function such as `test => test.given(…).expect(…)`', callback, mark, () => NO_STEPS)
  const made: TestStep[] = []
  const result = ended(() => callback(new Steps([], [], made)) as unknown, mark)
  if (!isBranded(result, STEPS)) {
    const wants = 'a function that gives the steps: `test => test.given(…)`'
    return wrong('test', wants, result, mark, () => NO_STEPS, helpOf(result))
  }
  const last = (result as Steps)[STEPS]
  const lost = made.find((s) => !last.steps.includes(s))
  if (lost !== undefined)
    refused(mistake('lost', { what: `the step \`${lost.kind}\``, of: 'the test gives back' }, markIn(lost.span)), () => {})
  return last
}

const NO_STEPS = { steps: [], refs: [] } as const

function ended(run: () => unknown, mark: Mark | null): unknown {
  try {
    return run()
  } catch (cause) {
    return endedBy(cause, mark)
  }
}

function helpOf(result: unknown): string | undefined {
  if (result === undefined) return 'write `return` before the steps, or leave out the braces around them'
  return result instanceof Promise ? 'write the function without `async`: steps are made at once' : undefined
}

/** A table has a column: where no row says anything, one that the relation is known to have. */
function filled(table: FixtureTable, relation: unknown, span: MarkedSpan): FixtureTable {
  if (table.columns.length > 0) return table
  const column = relationOf(relation)?.columns?.[0]
  const some = column ?? wrong('a table of rows', 'at least one column', {}, span.mark, () => SOME_TEXT)
  return withColumn(table, some, span)
}

const withColumn = (table: FixtureTable, name: string, span: MarkedSpan): FixtureTable =>
  table.columns.length > 0
    ? table
    : { ...table, columns: [{ name, span }], rows: table.rows.map((r) => ({ ...r, cells: [null] })) }
