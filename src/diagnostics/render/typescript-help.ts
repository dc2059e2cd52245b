// Helps for places in a program of TypeScript. They are written in the words of the text, where they are made; here the pieces
// of code in them become those of the API. A piece that says the same in both skins (a name, a column) stays.
import type { Places } from './places.js'
import type { Diagnostic } from '../define.js'

/** The help of a diagnostic, in the skin of the program that it is about. */
export const helpAt = (d: Diagnostic, places: Places): string | null => (d.help === null ? null : wordsAt(d, d.help, places))

/** A help or a title of a fix, in the skin of the program that the diagnostic is about. */
export const wordsAt = (d: Diagnostic, words: string, places: Places): string =>
  d.primary !== null && places.flow?.(d.primary.span) != null ? inTypeScript(words) : words

export function inTypeScript(help: string): string {
  const pieces = AT_A_SOURCE.test(help) ? [...OF_SOURCES, ...PIECES] : PIECES
  return SENTENCES.reduce((text, [pattern, to]) => text.replace(pattern, to), help).replaceAll(
    /`([^`]+)`/g,
    (_, code: string) => `\`${piece(code, pieces)}\``,
  )
}

type Rule = readonly [pattern: RegExp, to: string | ((...groups: string[]) => string)]

function piece(code: string, rules: readonly Rule[]): string {
  const cast = castOf(code)
  if (cast !== null) return cast
  for (const [pattern, to] of rules) {
    const found = pattern.exec(code)
    if (found !== null) return typeof to === 'string' ? code.replace(pattern, to) : to(...found.slice(1))
  }
  return code
}

/** What a clause of a source says is an option elsewhere. */
const AT_A_SOURCE = /\bat the operator\b|\bin the blocks? of the sources?\b|\b(?:there|their block)$/

const OF_SOURCES: readonly Rule[] = [
  [/^late to dlq$/, ".late('dlq')"],
  [/^late as NAME$/, ".late({ as: 'name' })"],
]

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/ to the pipeline block$/, ' to the properties of `pipeline`'],
  [/ in the blocks? of the sources?/, ' at the source'],
  [/or give it a default: `param (\w+) .+ = …`$/, "or give it a default: `param('$1', type, value)`"],
  [/^declare it, `param (\w+) (\w+)(\(\d\))?`, or import it.*$/, "declare it: `param('$1', …)`"],
  [/`r\.\w+` behind `from … as r`/, "which `.as('r')` gives a name"],
  [/^a source is declared by itself .*$/, "a source is declared by itself: `stream('name', kafka('topic'))`"],
]

const DURATION = String.raw`(\d+) (second|minute|hour|day)s?`
const lengthOf = (count: string, unit: string): string => `${unit}s(${count})`

const PIECES: readonly Rule[] = [
  // time and lateness
  [
    new RegExp(`^time (\\w+) late by ${DURATION}, idle after ${DURATION}$`),
    (column, late, ofLate, idle, ofIdle) =>
      `.time('${column!}', { lateBy: ${lengthOf(late!, ofLate!)}, idleAfter: ${lengthOf(idle!, ofIdle!)} })`,
  ],
  [/^time (\w+) as (epoch \w+) …$/, ".time('$1', { as: '$2', … })"],
  [/^time metadata\('timestamp'\)$/, ".timeMetadata('timestamp')"],
  [/^time commit$/, '.timeCommit()'],
  [/^time$/, '.time(…)'],
  [new RegExp(`^late by ${DURATION}$`), (n, unit) => `lateBy: ${lengthOf(n!, unit!)}`],
  [new RegExp(`^idle after ${DURATION}$`), (n, unit) => `idleAfter: ${lengthOf(n!, unit!)}`],
  [/^idle after …$/, 'idleAfter: …'],
  [/^idle after$/, 'idleAfter'],
  [/^idle never$/, "idleAfter: 'never'"],
  [/^late to dlq$/, "late: 'dlq'"],
  [/^late (count|accept)$/, "late: '$1'"],
  [/^late as NAME$/, "late: { as: 'name' }"],
  [/^late as (\w+)$/, "late: { as: '$1' }"],
  [/^late$/, 'late'],
  // where a source is read, what it has
  [/^start (earliest|latest|committed)$/, ".start('$1')"],
  [/^start committed else (earliest|latest)$/, ".start({ committedElse: '$1' })"],
  [/^start at '(.+)'$/, ".start({ at: '$1' })"],
  [/^start$/, '.start(…)'],
  [/^until latest$/, ".until('latest')"],
  [/^until$/, '.until(…)'],
  [/^parallelism$/, '.parallelism(…)'],
  [/^deletes never$/, '.deletesNever()'],
  [/^schema registry subject '(.+)'$/, ".schemaRegistry({ subject: '$1' })"],
  [/^schema registry$/, '.schemaRegistry()'],
  [/^schema file '(.+)'$/, ".schemaFile('$1')"],
  [/^schema NAME \{ … \}$/, "schema('Name', { … })"],
  [/^schema NAME$/, '.schema(Name)'],
  [/^primary key (\w+)$/, ".primaryKey('$1')"],
  [/^message key (\w+) as (text|avro|json|raw)$/, "messageKey: { columns: '$1', as: '$2' }"],
  [/^message key …$/, 'messageKey: { columns: …, as: … }'],
  [/^message key$/, '.messageKey(…)'],
  [/^topic prefix$/, 'topicPrefix'],
  [/^format (avro|json)$/, "format: '$1'"],
  [/^as (text|avro|json|raw)$/, "'$1'"],
  [/^as (epoch \w+)$/, "{ as: '$1' }"],
  [/^(record_\w+) = (\w+(?: \w+)?) '(.+)' as (text|raw)$/, ".meta({ $1: { header: '$3', as: '$4' } })"],
  [/^(record_\w+) = ([a-z]+(?: [a-z]+)?)$/, ".meta({ $1: '$2' })"],
  [/^table … from cdc …$/, "table('…', cdc(…))"],
  [/^table$/, "table('…', …)"],
  [/^stream$/, "stream('…', …)"],
  // clauses of queries
  [/^join … at$/, '.join(…, { at: … })'],
  [/^window tumble 5 minutes$/, '.windowTumble(minutes(5))'],
  [/^window … group by … select … having …$/, '.windowTumble(…).groupBy(…).having(…).select(…)'],
  [/^window$/, '.windowTumble(…)'],
  [/^group by \(\)$/, '.groupBy()'],
  [/^group by (\w+)$/, ".groupBy('$1')"],
  [/^group by$/, '.groupBy(…)'],
  [/^extend (\w+) = …$/, '.extend((o) => ({ $1: … }))'],
  [/^extend k = (\S+)\['k'\]$/, (x) => `.extend((o) => ({ k: ${columnOf(x!)}.at('k') }))`],
  [/^extend (\w+) = (cast\(… as .+\))$/, (name, cast) => `.extend((o) => ({ ${name!}: o.column${castOf(cast!) ?? ''} }))`],
  [/^extend$/, '.extend(…)'],
  [/^select$/, '.select(…)'],
  [/^having$/, '.having(…)'],
  [/^where (\w+) is not null$/, ".whereNotNull('$1')"],
  [/^where$/, '.where(…)'],
  [/^else dlq '(\w+)'$/, "{ elseDlq: '$1' }"],
  [/^else dlq$/, 'elseDlq'],
  [/^union all$/, '.unionAll(…)'],
  [/^as (\w+)$/, ".as('$1')"],
  [/^as$/, 'another name'],
  [/^… as (\w+)$/, '$1: …'],
  // sinks and pipelines
  [/^upsert$/, '.sinkUpsert(…)'],
  [/^append$/, '.sinkAppend(…)'],
  [/^sink kafka '…' from (\w+) append$/, ".sinkAppend($1, kafka('…'))"],
  [/^sink$/, '.sinkAppend(…)'],
  [/^dlq '(.+)'$/, "dlq: '$1'"],
  [/^checkpoint every 60 seconds exactly once$/, "checkpoint: { every: seconds(60), mode: 'exactly once' }"],
  [/^pipeline (\w+) \{ \}$/, "export default pipeline('$1')"],
  [/^time zone$/, 'timeZone'],
  [/^expect$/, '.expect(…)'],
  [/^expect changes$/, '.expectChanges(…)'],
  [/^expect dlq$/, '.expectDlq(…)'],
  [/^expect nothing from$/, '.expectNothing(…)'],
  [/^given (\w+)$/, '.given($1, …)'],
  [/^locally EXPR$/, 'locally: (p) => …'],
  [/^let (\w+) = from …$/, "relation('$1', …)"],
  [/^meta \{ … = header '(.+)' as text \}$/, ".meta({ …: { header: '$1', as: 'text' } })"],
  [/^advance 10 minutes$/, '.advance(minutes(10))'],
  [/^(\w+(?: \w+)*) (env|secret)\('(\w+)'\)$/, (name, kind, variable) => `${camelCase(name!)}: ${kind!}('${variable!}')`],
  [/^param (\w+) duration = 1 minute$/, "param('$1', t.duration(), minutes(1))"],
  // values
  [/^TIMESTAMP '(.+)'$/, "timestamp('$1')"],
  [/^DATE '(.+)'$/, "date('$1')"],
  [/^TIME '(.+)'$/, "time('$1')"],
  [/^INTERVAL '(.+)' (YEAR|MONTH|DAY|HOUR|MINUTE|SECOND)$/, (text, unit) => `interval('${text!}', '${unit!.toLowerCase()}')`],
  [
    /^INTERVAL '(.+)' (YEAR|DAY|HOUR|MINUTE)(?:\(\d\))? TO (MONTH|HOUR|MINUTE|SECOND)(?:\(\d\))?$/,
    (text, from, to) => `interval('${text!}', '${from!.toLowerCase()}', '${to!.toLowerCase()}')`,
  ],
  [/^\((\S+) - (\S+)\) DAY TO SECOND$/, (a, b) => `difference(${columnOf(a!)}, ${columnOf(b!)}, 'day', 'second')`],
  [/^(YEAR|QUARTER|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND|MILLISECOND)$/, (unit) => `'${unit!.toLowerCase()}'`],
  [/^X'([0-9a-f]+)'$/, "bytes('$1')"],
  [/^count\(\*\)$/, 'count()'],
  [/^(sum|avg|min|max)\((cast\(.+\))\)$/, (name, cast) => `${name!}(${castOf(cast!) ?? '…'})`],
  [/^(sum|avg|min|max)\((\w{3,})\)$/, '$1(g.$2)'],
  [/^nullif\((\S+), 0\)$/, (x) => `nullIf(${columnOf(x!)}, 0)`],
  [/^case when (\S+) <> 0 then … end$/, (x) => `when(${columnOf(x!)}.ne(0), …).end()`],
  [/^not \(a = b\)$/, 'a.eq(b).not()'],
  [/^row\(1, null\) <> row\(1, 2\)$/, 'row(1, null).ne(row(1, 2))'],
  [
    /^… (or|and) (\S+) is (not )?null$/,
    (joint, x, not) => `….${joint!}(${columnOf(x!)}.${not === undefined ? 'isNull' : 'isNotNull'}())`,
  ],
  [/^is null$/, '.isNull()'],
  [/^is not null$/, '.isNotNull()'],
  [/^(\S+) is (not )?null$/, (x, not) => `${columnOf(x!)}${not === undefined ? '.isNull()' : '.isNotNull()'}`],
  [/^\|\|$/, '.concat(…)'],
  [/^(try_)?cast$/, (tried) => (tried === undefined ? '.cast(…)' : '.tryCast(…)')],
  [/^like 'a!_b' escape '!'$/, ".like('a!_b', '!')"],
  [/^array\[…\]$/, '[…]'],
  [/^map\['a', 1, 'b', 2\]$/, "map('a', 1, 'b', 2)"],
  [/^cast\(null as array<int>\)$/, 'nullOf(t.array(t.int()))'],
  [/^cast\(null as map<string, int>\)$/, 'nullOf(t.map(t.string(), t.int()))'],
  [/^cast\(row\((\S+), (\S+)\) as row<(\w+) …, (\w+) …>\)$/, 'row($1, $2).cast(t.row({ $3: …, $4: … }))'],
  [/^not \(… = …\)$/, '.eq(…).not()'],
  [/^escape '!'$/, ".similarTo(…, '!')"],
  [/^in \(…\)$/, '.in(…)'],
]

/** `cast(x as bigint)` as a method; null for other pieces. */
function castOf(code: string): string | null {
  const found = /^(try_)?cast\((.+) as ([a-z_]+)(\([\d, ]+\))?\)(?: as \w+)?$/.exec(code)
  if (found === null) return null
  const type = TYPES.get(found[3]!)
  if (type === undefined) return null
  const made = `t.${type}${found[4] ?? '()'}`
  if (found[2] === 'null') return `nullOf(${made})`
  const method = `.${found[1] === undefined ? 'cast' : 'tryCast'}(${made})`
  if (found[2] === 'a / b') return `a.div(b)${method}`
  return /^\w+(?:\.\w+)*$/.test(found[2]!) || /^(?:sum|avg|min|max)\(…\)$/.test(found[2]!)
    ? `${columnOf(found[2]!)}${method}`
    : method
}

/** A column of a row, as a callback names it. */
const columnOf = (written: string): string => (/^[a-z_]\w{2,}$/i.test(written) ? `o.${written}` : written)
const camelCase = (words: string): string => words.replaceAll(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase())

const TYPES: ReadonlyMap<string, string> = new Map([
  ...`tinyint smallint int bigint decimal float double boolean char varchar string binary varbinary bytes date time timestamp`
    .split(' ')
    .map((name): [string, string] => [name, name]),
  ['timestamp_ltz', 'timestampLtz'],
])
