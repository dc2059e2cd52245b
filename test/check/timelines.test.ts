// Tests of programs, run: sources of several topics and with metadata, partitions, what ends and what stays open, and programs
// that must not compile.
import { describe, expect, it } from 'vitest'
import { runTest } from '../../src/runtime/test-runner/run-test.js'
import { checkProgram } from '../support/check-program.js'

const READING = `schema Reading {
  id  int not null,
  at  timestamp(3) not null
}
`
const flow = (source: string, clauses: string, select: string): string => `pipeline iot {
  dlq  'iot.dlq.v1'
}

${READING}
stream readings from kafka ${source} {
  schema       Reading
  message key  id as text
  time         at late by 0 seconds, idle after 1 minute
${clauses}}

stream good =
  from readings
  where id > 0 else dlq 'no_id'
${select}
stream counts =
  from readings
  window tumble 1 minute late to dlq
  group by ()
  select window_start, count(*) as n

sink kafka 'iot.reading.good.v1' from good append {
  format  json
}

sink kafka 'iot.reading.counts.v1' from counts append {
  format  json
}
`

/** What the steps of a test of a program give: its failures, or what is wrong with it. */
function outcome(program: string, steps: string): readonly string[] {
  const { programs, lines } = checkProgram({ 'main.flow': `${program}\ntest 't' for iot {\n${steps}\n}\n` })
  if (programs.length === 0) return lines.map((l) => l.replace(/ \d+:\d+/, ''))
  const plan = programs[0]!
  const { failures, ledger } = runTest(plan.plan, plan.tests[0]!, { readFile: () => [] })
  for (const e of ledger)
    expect(e.in).toBe(e.kept + e.filtered + e.late + e.unrouted + Object.values(e.rejected).reduce((a, b) => a + b, 0))
  return failures.flatMap((f) => [
    f.message,
    ...(f.diff?.lines ?? [])
      .filter((l) => l.status !== 'equal')
      .map((l) => `${l.status} ${(l.actual ?? l.expected ?? []).join(' ')}`),
  ])
}

const ONE = flow("'iot.reading.v1'", '', '')
const META = flow(
  "'iot.reading.v1'",
  "  meta { t = topic, p = partition, o = offset, ts = timestamp, trace = header 'trace-id' as text, raw = header 'sig' as raw, all = headers }\n",
  '  select id, t, p, o, ts, trace, raw\n',
)
const TWO = flow("('a', 'b')", '  meta { t = topic, o = offset }\n', '  select id, t, o\n')
const LIKE = flow("pattern 'iot\\.r[a-z]*'", '  meta { t = topic }\n', '  select id, t\n')

describe('what a record has beside its fields', () => {
  it('is read as it is given: partition, counted offset, timestamp, headers as text and as bytes', () => {
    expect(
      outcome(
        META,
        `  given readings
    | @partition | @timestamp            | \`@header.trace-id\` | @header.sig | id | at                    |
    | 1          | '2026-01-01 00:00:05' | 'abc'              | '00ff'      | 1  | '2026-01-01 00:00:00' |
    | 1          | '2026-01-01 00:00:06' |                    |             | 2  | '2026-01-01 00:00:00' |
    | 0          | '2026-01-01 00:00:07' | 'ü'                |             | 3  | '2026-01-01 00:00:00' |
  expect good
    | id | t                | p | o | ts                     | trace | raw    |
    | 1  | 'iot.reading.v1' | 1 | 0 | '2026-01-01 00:00:05Z' | 'abc' | '00ff' |
    | 2  | 'iot.reading.v1' | 1 | 1 | '2026-01-01 00:00:06Z' | null  | null   |
    | 3  | 'iot.reading.v1' | 0 | 0 | '2026-01-01 00:00:07Z' | 'ü'   | null   |`,
      ),
    ).toEqual([])
  })

  it('has to be said where the program reads it and nothing else could tell', () => {
    expect(outcome(META, "  given readings\n    | id | at |\n    | 1 | '2026-01-01 00:00:00' |")).toEqual([
      'FLOW7007 `@timestamp` of `readings` is NOT NULL and has no default: give it a value',
    ])
    expect(outcome(META, "  given readings from 'readings.ndjson'")).toEqual([
      'FLOW5034 `readings` reads the timestamp of its records, and a data file has none',
    ])
    expect(outcome(LIKE, "  given readings\n    | id | at |\n    | 1 | '2026-01-01 00:00:00' |")).toEqual([
      'FLOW7007 `@topic` of `readings` is NOT NULL and has no default: give it a value',
    ])
  })

  it.each([
    ['@key', ONE, 'the key of a record is made of its fields: `message key` says of which'],
    ['@topic', ONE, 'there is one topic only'],
    ['@header.x', META.replace(', all = headers', ''), "nothing reads the header `x`: `meta { … = header 'x' as text }` would"],
    ['@time', ONE, 'the event time is a column of its own'],
  ])('cannot be given where nothing could read it: %s', (column, program, reason) => {
    expect(outcome(program, `  given readings\n    | ${column} | id | at |\n    | 'a' | 1 | '2026-01-01 00:00:00' |`)).toEqual([
      `FLOW7005 \`${column}\` cannot stand here: ${reason}`,
    ])
  })

  it('is told of a dead letter: topic, partition, offset and key of its record', () => {
    const given =
      "  given readings\n    | @partition | id | at |\n    | 2 | 7 | '2026-01-01 00:00:00' |\n    | 2 | -7 | '2026-01-01 00:00:00' |\n"
    const expected = (offset: number): string =>
      `  expect dlq\n    | @reason | @topic | @partition | @offset | @key | id |\n    | 'no_id' | 'iot.reading.v1' | 2 | ${offset} | '-7' | -7 |`
    expect(outcome(ONE, given + expected(1))).toEqual([])
    expect(outcome(ONE, given + expected(0))).toHaveLength(2)
  })
})

describe('several topics', () => {
  const rows = `  given readings
    | @topic | id | at                    |
    | 'a'    | 1  | '2026-01-01 00:00:10' |
    | 'b'    | 2  | '2026-01-01 00:01:10' |
    | 'a'    | 3  | '2026-01-01 00:00:50' |
    |        | 4  | '2026-01-01 00:02:00' |
`
  it('are partitions of their own, each with its offsets and its watermark', () => {
    expect(
      outcome(
        TWO,
        `${rows}  expect watermark readings '2026-01-01 00:01:10'
  expect good
    | id | t   | o |
    | 1  | 'a' | 0 |
    | 2  | 'b' | 0 |
    | 3  | 'a' | 1 |
    | 4  | 'a' | 2 |
  expect counts
    | window_start          | n |
    | '2026-01-01 00:00:00' | 2 |
    | '2026-01-01 00:01:00' | 1 |
    | '2026-01-01 00:02:00' | 1 |`,
      ),
    ).toEqual([])
  })

  it('hold each other back, also one that has not spoken', () => {
    const body = "  given readings\n    | @topic | id | at |\n    | 'a' | 1 | '2026-01-01 00:05:00' |\n"
    expect(outcome(TWO, `${body}  expect watermark readings '2026-01-01 00:05:00'`)).toEqual([
      "the watermark of `readings` is not there yet, not '2026-01-01 00:05:00.000'",
    ])
    expect(outcome(TWO, `${body}  idle readings partition 0\n  expect nothing from counts`)).toHaveLength(2)
  })

  it('are among those that the source names, or its pattern matches', () => {
    const one = (topic: string): string =>
      `  given readings\n    | @topic | id | at |\n    | ${topic} | 1 | '2026-01-01 00:00:00' |`
    expect(outcome(TWO, one("'c'"))).toEqual(['FLOW7002 column `@topic`: it is one of `a`, `b`'])
    expect(outcome(LIKE, one("'iot.x'"))).toEqual(['FLOW7002 column `@topic`: `iot\\.r[a-z]*` does not match it'])
    expect(outcome(LIKE, `${one("'iot.reading'")}\n  expect good\n    | t |\n    | 'iot.reading' |`)).toEqual([])
  })
})

describe('the time of a test', () => {
  const two = `  given readings
    | @partition | id | at                    |
    | 0          | 1  | '2026-01-01 00:00:10' |
    | 1          | 2  | '2026-01-01 00:00:20' |
    | 0          | 3  | '2026-01-01 00:02:10' |
`
  const windows = (...starts: readonly string[]): string =>
    `  expect counts\n    | window_start |\n${starts.map((s) => `    | '2026-01-01 ${s}' |\n`).join('')}`

  it('waits for the slowest partition, until that is idle', () => {
    expect(outcome(ONE, `${two}  open\n${windows()}`)).toEqual([])
    expect(outcome(ONE, `${two}  idle readings partition 1\n  open\n${windows('00:00:00')}`)).toEqual([])
    expect(outcome(ONE, `${two}  idle readings partition 1\n  expect watermark readings '2026-01-01 00:02:10'`)).toEqual([])
  })

  it('goes on at the place of a partition that has spoken again', () => {
    const again =
      "  given readings\n    | @partition | id | at |\n    | 1 | 4 | '2026-01-01 00:02:05' |\n    | 0 | 5 | '2026-01-01 00:05:00' |\n"
    expect(outcome(ONE, `${two}  idle readings partition 1\n${again}  open\n${windows('00:00:00')}`)).toEqual([])
  })

  it('ends all windows at the end, said or not, and none where the test stays open', () => {
    const all = windows('00:00:00', '00:02:00')
    expect(outcome(ONE, two + all)).toEqual([])
    expect(outcome(ONE, `${two}  end\n${all}`)).toEqual([])
    expect(outcome(ONE, `${two}  open\n  expect nothing from counts`)).toEqual([])
  })

  it.each([
    ['rows behind the end', `  end\n${two}`, ['FLOW5031 `given` comes after the end of the input']],
    ['two ends', '  end\n  end', ['FLOW7008 `end` is not possible here: it stands there twice']],
    ['an end and none', '  open\n  end', ['FLOW7008 `end` is not possible here: an input that ends does not stay open']],
  ])('does not have %s', (_, steps, expected) => {
    expect(outcome(ONE, steps)).toEqual(expected)
  })

  it.each([
    ['does not say it', 'late by 0 seconds', 'its `time` does not say after how long'],
    ['says never', 'late by 0 seconds, idle never', 'its `time` does not say after how long'],
  ])('has nothing that goes idle where the source %s', (_, time, reason) => {
    const program = `pipeline iot {\n}\n${READING}\nstream readings from kafka 'r' {\n  schema Reading\n  time at ${time}\n}\nsink kafka 'iot.reading.good.v1' from readings append {\n  format json\n}\n`
    expect(outcome(program, '  idle readings').filter((l) => !l.startsWith('FLOW5012'))).toEqual([
      `FLOW5032 nothing of \`readings\` goes idle: ${reason}`,
    ])
  })
})

describe('a program that must not compile', () => {
  const wrong = ONE.replace(', idle after 1 minute', '')
  const expecting = (...codes: readonly string[]): string =>
    `\ntest 't' for iot {\n${codes.map((c) => `  expect error '${c}'\n`).join('')}}\n`
  const check = (text: string, more: Readonly<Record<string, string>> = {}) => {
    const { lines, met, programs } = checkProgram({ 'main.flow': text, ...more })
    return {
      lines: lines.map((l) => l.replace(/ \d+:\d+/, '')),
      met: met.map((m) => m.title),
      programs: programs.map((p) => p.pipeline),
    }
  }

  it('is a test that passes, and no error of the check', () => {
    expect(check(wrong).lines).toEqual([expect.stringMatching(/^FLOW4004 /)])
    expect(check(wrong + expecting('FLOW4004'))).toEqual({ lines: [], met: ['t'], programs: [] })
  })

  it('may stand in a file of its own, and leaves other pipelines alone', () => {
    const test = { 'main.test.flow': `import { iot } from './main.flow'\n${expecting('FLOW4004')}` }
    const other = { 'other.flow': ONE.replace('pipeline iot', 'pipeline other').replaceAll('iot.', 'other.') }
    const found = check(wrong, { ...test, ...other })
    expect(found.lines.filter((l) => !l.startsWith('FLOW5007') && !l.startsWith('FLOW2015'))).toEqual([])
    expect(found).toMatchObject({ met: ['t'], programs: ['other'] })
  })

  it('is an error where it compiles, or has another error', () => {
    expect(check(ONE + expecting('FLOW4004'))).toEqual({
      lines: ['FLOW5030 `iot` compiles, and FLOW4004 is expected of it'],
      met: [],
      programs: [],
    })
    expect(check(wrong + expecting('FLOW4001')).lines).toEqual([
      expect.stringMatching(/^FLOW4004 /),
      'FLOW5030 `iot` has other errors (FLOW4004), and FLOW4001 is expected of it',
    ])
  })

  it('has every error expected; one that is not stays an error', () => {
    const twice = wrong.replace('id > 0', 'idd > 0')
    expect(check(twice + expecting('FLOW4004', 'FLOW2006'))).toMatchObject({ lines: [], met: ['t'] })
    expect(check(twice + expecting('FLOW4004')).lines).toEqual([expect.stringMatching(/^FLOW2006 /)])
  })

  it('has no rows, so that nothing else is said of it', () => {
    expect(check(`${wrong}\ntest 't' for iot {\n  expect error 'FLOW4004'\n  end\n}\n`).lines).toContain(
      'FLOW7008 `end` is not possible here: a program that does not compile has no rows, so `expect error` stands alone',
    )
  })

  it('may be unreadable', () => {
    const unreadable = ONE.replace('window tumble 1 minute', 'window tumble')
    const [code] = check(unreadable).lines.map((l) => l.split(' ')[0]!)
    expect(code).toMatch(/^FLOW1/)
    expect(check(unreadable + expecting(code!))).toEqual({ lines: [], met: ['t'], programs: [] })
  })

  it('is not read by a pipeline that should compile', () => {
    const reader = `import { readings } from './main.flow'\npipeline reader {\n}\nsink kafka 'reader.v1' from readings append {\n  format json\n}\n`
    expect(check(wrong + expecting('FLOW4004'), { 'reader.flow': reader }).lines).toContain(
      'FLOW7008 `expect error` is not possible here: pipeline `reader` reads this file, and would not compile either',
    )
  })
})
