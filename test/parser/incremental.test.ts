import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../src/core/source.js'
import { IncrementalParser } from '../../src/parser/incremental.js'
import { parse, type ParseResult } from '../../src/parser/index.js'
import { fuzzInput, PROGRAMS } from '../fuzz/inputs.js'

const described = ({ file, diagnostics }: ParseResult, index: SourceIndex): unknown => ({
  file,
  diagnostics,
  places: file.declarations.map((d) => index.range(d.span)),
})

function compare(parser: IncrementalParser, text: string): void {
  const [a, b] = [new SourceIndex(), new SourceIndex()]
  const again = described(parser.parse({ path: 'a.flow', text }, a), a)
  const whole = described(parse({ path: 'a.flow', text }, b), b)
  // much quicker where they are equal
  if (!isDeepStrictEqual(again, whole)) expect(again).toEqual(whole)
}

const three = [
  'stream a =\n  from r\n\n',
  '/// of b\nstream b =\n  from a\n  where x > 1\n\n',
  '-- of nobody\nsink lake.c from b append {\n  key x\n}\n',
]

describe('parsing again after an edit', () => {
  it.each(PROGRAMS.filter((_, i) => i % 4 === 0).map((p) => [p.file, p.files[p.file]!] as const))(
    'gives the tree of the whole parser: %s',
    (_, text) => {
      const parser = new IncrementalParser()
      compare(parser, text)
      // a letter typed at many places, and taken away again
      for (let at = 7; at < text.length; at += Math.ceil(text.length / 6)) {
        compare(parser, `${text.slice(0, at)}x${text.slice(at)}`)
        compare(parser, `${text.slice(0, at)}${text.slice(at + 1)}`)
        compare(parser, text)
      }
    },
  )

  it('gives it for texts that make no sense, one after the other', () => {
    const parser = new IncrementalParser()
    for (let number = 0; number < 150; number++) {
      const input = fuzzInput(number)
      compare(parser, input.files[input.file]!)
    }
  })

  it('reads no declaration twice that has not changed', () => {
    const parser = new IncrementalParser()
    const first = parser.parse({ path: 'a.flow', text: three.join('') }, new SourceIndex())
    const edited = parser.parse(
      { path: 'a.flow', text: `${three[0]!.replace('from r', 'from rr')}${three[1]}${three[2]}` },
      new SourceIndex(),
    )
    const [a, b, c] = first.file.declarations
    expect(edited.file.declarations[0]).not.toBe(a)
    expect(edited.file.declarations[1]).toBe(b)
    expect(edited.file.declarations[2]).toBe(c)
  })

  it.each([
    ['a new one above', ['stream z =\n  from r\n\n', ...three]],
    ['two in another order', [three[1]!, three[0]!, three[2]!]],
    ['one less', three.slice(1)],
    ['one of them with a mistake of its own', [three[0]!, three[1]!.replace('> 1', '>'), three[2]!]],
    ['one that is never closed', [three[0]!, three[1]!, three[2]!.replace('}', '')]],
    ['a bracket that is not closed in the middle', [three[0]!, "table t from cdc c 't' {\n  primary key a\n\n", three[2]!]],
    ['the same one twice', [three[0]!, three[0]!, three[1]!]],
    ['a comment that speaks to the compiler', [three[0]!, '-- flow:ignore FLOW4018 because it is so\n', three[1]!]],
    ['text above the first one', ['frobnicate\n\n', ...three]],
    [
      'a block of SQL with a declaration word in column 1',
      ['sql s (a) returns (x int) = """\nselect x\ntable a\n"""\n\n', ...three],
    ],
    ['lines that end as on Windows', three.map((t) => t.replaceAll('\n', '\r\n'))],
    ['nothing', []],
  ])('is right about %s', (_, texts) => {
    const parser = new IncrementalParser()
    compare(parser, three.join(''))
    compare(parser, texts.join(''))
    compare(parser, three.join(''))
  })

  it('keeps what it knows over a text that it cannot cut', () => {
    const parser = new IncrementalParser()
    const first = parser.parse({ path: 'a.flow', text: three.join('') }, new SourceIndex())
    parser.parse({ path: 'a.flow', text: `${three[0]}${three[1]!.replace('where x', 'where (x')}${three[2]}` }, new SourceIndex())
    const mended = parser.parse({ path: 'a.flow', text: three.join('') }, new SourceIndex())
    expect(mended.file.declarations[2]).toBe(first.file.declarations[2])
  })

  it('finds the comments of the whole text', () => {
    const source = { path: 'a.flow', text: three.join('') }
    const again = new IncrementalParser().parse(source, new SourceIndex())
    expect(again.trivia()).toEqual(parse(source, new SourceIndex()).trivia())
  })

  it('knows the example of the language page', () => {
    const text = readFileSync(new URL('./fixtures/orders.flow', import.meta.url), 'utf8')
    const parser = new IncrementalParser()
    compare(parser, text)
    compare(parser, text.replace('5 minutes', '6 minutes'))
  })
})
