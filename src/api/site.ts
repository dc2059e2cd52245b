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
  const { captureStackTrace } = Error as Engine
  if (captureStackTrace === undefined) return null
  const mark: Mark = {}
  withFrames(count, () => captureStackTrace(mark, called))
  return mark
}

/** Stacks that are made meanwhile have so many frames. */
export function withFrames<T>(count: number, make: () => T): T {
  const engine = Error as Engine
  const limit = engine.stackTraceLimit
  engine.stackTraceLimit = count
  try {
    return make()
  } finally {
    if (limit === undefined) delete engine.stackTraceLimit
    else engine.stackTraceLimit = limit
  }
}

const framesOf = (mark: Mark | null): readonly string[] =>
  typeof mark?.stack === 'string' ? mark.stack.split('\n').filter((l) => /^\s+at /.test(l)) : []

/** Of a stack the frames from the marked call on: those above it are ours. The call itself where the stack does not have it. */
export function framesBelow(mark: Mark | null, stack: unknown): readonly string[] {
  const own = framesOf(mark)
  const all = framesOf({ stack })
  const at = own[0] === undefined ? -1 : all.indexOf(own[0])
  return at < 0 ? own : all.slice(at)
}

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
