// Programs that the end-to-end tests run: a small pipeline over one source, and rows for it.

export const COPY = `pipeline copy {
  dlq  'shop.order.dlq'
}

schema Order {
  order_id    bigint not null,
  amount      decimal(10, 2),
  created_at  timestamp(3) not null
}

stream orders from kafka 'shop.order.created.v1' {
  schema       Order
  message key  order_id as text
  time         created_at late by 10 seconds, idle after 1 minute
}

stream valid =
  from orders
  where amount > 0 else dlq 'non_positive_amount'

sink kafka 'shop.order.accepted.v1' from valid append {
  message key  order_id as text
}
`

export const order = (id: number, amount = '1.00'): string =>
  `{"order_id": ${id}, "amount": ${amount}, "created_at": "2026-01-01 10:00:00"}\n`
export const orders = (n: number): string => Array.from({ length: n }, (_, i) => order(i + 1)).join('')
