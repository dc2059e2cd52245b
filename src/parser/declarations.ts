// Tokens of one declaration → its node: the head with its rule, then the clauses or the items of its block, each on its own.
import { syntax } from '../diagnostics/codes/syntax.js'
import type * as ast from '../surface/ast.js'
import { fingerprint } from '../core/fingerprint.js'
import { readFields, readProperties } from './blocks.js'
import { isWord, lower } from './brackets.js'
import { declarationKey } from './identity.js'
import { splitBody, type Chunk } from './layout.js'
import { nameOf, type Token } from './lexer.js'
import { cut, items, noBlock, type Base, type Parts } from './parts.js'
import { readQuery } from './queries.js'
import { isMissingEquals, readSink, readSource } from './relations.js'
import { lanesOf, readSlice, spanAt, spanOf, spelling, type Reading } from './slice.js'
import { readSteps } from './tests.js'
import * as t from './tokens.js'
import { BLOCKS, DECLARATIONS, STATEMENTS } from './words.js'

export function readDeclaration(reading: Reading, base: Base, chunk: Chunk): ast.Declaration {
  const broken = (): ast.BrokenDecl => {
    const names = declaredNames(reading, chunk.tokens)
    reading.lose()
    return { ...base, kind: 'broken', name: names[0] ?? null, names }
  }
  const first = chunk.tokens[0]!
  const word = lower(first)

  if (chunk.misspelt !== null) {
    const { hint, fixes } = spelling(reading, chunk.misspelt, [...DECLARATIONS])
    reading.report(syntax.unknownDeclaration, spanAt(reading, first), { word: chunk.misspelt.image, hint }, { fixes })
  }
  if (!chunk.known) {
    unknown(reading, chunk.tokens)
    return broken()
  }
  if (chunk.indented) {
    const before = spanOf(reading.place, first.startOffset - first.column, first.startOffset)
    reading.report(
      syntax.indentedDeclaration,
      spanAt(reading, first),
      { word: first.image },
      { fixes: [{ title: 'remove the blanks', edits: [{ span: before, text: '' }] }] },
    )
  }
  for (const line of chunk.unindented)
    reading.report(
      syntax.unindentedLine,
      spanAt(reading, line),
      { word: line.image, block: word },
      {
        fixes: [
          { title: 'indent the line', edits: [{ span: spanOf(reading.place, line.startOffset, line.startOffset), text: '  ' }] },
        ],
      },
    )

  const parts = cut(reading, chunk.tokens)
  const node = byWord(reading, base, word, parts)
  return node ?? broken()
}

function unknown(reading: Reading, tokens: readonly Token[]): void {
  const first = tokens[0]!
  const word = lower(first)
  const at = spanAt(reading, first)
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
    const { hint } = spelling(reading, first, [...DECLARATIONS])
    reading.report(syntax.unknownDeclaration, at, { word: first.image, hint })
  }
}
const closers: ReadonlySet<string> = new Set([')', ']', '}'])

/** Names that a declaration would have given to others: its own, those of an import, lanes. */
function declaredNames(reading: Reading, tokens: readonly Token[]): ast.Name[] {
  const nameAt = (token: Token | undefined): ast.Name[] =>
    token !== undefined && (isWord(token) || token.tokenType === t.QuotedName)
      ? [{ text: nameOf(token), span: spanAt(reading, token) }]
      : []
  const word = lower(tokens[0])
  const names: ast.Name[] = []
  if (!DECLARATIONS.has(word) && !['=', 'from', '{'].includes(lower(tokens[2]))) return names
  if (word === 'import') {
    const open = tokens.findIndex((x) => x.tokenType === t.LBrace)
    const close = tokens.findIndex((x) => x.tokenType === t.RBrace)
    const inside = open < 0 ? [] : tokens.slice(open + 1, close < open ? tokens.length : close)
    inside.forEach((token, i) => {
      // `a as b` gives the name `b`
      if (token.tokenType !== t.Comma && token.tokenType !== t.word('as') && lower(inside[i + 1]) !== 'as')
        names.push(...nameAt(token))
    })
  } else if (word !== 'sink' && word !== 'for') names.push(...nameAt(tokens[1]))
  return [...names, ...lanesOf(reading, tokens)]
}

function byWord(reading: Reading, base: Base, word: string, parts: Parts): ast.Declaration | undefined {
  const g = reading.grammar
  switch (word) {
    case 'pipeline': {
      const name = readSlice(reading, g.pipelineHead, parts.head, 'pipelineHead').value
      const properties = readProperties(reading, parts, g.pipelineProperty, BLOCKS.pipeline, '`pipeline`')
      return name && { ...base, kind: 'pipeline', name, properties }
    }
    case 'connection':
    case 'catalog': {
      const head = readSlice(reading, g.connectionHead, parts.head, `${word}Head`).value
      const properties = readProperties(reading, parts, g.configProperty, null, `\`${word}\``)
      return head && { ...base, kind: word, ...head, properties }
    }
    case 'schema': {
      const name = readSlice(reading, g.schemaHead, parts.head, 'schemaHead').value
      const fields = readFields(reading, parts)
      return name && fields && { ...base, kind: 'schema', name, fields }
    }
    case 'topic': {
      const topic = readSlice(reading, g.topicHead, parts.head, 'topicHead').value
      const properties = readProperties(reading, parts, g.topicProperty, BLOCKS.topic, '`topic`')
      return topic && { ...base, kind: 'topic', topic, properties }
    }
    case 'test': {
      const head = readSlice(reading, g.testHead, parts.head, 'testHead').value
      const steps = parts.body === null ? noBlock(reading, parts, '`test`') : readSteps(reading, items(parts))
      return head && { ...base, kind: 'test', ...head, steps }
    }
    case 'import': {
      if (lower(parts.tokens[1]) === 'pipeline') {
        const pipeline = readSlice(reading, g.importPipeline, parts.tokens, 'importPipeline').value
        return pipeline && { ...base, kind: 'import pipeline', ...pipeline }
      }
      const read = readSlice(reading, g.importDeclaration, parts.tokens, 'importDeclaration').value
      return read && { ...base, kind: 'import', ...read }
    }
    case 'param': {
      const read = readSlice(reading, g.paramDeclaration, parts.tokens, 'paramDeclaration').value
      return read && { ...base, kind: 'param', ...read }
    }
    case 'type': {
      const read = readSlice(reading, g.typeDeclaration, parts.tokens, 'typeDeclaration').value
      return read && { ...base, kind: 'type', ...read }
    }
    case 'fn':
      return readFn(reading, base, parts)
    case 'sql': {
      const read = readSlice(reading, g.sqlDeclaration, parts.tokens, 'sqlDeclaration').value
      return read && { ...base, kind: 'sql', ...read }
    }
    case 'tap': {
      const read = readSlice(reading, g.tapDeclaration, parts.tokens, 'tapDeclaration').value
      return read && { ...base, kind: 'tap', ...read }
    }
    case 'for':
      return readFor(reading, base, parts)
    case 'sink':
      return readSink(reading, base, parts)
    case 'let':
      return readQuery(reading, base, 'let', parts)
    default:
      return lower(parts.tokens[2]) === 'every' || (lower(parts.tokens[2]) === 'from' && !isMissingEquals(parts.tokens))
        ? readSource(reading, base, word as 'stream' | 'table', parts)
        : readQuery(reading, base, word as 'stream' | 'table', parts)
  }
}

function readFn(reading: Reading, base: Base, parts: Parts): ast.FnDecl | undefined {
  const g = reading.grammar
  const head = readSlice(reading, g.fnDeclaration, parts.head, 'fnDeclaration').value
  if (head === undefined) return undefined
  const { body, ...rest } = head
  if (body.kind === 'macro') {
    if (parts.body !== null) noBlockHere(reading, parts)
    return { ...base, kind: 'fn', ...rest, body }
  }
  const properties = parts.body === null ? [] : readProperties(reading, parts, g.fnProperty, BLOCKS.fn, 'an `fn`')
  return { ...base, kind: 'fn', ...rest, body: { ...body, properties } }
}

/** `fn f(a int) = a + 1 { … }`: a macro has no block. */
function noBlockHere(reading: Reading, parts: Parts): void {
  const open = parts.tokens[parts.head.length]!
  reading.report(syntax.unexpectedToken, spanAt(reading, open), {
    found: open.image,
    where: 'an `fn`',
    expected: 'the end of the expression',
    example: null,
  })
}

/** The body of a `for` is declarations again, one step further in. */
function readFor(reading: Reading, base: Base, parts: Parts): ast.ForDecl | undefined {
  const head = readSlice(reading, reading.grammar.forHead, parts.head, 'forHead').value
  if (parts.body === null) {
    noBlock(reading, parts, '`for`')
    return undefined
  }
  const seen = new Map<string, number>()
  const body = splitBody(parts.body.tokens).map((chunk): ast.Declaration => {
    const { tokens } = chunk
    const key = declarationKey(tokens, chunk.known)
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    const first = tokens[0]!
    const doc = reading.place.docBefore(first)
    let lost = false
    const inner: Reading = {
      ...reading,
      lose: () => {
        lost = true
        reading.lose()
      },
    }
    const own: Base = {
      id: `${base.id}/${key}${nth === 1 ? '' : `#${nth}`}`,
      doc,
      incomplete: false,
      hash: fingerprint(`${doc ?? ''}\0${tokens.map((x) => x.image).join('\0')}`),
      span: spanAt(reading, first, tokens.at(-1)),
    }
    const node = readDeclaration(inner, own, chunk)
    return { ...node, incomplete: lost }
  })
  return head && { ...base, kind: 'for', ...head, body }
}
