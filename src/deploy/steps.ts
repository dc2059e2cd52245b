// What deploying is made of: things that exist or are missing, found by reading first; only then the missing ones are made.
import type { Diagnostic } from '../diagnostics/define.js'
import type { Difference } from '../diagnostics/codes/deploy.js'

export type StepKind = 'topic' | 'subject' | 'namespace' | 'table' | 'connector'

export type StepStatus = 'created' | 'exists' | 'missing' | 'restarted'

export interface StepReport {
  readonly kind: StepKind
  readonly name: string
  readonly status: StepStatus
  /** A few words beside it: `6 partitions, 3 replicas`. */
  readonly detail: string
}

export interface Step {
  readonly kind: StepKind
  readonly name: string
  readonly detail: string
  /** Null: it exists as wanted. */
  readonly make: (() => Promise<{ readonly status: StepStatus; readonly detail: string }>) | null
}

/** What reading one kind of things has found. */
export interface Reading {
  readonly steps: readonly Step[]
  /** Differences and refusals: a person decides. */
  readonly problems: readonly Diagnostic[]
  readonly warnings: readonly Diagnostic[]
}

export const reading = (parts: Partial<Reading>): Reading => ({ steps: [], problems: [], warnings: [], ...parts })

/** Compares what is wanted, key by key, with what is there. */
export function compare(wanted: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): readonly Difference[] {
  return [...wanted].flatMap(([key, value]) => {
    const there = found.get(key)
    return there !== undefined && normal(value) === normal(there)
      ? []
      : [{ key, wanted: shown(value), found: there === undefined ? 'not set' : shown(there) }]
  })
}

const shown = (value: string): string => (value === '' ? 'empty' : `\`${value}\``)

/** The same value in another spelling: numbers, letter case of booleans, order and spaces of lists. */
export function normal(value: string): string {
  const text = value.trim()
  if (/^[+-]?\d+(\.\d+)?$/.test(text))
    return text
      .replace(/^\+/, '')
      .replace(/^(-?)0+(?=\d)/, '$1')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')
  if (/^(true|false)$/i.test(text)) return text.toLowerCase()
  if (/^[\w.\\-]+(\s*,\s*[\w.\\-]+)+$/.test(text))
    return text
      .split(',')
      .map((part) => part.trim())
      .sort()
      .join(',')
  return text
}
