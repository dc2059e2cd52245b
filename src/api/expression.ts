// What an expression is before anybody reads it, and what may stand for one: constants of JavaScript are literals of the language.
import type { ExprNode } from '../surface/ast.js'
import { bytesNode, numberNode } from './constants.js'
import { EXPRESSION, isBranded, ROW, type Declared } from './brands.js'
import { kindOf } from './arguments.js'
import { mistake, type ApiMistake } from './mistake.js'
import { isStandIn, missing, refused } from './refused.js'
import { markIn } from './nodes.js'
import type { MarkedSpan } from './nodes.js'
import { foreign, record, type Core, type Scope } from './recorder.js'
import { textWithParams } from './texts.js'

export { EXPRESSION, ROW }
/** On what `when(…)` gives before its end. */
export const OPEN_CASE = Symbol.for('flowc.case')

const NOTHING: readonly never[] = []

export interface Making {
  readonly node: ExprNode
  readonly shown: string
  readonly parts?: readonly Core[]
  readonly scope?: Scope
  readonly refs?: readonly Declared[]
  readonly star?: true
  readonly aggregate?: true
}

/** A new expression, seen by the callback that is running. */
export function make(m: Making): Core {
  const parts = m.parts ?? NOTHING
  const depth = (FLAT.has(m.node.kind) ? 1 : 2) + parts.reduce((most, p) => Math.max(most, p.depth), 0)
  // who prints and reads it needs a stack as deep
  if (depth > MAX_DEPTH)
    return refused(mistake('tooDeep', { what: m.shown, most: MAX_DEPTH }, markIn(m.node.span)), () =>
      record({ ...nothing(m.node.span as MarkedSpan), depth: NaN }),
    )
  // of what was too deep nothing more is kept
  if (Number.isNaN(depth)) return record(parts.find((p) => Number.isNaN(p.depth))!)
  return record({ ...m, parts, depth, scope: m.scope ?? null, refs: m.refs ?? NOTHING })
}

/** The language takes no more in one clause, and far fewer brackets in one another. */
const MAX_DEPTH = 1000
const FLAT: ReadonlySet<ExprNode['kind']> = new Set(['binary', 'unary', 'is', 'path'])

/** Null: `value` is no expression. */
export const coreOf = (value: unknown): Core | null =>
  isBranded(value, EXPRESSION) ? ((value as unknown as Record<symbol, Core | undefined>)[EXPRESSION] ?? null) : null

const constant = (node: ExprNode, refs: readonly Declared[] = NOTHING): Core => ({
  node,
  parts: NOTHING,
  depth: 0,
  scope: null,
  refs,
  shown: 'a constant',
})

/** What a value stands for in an expression. `wants` is what a message asks for instead. */
export function operandOf(value: unknown, span: MarkedSpan, wants = 'a value'): Core {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return constant(numberNode(value, span))
    case 'boolean':
      return constant({ kind: 'boolean', value, span })
    case 'string': {
      const refs = new Set<Declared>()
      const text = textWithParams(value, span.mark, refs)
      return constant({ kind: 'string', value: text, span }, [...refs])
    }
    default:
  }
  if (value === null) return constant({ kind: 'null', span })
  if (value instanceof Uint8Array) return constant(bytesNode(value, span))
  const core = coreOf(value)
  if (core === null) return isStandIn(value) ? nothing(span) : refused(notAnOperand(value, span, wants), () => nothing(span))
  if (core.star) return refused(mistake('starAlone', { of: core.shown }, span.mark), () => nothing(span))
  if (core.scope !== null && !core.scope.open) return refused(foreign(core, span.mark), () => nothing(span))
  return core
}

/** In place of an operand. */
export const nothing = (span: MarkedSpan): Core => constant(missing(span))

function notAnOperand(value: unknown, span: MarkedSpan, wants: string): ApiMistake {
  const branded = value as Readonly<Record<symbol, unknown>>
  if (isBranded(value, OPEN_CASE)) return mistake('caseOpen', { begun: branded[OPEN_CASE] as 'when' | 'caseOf' }, span.mark)
  if (isBranded(value, ROW)) return mistake('starAlone', { of: (branded[ROW] as Scope).of }, span.mark)
  return mistake('notAnOperand', { is: kindOf(value), wants }, span.mark)
}

/** The chain of calls up to here, for messages. */
export const after = (core: Core, call: string): string => `${core.shown.length > 60 ? '…' : core.shown}.${call}`

export const markOfCore = (core: Core) => markIn(core.node.span)
