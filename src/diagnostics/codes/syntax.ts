// FLOW1xxx: what cannot be read. 100x structure, 101x letters, 102x habits from SQL, 103x pieces, 104x tables, 1900 later.
import { wordTable } from '../../core/word-table.js'
import { define } from '../define.js'

/** A piece of the program in backquotes: its first line, shortened. */
function code(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0] ?? ''
  return `\`${line.length > 40 || line.length < text.length ? `${line.slice(0, 39)}…` : line}\``
}

type Written = { readonly written: string }

/** What stands for operators of other dialects. */
const OPERATORS: Readonly<Record<string, string>> = wordTable({
  '!=': 'write `<>`',
  '==': 'write `=`',
  '::': 'write `cast(… as …)`',
  '&&': 'write `and`',
  '!': 'write `not`',
  ilike: 'write `lower(a) like lower(b)`',
  rlike: 'write `a similar to b`, whose pattern is that of the SQL standard, or `regexp(a, b)`',
  regexp: 'write `a similar to b`, whose pattern is that of the SQL standard, or `regexp(a, b)`',
})

export const syntax = {
  unexpectedToken: define<{ found: string | null; where: string; expected: string; example: string | null }>(
    'FLOW1001',
    'unexpected-token',
    'error',
    (p) =>
      p.found === null
        ? `${p.where} ends too early, expected ${p.expected}`
        : `unexpected ${code(p.found)} in ${p.where}, expected ${p.expected}`,
    (p) => (p.example === null ? undefined : `it is written like this: \`${p.example}\``),
  ),
  unknownDeclaration: define<{ word: string; hint: string | null }>(
    'FLOW1002',
    'unknown-declaration',
    'error',
    (p) => `${code(p.word)} begins no declaration`,
    (p) => p.hint ?? 'a declaration begins in column 1 with a word such as `stream`, `table`, `sink` or `test`',
  ),
  unknownClause: define<{ word: string; hint: string | null }>(
    'FLOW1003',
    'unknown-clause',
    'error',
    (p) => `${code(p.word)} begins no clause of a query`,
    (p) => p.hint ?? 'the clauses are `from`, `where`, `join`, `window`, `group by`, `select`, `extend` and `union all`',
  ),
  unknownProperty: define<{ word: string; where: string; known: string; hint: string | null }>(
    'FLOW1004',
    'unknown-property',
    'error',
    (p) => `${p.where} has no property ${code(p.word)}`,
    (p) => p.hint ?? `it may have ${p.known}`,
  ),
  unknownStep: define<{ word: string; hint: string | null }>(
    'FLOW1005',
    'unknown-step',
    'error',
    (p) => `${code(p.word)} begins no step of a test`,
    (p) => p.hint ?? 'the steps are `given`, `expect`, `watermark`, `advance` and `restart`',
  ),
  unclosedBracket: define<{ open: string; close: string }>(
    'FLOW1006',
    'unclosed-bracket',
    'error',
    (p) => `${code(p.open)} is never closed`,
    (p) => `close it with ${code(p.close)}`,
  ),
  strayBracket: define<{ bracket: string }>(
    'FLOW1007',
    'stray-bracket',
    'error',
    (p) => `${code(p.bracket)} closes nothing`,
    () => 'remove it, or open the bracket before it',
  ),
  indentedDeclaration: define<{ word: string }>(
    'FLOW1008',
    'indented-declaration',
    'error',
    (p) => `the declaration ${code(p.word)} is indented, declarations begin in column 1`,
    () => 'remove the blanks before it',
  ),
  unindentedLine: define<{ word: string; block: string }>(
    'FLOW1009',
    'unindented-line',
    'error',
    (p) => `${code(p.word)} in column 1 begins a declaration, but the block of ${code(p.block)} is still open`,
    () => 'indent the line if it belongs to the block, or close the block before it',
  ),

  unterminatedText: define<Written>(
    'FLOW1010',
    'unterminated-text',
    'error',
    () => 'the text is not closed on its line',
    () => "close it with `'`; a quote inside a text is written `''`",
  ),
  doubleQuotes: define<Written>(
    'FLOW1011',
    'double-quotes',
    'error',
    (p) => `${code(p.written)} stands in double quotes, a text takes single ones`,
    () => "write `'…'` for a text, and backquotes around a name that needs them",
  ),
  badQuotedName: define<Written>(
    'FLOW1012',
    'bad-quoted-name',
    'error',
    (p) => (p.written === '``' ? 'the name between the backquotes is empty' : 'the backquoted name is not closed on its line'),
    () => 'a name that is a reserved word or has other signs stands between two backquotes',
  ),
  badCharacter: define<Written>(
    'FLOW1013',
    'bad-character',
    'error',
    (p) => `${showCharacters(p.written)} has no meaning outside texts, names in backquotes and comments`,
    () => 'remove it; a name with other letters than a–z, digits and `_` stands in backquotes',
  ),
  typographicQuote: define<Written>(
    'FLOW1014',
    'typographic-quote',
    'error',
    (p) => `${code(p.written)} stands in typographic quotes, a text takes straight ones`,
    () => "write `'…'`",
  ),
  numberTouchesWord: define<Written>(
    'FLOW1015',
    'number-touches-word',
    'error',
    (p) => `${code(p.written)} is neither a number nor a name`,
    () => 'put a blank between a number and its unit; a name does not begin with a digit',
  ),
  foreignComment: define<Written>(
    'FLOW1016',
    'foreign-comment',
    'error',
    (p) => `${code(p.written)} begins no comment here`,
    () => 'a comment begins with `--` and ends with its line; `///` documents the declaration below it',
  ),
  nestedTooDeep: define<{ limit: number }>(
    'FLOW1017',
    'nested-too-deep',
    'error',
    (p) => `the text is nested deeper than ${p.limit} levels`,
    () => 'give inner parts names, with `extend` or in a relation of their own',
  ),
  programTooLarge: define<{ megabytes: number; limit: number }>(
    'FLOW1018',
    'program-too-large',
    'error',
    (p) => `the file has ${p.megabytes} MB, the limit of a program is ${p.limit} MB`,
    () => "rows for tests belong into data files: `given orders from 'orders.ndjson'`",
  ),
  binaryFile: define<object>(
    'FLOW1019',
    'binary-file',
    'error',
    () => 'the file holds a NUL character: it is no program text',
    () => 'save it as UTF-8',
  ),

  implicitAlias: define<{ name: string }>(
    'FLOW1020',
    'implicit-alias',
    'error',
    (p) => `${code(p.name)} looks like an alias without \`as\``,
    (p) => `write \`as ${p.name}\``,
  ),
  overCall: define<object>(
    'FLOW1021',
    'over-call',
    'error',
    () => '`… over (…)` is not an expression here',
    () => 'OVER aggregations are a clause of their own, which this version does not have yet',
  ),
  subquery: define<{ where: string }>(
    'FLOW1022',
    'subquery',
    'error',
    (p) => `a query inside ${p.where} is not possible`,
    () => 'name the inner query (`stream x = from …`) and use the name: a `join` does what `in (select …)` does',
  ),
  orderByLimit: define<{ word: string }>(
    'FLOW1023',
    'order-by-limit',
    'error',
    (p) => `a stream has no end, so ${code(p.word)} has no meaning`,
    () => 'remove it; the order of rows is that of their arrival',
  ),
  foreignOperator: define<Written>(
    'FLOW1024',
    'foreign-operator',
    'error',
    (p) => `${code(p.written)} is no operator of Flink SQL`,
    (p) => OPERATORS[p.written.toLowerCase()] ?? 'write it with the operators of Flink SQL',
  ),
  leadingSelect: define<object>(
    'FLOW1025',
    'leading-select',
    'error',
    () => 'a query begins with `from`, not with `select`',
    () => 'write the clauses in the order in which rows flow: `from …`, `where …`, `select …`',
  ),
  missingEquals: define<{ relation: string; name: string }>(
    'FLOW1026',
    'missing-equals',
    'error',
    (p) => `\`=\` is missing between ${code(p.name)} and its query`,
    (p) => `write \`${p.relation} ${p.name} =\` and the clauses below it; only sources stand without \`=\``,
  ),
  bareInterval: define<{ number: string; unit: string }>(
    'FLOW1027',
    'bare-interval',
    'error',
    (p) => `${code(`${p.number} ${p.unit}`)} is no expression, an interval begins with \`INTERVAL\``,
    (p) => `write \`INTERVAL '${p.number}' ${p.unit.toUpperCase().replace(/S$/, '')}\``,
  ),
  missingComma: define<{ before: string }>(
    'FLOW1028',
    'missing-comma',
    'error',
    (p) => `a comma is missing before ${code(p.before)}`,
    () => 'separate items with `,`',
  ),
  straySemicolon: define<{ between?: boolean }>(
    'FLOW1029',
    'stray-semicolon',
    'error',
    () => '`;` ends nothing here',
    (p) => (p.between ? 'fields have `,` between them' : 'remove it: a declaration ends where the next one begins'),
  ),

  propertiesOnALine: define<{ comma: boolean; property: string }>(
    'FLOW1046',
    'properties-on-a-line',
    'error',
    (p) =>
      p.comma
        ? 'properties have no `,` between them'
        : `the property ${code(p.property)} stands on the line of the one before it`,
    () => 'a property stands on a line of its own; on one line `;` separates them',
  ),

  reservedName: define<{ word: string }>(
    'FLOW1030',
    'reserved-name',
    'error',
    (p) => `${code(p.word)} is a reserved word and stands where a name is expected`,
    (p) => `put it between backquotes if it is a name: \`\` ${code(p.word)} \`\``,
  ),
  groupWithoutSelect: define<{ having: boolean }>(
    'FLOW1031',
    'group-without-select',
    'error',
    (p) => (p.having ? '`having` stands before the `select` of its `group by`' : '`group by` has no `select` after it'),
    (p) =>
      p.having
        ? 'rows flow from clause to clause: `group by …`, `select …`, `having …`'
        : 'say what each group yields: `select key, count(*) as n`',
  ),
  queryWithoutFrom: define<{ name: string; first: string | null }>(
    'FLOW1032',
    'query-without-from',
    'error',
    (p) =>
      p.first === null
        ? `the query of ${code(p.name)} is empty`
        : `the query of ${code(p.name)} begins with ${code(p.first)}, not with \`from\``,
    () => 'a query begins with `from RELATION`',
  ),
  unknownUnit: define<{ unit: string; hint: string | null }>(
    'FLOW1033',
    'unknown-unit',
    'error',
    (p) => `${code(p.unit)} is no unit of a duration`,
    (p) => p.hint ?? 'the units are `ms`, `seconds`, `minutes`, `hours` and `days`',
  ),
  durationRange: define<Written>(
    'FLOW1034',
    'duration-range',
    'error',
    (p) => `${code(p.written)} is not a whole number of milliseconds within range`,
    () => 'event time counts milliseconds',
  ),
  wholeNumber: define<Written>(
    'FLOW1035',
    'whole-number',
    'error',
    (p) => `${code(p.written)} is not a whole number up to 2147483647`,
    () => 'write digits only',
  ),
  repeatedProperty: define<{ name: string }>(
    'FLOW1036',
    'repeated-property',
    'error',
    (p) => `${code(p.name)} is said twice`,
    () => 'keep one of them',
  ),
  missingBlock: define<{ where: string }>(
    'FLOW1037',
    'missing-block',
    'error',
    (p) => `${p.where} has no block`,
    () => 'its properties stand between `{` and `}`',
  ),
  secondFrom: define<object>(
    'FLOW1038',
    'second-from',
    'error',
    () => 'a query has one `from`, at its beginning',
    () => 'other relations come in by `join` and `union all`; another query has a name of its own',
  ),
  longExpression: define<{ limit: number }>(
    'FLOW1039',
    'long-expression',
    'error',
    (p) => `the clause has more than ${p.limit} operators`,
    () => 'give parts of it names with `extend`, or use `in (…)` for a list of values',
  ),

  rowWidth: define<{ cells: number; columns: number }>(
    'FLOW1040',
    'row-width',
    'error',
    (p) =>
      `the row has ${p.cells} ${p.cells === 1 ? 'cell' : 'cells'}, the table has ${p.columns} ${p.columns === 1 ? 'column' : 'columns'}`,
    () => 'an empty cell between two bars leaves the column out for this row',
  ),
  openRow: define<object>(
    'FLOW1041',
    'open-row',
    'error',
    () => 'the last cell of the line is not closed',
    () => 'end the line with `|`',
  ),
  missingTable: define<{ step: string }>(
    'FLOW1042',
    'missing-table',
    'error',
    (p) => `${code(p.step)} has no rows below it`,
    () => 'write a table: a line `| column | … |`, then one line a row',
  ),
  unexpectedTable: define<{ step: string }>(
    'FLOW1043',
    'unexpected-table',
    'error',
    (p) => `${code(p.step)} takes no table`,
    () => 'rows stand below `given` and `expect`',
  ),
  emptyHead: define<object>(
    'FLOW1044',
    'empty-head',
    'error',
    () => 'a column of the table has no name',
    () => 'the first line of a table names its columns',
  ),

  unterminatedBlock: define<Written>(
    'FLOW1045',
    'unterminated-block',
    'error',
    () => 'the SQL that begins here is not closed',
    () => 'close it with `"""`',
  ),
  messageKeyColumns: define<object>(
    'FLOW1056',
    'message-key-columns',
    'error',
    () => 'this `message key` names no column',
    () => 'name the columns before `as`: `message key order_id as text`',
  ),
  havingAlone: define<object>(
    'FLOW1057',
    'having-without-group',
    'error',
    () => '`having` belongs to a `group by`, and none is before it',
    () => 'rows are filtered with `where`',
  ),
  notSupportedYet: define<{ what: string }>(
    'FLOW1900',
    'not-supported-yet',
    'error',
    (p) => `${p.what} is part of the language, but this version of flowc does not have it yet`,
  ),
} as const

/** Invisible and foreign characters by their number. */
function showCharacters(written: string): string {
  const first = written.codePointAt(0) ?? 0
  const code = `U+${first.toString(16).toUpperCase().padStart(4, '0')}`
  return first < 0x21 || (first >= 0x7f && first < 0xa1) || (first >= 0x2000 && first <= 0x200f) || first >= 0xfff0
    ? `the character ${code}`
    : `\`${written}\` (${code})`
}
