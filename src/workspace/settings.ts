// Reading plain data that people wrote: each setting is asked for by name, what is wrong or unknown is reported at its place.
import { parseDuration } from '../core/duration.js'
import { isSecretName } from '../core/secret-names.js'
import { suggest } from '../core/suggest.js'
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { cli } from '../diagnostics/codes/cli.js'
import { expansion } from '../diagnostics/codes/expansion.js'

/** A text, or where it is read when it is needed: an environment variable, a secret. */
export type Setting = string | { readonly env: string } | { readonly secret: string }

export interface NamedSetting {
  readonly name: string
  readonly value: Setting
}

/** `http://user:password@host`: a secret in an address. */
const hasLogin = (value: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*:[^/@\s]+@/i.test(value)

export interface Source {
  readonly bag: DiagnosticBag
  /** Place of the key at the end of a path of keys. */
  readonly at: (keys: readonly string[]) => Span
  /** A key as the file writes it: `"name"` in JSON. */
  readonly key: (name: string) => string
}

export class Settings {
  readonly #value: Readonly<Record<string, unknown>>
  readonly #source: Source
  readonly #keys: readonly string[]

  constructor(value: Readonly<Record<string, unknown>>, source: Source, keys: readonly string[] = []) {
    this.#value = value
    this.#source = source
    this.#keys = keys
  }

  get names(): readonly string[] {
    return Object.keys(this.#value)
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#value, name)
  }

  span(name: string): Span {
    return this.#source.at([...this.#keys, name])
  }

  /** Reports all other names. */
  only(known: readonly string[]): this {
    for (const name of this.names) if (!known.includes(name)) this.unknown(name, known)
    return this
  }

  unknown(name: string, known: readonly string[]): void {
    const span = this.span(name)
    const near = suggest(name, known)[0]
    const fixes =
      near === undefined ? [] : [{ title: `rename it to \`${near}\``, edits: [{ span, text: this.#source.key(near) }] }]
    this.#source.bag.report(cli.unknownSetting, span, { name, known }, { fixes })
  }

  wrong(name: string, wanted: string, found: unknown = this.#value[name]): void {
    this.#source.bag.report(cli.badSetting, this.span(name), { name: this.#named(name), wanted, found: describe(found) })
  }

  #named(name: string): string {
    return [...this.#keys, name].join('.')
  }

  #plainSecret(name: string): void {
    this.#source.bag.report(cli.plainSecret, this.span(name), {
      name: this.#named(name),
      variable: name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'),
    })
  }

  text(name: string, wanted: string): string | null {
    const value = this.#value[name]
    if (value === undefined) return null
    if (isText(value)) return value
    this.wrong(name, wanted)
    return null
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T | null {
    const value = this.#value[name]
    if (value === undefined) return null
    const found = choices.find((c) => c === value)
    if (found !== undefined) return found
    this.wrong(name, `one of ${choices.map((c) => `\`${c}\``).join(', ')}`)
    return null
  }

  /** A whole number. */
  count(name: string, least = 1): number | null {
    const value = this.#value[name]
    if (value === undefined) return null
    if (typeof value === 'number' && Number.isInteger(value) && value >= least) return value
    this.wrong(name, `a whole number from ${least} on`)
    return null
  }

  positive(name: string): number | null {
    const value = this.#value[name]
    if (value === undefined) return null
    if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value
    this.wrong(name, 'a number above 0')
    return null
  }

  /** `7 days` as milliseconds. */
  duration(name: string): number | null {
    const value = this.#value[name]
    if (value === undefined) return null
    const found = typeof value === 'string' ? parseDuration(value) : null
    if (found !== null) return found
    this.wrong(name, 'a duration as in programs: `10 seconds`, `7 days`')
    return null
  }

  texts(name: string, wanted: string): readonly string[] | null {
    const value = this.#value[name]
    if (value === undefined) return null
    if (Array.isArray(value) && value.length > 0 && value.every(isText)) return value
    this.wrong(name, wanted)
    return null
  }

  /** A value that is put into programs as it stands; a reference would be read only later. */
  plain(name: string): boolean | number | string | null {
    const value = this.#value[name]
    if (typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
      return value
    if (this.#reference(name) !== null)
      this.#source.bag.report(expansion.paramSecret, this.span(name), {
        name,
        reason: 'a reference is read when a pipeline is deployed, and a param when it is compiled',
      })
    else this.wrong(name, 'a text, a number, `true` or `false`')
    return null
  }

  /** A text or a reference. */
  setting(name: string): Setting | null {
    const value = this.#value[name]
    if (value === undefined) return null
    if (isSecretName(name)) return this.secret(name)
    const found = this.#reference(name) ?? (typeof value === 'number' ? String(value) : isText(value) ? value : null)
    if (typeof found === 'string' && hasLogin(found)) {
      this.#plainSecret(name)
      return null
    }
    if (found === null) this.wrong(name, 'a text, `{"env": "NAME"}` or `{"secret": "NAME"}`')
    return found
  }

  /** A reference and nothing else. */
  secret(name: string): Setting | null {
    const value = this.#value[name]
    if (value === undefined) return null
    const found = this.#reference(name)
    if (found !== null) return found
    if (typeof value === 'string' || typeof value === 'number') this.#plainSecret(name)
    else this.wrong(name, '`{"secret": "NAME"}` or `{"env": "NAME"}`')
    return null
  }

  #reference(name: string): Exclude<Setting, string> | null {
    const value = this.#value[name]
    if (!isObject(value) || Object.keys(value).length !== 1) return null
    if (isText(value['env'])) return { env: value['env'] }
    return isText(value['secret']) ? { secret: value['secret'] } : null
  }

  section(name: string, wanted = 'an object'): Settings | null {
    const value = this.#value[name]
    if (value === undefined) return null
    if (isObject(value)) return new Settings(value, this.#source, [...this.#keys, name])
    this.wrong(name, wanted)
    return null
  }

  /** Every name of this object with its text or reference. */
  all(): readonly NamedSetting[] {
    return this.names.flatMap((name) => {
      const value = this.setting(name)
      return value === null ? [] : [{ name, value }]
    })
  }
}

const isText = (v: unknown): v is string => typeof v === 'string' && v !== ''
export const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)

export const describe = (v: unknown): string =>
  v === null
    ? 'null'
    : Array.isArray(v)
      ? 'a list'
      : typeof v === 'object'
        ? 'an object'
        : typeof v === 'string'
          ? `the text ${JSON.stringify(v)}`
          : `the ${typeof v} ${String(v)}`
