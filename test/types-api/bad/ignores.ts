// What `ignore` does not take: other codes, and nothing that says why.
import { bad, type Bad } from '../fragments.js'

export const IGNORES: readonly Bad[] = [
  bad('an ignore without a reason', `orders.‹ignore('FLOW4018')`, 'Expected 2 arguments, but got 1'),
  bad(
    'an ignore without a code',
    `orders.ignore(‹'the report is read in UTC', 'x')`,
    "not assignable to parameter of type 'Ignored'",
  ),
  bad(
    'a code in lower case',
    `orders.ignore(‹'flow4018', 'seen')`,
    `'"flow4018"' is not assignable to parameter of type 'Ignored'`,
  ),
  bad(
    'a code without its word',
    `orders.where(o => o.open).ignore(‹'4018', 'seen')`,
    `'"4018"' is not assignable to parameter of type 'Ignored'`,
  ),
  bad('a code as a number', `orders.ignore(‹4018, 'seen')`, `'4018' is not assignable to parameter of type 'Ignored'`),
  bad(
    'a code with a letter in it',
    `orders.ignore(‹'FLOW40l8', 'seen')`,
    `'"FLOW40l8"' is not assignable to parameter of type 'Ignored'`,
  ),
  bad('a list of no codes', `orders.ignore(‹[], 'seen')`, 'Source has 0 element(s) but target requires 1'),
  bad(
    'a wrong code among others',
    `orders.ignore(‹['FLOW4018', 'utc'], 'seen')`,
    `'"utc"' is not assignable to type`,
    'FLOW${number}',
  ),
  bad(
    'a reason that is no text',
    `orders.ignore('FLOW4018', ‹true)`,
    `'boolean' is not assignable to parameter of type 'string'`,
  ),
  bad('of a window, without a reason', `orders.windowTumble(minutes(5)).‹ignore('FLOW4018')`, 'Expected 2 arguments, but got 1'),
  bad(
    'of a sink, without a reason',
    `pipeline('p').sinkAppend(orders, kafka('x')).‹ignore('FLOW5012')`,
    'Expected 2 arguments, but got 1',
  ),
  bad(
    'of a clause of a source, without a reason',
    `kafka('types.order.v1').start('earliest').‹ignore('FLOW4016')`,
    'Expected 2 arguments, but got 1',
  ),
  bad(
    'of a table under another name, which a join then reads',
    `orders.join(‹customers.as('c').ignore('FLOW4018', 'x'), { at: o => o.created_at, on: o => o.open })`,
    'relation(name, …) gives one',
  ),
  bad('of an expression', `orders.where(o => o.open.‹ignore('FLOW3201', 'x'))`, "'ignore' does not exist"),
  bad('of a step of a test', `pipeline('p').test('t', t => t.end().‹ignore('FLOW3201', 'x'))`, "'ignore' does not exist"),
]
