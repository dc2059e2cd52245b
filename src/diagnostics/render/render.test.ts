import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../../core/source.js'
import type { Location, Span } from '../../core/span.js'
import { define, diagnostic, type Label, type ReportOptions } from '../define.js'
import { displayWidth } from './display-width.js'
import { renderGithub } from './github.js'
import { diagnosticJson } from './json.js'
import type { Places } from './places.js'
import { renderSarif } from './sarif.js'
import { renderText } from './text.js'

const mismatch = define<{ text: string }>('FLOW2107', 'mismatch', 'error', (p) => p.text)

/** A file in which `«…»` marks the primary span and `‹…›` a related one. */
function source(path: string, marked: string): { add: (index: SourceIndex) => void; primary: Span; related: Span } {
  let text = ''
  const at: Record<string, number> = {}
  for (const character of marked) {
    if ('«»‹›'.includes(character)) at[character] = text.length
    else text += character
  }
  const id = `${path}|all`
  return {
    add: (index) => {
      index.addFile({ path, text })
      index.addDeclaration(id, path, 0)
    },
    primary: { declaration: id, start: at['«'] ?? 0, end: at['»'] ?? 0 },
    related: { declaration: id, start: at['‹'] ?? 0, end: at['›'] ?? 0 },
  }
}

function show(
  marked: string,
  label = '',
  related?: (file: ReturnType<typeof source>) => readonly Label[],
  options: ReportOptions = {},
): string {
  const file = source('a.flow', marked)
  const index = new SourceIndex()
  file.add(index)
  const d = diagnostic(mismatch, file.primary, { text: 'wrong' }, { label, related: related?.(file) ?? [], ...options })
  return renderText([d], index)
}

describe('text', () => {
  it('draws both sides of a mismatch across files, with help', () => {
    const refunds = source('sales/refunds.flow', `${'\n'.repeat(13)}  select order_id, «amount»\n`)
    const orders = source('sales/orders.flow', `${'\n'.repeat(8)}  select order_id, ‹amount›\n`)
    const index = new SourceIndex()
    refunds.add(index)
    orders.add(index)
    const d = diagnostic(
      mismatch,
      refunds.primary,
      { text: 'UNION ALL needs one type' },
      {
        label: 'STRING, from subject x-value version 3',
        related: [{ span: orders.related, text: 'DECIMAL(18, 2)' }],
        notes: ['a fact without a place'],
        help: 'cast it where it is read',
      },
    )
    expect(renderText([d], index)).toBe(`error[FLOW2107]: UNION ALL needs one type
  --> sales/refunds.flow:14:20
   |
14 |   select order_id, amount
   |                    ^^^^^^ STRING, from subject x-value version 3
  --> sales/orders.flow:9:20
   |
 9 |   select order_id, amount
   |                    ------ DECIMAL(18, 2)
note: a fact without a place
help: cast it where it is read
`)
  })

  const frames: readonly (readonly [string, string, string])[] = [
    ['a tab before the place takes four columns', '\t«x» y', '1 |     x y\n  |     ^'],
    ['a tab inside the place is underlined whole', 'a«\t»b', '1 | a   b\n  |  ^^^'],
    ['a wide character takes two columns', "'日本' «x»", "1 | '日本' x\n  |        ^"],
    ['a wide character is underlined with two signs', '«日»', '1 | 日\n  | ^^'],
    ['a character outside the BMP is one place', "'😀' «x»", "1 | '😀' x\n  |      ^"],
    ['a combining mark takes no column', 'e\u0301 «x»', '1 | e\u0301 x\n  |   ^'],
    ['a zero-width place gets one sign', 'ab«»cd', '1 | abcd\n  |   ^'],
    ['the end of a line', 'ab«»\ncd', '1 | ab\n  |   ^'],
    ['the end of the file', 'ab«»', '1 | ab\n  |   ^'],
    ['an empty file', '«»', '1 |\n  | ^'],
    ['a line that ends in CRLF shows no carriage return', 'x\r\n«y»\r\nz', '2 | y\n  | ^'],
    ['a lone carriage return ends a line', 'x\r«y»', '2 | y\n  | ^'],
    ['a place over several lines is underlined to the end of its first', '  «ab\n  c»d', '1 |   ab\n  |   ^^'],
    ['a control character is shown, not sent', 'a\u001b[31m«b»', '1 | a␛[31mb\n  |       ^'],
    ['a direction override is shown as a replacement sign', 'a\u202e«b»', '1 | a\ufffdb\n  |   ^'],
  ]
  it.each(frames)('%s', (_, marked, expected) => {
    const lines = show(marked).split('\n')
    expect(lines.slice(3, -1).join('\n')).toBe(expected)
  })

  it('shows what steers a terminal in a message, a note and a help, whoever wrote it', () => {
    const steering = 'a\u001b]0;x\u0007b\u202ec\u009bd\ne'
    const d = { ...diagnostic(mismatch, null, { text: steering }), notes: [steering], help: steering }
    expect(renderText([d], new SourceIndex())).toBe(
      ['error[FLOW2107]: ', 'note: ', 'help: '].map((head) => `${head}a␛]0;x␇b\ufffdc\ufffdd\ne\n`).join(''),
    )
  })

  it('puts labels of one line into one frame', () => {
    const text = show('where ‹a› > «b»', 'STRING', (f) => [{ span: f.related, text: 'INT' }])
    expect(text.split('\n').slice(1, -1)).toEqual([
      ' --> a.flow:1:11',
      '  |',
      '1 | where a > b',
      '  |           ^ STRING',
      '  |       - INT',
    ])
  })

  it('counts columns in UTF-16 units', () => {
    expect(show("'😀' «x»")).toContain('a.flow:1:6')
  })

  it.each([
    ['the end', `${'x'.repeat(400_000)}«y»`],
    ['the middle', `${'x'.repeat(200_000)}«y»${'z'.repeat(200_000)}`],
    ['the beginning', `«y»${'x'.repeat(400_000)}`],
  ])('cuts a very long line around a place at %s', (_, marked) => {
    const lines = show(marked).split('\n')
    const sourceLine = lines[3]!
    expect(sourceLine.length).toBeLessThan(140)
    expect(sourceLine[lines[4]!.indexOf('^')]).toBe('y')
  })

  it('keeps a long underline inside the cut line', () => {
    const lines = show(`${'x'.repeat(300)}«${'y'.repeat(3000)}»`).split('\n')
    expect(lines[4]!.length).toBeLessThanOrEqual(lines[3]!.length)
  })

  it('shows a diagnostic without a place as headline and help only', () => {
    const d = diagnostic(mismatch, null, { text: 'no file `x`' }, { help: 'look' })
    expect(renderText([d, d], new SourceIndex())).toBe(
      'error[FLOW2107]: no file `x`\nhelp: look\n\nerror[FLOW2107]: no file `x`\nhelp: look\n',
    )
  })
})

describe('machine forms', () => {
  const file = source('dir one/a.flow', '\n‹p›\n  «q», r\n')
  const index = new SourceIndex()
  file.add(index)
  const d = diagnostic(
    mismatch,
    file.primary,
    { text: '100% wrong,\nreally: `q`' },
    {
      label: 'here',
      related: [{ span: file.related, text: 'there' }],
      help: 'mend it',
      fixes: [{ title: 'remove it', edits: [{ span: file.primary, text: '' }] }],
    },
  )
  const range = { start: { line: 3, column: 3, offset: 5 }, end: { line: 3, column: 4, offset: 6 } }

  it('json has places on both sides and fixes as edits', () => {
    expect(diagnosticJson(d, index)).toEqual({
      code: 'FLOW2107',
      severity: 'error',
      message: '100% wrong,\nreally: `q`',
      file: 'dir one/a.flow',
      range,
      label: 'here',
      related: [
        {
          file: 'dir one/a.flow',
          range: { start: { line: 2, column: 1, offset: 1 }, end: { line: 2, column: 2, offset: 2 } },
          message: 'there',
        },
      ],
      notes: [],
      help: 'mend it',
      fixes: [{ title: 'remove it', edits: [{ file: 'dir one/a.flow', range, text: '' }] }],
    })
  })

  it('github escapes what its command syntax gives a meaning', () => {
    expect(renderGithub([d], index)).toBe(
      '::error file=dir one/a.flow,line=3,col=3,endLine=3,endColumn=4,title=FLOW2107::100%25 wrong,%0Areally: `q`%0Ahere%0Adir one/a.flow:2:1 there%0Ahelp: mend it\n',
    )
  })

  it('sarif names the rule, the place in UTF-16 columns and the other side', () => {
    const log = JSON.parse(
      renderSarif([{ diagnostics: [d], places: index }], { name: 'flowc', version: '1', nameOf: () => 'mismatch' }),
    )
    expect(log.runs[0].columnKind).toBe('utf16CodeUnits')
    expect(log.runs[0].tool.driver.rules).toEqual([{ id: 'FLOW2107', name: 'mismatch' }])
    expect(log.runs[0].results[0]).toMatchObject({
      ruleId: 'FLOW2107',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'dir%20one/a.flow' }, region: { startLine: 3, startColumn: 3 } } },
      ],
      relatedLocations: [{ message: { text: 'there' } }],
    })
  })
})

it('measures text as a terminal draws it', () => {
  expect(displayWidth('abc')).toBe(3)
  expect(displayWidth('한국')).toBe(4)
  expect(displayWidth('👍🏽')).toBe(4)
  expect(displayWidth('e\u0301')).toBe(1)
})

describe('a place in a script', () => {
  const script = 'const big = orders.where((o) => o.a.gt(o.b))'
  const clause = `  where ${'(long and '.repeat(20)}a > b`
  /** Offsets of the script; what they mean in the clause is found by the same text. */
  const places = (line: string): Places => {
    const at = (start: number, end: number): Location => ({
      file: 'big.flow.ts',
      start: { line: 1, column: start + 1, offset: start },
      end: { line: 1, column: end + 1, offset: end },
    })
    return {
      locate: (s) => at(s.start, s.end),
      file: (path) => ({ path, text: script }),
      flow: (s) => {
        const start = line.lastIndexOf(script.slice(s.start, s.end))
        return start < 0 ? null : { at: at(start, start + s.end - s.start), line }
      },
    }
  }
  const spanOf = (text: string): Span => {
    const start = script.lastIndexOf(text)
    return { declaration: 'x', start, end: start + text.length }
  }
  const d = diagnostic(
    mismatch,
    spanOf('a'),
    { text: 'wrong' },
    {
      label: 'TEXT',
      related: [{ span: spanOf('b'), text: 'INT' }],
      fixes: [{ title: 'cast', edits: [{ span: spanOf('a'), text: 'x' }] }],
    },
  )
  it('has the clause below it, each side of a mismatch underlined', () => {
    expect(renderText([d], places('  where a > b'))).toBe(`error[FLOW2107]: wrong
 --> big.flow.ts:1:35
  |
1 | const big = orders.where((o) => o.a.gt(o.b))
  |                                   ^ TEXT
  |                                          - INT
  = where a > b
          ^
              -
`)
  })
  it('has a long clause cut around it', () => {
    const [line, first, second] = renderText([d], places(clause)).split('\n').slice(6)
    expect(line).toMatch(/^ {2}= ….*a > b$/)
    expect(line!.length).toBeLessThan(130)
    expect(line![first!.indexOf('^')]).toBe('a')
    expect(line![second!.indexOf('-')]).toBe('b')
  })
  it('is data with what it is in the text, and no edits', () => {
    expect(diagnosticJson(d, places('  where a > b'))).toMatchObject({
      file: 'big.flow.ts',
      flow: { text: 'where a > b', column: 7, endColumn: 8, line: 1 },
      related: [{ flow: { text: 'where a > b', column: 11 } }],
      fixes: [{ title: 'cast', edits: [] }],
    })
    expect(renderGithub([d], places('  where a > b'))).toContain('%0Aas .flow: where a > b%0A')
  })
})
