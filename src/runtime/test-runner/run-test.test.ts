import { describe, expect, it } from 'vitest'
import { aggregate, bool, cast, col, countAll, lit, NOWHERE, OP_COLUMN, planBuilder } from '../../../test/support/plan-builder.js'
import type { LiteralValue } from '../../ir/expr.js'
import type { PlanProgram } from '../../ir/plan.js'
import type { ExpectedTable, InputRow, PlanStep, RowKind } from '../../ir/test-plan.js'
import { BIGINT, decimal, INT, STRING, timestamp } from '../../ir/types.js'
import { runTest } from './run-test.js'
import type { TestResult } from './result.js'

const TS = timestamp(3)
const AMOUNT = decimal(10, 2)

/** orders: rejected when not positive, late behind the watermark, counted by minute. */
function orders(): PlanProgram {
  const b = planBuilder()
  const s = b.source(
    'orders',
    [
      ['id', INT],
      ['amount', AMOUNT],
      ['ts', TS],
    ],
    { time: { column: 'ts', delay: 1000 } },
  )
  const valid = b.split(s, {
    kind: 'condition',
    condition: bool('gt', col(1, AMOUNT), lit('0.00', AMOUNT)),
    reason: 'not_positive',
  })
  b.envelope({ operator: valid, port: 'reject:not_positive' }, 'not_positive')
  const timely = b.split(valid, { kind: 'late-row', time: 2, guards: valid })
  b.envelope({ operator: timely, port: 'late' }, 'late')
  b.relation('kept', timely)
  b.relation(
    'revenue',
    b.window(timely, {
      size: 60_000,
      time: 'ts',
      late: 'split',
      calls: [countAll(), aggregate('sum', col(1, AMOUNT), decimal(38, 2))],
    }),
  )
  b.relation('orders', s)
  return b.plan()
}

const input = (plan: PlanProgram, source: string, fields: readonly LiteralValue[], more: Partial<InputRow> = {}): InputRow => ({
  source: plan.operators.find((o) => o.kind === 'source' && o.name === source)!.id,
  fields,
  op: 'c',
  commitTime: null,
  recordTime: null,
  partition: 0,
  offset: null,
  origin: NOWHERE,
  ...more,
})
const given = (...rows: InputRow[]): PlanStep => ({ kind: 'rows', rows, origin: NOWHERE })

function table(
  plan: PlanProgram,
  relation: string,
  names: readonly string[],
  rows: readonly (readonly (LiteralValue | undefined)[])[],
  kinds: readonly RowKind[] = [],
): ExpectedTable {
  const { edge } = plan.relations.find((r) => r.name === relation)!
  const { columns } = plan.operators.find((o) => o.id === edge.operator)!
  return {
    columns: names.map((name) => ({ name, ordinal: columns.findIndex((c) => c.name === name) })),
    rows: rows.map((cells, i) => ({ kind: kinds[i] ?? '+I', cells, origin: { ...NOWHERE, start: i } })),
  }
}

const run = (plan: PlanProgram, ...steps: PlanStep[]): TestResult =>
  runTest(plan, { title: 't', origin: NOWHERE, steps }, { readFile: () => [] })

const ROWS = (plan: PlanProgram): PlanStep =>
  given(
    input(plan, 'orders', [1, '10.00', '2026-01-01 10:00:01']),
    input(plan, 'orders', [2, '5.00', '2026-01-01 10:01:40']),
    input(plan, 'orders', [3, '7.00', '2026-01-01 10:00:02']),
    input(plan, 'orders', [4, '-1.00', '2026-01-01 10:01:41']),
  )

describe('a test', () => {
  const plan = orders()

  it('passes when rows, dead letters and ledger are as expected', () => {
    const result = run(
      plan,
      ROWS(plan),
      {
        kind: 'expect',
        relation: 'kept',
        table: table(
          plan,
          'kept',
          ['id', 'amount'],
          [
            [2, '5.00'],
            [1, undefined],
          ],
        ),
        origin: NOWHERE,
      },
      {
        kind: 'expect',
        relation: 'revenue',
        table: table(
          plan,
          'revenue',
          ['a0', 'a1', 'window_start'],
          [
            ['1', '10.00', '2026-01-01 10:00:00.000'],
            ['1', '5.00', '2026-01-01 10:01:00.000'],
          ],
        ),
        origin: NOWHERE,
      },
      {
        kind: 'expect dlq',
        table: {
          columns: [{ meta: 'reason' }, { field: 'id' }, { field: 'amount' }, { field: 'ts' }],
          rows: [
            { cells: ['late', '3', '7.00', '2026-01-01 10:00:02.000'], origin: NOWHERE },
            { cells: ['not_positive', '4', '-1.00', undefined], origin: NOWHERE },
          ],
        },
        origin: NOWHERE,
      },
    )
    expect(result.failures).toEqual([])
    expect(result.passed).toBe(true)
    expect(result.ledger.map((e) => [e.in, e.kept, e.late, e.rejected, e.unrouted])).toEqual([
      [4, 3, 0, { not_positive: 1 }, 0],
      [3, 2, 1, {}, 0],
      [2, 2, 0, {}, 0],
    ])
  })
  it('shows wrong, missing and unexpected rows side by side', () => {
    const { failures } = run(plan, ROWS(plan), {
      kind: 'expect',
      relation: 'kept',
      table: table(
        plan,
        'kept',
        ['id', 'amount'],
        [
          [1, '11.00'],
          [9, '9.00'],
        ],
      ),
      origin: NOWHERE,
    })
    expect(failures[0]!.message).toBe('the rows of `kept` are not as expected: 1 different, 1 missing, 1 unexpected')
    expect(failures[0]!.diff).toEqual({
      columns: ['id', 'amount'],
      lines: [
        { status: 'different', expected: ['1', '11.00'], actual: ['1', '10.00'], wrong: [1], origin: { ...NOWHERE, start: 0 } },
        { status: 'missing', expected: ['9', '9.00'], actual: null, wrong: [], origin: { ...NOWHERE, start: 1 } },
        { status: 'unexpected', expected: null, actual: ['2', '5.00'], wrong: [], origin: null },
      ],
    })
  })
  it('finds a pairing for rows with unchecked cells wherever there is one', () => {
    const rows = [
      [undefined, undefined],
      [1, undefined],
    ] as const
    const step: PlanStep = {
      kind: 'expect',
      relation: 'kept',
      table: table(plan, 'kept', ['id', 'amount'], rows),
      origin: NOWHERE,
    }
    expect(run(plan, ROWS(plan), step).failures).toEqual([])
  })
  it('says no to an expected NULL where a value is, and to an extra row', () => {
    const nothing: PlanStep = { kind: 'expect nothing', relation: 'kept', origin: NOWHERE }
    const wrong: PlanStep = {
      kind: 'expect',
      relation: 'kept',
      table: table(plan, 'kept', ['amount'], [[null], ['5.00']]),
      origin: NOWHERE,
    }
    const { failures } = run(plan, ROWS(plan), nothing, wrong)
    expect(failures.map((f) => f.message)).toEqual([
      'the rows of `kept` are not as expected: 2 unexpected',
      'the rows of `kept` are not as expected: 1 missing, 1 unexpected',
    ])
  })
  it('checks a dead letter by the fields of its payload', () => {
    const step: PlanStep = {
      kind: 'expect dlq',
      table: {
        columns: [{ meta: 'stage' }, { field: 'amount' }],
        rows: [
          { cells: ['validate', '-1.0'], origin: NOWHERE },
          { cells: ['late', '7.01'], origin: NOWHERE },
        ],
      },
      origin: NOWHERE,
    }
    const { failures } = run(plan, ROWS(plan), step)
    expect(failures[0]!.diff!.lines).toEqual([
      { status: 'equal', expected: ["'validate'", '-1.0'], actual: ["'validate'", '"-1.00"'], wrong: [], origin: NOWHERE },
      { status: 'different', expected: ["'late'", '7.01'], actual: ["'late'", '"7.00"'], wrong: [1], origin: NOWHERE },
    ])
  })
  it('runs watermarks, processing time, restarts and watermark checks at their place', () => {
    const result = run(
      plan,
      given(input(plan, 'orders', [1, '1.00', '2026-01-01 10:00:01'])),
      { kind: 'expect watermark', relation: 'orders', at: Date.UTC(2026, 0, 1, 10, 0, 0), origin: NOWHERE },
      { kind: 'watermark', source: 'p/orders/source', to: Date.UTC(2026, 0, 1, 11), origin: NOWHERE },
      given(input(plan, 'orders', [2, '2.00', '2026-01-01 10:59:59'])),
      { kind: 'restart', origin: NOWHERE },
      given(input(plan, 'orders', [3, '3.00', '2026-01-01 10:59:59'])),
      { kind: 'expect watermark', relation: 'orders', at: 0, origin: NOWHERE },
      { kind: 'expect', relation: 'kept', table: table(plan, 'kept', ['id'], [[1], [3]]), origin: NOWHERE },
      { kind: 'expect', relation: 'revenue', table: table(plan, 'revenue', ['a0'], [['1']]), origin: NOWHERE },
    )
    expect(result.failures.map((f) => f.message)).toEqual([
      "the watermark of `orders` is '2026-01-01 10:59:58.000', not '1970-01-01 00:00:00.000'",
    ])
    // The split forgot, the window did not: the row is in neither lane.
    expect(result.ledger.at(-1)).toMatchObject({ in: 2, kept: 1, unrouted: 1 })
  })
  it('ends at the record on which the job would fail', () => {
    const b = planBuilder()
    const s = b.source('s', [['t', STRING]])
    b.relation('n', b.project(s, [{ name: 'n', expr: cast(col(0, STRING), BIGINT) }]))
    const failing = b.plan()
    const at = { ...NOWHERE, start: 42 }
    const { failures } = run(failing, given(input(failing, 's', ['1']), input(failing, 's', ['x'], { origin: at })), {
      kind: 'expect nothing',
      relation: 'n',
      origin: NOWHERE,
    })
    expect(failures).toEqual([{ origin: at, message: 'the job would fail: the text `x` is no BIGINT', diff: null }])
  })
})

describe('changes', () => {
  const b = planBuilder()
  const s = b.source(
    'c',
    [
      ['id', INT],
      ['name', STRING],
    ],
    {
      cdc: { key: ['id'] },
      time: { column: '$time', delay: 0 },
      more: [OP_COLUMN, { column: ['$time', TS], compute: { kind: 'envelope', key: 'commit_time' } }],
    },
  )
  b.relation('v', b.versions(s, ['id'], '$time'))
  const plan = b.plan()
  const rows = given(
    input(plan, 'c', [1, 'a'], { op: 'r', commitTime: 1 }),
    input(plan, 'c', [2, 'x'], { op: 'c', commitTime: 2 }),
    input(plan, 'c', [1, 'b'], { op: 'u', commitTime: 3 }),
  )
  const changes = (kinds: readonly RowKind[], cells: readonly (readonly (LiteralValue | undefined)[])[]): PlanStep => ({
    kind: 'expect changes',
    relation: 'v',
    table: table(plan, 'v', ['id', 'name'], cells, kinds),
    origin: NOWHERE,
  })

  it('are compared in order within a key, in any order across keys', () => {
    expect(
      run(
        plan,
        rows,
        changes(
          ['+I', '+I', '-U', '+U'],
          [
            [2, 'x'],
            [1, 'a'],
            [1, 'a'],
            [1, 'b'],
          ],
        ),
      ).failures,
    ).toEqual([])
    expect(
      run(
        plan,
        rows,
        changes(
          ['+I', '+I', '+U', '-U'],
          [
            [2, 'x'],
            [1, 'a'],
            [1, 'b'],
            [1, 'a'],
          ],
        ),
      ).passed,
    ).toBe(false)
  })
  it('are a multiset where a key is left open', () => {
    expect(
      run(
        plan,
        rows,
        changes(
          ['+U', '+I', '+I', '-U'],
          [
            [undefined, 'b'],
            [undefined, 'x'],
            [undefined, 'a'],
            [undefined, 'a'],
          ],
        ),
      ).passed,
    ).toBe(true)
  })
  it('leave the newest row of each key', () => {
    const final: PlanStep = {
      kind: 'expect',
      relation: 'v',
      table: table(
        plan,
        'v',
        ['id', 'name'],
        [
          [1, 'b'],
          [2, 'x'],
        ],
      ),
      origin: NOWHERE,
    }
    expect(run(plan, rows, final).failures).toEqual([])
  })
})
