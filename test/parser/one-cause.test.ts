// One slip is one message, and its fix mends all of it.
import { expect, it } from 'vitest'
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
