// Where a builder was called. A mark is cheap: the engine writes the text of its frame only when somebody asks.
import type { Site } from '../surface/program-data.js'

/** The frame of a call, not read yet. */
export interface Mark {
  readonly stack?: unknown
}

type Called = (...args: never[]) => unknown
interface Engine {
  stackTraceLimit?: number
  captureStackTrace?: (holder: object, called: Called) => void
}

/**
 * The place that called `called`, a function that is running: the public one, so that the frame above it is the user's. Null in
 * an engine that cannot tell.
 */
export function markOf(called: Called): Mark | null {
  const engine = Error as Engine
  if (engine.captureStackTrace === undefined) return null
  const limit = engine.stackTraceLimit
  engine.stackTraceLimit = 1
  const mark: Mark = {}
  engine.captureStackTrace(mark, called)
  if (limit === undefined) delete engine.stackTraceLimit
  else engine.stackTraceLimit = limit
  return mark
}

/** As the engine says it, before source maps. */
export function siteOf(mark: Mark | null): Site | null {
  if (typeof mark?.stack !== 'string') return null
  const frame = mark.stack.split('\n').find((l) => /^\s+at /.test(l))
  if (frame === undefined) return null
  const place = frame.endsWith(')') ? frame.slice(frame.indexOf(' (') + 2, -1) : frame.replace(/^\s+at (?:async )?/, '')
  const match = /^(.*):(\d+):(\d+)$/.exec(place)
  return match === null ? null : { file: match[1]!, line: Number(match[2]), column: Number(match[3]) }
}
