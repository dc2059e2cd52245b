// FLOW315x: rows, arrays and maps: how they are made, read and cast.
import { define } from '../define.js'

export const collections = {
  rowFieldsMoved: define<{ field: string; from: number; to: number }>(
    'FLOW3150',
    'row-fields-moved',
    'error',
    (p) =>
      `a row is cast field by field in their order, whatever their names: \`${p.field}\` is field ${p.from} of the row and field ${p.to} of the type`,
    () => 'name the fields in the order of the row, or build the row anew: `cast(row(r.b, r.a) as row<b …, a …>)`',
  ),
  duplicateKey: define<{ key: string }>(
    'FLOW3151',
    'map-key-twice',
    'error',
    (p) => `the key \`${p.key}\` appears twice in this map: one of its values would be lost`,
    () => 'leave one of the entries out',
  ),
  keysMayCollide: define<{ first: string; second: string }>(
    'FLOW3152',
    'map-keys-may-be-equal',
    'warning',
    (p) =>
      `\`${p.first}\` and \`${p.second}\` may be equal: Flink then keeps the key twice, and \`m[key]\` finds the first of them only`,
    () => 'use constant keys, or a row',
  ),
  elementIndex: define<{ index: string }>(
    'FLOW3153',
    'element-index',
    'error',
    (p) => `the index \`${p.index}\` names no element: the first one is 1`,
    () => 'an index beyond the last element gives NULL',
  ),
  nullInside: define<{ from: string; to: string; part: string; written: string }>(
    'FLOW3154',
    'null-lost-inside',
    'error',
    (p) =>
      `${p.from}, whose ${p.part} may be NULL; the cast to ${p.to} says NOT NULL: Flink does not check it, and turns NULL into 0 or fails later`,
    (p) => `leave out the \`not null\` of \`${p.written}\``,
  ),
  unnamedFields: define<{ column: string; type: string }>(
    'FLOW3155',
    'row-without-field-names',
    'error',
    (p) => `the fields of \`${p.column}\` have no names (${p.type}), and a sink writes names`,
    () => 'name them: `cast(row(a, b) as row<a …, b …>)`',
  ),
  emptyCollection: define<{ constructs: string }>(
    'FLOW3156',
    'empty-collection',
    'error',
    (p) => `an empty ${p.constructs} has no type: Flink SQL cannot write one`,
    (p) => `write a typed NULL instead: \`cast(null as ${p.constructs === 'array' ? 'array<int>' : 'map<string, int>'})\``,
  ),
  keyMayBeNull: define<{ is: string }>(
    'FLOW3157',
    'map-key-may-be-null',
    'warning',
    (p) => `${p.is} and may be NULL: a map with a NULL key can be read by no key, and fails the job in JSON and Avro`,
    () => 'use `coalesce` to give it a value',
  ),
  mapItems: define<{ count: number }>(
    'FLOW3158',
    'map-without-value',
    'error',
    (p) => `a map has a value for each key, ${p.count} ${p.count === 1 ? 'item is' : 'items are'} given`,
    () => "keys and values in turn: `map['a', 1, 'b', 2]`",
  ),
  keysCollapse: define<{ from: string; to: string }>(
    'FLOW3159',
    'map-keys-collapse',
    'error',
    (p) => `${p.from}: cast to ${p.to}, two of its keys may become the same, and one of the values would be lost`,
    () => 'keep the type of the keys',
  ),
  smallItems: define<{ constructs: string; is: string }>(
    'FLOW3162',
    'small-integers-in-array',
    'error',
    (p) =>
      `${p.is}: Flink plans such an ${p.constructs === 'array' ? 'array' : 'entry of a map'} and cannot compile it, the job would not start`,
    () => 'cast it to INT',
  ),
  mapGroup: define<{ key: string; type: string }>(
    'FLOW3163',
    'map-as-group-key',
    'error',
    (p) => `\`${p.key}\` is ${p.type}: rows are grouped by the bytes of a map, which depend on the order of its entries`,
    (p) => `group by the entries that matter: \`extend k = ${p.key}['k']\``,
  ),
  /** FLOW3160 and 3161 happen while a plan runs: the job would fail. */
  manyElements: define<object>(
    'FLOW3160',
    'element-of-many',
    'error',
    () => 'the job would fail: `element` of an array with more than one element',
    () => '`a[1]` takes the first of many',
  ),
  nullInRow: define<{ field: number }>(
    'FLOW3161',
    'null-in-row',
    'error',
    (p) => `the job would fail: field ${p.field} of a row is NOT NULL by its type and NULL by an overflow of its DECIMAL`,
    () => 'cast to a DECIMAL with more digits before the point',
  ),
}
