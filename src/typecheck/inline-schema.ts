// `schema NAME { … }`: types said in the program, for JSON edges, files and tests.
import { schemas } from '../diagnostics/codes/schemas.js'
import type { PhysicalField } from '../ir/plan.js'
import type { ResolvedSchema, SchemaField } from '../schema/model.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { typeFromNode } from './type-node.js'

/**
 * How Debezium's JSON carries a column of a type, with the connector settings that the compiler writes for such a table:
 * decimal.handling.mode=string and time.precision.mode=connect (milliseconds).
 */
function debeziumEncoding(type: PhysicalField['type']): PhysicalField['encoding'] {
  switch (type.kind) {
    case 'decimal':
      return 'decimal-text'
    case 'date':
      return 'debezium-date'
    case 'timestamp':
      return 'debezium-timestamp-millis'
    case 'timestamp_ltz':
      return 'debezium-zoned-timestamp'
    default:
      return undefined
  }
}

export function inlineSchema(d: ast.SchemaDecl, debezium: boolean, checking: Checking): ResolvedSchema | null {
  const seen = new Map<string, ast.FieldNode>()
  const fields: SchemaField[] = []
  for (const f of d.fields) {
    const first = seen.get(f.name.text)
    if (first !== undefined) {
      checking.bag.report(
        schemas.duplicateField,
        f.name.span,
        { name: f.name.text },
        { related: [{ span: first.name.span, text: 'the first one' }] },
      )
      continue
    }
    seen.set(f.name.text, f)
    const type = typeFromNode(f.type, checking.bag)
    if (debezium && (type.kind === 'time' || (type.kind === 'timestamp' && type.precision > 3)))
      checking.bag.report(
        schemas.formatMismatch,
        f.type.span,
        { format: 'json', reason: `Debezium's JSON carries ${type.key} in a form that loses digits` },
        { help: 'declare TIMESTAMP(3), or read the table as Avro: `schema registry`' },
      )
    const encoding = debezium ? debeziumEncoding(type) : undefined
    fields.push({
      name: f.name.text,
      field: { name: f.name.text, type, nullable: !f.notNull, ...(encoding === undefined ? {} : { encoding }) },
      unreadable: null,
      note: null,
      doc: f.doc,
      default: undefined,
    })
  }
  return {
    origin: { kind: 'inline', subject: null, version: null, path: null, describe: `schema \`${d.name.text}\`` },
    name: d.name.text,
    doc: d.doc,
    fields,
    envelope: debezium,
    needsSchemaOption: false,
    reader: null,
  }
}
