// Iceberg namespaces and tables. Field ids are the catalog's own: fields are compared by name, partitions by the column
// that they come from.
import type { IcebergRequest } from '../codegen/iceberg/table.js'
import type { Json } from '../core/stable-json.js'
import { stableJson } from '../core/stable-json.js'
import { deploy, type Difference } from '../diagnostics/codes/deploy.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { IcebergCatalog, IcebergField, IcebergSchema, PartitionField, TableMetadata } from './iceberg-rest.js'
import { compare, reading, type Reading, type Step } from './steps.js'

export interface WantedTable {
  readonly pipeline: string
  readonly request: IcebergRequest
}

export async function readTables(catalog: (name: string) => IcebergCatalog, wanted: readonly WantedTable[]): Promise<Reading> {
  const namespaces: Step[] = []
  const tables: Step[] = []
  const problems: Diagnostic[] = []
  const seen = new Map<string, WantedTable>()
  for (const want of wanted) {
    const { request } = want
    const name = [request.catalog, ...request.namespace, request.table].join('.')
    const other = seen.get(name)
    if (other !== undefined) {
      const differences = tableDifferences(shapeOfRequest(other.request), shapeOfRequest(request))
      if (differences.length > 0)
        problems.push(
          diagnostic(deploy.wantedTwice, null, { what: 'table', name, one: other.pipeline, other: want.pipeline, differences }),
        )
      continue
    }
    seen.set(name, want)
    const api = catalog(request.catalog)
    const space = [request.catalog, ...request.namespace].join('.')
    if (!namespaces.some((n) => n.name === space)) {
      const exists = await api.namespace(request.namespace)
      namespaces.push({
        kind: 'namespace',
        name: space,
        detail: '',
        make: exists ? null : async () => ({ status: await api.createNamespace(request.namespace), detail: '' }),
      })
    }
    const there = await api.table(request.namespace, request.table)
    const detail = `${request.create.schema.fields.length} columns`
    if (there === null)
      tables.push({
        kind: 'table',
        name,
        detail,
        make: async () => ({ status: await api.createTable(request.namespace, request.create), detail }),
      })
    else {
      const differences = tableDifferences(shapeOfTable(there), shapeOfRequest(request))
      if (differences.length > 0) problems.push(diagnostic(deploy.tableDiffers, null, { table: name, differences }))
      else tables.push({ kind: 'table', name, detail, make: null })
    }
  }
  return reading({ steps: [...namespaces, ...tables], problems })
}

interface TableShape {
  readonly fields: ReadonlyMap<string, string>
  readonly identifier: string
  readonly partitions: string
  readonly properties: ReadonlyMap<string, string>
}

const shapeOfRequest = ({ create }: IcebergRequest): TableShape => ({
  fields: fieldsOf(create.schema),
  identifier: identifierOf(create.schema),
  partitions: partitionsOf(create['partition-spec'].fields, create.schema.fields),
  properties: new Map(Object.entries(create.properties)),
})

function shapeOfTable(t: TableMetadata): TableShape {
  const schema = t.schemas.find((s) => s['schema-id'] === t['current-schema-id']) ?? t.schemas.at(-1) ?? { fields: [] }
  const spec = t['partition-specs'].find((s) => s['spec-id'] === t['default-spec-id'])
  return {
    fields: fieldsOf(schema),
    identifier: identifierOf(schema),
    partitions: partitionsOf(spec?.fields ?? [], schema.fields),
    // the format version is a property when a table is made, and a field of its metadata afterwards
    properties: new Map([...Object.entries(t.properties ?? {}), ['format-version', String(t['format-version'])]]),
  }
}

function tableDifferences(there: TableShape, here: TableShape): readonly Difference[] {
  const list: Difference[] = []
  for (const name of new Set([...there.fields.keys(), ...here.fields.keys()])) {
    const [found, wanted] = [there.fields.get(name), here.fields.get(name)]
    if (found !== wanted) list.push({ key: name, found: found ?? 'no column', wanted: wanted ?? 'no column' })
  }
  if (there.identifier !== here.identifier)
    list.push({ key: 'key', found: there.identifier || 'none', wanted: here.identifier || 'none' })
  if (there.partitions !== here.partitions)
    list.push({ key: 'partitions', found: there.partitions || 'none', wanted: here.partitions || 'none' })
  return [...list, ...compare(here.properties, there.properties)]
}

const fieldsOf = (schema: IcebergSchema): ReadonlyMap<string, string> =>
  new Map(schema.fields.map((f) => [f.name, `${typeText(f.type)}${f.required ? ' not null' : ''}`]))

/** Without ids: `struct<a: long, b: string>`. */
function typeText(type: unknown): string {
  if (typeof type === 'string') return type.replaceAll(/\s*,\s*/g, ', ')
  const t = type as Readonly<Record<string, unknown>>
  const optional = (required: unknown): string => (required === true ? ' not null' : '')
  switch (t['type']) {
    case 'list':
      return `list<${typeText(t['element'])}${optional(t['element-required'])}>`
    case 'map':
      return `map<${typeText(t['key'])}, ${typeText(t['value'])}${optional(t['value-required'])}>`
    case 'struct':
      return `struct<${(t['fields'] as readonly IcebergField[]).map((f) => `${f.name}: ${typeText(f.type)}${optional(f.required)}`).join(', ')}>`
    default:
      return stableJson(type as Json)
  }
}

function identifierOf(schema: IcebergSchema): string {
  const names = (schema['identifier-field-ids'] ?? []).map((id) => schema.fields.find((f) => f.id === id)?.name ?? String(id))
  return names.sort().join(', ')
}

const partitionsOf = (partitions: readonly PartitionField[], fields: readonly IcebergField[]): string =>
  partitions
    .filter((p) => p.transform !== 'void')
    .map((p) => `${p.transform}(${fields.find((f) => f.id === p['source-id'])?.name ?? p['source-id']})`)
    .join(', ')
