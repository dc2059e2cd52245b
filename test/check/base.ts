// Declarations that the programs of these tests begin with.
import { checkProgram, type Checked } from '../support/check-program.js'

export const PIPELINE = `pipeline shop {
  dlq  'shop.order.dlq'
}
`
export const ORDER = `schema Order {
  order_id     bigint not null,
  customer_id  bigint,
  region       string,
  amount       decimal(10, 2),
  item         row<sku string not null, size row<width int, height int>>,
  tags         array<string>,
  created_at   timestamp(3) not null,
  made_at      timestamp(3) not null
}
`
export const ORDERS = `${ORDER}
stream orders from kafka 'shop.order.created.v1' {
  schema       Order
  message key  order_id as text
  time         created_at late by 30 seconds, idle after 1 minute
}
`
export const CONNECTION = `connection db postgres {
  host      env('DB_HOST')
  database  'shop'
  user      'debezium'
  password  secret('DB_PASSWORD')
}
`
export const CUSTOMERS = `${CONNECTION}
schema Customer {
  customer_id  bigint not null,
  name         string,
  segment      string
}

table customers from cdc db 'public.customers' {
  schema       Customer
  primary key  customer_id
  time         commit late by 5 seconds, idle after 1 minute
}
`
export const LAKE = `catalog lake iceberg {
  uri        env('ICEBERG_URI')
  warehouse  's3://lakehouse/'
}
`
/** `RELATION` to an Iceberg table of its own. */
export const toLake = (relation: string): string => `sink lake.shop.${relation} from ${relation} append\n`

/** A library: no pipeline, so nothing is unused. */
export const library = (...parts: readonly string[]): Checked => checkProgram({ 'main.flow': parts.join('\n') })

/** A whole program around a stream named `result`. */
export const program = (...parts: readonly string[]): Checked =>
  checkProgram({ 'main.flow': [PIPELINE, ORDERS, CUSTOMERS, LAKE, ...parts, toLake('result'), KEEP_CUSTOMERS].join('\n') })

/** So that the table is used where a test does not join it. */
const KEEP_CUSTOMERS = 'sink lake.shop.customers from customers upsert\n'

export const codes = (checked: Checked): readonly string[] => checked.lines.map((l) => l.split(' ')[0]!)
export const errors = (checked: Checked): readonly string[] =>
  checked.diagnostics.filter((d) => d.severity === 'error').map((d) => d.code)
