// Columns, operators, casts: what does not fit.
import { also, bad, type Bad } from '../fragments.js'

export const OPERATORS: readonly Bad[] = [
  // names
  bad(
    'a misspelt column',
    `orders.where(o => o.‹custmer_id.eq(1))`,
    "Property 'custmer_id' does not exist",
    "Did you mean 'customer_id'?",
  ),
  bad('a column that is not there', `orders.where(o => o.‹colour.eq('red'))`, "Property 'colour' does not exist"),
  bad(
    'a misspelt method',
    `orders.where(o => o.amount.‹gte(1))`,
    "Property 'gte' does not exist on type 'Num<Decimal | null, \"one value per row\">'",
  ),
  bad('a field that a row does not have', `orders.select(o => ({ zip: o.ship.‹zipp }))`, "Property 'zipp' does not exist"),
  bad(
    'a field by name that a row does not have',
    `orders.select(o => ({ zip: o.ship.field(‹'zipp') }))`,
    '\'"zipp"\' is not assignable to parameter of type \'"city" | "zip"\'',
  ),
  bad(
    'a column of the other side',
    `orders.leftJoin(customers, { at: o => o.created_at, on: (o, c) => o.customer_id.eq(c.customer_id) }).select((o, c) => ({ s: o.‹segment }))`,
    "Property 'segment' does not exist",
  ),
  bad(
    'a column that select left out',
    `orders.select('order_id', 'region').where(o => o.‹amount.gt(1))`,
    "Property 'amount' does not exist",
  ),
  bad(
    'a column renamed by select',
    `orders.select(o => ({ id: o.order_id })).where(o => o.‹order_id.gt(1))`,
    "Property 'order_id' does not exist",
  ),

  // comparisons
  bad(
    'a number with a text',
    `orders.where(o => o.amount.gt(‹'10'))`,
    "'string' is not assignable to parameter of type 'Operand<Numeric, \"one value per row\">'",
  ),
  bad(
    'a text with a number',
    `orders.where(o => o.region.eq(‹1))`,
    "'number' is not assignable to parameter of type 'Operand<string, \"one value per row\">'",
  ),
  bad(
    'a text column with a number column',
    `orders.where(o => o.region.eq(‹o.quantity))`,
    "Type 'number' is not assignable to type 'string",
  ),
  bad(
    'a BOOLEAN with a text',
    `orders.where(o => o.paid.eq(‹'true'))`,
    "'\"true\"' is not assignable to parameter of type 'Operand<boolean",
  ),
  bad(
    'a timestamp with a text',
    `orders.where(o => o.created_at.ge(‹'2026-01-01 00:00:00'))`,
    `'string' is not assignable to parameter of type 'Value<Timestamp | null, "one value per row">'`,
  ),
  bad('a timestamp with a Date', `orders.where(o => o.created_at.ge(‹new Date()))`, "'Date' is", 'Timestamp'),
  bad(
    'a wall clock with an instant',
    `orders.where(o => o.created_at.lt(‹o.shipped_at))`,
    `'Time<TimestampLtz | null, "one value per row">' is not assignable to parameter of type 'Value<Timestamp | null, "one value per row">'`,
  ),
  bad('a timestamp with a date', `orders.where(o => o.created_at.lt(‹date('2026-01-01')))`, '"DATE"', '"TIMESTAMP"'),
  bad('a date with a time', `orders.where(o => o.due.eq(‹o.opens))`, '"TIME"', '"DATE"'),
  bad('bytes with a text', `orders.where(o => o.raw.eq(‹'0aff'))`, "'string' is not assignable", 'Bytes'),
  bad(
    'null with =',
    `orders.where(o => o.region.eq(‹null))`,
    `'null' is not assignable to parameter of type 'Operand<string, "one value per row">'`,
  ),
  bad('undefined', `orders.where(o => o.region.eq(‹undefined))`, "'undefined' is not assignable"),
  bad('no operand', `orders.where(o => o.region.‹eq())`, 'Expected 1 arguments, but got 0'),
  bad(
    'a list with another type',
    `orders.where(o => o.region.in('eu', ‹1))`,
    "'number' is not assignable to parameter of type 'Operand<string",
  ),
  bad(
    'a list as an array of JavaScript',
    `orders.where(o => o.region.in(‹['eu', 'us']))`,
    "'string[]' is not assignable to parameter of type 'Operand<string",
  ),
  bad('one end of between', `orders.where(o => o.amount.‹between(1))`, 'Expected 2 arguments, but got 1'),
  bad(
    'between with a text',
    `orders.where(o => o.amount.between(1, ‹'2'))`,
    "'string' is not assignable to parameter of type 'Operand<Numeric",
  ),
  bad('an order of arrays', `orders.where(o => o.sizes.‹lt(array(1)))`, "Property 'lt' does not exist on type 'Arr<"),
  bad('an order of rows', `orders.where(o => o.ship.‹lt('x'))`, "Property 'lt' does not exist"),
  bad('an order of maps', `orders.where(o => o.extra.‹gt('x'))`, "Property 'gt' does not exist on type 'Dict<"),

  // arithmetic
  bad('a text plus', `orders.select(o => ({ x: o.note.‹plus('a') }))`, "Property 'plus' does not exist on type 'Str<"),
  bad(
    'a number plus a text',
    `orders.select(o => ({ x: o.amount.plus(‹'1') }))`,
    "'string' is not assignable to parameter of type 'Operand<Numeric",
  ),
  bad(
    'a number plus a text column',
    `orders.select(o => ({ x: o.amount.plus(‹o.note) }))`,
    "'string' is not assignable to type 'Numeric",
  ),
  bad('the remainder of a DOUBLE', `orders.select(o => ({ x: o.quantity.mod(‹o.weight) }))`, 'Double'),
  bad(
    'a timestamp minus a timestamp',
    `orders.select(o => ({ x: o.created_at.minus(‹o.created_at) }))`,
    "'Timestamp' is not assignable to type 'Interval | null'",
  ),
  bad(
    'a timestamp plus a number',
    `orders.select(o => ({ x: o.created_at.plus(‹5) }))`,
    "'number' is not assignable to parameter of type 'Value<Interval | null",
  ),
  bad(
    'a timestamp plus a duration',
    `orders.select(o => ({ x: o.created_at.plus(‹minutes(5)) }))`,
    "'Duration'",
    'Value<Interval | null',
  ),
  bad(
    'intervals of two kinds',
    `orders.select(o => ({ x: interval('1', 'day').plus(‹interval('1', 'month')) }))`,
    'INTERVAL YEAR TO MONTH',
  ),
  bad(
    'an interval times a DECIMAL',
    `orders.select(o => ({ x: interval('1', 'day').times(‹o.total) }))`,
    "'Decimal' is not assignable",
  ),
  bad('a negative text', `orders.select(o => ({ x: o.note.‹negate() }))`, "Property 'negate' does not exist"),
  bad("JavaScript's plus", `orders.select(o => ({ x: ‹o.amount + 1 }))`, "Operator '+' cannot be applied"),
  also(
    bad(
      "JavaScript's less-than",
      `orders.where(o => ‹o.amount > 1)`,
      "'boolean' is not assignable to type 'Value<boolean | null, \"one value per row\">'",
    ),
    2365,
  ),
  bad(
    "JavaScript's not",
    `orders.where(o => ‹!o.paid)`,
    "'boolean' is not assignable to type 'Value<boolean | null, \"one value per row\">'",
  ),
  also(
    bad(
      "JavaScript's equality",
      `orders.where(o => ‹o.region === 'eu')`,
      "'boolean' is not assignable to type 'Value<boolean | null, \"one value per row\">'",
    ),
    2367,
  ),

  // text
  bad(
    'a number concatenated',
    `orders.select(o => ({ x: o.note.concat(‹o.quantity) }))`,
    "'number' is not assignable to type 'string",
  ),
  bad('a number like', `orders.where(o => o.quantity.‹like('1%'))`, "Property 'like' does not exist on type 'Num<"),
  bad(
    'a pattern that is a number',
    `orders.where(o => o.note.like(‹1))`,
    "'number' is not assignable to parameter of type 'Operand<string",
  ),
  bad(
    'a computed pattern of SIMILAR TO',
    `orders.where(o => o.note.similarTo(‹o.region))`,
    "is not assignable to parameter of type 'string'",
  ),

  // logic
  bad('and with a number', `orders.where(o => o.open.and(‹o.quantity))`, "'number' is not assignable to type 'boolean"),
  bad(
    'or with a text',
    `orders.where(o => o.open.or(‹'yes'))`,
    "'\"yes\"' is not assignable to parameter of type 'Operand<boolean",
  ),
  bad('not of a text', `orders.where(o => o.note.‹not())`, "Property 'not' does not exist on type 'Str<"),
  bad('isTrue of a number', `orders.where(o => o.quantity.‹isTrue())`, "Property 'isTrue' does not exist"),

  // casts and collections
  bad(
    'a cast to the name of a type',
    `orders.select(o => ({ x: o.amount.cast(‹'int') }))`,
    "'string' is not assignable to parameter of type 'FieldType<",
  ),
  bad(
    'a cast to a function',
    `orders.select(o => ({ x: o.amount.cast(‹t.int) }))`,
    "'() => FieldType<number | null>' is not assignable to parameter of type 'FieldType<unknown>'",
  ),
  bad(
    'an array by a text',
    `orders.select(o => ({ x: o.tags.at(‹'a') }))`,
    "'string' is not assignable to parameter of type 'number | Value<number",
  ),
  bad(
    'an array by a BIGINT',
    `orders.select(o => ({ x: o.tags.at(‹o.order_id) }))`,
    "'bigint' is not assignable to type 'number",
  ),
  bad(
    'a map by a number',
    `orders.select(o => ({ x: o.extra.at(‹1) }))`,
    "'number' is not assignable to parameter of type 'Operand<string",
  ),
  bad('an element of a text', `orders.select(o => ({ x: o.note.‹at(1) }))`, "Property 'at' does not exist on type 'Str<"),
  bad(
    'a field that is called as what JavaScript calls by itself',
    `stream('s', kafka('x').schema(schema('S', { r: t.row({ toString: t.string() }) }))).select(o => ({ x: o.r.field('toString'), ‹y: o.r.toString }))`,
    "'() => string' is not assignable to type 'Value<unknown",
  ),
]
