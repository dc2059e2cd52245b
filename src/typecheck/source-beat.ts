// `stream beat every 1 minute`: one row at each full period of the clock. For absence: what did not come in time.
import { sinks } from '../diagnostics/codes/sinks.js'
import { sourceKinds } from '../diagnostics/codes/source-kinds.js'
import type { PlanColumn, SourceOperator } from '../ir/plan.js'
import { timestampLtz } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { append } from './fixes.js'
import { Ids, NO_STATE, traitsOf, type CheckedRelation, type Shape } from './relation.js'
import { broken } from './source-base.js'

/** The beat, as its event time. */
const BEAT_TIME = 'beat_time'
const DAY = 86_400_000

export function checkBeat(
  d: ast.SourceDecl,
  from: ast.SourceDecl['from'] & { kind: 'every' },
  file: string,
  checking: Checking,
): readonly CheckedRelation[] {
  const { bag } = checking
  for (const c of d.clauses)
    bag.report(
      sinks.property,
      c.span,
      { property: c.kind, target: 'a heartbeat' },
      { help: `its rows have one column, \`${BEAT_TIME}\`, which is their event time` },
    )
  if (d.relation === 'table') {
    bag.report(sourceKinds.heartbeat, from.span, { reason: 'a beat is an event: say `stream`' })
    return [broken(d, file)]
  }
  const period = from.period.milliseconds
  if (period < 1000 || period % 1000 !== 0 || period > DAY) {
    bag.report(
      sourceKinds.heartbeat,
      from.period.span,
      { reason: `its period of ${from.period.written} is not a number of whole seconds from 1 second to 1 day` },
      { help: 'the clock is looked at once a second; slower than once a day, it is a schedule for whatever starts jobs' },
    )
    return [broken(d, file)]
  }
  const row: PlanColumn[] = [
    { name: BEAT_TIME, type: timestampLtz(3), nullable: false, from: [], doc: 'the full period of the clock' },
  ]
  const id = new Ids(d.name.text).make('source', null)
  const shape: Shape = {
    edge: { operator: id, port: 'main' },
    row,
    columns: row.map((c, ordinal) => ({
      name: c.name,
      qualifier: null,
      ordinal,
      type: c.type,
      nullable: false,
      provenance: { span: from.span, note: 'of the heartbeat' },
      doc: c.doc ?? null,
    })),
    change: { value: 'append', span: from.span, reason: `\`${d.name.text}\` is a heartbeat: rows are only added` },
    keys: [],
    time: 0,
    timeLost: null,
    // the clock is never idle
    sources: [
      {
        operator: id,
        name: d.name.text,
        delay: 0,
        idle: null,
        acceptLate: false,
        span: from.span,
        idleFix: append(from.span, ''),
      },
    ],
    ahead: { value: d.name.text, span: from.span, reason: 'beats come in order' },
    merged: null,
    state: NO_STATE,
    unavailable: [],
    timeBroken: false,
    open: false,
    holds: [],
    name: `\`${d.name.text}\``,
  }
  const source: SourceOperator = {
    kind: 'source',
    id,
    inputs: [],
    columns: row,
    ports: ['main'],
    traits: traitsOf(shape),
    relation: d.name.text,
    origin: d.span,
    name: d.name.text,
    connector: { kind: 'every', period },
    format: { kind: 'none' },
    physical: [],
    compute: [{ kind: 'clock' }],
    time: { ordinal: 0, delay: 0, idle: null },
    primaryKey: [],
    acceptLate: false,
    parallelism: null,
    options: [],
  }
  return [{ ...broken(d, file), shape, operators: [source] }]
}
