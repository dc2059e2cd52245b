// Whatever a program calls its things, the generated SQL holds it in backquotes or quotes: outside of them stand only words
// of SQL, numbers and punctuation.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printProgram } from '../../src/codegen/flink/printer.js'
import { flinkProgram } from '../../src/codegen/flink/program.js'
import { checkProgram } from '../support/check-program.js'

const WORDS = new Set(
  `ADD ALL AND ARRAY AS BEGIN BIGINT BOOLEAN BY CASE CAST CATALOG COALESCE COMMENT COUNT CREATE CURRENT_WATERMARK DATABASE
   DAY DECIMAL DESC DESCRIPTOR DISTINCT ELSE END ENFORCED EPOCH ESCAPE EXECUTE EXISTS EXTRACT FALSE FILTER FOR FROM GROUP HAVING HOUR IF IN
   INNER INSERT INT INTERVAL INTO IS JOIN JSON_OBJECT KEY LEFT LIKE MAX METADATA MILLISECOND MIN MINUTE MOD NOT NULL OF ON OR ORDER
   OVER PARTITION PRIMARY ROW ROW_NUMBER SECOND SELECT SET STATEMENT STRING SUM SYSTEM_TIME TABLE THEN TIMESTAMP TIMESTAMP_LTZ
   TO_TIMESTAMP_LTZ TRUE TUMBLE UNION VALUE VIEW VIRTUAL WATERMARK WHEN WHERE WITH`.split(/\s+/),
)

/** The text without comments, quoted texts and quoted names. */
function bare(sql: string): string {
  return sql.replaceAll(/--[^\n]*|'(?:[^']|'')*'|`(?:[^`]|``)*`/g, ' ')
}

function program(names: readonly [string, string, string, string, string]): string {
  const [source, column, derived, alias, query] = names.map((n) => `\`${n.replaceAll('`', '``')}\``)
  return `pipeline p {
  dlq 'dead'
  checkpoint every 1 minute exactly once
}

schema S {
  ${column}  string not null,
  amount     int,
  at         timestamp(3) not null
}

stream ${source} from kafka 'in' {
  schema       S
  message key  ${column} as text
  time         at late by 1 second, idle after 1 minute
  start        earliest
}

stream ${query} =
  from ${source} as ${alias}
  where ${alias}.amount > 0 else dlq 'refused'
  window tumble 1 minute late to dlq
  group by ${column}
  select ${column}, window_start, sum(amount) as ${derived}

sink kafka 'out' from ${query} append {
  message key ${column} as text
  format json
}
`
}

const sqlOf = (text: string): string => {
  const result = checkProgram({ 'main.flow': text })
  expect(result.diagnostics.filter((d) => d.severity === 'error').map((d) => d.message)).toEqual([])
  return printProgram(flinkProgram(result.programs[0]!.plan)).text
}

const foreignWords = (sql: string): string[] => (bare(sql).match(/[A-Za-z_$][A-Za-z0-9_$]*/g) ?? []).filter((w) => !WORDS.has(w))

const awkward = fc.constantFrom(
  'table',
  'order',
  'select',
  'group',
  'it"s',
  "it's",
  'a b',
  'x.y',
  'ünï',
  '$op',
  'packed',
  'window',
  '--',
  ';',
  '1st',
  'END',
)
const word = fc.oneof(awkward, fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/))

describe('names in generated SQL', () => {
  it('are quoted, whatever they are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 5, maxLength: 5 }), (names) => {
        const reserved = new Set(['amount', 'at', 'window_start', 'window_end', 'window_time', 'S', 'p'])
        fc.pre(names.every((n) => !reserved.has(n)))
        const sql = sqlOf(program(names as unknown as [string, string, string, string, string]))
        expect(foreignWords(sql)).toEqual([])
        for (const name of [names[0]!, names[1]!, names[2]!, names[4]!])
          expect(sql).toContain(`\`${name.replaceAll('`', '``')}\``)
      }),
      { numRuns: 25, seed: 20260101 },
    )
  })

  it('never name two things alike: a relation that is called like a generated view', () => {
    const sql = sqlOf(program(['orders', 'region', 'total', 'o', 'orders_input']))
    const created = [...sql.matchAll(/^CREATE (?:TABLE|VIEW) `([^`]+)`/gm)].map((m) => m[1])
    expect(new Set(created).size).toBe(created.length)
  })
})
