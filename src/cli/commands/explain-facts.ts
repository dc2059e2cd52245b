// The facts of a relation as `flowc explain` prints them: one line each with the step that made it so, then clause by clause.
import { durationText } from '../../core/duration.js'
import { spell } from '../../ir/types.js'
import type { Span } from '../../core/span.js'
import type { Json } from '../../core/stable-json.js'
import type { ClauseFacts, MadeBy, RelationFacts, RelationSymbol, RelationType, WatermarkSource } from '../../typecheck/model.js'
import type { Compiled } from '../programs.js'
import { table } from '../ui/table.js'

export const keysText = (type: RelationFacts): string => type.keys.map((key) => key.join(', ')).join(' | ')
export const stateText = ({ state }: RelationFacts): string =>
  state.bound === 'none' ? '' : state.detail === '' ? state.bound : `${state.bound}: ${state.detail}`

const placeOf = (compiled: Compiled, span: Span): string => {
  const { file, start } = compiled.places.locate(span)
  return `${file}:${start.line}:${start.column}`
}

const watermarkText = (w: WatermarkSource): string =>
  w.moves === 'end'
    ? `${w.source}: moves at the end of the input`
    : `${w.source}: ${durationText(w.delay)} behind${w.idle === null ? ', never idle' : `, idle after ${durationText(w.idle)}`}`

/** Label, value, and where it was made so. */
export function factLines(compiled: Compiled, symbol: RelationSymbol, type: RelationType): string {
  const { madeBy } = type
  const facts: (readonly [string, string, MadeBy | null])[] = [
    ['rows', `${type.change.value === 'append' ? 'append-only' : 'updating'}: ${type.change.reason}`, madeBy.change],
    ['key', keysText(type) === '' ? `none: ${madeBy.keys.reason}` : `${keysText(type)}: ${madeBy.keys.reason}`, madeBy.keys],
    [
      'time',
      type.time !== null
        ? `${type.time.column} (${type.time.family.toUpperCase()}): ${madeBy.time.reason}`
        : `${type.timeLost === null ? 'none' : 'lost'}: ${madeBy.time.reason}`,
      madeBy.time,
    ],
    ...type.watermark.map((w) => ['watermark', watermarkText(w), { span: w.span, reason: '' }] as const),
    ['state', stateText(type) || 'none', madeBy.state],
    ...(type.versioned ? [['versions', 'kept by event time: may stand right of `join … at`', null] as const] : []),
    ...(symbol.schema === null ? [] : [['schema', symbol.schema.origin.describe, null] as const]),
  ]
  return `${table(
    ['fact', 'is', 'by'],
    facts.map(([label, value, by]) => [label, value, by === null ? '' : placeOf(compiled, by.span)]),
    { indent: '  ', maxCell: 120 },
  )}`
}

export const columnLines = (compiled: Compiled, type: RelationType): string =>
  table(
    ['column', 'type', 'from'],
    type.columns.map((c) => [c.name, spell(c), c.provenance.note ?? placeOf(compiled, c.provenance.span)]),
    { indent: '  ' },
  )

/** What is known behind each clause; nothing where there is only one. */
export function clauseLines(compiled: Compiled, clauses: readonly ClauseFacts[]): string {
  if (clauses.length < 2) return ''
  return table(
    ['behind', 'line', 'rows', 'columns', 'key', 'time', 'watermark', 'window', 'state'],
    clauses.map(({ clause, span, type }) => [
      clause,
      String(compiled.places.locate(span).start.line),
      type.change.value,
      String(type.columns.length),
      keysText(type),
      type.time?.column ?? '',
      type.watermark.map((w) => w.source).join(', '),
      type.window?.words ?? '',
      type.state.bound === 'none' ? '' : type.state.bound,
    ]),
    { indent: '  ' },
  )
}

const madeByJson = (compiled: Compiled, by: MadeBy | null): Json => {
  if (by === null) return null
  const { file, start } = compiled.places.locate(by.span)
  return { reason: by.reason, file, line: start.line, column: start.column }
}

function factsJson(compiled: Compiled, type: RelationType): { readonly [name: string]: Json } {
  const { madeBy } = type
  return {
    change: type.change.value,
    because: type.change.reason,
    keys: type.keys,
    time: type.time === null ? null : { column: type.time.column, family: type.time.family },
    watermark: type.watermark.map((w) => ({ source: w.source, delayMs: w.delay, idleMs: w.idle, moves: w.moves })),
    window: type.window === null ? null : type.window.words,
    state: { bound: type.state.bound, detail: type.state.detail },
    versioned: type.versioned,
    madeBy: {
      change: madeByJson(compiled, madeBy.change),
      keys: madeByJson(compiled, madeBy.keys),
      time: madeByJson(compiled, madeBy.time),
      watermark: madeByJson(compiled, madeBy.watermark),
      state: madeByJson(compiled, madeBy.state),
    },
    columns: type.columns.map((c) => ({
      name: c.name,
      type: c.type.key,
      nullable: c.nullable,
      from: c.provenance.note,
      doc: c.doc,
    })),
  }
}

/** `whole` is false where a step could not be understood: the facts are those known so far. */
export const relationJson = (compiled: Compiled, symbol: RelationSymbol, type: RelationType): Json => ({
  name: symbol.name,
  kind: symbol.kind,
  doc: symbol.doc,
  whole: symbol.stopped === null,
  ...factsJson(compiled, type),
})

export const clausesJson = (compiled: Compiled, clauses: readonly ClauseFacts[]): Json =>
  clauses.map(({ clause, span, type }) => ({
    clause,
    line: compiled.places.locate(span).start.line,
    ...factsJson(compiled, type),
  }))
