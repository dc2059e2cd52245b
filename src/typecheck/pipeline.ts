// The `pipeline` block: what it says, and its defaults.
import { sinks } from '../diagnostics/codes/sinks.js'
import type { PlanPipeline } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { checkFileName } from './file-name.js'
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
