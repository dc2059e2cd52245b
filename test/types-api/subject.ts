// What every compiler is asked about, and what is wrong with its answers.
import { readFileSync } from 'node:fs'
import { bad, fileOf } from './fragments.js'
import { problemOf } from './judge.js'
import type { Files, Said } from './program.js'
import { ALL, GOOD } from './tables.js'

/** By file. */
export type Report = ReadonlyMap<string, readonly Said[]>

export const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

// what must not compile, all in one file
const fragments = fileOf(ALL.map((b) => b.code))

// what shows that the harness can fail
export const CANARIES = [
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
export const WRONG_LINES = [3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15]

export const FILES: Files = {
  ...Object.fromEntries(GOOD.map((name) => [name, null])),
  'bad.ts': fragments.text,
  'canaries.ts': canaries.text,
  'wrong.ts': WRONG,
}

const lineOf = (text: string, { start }: Said): number => text.slice(0, start).split('\n').length
const of = (report: Report, name: string): readonly Said[] => report.get(name) ?? []

/** Of a file that must compile. */
export const errorsOfGood = (report: Report, name: string): readonly string[] =>
  of(report, name).map((s) => `${name}:${lineOf(textOf(name), s)}: ${s.message}`)

/** Of the fragment with this number; null: it is refused as it has to be. */
export const problemOfBad = (report: Report, i: number): string | null =>
  problemOf(ALL[i]!, fragments.places[i]!, of(report, 'bad.ts'))

/** Errors that are in no fragment. */
export const strayErrors = (report: Report): readonly Said[] =>
  of(report, 'bad.ts').filter((s) => !fragments.places.some((p) => s.start >= p.from && s.start < p.to))

/** What is wrong with each canary: its title. */
export const problemsOfCanaries = (report: Report): readonly (string | undefined)[] =>
  CANARIES.map((c, i) => problemOf(c, canaries.places[i]!, of(report, 'canaries.ts'))?.split(/\n| `/)[0])

export const linesOfWrong = (report: Report): readonly number[] => of(report, 'wrong.ts').map((s) => lineOf(WRONG, s))
