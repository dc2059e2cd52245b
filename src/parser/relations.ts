// Heads of sources and sinks: what this version reads, and what it names as not supported yet.
import { wordTable } from '../core/word-table.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import type * as ast from '../surface/ast.js'
import { readProperties } from './blocks.js'
import { isWord, lower } from './brackets.js'
import type { Token } from './lexer.js'
import type { Base, Parts } from './parts.js'
import { readSlice, spanAt, type Reading } from './slice.js'
import * as t from './tokens.js'
import { BLOCKS } from './words.js'

const SOURCES: ReadonlySet<string> = new Set(['kafka', 'files', 'cdc', 'iceberg'])
const LATER_SOURCES: Readonly<Record<string, string>> = wordTable({
  jdbc: 'a source `from jdbc`',
  http: 'a source `from http`',
  redis: 'a source `from redis`',
})
const LATER_TARGETS: ReadonlySet<string> = new Set(['jdbc', 'redis', 'http', 'files', 'print', 'alerts'])

/** `stream x from orders`: no kind of source stands there. */
export const isMissingEquals = (tokens: readonly Token[]): boolean => {
  const kind = lower(tokens[3])
  return (
    tokens[3] !== undefined &&
    isWord(tokens[3]) &&
    !SOURCES.has(kind) &&
    LATER_SOURCES[kind] === undefined &&
    !t.RESERVED.has(kind)
  )
}

export function later(reading: Reading, token: Token, what: string): undefined {
  reading.report(syntax.notSupportedYet, spanAt(reading, token), { what })
  return undefined
}

export function readSource(reading: Reading, base: Base, relation: 'stream' | 'table', parts: Parts): ast.SourceDecl | undefined {
  const { head } = parts
  const promised = laterSource(head)
  const read =
    promised === undefined
      ? readSlice(reading, reading.grammar.sourceHead, head, 'sourceHead').value
      : later(reading, promised.at, promised.what)
  const clauses =
    parts.body === null ? [] : readProperties(reading, parts, reading.grammar.sourceClause, BLOCKS.source, 'a source')
  return read && { ...base, kind: 'source', relation, ...read, clauses }
}

function laterSource(head: readonly Token[]): { at: Token; what: string } | undefined {
  const kind = head[3]
  const what = LATER_SOURCES[lower(kind)]
  return kind === undefined || what === undefined || lower(head[2]) === 'every' ? undefined : { at: kind, what }
}

export function readSink(reading: Reading, base: Base, parts: Parts): ast.SinkDecl | undefined {
  const { head } = parts
  const target = head[1]
  const from = head.findIndex((x) => x.tokenType === t.word('from'))
  const mode = from < 0 ? undefined : head[from + 2]
  const promised =
    target !== undefined && LATER_TARGETS.has(lower(target)) && head[2]?.tokenType !== t.Dot
      ? { at: target, what: `a sink to \`${lower(target)}\`` }
      : lower(target) === 'kafka' && isWord(head[2]) && head[3]?.tokenType === t.Text
        ? { at: head[2]!, what: 'a sink to a second Kafka cluster' }
        : lower(mode) === 'retract'
          ? { at: mode!, what: 'a `retract` sink' }
          : undefined
  const read =
    promised === undefined
      ? readSlice(reading, reading.grammar.sinkHead, head, 'sinkHead').value
      : later(reading, promised.at, promised.what)
  const properties =
    parts.body === null ? [] : readProperties(reading, parts, reading.grammar.sinkProperty, BLOCKS.sink, 'a sink')
  return read && { ...base, kind: 'sink', ...read, properties }
}
