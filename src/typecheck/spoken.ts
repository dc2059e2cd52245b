// How expressions and types are spoken of in messages, and the edits that wrap a cast around a piece of text.
import type { Span } from '../core/span.js'
import type { Fix, Label, TextEdit } from '../diagnostics/define.js'
import type { FlowType, Typed } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { CheckedExpr } from './expr-api.js'
import type { ColumnProvenance } from './model.js'

const LONGEST = 48

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** An expression as the program writes it, shortened where it is long. */
export function spoken(node: ast.ExprNode): string {
  const text = print(node)
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`
}

const inner = (node: ast.ExprNode): string => (node.kind === 'binary' ? `(${print(node)})` : print(node))

function print(node: ast.ExprNode): string {
  switch (node.kind) {
    case 'number':
      return node.text
    case 'string':
      return quoted(node.value)
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
    case 'typed literal':
      return `${literalWord(node.type)} ${quoted(node.value.value)}`
    case 'interval':
      return `INTERVAL ${node.negative ? '-' : ''}${quoted(node.value.value)} ${rangeText(node)}`
    case 'bytes':
      return `X${quoted(node.hex)}`
    case 'element':
      return `${operandText(node.of)}[${print(node.index)}]`
    case 'field':
      return `${node.of.kind === 'path' ? `(${print(node.of)})` : operandText(node.of)}.${node.name.text}`
    case 'constructor': {
      const items = node.items.map(print).join(', ')
      return node.constructs === 'row' ? `row(${items})` : `${node.constructs}[${items}]`
    }
    case 'special':
      return specialText(node.form)
    case 'is distinct':
      return `${inner(node.left)} is ${node.negated ? 'not ' : ''}distinct from ${inner(node.right)}`
    case 'path':
      return pathText(node.names)
    case 'unary':
      return node.operator === 'not' ? `not ${inner(node.operand)}` : node.operator + inner(node.operand)
    case 'binary':
      return `${inner(node.left)} ${node.operator} ${inner(node.right)}`
    case 'is':
      return `${inner(node.operand)} is ${node.negated ? 'not ' : ''}${node.test}`
    case 'like':
      return `${inner(node.operand)} ${node.negated ? 'not ' : ''}${node.style === 'like' ? 'like' : 'similar to'} ${inner(node.pattern)}`
    case 'between':
      return `${inner(node.operand)} ${node.negated ? 'not ' : ''}between ${node.symmetric ? 'symmetric ' : ''}${inner(node.low)} and ${inner(node.high)}`
    case 'in':
      return `${inner(node.operand)} ${node.negated ? 'not ' : ''}in (…)`
    case 'case':
      return 'case … end'
    case 'cast':
      return `${node.attempt ? 'try_cast' : 'cast'}(${print(node.operand)} as …)`
    case 'call':
      return `${node.name.text}(${node.star ? '*' : node.args.map(print).join(', ')})`
    case 'missing':
      return '…'
  }
}

/** What `[` and `.` may follow without brackets. */
const operandText = (node: ast.ExprNode): string =>
  ['path', 'element', 'field', 'call', 'constructor'].includes(node.kind) ? print(node) : `(${print(node)})`

/** `TIMESTAMP WITH LOCAL TIME ZONE` */
export const literalWord = (type: (ast.ExprNode & { kind: 'typed literal' })['type']): string =>
  type === 'timestamp_ltz' ? 'TIMESTAMP WITH LOCAL TIME ZONE' : type.toUpperCase()

/** `DAY(3) TO SECOND(6)` */
export function rangeText(range: ast.IntervalRange): string {
  const { from, to, precision, fraction } = range
  const first = precision === null ? '' : to === null && fraction !== null ? `(${precision}, ${fraction})` : `(${precision})`
  const second = to === null ? '' : ` TO ${to.toUpperCase()}${fraction === null ? '' : `(${fraction})`}`
  return `${from.toUpperCase()}${first}${second}`
}

function specialText(form: ast.SpecialForm): string {
  switch (form.kind) {
    case 'interval':
      return `INTERVAL (${print(form.count)}) ${form.unit.toUpperCase()}`
    case 'difference':
      return `(${inner(form.left)} - ${inner(form.right)}) ${rangeText(form)}`
    case 'extract':
      return `extract(${form.unit.unit} from ${print(form.from)})`
    case 'floor':
    case 'ceil':
      return `${form.kind}(${print(form.operand)} to ${form.unit.unit})`
    case 'timestampadd':
    case 'timestampdiff':
      return `${form.kind}(${form.unit.unit}, ${print(form.left)}, ${print(form.right)})`
    case 'trim':
      return `trim(${form.where}${form.characters === null ? '' : ` ${print(form.characters)}`} from ${print(form.from)})`
    case 'position':
      return `position(${inner(form.needle)} in ${print(form.of)}${form.start === null ? '' : ` from ${print(form.start)}`})`
    case 'substring':
      return `substring(${print(form.of)} from ${print(form.start)}${form.length === null ? '' : ` for ${print(form.length)}`})`
    case 'overlay': {
      const length = form.length === null ? '' : ` for ${print(form.length)}`
      return `overlay(${print(form.of)} placing ${print(form.placing)} from ${print(form.start)}${length})`
    }
  }
}

export const pathText = (names: readonly ast.Name[]): string => names.map((n) => n.text).join('.')

/** `` `amount` is DECIMAL(18, 2) ``. */
export const claim = (node: ast.ExprNode, typed: Typed): string => `\`${spoken(node)}\` is ${typed.type.key}`

/** Where a column's type was decided, as a label; nothing for what is computed at the place itself. */
export function provenanceLabels(
  sides: readonly { readonly name: string; readonly typed: Typed; readonly provenance: ColumnProvenance; readonly at: Span }[],
): Label[] {
  return sides.flatMap(({ name, typed, provenance, at }) => {
    const here =
      provenance.span.declaration === at.declaration && provenance.span.start === at.start && provenance.span.end === at.end
    if (here && provenance.note === null) return []
    const note = provenance.note === null ? '' : `, ${provenance.note}`
    return [{ span: provenance.span, text: `\`${name}\` is ${typed.type.key}${note}` }]
  })
}

export const sideOf = (
  node: ast.ExprNode,
  checked: CheckedExpr,
): { name: string; typed: Typed; provenance: ColumnProvenance; at: Span } => ({
  name: spoken(node),
  typed: checked.expr,
  provenance: checked.provenance,
  at: node.span,
})

/** A type as a program writes it. */
export const typeText = (type: FlowType): string => type.key.toLowerCase()

const at = (span: Span, offset: number, text: string): TextEdit => ({ span: { ...span, start: offset, end: offset }, text })

export const wrap = (span: Span, before: string, after: string): readonly TextEdit[] => [
  at(span, span.start, before),
  at(span, span.end, after),
]

/** A cast around a piece of text; `name` is how a message calls that piece. */
export const castFix = (span: Span, type: FlowType, attempt = false, name?: string): Fix => {
  const word = attempt ? 'try_cast' : 'cast'
  const title = name === undefined ? `${word} to ${type.key}` : `write \`${word}(${name} as ${typeText(type)})\``
  return { title, edits: wrap(span, `${word}(`, ` as ${typeText(type)})`) }
}

export const castNode = (node: ast.ExprNode, type: FlowType, attempt = false): Fix =>
  castFix(node.span, type, attempt, spoken(node))

/** The fixes as one line of help, where there are any. */
export const helpOf = (fixes: readonly Fix[], more = ''): { readonly help?: string } =>
  fixes.length === 0
    ? {}
    : { help: fixes.map((f, i) => (i === 0 ? f.title : f.title.replace(/^write /, ''))).join(' or ') + more }
