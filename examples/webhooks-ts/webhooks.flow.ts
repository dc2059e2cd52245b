import { caseOf, days, kafka, minutes, pipeline, schema, seconds, stream, t, when } from 'flowc'

const Webhook = schema('Webhook', {
  event_id: t.string().notNull(),
  type: t.string(),
  amount: t.string(), // the partner sends text, not always a number
  currency: t.string(),
  sent_at: t.timestampLtz(3).notNull(),
})

const webhooks = stream(
  'webhooks',
  kafka('payments.webhook.received.v1')
    .schema(Webhook)
    .messageKey('event_id', 'text')
    .time('sent_at', { lateBy: minutes(1), idleAfter: minutes(5) })
    .start('earliest'),
)

const payments = stream(
  'payments',
  webhooks
    .where(w => w.type.eq('payment.settled').or(w.type.eq('payment.refunded')), { elseDlq: 'unknown_type' })
    .extend(w => ({ value: w.amount.tryCast(t.decimal(12, 2)) }))
    .where(w => w.value.isNotNull(), { elseDlq: 'amount_is_no_number' })
    .where(w => w.currency.in('EUR', 'USD'), { elseDlq: 'unknown_currency' })
    .select(w => ({
      event_id: w.event_id,
      kind: caseOf(w.type).when('payment.refunded', 'refund').else('payment'),
      amount: when(w.type.eq('payment.refunded'), w.value.negate()).else(w.value),
      currency: w.currency,
      sent_at: w.sent_at,
    })),
)

/** One a second, as the tests give them. */
const webhook = (n: number, type: string | null, amount: string | null, currency: string | null) => ({
  event_id: `e${n}`,
  type,
  amount,
  currency,
  sent_at: `2026-01-01 08:00:0${n - 1}`,
})

export default pipeline('payment_webhooks', {
  owner: 'team-payments',
  dlq: 'payments.webhook.dlq',
  checkpoint: { every: seconds(30), mode: 'exactly once' },
})
  .doc('Payment webhooks as a partner posts them: checked at the edge, refused ones kept with their reason.')
  .sinkAppend(payments, kafka('payments.payment.settled.v1'), {
    messageKey: { columns: 'event_id', as: 'text' },
    retention: days(14),
  })
  .test('each refused webhook says why', test =>
    test
      .given(webhooks, [
        webhook(1, 'payment.settled', '12.50', 'EUR'),
        webhook(2, 'payment.refunded', '2.50', 'USD'),
        webhook(3, 'payment.settled', '12,50', 'EUR'),
        webhook(4, 'payment.settled', '1', 'XYZ'),
        webhook(5, 'ping', null, null),
        webhook(6, null, '1', 'EUR'),
      ])
      .expect(payments, [
        { event_id: 'e1', kind: 'payment', amount: '12.50', currency: 'EUR' },
        { event_id: 'e2', kind: 'refund', amount: '-2.50', currency: 'USD' },
      ])
      .expectDlq([
        { '@reason': 'amount_is_no_number', '@stage': 'validate', event_id: 'e3' },
        { '@reason': 'unknown_currency', '@stage': 'validate', event_id: 'e4' },
        { '@reason': 'unknown_type', '@stage': 'validate', event_id: 'e5' },
        { '@reason': 'unknown_type', '@stage': 'validate', event_id: 'e6' },
      ]),
  )
