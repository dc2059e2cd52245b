// Which nodes hold names and texts. Nodes without a `kind` are told by their fields.
import type { Span } from '../core/span.js'
import type * as ast from '../surface/ast.js'

type Fields = Readonly<Record<string, unknown>>

export const isSpan = (node: object): node is Span => 'declaration' in node && 'start' in node && 'end' in node

export const isName = (node: object): node is ast.Name =>
  !('kind' in node) && typeof (node as Fields)['text'] === 'string' && 'span' in node

export const isText = (node: object): node is ast.Text =>
  !('kind' in node) && typeof (node as Fields)['value'] === 'string' && 'span' in node

/** Nodes whose kind says that `value` is a text of the program: a literal of an expression, a value of a connection. */
export const hasText = (node: object): node is { readonly value: string; readonly span: Span } => {
  const { kind, value } = node as Fields
  return (kind === 'string' || kind === 'text') && typeof value === 'string' && 'span' in node
}

/** A text of a test's table. */
export const isCell = (node: object): node is { readonly text: string; readonly span: Span } => {
  const { kind, text } = node as Fields
  return (kind === 'string' || kind === 'word') && typeof text === 'string' && 'span' in node
}

/** Names that are plain strings of their node: types, `env('X')`, columns of a test's table. */
export const hasName = (node: object): node is { readonly name: string; readonly span: Span } => {
  const { kind, name } = node as Fields
  return (
    typeof name === 'string' && 'span' in node && (kind === undefined || kind === 'named' || kind === 'env' || kind === 'secret')
  )
}

export const isDuration = (node: object): node is ast.DurationNode => 'milliseconds' in node && 'written' in node

/** In backquotes a name may hold any character. */
export const isQuoted = (name: ast.Name): boolean => name.span.end - name.span.start > name.text.length
