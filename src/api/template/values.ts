// What a value is in a text: a literal of its type, or the name of what it stands for. A string becomes one literal, whatever it holds.
import type { ExprNode } from '../../surface/ast.js'
import { declarationOf, durationIn, relationOf, type Declared } from '../brands.js'
import { icebergPath, isIcebergTable } from '../declarations/catalogs.js'
import { kindOf } from '../arguments.js'
import { bytesNode, numberNode } from '../constants.js'
import { coreOf, operandOf } from '../expression.js'
import { mistake } from '../mistake.js'
import type { MarkedSpan } from '../nodes.js'
import { BROKEN, refused, SOME_TEXT } from '../refused.js'
import { textWithParams } from '../texts.js'
import type { Context } from './context.js'
import { bareName } from './words.js'

export interface Filling {
  readonly tag: 'flow' | 'expr'
  readonly span: MarkedSpan
  readonly refs: Set<Declared>
  /** Expressions that the text was made with. */
  readonly parts: unknown[]
}

export function writtenValue(value: unknown, context: Context, filling: Filling): string {
  if (context === 'words' || context === 'block') return inWords(value, context, filling)
  return inside(value, context, filling)
}

/** A column or a duration: with more letters beside it, it would be another one. */
export function isWhole(value: unknown): boolean {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  const kind = coreOf(last)?.node.kind
  return kind === 'path' || kind === 'field' || durationIn(last) !== null
}

const refuse = (value: unknown, { tag, span }: Filling): string =>
  value === BROKEN ? SOME_TEXT : refused(mistake('inText', { is: kindOf(value), tag: `${tag}\`…\`` }, span.mark), () => SOME_TEXT)

function inWords(value: unknown, context: Context, filling: Filling): string {
  const { span, refs } = filling
  switch (typeof value) {
    case 'string':
      // it would end the block
      if (context === 'block' && value.includes('"""'))
        return refused(mistake('textSign', { sign: '"""', text: value }, span.mark), () => SOME_TEXT)
      return `'${textWithParams(value, span.mark, refs).replaceAll("'", "''")}'`
    case 'number':
    case 'bigint':
      return literal(numberNode(value, span))!
    case 'boolean':
      return String(value)
    default:
  }
  if (value === null) return 'null'
  if (value instanceof Uint8Array) return literal(bytesNode(value, span))!
  if (Array.isArray(value)) {
    if (value.length === 0) return refuse(value, filling)
    return value.map((v) => inWords(v, context, filling)).join(', ')
  }
  const name = nameIn(value, filling)
  if (name !== null) return paramInBlock(value, context) ? `\${${name}}` : name
  const core = coreOf(value)
  const written = core === null ? null : literal(operandOf(value, span).node)
  if (core === null || written === null) return refuse(value, filling)
  filling.parts.push(value)
  // with more of a path behind it, it would be the word of a side
  const isSide = core.node.kind === 'path' && core.node.names.length === 1 && core.scope?.words.has(core.node.names[0]!.text)
  return isSide === true ? `(${written})` : written
}

/** Between `"""` nothing but `${name}` is a param. */
const paramInBlock = (value: unknown, context: Context): boolean =>
  context === 'block' && declarationOf(value)?.node.kind === 'param'

/** The name of a relation or another declaration; a duration as it is written. */
function nameIn(value: unknown, { span, refs }: Filling): string | null {
  const relation = relationOf(value)
  if (relation !== null) {
    refs.add(relation.declared)
    return bareName(relation.name)
  }
  const duration = durationIn(value)
  if (duration !== null) {
    for (const r of duration.refs) refs.add(r)
    return duration.node.param === null ? duration.node.written : bareName(duration.node.param.text)
  }
  if (isIcebergTable(value))
    return icebergPath(value, 'flow', span.mark, refs)
      .map((n) => bareName(n.text))
      .join('.')
  const node = declarationOf(value)?.node
  if (node === undefined || !('name' in node) || node.name === null) return null
  refs.add(value as Declared)
  return bareName(node.name.text)
}

/** Columns and constants; what is computed is said by methods. */
function literal(node: ExprNode): string | null {
  switch (node.kind) {
    case 'number':
      return node.text
    case 'unary':
      return node.operator === '-' && node.operand.kind === 'number' ? `-${node.operand.text}` : null
    case 'string':
      return `'${node.value.replaceAll("'", "''")}'`
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
    case 'bytes':
      return `X'${node.hex}'`
    case 'path':
      return node.names.map((n) => bareName(n.text)).join('.')
    case 'field': {
      const of = literal(node.of)
      return of === null ? null : `${node.of.kind === 'path' ? `(${of})` : of}.${bareName(node.name.text)}`
    }
    // a call that was refused
    case 'missing':
      return SOME_TEXT
    default:
      return null
  }
}

/** In quotes, backquotes and comments a value is its text. */
function inside(value: unknown, context: Context, filling: Filling): string {
  const { span, refs } = filling
  const node = declarationOf(value)?.node
  const plain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
      ? String(value)
      : null
  if (node?.kind === 'param' && context === 'text') {
    refs.add(value as Declared)
    return `\${${node.name.text}}`
  }
  const relation = relationOf(value)
  if (relation !== null) refs.add(relation.declared)
  const text = plain ?? relation?.name
  if (text === undefined) return refuse(value, filling)
  const written = textWithParams(text, span.mark, refs)
  return context === 'text' ? written.replaceAll("'", "''") : context === 'name' ? written.replaceAll('`', '``') : written
}
