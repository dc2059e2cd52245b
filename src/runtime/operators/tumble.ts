// Windows of a fixed size, aligned to the epoch plus an offset (TimeWindow.getWindowStartWithOffset).
import type { TumbleWindow } from '../../ir/plan.js'

export function windowStart(time: number, window: TumbleWindow): number {
  const remainder = (time - window.offset) % window.size
  return time - (remainder < 0 ? remainder + window.size : remainder)
}
