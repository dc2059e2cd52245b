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
export const markOf = (called: Called): Mark | null => framesAbove(called, 1)

/** All who are at work when a part is made. */
export const callersOf = (): Mark | null => framesAbove(callersOf, 40)

function framesAbove(called: Called, count: number): Mark | null {
  const engine = Error as Engine
  if (engine.captureStackTrace === undefined) return null
  const limit = engine.stackTraceLimit
  engine.stackTraceLimit = count
  const mark: Mark = {}
  engine.captureStackTrace(mark, called)
  if (limit === undefined) delete engine.stackTraceLimit
  else engine.stackTraceLimit = limit
  return mark
}

const framesOf = (mark: Mark | null): readonly string[] =>
  typeof mark?.stack === 'string' ? mark.stack.split('\n').filter((l) => /^\s+at /.test(l)) : []

/** As the engine says it, before source maps. */
export function siteOf(mark: Mark | null): Site | null {
  const [frame] = framesOf(mark)
  return frame === undefined ? null : siteIn(frame)
}

/** The function of the engine itself that called: `keys` of `Object.keys(…)`. Null: the program did. */
export function engineCallOf(mark: Mark | null): string | null {
  const [frame] = framesOf(mark)
  return /^\s+at (?:\w+\.)?(\w+) \(<anonymous>\)$/.exec(frame ?? '')?.[1] ?? null
}

/** Up to where a module begins: a bundler has a function for that, and what waits for it is another module. */
export function sitesOf(mark: Mark | null): readonly Site[] {
  const frames = framesOf(mark)
  const end = frames.findIndex((f) => /^\s+at (?:async |__init|__require)/.test(f))
  return (end < 0 ? frames : frames.slice(0, end)).map(siteIn).filter((s) => s !== null)
}

function siteIn(frame: string): Site | null {
  const place = frame.endsWith(')') ? frame.slice(frame.indexOf(' (') + 2, -1) : frame.replace(/^\s+at (?:async )?/, '')
  const match = /^(.*):(\d+):(\d+)$/.exec(place)
  return match === null ? null : { file: match[1]!, line: Number(match[2]), column: Number(match[3]) }
}
