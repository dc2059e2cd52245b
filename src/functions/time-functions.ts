// EXTRACT, FLOOR and CEIL of times, TIMESTAMPADD, TIMESTAMPDIFF and differences as intervals, as Flink 2.2 types them. The
// first argument is the unit, as a text; which units fit which type is in time-units.ts.
import {
  BIGINT,
  INT,
  INTERVAL_DAY_TIME,
  INTERVAL_YEAR_MONTH,
  isInteger,
  isTimestamp,
  timestamp,
  type FlowType,
  type Typed,
} from '../ir/types.js'
import type { LiteralExpr } from '../ir/expr.js'
import type { FunctionDef, Inferred } from './definition.js'
import { fail, guarded, strictly } from './operators.js'
import { familyOf, isMoment, LARGE_UNITS } from './time-units.js'

const MOMENT = 'a date, a time or a timestamp'

/** The unit as the program names it; the argument is always a literal. */
export const unitIn = (unit: Typed): string => String((unit as LiteralExpr).value).toLowerCase()

const rounded = guarded((args) =>
  isMoment(args[1]!.type) ? strictly(args[1]!.type, args) : fail({ kind: 'argument', index: 1, wants: MOMENT }),
)

const field = guarded((args) =>
  familyOf(args[1]!.type) === null
    ? fail({ kind: 'argument', index: 1, wants: `${MOMENT}, or an interval` })
    : strictly(BIGINT, args),
)

/** A date moved by hours becomes a timestamp, for which Flink takes its default precision. */
const moved = guarded((args): Inferred => {
  const [unit, count, moment] = [args[0]!, args[1]!, args[2]!]
  if (!isInteger(count.type)) return fail({ kind: 'argument', index: 1, wants: 'an integer' })
  if (!isMoment(moment.type)) return fail({ kind: 'argument', index: 2, wants: MOMENT })
  const days = unitIn(unit) === 'day' || (LARGE_UNITS as readonly string[]).includes(unitIn(unit))
  return strictly(moment.type.kind === 'date' && !days ? timestamp(6) : moment.type, args)
})

/** Two dates, or two timestamps of one family; `first`: index of the first of them. */
const between = (first: number, result: FlowType): FunctionDef['infer'] =>
  guarded((args) => {
    const [a, b] = [args[first]!.type, args[first + 1]!.type]
    for (const [i, t] of [a, b].entries())
      if (t.kind !== 'date' && !isTimestamp(t))
        return fail({ kind: 'argument', index: first + i, wants: 'a date or a timestamp' })
    if (isTimestamp(a) && isTimestamp(b) && a.kind !== b.kind) return fail({ kind: 'zone' })
    return a.kind === b.kind ? strictly(result, args) : fail({ kind: 'pair' })
  })

const special = { syntax: 'special', deterministic: true, nullRule: 'strict' } as const

export const TIME_FUNCTIONS: readonly FunctionDef[] = [
  {
    ...special,
    id: 'extract',
    names: ['EXTRACT'],
    arity: [2, 2],
    infer: field,
    doc: '`EXTRACT(unit FROM x)`: a field of a date, a time or an interval. WEEK and ISOYEAR are those of ISO 8601, DOW counts from Sunday = 1, ISODOW from Monday = 1, EPOCH are seconds since 1970. Before 1970 a time of day is counted backwards, and the day may be the next one: Flink divides towards zero.',
    examples: [
      { expr: "extract(year from DATE '2024-02-29')", type: 'BIGINT NOT NULL', expected: '2024' },
      { expr: "extract(week from DATE '2021-01-03')", type: 'BIGINT NOT NULL', expected: '53' },
      { expr: "extract(dow from DATE '2021-01-03')", type: 'BIGINT NOT NULL', expected: '1' },
      { expr: "extract(hour from TIMESTAMP '2024-02-29 12:34:56.5')", type: 'BIGINT NOT NULL', expected: '12' },
      { expr: "extract(minute from TIME '12:34:56')", type: 'BIGINT NOT NULL', expected: '34' },
      { expr: "extract(hour from INTERVAL '1 02:03' DAY TO MINUTE)", type: 'BIGINT NOT NULL', expected: '2' },
    ],
  },
  {
    ...special,
    id: 'floor_time',
    names: ['FLOOR'],
    arity: [2, 2],
    infer: rounded,
    doc: '`FLOOR(x TO unit)`: the beginning of the year, month, hour … in which a date or time lies. A WEEK begins on Sunday here.',
    examples: [
      { expr: "floor(DATE '2024-02-29' to month)", type: 'DATE NOT NULL', expected: '2024-02-01' },
      { expr: "floor(DATE '2024-02-29' to week)", type: 'DATE NOT NULL', expected: '2024-02-25' },
      {
        expr: "floor(TIMESTAMP '2024-02-29 12:34:56' to hour)",
        type: 'TIMESTAMP(0) NOT NULL',
        expected: '2024-02-29 12:00:00',
      },
    ],
  },
  {
    ...special,
    id: 'ceil_time',
    names: ['CEIL'],
    arity: [2, 2],
    infer: rounded,
    doc: '`CEIL(x TO unit)`: the end of the unit in which a date or time lies, or the moment itself where a unit begins with it. Timestamps up to DAY, dates from WEEK on.',
    examples: [
      { expr: "ceil(DATE '2024-02-29' to month)", type: 'DATE NOT NULL', expected: '2024-03-01' },
      { expr: "ceil(TIMESTAMP '2024-02-29 12:34:56' to hour)", type: 'TIMESTAMP(0) NOT NULL', expected: '2024-02-29 13:00:00' },
      { expr: "ceil(TIMESTAMP '2024-02-29 12:00:00' to hour)", type: 'TIMESTAMP(0) NOT NULL', expected: '2024-02-29 12:00:00' },
    ],
  },
  {
    ...special,
    id: 'timestampadd',
    names: ['TIMESTAMPADD'],
    arity: [3, 3],
    infer: moved,
    doc: '`TIMESTAMPADD(unit, n, x)`: a date or time moved by so many units. A day that a month lacks becomes its last day; a date moved by hours is a timestamp.',
    examples: [
      { expr: "timestampadd(month, 1, DATE '2024-01-31')", type: 'DATE NOT NULL', expected: '2024-02-29' },
      { expr: "timestampadd(quarter, -1, DATE '2024-02-29')", type: 'DATE NOT NULL', expected: '2023-11-29' },
      {
        expr: "timestampadd(week, 2, TIMESTAMP '2024-01-01 10:00:00')",
        type: 'TIMESTAMP(0) NOT NULL',
        expected: '2024-01-15 10:00:00',
      },
    ],
  },
  {
    ...special,
    id: 'timestampdiff',
    names: ['TIMESTAMPDIFF'],
    arity: [3, 3],
    infer: between(1, INT),
    doc: '`TIMESTAMPDIFF(unit, a, b)`: whole units from `a` to `b`, cut towards zero, negative where `b` is earlier. An INT: beyond 68 years SECOND and WEEK wrap around.',
    examples: [
      { expr: "timestampdiff(day, DATE '2024-01-01', DATE '2024-03-01')", type: 'INT NOT NULL', expected: 60 },
      { expr: "timestampdiff(month, DATE '2024-01-31', DATE '2024-02-29')", type: 'INT NOT NULL', expected: 1 },
      {
        expr: "timestampdiff(hour, TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-01 01:59:59')",
        type: 'INT NOT NULL',
        expected: 1,
      },
    ],
  },
  {
    ...special,
    id: 'time_between',
    names: ['-'],
    arity: [2, 2],
    infer: between(0, INTERVAL_DAY_TIME),
    doc: '`(a - b) DAY TO SECOND`: the time from `b` to `a` as an interval of milliseconds.',
    examples: [
      {
        expr: "TIMESTAMP '2024-01-01 00:00:00' + (DATE '2024-01-03' - DATE '2024-01-01') day",
        type: 'TIMESTAMP(0) NOT NULL',
        expected: '2024-01-03 00:00:00',
      },
    ],
  },
  {
    ...special,
    id: 'months_between',
    names: ['-'],
    arity: [2, 2],
    infer: between(0, INTERVAL_YEAR_MONTH),
    doc: '`(a - b) MONTH`: whole months from `b` to `a` as an interval.',
    examples: [
      {
        expr: "DATE '2024-01-01' + (DATE '2024-03-15' - DATE '2024-01-20') month",
        type: 'DATE NOT NULL',
        expected: '2024-02-01',
      },
    ],
  },
]
