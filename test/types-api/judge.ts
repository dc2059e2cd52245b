// What is wrong with a fragment's errors; null: they are as they have to be.
import type { Bad, Placed } from './fragments.js'
import type { Said } from './program.js'

export function problemOf({ says, also }: Bad, { from, to, at }: Placed, all: readonly Said[]): string | null {
  const said = all.filter((s) => s.start >= from && s.start < to && !also.includes(s.code))
  const shown = said.map((s) => `at ${s.start - at}: TS${s.code} ${s.message}`).join('\n')
  if (said.length === 0) return 'it compiles'
  if (said.length > 1) return `more errors than one\n${shown}`
  const [{ start, message }] = said as [Said]
  if (start !== at) return `the error stands elsewhere\n${shown}`
  let behind = 0
  for (const part of says) {
    const found = message.indexOf(part, behind)
    if (found < 0) return `it does not say \`${part}\`\n${shown}`
    behind = found + part.length
  }
  return null
}

/** Statements of a good file that assert something: what is between two of them belongs to the first. */
export const assertionsOf = (text: string): number => text.match(/^\s*(?:row|value|exact|fine|lanes)[<(]/gm)?.length ?? 0
