// `from kafka …`: which topics of which cluster, where reading begins and ends, how records are keyed.
import { kafkaSources } from '../diagnostics/codes/kafka-sources.js'
import { names } from '../diagnostics/codes/names.js'
import { sinks } from '../diagnostics/codes/sinks.js'
import { parseTimestamp } from '../core/civil-time.js'
import type { KafkaConnector } from '../ir/kafka-source.js'
import type { EndPosition, StartPosition } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { append, meantColumn, remove, replace } from './fixes.js'
import type { ScopeColumn } from './relation.js'
import { kindWords } from './scopes.js'
import { clauseOf } from './source-schema.js'
import { keyFormat, topicNameProblem } from './topic.js'
import { unsupported } from './unsupported.js'

type FromKafka = ast.SourceDecl['from'] & { kind: 'kafka' }

/** `open`: columns may be missing for a reason that has been told. */
export function kafkaConnector(
  d: ast.SourceDecl,
  from: FromKafka,
  file: string,
  columns: readonly ScopeColumn[],
  open: boolean,
  checking: Checking,
): KafkaConnector {
  const key = clauseOf(d, 'message key')
  const fields = key === null ? [] : key.columns.filter((c) => known(c, columns, open, d, checking)).map((c) => c.text)
  const start = startOf(d, checking)
  const until = untilOf(d, checking)
  checkRange(d, start, until, checking)
  const pattern = from.pattern ? (from.topics[0]?.value ?? '') : null
  if (pattern === null) checkTopics(d, from, checking)
  else checkPattern(from.topics[0]!, checking)
  return {
    kind: 'kafka',
    topics: pattern === null ? from.topics.map((t) => t.value) : [],
    pattern,
    connection: from.connection === null ? null : cluster(from.connection, file, checking),
    start,
    until,
    keyFormat: key === null ? null : keyFormat(key.format, key.span, checking),
    keyFields: fields,
  }
}

function checkTopics(d: ast.SourceDecl, from: FromKafka, checking: Checking): void {
  const { bag } = checking
  const first = new Map<string, ast.Text>()
  for (const topic of from.topics) {
    const problem = topicNameProblem(topic.value)
    if (problem !== null) bag.report(sinks.topicName, topic.span, { topic: topic.value, reason: problem })
    const before = first.get(topic.value)
    if (before === undefined) first.set(topic.value, topic)
    else
      bag.report(
        kafkaSources.topicTwice,
        topic.span,
        { topic: topic.value, source: d.name.text },
        {
          related: [{ span: before.span, text: 'the first one' }],
          fixes: [remove({ ...topic.span, start: from.topics[from.topics.indexOf(topic) - 1]!.span.end }, `\`${topic.value}\``)],
        },
      )
  }
}

/** What JavaScript reads and Java reads in another way or not at all: intersections, empty classes, code points in braces. */
const APART = /&&|\[\^?\]|\\u\{|\\c[A-Za-z]|\\k</

/**
 * Flink compiles it with java.util.regex; the interpreter and `submit` with JavaScript's. What both read the same way is
 * accepted: classes, groups, repetitions, alternatives.
 */
function checkPattern(pattern: ast.Text, { bag }: Checking): void {
  const refuse = (reason: string, help?: string): void =>
    bag.report(kafkaSources.pattern, pattern.span, { pattern: pattern.value, reason }, help === undefined ? {} : { help })
  if (pattern.value === '') return refuse('it is empty')
  try {
    // `u` knows no escapes without a meaning, like Java
    void RegExp(pattern.value, 'u')
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/u?: /, '').toLowerCase() : String(error)
    return refuse(`it is no regular expression: ${reason}`, 'a dot that means a dot is written `\\.`')
  }
  const apart = APART.exec(pattern.value)?.[0]
  if (apart !== undefined) return refuse(`Flink's expressions mean something else by \`${apart}\`, or know it not`)
  if (/^\^|[^\\]\$$/.test(pattern.value)) refuse('the whole name has to match anyway', 'leave `^` and `$` away')
}

function cluster(name: ast.Name, file: string, checking: Checking): string | null {
  const binding = checking.lookup(file, name, 'connection')
  if (binding === null || binding.symbol.kind === 'broken') return null
  const wrong = (reason: string): null => {
    checking.bag.report(
      sinks.config,
      name.span,
      { what: `\`${name.text}\``, reason },
      { related: [{ span: binding.span, text: 'declared here' }] },
    )
    return null
  }
  if (binding.symbol.kind !== 'connection') return wrong(`it is ${kindWords(binding.symbol)}, not a connection`)
  const { declaration } = binding.symbol
  if (declaration.connector.text !== 'kafka')
    return wrong(`it is a connection of kind \`${declaration.connector.text}\`, not \`kafka\``)
  return declaration.name.text
}

function known(name: ast.Name, columns: readonly ScopeColumn[], open: boolean, d: ast.SourceDecl, checking: Checking): boolean {
  const all = columns.map((c) => c.name)
  if (all.includes(name.text)) return true
  const way = meantColumn(name, all)
  if (!open) checking.bag.report(names.unknownColumn, name.span, { name: name.text, where: `\`${d.name.text}\`` }, way)
  return false
}

/** Epoch milliseconds of `at '…'`, a time in UTC; null where it is none, which has been reported. */
function instantOf(clause: string, at: ast.Text | ast.Name | null, span: ast.Node['span'], checking: Checking): number | null {
  if (at !== null && 'text' in at) {
    unsupported(checking.bag, at.span, `\`${clause}\` with a name`)
    return null
  }
  const written = at?.value ?? ''
  const time = parseTimestamp(written, ' ') ?? parseTimestamp(written.replace(/Z$/, ''), 'T')
  if (time !== null) return time.ms
  const day = at !== null && /^\d{4}-\d{2}-\d{2}$/.test(written) ? `'${written} 00:00:00'` : null
  const way = at === null || day === null ? {} : { help: `a day begins at \`${day}\`, in UTC`, fixes: [replace(at.span, day)] }
  checking.bag.report(kafkaSources.position, span, { clause, reason: `\`${written}\` is no time` }, way)
  return null
}

function startOf(d: ast.SourceDecl, checking: Checking): StartPosition {
  const start = clauseOf(d, 'start')
  if (start === null) return { kind: 'earliest' }
  switch (start.position) {
    case 'earliest':
    case 'latest':
      return { kind: start.position }
    case 'committed':
      if (start.otherwise === null)
        checking.bag.report(
          kafkaSources.committedAlone,
          start.span,
          { source: d.name.text, pipeline: 'the offsets that its consumer group has committed' },
          { fixes: [append(start.span, ' else earliest')] },
        )
      return { kind: 'committed', otherwise: start.otherwise }
    case 'at': {
      const ms = instantOf('start at', start.at, start.span, checking)
      return ms === null ? { kind: 'earliest' } : { kind: 'timestamp', epochMillis: ms }
    }
  }
}

function untilOf(d: ast.SourceDecl, checking: Checking): EndPosition | null {
  const until = clauseOf(d, 'until')
  if (until === null) return null
  if (until.position === 'latest') return { kind: 'latest' }
  const ms = instantOf('until at', until.at, until.span, checking)
  return ms === null ? null : { kind: 'timestamp', epochMillis: ms }
}

/** A range that holds no record: nothing could ever be emitted. */
function checkRange(d: ast.SourceDecl, start: StartPosition, until: EndPosition | null, { bag }: Checking): void {
  if (until === null) return
  const clause = clauseOf(d, 'until')!
  const related = [{ span: clauseOf(d, 'start')?.span ?? d.from.span, text: 'where it begins' }]
  if (start.kind === 'latest' && until.kind === 'latest')
    bag.report(
      kafkaSources.position,
      clause.span,
      { clause: 'until latest', reason: 'it begins where it ends, so nothing is ever read' },
      { related, help: 'begin earlier: `start earliest`' },
    )
  if (start.kind === 'timestamp' && until.kind === 'timestamp' && until.epochMillis <= start.epochMillis)
    bag.report(
      kafkaSources.position,
      clause.span,
      { clause: 'until at', reason: 'it is not after the start, so nothing is ever read' },
      { related, help: 'the record at `until` itself is not read any more' },
    )
}
