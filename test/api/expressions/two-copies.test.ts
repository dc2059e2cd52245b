// A library of a project may bring its own copy of the package: what one copy makes the other understands.
import { beforeAll, expect, it, vi } from 'vitest'
import * as calls from '../../../src/api/callbacks.js'
import { DECLARATION, type Declared } from '../../../src/api/brands.js'
import * as functions from '../../../src/api/functions.js'
import { spanAt, textNode } from '../../../src/api/nodes.js'
import { t } from '../../../src/api/field-types.js'
import * as texts from '../../../src/api/texts.js'
import type { Columns } from '../../../src/api/types/columns.js'
import { printExpression } from '../../../src/format/expressions.js'
import type { Everything } from './rows.js'

interface Copy {
  readonly functions: typeof functions
  readonly callbacks: typeof calls
  readonly texts: typeof texts
  readonly t: typeof t
}
let other: Copy

beforeAll(async () => {
  vi.resetModules()
  other = {
    functions: await import('../../../src/api/functions.js'),
    callbacks: await import('../../../src/api/callbacks.js'),
    texts: await import('../../../src/api/texts.js'),
    t: (await import('../../../src/api/field-types.js')).t,
  }
})

const where = (back: (o: Columns<Everything>) => unknown): string =>
  printExpression(calls.condition(back, [calls.scopeOf(null, 'orders')], where).expr)

it('is a copy', () => {
  expect(other.functions.upper).not.toBe(functions.upper)
})

it('functions and columns of both', () => {
  expect(where((o) => other.functions.upper(o.name).eq(functions.lower(o.name)))).toBe('upper(name) = lower(name)')
  const { expr } = other.callbacks.condition(
    (o: Columns<Everything>) => functions.upper(o.name).eq(o.name),
    [other.callbacks.scopeOf('o', 'orders')],
    where,
  )
  expect(printExpression(expr)).toBe('upper(o.name) = o.name')
})

it('types of the other', () => {
  expect(where((o) => o.n.cast(other.t.array(t.int())))).toBe('cast(n as array<int>)')
})

it('what the other makes, and nobody uses, is told', () => {
  expect(() =>
    where((o) => {
      other.functions.upper(o.name)
      return o.flag
    }),
  ).toThrow(/^FLOW2101: `upper\(…\)`/)
})

it('params of the other in a text', () => {
  const declared = { [DECLARATION]: {} } as unknown as Declared
  const refs = new Set<Declared>()
  const marker = other.texts.paramMarker('env', declared)
  const own = texts.paramMarker('size', { [DECLARATION]: {} } as unknown as Declared)
  expect(textNode(`${marker}.${own}`, spanAt(null), refs).value).toBe('${env}.${size}')
  expect([...refs][0]).toBe(declared)
})
