// Avro with a schema id before it, as registries frame it: written for the producer, read for the comparison, and copied byte
// by byte into container files for `flowc run`.
import avro from 'avsc'
import { httpJson } from '../../src/deploy/http.js'

class Decimal extends avro.types.LogicalType {
  #scale: number
  constructor(schema: avro.Schema, options: unknown) {
    super(schema, options as never)
    this.#scale = (schema as unknown as { scale?: number }).scale ?? 0
  }
  protected override _fromValue(bytes: Buffer): string {
    const unscaled = bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`))
    const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(this.#scale + 1, '0')
    const whole = digits.slice(0, digits.length - this.#scale)
    const text = this.#scale === 0 ? whole : `${whole}.${digits.slice(-this.#scale)}`
    return unscaled < 0n ? `-${text}` : text
  }
  protected override _toValue(text: string): Buffer {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(BigInt(Number(text).toFixed(this.#scale).replace('.', '')))
    return bytes
  }
}

/** As results of `flowc run` write it. */
class Timestamp extends avro.types.LogicalType {
  protected override _fromValue(millis: number): string {
    return timeText(millis)
  }
  protected override _toValue(millis: number): number {
    return millis
  }
}

export const timeText = (millis: number): string => new Date(millis).toISOString().replace('T', ' ').replace('Z', '')

export interface Framed {
  readonly id: number
  readonly body: Buffer
}

export function unframe(value: Buffer): Framed {
  if (value[0] !== 0) throw new Error(`a message begins with byte ${value[0]}: no frame of a registry`)
  return { id: value.readUInt32BE(1), body: value.subarray(5) }
}

export interface Schemas {
  readonly register: (subject: string, schema: string) => Promise<number>
  readonly text: (id: number) => Promise<string>
  /** A framed value as an object whose numbers are numbers, decimals and times texts. */
  readonly decode: (value: Buffer) => Promise<unknown>
  readonly encode: (id: number, value: unknown) => Promise<Buffer>
}

export function schemasOf(url: string): Schemas {
  const texts = new Map<number, string>()
  const types = new Map<number, avro.Type>()
  const text = async (id: number): Promise<string> => {
    const known = texts.get(id)
    if (known !== undefined) return known
    const found = await httpJson<{ schema: string }>({ method: 'GET', url: `${url}/schemas/ids/${id}` })
    if (!found.ok) throw new Error(`no schema ${id}: ${found.problem.reason}`)
    texts.set(id, found.value.schema)
    return found.value.schema
  }
  const typeOf = async (id: number): Promise<avro.Type> => {
    const known = types.get(id)
    if (known !== undefined) return known
    const logicalTypes = { decimal: Decimal, 'timestamp-millis': Timestamp } as never
    const type = avro.Type.forSchema(JSON.parse(await text(id)) as avro.Schema, { logicalTypes })
    types.set(id, type)
    return type
  }
  return {
    text,
    async register(subject, schema) {
      const done = await httpJson<{ id: number }>({
        method: 'POST',
        url: `${url}/subjects/${encodeURIComponent(subject)}/versions`,
        body: { schema },
      })
      if (!done.ok) throw new Error(`${subject} is not registered: ${done.problem.reason} ${done.problem.body}`)
      return done.value.id
    },
    async decode(value) {
      const { id, body } = unframe(value)
      return (await typeOf(id)).fromBuffer(body)
    },
    async encode(id, value) {
      const frame = Buffer.alloc(5)
      frame.writeUInt32BE(id, 1)
      return Buffer.concat([frame, (await typeOf(id)).toBuffer(value)])
    },
  }
}

/** An Avro container with these bodies as they are: one block, no codec. */
export function container(schema: string, bodies: readonly Buffer[]): Buffer {
  const sync = Buffer.alloc(16, 7)
  const text = (s: string): Buffer => Buffer.concat([long(Buffer.byteLength(s)), Buffer.from(s)])
  const data = Buffer.concat([...bodies])
  return Buffer.concat([
    Buffer.from('Obj\u0001'),
    long(2),
    text('avro.schema'),
    text(schema),
    text('avro.codec'),
    text('null'),
    long(0),
    sync,
    ...(bodies.length === 0 ? [] : [long(bodies.length), long(data.length), data, sync]),
  ])
}

function long(n: number): Buffer {
  const bytes: number[] = []
  let rest = n * 2
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}
