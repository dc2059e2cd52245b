// What the live test has in its hands: services in a folder of their own, the project, the source topic, the captured table.
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SERVICES } from '../../src/stack/service.js'
import { servicesDown } from '../../src/stack/services.js'
import { schemasOf, type Schemas } from './avro-frames.js'
import { flowcIn, sql, type Database, type Flowc } from './command.js'
import { down, up, type Endpoints } from './place.js'
import { PASSWORD, projectAt, type Project } from './project.js'
import { topicsOf, type Topics } from './topics.js'

export const WORK = resolve('.flowc', 'test-live')
export const STACK = join(WORK, 'stack')
export const ORDERS = 'sales.order.created.v1'
export const CUSTOMERS = 'orders_db.public.customers'
export const REVENUE = 'sales.revenue.aggregated.v1'
export const DLQ = 'sales.orders.dlq'

export interface World {
  readonly e: Endpoints
  readonly project: Project
  readonly flowc: Flowc
  readonly topics: Topics
  readonly schemas: Schemas
  readonly db: Database
  readonly signal: AbortSignal
}

/** Everything new; a kept Flink alone goes on. */
export async function emptyStack(keepFlink: boolean): Promise<void> {
  const services = SERVICES.filter((s) => s !== 'flink')
  if (!keepFlink) await down(STACK)
  else await servicesDown({ folder: STACK, services, say: () => {} })
  for (const part of keepFlink ? services : SERVICES) await rm(join(STACK, part), { recursive: true, force: true })
  for (const part of ['plans', 'savepoints', 'capture', 'run', 'replay'])
    await rm(join(WORK, part), { recursive: true, force: true })
}

export async function makeWorld(signal: AbortSignal): Promise<World> {
  const e = (await up(STACK, [], signal)) as Endpoints
  const project = projectAt(join(WORK, 'project'), WORK, e)
  project.environment('live')
  const topics = topicsOf(e.kafka.bootstrap)
  await topics.create(ORDERS)
  const schemas = schemasOf(e.registry.url)
  await sql(
    e.postgres,
    `CREATE ROLE debezium LOGIN REPLICATION PASSWORD '${PASSWORD}'`,
    'CREATE DATABASE orders_db OWNER debezium',
  )
  const db = { ...e.postgres, user: 'debezium', password: PASSWORD, database: 'orders_db' }
  await sql(
    db,
    'CREATE TABLE customers (customer_id bigint PRIMARY KEY, name text, segment text)',
    "INSERT INTO customers VALUES (7, 'Ann', 'gold'), (8, 'Bob', 'silver'), (9, 'Cai', 'silver'), (10, 'Dana', NULL), (11, 'Eli', 'bronze')",
  )
  return { e, project, flowc: flowcIn(project.root), topics, schemas, db, signal }
}
