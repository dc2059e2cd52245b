// Constants of JavaScript as literals. Numbers keep their digits exactly: a literal with an exponent would be a DOUBLE.
import type { ExprNode } from '../surface/ast.js'
import { mistake } from './mistake.js'
import type { MarkedSpan } from './nodes.js'
import { missing, refused } from './refused.js'

/** The language has no negative numbers, but a sign. */
export const signed = (digits: string, negative: boolean, span: MarkedSpan): ExprNode => {
  const number: ExprNode = { kind: 'number', text: digits, span }
  return negative ? { kind: 'unary', operator: '-', operand: number, span } : number
}

/** What `Math.random()` and `Date.now()` have given, where a loader notes it: no clock is asked here. */
const CHANCE = Symbol.for('flowc.chance')
const byChance = globalThis as unknown as Readonly<Record<symbol, ReadonlySet<number> | undefined>>

/** The time of this build, or a random number. */
const differs = (value: number): boolean => byChance[CHANCE]?.has(value) === true

function oddity(value: number): 'not finite' | 'inexact' | 'differs' | null {
  if (!Number.isFinite(value)) return 'not finite'
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'inexact'
  return differs(value) ? 'differs' : null
}

export function numberNode(value: number | bigint, span: MarkedSpan): ExprNode {
  if (typeof value === 'bigint') return signed(String(value < 0n ? -value : value), value < 0n, span)
  const why = oddity(value)
  if (why !== null) return refused(mistake('numberRange', { written: String(value), why }, span.mark), () => missing(span))
  return signed(plainDigits(Math.abs(value)), value < 0, span)
}

/** `1e-7` is `0.0000001`. Whole numbers in range have no exponent. */
function plainDigits(value: number): string {
  const [mantissa, exponent] = String(value).split('e-') as [string, string | undefined]
  if (exponent === undefined) return mantissa
  const digits = mantissa.replace('.', '')
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits}`
}

/** A number as the language writes it: `1.50`, `-0.10`, `1e3`. */
export function writtenNumber(written: unknown, span: MarkedSpan): ExprNode {
  const match = typeof written === 'string' ? /^([-+]?)((?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)$/.exec(written) : null
  if (match === null)
    return refused(mistake('literal', { written: String(written), wants: "a number such as '1.50'" }, span.mark), () =>
      missing(span),
    )
  return signed(match[2]!, match[1] === '-', span)
}

export const bytesNode = (bytes: Uint8Array, span: MarkedSpan): ExprNode => ({
  kind: 'bytes',
  hex: Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join(''),
  span,
})

export function hexNode(written: unknown, span: MarkedSpan): ExprNode {
  if (typeof written === 'string' && /^(?:[0-9a-f]{2})*$/i.test(written)) return { kind: 'bytes', hex: written, span }
  const wants = 'an even number of hexadecimal digits'
  return refused(mistake('literal', { written: String(written), wants }, span.mark), () => missing(span))
}
