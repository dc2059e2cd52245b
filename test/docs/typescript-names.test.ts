// docs/typescript.md: the table of names lists what is called otherwise than in the text, and nothing that is not there.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as flowc from '../../src/api/index.js'
import { METHOD_NAMES } from '../../src/api/operators.js'
import { Steps } from '../../src/api/pipelines/test-steps.js'
import { Query } from '../../src/api/relations/query.js'
import { Relation } from '../../src/api/relations/relation.js'
import { Source } from '../../src/api/sources/source.js'
import { callableNames } from '../../src/functions/catalog.js'
import * as t from '../../src/parser/tokens.js'

const page = readFileSync(new URL('../../docs/typescript.md', import.meta.url), 'utf8')
const section = (title: string): string => page.slice(page.indexOf(`\n## ${title}\n`) + 4).split('\n## ')[0]!

const methodsOf = (prototype: object): readonly string[] =>
  Object.getOwnPropertyNames(prototype).filter((n) => n !== 'constructor' && n !== 'toString')
const prototypes = [Query, Relation, Source, Steps].map((c) => c.prototype)
const methods = new Set([
  ...METHOD_NAMES,
  ...[...prototypes, Object.getPrototypeOf(flowc.pipeline('x')) as object].flatMap(methodsOf),
  'else',
  'end',
  'when',
  'city',
])
const exported = new Set(Object.keys(flowc))

/** Words without their case and signs: `TIMESTAMPADD`, `char_length`. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, '')
const inText = new Set([...t.words.keys(), ...callableNames(), 'bytes', 'truncate', 'bucket'].map(plain))
/** Of the package, not of programs. */
const BESIDE = ['defineConfig', 'defineEnvironment', 't']

describe('the table of names', () => {
  const rows = section('Names')
    .split('\n')
    .filter((l) => l.startsWith('| ') && !/^\| (?:In the text|-)/.test(l))
  const right = rows.map((r) => r.replaceAll('\\|', '').split('|')[2]!)
  const called = right.flatMap((cell) =>
    [...cell.matchAll(/(\.?)\b([A-Za-z]+)(?=[(`])/g)].map((m) => ({ dot: m[1] === '.', name: m[2]! })),
  )

  it('names what there is', () => {
    expect(rows.length).toBeGreaterThan(30)
    const unknown = called.filter(({ dot, name }) => !(dot ? methods.has(name) || name in flowc.t : exported.has(name)))
    expect(unknown.map((c) => c.name)).toEqual([])
  })

  it('names everything that is called otherwise than in the text', () => {
    const listed = new Set(called.map((c) => c.name))
    const other = [...exported, ...methods].filter((name) => !inText.has(plain(name)) && !listed.has(name))
    expect(other.filter((name) => !BESIDE.includes(name))).toEqual([])
  })
})
