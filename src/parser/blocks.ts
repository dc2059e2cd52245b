// The inside of `{ … }`: properties, one rule each, and the fields of a schema.
import { syntax } from '../diagnostics/codes/syntax.js'
import type * as ast from '../surface/ast.js'
import type { Rule } from './grammar-base.js'
import { isWord, lower } from './brackets.js'
import { splitFields } from './layout.js'
import type { Token } from './lexer.js'
import { items, noBlock, type Parts } from './parts.js'
import { readSlice, spanAt, spanOf, spelling, type Reading } from './slice.js'
import * as t from './tokens.js'
import { BLOCKS, PROPERTY_SYNONYMS, promisedIn, type BlockWords } from './words.js'

export function readProperties<T extends ast.Node>(
  reading: Reading,
  parts: Parts,
  rule: Rule<T>,
  words: BlockWords | null,
  where: string,
): T[] {
  if (parts.body === null) return noBlock(reading, parts, where)
  const result: T[] = []
  const seen = new Map<string, T>()
  const pieces = items(parts).flatMap((item) => apart(reading, [...item.tokens, ...item.rows.flat()], rule, words))
  for (const tokens of pieces) {
    const value = property(reading, tokens, rule, words)
    if (value === undefined) continue
    const name = propertyName(value)
    const earlier = seen.get(name)
    if (earlier !== undefined) {
      reading.report(
        syntax.repeatedProperty,
        value.span,
        { name },
        {
          related: [{ span: earlier.span, text: 'said here first' }],
          fixes: [{ title: 'remove the second one', edits: [{ span: value.span, text: '' }] }],
        },
      )
      reading.lose()
      continue
    }
    seen.set(name, value)
    result.push(value)
  }
  return result
}

/** `format json, message key id as text`: cut where a property is whole and the next one begins. */
function apart<T>(reading: Reading, tokens: readonly Token[], rule: Rule<T>, words: BlockWords | null): (readonly Token[])[] {
  const firsts = words?.known.map((k) => k.split(' ')[0]!)
  const begins = (i: number): boolean => {
    const comma = tokens[i]!.tokenType === t.Comma
    const word = comma ? tokens[i + 1] : tokens[i]
    if (word === undefined) return comma
    return isWord(word) && (firsts === undefined ? comma : firsts.includes(lower(word)))
  }
  const cuts = tokens.flatMap((_, i) => (i > 0 && begins(i) ? [i] : []))
  if (cuts.length === 0) return [tokens]
  const whole = (run: readonly Token[]): boolean => {
    reading.grammar.begin(run, reading.place)
    rule.call(reading.grammar)
    return reading.grammar.errors.length === 0
  }
  const pieces: (readonly Token[])[] = []
  let start = 0
  while (start < tokens.length && !whole(tokens.slice(start))) {
    // the longest one: `late` is a word of `time` too
    const cut = cuts.findLast((i) => i > start && whole(tokens.slice(start, i)))
    if (cut === undefined) break
    const token = tokens[cut]!
    const comma = token.tokenType === t.Comma
    const next = comma ? tokens[cut + 1] : token
    const end = tokens[cut - 1]!.endOffset + 1
    const gap = comma ? spanAt(reading, token) : spanOf(reading.place, end, end)
    const text = next === undefined || next.first ? '' : ';'
    reading.report(
      syntax.propertiesOnALine,
      spanAt(reading, token),
      { comma, property: next?.image ?? '' },
      { fixes: [{ title: text === '' ? 'remove `,`' : 'separate with `;`', edits: [{ span: gap, text }] }] },
    )
    pieces.push(tokens.slice(start, cut))
    start = comma ? cut + 1 : cut
  }
  return start < tokens.length ? [...pieces, tokens.slice(start)] : pieces
}

function propertyName(node: ast.Node): string {
  const { kind, name } = node as { kind?: string; name?: ast.Name }
  return kind ?? name?.text.toLowerCase() ?? ''
}

function property<T>(reading: Reading, tokens: readonly Token[], rule: Rule<T>, words: BlockWords | null): T | undefined {
  const first = tokens[0]!
  const word = lower(first)
  if (words === null) return readSlice(reading, rule, tokens, 'configProperty').value
  const at = spanAt(reading, first)
  const promised = promisedIn(words, word)
  if (promised !== undefined) {
    reading.report(syntax.notSupportedYet, at, { what: `${promised} in ${words.where}` })
    reading.lose()
    return undefined
  }
  if (words.known.some((k) => k === word || k.startsWith(`${word} `)))
    return readSlice(reading, rule, tokens, keyOf(word, words)).value
  const firsts = words.known.map((k) => k.split(' ')[0]!)
  const other = PROPERTY_SYNONYMS[word]
  const synonym = other !== undefined && firsts.includes(other)
  const { hint, fixes, meant } = synonym
    ? spelling(reading, { ...first, image: other }, [other])
    : spelling(reading, first, firsts)
  if (!reading.known(first.startOffset, first.endOffset + 1)) {
    const known = words.known.map((k) => `\`${k}\``).join(', ')
    reading.report(syntax.unknownProperty, at, { word: first.image, where: words.where, known, hint }, { fixes })
  }
  if (meant !== null) return readSlice(reading, rule, [meant, ...tokens.slice(1)], keyOf(meant.image, words)).value
  reading.lose()
  return undefined
}

const keyOf = (word: string, words: BlockWords): string => (word === 'time' && words === BLOCKS.pipeline ? 'time zone' : word)

/** Undefined where a field could not be read: a schema without it would make every use of the field a mistake. */
export function readFields(reading: Reading, parts: Parts): ast.FieldNode[] | undefined {
  if (parts.body === null) return noBlock(reading, parts, '`schema`')
  const { tokens, offset, base } = parts.body
  const { items: fields, missing, stray } = splitFields(tokens, parts.brackets, offset, base)
  for (const token of stray) {
    const place = spanAt(reading, token)
    if (token.tokenType === t.Comma)
      reading.report(
        syntax.unexpectedToken,
        place,
        { found: token.image, where: 'a `schema`', expected: 'a field', example: null },
        { fixes: [{ title: 'remove `,`', edits: [{ span: place, text: '' }] }] },
      )
    else
      reading.report(
        syntax.straySemicolon,
        place,
        { between: true },
        { fixes: [{ title: 'write `,`', edits: [{ span: place, text: ',' }] }] },
      )
  }
  for (const token of missing) {
    const place = spanAt(reading, token)
    const before = tokens[tokens.indexOf(token) - 1]!
    const edit = spanOf(reading.place, before.endOffset + 1, before.endOffset + 1)
    reading.report(
      syntax.missingComma,
      place,
      { before: token.image },
      { fixes: [{ title: 'insert `,`', edits: [{ span: edit, text: ',' }] }] },
    )
  }
  const read = fields.map((field) => readSlice(reading, reading.grammar.field, field, 'field').value)
  return read.every((field) => field !== undefined) ? read : undefined
}
