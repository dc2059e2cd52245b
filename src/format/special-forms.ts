// Calls that have words between their arguments.
import type { ExprNode, IntervalRange, SpecialForm } from '../surface/ast.js'
import { group, indent, line, softline, type Doc } from './doc.js'

const NAMES: ReadonlySet<string> = new Set(
  'extract floor ceil ceiling trim position substring overlay timestampadd timestampdiff'.split(' '),
)
/** A call of this name could be taken for a special form. */
export const isSpecialName = (name: string): boolean => NAMES.has(name.toLowerCase())

/** `day`, `day(3) to second(6)`, `second(3, 2)` */
export function rangeText({ from, to, precision, fraction }: IntervalRange): string {
  if (to !== null)
    return `${from}${precision === null ? '' : `(${precision})`} to ${to}${fraction === null ? '' : `(${fraction})`}`
  if (precision === null) return from
  return `${from}(${precision}${fraction === null ? '' : `, ${fraction}`})`
}

export interface Printing {
  readonly any: (node: ExprNode) => Doc
  /** In brackets where it binds weaker than a sum. */
  readonly sum: (node: ExprNode) => Doc
  /** In brackets where it does not bind stronger than a sum. */
  readonly term: (node: ExprNode) => Doc
  /** In brackets where a `to` behind it would belong to it. */
  readonly beforeTo: (node: ExprNode) => Doc
}

export function specialDoc(form: SpecialForm, { any: p, sum, term, beforeTo }: Printing): Doc {
  switch (form.kind) {
    case 'interval':
      return form.count.kind === 'number'
        ? ['interval ', p(form.count), ` ${form.unit}`]
        : ['interval (', p(form.count), `) ${form.unit}`]
    case 'difference':
      return ['(', sum(form.left), ' - ', term(form.right), `) ${rangeText(form)}`]
    case 'extract':
      return call('extract', [`${form.unit.unit} from `, p(form.from)])
    case 'floor':
    case 'ceil':
      return call(form.kind, [beforeTo(form.operand), ` to ${form.unit.unit}`])
    case 'timestampadd':
    case 'timestampdiff':
      return call(form.kind, [form.unit.unit, ',', line, p(form.left), ',', line, p(form.right)])
    case 'trim':
      return call('trim', [
        `${form.where} `,
        form.characters === null ? '' : [simple(form.characters, p), ' '],
        'from ',
        p(form.from),
      ])
    case 'position':
      return call('position', [sum(form.needle), ' in ', p(form.of), form.start === null ? '' : [' from ', p(form.start)]])
    case 'substring':
      return call('substring', [
        p(form.of),
        [line, 'from ', p(form.start)],
        form.length === null ? '' : [line, 'for ', p(form.length)],
      ])
    case 'overlay':
      return call('overlay', [
        p(form.of),
        [line, 'placing ', p(form.placing)],
        [line, 'from ', p(form.start)],
        form.length === null ? '' : [line, 'for ', p(form.length)],
      ])
  }
}

const call = (name: string, inside: Doc): Doc => group([`${name}(`, indent([softline, inside]), softline, ')'])

/** Behind `both` only what begins like an operand is one: a sign would make a column of the word. */
const simple = (node: ExprNode, p: (node: ExprNode) => Doc): Doc =>
  ['path', 'string', 'number', 'call', 'cast', 'special', 'typed literal', 'interval', 'constructor'].includes(node.kind)
    ? p(node)
    : ['(', p(node), ')']
