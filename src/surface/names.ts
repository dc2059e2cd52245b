// How a name is written in a program: plainly, or in backquotes where it is a reserved word or no plain word.

/** Words that cannot stand as a bare name; after a `.` and after `as` even these can. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  'select from where having case when then else end and or not in is null true false between like as on distinct'.split(' '),
)

export const writtenName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED_NAMES.has(name.toLowerCase()) ? name : `\`${name.replaceAll('`', '``')}\``

const TYPES: ReadonlySet<string> = new Set(
  `bigint binary boolean bytes char character date dec decimal double duration float int integer numeric smallint string time
  timestamp timestamp_ltz tinyint varbinary varchar`.split(/\s+/),
)

/** The name of a type: those of the language ignore case, those of programs do not. */
export const typeName = (written: string): string => (TYPES.has(written.toLowerCase()) ? written.toLowerCase() : written)
