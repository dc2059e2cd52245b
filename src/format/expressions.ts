// Expressions: words in lower case, brackets only where they say something, long chains broken before their operators.
import { DISTINCT, IS, NOT, PRECEDENCE, SIGN, TEST } from '../parser/precedence.js'
import type { ExprNode } from '../surface/ast.js'
import { group, hardline, indent, line, render, softline, type Doc } from './doc.js'
import { freeName, functionText, pathText, quotedText, text } from './names.js'
import { NO_ORIGIN, type Origin, type Range } from './origin.js'
import { above, run, withBehind } from './pieces.js'
import { isSpecialName, rangeText, specialDoc } from './special-forms.js'
import { typeDoc } from './types.js'

/** What an operand of a primary binds like: everything that needs no brackets anywhere. */
const PRIMARY = 100
/** Operands of `like`, `between` and of the first part of `position`: sums and what binds stronger. */
const SUM = PRECEDENCE['+']

const bindingOf = (node: ExprNode): number => {
  switch (node.kind) {
    case 'binary':
      return PRECEDENCE[node.operator]
    case 'unary':
      return node.operator === 'not' ? NOT : SIGN
    case 'is':
      return IS
    case 'is distinct':
      return DISTINCT
    case 'like':
    case 'between':
    case 'in':
      return TEST
    default:
      return PRIMARY
  }
}

const isOperator = (node: ExprNode): boolean => bindingOf(node) < PRIMARY

const firstOperand = (node: ExprNode): ExprNode | null => {
  switch (node.kind) {
    case 'binary':
    case 'is distinct':
      return node.left
    case 'is':
    case 'like':
    case 'between':
    case 'in':
      return node.operand
    default:
      return null
  }
}

/** Whether somebody has written brackets around the whole of it. */
function bracketed(o: Origin, node: ExprNode): boolean {
  if (o.text === null) return false
  const { start } = o.range(node)
  const first = firstOperand(node)
  return o.text[start] === '(' && (first === null || o.range(first).start > start)
}

const bracket = (doc: Doc): Doc => group(['(', indent([softline, doc]), softline, ')'])

/** An operand in a place where what binds weaker than `least` needs brackets. Brackets that make an order plain stay. */
function operand(o: Origin, node: ExprNode, least: number): Doc {
  const needed = bindingOf(node) < least
  const plain = isOperator(node) && node.kind !== 'unary' && bracketed(o, node)
  return needed || plain ? bracket(expressionDoc(o, node)) : expressionDoc(o, node)
}

/** An expression alone, without a text around it. */
export const printExpression = (node: ExprNode): string => render(expressionDoc(NO_ORIGIN, node))

export function expressionDoc(o: Origin, node: ExprNode): Doc {
  switch (node.kind) {
    case 'number':
      return node.text
    case 'string':
      return quotedText(node.value)
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
    case 'bytes':
      return `x'${node.hex}'`
    case 'typed literal':
      return `${node.type === 'timestamp_ltz' ? 'timestamp with local time zone' : node.type} ${text(node.value)}`
    case 'interval':
      return `interval ${node.negative ? '-' : ''}${text(node.value)} ${rangeText(node)}`
    case 'path':
      return pathText(o, node.names)
    case 'element':
      return [accessed(o, node.of, true), '[', expressionDoc(o, node.index), ']']
    case 'field':
      return [accessed(o, node.of, false), '.', freeName(o, node.name)]
    case 'constructor':
      return node.constructs === 'row'
        ? ['row', expressionList(o, '(', node.items, ')', o.range(node))]
        : [node.constructs, expressionList(o, '[', node.items, ']', o.range(node))]
    case 'special':
      return specialDoc(node.form, {
        any: (x) => expressionDoc(o, x),
        sum: (x) => operand(o, x, SUM),
        term: (x) => operand(o, x, SUM + 1),
        beforeTo: (x) => (endsInRange(x) ? bracket(expressionDoc(o, x)) : expressionDoc(o, x)),
      })
    case 'unary':
      return node.operator === 'not'
        ? ['not ', operand(o, node.operand, NOT)]
        : [node.operator, node.operand.kind === 'unary' ? ' ' : '', operand(o, node.operand, SIGN)]
    case 'binary':
      return chain(o, node)
    case 'is':
      return [operand(o, node.operand, IS), node.negated ? ' is not ' : ' is ', node.test]
    case 'is distinct':
      return [
        operand(o, node.left, DISTINCT),
        node.negated ? ' is not distinct from ' : ' is distinct from ',
        operand(o, node.right, DISTINCT + 1),
      ]
    case 'like':
      return [
        operand(o, node.operand, TEST),
        node.negated ? ' not ' : ' ',
        node.style === 'like' ? 'like ' : 'similar to ',
        operand(o, node.pattern, SUM),
        node.escape === null ? '' : [' escape ', operand(o, node.escape, SUM)],
      ]
    case 'between':
      return [
        operand(o, node.operand, TEST),
        node.negated ? ' not between ' : ' between ',
        node.symmetric ? 'symmetric ' : '',
        // a sign or `null` there would make a column of `symmetric`
        node.symmetric && startsWithSign(node.low) ? bracket(expressionDoc(o, node.low)) : operand(o, node.low, SUM),
        ' and ',
        operand(o, node.high, SUM),
      ]
    case 'in': {
      const { end: start } = o.range(node.operand)
      const list = expressionList(o, '(', node.list, ')', { start, end: o.range(node).end })
      return [operand(o, node.operand, TEST), node.negated ? ' not in ' : ' in ', list]
    }
    case 'case':
      return caseDoc(o, node)
    case 'cast':
      return [node.attempt ? 'try_cast(' : 'cast(', expressionDoc(o, node.operand), ' as ', typeDoc(o, node.type), ')']
    case 'call':
      return callDoc(o, node)
    case 'missing':
      // what could not be read is printed as it stands, never from the tree
      return ''
  }
}

/** What begins so does not make a keyword of a word before it. */
const startsWithSign = (node: ExprNode): boolean => {
  const first = firstOperand(node)
  return first === null ? ['unary', 'null', 'boolean'].includes(node.kind) : startsWithSign(first)
}

/** What `[…]` and `.name` are applied to. */
function accessed(o: Origin, node: ExprNode, element: boolean): Doc {
  const doc = expressionDoc(o, node)
  switch (node.kind) {
    case 'path':
      return element ? doc : ['(', doc, ')']
    case 'element':
    case 'field':
    case 'constructor':
    case 'cast':
    case 'call':
      return doc
    default:
      return ['(', doc, ')']
  }
}

// ---------------------------------------------------------------- chains

/** `a and b and c`, `a + b - c`: operands of one strength, each after the first behind its operator. */
function chain(o: Origin, node: ExprNode & { kind: 'binary' }): Doc {
  const binding = PRECEDENCE[node.operator]
  const links: { readonly operator: string; readonly node: ExprNode }[] = []
  let first: ExprNode = node
  while (first.kind === 'binary' && PRECEDENCE[first.operator] === binding && (first === node || !bracketed(o, first))) {
    links.unshift({ operator: first.operator, node: first.right })
    first = first.left
  }
  const begin = first
  const pieces = [
    { ...o.range(begin), print: (): Doc => operand(o, begin, binding) },
    ...links.map((l) => ({ ...o.range(l.node), print: (): Doc => operand(o, l.node, binding + 1) })),
  ]
  const { placed } = run(o, pieces, pieces[0]!.start, null, true)
  const rest = placed.slice(1).map((p, i): Doc => {
    const operator = links[i]!.operator
    return [line, above(p), `${operator} `, withBehind(p)]
  })
  return group([withBehind(placed[0]!), indent(rest)])
}

// ---------------------------------------------------------------- lists

/** `(a, b)` on one line, or an item a line. */
export function expressionList(o: Origin, open: string, items: readonly ExprNode[], close: string, within: Range): Doc {
  return bracketList(
    o,
    open,
    items.map((x) => ({ ...o.range(x), print: () => expressionDoc(o, x) })),
    close,
    within,
  )
}

export function bracketList(
  o: Origin,
  open: string,
  pieces: readonly (Range & { readonly print: () => Doc })[],
  close: string,
  within: Range,
  lead = '',
  edge: Doc = softline,
): Doc {
  if (pieces.length === 0) return open + close
  const { placed, rest } = run(o, pieces, within.start, within.end, false)
  const parts = placed.map((p, i): Doc => [
    i === 0 ? edge : line,
    above(p),
    i === 0 ? lead : '',
    withBehind({ ...p, doc: [p.doc, i === placed.length - 1 ? '' : ','] }),
  ])
  return group([open, indent([...parts, rest.map((c) => [hardline, c.text])]), edge, close])
}

function callDoc(o: Origin, node: ExprNode & { kind: 'call' }): Doc {
  const name = functionText(o, node.name)
  const whole = o.range(node)
  const end = node.filter === null ? whole.end : o.range(node.filter).start
  // the words of a special form between these brackets would make one of the call
  const guarded = isSpecialName(node.name.text)
  const pieces = node.args.map((x) => ({
    ...o.range(x),
    print: (): Doc => (guarded && holdsBareWord(x) ? bracket(expressionDoc(o, x)) : expressionDoc(o, x)),
  }))
  const args = node.star
    ? '(*)'
    : bracketList(o, '(', pieces, ')', { start: o.range(node.name).end, end }, node.distinct ? 'distinct ' : '')
  if (node.filter === null) return [name, args]
  const filter = node.filter
  const condition = bracketList(o, '(', [{ ...o.range(filter), print: () => expressionDoc(o, filter) }], ')', whole, 'where ')
  return [name, args, ' filter ', condition]
}

/** Whether `from`, `to`, `in` or `placing` would stand in the text of a node outside of all brackets. */
function holdsBareWord(node: ExprNode): boolean {
  switch (node.kind) {
    case 'in':
    case 'is distinct':
    case 'case':
    case 'like':
      return true
    case 'interval':
      return node.to !== null
    case 'special':
      return node.form.kind === 'difference'
    case 'unary':
      return holdsBareWord(node.operand)
    case 'binary':
      return holdsBareWord(node.left) || holdsBareWord(node.right)
    case 'is':
      return holdsBareWord(node.operand)
    case 'between':
      return [node.operand, node.low, node.high].some(holdsBareWord)
    default:
      return false
  }
}

/** Whether the last thing in the text of a node is the range of an interval, which `to` would go on. */
function endsInRange(node: ExprNode): boolean {
  switch (node.kind) {
    case 'interval':
      return true
    case 'special':
      return node.form.kind === 'difference'
    case 'unary':
      return endsInRange(node.operand)
    case 'binary':
    case 'is distinct':
      return endsInRange(node.right)
    case 'like':
      return endsInRange(node.escape ?? node.pattern)
    case 'between':
      return endsInRange(node.high)
    default:
      return false
  }
}

function caseDoc(o: Origin, node: ExprNode & { kind: 'case' }): Doc {
  const whole = o.range(node)
  const start = node.operand === null ? whole.start : o.range(node.operand).end
  const branches = node.branches.map((b) => ({
    start: o.range(b.when).start,
    end: o.range(b.then).end,
    print: (): Doc => group(['when ', expressionDoc(o, b.when), indent([line, 'then ', expressionDoc(o, b.then)])]),
  }))
  const { otherwise } = node
  const pieces =
    otherwise === null
      ? branches
      : [...branches, { ...o.range(otherwise), print: (): Doc => ['else ', expressionDoc(o, otherwise)] }]
  const { placed, rest } = run(o, pieces, start, whole.end, false)
  return group([
    'case',
    node.operand === null ? '' : [' ', expressionDoc(o, node.operand)],
    indent([...placed.map((p) => [line, above(p), withBehind(p)]), rest.map((c) => [hardline, c.text])]),
    line,
    'end',
  ])
}
