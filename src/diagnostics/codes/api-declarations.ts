// FLOW2120–2139: uses of relations, sources, declarations, pipelines and tests of the TypeScript API that cannot be printed.
import { suggest } from '../../core/suggest.js'
import { define } from '../define.js'

const listed = (items: readonly string[]): string => items.map((i) => `\`${i}\``).join(', ')

const WAYS = {
  star: 'behind a `select` nothing stands before a column that tells its side: name the columns instead of `...`',
  alias: "give the joined table another alias, `.as('other')`, or the column another name in the `select` before",
  window: 'give the column another name with `select` before the window',
  result: 'give the result another name: in the text a name behind `having` is first of all that of a result',
} as const

/** What stands where a module ought to export its pipeline. */
const EXPORTED = {
  nothing: 'the module has no default export: write `export default` before it',
  function: 'the default export is a function, which nobody calls: `export default make()`',
  promise: 'the default export is a Promise: `export default await …`',
  other: 'the module exports no pipeline: write `export default` before it',
} as const

export const apiDeclarations = {
  argument: define<{ of: string; wants: string; is: string; help?: string }>(
    'FLOW2120',
    'wrong-argument',
    'error',
    (p) => `${p.of.includes('`') ? p.of : `\`${p.of}\``} takes ${p.wants}, and got ${p.is}`,
    (p) => p.help,
  ),
  unnamedRelation: define<{ reader: string; is: 'query' | 'source' }>(
    'FLOW2121',
    'relation-without-name',
    'error',
    (p) => `${p.reader} wants a relation with a name, and this ${p.is} has none`,
    (p) =>
      p.is === 'source'
        ? "name it: `const orders = stream('orders', kafka(…))`, of a table `table('customers', cdc(…))`"
        : "name it: `const big = stream('big', orders.where(…))`, or `relation('big', …)` where it may be either",
  ),
  twoOfOneName: define<{ name: string; is?: 'pipeline'; kinds?: readonly [string, string] }>(
    'FLOW2122',
    'two-declarations-one-name',
    'error',
    (p) =>
      p.is === 'pipeline'
        ? `two pipelines \`${p.name}\` are exported, and each has parts that the other one has not`
        : p.kinds === undefined
          ? `\`${p.name}\` is declared twice in this program, in two ways`
          : `\`${p.name}\` is the name of a \`${p.kinds[0]}\` and of a \`${p.kinds[1]}\``,
    (p) =>
      p.is === 'pipeline'
        ? 'go on with what the last method gave, so that one pipeline has all parts; another pipeline has another name'
        : 'a name means one declaration: rename one of them, or use the same object in both places',
  ),
  unknownLane: define<{ lane: string; of: string; lanes: readonly string[] }>(
    'FLOW2123',
    'unknown-lane',
    'error',
    (p) => `\`${p.of}\` has no stream of late rows \`${p.lane}\``,
    (p) => (p.lanes.length === 0 ? `one of its clauses names it: \`late: { as: '${p.lane}' }\`` : `it has ${listed(p.lanes)}`),
  ),
  lost: define<{ what: string; of: string; exported?: keyof typeof EXPORTED }>(
    'FLOW2124',
    'result-not-used',
    'error',
    (p) => `${p.what} belongs to nothing that ${p.of}`,
    (p) =>
      p.exported === undefined
        ? 'every method gives a new object and leaves the old one as it was: go on with what the last one gave'
        : EXPORTED[p.exported],
  ),
  unionOrder: define<{ left: readonly string[]; right: readonly string[]; name: string }>(
    'FLOW2125',
    'union-order',
    'error',
    (p) => `\`unionAll\` goes by position, and \`${p.name}\` has the same columns in another order: ${listed(p.right)}`,
    (p) => `let both select ${listed(p.left)} in this order`,
  ),
  clauseOrder: define<{ clause: string; why: string }>(
    'FLOW2126',
    'clause-not-here',
    'error',
    (p) => `\`${p.clause}\` cannot stand here: ${p.why}`,
  ),
  name: define<{ name: string; of: string; why: 'empty' | 'sign' | 'loop' | 'word' | 'param' }>(
    'FLOW2127',
    'no-name',
    'error',
    (p) =>
      p.why === 'empty'
        ? `the name of ${p.of} is empty`
        : p.why === 'loop'
          ? `the name of ${p.of} ${JSON.stringify(p.name)} has a \`$\`, which only names in a \`for\` of the text language have`
          : p.why === 'word'
            ? `the name of ${p.of} ${JSON.stringify(p.name)} cannot stand without quotes, and has to`
            : p.why === 'param'
              ? `the name of ${p.of} holds the param \`${p.name}\`, which has no value while the program is built`
              : `the name of ${p.of} ${JSON.stringify(p.name)} has a sign that no name can hold`,
    (p) =>
      p.why === 'loop'
        ? 'in TypeScript a loop makes the name: `` stream(`${t}_valid`, …) ``'
        : p.why === 'word'
          ? 'take letters, digits and `_`, and no word of the language'
          : p.why === 'param'
            ? 'names are the same for every environment: make them of constants, or in a loop of TypeScript'
            : undefined,
  ),
  inText: define<{ is: string; tag: string; /** What stands beside it without a space. */ beside?: string }>(
    'FLOW2128',
    'value-in-text',
    'error',
    (p) => `${p.is} cannot stand in ${p.tag}${p.beside === undefined ? '' : ` directly beside \`${p.beside}\``}`,
    (p) =>
      p.beside !== undefined
        ? 'together they would be another word: put a space between them'
        : 'relations, declarations, params, durations, simple expressions, texts, numbers, booleans, null, bytes and lists of them can',
  ),
  cell: define<{ column: string; is: string; exact?: { readonly digits: string; readonly written: string } }>(
    'FLOW2129',
    'value-in-cell',
    'error',
    (p) => `${p.is} stands in the column \`${p.column}\` of a test`,
    (p) =>
      p.is === 'undefined'
        ? 'write `null` for NULL, or leave the column out'
        : p.exact === undefined
          ? "decimals and points in time are texts: `'10.00'`, `'2026-01-01 10:00:00'`; NULL is `null`"
          : p.exact.digits.length > 40
            ? `a DOUBLE beyond 2^53 is a text, \`'${p.exact.written}'\``
            : `numbers beyond 2^53 are bigints, with all their digits: \`${p.exact.digits}n\`; a DOUBLE may be a text, \`'${p.exact.written}'\``,
  ),
  unknownProperty: define<{ name: string; of: string; known: readonly string[] }>(
    'FLOW2131',
    'unknown-property-of-a-call',
    'error',
    (p) => `\`${p.of}\` has no property \`${p.name}\``,
    (p) => {
      const [near] = suggest(p.name, p.known)
      return near === undefined ? `it has ${listed(p.known)}` : `did you mean \`${near}\`?`
    },
  ),
  otherColumn: define<{ column: string; reads: string; why: 'star' | 'alias' | 'window' | 'result' }>(
    'FLOW2132',
    'other-column',
    'error',
    (p) => `\`${p.column}\` would be read as ${p.reads}`,
    (p) => WAYS[p.why],
  ),
  unknownColumn: define<{ name: string; of: string; columns: readonly string[] }>(
    'FLOW2134',
    'no-such-column',
    'error',
    (p) => `\`${p.of}\` has no column \`${p.name}\``,
    (p) => {
      const [near] = suggest(p.name, p.columns)
      return near === undefined ? `it has ${listed(p.columns)}` : `did you mean \`${near}\`?`
    },
  ),
  groupKey: define<{ key: string; is: string }>(
    'FLOW2133',
    'key-of-a-group',
    'error',
    (p) => `the key \`${p.key}\` of a group is ${p.is}`,
    (p) =>
      p.is === 'a computed value'
        ? 'a key is a column or a field of one: compute it with `extend` before the window'
        : 'give it another name: `groupBy((o) => ({ other: o.… }))`',
  ),
  durationValue: define<{ written: string; unit: string }>(
    'FLOW2130',
    'duration-value',
    'error',
    (p) => `\`${p.unit}(${p.written})\` is no duration`,
    () => 'a duration is a whole number of milliseconds, from 0 to 2^53: `minutes(5)`, `seconds(1.5)`',
  ),
} as const
