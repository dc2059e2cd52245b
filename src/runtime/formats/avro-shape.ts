// A reader schema as a decoder needs it: fields of records by name, branches of unions, defaults.
import type { Json } from '../../core/stable-json.js'

/** An Avro type in JSON; a name stands for the definition that came before. */
export type Shape = Json

interface ShapeField {
  readonly type: Shape
  readonly default: Json | undefined
  readonly aliases: readonly string[]
}

type JsonObject = { readonly [key: string]: Json | undefined }
const isObject = (v: Json | undefined): v is JsonObject => typeof v === 'object' && v !== null && !Array.isArray(v)

export class AvroShapes {
  readonly #named = new Map<string, JsonObject>()
  readonly root: Shape

  constructor(reader: Json) {
    this.root = reader
    this.#collect(reader)
  }

  #collect(type: Json | undefined): void {
    if (Array.isArray(type)) return type.forEach((t: Json) => this.#collect(t))
    if (!isObject(type)) return
    if (typeof type['name'] === 'string') this.#named.set(type['name'], type)
    if (Array.isArray(type['fields'])) for (const f of type['fields'] as readonly JsonObject[]) this.#collect(f['type'])
    this.#collect(type['items'])
    this.#collect(type['values'])
  }

  /** The definition behind a name, and the branch of a nullable union. */
  resolve(shape: Shape): Shape {
    if (Array.isArray(shape)) {
      const branch = (shape as readonly Json[]).find((b) => b !== 'null')
      return branch === undefined ? 'null' : this.resolve(branch)
    }
    return typeof shape === 'string' ? (this.#named.get(shape) ?? shape) : shape
  }

  /** Fields of a record by name; null for what is none. */
  fields(shape: Shape): ReadonlyMap<string, ShapeField> | null {
    const record = this.resolve(shape)
    if (!isObject(record) || !Array.isArray(record['fields'])) return null
    return new Map(
      (record['fields'] as readonly JsonObject[]).map((f) => [
        f['name'] as string,
        {
          type: f['type'] as Json,
          default: f['default'],
          aliases: Array.isArray(f['aliases']) ? (f['aliases'] as readonly string[]) : [],
        },
      ]),
    )
  }

  record(shape: Shape): ReadonlyMap<string, Shape> | null {
    const fields = this.fields(shape)
    return fields === null ? null : new Map([...fields].map(([name, f]) => [name, f.type]))
  }

  item(shape: Shape, key: 'items' | 'values'): Shape | null {
    const type = this.resolve(shape)
    return isObject(type) ? (type[key] ?? null) : null
  }
}

/** Names by which Avro's JSON may write the branches of a union; null for what is no union. */
export function branchesOf(shapes: AvroShapes, shape: Shape): ReadonlySet<string> | null {
  if (!Array.isArray(shape)) return null
  const names = new Set<string>()
  for (const branch of shape as readonly Json[]) {
    if (branch === 'null') continue
    const type = shapes.resolve(branch)
    if (typeof type === 'string') names.add(type)
    else if (isObject(type)) {
      const name = type['name']
      if (typeof name === 'string') {
        names.add(name)
        names.add(name.slice(name.lastIndexOf('.') + 1))
      } else names.add(type['type'] as string)
    }
  }
  return names
}
