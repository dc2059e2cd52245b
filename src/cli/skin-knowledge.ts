// What the checker knows of relations, in the words of the generator of TypeScript.
import type { FlowType } from '../ir/types.js'
import { propertyName, typeText, type ValueType } from '../schema/row-type-text.js'
import type { KnownRelation, KnownType } from '../skin/index.js'
import type { RelationColumn, SemanticModel } from '../typecheck/model.js'

export function knowledge(model: SemanticModel): (file: string, relation: string) => KnownRelation | null {
  return (file, relation) => {
    const symbol = model.scopes.get(file)?.get(relation)
    if (symbol === undefined) return null
    const columns = symbol.type === null || symbol.stopped !== null ? null : symbol.type.columns
    return {
      kind: symbol.kind,
      columns: columns?.map(({ name, type }) => ({ name, type: known(type) })) ?? null,
      row: columns === null ? null : rowOf(columns),
    }
  }
}

function rowOf(columns: readonly RelationColumn[]): NonNullable<KnownRelation['row']> {
  const used = new Set<ValueType>()
  const fields = columns.map((c) => `${propertyName(c.name)}: ${typeText(c, used)}`)
  return { text: `{ ${fields.join('; ')} }`, types: [...used] }
}

function known(type: FlowType): KnownType {
  switch (type.kind) {
    case 'decimal':
      return { kind: 'decimal' }
    case 'array':
      return { kind: 'list', element: known(type.element.type) }
    case 'multiset':
      return { kind: 'map', key: known(type.element.type), value: { kind: 'other' } }
    case 'map':
      return { kind: 'map', key: known(type.mapKey.type), value: known(type.value.type) }
    case 'row':
      return { kind: 'row', fields: type.fields.map((f) => ({ name: f.name, type: known(f.type) })) }
    default:
      return { kind: 'other' }
  }
}
