// Comments that ignore something become calls, and these the same comments again: what is ignored, and why, is one in both skins.
import { describe, expect, it } from 'vitest'
import { renderText } from '../../../src/diagnostics/render/text.js'
import type { Compilation } from '../../../src/workspace/compile.js'
import { closeLoop, modulesOf } from '../../support/close-loop.js'
import { scrubbed } from '../../support/equal-plans.js'
import { compileFiles } from '../../support/flow-programs.js'

const HEAD = `pipeline shop {}

schema order {
  region      string,
  amount      int,
  created_at  timestamp(3) not null
}

`
const SOURCE = `stream orders from kafka 'shop.order.created.v1' {
  schema       order
  message key  region as text
  time         created_at late by 10 seconds, idle after 1 minute
}

`
const SINK = `
sink kafka 'shop.daily.counted.v1' from daily append {
  message key  region as text
}
`
const query = (parts: { readonly above?: string; readonly window?: string; readonly group?: string; readonly item?: string }) => `
${parts.above ?? ''}stream daily =
  from orders
  where region is not null
${parts.window ?? ''}  window tumble 1 day late count
${parts.group ?? ''}  group by region
  select
    region, window_start,
${parts.item ?? ''}    sum(7 / 2) as half
`
const UTC = '-- flow:ignore FLOW4018 because the report is read in UTC\n'
const CENTS = '-- flow:ignore FLOW3201 because whole cents are meant\n'

const ignored = ({ suppressed }: Compilation): readonly string[] =>
  suppressed.map((s) => `${s.diagnostic.code} ${s.reason}`).sort()
const shown = (c: Compilation): readonly string[] => c.diagnostics.map((d) => `${d.code} ${d.message}`).sort()

async function loop(text: string) {
  const files = { 'a.flow': text }
  const before = compileFiles(files, 'a.flow')
  expect(before.hasErrors, renderText(before.diagnostics, before.index)).toBe(false)
  const made = modulesOf(files, 'a.flow', before.model)
  const [closed] = await closeLoop([made])
  if (!closed!.ok) throw new Error(closed!.problem)
  const after = compileFiles({ 'a.flow': closed!.text }, 'a.flow')
  return { before, after, code: made.modules.get('a.flow.ts')!, text: closed!.text, asText: made.asText }
}

const PROGRAMS: readonly (readonly [string, string, RegExp])[] = [
  ['above a clause', query({ window: `  ${UTC}` }), /late: 'count', }\)\.ignore\('FLOW4018', 'the report is read in UTC'\)/],
  ['above a declaration', query({ above: UTC }), /\)\.ignore\('FLOW4018', 'the report is read in UTC'\)\n/],
  [
    'above an item: its clause',
    query({ window: `  ${UTC}`, item: `    ${CENTS}` }),
    /\.ignore\('FLOW3201', 'whole cents are meant'\)/,
  ],
  [
    'above a clause that ends a group',
    query({ window: `  ${UTC}`, group: `  ${CENTS}` }),
    /\.ignore\('FLOW3201', 'whole cents are meant'\)/,
  ],
  [
    'several, among other comments',
    query({ above: `-- once a day\n${UTC}-- by region\n${CENTS}/// Orders a day.\n` }),
    /\/\/ once a day\n\/\/ by region\nconst daily = .*\.doc\('Orders a day\.'\)\.ignore\('FLOW4018', 'the report is read in UTC'\)\.ignore\('FLOW3201', 'whole cents are meant'\)/,
  ],
  [
    'several codes',
    query({ above: `-- flow:ignore FLOW4018, FLOW3201 because it's "fine" \\ here\n` }),
    /\.ignore\(\['FLOW4018', 'FLOW3201'\], 'it\\'s "fine" \\\\ here'\)/,
  ],
]

describe('ignored in a text', () => {
  it.each(PROGRAMS)('%s', async (_, text, called) => {
    const { before, after, code, text: printed, asText } = await loop(HEAD + SOURCE + text + SINK)
    expect(asText).toEqual([])
    expect(code.match(called)?.length, code).toBe(1)
    expect(code).not.toContain('flow:ignore')
    expect(ignored(before)).not.toEqual([])
    expect(ignored(after)).toEqual(ignored(before))
    expect(shown(after), printed).toEqual(shown(before))
    expect(scrubbed(after.programs[0]!)).toEqual(scrubbed(before.programs[0]!))
  })

  it('of sources, schemas, sinks, tests and the pipeline: each where it was', async () => {
    const of = (what: string): string => `-- flow:ignore FLOW4016 because of the ${what}\n`
    const text = `${of('pipeline')}${HEAD.replace('schema order', `${of('schema')}schema order`)}${of('source')}${SOURCE.replace('  time', `  ${of('time')}  time`)}${query({})}
${of('sink')}${SINK.trimStart().replace('  message', `  ${of('property')}  message`)}
${of('test')}test 'nothing' for shop {
  ${of('step')}  given orders
    | region | created_at            |
    | 'eu'   | '2026-01-01 10:00:00' |
}
`
    const { code, text: printed } = await loop(text)
    const lines = code.split('\n').filter((l) => l.includes('.ignore('))
    expect(lines.map((l) => [...l.matchAll(/of the (\w+)'/g)].map((m) => m[1]))).toEqual([
      ['schema'],
      ['time', 'source'],
      expect.arrayContaining(['pipeline', 'sink', 'property', 'test', 'step']),
    ])
    const order = ['pipeline', 'schema', 'source', 'time', 'sink', 'property', 'test', 'step']
    expect([...printed.matchAll(/-- flow:ignore FLOW4016 because of the (\w+)/g)].map((m) => m[1])).toEqual(order)
  })

  it('above what stands as text, stays a comment there', async () => {
    const odd = `${UTC}stream daily =\n  from orders\n  window tumble 1 day late count\n  ${CENTS}  group by upper(region)\n  select upper(region) as region, sum(7 / 2) as half\n`
    const made = modulesOf({ 'a.flow': HEAD + SOURCE + odd + UTC.replace('report', 'sink') + SINK }, 'a.flow', null)
    const code = made.modules.get('a.flow.ts')!
    expect(made.asText.length).toBeGreaterThan(0)
    expect(code).toContain(`flow\`\n${UTC}stream daily`)
    expect(code).toContain(`  ${CENTS}  group by`)
    expect(code).not.toContain('.ignore(')
    expect(code).toContain(`.declare(flow\`\n${UTC.replace('report', 'sink')}sink`)
    const [closed] = await closeLoop([made])
    if (!closed!.ok) throw new Error(closed!.problem)
    expect(closed!.text.match(/flow:ignore/g)).toHaveLength(3)
  })

  it('in a loop, of each copy; above the loop, as a comment', async () => {
    const { code, before, after } = await loop(`${HEAD.replace('pipeline shop {}', '')}${SOURCE}for size in ['eu', 'us'] {
  ${CENTS}  stream half_$size =
    from orders
    select region, 7 / 2 as half
}

-- flow:ignore FLOW3201 because of the loop
for size in ['eu', 'us'] {
  stream third_$size =
    from orders
    select region, 7 / 3 as third
}
`)
    expect(code.match(/\.ignore\('FLOW3201', 'whole cents are meant'\)/g)).toHaveLength(2)
    expect(code).toContain('// flow:ignore FLOW3201 because of the loop\n')
    // the copies of a loop are told once
    expect(ignored(before)).toEqual(['FLOW3201 of the loop', 'FLOW3201 whole cents are meant'])
    expect(ignored(after)).toEqual(['FLOW3201 whole cents are meant', 'FLOW3201 whole cents are meant'])
  })
})
