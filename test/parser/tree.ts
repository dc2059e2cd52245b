// Helps the parser's tests: a tree as a compact s-expression without places, and what a text is answered with.
import { SourceIndex } from '../../src/core/source.js'
import type { FileNode } from '../../src/surface/ast.js'
import { parse } from '../../src/parser/index.js'

const SILENT: ReadonlySet<string> = new Set(['span', 'operatorSpan', 'modeSpan', 'hash', 'id', 'incomplete', 'written', 'kind'])

/** `(where (binary > (path [o amount]) (number 0)) reject:'…')`: fields in the order of the tree, `_` for null. */
export function print(value: unknown): string {
  if (value === null || value === undefined) return '_'
  if (Array.isArray(value)) return `[${value.map(print).join(' ')}]`
  if (typeof value !== 'object') return String(value)
  const node = value as Record<string, unknown>
  if ('kind' in node) {
    const fields = Object.keys(node).filter((key) => !SILENT.has(key))
    return `(${[node['kind'], ...fields.map((key) => print(node[key]))].join(' ')})`
  }
  if (typeof node['text'] === 'string') return node['text']
  if (typeof node['value'] === 'string') return `'${node['value']}'`
  if (typeof node['milliseconds'] === 'number' && node['param'] === null) return `${node['milliseconds']}ms`
  const fields = Object.keys(node).filter((key) => !SILENT.has(key))
  return `{${fields.map((key) => print(node[key])).join(' ')}}`
}

export interface Answer {
  readonly file: FileNode
  readonly index: SourceIndex
  /** `FLOW1001 3:9 message`, in the order of the text. */
  readonly messages: readonly string[]
  /** `FLOW1001 3:9` */
  readonly codes: readonly string[]
  readonly diagnostics: ReturnType<typeof parse>['diagnostics']
}

export function read(text: string, path = 'a.flow'): Answer {
  const index = new SourceIndex()
  const { file, diagnostics } = parse({ path, text }, index)
  const codes = diagnostics.map((d) => {
    const { line, column } = index.locate(d.primary!.span).start
    return `${d.code} ${line}:${column}`
  })
  return { file, index, diagnostics, codes, messages: diagnostics.map((d, i) => `${codes[i]} ${d.message}`) }
}

/** The first declaration of a text that has no mistake. */
export function tree(text: string): string {
  const { file, messages } = read(text)
  if (messages.length > 0) throw new Error(messages.join('\n'))
  return print(file.declarations[0])
}

/** A clause or expression in its query. */
export const clause = (text: string): string => {
  const { file, messages } = read(`stream x =\n  from r\n  ${text}\n`)
  if (messages.length > 0) throw new Error(messages.join('\n'))
  const query = file.declarations[0]!
  return query.kind === 'query' ? query.clauses.slice(1).map(print).join(' ') : query.kind
}
export const expression = (text: string): string => clause(`where ${text}`).replace(/^\(where (.*) _\)$/s, '$1')

/** Applies every fix that the diagnostics of a text offer, last place first. */
export function fixed(answer: Answer, text: string): string {
  const edits = answer.diagnostics
    .flatMap((d) => d.fixes.flatMap((f) => f.edits))
    .map((e) => ({ ...answer.index.range(e.span), text: e.text }))
  edits.sort((a, b) => b.start - a.start)
  return edits.reduce((t, e) => t.slice(0, e.start) + e.text + t.slice(e.end), text)
}
