// What an operand says by itself, without what its names stand for.
import { boundBy, nameOf, type Node } from './script-bindings.js'

export const LITERAL = /^(?:String|Numeric|Boolean|BigInt)Literal$/

/** What chooses one of two ways. To ask alone, `!!c` or `if (c)`, may be to count or to demand. */
export const DECIDING: ReadonlySet<string> = new Set(['?', '&&', '===', '!==', '==', '!=', 'switch'])

/** The names that a test is about. */
export function namesIn(test: Node): readonly Node[] {
  switch (test.type) {
    case 'Identifier':
      return [test]
    case 'UnaryExpression':
      return namesIn(test['argument'] as Node)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [...namesIn(test['left'] as Node), ...namesIn(test['right'] as Node)]
    default:
      return []
  }
}

/** The name that has a default in braces. */
export function presetOf(pattern: Node): Node | null {
  if (pattern.type !== 'ObjectPattern') return null
  const preset = (pattern['properties'] as Node[]).find((p) => (p['value'] as Node | undefined)?.type === 'AssignmentPattern')
  return preset === undefined ? null : (boundBy(preset['value'] as Node)[0] ?? null)
}

const isUnary = (node: Node, operator: string): boolean => node.type === 'UnaryExpression' && node['operator'] === operator

/** What stands for a value that is missing; null: something else. */
export const nothingOf = (node: Node): 'null' | 'undefined' | null =>
  node.type === 'NullLiteral' ? 'null' : nameOf(node) === 'undefined' || isUnary(node, 'void') ? 'undefined' : null

export const isTypeof = (node: Node): boolean => isUnary(node, 'typeof')
