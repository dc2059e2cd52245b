// What a call was given where TypeScript did not look: programs of plain JavaScript, and casts.
import { isBranded, DECLARATION, DURATION, EXPRESSION, RELATION, TYPE } from './brands.js'
import { mistake, type ApiMistake } from './mistake.js'
import { BROKEN, isStandIn, refused, SOME_TEXT } from './refused.js'
import type { Mark } from './site.js'

export const argument = (of: string, wants: string, value: unknown, mark: Mark | null, help?: string): ApiMistake =>
  mistake('argument', { of, wants, is: kindOf(value), ...(help === undefined ? {} : { help }) }, mark)

/** `instead` is what the call goes on with, as in `refused`. */
export const wrong = <T>(of: string, wants: string, value: unknown, mark: Mark | null, instead: () => T, help?: string): T =>
  isStandIn(value) ? instead() : refused(argument(of, wants, value, mark, help), instead)

/** How a message calls a value of JavaScript. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (isBranded(value, RELATION)) return 'a relation'
  if (isBranded(value, DURATION)) return 'a duration'
  if (isBranded(value, EXPRESSION)) return 'an expression'
  if (isBranded(value, TYPE)) return 'a type'
  if (isBranded(value, DECLARATION)) return 'a declaration'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Promise) return 'a Promise'
  if (value instanceof Map) return 'a Map'
  if (value instanceof Set) return 'a Set'
  if (value instanceof Date) return 'a Date'
  switch (typeof value) {
    case 'string':
      return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`
    case 'number':
    case 'bigint':
      return `the number ${value}`
    case 'boolean':
      return String(value)
    case 'function':
      return 'a function'
    case 'symbol':
      return 'a symbol'
    default:
      return 'an object'
  }
}

/** An expression is an object too, and has no names to be asked for. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isBranded(value, EXPRESSION)

/** What a call takes by names: a name that it does not know would say nothing. */
export function optionsOf<const N extends string>(
  value: unknown,
  known: readonly N[],
  of: string,
  mark: Mark | null,
): { readonly [name in N]?: unknown } {
  if (value === undefined) return optionsOf({}, known, of, mark)
  if (!isObject(value))
    return wrong(
      of,
      'an object of options',
      value,
      mark,
      () => Object.fromEntries(known.map((name) => [name, BROKEN])) as { readonly [name in N]?: unknown },
      `write \`{ ${known.map((n) => `${n}: …`).join(', ')} }\``,
    )
  for (const name of Object.keys(value))
    if (!(known as readonly string[]).includes(name)) refused(mistake('unknownProperty', { name, of, known }, mark), () => {})
  return value as { readonly [name in N]?: unknown }
}

/** A whole number from 0: a count, a version, a partition. */
export function countOf(value: unknown, of: string, mark: Mark | null): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2_147_483_647)
    return wrong(of, 'a whole number', value, mark, () => 1)
  return value
}

/** One of a few words. */
export function oneOf<const W extends string>(value: unknown, words: readonly W[], of: string, mark: Mark | null): W {
  const found = words.find((w) => w === value)
  if (found !== undefined) return found
  return wrong(of, `one of ${words.map((w) => `'${w}'`).join(', ')}`, value, mark, () => words[0]!)
}

export function textOf(value: unknown, of: string, wants: string, mark: Mark | null): string {
  return typeof value === 'string' ? value : wrong(of, wants, value, mark, () => SOME_TEXT)
}
