// Durations and what happens to late rows.
import type { DurationNode, LateNode } from '../surface/ast.js'
import { call, options, quoted } from './code.js'

import { Inexpressible, type Module } from './module.js'

const UNITS = [
  ['days', 86_400_000, /^days?$/i],
  ['hours', 3_600_000, /^hours?$/i],
  ['minutes', 60_000, /^minutes?$/i],
  ['seconds', 1_000, /^seconds?$/i],
  ['ms', 1, /^(?:ms|milliseconds?)$/i],
] as const

/** `minutes(5)`, with the unit that was written; a param is a duration itself. */
export function duration(m: Module, node: DurationNode): string {
  if (node.param !== null) return m.refer(node.param, ['param']).code
  const unit = /[a-z]+$/i.exec(node.written)?.[0] ?? ''
  const written = UNITS.find(([, , pattern]) => pattern.test(unit)) ?? UNITS.at(-1)!
  const [name, size] = node.milliseconds % written[1] === 0 ? written : UNITS.find(([, s]) => node.milliseconds % s === 0)!
  return call(m.use(name), String(node.milliseconds / size))
}

/** `'count'`, `{ as: 'late_orders' }` */
export function late({ strict, action, span }: LateNode): string {
  if (action.kind === 'as') return options({ as: quoted(action.name.text), strict: strict ? 'true' : null })
  if (strict && action.kind === 'accept') throw new Inexpressible({ span }, '`late strict accept`')
  return quoted(strict ? `strict ${action.kind}` : action.kind)
}
