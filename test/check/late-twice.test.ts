// Late rows leave the way to an operator, not the relation that it reads: a union of both has them twice.
import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'

const HEAD = `pipeline p {
  dlq 'p.dlq'
}
schema Event {
  id int not null,
  region string,
  at timestamp(3) not null
}
stream events from kafka 'a.b.c.v1' {
  schema Event
  time at late by 1 second, idle never
}
stream valid =
  from events
  where id > 0 else dlq 'not_positive'
stream counts =
  from valid
  window tumble 10 seconds late as behind
  group by id
  select id, window_start, count(*) as n
`
const SINKS = `
sink kafka 'x.y.z.v1' from counts append {
  format json
}
sink kafka 'x.y.all.v1' from everything append {
  format json
}
`
const of = (rest: string, head = HEAD): ReturnType<typeof checkProgram> => checkProgram({ 'p.flow': `${head}${rest}${SINKS}` })
const codes = (rest: string, head = HEAD): readonly string[] => of(rest, head).diagnostics.map((d) => d.code)

describe('late rows beside all rows', () => {
  it('are there twice: the input of the window has them', () => {
    const { lines } = of(`stream everything =
  from valid
  union all behind
`)
    expect(lines).toEqual([
      'FLOW4089 23:3 late rows are there twice: `union all behind` adds them to rows that they are among already',
    ])
  })

  it('the other way round', () => {
    const { lines } = of(`stream everything =
  from behind
  union all valid
`)
    expect(lines).toEqual(['FLOW4089 23:3 late rows are there twice: `union all valid` adds all rows to the late ones of them'])
  })

  it('behind columns and a filter of the late ones', () => {
    expect(
      codes(`stream late_ones =
  from behind
  where region = 'eu'
  select id, at
stream everything =
  from valid
  select id, at
  union all late_ones
`),
    ).toEqual(['FLOW4089'])
  })

  it('in what the input was made from', () => {
    expect(codes('stream everything =\n  from events\n  union all behind\n')).toEqual(['FLOW4089'])
  })

  it('under another name, of one and of the other', () => {
    const named = (rest: string): readonly string[] =>
      codes(`stream again =\n  from behind\nstream once_more =\n  from again\nstream same =\n  from valid\n${rest}`)
    expect(named('stream everything =\n  from same\n  union all once_more\n')).toEqual(['FLOW4089'])
    expect(named('stream everything =\n  from once_more\n  union all same\n')).toEqual(['FLOW4089'])
  })

  it('in a union of several', () => {
    expect(
      codes(`stream more from kafka 'a.b.d.v1' {
  schema Event
  time at late by 1 second, idle never
}
stream everything =
  from valid
  union all more
  union all behind
`),
    ).toEqual(['FLOW4089'])
  })

  it('is fixed by leaving the `union all` out', () => {
    const checked = of('stream everything =\n  from valid\n  union all behind\n')
    const { fixes } = checked.diagnostics[0]!
    const edit = fixes[0]!.edits[0]!
    const { file, start, end } = checked.index.range(edit.span)
    const text = checked.index.file(file)!.text
    const fixed = text.slice(0, start) + edit.text + text.slice(end)
    expect(fixed).toContain('stream everything =\n  from valid\n  \n\nsink')
    // nothing reads the lane then
    expect(checkProgram({ 'p.flow': fixed }).diagnostics.map((d) => d.code)).toEqual(['FLOW4020'])
  })
})

describe('late rows beside others', () => {
  const TABLE = `stream looked =
  from valid as v
  left join people as u
    at v.at
    on v.id = u.id
    late as unjoined
  select v.id, v.region, v.at
`
  const PEOPLE = `
connection db postgres {
  host      'db'
  database  'd'
  user      'u'
  password  secret('DB')
}
table people from cdc db 'public.people' {
  schema Person
  primary key  id
  time commit late by 1 second, idle never
}
schema Person {
  id int not null,
  name string
}
`
  const base = HEAD.slice(0, HEAD.indexOf('stream counts')) + PEOPLE + TABLE
  const joined = (rest: string): readonly string[] =>
    checkProgram({ 'p.flow': `${base}${rest}sink kafka 'x.y.all.v1' from everything append {\n  format json\n}\n` }).lines.filter(
      (l) => !/^FLOW(4018|2012)/.test(l), // sinks and reads are beside the point
    )

  it('of a join, with its result, are each there once', () => {
    expect(joined('stream everything =\n  from looked\n  union all unjoined\n')).toEqual([])
  })

  it('of a join, with its input, are there twice', () => {
    expect(joined('stream everything =\n  from valid\n  union all unjoined\n').map((l) => l.slice(0, 8))).toEqual(['FLOW4089'])
  })

  it('with a part of the input that need not have them', () => {
    expect(codes("stream everything =\n  from valid\n  where region = 'eu'\n  union all behind\n")).toEqual([])
  })

  it('of a source of its own are taken out of it', () => {
    const split = HEAD.replace('idle never', 'idle never\n  late strict as missed').replace(' late as behind', '')
    expect(codes('stream everything =\n  from valid\n  union all missed\n', split)).toEqual([])
  })
})
