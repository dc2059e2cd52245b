// The table against which result types are recorded and checked: one nullable and one NOT NULL column of each type.
export const TYPES: readonly (readonly [name: string, type: string])[] = [
  ['b', 'BOOLEAN'],
  ['ti', 'TINYINT'],
  ['si', 'SMALLINT'],
  ['i', 'INT'],
  ['l', 'BIGINT'],
  ['f', 'FLOAT'],
  ['d', 'DOUBLE'],
  ['d5', 'DECIMAL(5, 2)'],
  ['d10', 'DECIMAL(10, 0)'],
  ['d18', 'DECIMAL(18, 2)'],
  ['d20', 'DECIMAL(20, 10)'],
  ['d38', 'DECIMAL(38, 18)'],
  ['d3838', 'DECIMAL(38, 38)'],
  ['c3', 'CHAR(3)'],
  ['v10', 'VARCHAR(10)'],
  ['s', 'STRING'],
  ['bin4', 'BINARY(4)'],
  ['yb', 'BYTES'],
  ['dt', 'DATE'],
  ['tm', 'TIME(0)'],
  ['ts0', 'TIMESTAMP(0)'],
  ['ts3', 'TIMESTAMP(3)'],
  ['ts6', 'TIMESTAMP(6)'],
  ['ltz3', 'TIMESTAMP_LTZ(3)'],
  ['ltz6', 'TIMESTAMP_LTZ(6)'],
  ['ai', 'ARRAY<INT>'],
  ['ms', 'MAP<STRING, INT>'],
  ['r', 'ROW<x INT, y STRING NOT NULL>'],
]

/** Columns that take no part in the matrices. */
const MORE: readonly (readonly [name: string, type: string])[] = [
  ['as1', 'ARRAY<STRING NOT NULL>'],
  ['rr', 'ROW<p ROW<q INT NOT NULL> NOT NULL, a ARRAY<ROW<k STRING>>>'],
  ['mu', 'MULTISET<STRING>'],
]

/** `i INT` and `ni INT NOT NULL`, and so on. */
export const COLUMNS: readonly { readonly name: string; readonly type: string; readonly notNull: boolean }[] = [
  ...TYPES,
  ...MORE,
].flatMap(([name, type]) => [
  { name, type, notNull: false },
  { name: `n${name}`, type, notNull: true },
])
