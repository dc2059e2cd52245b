// Named queries: the head, then each clause from its own tokens.
import { syntax } from '../diagnostics/codes/syntax.js'
import type * as ast from '../surface/ast.js'
import { lower, matchBrackets, type Brackets } from './brackets.js'
import { splitClauses } from './layout.js'
import { makeToken, type Token } from './lexer.js'
import type { Base, Parts } from './parts.js'
import { isMissingEquals } from './relations.js'
import { badClause, readClauses, readSlice, spanAt, spanOf, spelling, type Reading, type Spelling } from './slice.js'
import * as t from './tokens.js'
import { CLAUSES, LATER_CLAUSES, ORDERING, SYNONYMS } from './words.js'

export function readQuery(
  reading: Reading,
  base: Base,
  relation: 'stream' | 'table' | 'let',
  parts: Parts,
): ast.QueryDecl | undefined {
  let { tokens } = parts
  let { brackets } = parts
  if (lower(tokens[2]) === 'from' && isMissingEquals(tokens)) {
    const name = tokens[1]!
    const place = spanAt(reading, tokens[2]!)
    const gap = spanOf(reading.place, name.endOffset + 1, name.endOffset + 1)
    reading.report(
      syntax.missingEquals,
      place,
      { relation, name: name.image },
      { fixes: [{ title: 'insert `=`', edits: [{ span: gap, text: ' =' }] }] },
    )
    tokens = [...tokens.slice(0, 2), makeToken(t.Equal, '=', name.endOffset + 1, name.endOffset + 1, name), ...tokens.slice(2)]
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
    const at = spanAt(reading, first)
    if (reading.known(first.startOffset, first.endOffset + 1)) return undefined
    if (first.tokenType === t.word('select')) reading.report(syntax.leadingSelect, at, {})
    else reading.report(syntax.queryWithoutFrom, at, { name: name?.text ?? '', first: first.image })
    return undefined
  }
  const clauses = readBody(reading, body, brackets, equal + 1)
  return name && { ...base, kind: 'query', relation, name, clauses }
}

function readBody(reading: Reading, body: readonly Token[], brackets: Brackets, offset: number): ast.Clause[] {
  const clauses: ast.Clause[] = []
  const clauseFrom = (tokens: readonly Token[]): readonly ast.Clause[] => {
    const word = lower(tokens[0])
    const sets = tokens[2]
    if (word === 'group' && ['rollup', 'cube'].includes(lower(sets)) && tokens[3]?.tokenType === t.LParen) {
      reading.report(syntax.notSupportedYet, spanAt(reading, sets!), { what: '`grouping sets`' })
      return [badClause(reading, tokens)]
    }
    return readClauses(reading, tokens, word === 'left' ? 'join' : word)
  }
  for (const slice of splitClauses(body, brackets, offset)) {
    const first = slice.tokens[0]!
    const word = lower(first)
    const at = spanAt(reading, first)
    switch (slice.kind) {
      case 'clause':
        clauses.push(...clauseFrom(slice.tokens))
        break
      case 'later':
        reading.report(syntax.notSupportedYet, at, { what: LATER_CLAUSES[word]! })
        clauses.push(badClause(reading, slice.tokens))
        break
      case 'ordering':
        reading.report(
          syntax.orderByLimit,
          at,
          { word: ORDERING[word]! },
          {
            fixes: [
              {
                title: `remove \`${ORDERING[word]!}\``,
                edits: [{ span: spanAt(reading, slice.tokens[0]!, slice.tokens.at(-1)), text: '' }],
              },
            ],
          },
        )
        break
      case 'unknown': {
        const { hint, fixes, meant } = meaning(reading, slice.tokens)
        if (!reading.known(first.startOffset, first.endOffset + 1))
          reading.report(syntax.unknownClause, at, { word: first.image, hint }, { fixes })
        clauses.push(...(meant === null ? [badClause(reading, slice.tokens)] : clauseFrom(meant)))
        break
      }
    }
  }
  return clauses.map((clause, i) => {
    if (clause.kind !== 'from' || i === 0) return clause
    reading.report(syntax.secondFrom, clause.span, {}, { related: [{ span: clauses[0]!.span, text: 'the query begins here' }] })
    reading.lose()
    return { kind: 'bad', names: [], span: clause.span }
  })
}

/** What a clause with an unknown first word was probably meant to be: another word for it, or a misspelt one. */
function meaning(
  reading: Reading,
  tokens: readonly Token[],
): Omit<Spelling, 'meant'> & { readonly meant: readonly Token[] | null } {
  const first = tokens[0]!
  const rest = tokens.slice(1)
  if (lower(first) === 'inner' && lower(rest[0]) === 'join') {
    const gap = spanOf(reading.place, first.startOffset, rest[0]!.startOffset)
    return {
      hint: 'a `join` without `left` is the inner one',
      fixes: [{ title: 'remove `inner`', edits: [{ span: gap, text: '' }] }],
      meant: rest,
    }
  }
  const synonym = SYNONYMS[lower(first)]
  const near =
    synonym === undefined
      ? spelling(reading, first, [...CLAUSES, ...Object.keys(LATER_CLAUSES)])
      : spelling(reading, { ...first, image: synonym }, [synonym])
  const hint = synonym === undefined ? near.hint : `the clause that does this is \`${synonym}\``
  const known = near.meant !== null && (CLAUSES as readonly string[]).includes(lower(near.meant))
  return { hint, fixes: near.fixes, meant: known ? [near.meant!, ...rest] : null }
}
