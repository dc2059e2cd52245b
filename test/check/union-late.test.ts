import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'

const SOURCES = (late: string): string => `pipeline p {
  dlq 'p.dlq'
}
schema Event {
  id int not null,
  at timestamp(3) not null
}
stream a from kafka 'a.v1' {
  schema Event
  format json
  time at late by 1 second, idle never
  ${late}
}
stream b from kafka 'b.v1' {
  schema Event
  format json
  time at late by 1 second, idle never
  ${late}
}
stream both =
  from a
  union all b
`
const WINDOW = (late: string): string => `stream w =
  from both
  window tumble 10 seconds ${late}
  group by id
  select id, window_start, count(*) as n
sink kafka 'x.y.z.v1' from w append {
  format json
}
`
const codes = (text: string): readonly string[] => checkProgram({ 'p.flow': text }).diagnostics.map((d) => d.code)

describe('late rows behind a union', () => {
  it.each(['late to dlq', 'late strict to dlq'])('refuses `%s`: the lanes would not be complementary', (late) => {
    expect(codes(SOURCES('') + WINDOW(late))).toEqual(['FLOW4006'])
  })

  it('refuses it behind a projection and a filter of the union too', () => {
    const text =
      SOURCES('') + WINDOW('late to dlq').replace('from both\n', 'from both\n  where id > 0\n  extend twice = id * 2\n')
    expect(codes(text)).toEqual(['FLOW4006'])
  })

  it('counts them where the program says so', () => {
    expect(codes(SOURCES('') + WINDOW('late count'))).toEqual([])
  })

  it('needs nothing said where both sides are split at their sources', () => {
    const { programs, lines } = checkProgram({ 'p.flow': SOURCES('late strict to dlq') + WINDOW('') })
    expect(lines).toEqual([])
    const window = programs[0]!.plan.operators.find((o) => o.kind === 'window_aggregate')
    expect(window).toMatchObject({ late: 'count' })
  })

  it('gives no watermark to dead letters from behind a union', () => {
    const text = `${SOURCES('')}stream good =
  from both
  where id > 0 else dlq 'not_positive'
sink kafka 'x.y.z.v1' from good append {
  format json
}
`
    const { programs } = checkProgram({ 'p.flow': text })
    expect(programs[0]!.plan.operators.find((o) => o.kind === 'envelope')).toMatchObject({ watermark: false })
  })
})
