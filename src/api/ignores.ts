// `.ignore('FLOW4018', 'the report is read in UTC')`: a warning or note that is right and does not matter, and why it does not.
import type { Declaration } from '../surface/ast.js'
import { withIgnores, type IgnoreData } from '../surface/program-data.js'
import { textOf, wrong } from './arguments.js'
import type { DeclarationRecord } from './brands.js'
import { mistake } from './mistake.js'
import { oneOrMore } from './names.js'
import { markIn, spanOf } from './nodes.js'
import { behind, partMade } from './parts.js'
import { plainText } from './texts.js'

type Called = (...args: never[]) => unknown

/** What one call says. `called` is the public method. */
export function ignoreOf(codes: unknown, because: unknown, called: Called): IgnoreData {
  const span = spanOf(called)
  const { mark } = span
  const given = oneOrMore(codes)
  const wants = "codes such as 'FLOW4018'"
  const nothing = (): void => {}
  if (given.length === 0) wrong('ignore', wants, undefined, mark, nothing)
  // whether there is such a diagnostic is for the compiler to say, as of a comment
  const odd = given.findIndex((code) => typeof code !== 'string' || !/^FLOW\d+$/.test(code))
  if (odd >= 0) wrong('ignore', wants, given[odd], mark, nothing)
  const reason = plainText(textOf(because, 'ignore', 'a reason', mark).trim().replace(/\s+/g, ' '), mark)
  if (reason === '') wrong('ignore', 'a reason', because, mark, nothing)
  return { codes: [...new Set(given as readonly string[])], reason, span }
}

/** The same declaration, of which one thing more is to be ignored. */
export const ignoring = (record: DeclarationRecord, ignore: IgnoreData): DeclarationRecord =>
  Object.freeze({ ...record, node: Object.freeze(withIgnores(record.node as Declaration, ignore)) })

/** As `ignoreOf`, of a clause: it belongs to nothing until the clause does. */
export function ignoreOfClause(
  codes: unknown,
  because: unknown,
  called: Called,
  clause: Parameters<typeof behind>[0],
): IgnoreData {
  const ignore = ignoreOf(codes, because, called)
  partMade(ignore.span, 'this `ignore` of a clause', markIn(ignore.span), behind(clause))
  return ignore
}

/** The last clause of a chain takes it. */
export const ignoringLast = <C extends object>(clauses: readonly C[], ignore: IgnoreData): readonly C[] => [
  ...clauses.slice(0, -1),
  withIgnores(clauses.at(-1)!, ignore),
]

export const nothingToIgnore = (why: string, { span }: IgnoreData) =>
  mistake('clauseOrder', { clause: 'ignore', why }, markIn(span))
