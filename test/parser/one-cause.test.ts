// One slip is one message, and its fix mends all of it.
import { describe, expect, it } from 'vitest'
import { ORDERS, LAKE, PIPELINE, toLake } from '../check/base.js'
import { checkProgram } from '../support/check-program.js'

const whole = (query: string, more = ''): string => [PIPELINE, ORDERS, LAKE, query, toLake('r'), more].join('\n')
const query = (clauses: string): string => whole(`stream r =\n  from orders\n  ${clauses}`)

it.each<[string, string, string, string | null]>([
  ['three names without commas', query('select order_id region amount'), 'FLOW1028', query('select order_id, region, amount')],
  [
    'four names without commas',
    query('select order_id, region amount made_at'),
    'FLOW1028',
    query('select order_id, region, amount, made_at'),
  ],
  ['two names are a name and its alias', query('select order_id region'), 'FLOW1020', query('select order_id as region')],
  [
    '`having` without groups',
    query('having amount > 1\n  select order_id'),
    'FLOW1057',
    query('where amount > 1\n  select order_id'),
  ],
  [
    '`having` behind a select',
    query('select order_id\n  having order_id > 1'),
    'FLOW1057',
    query('select order_id\n  where order_id > 1'),
  ],
  ['`having` of an aggregate without groups', query('select order_id\n  having count(*) > 1'), 'FLOW1057', null],
  [
    'an indented declaration',
    query('select order_id').replace('\nstream r', '\n  stream r'),
    'FLOW1008',
    query('select order_id'),
  ],
  [
    'a message key without columns at a sink',
    whole(
      'stream r =\n  from orders\n  select order_id',
      "sink kafka 'shop.r.made.v1' from r append {\n  format json\n  message key as text\n}\n",
    ),
    'FLOW1056',
    null,
  ],
  [
    'a message key without columns at a source',
    query('select order_id').replace('message key  order_id as text', 'message key as text'),
    'FLOW1056',
    null,
  ],
])('%s', (_, text, code, fixed) => {
  const { diagnostics, index, lines } = checkProgram({ 'main.flow': text })
  expect(lines.map((l) => l.split(' ')[0])).toEqual([code])
  if (fixed === null) return
  const edits = diagnostics[0]!.fixes[0]!.edits.map((e) => ({ ...index.range(e.span), text: e.text }))
  const mended = edits.sort((a, b) => b.start - a.start).reduce((t, e) => t.slice(0, e.start) + e.text + t.slice(e.end), text)
  expect(mended).toBe(fixed)
  expect(checkProgram({ 'main.flow': mended }).lines).toEqual([])
})

it('a text that is no time says how a time is written', () => {
  const { diagnostics } = checkProgram({ 'main.flow': query("where created_at > '2026-01-01x'") })
  expect(diagnostics[0]!.help).toBe("this text is none: the form is `TIMESTAMP '2024-12-31 23:59:59.999'`")
})

describe('a slip that has one way out is mended by its fix', () => {
  const SCHEMA = 'schema S {\n  id bigint not null,\n  at timestamp(3) not null\n}\n'
  const stream = (block: string): string => `${SCHEMA}stream s from kafka 'shop.raw.seen.v1' {\n  schema S\n${block}}\n`
  const TIMED = stream('  time at late by 1 second, idle never\n')
  it.each<[string, string, string]>([
    ['FLOW1023', stream('') + 'stream r =\n  from s\n  order by id\n', stream('') + 'stream r =\n  from s\n  \n'],
    ['FLOW1023', stream('') + 'stream r =\n  from s\n  select id limit 5\n', stream('') + 'stream r =\n  from s\n  select id\n'],
    ['FLOW1036', stream('  start earliest\n  start latest\n'), stream('  start earliest\n  \n')],
    [
      'FLOW3011',
      stream('') + 'stream r =\n  from s\n  select coalesc(id, 1) as x\n',
      stream('') + 'stream r =\n  from s\n  select coalesce(id, 1) as x\n',
    ],
    [
      'FLOW3022',
      stream('  time at late by 1 second, idle never\n') +
        'stream r =\n  from s\n  window tumble 1 hour late count\n  group by id\n  select id, at, count(*) as n\n',
      stream('  time at late by 1 second, idle never\n') +
        'stream r =\n  from s\n  window tumble 1 hour late count\n  group by id, at\n  select id, at, count(*) as n\n',
    ],
    [
      'FLOW4028',
      stream('  time at late by 1 second, idle never\n  late accept\n'),
      stream('  time at late by 1 second, idle never\n  \n'),
    ],
    ['FLOW1013', stream('').replace('id bigint', 'id § bigint'), stream('').replace('id bigint', 'id  bigint')],
    [
      'FLOW2030',
      `param size duration = 5 minutes\n${TIMED}stream r =\n  from s\n  window tumble siez late count\n  group by ()\n  select count(*) as n\n`,
      `param size duration = 5 minutes\n${TIMED}stream r =\n  from s\n  window tumble size late count\n  group by ()\n  select count(*) as n\n`,
    ],
    [
      'FLOW4034',
      stream('').replace("'shop.raw.seen.v1'", "('shop.raw.seen.v1', 'shop.raw.seen.v1')"),
      stream('').replace("'shop.raw.seen.v1'", "('shop.raw.seen.v1')"),
    ],
    [
      'FLOW4083',
      `${stream('')}stream r =\n  from s\n  where id is not null\n  select id\n`,
      `${stream('')}stream r =\n  from s\n  \n  select id\n`,
    ],
    [
      'FLOW4080',
      `${stream('  time at late by 1 second, idle never\n  late accept\n')}stream r =\n  from s\n  window tumble 1 hour late count\n  group by ()\n  select count(*) as n\n`,
      `${stream('  time at late by 1 second, idle never\n  \n')}stream r =\n  from s\n  window tumble 1 hour late count\n  group by ()\n  select count(*) as n\n`,
    ],
    ['FLOW1009', stream('').replace('  schema S', 'schema S'), stream('')],
  ])('%s', (code, text, fixed) => {
    const { diagnostics, index, lines } = checkProgram({ 'main.flow': text })
    const d = diagnostics.find((x) => x.code === code)
    if (d === undefined) throw new Error(lines.join('\n'))
    const edits = d.fixes[0]!.edits.map((e) => ({ ...index.range(e.span), text: e.text }))
    const mended = edits.sort((a, b) => b.start - a.start).reduce((t, e) => t.slice(0, e.start) + e.text + t.slice(e.end), text)
    expect(mended).toBe(fixed)
    expect(checkProgram({ 'main.flow': mended }).diagnostics.filter((x) => x.severity !== 'note')).toEqual([])
  })
})
