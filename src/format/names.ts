// Names, texts and durations. A name is written as it was; one without a text gets backquotes where a bare word could mean
// something else.
import { CLAUSES, CONTINUATIONS, DECLARATIONS, INNER, LATER_CLAUSES, ORDERING } from '../parser/words.js'
import type { DurationNode, Name, Text } from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { Origin } from './origin.js'

/** Soft words that begin a clause, a declaration or a literal: bare, they could be read as one. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  ...CLAUSES,
  ...CONTINUATIONS,
  ...INNER,
  ...DECLARATIONS,
  ...Object.keys(LATER_CLAUSES),
  ...Object.keys(ORDERING),
  ...'array map row multiset date time timestamp interval x cast try_cast both leading trailing symmetric asymmetric'.split(' '),
  ...'strict dlq count accept commit metadata registry file env secret nothing changes error never pattern kafka watermark placing'.split(
    ' ',
  ),
])

/** `$t` in the body of a `for`: replaced before it is a name. */
const TEMPLATE = /^[A-Za-z_$][A-Za-z0-9_$]*$/

export function nameText(o: Origin, name: Name): string {
  const { text } = name
  if (o.text !== null) return asWritten(o, name)
  if (text.includes('$') && TEMPLATE.test(text)) return text
  return AMBIGUOUS.has(text.toLowerCase()) ? `\`${text}\`` : writtenName(text)
}

function asWritten(o: Origin, name: Name): string {
  const { start, end } = o.range(name)
  return o.text!.slice(start, end)
}

/** Before a bracket only what is no function is quoted. */
const NO_FUNCTION: ReadonlySet<string> = new Set('array map row interval cast try_cast'.split(' '))
export const functionText = (o: Origin, name: Name): string => {
  if (o.text !== null) return asWritten(o, name)
  return NO_FUNCTION.has(name.text.toLowerCase()) ? `\`${name.text}\`` : writtenName(name.text)
}

/** Behind `.` and `as` any word is a name, but these make a special form of the call around them. */
export const freeName = (o: Origin, name: Name): string =>
  o.text === null && /^(?!(?:to|placing)$)[A-Za-z_][A-Za-z0-9_]*$/i.test(name.text) ? name.text : nameText(o, name)

export const namesText = (o: Origin, names: readonly Name[]): string => names.map((n) => nameText(o, n)).join(', ')
export const pathText = (o: Origin, path: readonly Name[]): string =>
  path.map((n, i) => (i === 0 ? nameText(o, n) : freeName(o, n))).join('.')

export const quotedText = (value: string): string => `'${value.replaceAll("'", "''")}'`
export const text = (node: Text): string => quotedText(node.value)

export const durationText = (o: Origin, d: DurationNode): string => (d.param === null ? d.written : nameText(o, d.param))

export const aliased = (o: Origin, name: Name, alias: Name | null): string =>
  alias === null ? nameText(o, name) : `${nameText(o, name)} as ${freeName(o, alias)}`

/** An instant: a text, or a param that holds one. */
export const instantText = (o: Origin, at: Text | Name): string => ('value' in at ? text(at) : nameText(o, at))
