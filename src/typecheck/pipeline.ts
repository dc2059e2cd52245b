// The `pipeline` block: what it says, its defaults, and the SLA's arithmetic.
import { sinks } from '../diagnostics/codes/sinks.js'
import { streaming } from '../diagnostics/codes/streaming.js'
import type { Operator, PlanPipeline } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { checkFileName } from './file-name.js'
import { replace } from './fixes.js'
import { topicNameProblem } from './topic.js'
import { checkTuning } from './tuning.js'

export const DEFAULT_CHECKPOINT_MS = 60_000

type PropertyOf<K extends ast.PipelineProperty['kind']> = ast.PipelineProperty & { kind: K }
export const pipelineProperty = <K extends ast.PipelineProperty['kind']>(d: ast.PipelineDecl, kind: K): PropertyOf<K> | null =>
  (d.properties.find((p) => p.kind === kind) as PropertyOf<K> | undefined) ?? null

export interface CheckedPipeline {
  readonly pipeline: PlanPipeline
  readonly inferred: readonly { readonly what: string; readonly value: string; readonly because: string }[]
}

export function checkPipeline(d: ast.PipelineDecl, checking: Checking): CheckedPipeline {
  const { bag } = checking
  const what = `pipeline \`${d.name.text}\``
  checkFileName(d.name, what, checking)
  const dlq = pipelineProperty(d, 'dlq')
  if (dlq !== null) {
    const problem = topicNameProblem(dlq.value.value)
    if (problem !== null) bag.report(sinks.topicName, dlq.value.span, { topic: dlq.value.value, reason: problem })
  }
  const zone = pipelineProperty(d, 'time zone')
  if (zone !== null && zone.value.value !== 'UTC')
    bag.report(
      sinks.config,
      zone.value.span,
      { what, reason: `time zone \`${zone.value.value}\` is not supported yet` },
      { help: 'only `UTC` is; an `offset` moves windows' },
    )
  const checkpoint = pipelineProperty(d, 'checkpoint')
  if (checkpoint !== null && checkpoint.every.milliseconds <= 0)
    bag.report(
      sinks.config,
      checkpoint.every.span,
      { what, reason: 'without checkpoints nothing is ever committed' },
      { help: '`checkpoint every 60 seconds exactly once`' },
    )
  const sla = pipelineProperty(d, 'sla')
  return {
    pipeline: {
      name: d.name.text,
      doc: d.doc,
      owner: pipelineProperty(d, 'owner')?.value.value ?? null,
      sla: sla?.value.milliseconds ?? null,
      dlq: dlq?.value.value ?? null,
      checkpoint: { interval: checkpoint?.every.milliseconds ?? DEFAULT_CHECKPOINT_MS, mode: checkpoint?.mode ?? 'exactly-once' },
      timeZone: 'UTC',
      tuning: checkTuning(pipelineProperty(d, 'tuning'), checking),
      origin: d.span,
    },
    inferred: [
      ...(checkpoint === null
        ? [{ what: 'checkpoint', value: 'every 60 seconds exactly once', because: 'the default: sinks commit at checkpoints' }]
        : []),
      ...(zone === null
        ? [{ what: 'time zone', value: 'UTC', because: 'the default: a result does not depend on where the job runs' }]
        : []),
    ],
  }
}

const seconds = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000)
  const rest = (ms % 60_000) / 1000
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 || minutes === 0 ? `${rest} s` : ''].filter((t) => t !== '').join(' ')
}

/** How long after its event time a row can be visible at the latest: lateness, windows on the way, one checkpoint. */
export function checkSla(d: ast.PipelineDecl, pipeline: PlanPipeline, operators: readonly Operator[], checking: Checking): void {
  const node = pipelineProperty(d, 'sla')
  if (node === null || pipeline.sla === null) return
  const byId = new Map(operators.map((o) => [o.id, o]))
  const memo = new Map<string, { ms: number; terms: readonly string[] }>()
  const latency = (id: string): { ms: number; terms: readonly string[] } => {
    const known = memo.get(id)
    if (known !== undefined) return known
    const op = byId.get(id)!
    let worst = { ms: 0, terms: [] as readonly string[] }
    if (op.kind === 'source') {
      if (op.time !== null && !op.acceptLate)
        worst = { ms: op.time.delay, terms: [`${seconds(op.time.delay)} lateness of \`${op.name}\``] }
    } else {
      // Rows wait for watermarks only where an operator does: elsewhere the source's lateness costs nothing yet, but a
      // result behind the next window would, so the path with the largest sum counts.
      for (const e of op.inputs) {
        const upstream = latency(e.operator)
        if (upstream.ms >= worst.ms) worst = upstream
      }
      if (op.kind === 'window_aggregate')
        worst = { ms: worst.ms + op.window.size, terms: [...worst.terms, `${seconds(op.window.size)} window`] }
    }
    memo.set(id, worst)
    return worst
  }
  for (const op of operators) {
    if (op.kind !== 'sink') continue
    const { ms, terms } = latency(op.inputs[0]!.operator)
    const total = ms + pipeline.checkpoint.interval
    if (total > pipeline.sla) {
      checking.bag.report(
        streaming.sla,
        node.value.span,
        {
          sla: node.value.written,
          sum: seconds(total),
          terms: [...terms, `${seconds(pipeline.checkpoint.interval)} checkpoint`],
        },
        {
          related: [{ span: op.origin, text: 'of this sink' }],
          fixes: [
            replace(node.value.span, total % 60_000 === 0 ? `${total / 60_000} minutes` : `${Math.ceil(total / 1000)} seconds`),
          ],
        },
      )
      return
    }
  }
}
