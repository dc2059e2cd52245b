// The jobs of a family have relations of one name: a test that mixes them up is told, and what says the same is the same.
import { describe, expect, it } from 'vitest'
import { kafka, minutes, param, pipeline, schema, seconds, stream, t } from '../../src/api/index.js'
import { runFlow } from '../../src/testing/index.js'

const root = new URL('.', import.meta.url).pathname
const Order = schema('Order', { id: t.bigint().notNull(), n: t.int(), at: t.timestamp(3).notNull() })
const job = (least: number, topic = 'shop.order.placed.v1') => {
  const orders = stream(
    'orders',
    kafka(topic)
      .schema(Order)
      .time('at', { lateBy: seconds(1), idleAfter: minutes(1) }),
  )
  const large = stream(
    'large',
    orders.where((o) => o.n.gt(least)),
  )
  const small = stream(
    'small',
    large.where((o) => o.n.lt(100)),
  )
  return { orders, large, small, flow: pipeline('job').sinkAppend(small, kafka('shop.order.noticed.v1')) }
}
const rows = [1, 5, 9].map((n) => ({ id: n, n, at: '2026-01-01 10:00:00' }))
const [three, seven, elsewhere] = [job(3), job(7), job(3, 'shop.order.copied.v1')]
const run = runFlow(three.flow, (test) => test.given(three.orders, rows), { root })

describe('a relation of another job', () => {
  it.each<[string, () => unknown, string]>([
    ['rows', () => run.rows(seven.large), '`large` is not the one of the pipeline `job`: their declarations differ'],
    ['changes', () => run.changes(seven.large), '`large` is not the one of'],
    ['a watermark', () => run.watermark(elsewhere.orders), '`orders` is not the one of'],
    ['what reads another one', () => run.rows(seven.small), 'the declarations of `large`, which it reads, differ'],
    ['given', () => runFlow(three.flow, (test) => test.given(elsewhere.orders, rows), { root }), '`orders` is not the one of'],
    ['expect', () => runFlow(three.flow, (test) => test.expect(seven.large, []), { root }), '`large` is not the one of'],
  ])('%s', (_, work, said) => {
    expect(work).toThrow(said)
    expect(work).toThrow('FLOW7047')
  })
})

describe('fine', () => {
  it('is a relation that says the same, whoever has made it', () => {
    const again = job(3)
    expect(run.rows(again.large).map((r) => r.n)).toEqual([5, 9])
    expect(runFlow(three.flow, (test) => test.given(again.orders, rows), { root }).rows('small')).toHaveLength(2)
  })

  it('is one with documentation, and one whose job has another name', () => {
    expect(run.rows(three.large.doc('More than three.'))).toHaveLength(2)
    const other = pipeline('other').sinkAppend(three.large, kafka('shop.order.other.v1'))
    expect(runFlow(other, (test) => test.given(three.orders, rows), { root }).rows(three.large)).toHaveLength(2)
  })

  it('is a param of steps that the flow has, and not one of another default', () => {
    const patience = (n: number) => param('patience', t.duration(), minutes(n))
    const flow = (n: number) => three.flow.declare(patience(n))
    const advanced = (n: number) => runFlow(flow(5), (test) => test.given(three.orders, rows).advance(patience(n)), { root })
    expect(advanced(5).clock).toBe('2026-01-01 10:05:00')
    expect(() => advanced(6)).toThrow('`patience` is not the one of the pipeline `job`: their declarations differ')
  })
})
