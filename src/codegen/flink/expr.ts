// Typed expressions as SQL text.
import { bug } from '../../core/bug.js'
import type { CallExpr, ColumnExpr, Expr, FieldExpr } from '../../ir/expr.js'
import { isInteger, isString, type FlowType } from '../../ir/types.js'
import type { FunctionId } from '../../functions/ids.js'
import { FUNCTION_SQL, NEGATED, PRECEDENCE, inside, primary, type SqlTerm } from './functions.js'
import { likeArguments } from './like.js'
import { literalText } from './literal.js'
import { quoteName, quoteText } from './quote.js'
import { typeText } from './types.js'

export type ResolveColumn = (column: ColumnExpr) => SqlTerm

export function exprTerm(e: Expr, resolve: ResolveColumn): SqlTerm {
  const term = (x: Expr): SqlTerm => exprTerm(x, resolve)
  switch (e.kind) {
    case 'literal': {
      const sql = literalText(e.value, e.type)
      return sql.startsWith('-') ? { sql, precedence: PRECEDENCE.sign } : primary(sql)
    }
    case 'column':
      return resolve(e)
    case 'call':
      return callTerm(e, term)
    case 'cast':
      if (e.mode === 'implicit' && addsNothing(e.input, e.type)) return term(e.input)
      return primary(`${e.mode === 'try' ? 'TRY_CAST' : 'CAST'}(${castInput(e.input, term)} AS ${typeText(e.type)})`)
    case 'case':
      return primary(caseText(e, term))
    case 'field':
      return fieldTerm(e, term)
    case 'java':
      // what the class gives is made what the program declares; the planner drops a cast to the type that is there
      return primary(`CAST(${quoteName(e.function.name)}(${e.args.map((a) => term(a).sql).join(', ')}) AS ${typeText(e.type)})`)
  }
}

const isDeclaredNullable = ({ input, index }: FieldExpr): boolean =>
  input.type.kind === 'row' ? input.type.fields[index]!.nullable : bug(`field ${index} of ${input.type.key}`)

/** A field as Flink reads it: NULL of a NULL row, and NOT NULL to the planner all the same if it is declared so. */
function bareField(e: FieldExpr, term: (x: Expr) => SqlTerm): SqlTerm {
  const row = e.input.kind === 'field' ? bareField(e.input, term) : term(e.input)
  if (row.grouped === true) return { ...primary(`${row.sql}[${quoteText(e.name)}]`), grouped: true }
  const isPath = row.precedence === PRECEDENCE.primary && row.sql.endsWith('`')
  return primary(`${isPath ? row.sql : `(${row.sql})`}.${quoteName(e.name)}`)
}

/**
 * A NOT NULL field of a row that may be NULL: Flink 2.2 drops IS NULL and COALESCE over it (rows are lost, COALESCE gives
 * -1), so the row is asked instead. The last part of the path that is nullable by its type is NULL whenever one before it is.
 */
function fieldTerm(e: FieldExpr, term: (x: Expr) => SqlTerm): SqlTerm {
  const bare = bareField(e, term)
  if (!e.nullable || isDeclaredNullable(e)) return bare
  let hole = e.input
  while (hole.kind === 'field' && !isDeclaredNullable(hole)) hole = hole.input
  const asked = hole.kind === 'field' ? bareField(hole, term) : term(hole)
  return primary(
    `CASE WHEN ${inside(asked, PRECEDENCE.primary)} IS NULL THEN CAST(NULL AS ${typeText(e.type)}) ELSE ${bare.sql} END`,
  )
}

/** `CAST(NULL AS STRING)`, not `CAST(CAST(NULL AS STRING) AS STRING)`; a literal of one type is not cast twice. */
function castInput(e: Expr, term: (x: Expr) => SqlTerm): string {
  return e.kind === 'literal' && e.value === null ? 'NULL' : term(e).sql
}

/** Casts that only change nullability, or that widen a text: Flink derives the same type by itself. */
function addsNothing(input: Expr, to: FlowType): boolean {
  if (input.kind === 'literal' && input.value === null) return false
  return input.type.key === to.key || (isString(input.type) && isString(to) && input.kind === 'literal')
}

function callTerm(e: CallExpr, term: (x: Expr) => SqlTerm): SqlTerm {
  const { fn, args } = e
  const template = FUNCTION_SQL[fn as FunctionId] ?? bug(`no SQL for function ${fn}`)
  const [only] = args
  if (fn === 'not' && only?.kind === 'call') {
    const negated = NEGATED[only.fn]
    if (negated !== undefined) return negated(written(only).map(term))
  }
  return template(written(e).map(term))
}

/**
 * The arguments as they are written: the operand of IN has the type that holds all members, since Flink casts them to it;
 * LIKE says its escape character, which Flink's versions do not agree on; the remainder has the type of the divisor, so the
 * divisor must not be widened in the text (Flink widens both by itself).
 */
function written({ fn, args, type }: CallExpr): readonly Expr[] {
  if (fn === 'like') return likeArguments(args)
  if (fn === 'in')
    return args.map((a, i) => (i === 0 && a.kind === 'cast' && a.mode === 'implicit' ? { ...a, mode: 'explicit' } : a))
  if (fn !== 'mod') return args
  const [dividend, divisor] = args.map((a) => (a.kind === 'cast' && a.mode === 'implicit' ? a.input : a)) as [Expr, Expr]
  return [dividend, divisor.kind === 'literal' && isInteger(type) ? { ...divisor, type } : divisor]
}

function caseText(e: Expr & { kind: 'case' }, term: (x: Expr) => SqlTerm): string {
  const parts = [
    'CASE',
    ...e.branches.map((b) => `WHEN ${term(b.when).sql} THEN ${term(b.then).sql}`),
    `ELSE ${term(e.otherwise).sql}`,
    'END',
  ]
  const line = parts.join(' ')
  return line.length <= 100 ? line : [parts[0], ...parts.slice(1, -1).map((p) => `  ${p}`), 'END'].join('\n')
}

/** SQL of a conjunct of WHERE, ON or HAVING. */
export const conjunct = (term: SqlTerm): string => inside(term, PRECEDENCE.and)
