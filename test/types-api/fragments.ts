// Pieces of programs that must not compile: where the error stands, and the core of what it says.
import * as api from '../../src/api/index.js'

/** `‹` in the code stands before the place of the error. */
export interface Bad {
  readonly title: string
  readonly code: string
  /** What the message has in it, in this order. */
  readonly says: readonly string[]
  /** Codes of errors that TypeScript adds of its own: a callback whose parameter has no type, an operator of JavaScript. */
  readonly also: readonly number[]
}

export const bad = (title: string, code: string, ...says: readonly string[]): Bad => ({ title, code, says, also: [] })
export const also = (one: Bad, ...codes: readonly number[]): Bad => ({ ...one, also: codes })

const PRELUDE = ['db', 'plant', 'lake', 'orders', 'customers', 'events', 'gold', 'enriched', 'revenue']
/** All exports of the API and the relations of the prelude stand before the fragments. */
const HEAD = `import { api, ${PRELUDE.join(', ')} } from './prelude.js'
const { ${Object.keys(api).toSorted().join(', ')} } = api
`

export interface Placed {
  /** Where the fragment begins and ends in the file. */
  readonly from: number
  readonly to: number
  /** Where the error has to be; -1: nowhere. */
  readonly at: number
}

/** One file of many fragments, each in a block of its own. */
export function fileOf(codes: readonly string[]): { readonly text: string; readonly places: readonly Placed[] } {
  let text = HEAD
  const places = codes.map((code): Placed => {
    const from = text.length
    const mark = code.indexOf('‹')
    text += `{ ${code.replace('‹', '')} }\n`
    return { from, to: text.length, at: mark < 0 ? -1 : from + 2 + mark }
  })
  return { text, places }
}
