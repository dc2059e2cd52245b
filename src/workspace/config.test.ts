import { describe, expect, it } from 'vitest'
import { SourceIndex } from '../core/source.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import { DEFAULT_CONFIG, readConfig } from './config.js'
import { NO_SETTINGS } from './environment.js'

function read(text: string): { config: ReturnType<typeof readConfig>; found: readonly string[] } {
  const index = new SourceIndex()
  const bag = new DiagnosticBag()
  const config = readConfig({ path: 'flow.config.json', text }, index, bag)
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
        own: {
          ...NO_SETTINGS,
          registry: {
            url: { env: 'REGISTRY_URL' },
            user: 'ci',
            password: { env: 'REGISTRY_PASSWORD' },
            token: null,
            ca: 'ca.pem',
            options: [],
          },
        },
        environments: new Map(),
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
      [
        '1:3 FLOW0203 `target` is the text "flink-9", it needs one of `flink-2.2`, `flink-2.3`, `flink-2.1`, `flink-1.20`, `confluent`',
      ],
    ],
    [
      'a text where a list is wanted',
      '{ "sources": "sales" }',
      ['1:3 FLOW0203 `sources` is the text "sales", it needs a list of folders'],
    ],
    [
      'a secret in the file',
      '{ "registry": { "url": "http://r", "password": "x" } }',
      [
        '1:36 FLOW0209 `registry.password` holds a secret, and a secret has no place in a file (refer to it: `{"secret": "PASSWORD"}`)',
      ],
    ],
    [
      'a login inside an address',
      '{ "connect": { "url": "http://u:p@host" } }',
      ['1:16 FLOW0209 `connect.url` holds a secret, and a secret has no place in a file (refer to it: `{"secret": "URL"}`)'],
    ],
    [
      'a secret under the free name of a catalog, and an option that no catalog has',
      '{ "catalogs": { "lake": { "s3.secret-access-key": "x", "warehous": "w" } } }',
      [
        '1:27 FLOW0209 `catalogs.lake.s3.secret-access-key` holds a secret, and a secret has no place in a file (refer to it: `{"secret": "S3_SECRET_ACCESS_KEY"}`)',
        '1:56 FLOW0202 there is no setting `warehous` (did you mean `warehouse`?)',
      ],
    ],
    [
      'what the compiler decides',
      '{ "kafka": { "properties": { "group.id": "x" } }, "flink": { "settings": { "execution.checkpointing.interval": "1 s" } } }',
      [
        '1:30 FLOW0203 `kafka.properties.group.id` is the text "x", it needs another place: the name of the pipeline decides it',
        '1:76 FLOW0203 `flink.settings.execution.checkpointing.interval` is the text "1 s", it needs another place: `checkpoint` decides it',
      ],
    ],
    [
      'a misspelt name in an environment',
      '{ "environments": { "dev": { "kafka": { "bootstap": "k:9092" } } } }',
      ['1:41 FLOW0202 there is no setting `bootstap` (did you mean `bootstrap`?)'],
    ],
    [
      'a duration in another form, a URL that is none, a number below one',
      '{ "checkpoint": "10s", "flink": { "plans": "/plans" }, "topics": { "replicas": 0 } }',
      [
        '1:3 FLOW0203 `checkpoint` is the text "10s", it needs a duration as in programs: `10 seconds`, `7 days`',
        '1:35 FLOW0203 `flink.plans` is the text "/plans", it needs a URL of a folder that the cluster reaches: `s3://…`, `file:///…`',
        '1:68 FLOW0203 `topics.replicas` is the number 0, it needs a whole number from 1 on',
      ],
    ],
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
