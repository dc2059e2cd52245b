// What another file of the text language declares, under its name there or another one here.
import type { ImportDecl, ImportPipelineDecl } from '../../surface/ast.js'
import { optionsOf, textOf } from '../arguments.js'
import { base, recordOf } from '../declared.js'
import type { Untyped } from '../functions.js'
import { named } from '../names.js'
import { plainTextNode, spanAt, type MarkedSpan } from '../nodes.js'
import { Relation } from '../relations/relation.js'
import { markOf } from '../site.js'
import type { Declarations } from '../types/declarations.js'

type Called = (...args: never[]) => unknown

function item(name: unknown, options: unknown, of: string, span: MarkedSpan) {
  const { as } = optionsOf(options, ['as'], of.replaceAll('`', ''), span.mark)
  return { name: named(name, of, span), alias: as === undefined ? null : named(as, of, span) }
}

const pathOf = (path: unknown, of: string, span: MarkedSpan) =>
  plainTextNode(textOf(path, of, "a path: './customers.flow'", span.mark), span)

function imported(name: unknown, path: unknown, options: unknown, called: Called): Relation {
  const span = spanAt(markOf(called))
  const one = item(name, options, `\`${called.name}\``, span)
  const node: ImportDecl = { ...base(span), kind: 'import', names: [one], from: pathOf(path, called.name, span) }
  return Relation.of(recordOf(node, []), (one.alias ?? one.name).text, null)
}

/**
 * `import { name } from './x.flow'` of a stream
 *
 * @example
 * const payments = importStream<{ payment_id: bigint; amount: Decimal | null }>('payments', './shared.flow')
 * const large = stream('large', payments.where((p) => p.amount.gt(100)))
 */
export const importStream: Declarations['importStream'] = ((name: unknown, path: unknown, options?: unknown) =>
  imported(name, path, options, importStream)) as Untyped
/**
 * `import { name } from './x.flow'` of a table
 *
 * @example
 * const accounts = importTable<{ customer_id: bigint; iban: string | null }>('accounts', './shared.flow')
 * const known = stream(
 *   'known',
 *   orders
 *     .join(accounts, { at: (o) => o.created_at, on: (o, a) => o.customer_id.eq(a.customer_id), late: 'dlq' })
 *     .select((o, a) => ({ order_id: o.order_id, iban: a.iban })),
 * )
 */
export const importTable: Declarations['importTable'] = ((name: unknown, path: unknown, options?: unknown) =>
  imported(name, path, options, importTable)) as Untyped

/**
 * `import pipeline NAME { … } from './x.flow'`
 *
 * @example
 * const payments = importPipeline('shared', './shared.flow').stream<{ payment_id: bigint; amount: Decimal | null }>('payments')
 * const large = stream('large', payments.where((p) => p.amount.gt(100)))
 */
export const importPipeline: Declarations['importPipeline'] = ((name: unknown, path: unknown) => {
  const at = spanAt(markOf(importPipeline))
  const pipeline = named(name, '`importPipeline`', at)
  const from = pathOf(path, 'importPipeline', at)
  const stream = (relation: unknown, options?: unknown): Relation => {
    const span = spanAt(markOf(stream))
    const one = item(relation, options, '`importPipeline`', span)
    const node: ImportPipelineDecl = { ...base(span), kind: 'import pipeline', pipeline, names: [one], from }
    return Relation.of(recordOf(node, []), (one.alias ?? one.name).text, null)
  }
  return Object.freeze({ stream })
}) as Untyped
