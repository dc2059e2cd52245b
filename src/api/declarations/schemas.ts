// Fields and types of a program: `schema Order { … }`, `type money = decimal(18, 2)`.
import type { SchemaDecl, TypeDecl } from '../../surface/ast.js'
import { DECLARATION, type DeclarationRecord } from '../brands.js'
import { base, declaredAs, recordOf, saying } from '../declared.js'
import { fieldsOf, fieldType, typeOf } from '../field-types.js'
import type { Untyped } from '../functions.js'
import { named, plainWord } from '../names.js'
import { spanAt } from '../nodes.js'
import { markOf } from '../site.js'
import type { Declarations } from '../types/declarations.js'

/**
 * `schema NAME { field type, … }`
 *
 * @example
 * const Payment = schema('Payment', {
 *   payment_id: t.bigint().notNull(),
 *   amount: t.decimal(10, 2).doc('In euros.'),
 * }).doc('A payment that has come in.')
 */
export const schema: Declarations['schema'] = ((name: unknown, fields: unknown) => {
  const span = spanAt(markOf(schema))
  const { nodes, refs } = fieldsOf(fields, 'schema', span)
  const node: SchemaDecl = { ...base(span), kind: 'schema', name: named(name, '`schema`', span), fields: nodes }
  return declaredAs(recordOf(node, refs), { name })
}) as Untyped

/**
 * `type NAME = …`: what it gives stands wherever `t.x()` does, `money()`.
 *
 * @example
 * const money = namedType('money', t.decimal(18, 2))
 * const Payment = schema('Payment', { payment_id: t.bigint().notNull(), amount: money() })
 */
export const namedType: Declarations['namedType'] = ((name: unknown, type: unknown) => {
  const span = spanAt(markOf(namedType))
  const written = typeOf(type, 'namedType', span)
  const node: TypeDecl = {
    ...base(span),
    kind: 'type',
    name: plainWord(name, '`namedType`', span),
    type: written.node,
  }
  return typeNamed(recordOf(node, written.refs))
}) as Untyped

function typeNamed(record: DeclarationRecord): unknown {
  const use = (): unknown => {
    const at = spanAt(markOf(use))
    const alias = { kind: 'named' as const, name: (record.node as TypeDecl).name.text, parameters: [], span: at }
    return fieldType({ node: alias, notNull: false, doc: null, refs: [use as never] })
  }
  return Object.freeze(Object.assign(use, { ...saying(record, typeNamed), [DECLARATION]: record }))
}
