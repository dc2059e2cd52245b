// What `flowc init` writes: three small projects, each with tests that pass and a file of rows to run over. A test runs them all.
import { bug } from '../../core/bug.js'

export type SourceKind = 'files' | 'kafka' | 'cdc'

export const SOURCES: readonly { readonly kind: SourceKind; readonly description: string }[] = [
  { kind: 'files', description: 'NDJSON files: nothing else is needed' },
  { kind: 'kafka', description: 'a Kafka topic with JSON records' },
  { kind: 'cdc', description: 'a PostgreSQL table, captured by Debezium' },
]

/** What the programs below declare beside their pipeline. */
export const TAKEN: readonly string[] = ['readings', 'plausible', 'per_minute', 'shop_db', 'customers', 'active_customers']

export interface TemplateFile {
  readonly path: string
  readonly text: string
  /** On README.md: the command to try after the tests. */
  readonly run?: string
  /** A file that is there already stays; this is what it has to have. */
  readonly needs?: string
}

export function template(name: string, from: SourceKind): readonly TemplateFile[] {
  const { program, data, run } = from === 'cdc' ? cdc(name) : readings(name, from)
  const readme = `# ${name}

    flowc test                 # the test blocks, in the interpreter
    ${run}
    flowc build                # Flink SQL and everything around it, in out/
    flowc explain ${name}.flow  # what the compiler knows of it
`
  return [
    { path: 'flow.config.json', text: `${JSON.stringify({ target: 'flink-2.2', output: 'out' }, null, 2)}\n` },
    { path: `${name}.flow`, text: program },
    data,
    { path: '.gitignore', text: 'out/\n.flowc/\nsecrets.env\n' },
    { path: 'README.md', text: readme, run },
  ]
}

interface Template {
  readonly program: string
  readonly data: TemplateFile
  readonly run: string
}

function readings(name: string, from: 'files' | 'kafka'): Template {
  const source =
    from === 'files'
      ? `stream readings from files 'data/readings.ndjson' {
  schema  Reading
  time    measured_at
}`
      : `stream readings from kafka 'iot.reading.measured.v1' {
  schema       Reading
  message key  device_id as text
  time         measured_at late by 10 seconds, idle after 1 minute
  start        earliest
}`
  const late = from === 'files' ? 'late accept' : 'late to dlq'
  const program = `/// The mean temperature of each device, minute by minute.
pipeline ${name} {
  dlq  'iot.reading.dlq'
}

schema Reading {
  device_id    string not null,
  celsius      decimal(5, 2),
  measured_at  timestamp(3) not null
}

${source}

stream plausible =
  from readings
  where celsius between -60 and 60 else dlq 'implausible'

stream per_minute =
  from plausible
  window tumble 1 minute ${late}
  group by device_id
  select device_id, window_start, avg(celsius) as celsius, count(*) as readings

sink kafka 'iot.reading.averaged.v1' from per_minute append {
  message key  device_id as text
}

test 'an implausible reading does not move the mean' for ${name} {
  given readings
    | device_id | celsius | measured_at           |
    | 'a'       | 20.00   | '2026-01-01 10:00:05' |
    | 'a'       | 22.00   | '2026-01-01 10:00:35' |
    | 'a'       | 999.00  | '2026-01-01 10:00:40' |
    | 'a'       | 30.00   | '2026-01-01 10:01:00' |
  expect per_minute
    | device_id | window_start          | celsius | readings |
    | 'a'       | '2026-01-01 10:00:00' | 21.00   | 2        |
    | 'a'       | '2026-01-01 10:01:00' | 30.00   | 1        |
  expect dlq
    | @reason       | celsius |
    | 'implausible' | 999.00  |
}
`
  const rows = [
    ['boiler', 20.5, '2026-01-01 10:00:05'],
    ['boiler', 21.25, '2026-01-01 10:00:35'],
    ['freezer', -18.0, '2026-01-01 10:00:36'],
    ['boiler', 999.99, '2026-01-01 10:00:40'],
    ['freezer', -17.5, '2026-01-01 10:01:02'],
  ]
  const text = rows
    .map(([device_id, celsius, measured_at]) => `${JSON.stringify({ device_id, celsius, measured_at })}\n`)
    .join('')
  return {
    program,
    data: { path: 'data/readings.ndjson', text },
    run: `flowc run ${name}.flow${from === 'files' ? '' : ' --input readings=data/readings.ndjson'}`,
  }
}

function cdc(name: string): Template {
  const program = `/// Active customers, kept as they are in the shop's database.
pipeline ${name} {
  owner  'team-crm'
}

connection shop_db postgres {
  host      env('SHOP_DB_HOST')
  database  'shop'
  user      'debezium'
  password  secret('SHOP_DB_PASSWORD')
}

schema Customer {
  customer_id  bigint not null,
  email        string,
  active       boolean
}

table customers from cdc shop_db 'public.customers' {
  schema       Customer
  primary key  customer_id
  time         commit late by 5 seconds, idle after 1 minute
}

table active_customers =
  from customers
  where active
  select customer_id, email

sink kafka 'crm.customer.current.v1' from active_customers upsert {
  message key  customer_id as text
}

test 'a customer who is switched off disappears' for ${name} {
  given customers
    | @op | @time                 | customer_id | email          | active |
    | c   | '2026-01-01 00:00:01' | 1           | 'Ann@shop.org' | true   |
    | c   | '2026-01-01 00:00:02' | 2           | 'Bob@shop.org' | true   |
    | u   | '2026-01-01 00:00:03' | 1           | 'Ann@shop.org' | false  |
  expect active_customers
    | customer_id | email          |
    | 2           | 'Bob@shop.org' |
}
`
  const event = (op: 'r' | 'u', seconds: number, customer_id: number, email: string, active: boolean): string => {
    const ts_ms = Date.UTC(2026, 0, 1, 0, 0, seconds)
    const after = { customer_id, email, active }
    return `${JSON.stringify({ before: op === 'u' ? { ...after, active: !active } : null, after, source: { connector: 'postgresql', name: 'shop_db', ts_ms, schema: 'public', table: 'customers' }, op, ts_ms })}\n`
  }
  const text =
    event('r', 1, 1, 'Ann@shop.org', true) + event('r', 1, 2, 'Bob@shop.org', true) + event('u', 3, 1, 'Ann@shop.org', false)
  return {
    program,
    data: { path: 'data/customers.ndjson', text },
    run: `flowc run ${name}.flow --input customers=data/customers.ndjson`,
  }
}

/** README.md always carries the command to run. */
export const runCommand = (files: readonly TemplateFile[]): string =>
  files.find((f) => f.run !== undefined)?.run ?? bug('a template without a command to run')
