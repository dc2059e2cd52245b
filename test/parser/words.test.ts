import { describe, expect, it } from 'vitest'
import { RESERVED, words } from '../../src/parser/tokens.js'
import { DECLARATIONS, LATER_CLAUSES } from '../../src/parser/words.js'
import { read } from './tree.js'

// Every word that is not reserved is a fine name: of a column, of a relation, of a function, of a field.
const soft = [
  ...new Set([
    ...words.keys(),
    ...DECLARATIONS,
    ...Object.keys(LATER_CLAUSES),
    ...'type time key order group value table window user timestamp date day hour rank status state index source target'.split(
      ' ',
    ),
    ...'hop top per rows range first last offset limit over match drop rename retain within early meta invalid until'.split(' '),
  ]),
].filter((w) => !RESERVED.has(w))

const messages = (text: string): readonly string[] => read(text).messages

const programs = (word: string): string => `
stream a1 =
  from ${word} as ${word}
  where ${word} > 0 and not ${word} or ${word}.${word} is null
  select ${word}, a as ${word}, -${word} + r.${word}, ${word}.*
stream a2 =
  from r
  select a,
    ${word},
    b,
    ${word} as c,
    ${word} + 1 as d
  extend ${word} = ${word}, b =
    ${word}
  group by ${word}
  select ${word}, max(${word}) as m
schema ${word} {
  ${word} int, b string not null,
  ${word} row<${word} string, b int>
}
stream ${word} =
  from r
  join ${word} as ${word} at ${word} on ${word}.a = ${word} late as ${word}
  union all ${word}
sink lake.${word}.${word} from ${word} append {
  key ${word}, ${word}
  partition by ${word}, days(${word})
}
stream s from kafka 't' {
  schema ${word === 'registry' ? '`registry`' : word}
  primary key ${word}, ${word}
  message key ${word} as text
  time ${word === 'commit' ? '`commit`' : word} late by 1 day
}
test 't' for ${word} {
  given ${word}, ${word}
    | ${word} | @${word} |
    | ${word} | 1 |
  watermark ${word} to '2026-01-01'
}
`

describe('ordinary words are names', () => {
  it.each(soft)('%s', (word) => {
    expect(messages(programs(word))).toEqual([])
  })

  it('and names of functions, but for those that take a type or a unit', () => {
    const calls = soft
      .filter((w) => !['cast', 'try_cast', 'timestampadd', 'timestampdiff'].includes(w))
      .map((w) => `${w}(a, b) as c`)
    expect(messages(`stream x =\n  from r\n  select ${calls.join(', ')}\n`)).toEqual([])
  })
})

describe('reserved words', () => {
  it.each([...RESERVED])('%s is a name in backquotes, after `.` and after `as`', (word) => {
    expect(
      messages(
        `stream \`${word}\` =\n  from r as ${word}\n  select \`${word}\`, r.${word}, a as ${word}, r.${word}.${word} + 1 as b\n`,
      ),
    ).toEqual([])
  })

  it.each([...RESERVED])('%s is told that it is one, where a name must stand', (word) => {
    expect(read(`stream x =\n  from r\n  union all ${word}\n`).codes).toEqual(['FLOW1030 3:13'])
  })

  it('ignore case, as all keywords do', () => {
    expect(
      messages("STREAM x =\n  FROM r AS o\n  WHERE o.a IS NOT NULL AND a = 'A'\n  Group By a\n  Select a, COUNT(*) As n\n"),
    ).toEqual([])
  })
})
