// Looks up named types: in the schema's own text first, then in the pool of other files or referenced subjects.
import { didYouMean, suggest } from '../core/suggest.js'
import {
  AVRO_COMPLEX,
  AVRO_PRIMITIVES,
  definitionText,
  namespaceOf,
  shortName,
  type AvroDefinition,
  type AvroNamed,
} from './avro-types.js'

export type Lookup =
  { readonly ok: true; readonly type: AvroNamed; readonly own: boolean } | { readonly ok: false; readonly message: string }

export class AvroNames {
  readonly #own: ReadonlyMap<string, AvroNamed>
  readonly #from: string
  readonly #pool = new Map<string, AvroDefinition[]>()

  /** `pool`: definitions that other texts make; alike ones count once, whatever the order of the files. */
  constructor(own: ReadonlyMap<string, AvroNamed>, from: string, pool: Iterable<AvroDefinition>) {
    this.#own = own
    this.#from = from
    for (const definition of pool) {
      const known = this.#pool.get(definition.type.name) ?? []
      if (!known.some((k) => definitionText(k.type) === definitionText(definition.type)))
        this.#pool.set(definition.type.name, [...known, definition])
    }
  }

  /** `fromPool`: the use stands in a text of the pool, where the schema's own definitions must not differ from the pool's. */
  find(name: string, short: string, fromPool: boolean): Lookup {
    return this.#exact(name, fromPool) ?? { ok: false, message: this.#unknown(name, short) }
  }

  #exact(name: string, fromPool: boolean): Lookup | null {
    const own = this.#own.get(name)
    const pool = this.#pool.get(name) ?? []
    if (own !== undefined) {
      const other = fromPool ? pool.find((p) => definitionText(p.type) !== definitionText(own)) : undefined
      return other === undefined
        ? { ok: true, type: own, own: true }
        : { ok: false, message: `\`${name}\` is defined in ${this.#from} and differently in ${other.from}` }
    }
    const [first, second] = pool
    if (first === undefined) return null
    return second === undefined
      ? { ok: true, type: first.type, own: false }
      : { ok: false, message: `\`${name}\` is defined in ${first.from} and differently in ${second.from}` }
  }

  #unknown(name: string, short: string): string {
    const names = [...this.#own.keys(), ...this.#pool.keys()]
    if (!short.includes('.')) {
      const builtin = suggest(short, [...AVRO_PRIMITIVES, ...AVRO_COMPLEX])
      const near = didYouMean(short, [...builtin, ...names.filter((n) => namespaceOf(n) === namespaceOf(name)).map(shortName)])
      if (near !== undefined) return `there is no type \`${short}\`; ${near}`
    }
    const elsewhere = names.filter((n) => shortName(n) === shortName(name))
    const near = elsewhere.length > 0 ? `\`${elsewhere[0]!}\` exists` : didYouMean(name, names)
    return `the type \`${name}\` is defined neither here nor in the schemas beside it${near === undefined ? '' : `; ${near}`}`
  }
}
