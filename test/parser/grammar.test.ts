import { readFileSync } from 'node:fs'
import { createToken, EmbeddedActionsParser } from 'chevrotain'
import { describe, expect, it } from 'vitest'
import { FORMS } from '../../src/parser/words.js'
import { FlowGrammar } from '../../src/parser/grammar.js'
import * as t from '../../src/parser/tokens.js'
import { conflicts } from '../../tools/grammar-analysis.js'
import { entries, GRAMMAR_FILE, grammarText, RAILROAD_FILE } from '../../tools/gen-grammar.js'
import { railroad } from '../../tools/railroad.js'
import { clause, read } from './tree.js'

/** Every place where one token does not decide, and what decides there. */
const APPROVED: Readonly<Record<string, string>> = {
  'type OR 1|4': 'gate: `<` follows',
  'type OR 2|4': 'gate: `<` follows',
  'type OR 3|4': 'gate: `<` follows',
  'intervalRange OPTION2': '`to` belongs to the interval, not to the `floor` around it',
  'trim OPTION': 'gate: `from` or an operand follows `both`',
  'primary OR 1|6': 'gate: `(` follows `cast`',
  'primary OR 3|6': 'gate: a text in double quotes is a text',
  'named OR 1|7': 'gate: what an interval has follows `interval`',
  'named OR 1|8': 'gate: what an interval has follows `interval`',
  'named OR 2|7': 'gate: a text follows, or `with`',
  'named OR 2|8': 'gate: a text follows, or `with`',
  'named OR 3|7': 'gate: a text follows',
  'named OR 3|8': 'gate: a text follows',
  'named OR 4|7': 'gate: `[` follows; a column of that name takes backquotes',
  'named OR 4|8': 'gate: `[` follows; a column of that name takes backquotes',
  'named OR 5|7': 'gate: `(` follows',
  'named OR 5|8': 'gate: `(` follows',
  'named OR 6|7': 'gate: the word of the form stands directly in the brackets',
  'named OR 6|8': 'gate: the word of the form stands directly in the brackets',
  'named OR 7|8': 'gate: `(` follows',
  'predicate OPTION1': 'gate: an operand follows `symmetric`',
  'groupClause OR 1|2': 'gate: `)` follows',
  'groupClause MANY': 'gate: the list goes on behind the comma',
  'selectItems MANY': 'gate: the list goes on behind the comma',
  'selectItem OR 2|3': 'gate: `.` and `*` follow',
  'extendClause MANY': 'gate: the list goes on behind the comma',
  'tuning MANY': 'gate: the list goes on behind the comma',
  'configProperty AT_LEAST_ONE': 'gate: `env` and `secret` begin a value before `(`',
  'with MANY': 'gate: the list goes on behind the comma',
  'sinkFormat OR 1|2': 'gate: a number follows `version`',
  'kafka OPTION': 'gate: a topic follows the name of the connection',
  'kafka MANY': 'gate: the list goes on behind the comma',
  'schemaClause OR 1|3': '`registry` is the registry; a schema of that name takes backquotes',
  'schemaClause OR 2|3': 'gate: a text follows `file`',
  'timeSource OR 1|3': 'gate: neither `.` nor `as` follows `commit`; a column of that name takes backquotes',
  'timeSource OR 2|3': 'gate: `(` follows',
  'instant OR 1|2': 'gate: a text in double quotes is a text',
  'metaClause MANY': 'gate: the list goes on behind the comma',
  'sinkHead OR 1|2': 'gate: a text follows `kafka`',
  'importDeclaration MANY': 'gate: the list goes on behind the comma',
  'importPipeline MANY': 'gate: the list goes on behind the comma',
  'paramDeclaration OR 1|2': 'gate: a word follows the number',
  'fnDeclaration MANY': 'gate: the list goes on behind the comma',
  'sqlDeclaration MANY': 'gate: the list goes on behind the comma',
  'forHead MANY': 'gate: the list goes on behind the comma',
  'expect OR 1|6': 'gate: `from` follows `nothing`',
  'expect OR 2|6': '`changes` is the keyword; a relation of that name takes backquotes',
  'expect OR 3|6': '`dlq` is the keyword; a relation of that name takes backquotes',
  'expect OR 4|6': '`watermark` is the keyword; a relation of that name takes backquotes',
  'expect OR 5|6': 'gate: a text follows `error`',
  'cell OR 6|9': 'gate: a text follows',
  'cell OR 7|9': 'gate: `[` follows',
  'cell OR4 1|2': 'gate: `=` follows the name',
  'cell OR 8|9': 'gate: `(` follows',
}

describe('the grammar', () => {
  const grammar = new FlowGrammar(false)
  const rules = grammar.getGAstProductions()

  it('is sound for chevrotain, which validates it here and nowhere else', () => {
    expect(Object.keys(rules).length).toBeGreaterThan(50)
  })

  it('has no choice that one token does not decide, but for the approved ones', () => {
    const found = conflicts(rules, t.vocabulary, entries()).map((c) => c.place)
    expect(found).toEqual(Object.keys(APPROVED))
  })

  it('is checked by an analysis that sees what chevrotain does not', () => {
    const [A, B] = [createToken({ name: 'A', pattern: /a/ }), createToken({ name: 'B', pattern: /b/ })]
    class Small extends EmbeddedActionsParser {
      constructor() {
        super([A, B], { skipValidations: false })
        this.performSelfAnalysis()
      }
      // `list` may end with the token that goes on after it
      readonly start = this.RULE('start', () => {
        this.SUBRULE(this.list)
        this.CONSUME(A)
      })
      readonly list = this.RULE('list', () => {
        this.MANY(() => this.CONSUME(A))
        this.OPTION(() => this.CONSUME(B))
      })
      readonly gated = this.RULE('gated', () =>
        this.OR([
          { GATE: () => true, ALT: () => this.CONSUME(A) },
          { ALT: () => this.CONSUME1(A) },
          { ALT: () => this.CONSUME(B) },
        ]),
      )
    }
    expect(conflicts(new Small().getGAstProductions(), [A, B], ['start', 'gated'])).toEqual([
      { place: 'list MANY', tokens: ['A'] },
      { place: 'gated OR 1|2', tokens: ['A'] },
    ])
  })

  it('reaches all its rules from those that are read', () => {
    const reached = new Set<string>()
    const visit = (name: string): void => {
      if (reached.has(name)) return
      reached.add(name)
      const walk = (p: { nonTerminalName?: string; definition?: unknown[] }): void => {
        if (p.nonTerminalName !== undefined) visit(p.nonTerminalName)
        else for (const inner of p.definition ?? []) walk(inner as never)
      }
      walk(rules[name] as never)
    }
    entries().forEach(visit)
    expect(Object.keys(rules).filter((r) => !reached.has(r))).toEqual([])
  })

  it('uses every word that it knows', () => {
    const used = new Set<string>()
    const walk = (p: { terminalType?: { name: string }; nonTerminalName?: string; definition?: unknown[] }): void => {
      if (p.nonTerminalName !== undefined) return
      if (p.terminalType !== undefined) {
        used.add(p.terminalType.name)
        if (p.terminalType.name === 'IntervalUnit')
          for (const [, type] of t.words) if (type.CATEGORIES?.includes(t.IntervalUnit)) used.add(type.name)
      }
      for (const inner of p.definition ?? []) walk(inner as never)
    }
    Object.values(rules).forEach((r) => walk(r as never))
    // `like` … `on` are reserved for what later versions do with them
    expect([...t.words].filter(([word, type]) => !used.has(type.name) && !t.RESERVED.has(word)).map(([word]) => word)).toEqual([])
  })

  it('is what grammar/flow.ebnf says', () => {
    expect(readFileSync(GRAMMAR_FILE, 'utf8'), 'run `npx tsx tools/gen-grammar.ts`').toBe(grammarText())
  })

  it('is drawn in grammar/railroad.html, a diagram a piece', () => {
    const page = railroad(grammarText())
    expect(readFileSync(RAILROAD_FILE, 'utf8') === page, 'run `npx tsx tools/gen-grammar.ts`').toBe(true)
    const drawn = [...page.matchAll(/<h2 id="(\w+)">/g)].map((m) => m[1])
    expect(drawn).toEqual(expect.arrayContaining(Object.keys(rules)))
    expect(page.match(/<svg /g)).toHaveLength(drawn.length)
  })

  it('has one production a rule there, and no name without one', () => {
    const text = grammarText().replace(/\(\*.*?\*\)/gs, '')
    const defined = [...text.matchAll(/^([A-Za-z]+) +::=/gm)].map((m) => m[1]!)
    expect(new Set(defined).size).toBe(defined.length)
    const used = new Set([...text.replace(/"[^"]*"|\[[^\]]*\]/g, '').matchAll(/[A-Za-z]+/g)].map((m) => m[0]))
    expect([...used].filter((name) => !defined.includes(name) && !['END', 'LINE', 'RESERVED'].includes(name))).toEqual([])
    expect(defined).toEqual(expect.arrayContaining(Object.keys(rules)))
  })
})

describe('the form that a message shows', () => {
  it.each(Object.entries(FORMS))('%s is right', (key, form) => {
    const text = form.example.replace('{ … }', '{\n}')
    const program =
      (key.endsWith('Head') && key !== 'tableHead') || key.endsWith('Declaration') || key === 'importPipeline'
        ? `${text}\n`
        : inside(key, text)
    expect(read(program).messages, program).toEqual([])
  })

  const inside = (key: string, text: string): string => {
    if (key === 'from') return `stream x =\n  ${text}\n`
    if (['where', 'join', 'left', 'window', 'group', 'select', 'extend', 'union'].includes(key))
      return `stream x =\n  from r\n  ${text}\n`
    if (['owner', 'sla', 'dlq', 'checkpoint', 'time zone', 'tuning'].includes(key)) return `pipeline p {\n  ${text}\n}\n`
    if (['throughput', 'partitions', 'replicas', 'min', 'retention', 'cleanup'].includes(key))
      return `topic 't' {\n  ${text}\n}\n`
    if (key === 'key' || key === 'partition') return `sink lake.a from b append {\n  ${text}\n}\n`
    if (['given', 'expect', 'watermark', 'advance', 'restart', 'idle', 'end', 'open'].includes(key))
      return `test 't' for p {\n  ${text}\n}\n`
    if (key === 'configProperty') return `catalog c iceberg {\n  ${text}\n}\n`
    if (key === 'jar' || key === 'locally') return `fn f(card string) string from java 'F' {\n  ${text}\n}\n`
    if (key === 'field') return `schema s {\n  ${text}\n}\n`
    if (key === 'tableHead') return `test 't' for p {\n  given a\n    ${text}\n}\n`
    if (key === 'tableRow') return `test 't' for p {\n  given a\n    | a | b | c |\n    ${text}\n}\n`
    return `stream s from kafka 't' {\n  ${text}\n}\n`
  }
})

describe('reading', () => {
  it('does not depend on what was read before', () => {
    const before = clause('select a, b as c')
    read("stream x =\n  from (\n  select 'a\nschema {{{\n")
    expect(clause('select a, b as c')).toBe(before)
  })
})
