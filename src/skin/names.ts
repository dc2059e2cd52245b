// Names of TypeScript for names of a program: camelCase, each once, none that means something else already.
import { isIdentifier } from './code.js'

const RESERVED: ReadonlySet<string> = new Set(
  `arguments as async await boolean break case catch class const continue debugger declare default delete do else enum eval
  export extends false finally for from function get if implements import in instanceof interface let module namespace new null
  number object of package private protected public return set static string super switch symbol this throw true try type typeof
  undefined unknown var void while with yield any never Object Array String Number Boolean Symbol Map Set Error Date Promise
  process console globalThis NaN Infinity`.split(/\s+/),
)

/** `revenue_5min` → `revenue5min`; what cannot begin a name gets a `_`. */
export function camelCase(text: string): string {
  const words = text.split(/[^\p{ID_Continue}]+|_+/u).filter((w) => w !== '')
  const joined = words.map((w, i) => (i === 0 ? w : w[0]!.toUpperCase() + w.slice(1))).join('')
  return isIdentifier(joined) ? joined : `_${joined}`
}

/** The names of one module. `imports` may all be taken one day, so no constant has the name of one of them. */
export class Names {
  readonly #taken: Set<string>

  constructor(imports: Iterable<string>) {
    this.#taken = new Set([...RESERVED, ...imports])
  }

  /** A new name; `suffix` tells it apart where the plain one is taken: `count` → `countStream`. */
  declare(text: string, suffix: string): string {
    const plain = camelCase(text)
    const base = this.#taken.has(plain) ? plain + suffix : plain
    let name = base
    for (let n = 2; this.#taken.has(name); n++) name = `${base}${n}`
    this.#taken.add(name)
    return name
  }

  /** A name that lives in a callback only: it may hide nothing that the callback could need. */
  local(text: string, others: readonly string[] = []): string {
    const base = camelCase(text)
    let name = base
    for (let n = 2; this.#taken.has(name) || others.includes(name); n++) name = `${base}${n}`
    return name
  }
}
