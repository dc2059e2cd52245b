// Names of artifact files that are made of names in a program: a program may write any text in backquotes.

/**
 * `iceberg/<catalog>.<namespace>.<table>.json`. Letters, digits, `_`, `-` and spaces of a part stand as they are; all else,
 * dots and slashes first of all, as `%` and the hexadecimal bytes of its UTF-8: a file stays in its folder, and no two tables
 * share one.
 */
export const icebergFile = (path: readonly string[]): string => `iceberg/${path.map(escaped).join('.')}.json`

const encoder = new TextEncoder()
const escaped = (part: string): string =>
  part.replace(/[^\p{L}\p{N}_ -]/gu, (c) =>
    Array.from(encoder.encode(c), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
