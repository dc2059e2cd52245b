// What a message says is true where it stands, and what its help offers can be done.
import { describe, expect, it } from 'vitest'
import { callableNames } from '../../src/functions/catalog.js'
import { checkProgram } from '../support/check-program.js'
import { applyFixes } from '../support/fixes.js'
import { ORDERS } from './base.js'

const found = (...clauses: readonly string[]): readonly (readonly [string, string | null])[] =>
  checkProgram({ 'x.flow': `${ORDERS}\nstream r =\n  from orders\n${clauses.map((c) => `  ${c}\n`).join('')}` }).diagnostics.map(
    (d) => [d.message, d.help],
  )

describe('a column that is not there', () => {
  it('is missing in the list that left it out, not in the relation that has it', () => {
    expect(found('select order_id, amount * 2 as twice, created_at', 'where amount > 0')).toEqual([
      ['there is no column `amount` in the `select` above', 'its columns are `order_id`, `twice`, `created_at`'],
    ])
  })
  it('is a list of what there is where nothing is near', () => {
    expect(found('where zzzzzz > 0')).toEqual([
      [
        'there is no column `zzzzzz` in `orders`',
        'its columns are `order_id`, `customer_id`, `region`, `amount`, `item`, `tags`, `created_at`, `made_at`',
      ],
    ])
  })
  it('is looked for in the relation where the name of it is written', () => {
    expect(found('select order_id', 'select region')[0]![0]).toBe('there is no column `region` in the `select` above')
  })
})

describe('NULL in a list', () => {
  it('matches nothing behind `in`; the other members do', () => {
    expect(found("where region in ('eu', null)")).toEqual([
      ['NULL in the list of `in` matches nothing', 'leave it out of the list; `… or region is null` takes NULL too'],
    ])
  })
  it('makes `not in` never true', () => {
    expect(found("where region not in ('eu', null)")).toEqual([
      [
        '`not in` with NULL in its list is never true, whatever the other side is',
        'leave it out of the list; `… and region is not null` leaves NULL out too',
      ],
    ])
  })
  it('is a comparison with NULL where it stands before `in`', () => {
    expect(found("where null in ('eu', 'us')")[0]![0]).toBe('`in` with NULL is never true, whatever the other side is')
  })
})

describe('functions', () => {
  const names = callableNames().map((n) => n.toLowerCase())
  it.each([
    'isnull(region)',
    'nvl(region, 0)',
    'len(region)',
    'getdate()',
    'uper(region)',
    'coalesc(region)',
    'summ(amount)',
    'ifnul(region)',
  ])('offers for %s only what can be called', (call) => {
    const help = found(`select ${call} as x`)[0]![1] ?? ''
    for (const [, offered] of help.matchAll(/did you mean `([^`(]+)`|or `([^`(]+)`\?/g)) expect(names).toContain(offered)
    expect(help).not.toBe('')
  })
  it('says what there is instead of a function of another dialect', () => {
    expect(found("select nvl(region, 'x') as x")[0]![1]).toBe('`coalesce(a, b)` does the same')
    expect(found("select isnull(region, 'x') as x")[0]![1]).toBe('`coalesce(a, b)` does the same')
    expect(found('select iif(true, 1, 2) as x')[0]![1]).toBe('`if(condition, a, b)` does the same')
  })
  it('says of a misspelt function of Flink that it is not there either', () => {
    expect(found('select revers(region) as x')[0]![1]).toMatch(/^`reverse` of Flink is not supported yet; /)
  })
  it('lists what can be called where a function is not supported', () => {
    expect(found('select reverse(region) as x')[0]![1]).toBe(`functions: ${names.map((n) => `\`${n}\``).join(', ')}`)
  })
})

it('says how texts are joined', () => {
  expect(found("select region + 'x' as x")[0]![1]).toBe('`||` joins texts')
  expect(found("select order_id + 1 || 'x' as x")).toHaveLength(1)
})

describe('a schema that nothing reads', () => {
  const schema = (...fields: readonly string[]): string => `schema S {\n  ${fields.join(',\n  ')}\n}\n`
  it('is checked all the same', () => {
    expect(
      checkProgram({ 'x.flow': schema('a text', 'b string', 'b int', 'c decimal(50, 2)') }).lines.map((l) => l.slice(0, 13)),
    ).toEqual(['FLOW3304 2:5 ', 'FLOW3411 4:3 ', 'FLOW3305 5:5 '])
  })
  it('is complained of once where something reads it, too', () => {
    const read = `${schema('a text')}stream s from files 'a.ndjson' {\n  schema S\n}\nstream t from files 'b.ndjson' {\n  schema S\n}\n`
    expect(checkProgram({ 'x.flow': read }).lines).toHaveLength(1)
  })
  it.each([
    ['number(10, 2)', 'decimal(10, 2)'],
    ['datetime(3)', 'timestamp(3)'],
    ['int8', 'bigint'],
    ['text(10)', 'string'],
    ['blob(3)', 'bytes'],
  ])('has a fix for %s that loses nothing', (habit, right) => {
    const files = { 'x.flow': schema(`a ${habit}`) }
    expect(applyFixes(files, checkProgram(files))).toEqual({ 'x.flow': schema(`a ${right}`) })
  })
})
