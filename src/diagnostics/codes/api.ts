// FLOW21xx: uses of the TypeScript API that cannot be printed as a program. They are thrown where they happen; the keys are what a
// thrown mistake names.
import { define } from '../define.js'
import { apiDeclarations } from './api-declarations.js'

const DECIDED =
  '`&&`, `||`, `!`, `?:`, `if` and `===` of JavaScript are decided while the program is built: write `.and(…)`, `.or(…)`, `.not()`, `when(…)`, `.eq(…)`'

/** What may be meant by a value that is no operand. */
const MEANT: Readonly<Record<string, string>> = {
  'a list': "values are given one by one, `.in('eu', 'us')` or `.in(...regions)`; an array of the language is `array(…)`",
  'a Date': "write `timestamp('2026-01-01 00:00:00')`, `timestampLtz(…)` or `date('2026-01-01')`",
  'a Promise':
    'an `async` function gives a Promise: callbacks are functions without `async`, and what has to be waited for is awaited before',
  'a function': 'call it',
  undefined: 'a variable or a property is not there, or a callback in braces has no `return`',
  'an object': 'fields of one value are `row(…)`, columns are the result of `select` or `extend`',
}

/** What each operator of JavaScript is in the language. */
const INSTEAD = {
  '||': '`.or(…)`, or `ifNull(…)` for a value that may be missing',
  '??': '`ifNull(…)` or `coalesce(…)`',
  '&&': '`.and(…)`; whether a column is selected can depend on values of TypeScript only',
  '?': '`when(…)` or `ifElse(…)`',
  if: '`when(…)` or `ifElse(…)`',
  while: '`when(…)` or `ifElse(…)`',
  '!': '`.not()`',
  '==': '`.eq(…)`',
  '===': '`.eq(…)`',
  '!=': '`.ne(…)`',
  '!==': '`.ne(…)`',
  '== null': '`.isNull()`',
  '=== null': '`.isNull()`',
  '!= null': '`.isNotNull()`',
  '!== null': '`.isNotNull()`',
  '== undefined': '`.isNull()`',
  '=== undefined': '`.isNull()`',
  '!= undefined': '`.isNotNull()`',
  '!== undefined': '`.isNotNull()`',
  switch: '`caseOf(…)` or `when(…)`',
  '=': '`ifNull(…)` or `coalesce(…)` where the column is used',
} as const

const decidedBy = (operator: keyof typeof INSTEAD, by: string): string =>
  operator === '!' ? `!${by}` : ['if', 'while', 'switch'].includes(operator) ? `${operator} (${by})` : `${by} ${operator}`

export const api = {
  // ------------------------------------------------------------ callbacks and columns
  /** `rest`: of whose row. */
  dropped: define<{ what: string; rest?: string; by?: { readonly column: string; readonly row: string } }>(
    'FLOW2101',
    'dropped-expression',
    'error',
    ({ what, rest, by }) =>
      by !== undefined
        ? `\`${what}\` is lost: the row of \`${by.row}\` is spread behind it and has a column \`${by.column}\` too`
        : rest === undefined
          ? `\`${what}\` is made in this callback and is no part of its result`
          : `\`${what}\` would stay in the rest of the row of \`${rest}\`, whose columns the program does not list`,
    ({ rest, by }) =>
      by !== undefined
        ? `in an object the last value of a name counts: spread the row first, \`{ ...o, ${by.column}: … }\``
        : rest === undefined
          ? `a method changes nothing and gives a new expression: \`all = all.or(…)\`; of several to choose from, make only the one that is used: \`rules[region](o)\` with functions. ${DECIDED}`
          : 'name the columns in `select`',
  ),
  decided: define<{ operator: keyof typeof INSTEAD; by: string }>(
    'FLOW2114',
    'decided-by-javascript',
    'error',
    ({ operator, by }) =>
      operator === '='
        ? `\`${by} = …\` is never used: it is for what is missing, and a column is always there while the program is built`
        : `\`${decidedBy(operator, by)}\` is decided while the program is built: for JavaScript an expression is always there, and true`,
    (p) => `write ${INSTEAD[p.operator]}`,
  ),
  columnOutside: define<{ column: string; of: string }>(
    'FLOW2102',
    'column-outside-its-callback',
    'error',
    (p) => `\`${p.column}\` is a column of \`${p.of}\` in another callback`,
    () => 'a column stands for a value of the row that its own callback was given: take it from the parameter of that callback',
  ),
  asText: define<{ what: string; as: 'text' | 'number' | 'JSON' | 'list' }>(
    'FLOW2103',
    'expression-as-value',
    'error',
    (p) => `\`${p.what}\` is used as a ${p.as} of JavaScript; it has no value while the program is built`,
    (p) =>
      p.as === 'text'
        ? 'texts are joined with `.concat(…)`'
        : p.as === 'number'
          ? 'numbers are computed with `.plus(…)`, `.minus(…)`, `.times(…)`, `.div(…)` and compared with `.lt(…)`, `.gt(…)`'
          : p.as === 'list'
            ? 'an element of an array is `.at(1)`, and their number `cardinality(…)`'
            : undefined,
  ),
  notAnOperand: define<{ is: string; wants: string }>(
    'FLOW2104',
    'not-an-operand',
    'error',
    (p) => `${p.is} stands where ${p.wants} is expected`,
    (p) => MEANT[p.is],
  ),
  notASelection: define<{ is: string }>(
    'FLOW2105',
    'not-a-selection',
    'error',
    (p) => `the callback gives ${p.is} instead of an object of columns`,
    (p) =>
      p.is === 'a Promise'
        ? MEANT[p.is]
        : '`o => ({ id: o.id, total: o.price.times(o.pieces) })`, with brackets around the braces, or with `return`',
  ),
  columnName: define<{ name: string; why: 'number' | 'symbol' | 'prototype' }>(
    'FLOW2106',
    'column-name',
    'error',
    (p) =>
      p.why === 'number'
        ? `\`${p.name}\` is a column named like a number: JavaScript puts such names before all others`
        : p.why === 'prototype'
          ? 'the object of columns has another prototype: `__proto__` in braces is no column'
          : `the symbol \`${p.name}\` names a column`,
    (p) => (p.why === 'number' ? `begin the name with a letter: \`c${p.name}\`` : undefined),
  ),
  rowAsObject: define<{ of: string; use: 'changed' | 'searched' }>(
    'FLOW2107',
    'row-as-object',
    'error',
    (p) =>
      p.use === 'changed'
        ? `the row of \`${p.of}\` is changed in place`
        : `the row of \`${p.of}\` is asked which columns it has; they are not known while the program is built`,
    (p) =>
      p.use === 'changed'
        ? '`.extend(o => ({ name: … }))` adds columns, `.select(…)` names all of them'
        : 'name the columns, or take all of them: `o => ({ ...o })`',
  ),
  starAlone: define<{ of: string }>(
    'FLOW2108',
    'spread-row-misplaced',
    'error',
    (p) => `all columns of \`${p.of}\` stand where one value is expected`,
    () => '`...o` stands in the object that the callback of `select` returns; `extend` keeps the other columns by itself',
  ),
  caseOpen: define<{ begun: 'when' | 'caseOf' }>(
    'FLOW2109',
    'unfinished-case',
    'error',
    (p) => `\`${p.begun}(…)\` has no end`,
    () => 'it ends with `.else(value)`, or with `.end()` where NULL is meant',
  ),

  tooDeep: define<{ what: string; most: number }>(
    'FLOW2115',
    'expression-too-deep',
    'error',
    (p) => `\`${p.what}\` is made of more than ${p.most} in one another`,
    (p) => (p.what.startsWith('t.') ? undefined : 'give parts of it names with `extend`, or use `.in(…)` for a list of values'),
  ),

  // ------------------------------------------------------------ values
  numberRange: define<{ written: string; why: 'not finite' | 'inexact' | 'differs' }>(
    'FLOW2110',
    'number-not-exact',
    'error',
    (p) =>
      p.why === 'inexact'
        ? `${p.written} is beyond 2^53, where numbers of JavaScript are no longer exact`
        : p.why === 'differs'
          ? `${p.written} is the time of this build or a random number: each build would write another one`
          : `${p.written} is no number of the language`,
    (p) =>
      p.why === 'inexact'
        ? 'write it as a bigint, `9007199254740993n`, or by its digits, `dec(…)`'
        : p.why === 'differs'
          ? 'what is set for a run is a `param`; the time of a row is one of its columns'
          : 'it comes of a division by 0 or of a text that is no number, while the program is built',
  ),
  textSign: define<{ sign: string; text: string }>(
    'FLOW2111',
    'text-sign',
    'error',
    (p) => `the text '${p.text}' holds a ${p.sign}; a text of the language is one line of characters`,
  ),
  paramInPlainText: define<{ name: string }>(
    'FLOW2112',
    'param-in-plain-text',
    'error',
    (p) => `the param \`${p.name}\` stands in a text that is taken as it is written`,
    () =>
      'params are replaced in topics, paths, subjects, reasons and options; tests and imports are the same for every environment',
  ),
  literal: define<{ written: string; wants: string }>(
    'FLOW2113',
    'malformed-literal',
    'error',
    (p) => `\`${p.written}\` is not ${p.wants}`,
  ),
  ...apiDeclarations,
} as const
