// `late …`: the split before an operator that would drop or mis-join late rows, its lane, and the rules of what may be said.
import type { Span } from '../core/span.js'
import { streaming } from '../diagnostics/codes/streaming.js'
import type { OperatorId, SplitOperator, SplitTest, TumbleWindow } from '../ir/plan.js'
import type * as ast from '../surface/ast.js'
import { writtenName } from '../surface/names.js'
import type { Checking } from './checking.js'
import { reportStalled } from './facts/never.js'
import { append, replace } from './fixes.js'
import { NO_STATE, passRow, traitsOf, type Ids, type Lane, type Shape } from './relation.js'

/** The operator that `late` speaks of. */
export interface Guarded {
  readonly operator: OperatorId
  /** In the words of a message: `the join with \`customers\``, `the window`. */
  readonly step: string
  readonly discriminator: string
  readonly rule: { readonly kind: 'row' } | { readonly kind: 'window'; readonly window: TumbleWindow }
  readonly span: Span
  readonly file: string
}

export interface LateResult {
  /** Rows that go on to the operator. */
  readonly kept: Shape
  readonly split: SplitOperator | null
  readonly lane: Lane | null
  /** `late … as NAME`. */
  readonly named: { readonly name: ast.Name; readonly shape: Shape } | null
  readonly mode: 'split' | 'count' | 'accept'
}

/** What a fix can write: the DLQ where there is one (a library does not know), the counter where there is one. */
function waysOut(guarded: Guarded, checking: Checking): string[] {
  const pipeline = checking.scopes.get(guarded.file)?.pipeline
  const hasDlq = pipeline == null || pipeline.properties.some((p) => p.kind === 'dlq')
  if (guarded.rule.kind === 'row') return ['late to dlq']
  return hasDlq ? ['late to dlq', 'late count'] : ['late count', 'late to dlq']
}

/** A join of versions has nothing to count: see `late count` below. */
const waysText = ({ rule }: Guarded): string =>
  rule.kind === 'row' ? '`late to dlq` or `late as NAME`' : '`late to dlq`, `late as NAME` or `late count`'

const nothing = (kept: Shape, mode: LateResult['mode']): LateResult => ({ kept, split: null, lane: null, named: null, mode })

/** Every source accepts lateness: the watermark moves only at the end of input. */
const allAccept = (shape: Shape): boolean => shape.sources.length > 0 && shape.sources.every((s) => s.acceptLate)

export function checkLate(late: ast.LateNode | null, shape: Shape, guarded: Guarded, ids: Ids, checking: Checking): LateResult {
  const { bag } = checking
  if (late === null) {
    if (allAccept(shape)) return nothing(shape, 'accept')
    if (shape.ahead !== null) return nothing(shape, 'count')
    bag.report(
      streaming.lateUnsaid,
      guarded.span,
      { step: guarded.step },
      {
        related: shape.sources.map((s) => ({ span: s.span, text: 'whose watermark decides what is late' })),
        help: `add ${waysText(guarded)}`,
        fixes: waysOut(guarded, checking).map((way) => append(guarded.span, ` ${way}`)),
      },
    )
    return nothing(shape, 'count')
  }
  switch (late.action.kind) {
    case 'accept':
      if (!allAccept(shape))
        bag.report(
          streaming.lateImpossible,
          late.span,
          {
            what: 'late accept',
            reason: `the watermark of ${shape.sources.map((s) => `\`${s.name}\``).join(', ')} moves while rows come, so ${guarded.step} does leave rows behind`,
          },
          {
            related: shape.sources.map((s) => ({ span: s.span, text: 'whose watermark moves with its rows' })),
            help: `say ${waysText(guarded)}`,
            fixes: waysOut(guarded, checking).map((way) => replace(late.span, way)),
          },
        )
      return nothing(shape, 'accept')
    case 'count':
      if (guarded.rule.kind === 'row' && shape.ahead === null && !allAccept(shape))
        bag.report(
          streaming.lateImpossible,
          late.span,
          { what: 'late count', reason: 'a temporal join drops and counts nothing; a late row gets whatever version is left' },
          {
            help: 'say `late to dlq` or `late as NAME`',
            fixes: [replace(late.span, 'late to dlq')],
          },
        )
      return nothing(shape, 'count')
    case 'dlq':
    case 'as':
      return split(late, late.action, shape, guarded, ids, checking)
  }
}

function split(
  late: ast.LateNode,
  action: { kind: 'dlq' } | { kind: 'as'; name: ast.Name },
  shape: Shape,
  guarded: Guarded,
  ids: Ids,
  checking: Checking,
): LateResult {
  if (shape.time === null) return nothing(shape, 'count') // reported by the operator
  if (allAccept(shape))
    checking.bag.report(
      streaming.lateWithoutEffect,
      late.span,
      { step: guarded.step, sources: shape.sources.map((s) => s.name) },
      { related: shape.sources.map((s) => ({ span: s.span, text: 'nothing of it is ever late' })) },
    )
  if (shape.merged !== null) {
    // Flink moves CURRENT_WATERMARK into the branches of a union, each lane its own way: no complementary pair exists there.
    checking.bag.report(
      streaming.lateImpossible,
      late.span,
      {
        what: action.kind === 'dlq' ? 'late to dlq' : `late as ${action.name.text}`,
        reason:
          shape.merged.value === 'sql'
            ? 'what raw SQL does with watermarks is not known, so a row could be in both lanes or in neither'
            : 'behind `union all` each branch has a watermark of its own, so a row could be in both lanes or in neither',
      },
      {
        related: [{ span: shape.merged.span, text: shape.merged.reason }],
        help: `split before the ${shape.merged.value === 'sql' ? 'SQL' : 'union'}: \`late to dlq\` or \`late as NAME\` in the blocks of the sources; here \`late count\` is left`,
      },
    )
    // the name stands for something: what reads it says nothing more
    return { ...nothing(shape, 'count'), named: action.kind === 'as' ? { name: action.name, shape } : null }
  }
  const { rule } = guarded
  const rowRule = late.strict || rule.kind === 'row'
  const test: SplitTest =
    late.strict || rule.kind === 'row'
      ? { kind: 'late-row', time: shape.time, guards: guarded.operator }
      : { kind: 'late-window', time: shape.time, window: rule.window, guards: guarded.operator }
  const id = ids.make('split', `late:${guarded.discriminator}`)
  const row = passRow(shape)
  const at = (port: 'main' | 'late', ahead: Shape['ahead']): Shape => ({
    ...shape,
    edge: { operator: id, port },
    row,
    ahead,
    state: NO_STATE,
  })
  const ahead =
    rowRule && shape.sources.length === 1
      ? { value: 'strict', span: late.span, reason: 'a strict split stands before it' }
      : shape.ahead
  const operator: SplitOperator = {
    kind: 'split',
    id,
    inputs: [shape.edge],
    columns: row,
    ports: ['main', 'late'],
    traits: traitsOf({ ...shape, state: NO_STATE }),
    relation: '',
    origin: late.span,
    test,
  }
  if (shape.sources.length > 1)
    checking.bag.report(
      streaming.severalInputs,
      late.span,
      { step: guarded.step, sources: shape.sources.map((s) => s.name) },
      { related: shape.sources.map((s) => ({ span: s.span, text: `the watermark of \`${s.name}\`` })) },
    )
  const lateShape: Shape = { ...at('late', null), name: action.kind === 'as' ? `\`${action.name.text}\`` : 'the late rows' }
  return {
    kept: at('main', ahead),
    split: operator,
    lane:
      action.kind === 'dlq'
        ? { split: id, port: 'late', stage: 'late', reason: 'late', shape: lateShape, span: late.span }
        : null,
    named: action.kind === 'as' ? { name: action.name, shape: lateShape } : null,
    mode: 'split',
  }
}

/** A time operator needs event time, and sources that say when silence counts as idleness. */
export function requireTime(shape: Shape, step: string, at: Span, checking: Checking): boolean {
  const { bag } = checking
  if (shape.time === null) {
    if (shape.timeBroken) return false
    bag.report(
      streaming.noTime,
      at,
      { step, relation: shape.name, lost: shape.timeLost?.reason ?? null },
      shape.timeLost === null
        ? {
            help: 'say it at the source: `time created_at late by 30 seconds, idle after 1 minute`',
            related: [{ span: shape.change.span, text: 'nothing says which time its rows have' }],
          }
        : {
            related: [{ span: shape.timeLost.span, text: 'lost here' }],
            ...(shape.timeLost.listEnd === undefined
              ? {}
              : {
                  help: `keep \`${shape.timeLost.value}\` in that \`select\``,
                  fixes: [append(shape.timeLost.listEnd, `, ${writtenName(shape.timeLost.value)}`)],
                }),
          },
    )
    return false
  }
  for (const s of shape.sources)
    if (s.idle === 'unsaid' && !s.acceptLate)
      bag.report(
        streaming.idleUnsaid,
        s.span,
        { source: s.name, step },
        { related: [{ span: at, text: `${step} waits for it` }], fixes: [s.idleFix] },
      )
  reportStalled(shape, step, at, checking)
  return true
}

export function requireAppend(shape: Shape, step: string, at: Span, checking: Checking): boolean {
  if (shape.change.value === 'append') return true
  checking.bag.report(
    streaming.needsAppend,
    at,
    { step, relation: shape.name },
    { related: [{ span: shape.change.span, text: shape.change.reason }] },
  )
  return false
}
