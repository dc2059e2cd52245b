// Ordinary words as names of columns: every word of the list at every position of the table, and what the parser makes of it.
import { describe, expect, it } from 'vitest'
import { RESERVED, words } from '../../src/parser/tokens.js'
import { print, read } from './tree.js'

/** What tables of real systems call their columns, and every word that the grammar gives a meaning somewhere. */
const ORDINARY = `
  type time key order group value table window user timestamp date day hour minute second month year week quarter rank status state
  index source target name id number count sum min max avg first last offset limit over match drop rename retain within early
  meta invalid until top hop per rows range partition topic header headers schema subject version format start end_time event
  events action level priority comment description message error code reason language country region position trim floor ceil
  extract overlay substring interval row array map multiset element cardinality current_date local zone any all some exists
  unique primary foreign references check default constraint column columns database catalog connection host port user_name
  password role grant session system public private class method object package path file files url uri query body text data
  json xml avro csv raw binary bytes char varchar decimal numeric int integer bigint smallint float double real boolean true_value
  open close lock share mode read write replace insert update delete merge upsert append retract sink stream pipeline import
  export param fn sql tap test for given expect watermark advance restart idle after before every once exactly least
`
const WORDS = [...new Set([...ORDINARY.trim().split(/\s+/), ...words.keys()])].filter((w) => !RESERVED.has(w)).sort()

const path = (word: string): string => `(path [${word}])`

/** Position → a query with the word there, and what must be found in its tree. */
const POSITIONS: Readonly<Record<string, { text: (w: string) => string; tree: (w: string) => string }>> = {
  'the first item of a select': { text: (w) => `select ${w}, b`, tree: (w) => `[(item ${path(w)} _) (item (path [b]) _)]` },
  'an item on a line of its own': {
    text: (w) => `select a,\n    ${w},\n    b`,
    tree: (w) => `[(item (path [a]) _) (item ${path(w)} _) (item (path [b]) _)]`,
  },
  'the last item of a select': { text: (w) => `select a, ${w}`, tree: (w) => `[(item (path [a]) _) (item ${path(w)} _)]` },
  'a name behind `as`': { text: (w) => `select a as ${w}, b`, tree: (w) => `(item (path [a]) ${w})` },
  'behind a qualifier': { text: (w) => `where r.${w} > 0`, tree: (w) => `(binary > (path [r ${w}]) (number 0))` },
  'the left side of a comparison': { text: (w) => `where ${w} > 0`, tree: (w) => `(binary > ${path(w)} (number 0))` },
  'behind `and not`': { text: (w) => `where a and not ${w}`, tree: (w) => `(binary and (path [a]) (unary not ${path(w)}))` },
  'an argument of a function': { text: (w) => `select max(${w}) as m`, tree: (w) => `(call max false false [${path(w)}] _)` },
  'a key of `group by`': { text: (w) => `group by ${w}, a\n  select ${w}, a`, tree: (w) => `(group [${path(w)} (path [a])]` },
  'the left side of `extend`': { text: (w) => `extend ${w} = a + 1`, tree: (w) => `(extend [{${w} (binary` },
  'inside a `case`': {
    text: (w) => `select case when ${w} then ${w} else ${w} end as x`,
    tree: (w) => `(case _ [{${path(w)} ${path(w)}}] ${path(w)})`,
  },
}

describe.each(Object.entries(POSITIONS))('ordinary words are columns: %s', (_, position) => {
  it.each(WORDS.filter((w) => w !== 'cast' && w !== 'try_cast'))('%s', (word) => {
    const { messages, file } = read(`stream x =\n  from r\n  ${position.text(word)}\n`)
    expect(messages).toEqual([])
    expect(print(file.declarations[0])).toContain(position.tree(word))
  })
})

describe('ordinary words are fields and columns of fixtures', () => {
  it.each(WORDS)('%s', (word) => {
    const text = `schema s {\n  ${word} int,\n  b row<${word} string>\n}\ntest 't' for p {\n  given s\n    | ${word} | b |\n    | 1 | 'x' |\n}\n`
    const { messages, file } = read(text)
    expect(messages).toEqual([])
    expect(print(file.declarations[0])).toContain(`{${word} (named int [])`)
    expect(print(file.declarations[1])).toContain(`[{${word}} {b}]`)
  })
})
