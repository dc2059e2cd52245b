// Tokens of one declaration → its node: the head with its rule, then the clauses or the items of its block, each on its own.
import { didYouMean } from '../core/suggest.js'
import { syntax } from '../diagnostics/codes/syntax.js'
import type * as ast from '../surface/ast.js'
import type { Rule } from './grammar-expressions.js'
import {
  closerOf,
  isWord,
  lower,
  matchBrackets,
  splitClauses,
  splitFields,
  splitItems,
  type Brackets,
  type Chunk,
  type ItemSlice,
} from './layout.js'
import type { Token } from './lexer.js'
import { nameOf } from './lexer.js'
import { badClause, readClauses, readSlice, spanOf, type Reading } from './slice.js'
import { readSteps } from './tests.js'
import * as t from './tokens.js'
import {
  BLOCKS,
  LATER_CLAUSES,
  LATER_DECLARATIONS,
  ORDERING,
  STATEMENTS,
  DECLARATIONS,
  CLAUSES,
  type BlockWords,
} from './words.js'

export interface Base {
  readonly id: string
  readonly doc: string | null
  readonly hash: string
  readonly span: ast.Node['span']
}

/** A declaration cut into what stands before its block, in it, and behind it. */
interface Parts {
  readonly tokens: Token[]
  readonly brackets: Brackets
  readonly head: Token[]
  /** Null where there is no block. */
  readonly body: { readonly tokens: Token[]; readonly offset: number; readonly base: number } | null
}

export function readDeclaration(reading: Reading, base: Base, chunk: Chunk): ast.Declaration {
  const broken = (): ast.BrokenDecl => {
    const names = declaredNames(reading, chunk.tokens)
    return { ...base, kind: 'broken', name: names[0] ?? null, names }
  }
  const first = chunk.tokens[0]!
  const word = lower(first)
  const at = (token: Token): ast.Node['span'] => spanOf(reading.place, token.startOffset, token.endOffset + 1)

  if (!chunk.known) {
    unknown(reading, chunk.tokens)
    return broken()
  }
  if (chunk.indented) {
    reading.report(syntax.indentedDeclaration, at(first), { word: first.image })
  }
  const promised = LATER_DECLARATIONS[word]
  if (promised !== undefined) {
    reading.report(syntax.notSupportedYet, at(first), { what: promised })
    return broken()
  }
  for (const line of chunk.unindented) reading.report(syntax.unindentedLine, at(line), { word: line.image, block: word })

  const parts = cut(reading, chunk.tokens)
  const node = byWord(reading, base, word, parts)
  return node ?? broken()
}

function unknown(reading: Reading, tokens: readonly Token[]): void {
  const first = tokens[0]!
  const word = lower(first)
  const at = spanOf(reading.place, first.startOffset, first.endOffset + 1)
  if (reading.known(first.startOffset, first.endOffset + 1)) return
  if (word === 'select' || word === 'from') {
    reading.report(syntax.unknownDeclaration, at, {
      word: first.image,
      hint: 'a query has a name: `stream NAME =` and its clauses below',
    })
  } else if (STATEMENTS.has(word)) {
    reading.report(syntax.unknownDeclaration, at, {
      word: first.image,
      hint: 'statements of SQL are made by the compiler: a program declares sources, named queries and sinks',
    })
  } else if (first.tokenType === t.Semicolon) {
    reading.report(syntax.straySemicolon, at, {})
  } else if (closers.has(first.image)) {
    reading.report(syntax.strayBracket, at, { bracket: first.image })
  } else {
    reading.report(syntax.unknownDeclaration, at, {
      word: first.image.slice(0, 40),
      hint: didYouMean(first.image, DECLARATIONS) ?? null,
    })
  }
}
const closers: ReadonlySet<string> = new Set([')', ']', '}'])

/** Names that a declaration would have given to others: its own, those of an import, lanes. */
function declaredNames(reading: Reading, tokens: readonly Token[]): ast.Name[] {
  const nameAt = (token: Token | undefined): ast.Name[] =>
    token !== undefined && (isWord(token) || token.tokenType === t.QuotedName)
      ? [{ text: nameOf(token), span: spanOf(reading.place, token.startOffset, token.endOffset + 1) }]
      : []
  const word = lower(tokens[0])
  const names: ast.Name[] = []
  if (word === 'import') {
    const open = tokens.findIndex((x) => x.image === '{')
    for (let i = open + 1; open >= 0 && i < tokens.length && tokens[i]!.image !== '}'; i++) {
      if (tokens[i]!.tokenType === t.Comma || lower(tokens[i + 1]) === 'as' || tokens[i]!.tokenType === t.word('as')) continue
      names.push(...nameAt(tokens[i]))
    }
  } else if (word !== 'sink' && word !== 'for') names.push(...nameAt(tokens[1]))
  const lanes = badClause(reading, tokens)
  if (lanes.kind === 'bad') names.push(...lanes.names)
  return names
}

function cut(reading: Reading, all: readonly Token[]): Parts {
  let tokens = all.slice()
  let brackets = matchBrackets(tokens)
  if (brackets.stray.size > 0) {
    for (const token of brackets.stray)
      reading.report(syntax.strayBracket, spanOf(reading.place, token.startOffset, token.endOffset + 1), { bracket: token.image })
    tokens = tokens.filter((x) => !brackets.stray.has(x))
    brackets = matchBrackets(tokens)
  }
  for (const token of brackets.unclosed)
    reading.report(syntax.unclosedBracket, spanOf(reading.place, token.startOffset, token.endOffset + 1), {
      open: token.image,
      close: closerOf(token.image),
    })
  const open = tokens.findIndex((x, i) => x.image === '{' && brackets.depth[i] === 0)
  if (open < 0) return { tokens, brackets, head: tokens, body: null }
  const partner = brackets.partner[open]!
  const end = partner < 0 ? tokens.length : partner
  const behind = tokens[end + 1]
  if (behind !== undefined && !reading.known(behind.startOffset, behind.endOffset + 1) && lower(tokens[0]) !== 'import') {
    const place = spanOf(reading.place, behind.startOffset, behind.endOffset + 1)
    if (behind.tokenType === t.Semicolon) reading.report(syntax.straySemicolon, place, {})
    else
      reading.report(syntax.unexpectedToken, place, {
        found: `\`${behind.image.slice(0, 40)}\``,
        where: 'a declaration that its `}` has ended',
        expected: 'the next declaration on a line of its own',
        example: null,
      })
  }
  const body = { tokens: tokens.slice(open + 1, end), offset: open + 1, base: partner < 0 ? 0 : 1 }
  return { tokens, brackets, head: tokens.slice(0, open), body }
}

function byWord(reading: Reading, base: Base, word: string, parts: Parts): ast.Declaration | undefined {
  const g = reading.grammar
  switch (word) {
    case 'pipeline': {
      const name = readSlice(reading, g.pipelineHead, parts.head, 'pipelineHead').value
      const properties = block(reading, parts, g.pipelineProperty, BLOCKS.pipeline, '`pipeline`')
      return name && { ...base, kind: 'pipeline', name, properties }
    }
    case 'connection':
    case 'catalog': {
      const head = readSlice(reading, g.connectionHead, parts.head, `${word}Head`).value
      const properties = block(reading, parts, g.configProperty, null, `\`${word}\``)
      return head && { ...base, kind: word, ...head, properties }
    }
    case 'schema': {
      const name = readSlice(reading, g.schemaHead, parts.head, 'schemaHead').value
      const fields = readFields(reading, parts)
      return name && { ...base, kind: 'schema', name, fields }
    }
    case 'topic': {
      const topic = readSlice(reading, g.topicHead, parts.head, 'topicHead').value
      const properties = block(reading, parts, g.topicProperty, BLOCKS.topic, '`topic`')
      return topic && { ...base, kind: 'topic', topic, properties }
    }
    case 'test': {
      const head = readSlice(reading, g.testHead, parts.head, 'testHead').value
      const steps = parts.body === null ? noBlock(reading, parts, '`test`') : readSteps(reading, items(parts))
      return head && { ...base, kind: 'test', ...head, steps }
    }
    case 'import': {
      const second = parts.tokens[1]
      if (lower(second) === 'pipeline') {
        reading.report(syntax.notSupportedYet, spanOf(reading.place, second!.startOffset, second!.endOffset + 1), {
          what: '`import pipeline`',
        })
        return undefined
      }
      const read = readSlice(reading, g.importDeclaration, parts.tokens, 'importDeclaration').value
      return read && { ...base, kind: 'import', ...read }
    }
    case 'sink':
      return sink(reading, base, parts)
    case 'let':
      return query(reading, base, 'let', parts)
    default:
      return lower(parts.tokens[2]) === 'from' && !isMissingEquals(parts.tokens)
        ? source(reading, base, word as 'stream' | 'table', parts)
        : query(reading, base, word as 'stream' | 'table', parts)
  }
}

// ---------------------------------------------------------------- blocks

const items = (parts: Parts): ItemSlice[] => splitItems(parts.body!.tokens, parts.brackets, parts.body!.offset, parts.body!.base)

function noBlock(reading: Reading, parts: Parts, where: string): [] {
  const first = parts.tokens[0]!
  const last = parts.tokens.at(-1)!
  if (!reading.known(first.startOffset, last.endOffset + 1))
    reading.report(syntax.missingBlock, spanOf(reading.place, first.startOffset, first.endOffset + 1), { where })
  return []
}

function block<T extends ast.Node>(reading: Reading, parts: Parts, rule: Rule<T>, words: BlockWords | null, where: string): T[] {
  if (parts.body === null) return noBlock(reading, parts, where)
  const result: T[] = []
  const seen = new Map<string, T>()
  for (const item of items(parts)) {
    const tokens = [...item.tokens, ...item.rows.flat()]
    const value = property(reading, tokens, rule, words)
    if (value === undefined) continue
    const name = propertyName(value)
    const earlier = seen.get(name)
    if (earlier !== undefined) {
      reading.report(
        syntax.repeatedProperty,
        value.span,
        { name },
        { related: [{ span: earlier.span, text: 'said here first' }] },
      )
      continue
    }
    seen.set(name, value)
    result.push(value)
  }
  return result
}

function propertyName(node: ast.Node): string {
  const { kind, name } = node as { kind?: string; name?: ast.Name }
  return kind ?? name?.text.toLowerCase() ?? ''
}

function property<T>(reading: Reading, tokens: readonly Token[], rule: Rule<T>, words: BlockWords | null): T | undefined {
  const first = tokens[0]!
  const word = lower(first)
  if (words === null) return readSlice(reading, rule, tokens, 'configProperty').value
  const at = spanOf(reading.place, first.startOffset, first.endOffset + 1)
  const promised = words.later[word]
  if (promised !== undefined) {
    reading.report(syntax.notSupportedYet, at, { what: `${promised} in ${words.where}` })
    return undefined
  }
  if (!words.known.some((k) => k === word || k.startsWith(`${word} `))) {
    if (!reading.known(first.startOffset, first.endOffset + 1)) {
      const known = words.known.map((k) => `\`${k}\``).join(', ')
      reading.report(syntax.unknownProperty, at, {
        word: first.image.slice(0, 40),
        where: words.where,
        known,
        hint:
          didYouMean(
            first.image,
            words.known.map((k) => k.split(' ')[0]!),
          ) ?? null,
      })
    }
    return undefined
  }
  return readSlice(reading, rule, tokens, word === 'time' && words === BLOCKS.pipeline ? 'time zone' : word).value
}

function readFields(reading: Reading, parts: Parts): ast.FieldNode[] {
  if (parts.body === null) return noBlock(reading, parts, '`schema`')
  const { tokens, offset, base } = parts.body
  const { items: fields, missing } = splitFields(tokens, parts.brackets, offset, base)
  for (const token of missing) {
    const place = spanOf(reading.place, token.startOffset, token.endOffset + 1)
    const before = tokens[tokens.indexOf(token) - 1]!
    const edit = spanOf(reading.place, before.endOffset + 1, before.endOffset + 1)
    reading.report(
      syntax.missingComma,
      place,
      { before: `\`${token.image}\`` },
      { fixes: [{ title: 'insert `,`', edits: [{ span: edit, text: ',' }] }] },
    )
  }
  return fields.flatMap((field) => readSlice(reading, reading.grammar.field, field, 'field').value ?? [])
}

// ---------------------------------------------------------------- sources, sinks

const SOURCES: ReadonlySet<string> = new Set(['kafka', 'files', 'cdc'])
const LATER_SOURCES: Readonly<Record<string, string>> = {
  iceberg: 'a source `from iceberg`',
  jdbc: 'a source `from jdbc`',
  http: 'a source `from http`',
  redis: 'a source `from redis`',
}
const LATER_TARGETS: ReadonlySet<string> = new Set(['jdbc', 'redis', 'http', 'files', 'print', 'alerts'])

/** `stream x from orders`: no kind of source stands there. */
const isMissingEquals = (tokens: readonly Token[]): boolean => {
  const kind = lower(tokens[3])
  return (
    tokens[3] !== undefined &&
    isWord(tokens[3]) &&
    !SOURCES.has(kind) &&
    LATER_SOURCES[kind] === undefined &&
    !t.RESERVED.has(kind)
  )
}

function later(reading: Reading, token: Token, what: string): undefined {
  reading.report(syntax.notSupportedYet, spanOf(reading.place, token.startOffset, token.endOffset + 1), { what })
  return undefined
}

function source(reading: Reading, base: Base, relation: 'stream' | 'table', parts: Parts): ast.SourceDecl | undefined {
  const { head } = parts
  const promised = laterSource(head)
  const read =
    promised === undefined
      ? readSlice(reading, reading.grammar.sourceHead, head, 'sourceHead').value
      : later(reading, promised.at, promised.what)
  const clauses = parts.body === null ? [] : block(reading, parts, reading.grammar.sourceClause, BLOCKS.source, 'a source')
  return read && { ...base, kind: 'source', relation, ...read, clauses }
}

function laterSource(head: readonly Token[]): { at: Token; what: string } | undefined {
  const kind = head[3]
  const word = lower(kind)
  const next = head[4]
  if (kind === undefined) return undefined
  if (LATER_SOURCES[word] !== undefined) return { at: kind, what: LATER_SOURCES[word] }
  if (word === 'kafka' && next?.tokenType === t.LParen) return { at: next, what: 'a source of several topics' }
  if (word === 'kafka' && lower(next) === 'pattern') return { at: next!, what: 'a source of topics by `pattern`' }
  if (word === 'kafka' && isWord(next) && head[5]?.tokenType === t.Text)
    return { at: next!, what: 'a source from a second Kafka cluster' }
  const tail = head.findIndex((x, i) => i > 3 && x.tokenType === t.Text)
  const behind = tail < 0 ? undefined : head[tail + 1]
  if (word === 'kafka' && lower(behind) === 'compacted') return { at: behind!, what: 'a `compacted` topic as a source' }
  if (word === 'cdc' && lower(behind) === 'as' && lower(head[tail + 2]) === 'events')
    return { at: behind!, what: '`from cdc … as events`' }
  return undefined
}

function sink(reading: Reading, base: Base, parts: Parts): ast.SinkDecl | undefined {
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
  const properties = parts.body === null ? [] : block(reading, parts, reading.grammar.sinkProperty, BLOCKS.sink, 'a sink')
  return read && { ...base, kind: 'sink', ...read, properties }
}

// ---------------------------------------------------------------- queries

function query(reading: Reading, base: Base, relation: 'stream' | 'table' | 'let', parts: Parts): ast.QueryDecl | undefined {
  let { tokens } = parts
  let { brackets } = parts
  if (lower(tokens[2]) === 'every') return later(reading, tokens[2]!, 'a heartbeat (`every`)')
  if (lower(tokens[2]) === 'from' && isMissingEquals(tokens)) {
    const name = tokens[1]!
    const place = spanOf(reading.place, tokens[2]!.startOffset, tokens[2]!.endOffset + 1)
    const gap = spanOf(reading.place, name.endOffset + 1, name.endOffset + 1)
    reading.report(
      syntax.missingEquals,
      place,
      { relation, name: name.image },
      { fixes: [{ title: 'insert `=`', edits: [{ span: gap, text: ' =' }] }] },
    )
    tokens = [
      ...tokens.slice(0, 2),
      { ...name, image: '=', tokenType: t.Equal, tokenTypeIdx: t.Equal.tokenTypeIdx!, first: false },
      ...tokens.slice(2),
    ]
    brackets = matchBrackets(tokens)
  }
  const equal = tokens.findIndex((x, i) => x.tokenType === t.Equal && i <= 3)
  const head = equal < 0 ? tokens : tokens.slice(0, equal + 1)
  const name = readSlice(reading, reading.grammar.queryHead, head, 'queryHead').value
  if (equal < 0) return undefined
  const body = tokens.slice(equal + 1)
  const first = body[0]
  if (first === undefined) {
    const { tokens: all } = parts
    reading.report(syntax.queryWithoutFrom, spanOf(reading.place, all[0]!.startOffset, all.at(-1)!.endOffset + 1), {
      name: name?.text ?? '',
      first: null,
    })
    return undefined
  }
  if (first.tokenType !== t.word('from')) {
    const at = spanOf(reading.place, first.startOffset, first.endOffset + 1)
    if (reading.known(first.startOffset, first.endOffset + 1)) return undefined
    if (first.tokenType === t.word('select')) reading.report(syntax.leadingSelect, at, {})
    else reading.report(syntax.queryWithoutFrom, at, { name: name?.text ?? '', first: first.image.slice(0, 40) })
    return undefined
  }
  const clauses = readQuery(reading, body, brackets, equal + 1)
  return name && { ...base, kind: 'query', relation, name, clauses }
}

function readQuery(reading: Reading, body: readonly Token[], brackets: Brackets, offset: number): ast.Clause[] {
  const clauses: ast.Clause[] = []
  for (const slice of splitClauses(body, brackets, offset)) {
    const first = slice.tokens[0]!
    const word = lower(first)
    const at = spanOf(reading.place, first.startOffset, first.endOffset + 1)
    switch (slice.kind) {
      case 'clause':
        clauses.push(...readClauses(reading, slice.tokens, word === 'left' ? 'join' : word))
        break
      case 'later':
        reading.report(syntax.notSupportedYet, at, { what: LATER_CLAUSES[word]! })
        clauses.push(badClause(reading, slice.tokens))
        break
      case 'ordering':
        reading.report(syntax.orderByLimit, at, { word: ORDERING[word]! })
        break
      case 'unknown':
        if (!reading.known(first.startOffset, first.endOffset + 1))
          reading.report(syntax.unknownClause, at, {
            word: first.image,
            hint: didYouMean(first.image, [...CLAUSES, ...Object.keys(LATER_CLAUSES)]) ?? null,
          })
        clauses.push(badClause(reading, slice.tokens))
        break
    }
  }
  return clauses
}
