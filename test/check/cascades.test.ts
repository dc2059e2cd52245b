// One mistake, one message: programs of the documentation, each broken at one word, and how much is said of it.
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../src/core/source.js'
import { compile } from '../../src/workspace/compile.js'

interface Said {
  readonly codes: readonly string[]
  /** `line:column` of all places of the first message. */
  readonly places: readonly string[]
  /** The text with the first fix of the first message. */
  readonly fixed: string | null
}

function say(text: string): Said {
  const index = new SourceIndex()
  const { diagnostics } = compile({
    host: { readText: (path) => (path === 'a.flow' ? { kind: 'text', text } : { kind: 'missing' }), list: () => [] },
    files: ['a.flow'],
    target: 'flink-2.2',
    index,
    before: [],
  })
  const errors = diagnostics.filter((d) => d.severity === 'error')
  const [first] = errors
  if (first === undefined) return { codes: [], places: [], fixed: null }
  const place = (span: Parameters<typeof index.locate>[0]): string => {
    const { start } = index.locate(span)
    return `${start.line}:${start.column}`
  }
  const edits = first.fixes[0]?.edits.map((e) => ({ ...index.range(e.span), text: e.text })).sort((a, b) => b.start - a.start)
  return {
    codes: errors.map((d) => d.code),
    places: [first.primary!.span, ...first.related.map((r) => r.span)].map(place),
    fixed: edits === undefined ? null : edits.reduce((t, e) => t.slice(0, e.start) + e.text + t.slice(e.end), text),
  }
}

const SOURCE = `schema S {
  id      bigint not null,
  region  string,
  at      timestamp(3) not null
}
stream s from kafka 'shop.raw.seen.v1' {
  schema  S
  time    at late by 1 second, idle never
}
`

describe('a text that could not be read', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'says nothing of names in the guess that mended it',
      `${SOURCE}stream r =\n  from s\n  select upper(nothing as x, id\n`,
      ['FLOW1006'],
    ],
    [
      'says nothing of a param that it may declare',
      `param = 5\n${SOURCE}stream r =\n  from s\n  where id > param_x\n`,
      ['FLOW1001'],
    ],
    ['says nothing of a type that it may declare', `type = decimal(18, 2)\nschema T {\n  m money\n}\n`, ['FLOW1001']],
    [
      'says nothing of columns that it may make',
      `${SOURCE}stream r =\n  from s\n  extend twice = id *\nstream q =\n  from r\n  select twice\n`,
      ['FLOW1001'],
    ],
    [
      'says nothing of a time that it may hold',
      `${SOURCE.replace('time    at', 'time    at at')}stream r =\n  from s\n  window tumble 1 hour late count\n  group by region\n  select region, count(*) as n\n`,
      ['FLOW1001'],
    ],
    [
      'leaves a mistake on another line to be told',
      `${SOURCE}stream r =\n  from s\n  where id >\n  select regon\n`,
      ['FLOW1001', 'FLOW2006'],
    ],
    ['says nothing of its brackets twice', `${SOURCE}stream r =\n  from s\n  select id, region) as x\n`, ['FLOW1007']],
    [
      'is no reason to be silent about another file part',
      `${SOURCE}stream r =\n  from s\n  where id >\nstream q =\n  from s\n  where region > 5\n`,
      ['FLOW1001', 'FLOW3101'],
    ],
  ])('%s', (_, text, codes) => {
    expect(say(text).codes).toEqual(codes)
  })
})

describe('a name that is nowhere', () => {
  it('is one message with all its places, and one fix for all of them', () => {
    const text = `${SOURCE}stream r =\n  from s\n  where regon is not null\n  select id, regon\n`
    const said = say(text)
    expect(said.codes).toEqual(['FLOW2006'])
    expect(said.places).toEqual(['12:9', '13:14'])
    expect(said.fixed).toBe(text.replaceAll('regon', 'region'))
  })
  it('in two relations is two messages', () => {
    expect(say(`${SOURCE}stream r =\n  from s\n  select id, nothing\nstream q =\n  from r\n  select nothing\n`).codes).toEqual([
      'FLOW2006',
    ])
    expect(
      say(
        `${SOURCE}stream r =\n  from s\n  select id\nstream q =\n  from r\n  select nope\nstream p =\n  from s\n  select nope\n`,
      ).codes,
    ).toEqual(['FLOW2006', 'FLOW2006'])
  })
  it('of a catalog says nothing of the properties that it would have', () => {
    expect(say(`pipeline shop {}\n${SOURCE}sink kafka from s append {\n  format json\n}\n`).codes).toEqual(['FLOW2008'])
  })
})

it('of a hundred words broken in the documentation, at most four make more than one message', () => {
  const programs = ['docs/clauses', 'docs/language'].flatMap((folder) => {
    const url = new URL(`../../${folder}/`, import.meta.url)
    return readdirSync(url).flatMap((f) =>
      [...readFileSync(new URL(f, url), 'utf8').matchAll(/```flow\n([\s\S]*?)```/g)].map((m) => m[1]!),
    )
  })
  let told = 0
  let several = 0
  let nth = 0
  for (const text of programs) {
    if (say(text).codes.length > 0) continue
    for (const token of text.matchAll(/'[^'\n]*'|--[^\n]*|[A-Za-z_][A-Za-z0-9_]*|[^\sA-Za-z_]/g)) {
      if (token[0].startsWith('--') || nth++ % 60 > 0) continue
      const around = (put: string): string => text.slice(0, token.index) + put + text.slice(token.index + token[0].length)
      for (const broken of [
        around(''),
        around(`${token[0]} ${token[0]}`),
        ...(/^\w{3,}$/.test(token[0]) ? [around(`${token[0]}q`)] : []),
      ]) {
        const { codes } = say(broken)
        if (codes.length > 0) told++
        if (codes.length > 1) several++
      }
    }
  }
  expect(told).toBeGreaterThan(200)
  expect(several / told).toBeLessThan(0.04)
})
