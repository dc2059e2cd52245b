// The options of `runFlow`, as somebody without types may give them: one that is not known would say nothing.
import { flowTests } from '../diagnostics/codes/flow-tests.js'
import { TARGETS } from '../workspace/config.js'
import { misuse, spoken, type Called } from './errors.js'
import type { RunOptions } from './project-node.js'

type Check = (value: unknown, name: string, called: Called) => void

const must =
  (wanted: string, is: (value: unknown) => boolean): Check =>
  (value, name, called) => {
    if (!is(value)) throw misuse(flowTests.option, { name, wanted, got: spoken(value) }, called)
  }

const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const text = must('a text', isText)
const target = must(`one of ${TARGETS.map((t) => `\`${t}\``).join(', ')}`, (v) => (TARGETS as readonly unknown[]).includes(v))
const values = must('an object of values', isObject)
const value = must('a number, a text or a boolean', (v) => ['boolean', 'number', 'bigint', 'string'].includes(typeof v))

const OPTIONS: Readonly<Record<keyof RunOptions, Check>> = {
  params: (params, name, called) => {
    values(params, name, called)
    for (const [param, v] of Object.entries(params as object)) value(v, `${name}.${param}`, called)
  },
  environment: text,
  target,
  root: text,
  lock: text,
}

export function checkOptions(options: unknown, called: Called): void {
  must('an object', isObject)(options, 'options', called)
  for (const [name, given] of Object.entries(options as object)) {
    const check = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as keyof RunOptions] : undefined
    if (check === undefined) throw misuse(flowTests.noOption, { name, known: Object.keys(OPTIONS) }, called)
    if (given !== undefined) check(given, name, called)
  }
}
