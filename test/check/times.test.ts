// Times and texts in a whole program: what a sink can hold, what a column of that name means, what the fixes make of it.
import { describe, expect, it } from 'vitest'
import { checkProgram } from '../support/check-program.js'
import { applyFixes } from '../support/fixes.js'

const program = (item: string, sink = "sink kafka 'shop.ride.shown.v1' from shown append {\n  format json\n}\n"): string => `
pipeline shop {
  owner 'team-shop'
}

schema Ride {
  id       bigint not null,
  begun    timestamp(3),
  ended    timestamp(3),
  now      timestamp(3),
  seen     timestamp_ltz(3),
  extract  int
}

stream rides from files 'rides.ndjson' {
  schema Ride
}

stream shown =
  from rides
  select id, ${item} as x

${sink}`

const codes = (text: string): string[] => checkProgram({ 'main.flow': text }).lines.map((l) => l.slice(0, 8))

describe('an interval', () => {
  it.each([
    ["sink kafka 'shop.ride.shown.v1' from shown append {\n  format json\n}\n", 'JSON'],
    ["sink kafka 'shop.ride.shown.v1' from shown append {\n}\n", 'Avro'],
    [
      "catalog lake iceberg {\n  uri        'http://localhost:8181'\n  warehouse  's3://lake/'\n}\n\nsink lake.shop.shown from shown append\n",
      'Iceberg',
    ],
  ])('is no column of a sink: %#', (sink) => {
    expect(codes(program('(ended - begun) DAY', sink))).toEqual(['FLOW5007'])
    expect(codes(program("INTERVAL '1' MONTH", sink))).toEqual(['FLOW5007'])
  })
  it('is a step on the way to one', () => {
    expect(codes(program('cast((ended - begun) DAY TO SECOND as string)'))).toEqual([])
    expect(codes(program("begun + (ended - begun) DAY > ended - INTERVAL '1' HOUR"))).toEqual([])
    expect(codes(program("case when id > 3 then (ended - begun) DAY end > INTERVAL '1' DAY"))).toEqual([])
  })
})

describe('a word of Flink that is a column here', () => {
  it('is the column, and a function where brackets follow', () => {
    expect(codes(program('now'))).toEqual([])
    expect(codes(program('extract'))).toEqual([])
    expect(codes(program('extract + extract(DAY from now)'))).toEqual([])
    expect(codes(program('now()'))).toEqual(['FLOW3125'])
  })
  it('is a clock where there is no such column', () => {
    expect(codes(program('current_timestamp'))).toEqual(['FLOW3125'])
    expect(codes(program('rides.current_date'))).toEqual(['FLOW2006'])
  })
})

describe('a fix', () => {
  it.each([
    ['ended - begun', '(ended - begun) DAY TO SECOND'],
    ['begun + 1', "begun + INTERVAL '1' DAY"],
    ['begun is distinct from null', 'begun is not null'],
    ['extract(DAYS from begun)', 'extract(DAY from begun)'],
    ["begun + INTERVAL '2' WEEKS", "begun + INTERVAL '14' DAY"],
    ["begun + INTERVAL '20' WEEKS", "begun + 140 * INTERVAL '1' DAY"],
    ["begun + INTERVAL '250' MILLISECONDS", "begun + INTERVAL '0.25' SECOND"],
    ['begun + INTERVAL extract DAY', 'begun + INTERVAL (extract) DAY'],
    ["begun = timestamp_ltz '2026-01-01 00:00:00'", "begun = TIMESTAMP WITH LOCAL TIME ZONE '2026-01-01 00:00:00'"],
    ["begun > '2026-01-31'", "begun > TIMESTAMP '2026-01-31 00:00:00'"],
    ["begun > '2026-01-31T10:20'", "begun > TIMESTAMP '2026-01-31 10:20:00'"],
    ["seen > '2026-01-31T10:20:30Z'", "seen > TIMESTAMP WITH LOCAL TIME ZONE '2026-01-31 10:20:30'"],
    ["begun > '2026-01-31T10:20:30Z'", "begun > '2026-01-31T10:20:30Z'"],
    ["begun > '2026-01-31 10:20:30.5'", "begun > TIMESTAMP '2026-01-31 10:20:30.5'"],
    ["seen > '2026-01-31'", "seen > TIMESTAMP WITH LOCAL TIME ZONE '2026-01-31 00:00:00'"],
    ['begun::date', 'cast(begun as date)'],
  ])('of %s writes %s', (item, wanted) => {
    const files = { 'main.flow': program(item) }
    expect(applyFixes(files, checkProgram(files))['main.flow']).toContain(`select id, ${wanted} as x`)
  })
})
