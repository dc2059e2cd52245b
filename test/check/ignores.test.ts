// `-- flow:ignore CODE because …`: what it covers, what it takes out, and what is wrong with it.
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../src/core/source.js'
import { renderSarif } from '../../src/diagnostics/render/sarif.js'
import { compile, type Compilation } from '../../src/workspace/compile.js'
import type { Diagnostic } from '../../src/diagnostics/define.js'

const SOURCE = `schema order {
  region      string,
  created_at  timestamp(3) not null
}
stream orders from kafka 'shop.order.created.v1' {
  schema  order
  time    created_at late by 10 seconds, idle after 1 minute
}
`
const query = (above: string, window = 'window tumble 1 day late count', name = 'daily'): string =>
  `stream ${name} =\n  from orders\n${above}  ${window}\n  group by region\n  select region, window_start, count(*) as n\n`

function run(text: string): Compilation {
  const index = new SourceIndex()
  return compile({
    host: { readText: (path) => (path === 'a.flow' ? { kind: 'text', text } : { kind: 'missing' }), list: () => [] },
    files: ['a.flow'],
    target: 'flink-2.2',
    index,
    before: [],
  })
}
const line = (c: Compilation, d: Diagnostic): string => `${d.code} ${c.index.locate(d.primary!.span).start.line}`
const shown = (c: Compilation): readonly string[] => c.diagnostics.map((d) => line(c, d))
const out = (c: Compilation): readonly string[] => c.suppressed.map((s) => `${line(c, s.diagnostic)} ${s.reason}`)

/** The text with the edits of the first fix of a diagnostic. */
function fixed(text: string, code: string): string {
  const c = run(text)
  const d = c.diagnostics.find((x) => x.code === code)!
  const edits = d.fixes[0]!.edits.map((e) => ({ ...c.index.range(e.span), text: e.text })).sort((a, b) => b.start - a.start)
  return edits.reduce((t, e) => t.slice(0, e.start) + e.text + t.slice(e.end), text)
}

const GOOD = '-- flow:ignore FLOW4018 because the report is read in UTC'

describe('a comment takes out', () => {
  it('what is found in the clause below it, and keeps it with the reason', () => {
    const c = run(SOURCE + query(`  ${GOOD}\n`))
    expect(shown(c)).toEqual([])
    expect(out(c)).toEqual(['FLOW4018 12 the report is read in UTC'])
  })

  it.each<[string, string]>([
    ['above the whole declaration', SOURCE + `${GOOD}\n` + query('')],
    ['above its documentation', SOURCE + `${GOOD}\n/// By day.\n` + query('')],
    ['below its documentation', SOURCE + `/// By day.\n${GOOD}\n` + query('')],
    ['with blank lines and comments between', SOURCE + query(`  ${GOOD}\n\n  -- one more\n`)],
    ['in a file with Windows lines', (SOURCE + query(`  ${GOOD}\n`)).replaceAll('\n', '\r\n')],
  ])('what is found %s', (_, text) => {
    const c = run(text)
    expect(shown(c)).toEqual([])
    expect(c.suppressed).toHaveLength(1)
  })

  it('nothing behind the end of what it covers', () => {
    const c = run(SOURCE + `${GOOD}\n` + query('') + query('', undefined, 'again'))
    expect(shown(c)).toEqual(['FLOW4018 17'])
    expect(out(c)).toEqual(['FLOW4018 12 the report is read in UTC'])
  })

  it('nothing of another code', () => {
    const c = run(SOURCE + query('  -- flow:ignore FLOW4016 because of that\n'))
    expect(shown(c)).toEqual(['FLOW1054 11', 'FLOW4018 12'])
  })

  it('several codes', () => {
    const late = 'window tumble 1 day late as behind'
    const text = `pipeline shop {}\n${SOURCE}${query('  -- flow:ignore FLOW4018, FLOW4020 because nobody reads it\n', late)}sink kafka 'shop.daily.counted.v1' from daily append {\n  format json\n}\n`
    expect(out(run(text)).map((s) => s.slice(0, 8))).toEqual(['FLOW4018', 'FLOW4020'])
  })

  it('keeps documentation with its declaration', () => {
    const c = run(`${SOURCE}/// By day.\n${GOOD}\n${query('')}`)
    expect(c.model.scopes.get('a.flow')!.get('daily')!.doc).toBe('By day.')
  })
})

describe('a comment is wrong', () => {
  it.each<[string, string, string | null]>([
    ['-- flow:ignore because of that', 'FLOW1050', null],
    ['-- flow:ignore', 'FLOW1050', null],
    ['-- flowc:ignore FLOW4018 because of that', 'FLOW1050', '-- flow:ignore FLOW4018 because of that'],
    ['-- flow: disable FLOW4018 because of that', 'FLOW1050', '-- flow:ignore FLOW4018 because of that'],
    ['-- flow:ignore FLOW4018', 'FLOW1051', null],
    ['-- flow:ignore FLOW4018 because', 'FLOW1051', null],
    ['-- flow:ignore FLOW4018 it is UTC', 'FLOW1051', '-- flow:ignore FLOW4018 because it is UTC'],
    ['-- flow:ignore FLOW4998 because of that', 'FLOW1052', null],
    ['-- flow:ignore flow4018 because of that', 'FLOW1052', '-- flow:ignore FLOW4018 because of that'],
    ['-- flow:ignore FLOW-4018 because of that', 'FLOW1052', '-- flow:ignore FLOW4018 because of that'],
    ['-- flow:ignore FLOW4003 because of that', 'FLOW1053', null],
    ['-- flow:ignore FLOW1054 because of that', 'FLOW1053', null],
    ['-- flow:ignore FLOW4016, FLOW4018 because of that', 'FLOW1054', '-- flow:ignore FLOW4018 because of that'],
    ['-- flow:ignore FLOW4018, FLOW4016 because of that', 'FLOW1054', '-- flow:ignore FLOW4018 because of that'],
  ])('%s: %s', (comment, code, better) => {
    const text = SOURCE + query(`  ${comment}\n`)
    expect(shown(run(text)).filter((l) => !l.startsWith('FLOW4018'))).toEqual([`${code} 11`])
    if (better !== null) expect(fixed(text, code)).toBe(SOURCE + query(`  ${better}\n`))
  })

  it('where it stands behind a clause; the fix puts it above', () => {
    const text = SOURCE + query('', `window tumble 1 day late count  ${GOOD}`)
    expect(shown(run(text))).toEqual(['FLOW4018 11', 'FLOW1055 11'])
    expect(fixed(text, 'FLOW1055')).toBe(SOURCE + query(`  ${GOOD}\n`))
  })

  it('where nothing stands below it', () => {
    expect(shown(run(`${SOURCE}${query('', 'window tumble 1 hour late count')}${GOOD}\n`))).toEqual(['FLOW1055 14'])
    expect(shown(run(SOURCE.replace('\n}\nstream', `\n  ${GOOD}\n}\nstream`)))).toEqual(['FLOW1055 4'])
  })

  it('where nothing is left to ignore; the fix takes its line away, and the message shows where the code is', () => {
    const text = SOURCE + query(`  ${GOOD}\n`, 'window tumble 1 hour late count') + query('', undefined, 'again')
    const c = run(text)
    expect(shown(c)).toEqual(['FLOW1054 11', 'FLOW4018 17'])
    expect(c.diagnostics[0]!.related.map((r) => c.index.locate(r.span).start.line)).toEqual([17])
    expect(fixed(text, 'FLOW1054')).toBe(text.replace(`  ${GOOD}\n`, ''))
  })

  it('and not called unused in a program with an error', () => {
    expect(shown(run(SOURCE + query(`  ${GOOD}\n`, 'window tumble 1 hour late count') + 'stream x =\n  from nowhere\n'))).toEqual(
      ['FLOW2002 16'],
    )
  })

  it('and other comments are left alone', () => {
    expect(shown(run(`-- flow: see the page\n-- FLOW4018\n${SOURCE}`))).toEqual([])
  })
})

it('SARIF carries what is ignored, with the reason', () => {
  const c = run(SOURCE + query(`  ${GOOD}\n`))
  const sarif = JSON.parse(
    renderSarif([{ diagnostics: c.diagnostics, suppressed: c.suppressed, places: c.index }], {
      name: 'flowc',
      version: '0',
      nameOf: () => undefined,
    }),
  ) as { runs: { results: { ruleId: string; suppressions?: unknown }[] }[] }
  expect(sarif.runs[0]!.results.map((r) => [r.ruleId, r.suppressions])).toEqual([
    ['FLOW4018', [{ kind: 'inSource', justification: 'the report is read in UTC' }]],
  ])
})

it('covers every copy of a `for`', () => {
  const loop = (above: string): string =>
    `${SOURCE}for x in ['a', 'b'] {\n${above}${query('', undefined, 'daily_$x').replace(/^(?=.)/gm, '  ')}}\n`
  expect(run(loop('')).diagnostics.map((d) => d.code)).toEqual(['FLOW4018', 'FLOW4018'])
  const c = run(loop(`  ${GOOD}\n`))
  expect(shown(c)).toEqual([])
  expect(c.suppressed.map((s) => s.diagnostic.code)).toEqual(['FLOW4018', 'FLOW4018'])
})

it('covers an item of a list, a property of a block', () => {
  const c = run(
    `${SOURCE}stream r =\n  from orders\n  select region,\n    -- flow:ignore FLOW3201 because whole cents are meant\n    7 / 2 as half,\n    9 / 2 as other\n`,
  )
  expect(shown(c)).toEqual(['FLOW3201 14'])
  expect(out(c)).toEqual(['FLOW3201 13 whole cents are meant'])
})
