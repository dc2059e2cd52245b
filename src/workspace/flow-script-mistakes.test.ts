// What is wrong with a module: all of it in one run, each mistake once, in the order in which it was made.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SourceIndex } from '../core/source.js'
import { flowScripts } from './flow-script-node.js'
import { createNodeHost } from './host-node.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

const HEAD = `import { kafka, lit, minutes, pipeline, schema, stream, t, type Str } from 'flowc'
const orders = stream('orders', kafka('a').schema(schema('Order', { id: t.bigint(), region: t.string(), at: t.timestamp(3).notNull() })))
`
const LINES = HEAD.split('\n').length - 1

/** `CODE line` of each file; of one in another file with its name. Lines count behind the head. */
function told(files: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const root = mkdtempSync(join(tmpdir(), 'flowc-mistakes-'))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), HEAD + text)
  }
  const names = Object.keys(files).filter((f) => f.endsWith('.flow.ts'))
  const scripts = flowScripts({ host: createNodeHost(root), files: names, index: new SourceIndex(), onText: () => {} })
  return names.map((file) => {
    const read = scripts.host.readText(file)
    if (read.kind !== 'unreadable') return [read.kind]
    return read.diagnostics!.map(({ code, primary }) => {
      if (primary === null) return code
      const at = scripts.places.locate(primary.span)
      return `${code}${at.file === file ? '' : ` ${at.file}`} ${at.start.line - LINES}`
    })
  })
}
const one = (text: string): readonly string[] => told({ 'a.flow.ts': text })[0]!

describe('a module', () => {
  it('tells all its mistakes, and an exception behind them', () => {
    expect(
      one(`const big = stream('', orders.where((o) => o.id.gt({} as never)))
const late = stream('late', big.windowTumble(minutes(-5)).groupBy('region').select((g) => ({ region: g.region })))

export default pipeline('p', { dlk: 'x' } as never)
  .sinkAppend(late, 'topic' as never)
  .test('t', (test) => test.given(orders, [{ region: undefined as never }]))
throw new Error('the end')
`),
    ).toEqual(['FLOW2104 1', 'FLOW2127 1', 'FLOW2130 2', 'FLOW2131 4', 'FLOW2120 5', 'FLOW2129 6', 'FLOW0422 7'])
  })
  it('is not told to export something beside them', () => {
    expect(one(`stream('', orders)\nexport {}\n`)).toEqual(['FLOW2127 1'])
    expect(one(`stream('', orders)\nexport const big = orders.where((o) => o.id.gt(1))\n`)).toEqual(['FLOW2127 1', 'FLOW2121 2'])
  })
  it('is told what belongs to nothing where nothing else is wrong', () => {
    const lost = (name: string): string => `orders.where((o) => o.id.gt(1))\nexport const s = stream('${name}', orders)\n`
    expect([one(lost('s')), one(lost(''))]).toEqual([['FLOW2124 1'], ['FLOW2127 2']])
  })
  it('is told all that belongs to nothing, of a chain its beginning', () => {
    expect(
      one(`const p = pipeline('p').sinkAppend(orders, kafka('x'))
p.sinkAppend(orders, kafka('y')).tap(orders, 'z').doc('twice')
p.tap(orders, 'w')
orders.where((o) => o.id.gt(1)).ignore('FLOW4018', 'because').extend((o) => ({ n: o.id }))
kafka('v').schemaRegistry().start('earliest').ignore('FLOW4018', 'because')
orders.windowTumble(minutes(1)).groupBy('region').having((g) => g.region.eq('eu'))
pipeline('q').sinkAppend(orders, kafka('u')).ignore('FLOW4018', 'because')
export default p
`),
    ).toEqual(['FLOW2124 2', 'FLOW2124 3', 'FLOW2124 7', 'FLOW2124 4', 'FLOW2124 5', 'FLOW2124 6'])
  })
  it('tells a mistake of a loop once, and gives up where one makes very many', () => {
    const loop = (name: string): string => `for (let i = 0; i < 1000; i++) stream(${name}, orders)\nexport { orders }\n`
    expect(one(loop("''"))).toEqual(['FLOW2127 1'])
    expect(one(`${loop("''")}stream('', orders)\n`)).toEqual(['FLOW2127 1', 'FLOW2127 3'])
    expect(one(loop('`$${i}`'))).toEqual(Array.from({ length: 101 }, () => 'FLOW2127 1'))
  })
  it('ends where JavaScript asks a value outside of callbacks', () => {
    expect(one(`stream('', orders)\nconst n = Number(lit(1))\nstream('', orders)\nexport { n }\n`)).toEqual([
      'FLOW2127 1',
      'FLOW2103 2',
    ])
  })
  it('is not told what follows from what JavaScript has decided', () => {
    expect(
      one(`const eu = (r: Str<string | null>) => r.eq('eu')
export const a = stream('a', orders.where((o) => eu(o.region) && o.id.gt(1)))
export const b = stream('b', orders.where((o) => (eu(o.region) ? undefined : o.id.gt(1)) as never))
export const c = stream('', orders)
`),
    ).toEqual(['FLOW2114 2', 'FLOW2114 3', 'FLOW2127 4'])
  })
})

describe('modules that share one', () => {
  const lib = `export const small = stream('small', orders.where((o) => o.id.lt(Number.NaN)))
export const fine = stream('fine', orders)
export const make = (name: string) => stream(name, orders)
`
  const use = (what: string): string => `import { fine, make, small } from './lib.ts'\nexport default ${what}\n`
  it('are told of it where they are made of what is wrong in it', () => {
    expect(
      told({
        'lib.ts': lib,
        'a.flow.ts': use('[fine]'),
        'b.flow.ts': use("pipeline('b').sinkAppend(stream('more', small.unionAll(fine)), kafka('b'))"),
        'c.flow.ts': use('[fine]'),
        'd.flow.ts': use("[make('')]"),
      }),
    ).toEqual([['FLOW2110 lib.ts 1'], ['FLOW2110 lib.ts 1'], ['text'], ['FLOW2127 lib.ts 3']])
  })
})
