// Schemas of writers, as an Avro file's header holds them: types of the avsc package that keep longs and logical types whole.
import avro from 'avsc'
import { data } from '../../diagnostics/codes/data.js'
import { refuse } from './problem.js'

/** Longs as bigint: the package's own would refuse what a double cannot hold. */
const longType = (): avro.Type =>
  avro.types.LongType.__with({
    fromBuffer: (b: Buffer) => b.readBigInt64LE(),
    toBuffer: (n: bigint) => {
      const b = Buffer.alloc(8)
      b.writeBigInt64LE(n)
      return b
    },
    fromJSON: BigInt,
    toJSON: Number,
    isValid: (n: unknown) => typeof n === 'bigint',
    compare: (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1),
  })

const LONG = longType()
/** The package drops what it knows no class for, so each logical type of a long is a long of its own. */
const LOGICAL_LONGS = new Map(
  ['timestamp-millis', 'timestamp-micros', 'timestamp-nanos', 'time-micros'].map((name) => [name, longType()] as const),
)
const LONG_NAMES = new Map([...LOGICAL_LONGS].map(([name, type]) => [type, name] as const))

/** Remembers a logical type; values pass through. */
class Remembered extends avro.types.LogicalType {
  readonly scale: number
  constructor(schema: avro.Schema, options?: unknown) {
    super(schema, options)
    const { scale } = schema as { scale?: unknown }
    this.scale = typeof scale === 'number' ? scale : 0
  }
  protected override _fromValue(value: unknown): unknown {
    return value
  }
  protected override _toValue(value: unknown): unknown {
    return value
  }
}

const LOGICAL = ['decimal', 'time-millis', 'date']

/** The schema in a file's header. Defaults are taken out: they matter to readers only, and wrong ones would stop the reading. */
export function writerType(text: string): avro.Type {
  try {
    const schema = withoutDefaults(JSON.parse(text)) as avro.Schema
    return avro.Type.forSchema(schema, {
      registry: { long: LONG },
      typeHook: (given) => {
        const object = given as { readonly type?: unknown; readonly logicalType?: unknown }
        if (typeof given !== 'object' || object.type !== 'long') return undefined
        return LOGICAL_LONGS.get(String(object.logicalType)) ?? LONG
      },
      wrapUnions: 'always',
      logicalTypes: Object.fromEntries(LOGICAL.map((name) => [name, Remembered])),
    })
  } catch (e) {
    return refuse(data.avroFile, {
      reason: `the schema in its header cannot be used (${e instanceof Error ? e.message : String(e)})`,
    })
  }
}

function withoutDefaults(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaults)
  if (typeof schema !== 'object' || schema === null) return schema
  const object = { ...(schema as Record<string, unknown>) }
  if (object['type'] === 'enum') delete object['default']
  if (Array.isArray(object['fields'])) {
    object['fields'] = (object['fields'] as Record<string, unknown>[]).map((f) => {
      const rest = { ...f }
      delete rest['default']
      return { ...rest, type: withoutDefaults(rest['type']) }
    })
  }
  for (const key of ['type', 'items', 'values']) if (typeof object[key] === 'object') object[key] = withoutDefaults(object[key])
  return object
}

/** The type under a remembered logical type. */
export const plain = (type: avro.Type): avro.Type => (type instanceof avro.types.LogicalType ? type.underlyingType : type)
export const logicalOf = (type: avro.Type): string | null =>
  LONG_NAMES.get(type) ?? (type.typeName.startsWith('logical:') ? type.typeName.slice('logical:'.length) : null)

export function kindOf(type: avro.Type): string {
  const name = plain(type).typeName
  const word = name === 'abstract:long' ? 'long' : name.startsWith('union') ? 'union' : name
  const logical = logicalOf(type)
  const text = logical === null ? word : `${word} (${logical})`
  return /^[aeio]/.test(text) ? `an ${text}` : `a ${text}`
}

export function recordFields(type: avro.Type): ReadonlyMap<string, avro.Type> | null {
  const record = branch(type)
  return record instanceof avro.types.RecordType ? new Map(record.fields.map((f) => [f.name, f.type])) : null
}

/** The one branch of a nullable union beside null, else the type itself. */
function branch(type: avro.Type): avro.Type {
  const types = unionTypes(type)
  const others = types?.filter((t) => t.typeName !== 'null')
  return others?.length === 1 ? others[0]! : type
}

export const unionTypes = (type: avro.Type): readonly avro.Type[] | null =>
  type instanceof avro.types.WrappedUnionType ? (type.types as readonly avro.Type[]) : null

/** Digits after the point of a decimal; null: it is none. */
export const scaleOf = (type: avro.Type): number | null =>
  type instanceof Remembered && logicalOf(type) === 'decimal' ? type.scale : null
