// The public face of relations: their facts, clause by clause, each with the step that made it so. Of a wrong program too, as
// far as it is known.
import { postOrder } from '../../core/post-order.js'
import type { Span } from '../../core/span.js'
import type { Operator } from '../../ir/plan.js'
import { isTimestamp } from '../../ir/types.js'
import type * as ast from '../../surface/ast.js'
import { clauseWords } from '../clauses/step.js'
import type { ClauseFacts, MadeBy, RelationColumn, RelationFacts, RelationType, StateBound } from '../model.js'
import { NO_STATE, type CheckedRelation, type Shape } from '../relation.js'

/** What the model says of a relation. */
export interface KnownRelation {
  readonly type: RelationType | null
  readonly stopped: Span | null
  readonly clauses: readonly ClauseFacts[]
}

export type KnownRelations = (r: CheckedRelation) => KnownRelation

/** Remembers what it was asked: a relation begins with the facts of the one that it reads. */
export function knownRelations(): KnownRelations {
  const memo = new Map<CheckedRelation, KnownRelation>()
  const read = ({ uses: [first] }: CheckedRelation): readonly CheckedRelation[] =>
    first === undefined || memo.has(first) ? [] : [first]
  const known: KnownRelations = (of) => {
    for (const r of memo.has(of) ? [] : postOrder([of], read))
      memo.set(r, r.declaration.kind === 'query' ? ofQuery(r, known) : ofSource(r))
    return memo.get(of)!
  }
  return known
}

function ofQuery(r: CheckedRelation, known: KnownRelations): KnownRelation {
  const trail = r.trail ?? { steps: [], stopped: null }
  const clauses: ClauseFacts[] = []
  const operators: Operator[] = []
  const read = r.uses[0]
  let before: RelationFacts | null = read === undefined ? null : known(read).type
  for (const { clause, shape, window, operators: own } of trail.steps) {
    operators.push(...own)
    const step = { words: `\`${clauseWords(clause)}\``, span: clause.span }
    const facts: RelationFacts = factsOf(shape, operators, window, before, step)
    clauses.push({
      span: clause.span,
      clause: clauseWords(clause),
      type: { ...facts, columns: columnsOf(shape), versioned: false },
    })
    before = facts
  }
  if (r.shape === null) return { type: clauses.at(-1)?.type ?? null, stopped: trail.stopped ?? r.declaration.span, clauses }
  // late rows are those before the step that would drop them, and that step keeps nothing of them
  const last = factsOf(r.shape, r.lateOf === null ? r.operators : [], null, before, { words: `\`${r.name}\``, span: r.nameSpan })
  return { type: { ...last, columns: columnsOf(r.shape), versioned: r.versions !== null }, stopped: null, clauses }
}

function ofSource(r: CheckedRelation): KnownRelation {
  const d = r.declaration
  const said = d.kind === 'source' ? d.clauses : []
  const clause = (kind: ast.SourceClause['kind']): Span | null => said.find((c) => c.kind === kind)?.span ?? null
  const from = d.kind === 'source' ? d.from.span : r.nameSpan
  const changing = r.kind === 'table'
  const time = clause('time')
  const about = `\`${r.name}\``
  if (r.shape === null) {
    if (r.schema === null) return { type: null, stopped: d.span, clauses: [] }
    const reason = changing ? `${about} is a table: its rows change` : `${about} is a stream: rows are only added`
    const nothing: MadeBy = { span: r.nameSpan, reason: 'not known: its block has a mistake' }
    const columns = r.schema.fields.flatMap((f): RelationColumn[] =>
      f.field === null
        ? []
        : [
            {
              name: f.name,
              type: f.field.type,
              nullable: f.field.nullable,
              provenance: { span: from, note: null },
              doc: f.doc,
            },
          ],
    )
    const type: RelationType = {
      columns,
      change: { value: changing ? 'updating' : 'append', span: from, reason },
      keys: [],
      time: null,
      timeLost: null,
      watermark: [],
      window: null,
      state: NO_STATE,
      versioned: false,
      madeBy: { change: { span: from, reason }, keys: nothing, time: nothing, watermark: null, state: null },
    }
    return { type, stopped: d.span, clauses: [] }
  }
  const facts = factsOf(r.shape, r.lateOf === null ? r.operators : [], null, null, { words: about, span: r.nameSpan })
  const stated = elsewhere(r)
  const key = stated?.key ?? clause('primary key')
  const madeBy: RelationFacts['madeBy'] = {
    ...facts.madeBy,
    keys:
      key !== null && facts.keys.length > 0
        ? { span: key, reason: `the \`primary key\` of ${about}` }
        : { span: r.nameSpan, reason: `${about} is a stream: its rows have no key` },
    time:
      facts.time === null
        ? facts.madeBy.time
        : (stated?.time ?? {
            span: time ?? r.nameSpan,
            reason: time === null ? `the default of ${about}` : `the \`time\` of ${about}`,
          }),
    watermark:
      facts.watermark.length === 0 ? null : (stated?.time ?? { span: time ?? r.nameSpan, reason: `the \`time\` of ${about}` }),
  }
  return { type: { ...facts, madeBy, columns: columnsOf(r.shape), versioned: r.versions !== null }, stopped: null, clauses: [] }
}

/** Where raw SQL and the outputs of other pipelines say what sources say in clauses. */
function elsewhere(r: CheckedRelation): { readonly key: Span | null; readonly time: MadeBy } | null {
  const d = r.declaration
  if (d.kind === 'sql')
    return {
      key: d.primaryKey?.[0]?.span ?? null,
      time: { span: d.time?.span ?? r.nameSpan, reason: `the \`time\` of \`${r.name}\`` },
    }
  if (d.kind === 'import pipeline')
    return { key: null, time: { span: r.nameSpan, reason: `as pipeline \`${d.pipeline.text}\` has it` } }
  return null
}

const columnsOf = (shape: Shape): readonly RelationColumn[] =>
  shape.columns.map(({ name, type, nullable, provenance, doc }) => ({ name, type, nullable, provenance, doc }))

interface StepWords {
  /** In backquotes. */
  readonly words: string
  readonly span: Span
}

function factsOf(
  shape: Shape,
  operators: readonly Operator[],
  window: ast.WindowClause | null,
  before: RelationFacts | null,
  step: StepWords,
): RelationFacts {
  const nameOf = (ordinal: number): string => shape.row[ordinal]!.name
  const time = shape.time === null ? null : shape.row[shape.time]!
  const lost = shape.timeLost
  const known = {
    change: shape.change,
    keys: shape.keys.map((k) => k.map(nameOf)),
    time: time !== null && isTimestamp(time.type) ? { column: time.name, family: time.type.kind } : null,
    timeLost: lost === null ? null : { value: lost.value, span: lost.span, reason: lost.reason },
    watermark: shape.sources.map((s) => ({
      source: s.name,
      delay: s.delay,
      idle: s.idle === 'unsaid' ? null : s.idle,
      moves: s.acceptLate ? ('end' as const) : ('rows' as const),
      span: s.span,
    })),
    window: window === null ? null : { words: windowWords(window), span: window.span },
    state: stateOf(operators),
  }
  const { span, words } = step
  const same = (fact: 'keys' | 'time' | 'watermark'): boolean =>
    before !== null && JSON.stringify(before[fact]) === JSON.stringify(known[fact])
  const list = (keys: readonly (readonly string[])[]): string => keys.map((k) => `(${k.join(', ')})`).join(' or ')
  return {
    ...known,
    madeBy: {
      change: { span: shape.change.span, reason: shape.change.reason },
      keys: same('keys')
        ? before!.madeBy.keys
        : known.keys.length === 0
          ? { span, reason: before === null || before.keys.length === 0 ? `${words} has no key` : `${words} keeps no key whole` }
          : { span, reason: `${words} makes ${list(known.keys)} the key` },
      time:
        known.time === null
          ? (known.timeLost ?? before?.madeBy.time ?? { span, reason: `${words} says no \`time\`` })
          : same('time')
            ? before!.madeBy.time
            : { span, reason: `${words} makes \`${known.time.column}\` the event time` },
      watermark:
        known.watermark.length === 0
          ? null
          : same('watermark') && before!.madeBy.watermark !== null
            ? before!.madeBy.watermark
            : { span, reason: `${words} waits for ${added(known.watermark, before)}` },
      state: madeState(operators),
    },
  }
}

function added(watermark: RelationFacts['watermark'], before: RelationFacts | null): string {
  const old = new Set(before?.watermark.map((w) => w.source))
  const fresh = watermark.filter((w) => !old.has(w.source))
  return (fresh.length === 0 ? watermark : fresh).map((w) => `\`${w.source}\``).join(' and ')
}

/** `tumble 5 minutes`: the kind, and its durations as written. */
const windowWords = ({ window }: ast.WindowClause): string =>
  [window.kind, window.size.written, ...(window.offset === null ? [] : [`offset ${window.offset.written}`])].join(' ')

const BOUNDS: readonly StateBound[] = ['none', 'window', 'versions', 'keys']
const width = (o: Operator): number => BOUNDS.indexOf(o.traits.state.bound)

/** What steps keep together: the widest bound, each step in words. */
function stateOf(operators: readonly Operator[]): RelationFacts['state'] {
  const kept = operators.map((o) => o.traits.state).filter((s) => s.bound !== 'none')
  if (kept.length === 0) return NO_STATE
  const bound = BOUNDS[Math.max(...kept.map((s) => BOUNDS.indexOf(s.bound)))]!
  return { bound, detail: [...new Set(kept.map((s) => s.detail))].join('; ') }
}

/** The first step of those that keep the most. */
function madeState(operators: readonly Operator[]): MadeBy | null {
  const kept = operators.filter((o) => o.traits.state.bound !== 'none')
  const most = Math.max(...kept.map(width))
  const o = kept.find((x) => width(x) === most)
  return o === undefined ? null : { span: o.origin, reason: o.traits.state.detail }
}
