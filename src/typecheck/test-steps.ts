// Steps of a test that move its time: which can stand where, and what can go idle.
import { tests } from '../diagnostics/codes/tests.js'
import { testSteps } from '../diagnostics/codes/test-steps.js'
import type { PlanStep } from '../ir/test-plan.js'
import type * as ast from '../surface/ast.js'
import type { Checking } from './checking.js'
import { sourceNamed, type TestScope } from './test-scope.js'

/** What changes something: it cannot come after the end of the input. */
const HAPPENS: ReadonlySet<ast.TestStep['kind']> = new Set<ast.TestStep['kind']>([
  'given',
  'watermark',
  'advance',
  'restart',
  'idle',
])

/** `end` and `open` stand once, and not both; behind `end` nothing happens any more. */
export function checkOrder(steps: readonly ast.TestStep[], { bag }: Checking): void {
  let last: ast.TestStep | null = null
  for (const step of steps) {
    if (step.kind === 'end' || step.kind === 'open') {
      if (last !== null)
        bag.report(
          tests.step,
          step.span,
          {
            step: step.kind,
            reason: last.kind === step.kind ? 'it stands there twice' : 'an input that ends does not stay open',
          },
          { related: [{ span: last.span, text: 'the other one' }] },
        )
      last = step
    } else if (last?.kind === 'end' && HAPPENS.has(step.kind))
      bag.report(testSteps.afterEnd, step.span, { step: step.kind }, { related: [{ span: last.span, text: 'the end' }] })
  }
}

/** Each is a row of the test, and they are all in memory. */
const MOST_BEATS = 100_000

/** Whether the beats that come in the time are no more than a test can hold; reported where they are. */
export function beatsIn(step: ast.TestStep & { readonly kind: 'advance' }, { plan, checking }: TestScope): boolean {
  for (const o of plan.operators) {
    if (o.kind !== 'source' || o.connector.kind !== 'every') continue
    const beats = Math.floor(step.by.milliseconds / o.connector.period)
    if (beats <= MOST_BEATS) continue
    const reason = `it would be ${beats} beats of \`${o.name}\`, and a test takes ${MOST_BEATS}`
    checking.bag.report(
      tests.step,
      step.by.span,
      { step: 'advance', reason },
      {
        related: [{ span: o.origin, text: 'the heartbeat' }],
        help: 'give a row of another source at the later time, then advance the rest',
      },
    )
    return false
  }
  return true
}

export function lowerIdle(step: ast.TestStep & { readonly kind: 'idle' }, scope: TestScope): PlanStep[] {
  const source = sourceNamed(step.relation, scope)
  if (source === null) return []
  const refuse = (reason: string, help?: string): PlanStep[] => {
    scope.checking.bag.report(
      testSteps.neverIdle,
      step.span,
      { source: source.name, reason },
      { related: [{ span: source.origin, text: 'the source' }], ...(help === undefined ? {} : { help }) },
    )
    return []
  }
  if (source.time === null) return refuse('it has no event time, so nothing waits for it')
  if (source.acceptLate) return refuse('it accepts lateness, so its watermark moves at the end of its input and not before')
  if (source.time.idle === null) return refuse('its `time` does not say after how long', 'say it: `time … , idle after 1 minute`')
  return [{ kind: 'idle', source: source.id, partition: step.partition, origin: step.span }]
}
