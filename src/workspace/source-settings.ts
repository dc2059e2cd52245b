// What an environment says of a source by its name: where reading begins and ends, how many read, options of the connector.
import { bug } from '../core/bug.js'
import { parseTimestamp } from '../core/civil-time.js'
import type { EndPosition, Operator, PlanProgram, StartPosition } from '../ir/plan.js'
import type { Settings } from './settings.js'

export interface SourceSettings {
  readonly name: string
  /** As in programs: `earliest`, `committed else latest`, `at 2026-01-01 00:00:00`. */
  readonly start: string | null
  /** `latest`, `at 2026-01-01 00:00:00`, `never`. */
  readonly until: string | null
  readonly parallelism: number | null
  /** Over those of `with`. */
  readonly options: readonly { readonly name: string; readonly value: string }[]
}

const START = '`earliest`, `latest`, `committed`, `committed else earliest` or `at 2026-01-01 00:00:00`'
const END = '`latest`, `at 2026-01-01 00:00:00` or `never`'

export function readSources(s: Settings): readonly SourceSettings[] {
  const all = s.section('streams')
  if (all === null) return []
  return all.names.flatMap((name) => {
    const source = all.section(name)?.only(['start', 'until', 'parallelism', 'options'])
    if (source === undefined) return []
    const position = (key: 'start' | 'until', wanted: string, reads: (text: string) => boolean): string | null => {
      const value = source.text(key, wanted)
      if (value === null || reads(value)) return value
      source.wrong(key, wanted)
      return null
    }
    return [
      {
        name,
        start: position('start', START, (v) => startPosition(v) !== null),
        until: position('until', END, (v) => endPosition(v) !== null),
        parallelism: source.count('parallelism'),
        options: readTexts(source.section('options')),
      },
    ]
  })
}

function readTexts(s: Settings | null): readonly { readonly name: string; readonly value: string }[] {
  if (s === null) return []
  return s.all().flatMap((p) => {
    if (typeof p.value === 'string') return [{ name: p.name, value: p.value }]
    s.wrong(p.name, 'a text')
    return []
  })
}

/** What the environment says of a source wins over its clauses. */
export function withSource(o: Operator, list: readonly SourceSettings[]): Operator {
  if (o.kind !== 'source' || o.connector.kind !== 'kafka') return o
  const said = list.find((s) => s.name === o.name)
  if (said === undefined) return o
  const { connector } = o
  const until = said.until === null ? connector.until : (endPosition(said.until) ?? bug(`until ${said.until}`))
  return {
    ...o,
    connector: {
      ...connector,
      start: said.start === null ? connector.start : (startPosition(said.start) ?? bug(`start ${said.start}`)),
      until: until === 'never' ? null : until,
    },
    parallelism: said.parallelism ?? o.parallelism,
    options: [...o.options.filter((p) => !said.options.some((s) => s.name === p.name)), ...said.options],
  }
}

/** The values that a plan's explanations name, with those of the environment in place of the program's. */
export function explained(plan: PlanProgram, list: readonly SourceSettings[]): PlanProgram['inferred'] {
  const over = plan.operators.flatMap((o) => {
    const said = o.kind === 'source' && o.connector.kind === 'kafka' ? list.find((s) => s.name === o.name) : undefined
    return (['start', 'until', 'parallelism'] as const).flatMap((what) => {
      const value = said?.[what] ?? null
      return value === null ? [] : [{ about: said!.name, what, value: String(value), because: 'said by the environment' }]
    })
  })
  return [...plan.inferred.filter((i) => !over.some((o) => o.about === i.about && o.what === i.what)), ...over]
}

function startPosition(text: string): StartPosition | null {
  switch (text) {
    case 'earliest':
    case 'latest':
      return { kind: text }
    case 'committed':
      return { kind: 'committed', otherwise: null }
    case 'committed else earliest':
      return { kind: 'committed', otherwise: 'earliest' }
    case 'committed else latest':
      return { kind: 'committed', otherwise: 'latest' }
    default:
      return instant(text)
  }
}

const endPosition = (text: string): EndPosition | 'never' | null =>
  text === 'never' ? 'never' : text === 'latest' ? { kind: 'latest' } : instant(text)

/** A time in UTC: `at 2026-01-01 00:00:00`, or as ISO 8601 writes it. */
function instant(text: string): { readonly kind: 'timestamp'; readonly epochMillis: number } | null {
  const written = /^at (.*)$/.exec(text)?.[1] ?? ''
  const time = parseTimestamp(written, ' ') ?? parseTimestamp(written.replace(/Z$/, ''), 'T')
  return time === null ? null : { kind: 'timestamp', epochMillis: time.ms }
}
