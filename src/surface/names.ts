// How a name is written in a program: plainly, or in backquotes where it is a reserved word or no plain word.

/** Words that cannot stand as a bare name; after a `.` and after `as` even these can. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  'select from where having case when then else end and or not in is null true false between like as on distinct'.split(' '),
)

export const writtenName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED_NAMES.has(name.toLowerCase()) ? name : `\`${name.replaceAll('`', '``')}\``
