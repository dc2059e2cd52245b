// What the language has and this version does not, in the middle of a piece: named once, and the rest is read.
import { syntax } from '../diagnostics/codes/syntax.js'
import { isWord, lower } from './brackets.js'
import { isClause, problem, withHole, type Failure } from './failure.js'
import type { Problem } from './slice.js'
import { LATER_CLAUSES } from './words.js'

const later = (f: Failure, what: string, more: Partial<Omit<Problem, 'report'>> & { help?: string } = {}): Problem => {
  const hole = withHole(f)
  return problem(f, syntax.notSupportedYet, { what }, { repaired: hole, lossy: hole === null, ...more })
}

export function ofLater(f: Failure): Problem | undefined {
  const { tokens, at, key } = f
  const token = tokens[at]
  const previous = tokens[at - 1]
  if (token === undefined) return undefined
  const word = lower(token)
  if (f.expected === '`join`' && ['lookup', 'unnest'].includes(word)) return later(f, `\`${lower(previous)} ${word}\``)
  if (f.rules.at(-1) === 'joinClause' && f.expected === '`at`' && ['on', 'within', 'using', 'retain'].includes(word))
    return later(f, 'a `join` without `at`', {
      repaired: null,
      help: `a join reads a table as it was at a time of the left side: \`join ${tokens
        .slice(lower(tokens[0]) === 'left' ? 2 : 1, at)
        .map((x) => x.image)
        .join(' ')} at … on …\``,
    })
  if (key === 'window' && f.expected === '`tumble`' && ['hop', 'cumulate', 'session', 'join'].includes(word))
    return later(f, `\`window ${word}\``)
  if (key === 'window' && word === 'in') return later(f, "a window in a time zone (`in '…'`)")
  if (isClause(f) && ['early', 'retain', 'within'].includes(word)) return later(f, `\`${word}\``, { repaired: null })
  if (key === 'join' && word === 'time') return later(f, '`time` in a join', { repaired: null })
  if (key === 'group' && ['sets', 'rollup', 'cube'].includes(word)) return later(f, '`grouping sets`', { repaired: null })
  if (key === 'union' && f.expected === '`all`') return later(f, '`union` without `all`')
  const clause = LATER_CLAUSES[word]
  if (clause !== undefined && isClause(f) && f.expected === '' && isWord(token)) return later(f, clause, { repaired: null })
  return undefined
}
