// `window tumble 5 minutes [offset …] late …`: checked here, built together with the `group by` after it.
import { streaming } from '../../diagnostics/codes/streaming.js'
import { MS_PER_DAY } from '../../core/civil-time.js'
import { timestamp } from '../../ir/types.js'
import { requireAppend, requireTime } from '../late.js'
import { requireDistinctNames, type ClauseHandler } from './step.js'

/** What Flink gives `window_start` and `window_end`: wall clock, also over TIMESTAMP_LTZ (flink-table: WindowUtil). */
export const WINDOW_BOUND = { type: timestamp(3), nullable: false } as const

export const windowClause: ClauseHandler<'window'> = (clause, step) => {
  const { shape, checking } = step
  const { size, offset } = clause.window
  if (size.milliseconds <= 0)
    checking.bag.report(
      streaming.windowSize,
      size.span,
      { reason: `its size is ${size.written}` },
      { help: 'a window has a length: `window tumble 5 minutes`' },
    )
  else if (offset !== null && Math.abs(offset.milliseconds) >= size.milliseconds)
    checking.bag.report(streaming.windowSize, offset.span, {
      reason: `its offset ${offset.written} is not shorter than its size ${size.written}`,
    })
  else if (size.milliseconds % MS_PER_DAY === 0 && offset === null)
    checking.bag.report(streaming.dayWindow, clause.window.span, { zone: 'UTC' })
  const distinct = requireDistinctNames(step, clause)
  const appends = requireAppend(shape, 'a window', clause.span, checking)
  return appends && requireTime(shape, 'a window', clause.span, checking) && distinct ? shape : null
}
