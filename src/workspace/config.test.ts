import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../core/source.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import { DEFAULT_CONFIG, readConfig } from './config.js'

function read(text: string): { config: ReturnType<typeof readConfig>; found: readonly string[] } {
  const index = new SourceIndex()
  const bag = new DiagnosticBag()
  const config = readConfig('flow.config.json', text, index, bag)
  const found = bag.all.map((d) => {
    const at = index.locate(d.primary!.span)
    return `${at.start.line}:${at.start.column} ${d.code} ${d.message}${d.help === null ? '' : ` (${d.help})`}`
  })
  return { config, found }
}

describe('flow.config.json', () => {
  it('takes all settings', () => {
    const text = `{ "sources": ["sales"], "target": "flink-1.20", "output": "build",
      "registry": { "url": { "env": "REGISTRY_URL" }, "user": "ci", "password": { "env": "REGISTRY_PASSWORD" }, "ca": "ca.pem" } }`
    expect(read(text)).toEqual({
      found: [],
      config: {
        sources: ['sales'],
        target: 'flink-1.20',
        output: 'build',
        registry: { url: { env: 'REGISTRY_URL' }, user: 'ci', password: { env: 'REGISTRY_PASSWORD' }, token: null, ca: 'ca.pem' },
      },
    })
  })
  it('has defaults for everything', () => {
    expect(read('{}')).toEqual({ found: [], config: DEFAULT_CONFIG })
  })

  const wrong: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a misspelt setting',
      '{\n  "tarjet": "flink-2.2"\n}',
      ['2:3 FLOW0202 there is no setting `tarjet` (did you mean `target`?)'],
    ],
    [
      'an unknown target',
      '{ "target": "flink-9" }',
      ['1:3 FLOW0203 `target` is the text "flink-9", it needs one of `flink-2.2`, `flink-2.3`, `flink-1.20`'],
    ],
    [
      'a text where a list is wanted',
      '{ "sources": "sales" }',
      ['1:3 FLOW0203 `sources` is the text "sales", it needs a list of folders'],
    ],
    [
      'a secret in the file',
      '{ "registry": { "url": "http://r", "password": "x" } }',
      ['1:36 FLOW0203 `registry.password` is the text "x", it needs `{"env": "NAME"}`: a secret has no place in a file'],
    ],
    ['a registry without an address', '{ "registry": {} }', ['1:3 FLOW0203 `registry` is an object, it needs a `url`']],
    ['a list', '[]', ['1:1 FLOW0203 `flow.config.json` is a list, it needs an object']],
    [
      'two mistakes',
      '{ "output": 1,\n "sources": [] }',
      [
        '1:3 FLOW0203 `output` is the number 1, it needs a folder',
        '2:2 FLOW0203 `sources` is a list, it needs a list of folders',
      ],
    ],
  ]
  it.each(wrong)('refuses %s and points at it', (_, text, expected) => {
    expect([...read(text).found].sort()).toEqual(expected)
  })
  it.each(['{ "target": ', '{ target: 1 }', ''])('refuses what is not JSON: %j', (text) => {
    const { found, config } = read(text)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('FLOW0201 the configuration is not JSON')
    expect(config).toBe(DEFAULT_CONFIG)
  })
  it('finds a key behind equal names elsewhere, escapes and lists', () => {
    const text = '{ "output": "a \\" \\"registry\\"", "sources": ["x", "registry"], "registry": { "url": "u", "uri": 1 } }'
    const column = text.indexOf('"uri"') + 1
    expect(read(text).found).toEqual([`1:${column} FLOW0202 there is no setting \`uri\` (did you mean \`url\`?)`])
  })
})
