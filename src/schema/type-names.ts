// Names of the interfaces that `flowc gen types` writes: from the subject in PascalCase, each once, the same every time.
import { VALUE_TYPES } from './row-type-text.js'

/** What a generated file uses itself. */
const TAKEN = [...VALUE_TYPES, 'ReadonlyMap', 'Subjects']

export class TypeNames {
  readonly #taken = new Set<string>(TAKEN)

  /** The name, with a number behind it where another has it already. */
  unique(name: string): string {
    let free = TAKEN.includes(name) ? `${name}Row` : name
    for (let n = 2; this.#taken.has(free); n++) free = `${name}${n}`
    this.#taken.add(free)
    return free
  }
}

/** `sales.order.created.v1-value` → `SalesOrderCreatedV1`; `…-key` → `…Key`. */
export const subjectTypeName = (subject: string): string => pascalCase(subject.replace(/(.)-value$/s, '$1'))

/** `schemas/order_created.avsc` → `OrderCreated` */
export const fileTypeName = (path: string): string => pascalCase(path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''))

function pascalCase(text: string): string {
  const words = text.split(/[^\p{ID_Continue}]+|_+/u).filter((w) => w !== '')
  const name = words.map((w) => w.replace(/^./u, (c) => c.toUpperCase())).join('')
  return /^\p{ID_Start}/u.test(name) ? name : `Row${name}`
}
