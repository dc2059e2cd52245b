// Tables that are asked for words of a program or a file: they hold their own words only, not those that every object of
// JavaScript has (`constructor`, `__proto__`).

/** The same table without a prototype. */
export const wordTable = <T>(words: { readonly [word: string]: T }): { readonly [word: string]: T } =>
  Object.assign(Object.create(null) as { [word: string]: T }, words)
