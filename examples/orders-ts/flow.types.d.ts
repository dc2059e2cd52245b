// Written by `flowc gen types` from flow.lock. Do not change it: run the command again.

import type { Decimal, Timestamp } from 'flowc'

/** Rows of a captured table, whose changes are in subject `orders_db.public.customers-value`, version 1. */
export interface OrdersDbPublicCustomers {
  customer_id: bigint
  name: string | null
  segment: string | null
}

/**
 * An order has been placed.
 *
 * Subject `sales.order.created.v1-value`, version 3.
 */
export interface SalesOrderCreatedV1 {
  order_id: bigint
  customer_id: bigint
  /** where the order was placed: eu, us, apac */
  region: string
  /** in euros; negative for a correction */
  amount: Decimal
  created_at: Timestamp
}

declare module 'flowc' {
  interface Subjects {
    'orders_db.public.customers-value': OrdersDbPublicCustomers
    'sales.order.created.v1-value': SalesOrderCreatedV1
  }
}
