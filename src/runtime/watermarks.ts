// How watermarks and idleness combine: per partition of a source, at operators with two inputs, and at unions.
// Rules of Flink 2.2.0; times are epoch milliseconds, MIN_TIME before the first watermark, MAX_TIME at the end of input.

export const MIN_TIME = -Infinity
export const MAX_TIME = Infinity

/** What an operator makes of its inputs' watermarks. `advance` and `idle` say what is passed on, in this order. */
export interface Gate {
  watermark(input: number, time: number): GateOutput
  status(input: number, idle: boolean): GateOutput
}

export interface GateOutput {
  /** Emitted before everything else: an operator that becomes active says so before its watermark. */
  readonly active: boolean
  readonly advance: number | null
  readonly idle: boolean
}

const NOTHING: GateOutput = { active: false, advance: null, idle: false }
const advanceTo = (time: number): GateOutput => ({ active: false, advance: time, idle: false })

interface Part {
  watermark: number
  idle: boolean
}

/** CombinedWatermarkStatus: the least of the active parts; when all are idle, the greatest of all. Never backwards. */
export class CombinedWatermark {
  readonly #parts: Part[] = []
  combined = MIN_TIME
  idle = false

  constructor(parts = 0) {
    for (let i = 0; i < parts; i++) this.addPart()
  }

  addPart(): Part {
    const part: Part = { watermark: MIN_TIME, idle: false }
    this.#parts.push(part)
    return part
  }

  part(index: number): Part {
    return this.#parts[index]!
  }

  get size(): number {
    return this.#parts.length
  }

  /** Whether the combined watermark rose. Also decides idleness. */
  update(): boolean {
    if (this.#parts.length === 0) return false
    let least = MAX_TIME
    let greatest = MIN_TIME
    let allIdle = true
    for (const part of this.#parts) {
      greatest = Math.max(greatest, part.watermark)
      if (part.idle) continue
      least = Math.min(least, part.watermark)
      allIdle = false
    }
    this.idle = allIdle
    const time = allIdle ? greatest : least
    if (time <= this.combined) return false
    this.combined = time
    return true
  }
}

/** A watermark makes its part active; true where it is higher than the part's last one. */
export function raise(part: Part, time: number): boolean {
  part.idle = false
  if (time <= part.watermark) return false
  part.watermark = time
  return true
}

/** One input: a watermark of an idle input is ignored. */
export function singleGate(): Gate {
  let last = MIN_TIME
  let idle = false
  return {
    watermark(_, time) {
      if (idle || time <= last) return NOTHING
      last = time
      return advanceTo(time)
    },
    status(_, now) {
      if (now === idle) return NOTHING
      idle = now
      return { active: !now, advance: null, idle: now }
    },
  }
}

/** Two inputs of different kinds (AbstractStreamOperator with an IndexedCombinedWatermarkStatus). */
export function combinedGate(inputs: number): Gate {
  const status = new CombinedWatermark(inputs)
  const channels = Array.from({ length: inputs }, singleGate)
  const changed = (wasIdle: boolean, rose: boolean): GateOutput => ({
    active: wasIdle && !status.idle,
    advance: rose ? status.combined : null,
    idle: !wasIdle && status.idle,
  })
  return {
    watermark(input, time) {
      if (channels[input]!.watermark(0, time).advance === null) return NOTHING
      const rose = raise(status.part(input), time) && status.update()
      return rose ? advanceTo(status.combined) : NOTHING
    },
    status(input, idle) {
      channels[input]!.status(0, idle)
      const wasIdle = status.idle
      status.part(input).idle = idle
      return changed(wasIdle, status.update())
    },
  }
}

/**
 * Channels of one input (StatusWatermarkValve), which is what a union is: a channel that returns from idleness with an old
 * watermark counts again only when it has caught up with what was passed on.
 */
export function valveGate(channels: number): Gate {
  const parts = Array.from({ length: channels }, () => ({ watermark: MIN_TIME, idle: false, aligned: true }))
  let last = MIN_TIME
  let idle = false

  const leastAligned = (): number | null => {
    let least: number | null = null
    for (const part of parts) if (part.aligned && (least === null || part.watermark < least)) least = part.watermark
    if (least === null || least <= last) return null
    last = least
    return least
  }
  return {
    watermark(input, time) {
      const part = parts[input]!
      if (idle || part.idle || time <= part.watermark) return NOTHING
      part.watermark = time
      if (!part.aligned && time >= last) part.aligned = true
      const advance = leastAligned()
      return advance === null ? NOTHING : advanceTo(advance)
    },
    status(input, now) {
      const part = parts[input]!
      if (part.idle === now) return NOTHING
      part.idle = now
      if (!now) {
        if (part.watermark >= last) part.aligned = true
        const active = idle
        idle = false
        return { active, advance: null, idle: false }
      }
      part.aligned = false
      if (parts.some((p) => !p.idle)) {
        const advance = part.watermark === last ? leastAligned() : null
        return advance === null ? NOTHING : advanceTo(advance)
      }
      idle = true
      const greatest = Math.max(...parts.map((p) => p.watermark))
      // The flush happens only where the last channel held the watermark back.
      if (part.watermark !== last || greatest <= last) return { active: false, advance: null, idle: true }
      last = greatest
      return { active: false, advance: greatest, idle: true }
    },
  }
}
