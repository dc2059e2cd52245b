// Joins with tables: what does not fit.
import { bad, type Bad } from '../fragments.js'

const at = `at: o => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id)`

export const JOINS: readonly Bad[] = [
  bad(
    'a join of a stream',
    `orders.join(‹orders, { ${at} })`,
    "Property ''rows are updated and deleted'' is missing in type 'OnlyAdded'",
  ),
  bad(
    'a join of a table made by a query',
    `orders.join(‹gold, { ${at} })`,
    "Property ''every version of its rows: a captured table has them, a query over one has not'' is missing in type 'Newest'",
  ),
  bad(
    'a join of a query without a name',
    `orders.join(‹customers.where(c => c.active), { ${at} })`,
    "Property ''every version of its rows: a captured table has them, a query over one has not'' is missing in type 'Newest'",
  ),
  bad(
    'a left join of a stream',
    `orders.leftJoin(‹orders, { ${at} })`,
    "Property ''rows are updated and deleted'' is missing in type 'OnlyAdded'",
  ),
  bad(
    'a join from a table',
    `customers.‹join(customers, {})`,
    'This expression is not callable',
    'the left side of a join is an append-only stream',
  ),
  bad(
    'a left join from a table',
    `customers.‹leftJoin(customers, {})`,
    'This expression is not callable',
    'the left side of a join is an append-only stream',
  ),
  bad(
    'a join without a time',
    `orders.join(customers, ‹{ on: (o, c) => o.customer_id.eq(c.customer_id) })`,
    "Property 'at' is missing",
  ),
  bad('a join without a condition', `orders.join(customers, ‹{ at: o => o.created_at })`, "Property 'on' is missing"),
  bad(
    'a join at a time that may be NULL',
    `orders.join(customers, { at: o => ‹o.changed_at, on: (o, c) => o.customer_id.eq(c.customer_id) })`,
    "'Timestamp | null' is not assignable to type 'Timestamp | TimestampLtz'",
  ),
  bad(
    'a join at a number',
    `orders.join(customers, { at: o => ‹o.order_id, on: (o, c) => o.customer_id.eq(c.customer_id) })`,
    "'bigint' is not assignable to type 'Timestamp | TimestampLtz'",
  ),
  bad(
    'a join at the name of a column',
    `orders.join(customers, { ‹at: 'created_at', on: (o, c) => o.customer_id.eq(c.customer_id) })`,
    "'string' is not assignable to type",
  ),
  bad(
    'a condition that is no condition',
    `orders.join(customers, { at: o => o.created_at, on: (o, c) => ‹c.customer_id })`,
    "'bigint' is not assignable to type 'boolean | null'",
  ),
  bad(
    'keys of two types',
    `orders.join(customers, { at: o => o.created_at, on: (o, c) => o.note.eq(‹c.customer_id) })`,
    "'bigint' is not assignable to type 'string",
  ),
  bad(
    'a misspelt column of the table',
    `orders.join(customers, { at: o => o.created_at, on: (o, c) => o.customer_id.eq(c.‹custmer_id) })`,
    "Property 'custmer_id' does not exist",
    "Did you mean 'customer_id'?",
  ),
  bad(
    'an unknown option of a join',
    `orders.join(customers, { ${at}, ‹within: minutes(5) })`,
    "'within' does not exist in type 'JoinOptions",
  ),
  bad(
    'a NULL of the right side where none may be',
    `orders.leftJoin(customers, { ${at} }).select((o, c) => ({ at: o.created_at, id: c.customer_id })).join(customers, { at: o => ‹o.id, on: (o, c) => o.id.eq(c.customer_id) })`,
    "is not assignable to type 'Timestamp | TimestampLtz'",
  ),
]
