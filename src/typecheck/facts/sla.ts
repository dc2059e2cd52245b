// `sla D`: how long after its event time a row is visible at the latest, added up along the worst way to each sink.
import { sla as slaCodes } from '../../diagnostics/codes/sla.js'
import { streaming } from '../../diagnostics/codes/streaming.js'
import type { Operator, OperatorId, PlanPipeline, SinkOperator } from '../../ir/plan.js'
import type * as ast from '../../surface/ast.js'
import type { Checking } from '../checking.js'
import { replace } from '../fixes.js'

/** Milliseconds, with the words of each part. */
interface Sum {
  readonly ms: number
  readonly terms: readonly string[]
}

/** Of rows at a point: what they have waited by their own windows, and how far the watermark is behind their event time. */
interface Wait {
  readonly windows: Sum
  readonly behind: Sum
  /** A step has waited for the watermark: only then does it cost anything. */
  readonly waited: boolean
}

const NOTHING: Sum = { ms: 0, terms: [] }
const HOUR = 3_600_000

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', HOUR],
  ['min', 60_000],
]

/** `1 d 6 min 30 s` */
export function lengthWords(ms: number): string {
  let rest = ms
  const parts = UNITS.flatMap(([unit, length]) => {
    const n = Math.floor(rest / length)
    rest -= n * length
    return n === 0 ? [] : [`${n} ${unit}`]
  })
  return [...parts, ...(rest > 0 || parts.length === 0 ? [`${rest / 1000} s`] : [])].join(' ')
}

const longer = (a: Sum, b: Sum): Sum => (b.ms > a.ms ? b : a)
const plus = (a: Sum, ms: number, words: string): Sum =>
  ms === 0 ? a : { ms: a.ms + ms, terms: [...a.terms, `${lengthWords(ms)} ${words}`] }

function waits(operators: readonly Operator[], pipeline: PlanPipeline): (id: OperatorId) => Wait {
  const byId = new Map(operators.map((o) => [o.id, o]))
  const memo = new Map<OperatorId, Wait>()
  const of = (id: OperatorId): Wait => {
    const known = memo.get(id)
    if (known !== undefined) return known
    const op = byId.get(id)!
    const made = op.kind === 'source' ? ofSource(op) : ofStep(op)
    memo.set(id, made)
    return made
  }
  const ofSource = (op: Operator & { kind: 'source' }): Wait => {
    const late = op.time === null || op.acceptLate ? NOTHING : plus(NOTHING, op.time.delay, `lateness of \`${op.name}\``)
    const every = op.time === null ? 0 : (pipeline.tuning.watermarksEvery ?? 0)
    return { windows: NOTHING, behind: plus(late, every, 'between watermarks'), waited: false }
  }
  const ofStep = (op: Operator): Wait => {
    const inputs = op.inputs.map((e) => of(e.operator))
    const first = inputs[0] ?? { windows: NOTHING, behind: NOTHING, waited: false }
    const worst = inputs.reduce(
      (a, b): Wait => ({
        windows: longer(a.windows, b.windows),
        behind: longer(a.behind, b.behind),
        waited: a.waited || b.waited,
      }),
      first,
    )
    // The right side of a join in time is read as it was: how its own rows came about costs the left rows only its watermark.
    if (op.kind === 'temporal_join') return { windows: first.windows, behind: worst.behind, waited: true }
    if (op.kind === 'window_aggregate') return { ...worst, windows: plus(worst.windows, op.window.size, 'window'), waited: true }
    return worst
  }
  return of
}

/** A topic shows rows as they come where the job is not exactly once; a table shows them with the commit of a checkpoint. */
const waitsForCheckpoint = (sink: SinkOperator, pipeline: PlanPipeline): boolean =>
  sink.target.kind !== 'kafka' || (pipeline.checkpoint.mode === 'exactly-once' && sink.target.role !== 'tap')

export function latestVisible(sink: SinkOperator, operators: readonly Operator[], pipeline: PlanPipeline): Sum {
  const { windows, behind, waited } = waits(operators, pipeline)(sink.inputs[0]!.operator)
  let sum = waited ? { ms: behind.ms + windows.ms, terms: [...behind.terms, ...windows.terms] } : windows
  sum = plus(sum, pipeline.tuning.miniBatch ?? 0, 'mini batch')
  return waitsForCheckpoint(sink, pipeline) ? plus(sum, pipeline.checkpoint.interval, 'checkpoint and its commit') : sum
}

export function checkSla(d: ast.PipelineDecl, pipeline: PlanPipeline, operators: readonly Operator[], checking: Checking): void {
  const node = d.properties.find((p) => p.kind === 'sla')
  if (node === undefined || node.kind !== 'sla' || pipeline.sla === null) return
  let worst: { readonly sink: SinkOperator; readonly sum: Sum } | null = null
  for (const sink of operators) {
    if (sink.kind !== 'sink') continue
    const sum = latestVisible(sink, operators, pipeline)
    if (worst === null || sum.ms > worst.sum.ms) worst = { sink, sum }
  }
  if (worst === null) return
  const { sink, sum } = worst
  const related = [{ span: sink.origin, text: 'of this sink' }]
  if (sum.ms > pipeline.sla)
    checking.bag.report(
      streaming.sla,
      node.value.span,
      { sla: node.value.written, sum: lengthWords(sum.ms), terms: sum.terms },
      { related, notes: idleNotes(operators), fixes: [replace(node.value.span, written(sum.ms))] },
    )
  else if (pipeline.sla - sum.ms >= HOUR)
    checking.bag.report(slaCodes.slack, node.value.span, { sla: node.value.written, sum: lengthWords(sum.ms) }, { related })
}

/** A silent partition holds the watermark back until it counts as idle: no part of the sum, since it need not happen. */
const idleNotes = (operators: readonly Operator[]): readonly string[] =>
  operators.flatMap((o) =>
    o.kind === 'source' && o.time !== null && o.time.idle !== null && !o.acceptLate
      ? [`a silent partition of \`${o.name}\` adds up to ${lengthWords(o.time.idle)}, until it counts as idle`]
      : [],
  )

const written = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${Math.ceil(ms / 1000)} seconds`)
