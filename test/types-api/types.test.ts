// The types of the API: programs that must compile with exactly these types, and programs that must not, with the core of the message.
// One TypeScript program checks all of them.
import { readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { BUDGET, costFiles, costs, STEPS, type Step } from './budget.js'
import { bad, fileOf } from './fragments.js'
import { assertionsOf, problemOf } from './judge.js'
import { INTRODUCTION, MESSAGES } from './messages.js'
import { checkerOf, type Checked } from './program.js'
import { ALL, BAD, GOOD } from './tables.js'

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const fragments = fileOf(ALL.map((b) => b.code))

// what shows that the harness can fail
const CANARIES = [
  bad('it compiles', `orders.where(o => ‹o.open)`, 'anything'),
  bad('the error stands elsewhere', `‹orders.where(o => o.opne)`, 'opne'),
  bad('it does not say', `orders.where(o => o.‹opne)`, 'something else'),
  bad('more errors than one', `orders.where(o => o.‹opne); orders.where(o => o.opne)`, 'opne'),
]
const canaries = fileOf(CANARIES.map((b) => b.code))
const WRONG = `import { exact, lanes, orders, row, value, o } from './prelude.js'
import type { Order, PerRow } from './prelude.js'
row<Omit<Order, 'region'> & { region: string }>()(orders)
row<Partial<Order>>()(orders)
row<Readonly<Order>>()(orders)
value<bigint | null, PerRow>()(o.order_id)
value<bigint, never>()(o.order_id)
declare const any: any, never: never
row<Order>()(any)
row<Order>()(never)
value<bigint, PerRow>()(any)
value<bigint, PerRow>()(never)
exact<string>()(any)
exact<string>()(never)
lanes<{}>()(any)
`

let checked: Checked
beforeAll(() => {
  const good = Object.fromEntries(GOOD.map((name) => [name, null]))
  checked = checkerOf(ts)({ ...good, 'bad.ts': fragments.text, 'canaries.ts': canaries.text, 'wrong.ts': WRONG, ...costFiles() })
}, 60_000)

describe('programs that compile', () => {
  it.each(GOOD)('%s', (name) => {
    const text = textOf(name)
    const shown = checked.said.get(name)!.map((s) => `${name}:${text.slice(0, s.start).split('\n').length}: ${s.message}`)
    expect(shown).toEqual([])
  })

  it('are many', () => {
    expect(GOOD.reduce((n, name) => n + assertionsOf(textOf(name)), 0)).toBeGreaterThan(330)
  })
})

describe.each(Object.entries(BAD))('programs that do not compile: %s', (_, table) => {
  it.each(table.map((b) => [b.title, b] as const))('%s', (_title, b) => {
    expect(problemOf(b, fragments.places[ALL.indexOf(b)]!, checked.said.get('bad.ts')!)).toBeNull()
  })
})

describe('docs/typescript.md', () => {
  const PAGE = new URL('../../docs/typescript.md', import.meta.url)
  const section = /(?<=\n## What the messages mean\n)[\s\S]*?(?=\n## )/
  // how a statement is laid out is Prettier's matter
  const bare = (text: string): string => text.replaceAll(/[\s();,]/g, '')

  it('explains what TypeScript says', () => {
    const explained = MESSAGES.map(({ heading, mistakes }) => {
      const lines = mistakes.map(([title, means]) => {
        const { code, says } = ALL.find((b) => b.title === title)!
        return `${code.replace('‹', '')}\n// ${says.join(' … ')}\n// → ${means}\n`
      })
      return `\n### ${heading}\n\n\`\`\`ts\n${lines.join('\n')}\`\`\`\n`
    })
    const wanted = `${INTRODUCTION}${explained.join('')}`
    const page = readFileSync(PAGE, 'utf8')
    const is = section.exec(page)?.[0] ?? ''
    if (process.env.UPDATE_DOCS === '1' && bare(is) !== bare(wanted)) writeFileSync(PAGE, page.replace(section, wanted))
    else expect(bare(is)).toBe(bare(wanted))
  })
})

describe('what they cost', () => {
  it('no step costs more than its share', () => {
    const is = costs(checked)
    const over = Object.keys(STEPS).filter((name) => is[name as Step] > BUDGET[name as Step])
    expect(over.map((name) => `${name}: ${is[name as Step]}`)).toEqual([])
    // a count that counts nothing would be content with everything
    expect(is['a left join with a select']).toBeGreaterThan(is['where of one comparison'])
    expect(is['where of one comparison']).toBeGreaterThan(5)
  })
})

describe('what they are checked with', () => {
  it('says of each fragment what is wrong with it', () => {
    const said = checked.said.get('canaries.ts')!
    const problems = CANARIES.map((c, i) => problemOf(c, canaries.places[i]!, said)?.split(/\n| `/)[0])
    expect(problems).toEqual(CANARIES.map((c) => c.title))
  })

  it('takes nullability, optional and readonly columns and the level for a part of the type', () => {
    expect(checked.said.get('wrong.ts')!.map((s) => WRONG.slice(0, s.start).split('\n').length)).toEqual([
      3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15,
    ])
  })

  it('has errors of fragments only', () => {
    const inside = (at: number): boolean => fragments.places.some((p) => at >= p.from && at < p.to)
    expect(checked.said.get('bad.ts')!.filter((s) => !inside(s.start))).toEqual([])
    expect(ALL.length).toBeGreaterThan(300)
    expect(new Set(ALL.map((b) => b.code)).size).toBe(ALL.length)
  })
})
