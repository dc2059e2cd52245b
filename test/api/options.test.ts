// Options of calls: what a call does not know is told, since it would be left out of the program without a word.
import { describe, expect, it } from 'vitest'
import * as api from '../../src/api/index.js'
import { customers, orders } from './rows.js'
import { mistakeOf } from './support.js'

type Any = Record<string, (...args: readonly unknown[]) => Any>
const a = api as unknown as Any
const o = orders as unknown as Any
const lake = a.catalog!('lake', {})
const on = (r: Any) => r
const yes = () => api.lit(true)

describe('options of a call', () => {
  it.each<[string, string, () => unknown]>([
    ['where', 'elseDLQ', () => o.where!(yes, { elseDLQ: 'x' })],
    ['windowTumble', 'Late', () => o.windowTumble!(api.minutes(1), { Late: 'dlq' })],
    ['join', 'lat', () => o.join!(customers, { at: on, on: yes, lat: 'dlq' })],
    ['leftJoin', 'LATE', () => o.leftJoin!(customers, { at: on, on: yes, LATE: 'dlq' })],
    ['late', 'strickt', () => o.windowTumble!(api.minutes(1), { late: { as: 'x', strickt: true } })],
    ['time', 'lateby', () => a.kafka!('x').time!('c', { lateby: api.seconds(1) })],
    ['timeCommit', 'as', () => a.kafka!('x').timeCommit!({ as: 'epoch millis' })],
    ['timeMetadata', 'idle', () => a.kafka!('x').timeMetadata!('timestamp', { idle: 'never' })],
    ['schemaRegistry', 'verson', () => a.kafka!('x').schemaRegistry!({ verson: 1 })],
    ['kafka', 'cluster', () => a.kafka!('x', { cluster: 'y' })],
    ['start', 'comittedElse', () => a.kafka!('x').start!({ comittedElse: 'latest' })],
    ['start', 'else', () => a.kafka!('x').start!({ at: '2026-01-01 00:00:00', else: 'latest' })],
    ['until', 'than', () => a.kafka!('x').until!({ at: '2026-01-01 00:00:00', than: 1 })],
    ['historyFromIceberg', 'til', () => a.kafka!('x').historyFromIceberg!(lake.table!('a'), { til: 'x' })],
    ['meta.h', 'ass', () => a.kafka!('x').meta!({ h: { header: 'h', ass: 'raw' } })],
    [
      'sinkAppend.messageKey',
      'column',
      () => a.pipeline!('p').sinkAppend!(orders, a.kafka!('x'), { messageKey: { column: 'a' } }),
    ],
    ['pipeline.checkpoint', 'evry', () => a.pipeline!('p', { checkpoint: { evry: 1 } })],
    ['trim(…)', 'chars', () => a.trim!('x', { chars: 'y' })],
    ['interval(…)', 'precison', () => a.interval!('1', 'day', undefined, { precison: 3 })],
    ['fn', 'return', () => a.fn!('f', { a: api.t.int() }, yes, { return: api.t.int() })],
    ['fnFromJava', 'local', () => a.fnFromJava!('f', { a: api.t.int() }, api.t.int(), { class: 'x.Y', local: yes })],
    ['sql', 'key', () => a.sql!('s', { inputs: [orders], returns: { a: api.t.int() }, key: 'a' }, 'select 1')],
    ['importStream', 'alias', () => a.importStream!('s', './x.flow', { alias: 'y' })],
  ])('%s does not know %s', (of, name, use) => {
    const told = mistakeOf(use)
    expect(told.message).toContain(`FLOW2131: \`${of}\` has no property \`${name}\`; `)
    expect(told.flowc.site?.file).toContain('options.test.ts')
  })

  it('are an object', () => {
    expect(mistakeOf(() => o.where!(yes, 'reason')).message).toMatch(
      /FLOW2120: `where` takes an object of options, and got the text "reason"/,
    )
    expect(mistakeOf(() => o.where!(yes, ['reason'])).message).toMatch(/and got a list/)
    expect(mistakeOf(() => o.where!(yes, api.lit(1))).message).toMatch(/FLOW2120: .* and got an expression/)
    expect(mistakeOf(() => a.topic!('t', api.lit(1))).message).toMatch(/FLOW2120: .* and got an expression/)
    expect(mistakeOf(() => o.windowTumble!(api.minutes(1), { late: { as: 'x', strict: 'yes' } })).message).toMatch(
      /`late.strict` takes true or false/,
    )
  })
})
