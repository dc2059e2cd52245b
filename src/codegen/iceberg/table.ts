// Iceberg tables as requests of the REST catalog: what Flink DDL cannot say (partition transforms, field docs, ids).
import { bug } from '../../core/bug.js'
import type { Json } from '../../core/stable-json.js'
import type { SinkOperator } from '../../ir/plan.js'
import type { FlowType, Typed } from '../../ir/types.js'
import { NameAllocator } from '../flink/names.js'
import { icebergProperties, type IcebergTarget } from '../flink/sink-table.js'

const TRANSFORMS = {
  identity: 'identity',
  years: 'year',
  months: 'month',
  days: 'day',
  hours: 'hour',
  bucket: 'bucket',
  truncate: 'truncate',
} as const

/** Partition field ids begin here by the specification. */
const FIRST_PARTITION_ID = 1000

/** A table as the catalog is asked for it. */
export interface IcebergRequest {
  readonly catalog: string
  readonly namespace: readonly string[]
  readonly table: string
  readonly create: CreateTable
}

export function icebergRequest(o: SinkOperator): IcebergRequest {
  if (o.target.kind !== 'iceberg') return bug(`${o.id} is no Iceberg sink`)
  const { catalog, namespace, table } = o.target
  return { catalog, namespace, table, create: createTable(o, o.target) }
}

export function icebergJson(o: SinkOperator): Json {
  const { catalog, namespace, table, create } = icebergRequest(o)
  const path = namespace.map(encodeURIComponent).join('%1F')
  return {
    catalog,
    namespace,
    table,
    requests: [
      { method: 'POST', path: '/v1/{prefix}/namespaces', ifExists: 'keep', body: { namespace, properties: {} } },
      { method: 'POST', path: `/v1/{prefix}/namespaces/${path}/tables`, ifExists: 'compare', body: create as unknown as Json },
    ],
  }
}

interface CreateTable {
  readonly name: string
  readonly schema: {
    readonly type: 'struct'
    readonly 'schema-id': number
    readonly 'identifier-field-ids'?: readonly number[]
    readonly fields: readonly {
      readonly id: number
      readonly name: string
      readonly required: boolean
      readonly type: Json
      readonly doc?: string
    }[]
  }
  readonly 'partition-spec': {
    readonly 'spec-id': number
    readonly fields: readonly {
      readonly 'source-id': number
      readonly 'field-id': number
      readonly transform: string
      readonly name: string
    }[]
  }
  readonly 'stage-create': boolean
  readonly properties: Readonly<Record<string, string>>
}

function createTable(o: SinkOperator, target: IcebergTarget): CreateTable {
  const ids = counter()
  // top-level fields have the first ids, in order; those of nested types follow
  const top = o.row.map(() => ids())
  const names = new NameAllocator()
  names.reserve(o.row.map((c) => c.name))
  const fields = o.row.map((c, i) => ({
    id: top[i]!,
    name: c.name,
    required: !c.nullable || o.key.includes(i),
    type: icebergType(c.type, ids),
    ...(c.doc === undefined ? {} : { doc: c.doc }),
  }))
  return {
    name: target.table,
    schema: {
      type: 'struct',
      'schema-id': 0,
      ...(o.mode === 'upsert' ? { 'identifier-field-ids': o.key.map((i) => top[i]!) } : {}),
      fields,
    },
    'partition-spec': {
      'spec-id': 0,
      fields: target.partitions.map((p, i) => ({
        'source-id': top[p.column] ?? bug(`${o.id} is partitioned by column ${p.column}`),
        'field-id': FIRST_PARTITION_ID + i,
        transform: p.parameter === null ? TRANSFORMS[p.transform] : `${TRANSFORMS[p.transform]}[${p.parameter}]`,
        name:
          p.transform === 'identity' ? o.row[p.column]!.name : names.fresh(`${o.row[p.column]!.name}_${TRANSFORMS[p.transform]}`),
      })),
    },
    'stage-create': false,
    properties: Object.fromEntries(icebergProperties(o, target).map((p) => [p.name, p.value])),
  }
}

function counter(): () => number {
  let last = 0
  return () => ++last
}

/** Iceberg's type of a Flink type, as FlinkSchemaUtil has it. Nested fields take the next ids, outer before inner. */
export function icebergType(type: FlowType, id: () => number): Json {
  switch (type.kind) {
    case 'boolean':
    case 'float':
    case 'double':
    case 'date':
    case 'time':
      return type.kind
    case 'tinyint':
    case 'smallint':
    case 'int':
      return 'int'
    case 'bigint':
      return 'long'
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`
    case 'char':
    case 'varchar':
      return 'string'
    case 'binary':
      return `fixed[${type.length}]`
    case 'varbinary':
      return 'binary'
    case 'timestamp':
      return type.precision > 6 ? 'timestamp_ns' : 'timestamp'
    case 'timestamp_ltz':
      return type.precision > 6 ? 'timestamptz_ns' : 'timestamptz'
    case 'array': {
      const element = id()
      return {
        type: 'list',
        'element-id': element,
        'element-required': !type.element.nullable,
        element: icebergType(type.element.type, id),
      }
    }
    case 'map':
      return mapType(type.mapKey, type.value, id)
    case 'row': {
      const fields = type.fields.map((f) => ({ f, at: id() }))
      return {
        type: 'struct',
        fields: fields.map(({ f, at }) => ({ id: at, name: f.name, required: !f.nullable, type: icebergType(f.type, id) })),
      }
    }
    default:
      return bug(`${type.key} has no Iceberg type`)
  }
}

function mapType(key: Typed, value: Typed, id: () => number): Json {
  const keyId = id()
  const valueId = id()
  return {
    type: 'map',
    'key-id': keyId,
    key: icebergType(key.type, id),
    'value-id': valueId,
    'value-required': !value.nullable,
    value: icebergType(value.type, id),
  }
}
