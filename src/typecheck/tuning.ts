// `tuning { … }` of a pipeline: what is said, within what Flink takes, and where it makes a job differ from a local run.
import { operation } from '../diagnostics/codes/operation.js'
import { readsTopics, topicsOf } from '../ir/kafka-source.js'
import { NO_TUNING, type Operator, type PlanTopic, type PlanTuning } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'

type TuningProperty = ast.PipelineProperty & { readonly kind: 'tuning' }

/** Key groups: KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM. */
const MOST_PARALLEL = 32_768
const HOUR = 3_600_000

const FIELDS = {
  'mini batch': 'miniBatch',
  'align drift': 'alignDrift',
  'watermarks every': 'watermarksEvery',
  parallelism: 'parallelism',
  'max parallelism': 'maxParallelism',
} as const satisfies Record<ast.TuningNode['kind'], keyof PlanTuning>

/** Shortest and longest, in milliseconds, and why not beyond. */
const BOUNDS = {
  'mini batch': [1, HOUR, 'the watermark would stand still for more than an hour'],
  'watermarks every': [1, HOUR, 'windows would wait for more than an hour'],
  // sources tell each other their watermarks once a second (scan.watermark.alignment.update-interval)
  'align drift': [1_000, 365 * 24 * HOUR, 'a year apart is not aligned'],
} as const

export function checkTuning(property: TuningProperty | null, checking: Checking): PlanTuning {
  if (property === null) return NO_TUNING
  const { bag } = checking
  let tuning = NO_TUNING
  const first = new Map<ast.TuningNode['kind'], ast.TuningNode>()
  const refuse = (at: ast.Node, item: string, reason: string, help?: string): void =>
    bag.report(operation.tuningValue, at.span, { item, reason }, help === undefined ? {} : { help })
  for (const item of property.items) {
    const known = first.get(item.kind)
    if (known !== undefined) {
      const related = [{ span: known.span, text: 'here too' }]
      bag.report(operation.tuningValue, item.span, { item: item.kind, reason: 'it is said twice' }, { related })
      continue
    }
    first.set(item.kind, item)
    if ('count' in item) {
      if (item.count < 1 || item.count > MOST_PARALLEL)
        refuse(item, `${item.kind} ${item.count}`, `it is at least 1 and at most ${MOST_PARALLEL}`)
      else tuning = { ...tuning, [FIELDS[item.kind]]: item.count }
      continue
    }
    const [least, most, why] = BOUNDS[item.kind]
    const { milliseconds, written } = item.duration
    const text = `${item.kind} ${written}`
    if (milliseconds < least)
      refuse(
        item,
        text,
        item.kind === 'align drift' ? 'sources compare their watermarks once a second' : 'it is above 0',
        item.kind === 'watermarks every' ? 'leave it out: a watermark comes with every row then' : undefined,
      )
    else if (milliseconds > most) refuse(item, text, why)
    else tuning = { ...tuning, [FIELDS[item.kind]]: milliseconds }
  }
  const { parallelism, maxParallelism } = tuning
  if (parallelism !== null && maxParallelism !== null && parallelism > maxParallelism)
    bag.report(
      operation.tuningValue,
      first.get('parallelism')!.span,
      { item: `parallelism ${parallelism}`, reason: `it is above the max parallelism of ${maxParallelism}` },
      { related: [{ span: first.get('max parallelism')!.span, text: 'the most' }] },
    )
  return tuning
}

/** Sources that tell a watermark which others can wait for: those of topics. A file's watermark is an operator's. */
export const alignable = (o: Operator): boolean => o.kind === 'source' && readsTopics(o) && o.time !== null && !o.acceptLate

/** What can only be said of the job as a whole. */
export function judgeTuning(
  property: TuningProperty | null,
  operators: readonly Operator[],
  topics: readonly PlanTopic[],
  checking: Checking,
): void {
  if (property === null) return
  const { bag } = checking
  const timed = operators.some((o) => o.kind === 'source' && o.time !== null && !o.acceptLate)
  for (const item of property.items) {
    if (item.kind === 'parallelism') reportStarved(item, operators, topics, checking)
    if (!('duration' in item)) continue
    const every = item.duration.written
    if (item.kind === 'align drift' && !operators.some(alignable)) {
      const reason = 'no topic that this pipeline reads has an event time, so there is nothing to align'
      bag.report(operation.tuningValue, item.span, { item: `align drift ${every}`, reason })
    }
    if (item.kind === 'watermarks every' && timed) bag.report(operation.periodicWatermarks, item.span, { every })
    if (item.kind === 'mini batch') {
      if (timed) bag.report(operation.batchedWatermarks, item.span, { every })
      const affected = operators.flatMap((o) => (o.traits.change === 'updating' && o.kind !== 'sink' ? [o.relation] : []))
      const named = [...new Set(affected)].filter((r) => r !== '')
      if (named.length > 0) bag.report(operation.miniBatch, item.span, { every, affected: named })
    }
  }
}

/**
 * A subtask without a partition has no watermark, and where nothing counts as idle everything waits for it (seen on 2.2). How many
 * partitions there are is known of topics that the program describes.
 */
function reportStarved(
  item: ast.TuningNode & { readonly count: number },
  operators: readonly Operator[],
  topics: readonly PlanTopic[],
  { bag }: Checking,
): void {
  for (const o of operators) {
    if (o.kind !== 'source' || !alignable(o) || o.parallelism !== null || o.time!.idle !== null) continue
    const counts = topicsOf(o).map((t) => topics.find((p) => p.name === t)?.spec.partitions ?? null)
    const partitions = counts.includes(null) || counts.length === 0 ? null : counts.reduce<number>((sum, n) => sum + n!, 0)
    if (partitions === null || item.count <= partitions) continue
    bag.report(
      operation.tuningValue,
      item.span,
      {
        item: `parallelism ${item.count}`,
        reason: `\`${o.name}\` has ${partitions} partition${partitions === 1 ? '' : 's'} and is never idle, so the watermark waits for ever for the subtasks without one`,
      },
      {
        related: [{ span: o.origin, text: 'never idle' }],
        help: 'say `idle after …`, or `parallelism` in the block of the source',
      },
    )
  }
}
