import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESERVED, words } from '../../src/parser/tokens.js'
import { read } from './tree.js'

const programs = ['orders', 'customers'].map((name) => readFileSync(new URL(`./fixtures/${name}.flow`, import.meta.url), 'utf8'))

/** All places of a tree, with the path to each. */
function* spans(value: unknown, path = ''): Generator<readonly [string, { declaration: string; start: number; end: number }]> {
  if (typeof value !== 'object' || value === null) return
  const node = value as Record<string, unknown>
  if (typeof node['declaration'] === 'string') yield [path, node as never]
  else for (const [key, inner] of Object.entries(node)) yield* spans(inner, `${path}.${key}`)
}

/** What holds for every text: it is read, all places are inside, and what is wrong with it is said somewhere in it. */
function check(text: string): void {
  const { file, index, diagnostics } = read(text)
  for (const declaration of file.declarations) {
    const range = index.range(declaration.span)
    expect(range.end).toBeLessThanOrEqual(text.length)
    const length = declaration.span.end
    for (const [path, span] of spans(declaration)) {
      // one question a place: there are very many
      const isInside = span.declaration === declaration.id && 0 <= span.start && span.start <= span.end && span.end <= length
      if (!isInside) expect({ path, span }).toBe(`inside of ${declaration.id}, of ${length} characters`)
    }
  }
  for (const d of diagnostics) {
    const { start, end } = index.range(d.primary!.span)
    expect(start >= 0 && start <= end && end <= text.length, `${d.code} ${start}-${end} of ${text.length}`).toBe(true)
    expect(d.message).toMatch(/^(?:`|…|[a-zäöü(]|OVER)/)
    expect(d.message).not.toMatch(/undefined|NaN|\[object|\.$/)
    for (const fix of d.fixes) for (const edit of fix.edits) expect(() => index.range(edit.span)).not.toThrow()
  }
  if (diagnostics.length === 0) expect(file.declarations.every((d) => !d.incomplete && d.kind !== 'broken')).toBe(true)
}

const signs = '<= >= <> != == :: || | = < > + - * / % ( ) [ ] { } , . ; : $ \' " ` -- /// // /* """ @ § ‘'.split(' ')
const token = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words.keys()) },
  { weight: 3, arbitrary: fc.constantFrom(...RESERVED) },
  { weight: 3, arbitrary: fc.constantFrom(...signs) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'a',
      'b.c',
      '`x y`',
      "'text'",
      '1',
      '2.5',
      '5min',
      '@time',
      'hop',
      'over',
      'limit',
      'order',
      'param',
      'fn',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('\n', '\n  ', '\r\n', '\n| ') },
)
const soup = fc.array(token, { maxLength: 80 }).map((parts) => parts.join(' '))
const declared = fc
  .tuple(
    fc.constantFrom(
      'stream x =\n  from a\n  ',
      "stream x from kafka 't' {\n  ",
      'pipeline p {\n  ',
      "test 't' for p {\n  given a\n  | ",
      'schema s {\n  ',
      'sink lake.a from b append {\n  ',
      'import ',
    ),
    soup,
  )
  .map(([head, body]) => `${head}${body}\n`)

/** A program with pieces cut out, doubled, swapped or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...programs),
    fc.array(fc.tuple(fc.nat(10_000), fc.nat(60), fc.oneof(fc.constant(''), token, fc.constant('again'))), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([program, edits]) =>
    edits.reduce((text, [at, length, by]) => {
      const start = at % (text.length + 1)
      const piece = text.slice(start, start + length)
      return text.slice(0, start) + (by === 'again' ? piece + piece : by) + text.slice(start + length)
    }, program),
  )

describe('every text is read', () => {
  const runs = { numRuns: 60, seed: 20_260_103 }

  it('made of any letters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), runs)
  })

  it('made of any words and signs', () => {
    fc.assert(fc.property(soup, check), runs)
  })

  it('that begins as a declaration', () => {
    fc.assert(fc.property(declared, check), runs)
  })

  it('made of a program by a few changes', () => {
    fc.assert(fc.property(mutated, check), runs)
  })

  it('cut off anywhere', () => {
    const program = programs[0]!
    for (let end = 0; end < program.length; end += 101) check(program.slice(0, end))
  })
})

describe('a mistake stays in its piece', () => {
  it('whatever happens inside a clause, the clauses after it are read', () => {
    const line = fc.array(
      fc.constantFrom(
        'a',
        '1',
        '+',
        ',',
        '(',
        ')',
        'case',
        'when',
        'then',
        'else',
        'and',
        'not',
        'as',
        "'x'",
        '.',
        '=',
        'is',
        'null',
        'f(',
        '[',
        ']',
        '5 minutes',
        '==',
        ';',
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(fc.constantFrom('select', 'where', 'extend', 'window', 'join'), line, (word, parts) => {
        const { file } = read(`stream x =\n  from r\n  ${word} ${parts.join(' ')}\n  union all last\n\nstream y =\n  from x\n`)
        const [x, y] = file.declarations
        expect(y).toMatchObject({ kind: 'query', clauses: [{ kind: 'from' }] })
        expect(x).toMatchObject({ kind: 'query' })
        if (x!.kind === 'query') expect(x!.clauses.at(-1)).toMatchObject({ kind: 'union', relation: { text: 'last' } })
      }),
      { numRuns: 150, seed: 20_260_104 },
    )
  })
})
