// Columns of a union match by position: names that stand in another order are told.
import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'

const lines = (left: string, right: string): readonly string[] =>
  checkProgram({
    'p.flow': `schema Event {
  a bigint not null,
  b bigint not null,
  c string,
  at timestamp(3) not null
}
stream events from kafka 'x.event.seen.v1' {
  schema Event
  time at late by 1 second, idle never
}
stream one =
  from events
  select ${left}
stream two =
  from events
  select ${right}
stream both =
  from one
  union all two
`,
  }).lines.filter((l) => !l.startsWith('FLOW50'))

describe('columns of a union', () => {
  it('in another order, where the types allow it', () => {
    expect(lines('a, b, at', 'b, a, at')).toEqual([
      'FLOW4088 19:13 `union all` goes by position: `b` of `two` becomes `a` here, and both sides have a column of each name',
    ])
    // other columns may have names of their own
    expect(lines('a, b, c', 'b, a, c as d')).toHaveLength(1)
  })

  it('once, where several are', () => {
    expect(lines('a, b, a as x, b as y', 'b, a, b as y, a as x')).toHaveLength(1)
  })

  it('not where types differ: that is an error of its own', () => {
    expect(lines('a, c', 'c, a').map((l) => l.slice(0, 8))).toEqual(['FLOW4024'])
  })

  it('not where only one side has the name', () => {
    expect(lines('a, b', 'a as x, b as a')).toEqual([])
    expect(lines('a, b', 'a, b')).toEqual([])
    expect(lines('a as b', 'a')).toEqual([])
  })
})
