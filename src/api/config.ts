// `defineConfig({ … })`: settings as plain data, which is all that may leave a configuration. Durations and references of the API
// become what the reader in src/workspace takes: `'5 minutes'`, `{ env: 'NAME' }`.
import { argument } from './arguments.js'
import { durationIn, isBranded } from './brands.js'
import { markOf, type Mark } from './site.js'
import type { EnvironmentConfig, FlowConfig } from './types/config.js'
import type { Reference } from './types/connections.js'

const REFERENCE = Symbol.for('flowc.reference')

/**
 * The settings of a project: the default export of flow.config.ts.
 *
 * @example
 * export default defineConfig({
 *   kafka: { bootstrap: { env: 'KAFKA_BOOTSTRAP' } },
 *   registry: { url: 'http://localhost:8081' },
 * })
 */
export function defineConfig(config: FlowConfig): FlowConfig {
  return settings(config, 'defineConfig', markOf(defineConfig)) as FlowConfig
}

/**
 * The settings of an environment: the default export of envs/NAME.ts, or what several entries of `environments` share.
 *
 * @example
 * export default defineEnvironment({
 *   kafka: { bootstrap: 'kafka.internal:9092' },
 * })
 */
export function defineEnvironment(environment: EnvironmentConfig): EnvironmentConfig {
  return settings(environment, 'defineEnvironment', markOf(defineEnvironment)) as EnvironmentConfig
}

function settings(given: unknown, of: string, mark: Mark | null): unknown {
  if (isPlainObject(given)) return plain(given, of, mark)
  throw argument(of, 'an object of settings', given, mark)
}

/** What is neither a duration nor a reference stays as it is: whether it can be a setting is for the reader to say. */
function plain(value: unknown, of: string, mark: Mark | null): unknown {
  const duration = durationIn(value)
  if (duration !== null) {
    if (duration.node.param !== null) throw argument(of, 'a duration such as `minutes(5)`, not a param', value, mark)
    return durationText(duration.node.milliseconds)
  }
  if (isBranded(value, REFERENCE)) {
    const { reference, name } = value as Reference
    return { [reference]: name }
  }
  if (Array.isArray(value)) return value.map((v) => plain(v, of, mark))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, plain(v, `${of}.${name}`, mark)]))
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** In the largest unit that it is a whole number of. */
function durationText(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => milliseconds % size === 0) ?? ['millisecond', 1]
  const count = milliseconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Modules and objects of other realms too; not instances of classes. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
