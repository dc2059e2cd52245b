// The watermark of one source: a generator a partition, idleness by processing time, and what is passed on downstream
// (WatermarksWithIdleness, WatermarkOutputMultiplexer, WatermarkToDataOutput of Flink 2.2.0, emitting on every event).
import { CombinedWatermark, MIN_TIME, raise } from './watermarks.js'

export interface WatermarkOutput {
  watermark(time: number): void
  idle(idle: boolean): void
}

/** What a generator stands for: a partition's number, with its topic where there are several. */
export type Split = number | string

interface Partition {
  /** Highest watermark that the generator has made. */
  generated: number
  /** Processing time since the last record, and whether the generator has already said that it is idle. */
  silent: number
  marked: boolean
}

export class SourceWatermarks {
  readonly #delay: number
  readonly #idleAfter: number | null
  readonly #output: WatermarkOutput
  #partitions = new Map<Split, { partition: Partition; index: number }>()
  #combined = new CombinedWatermark()
  #emitted = MIN_TIME
  #idle = false

  constructor(delay: number, idleAfter: number | null, output: WatermarkOutput) {
    this.#delay = delay
    this.#idleAfter = idleAfter
    this.#output = output
  }

  declare(split: Split): void {
    this.#partition(split)
  }

  #partition(split: Split): { partition: Partition; index: number } {
    let known = this.#partitions.get(split)
    if (known === undefined) {
      known = { partition: { generated: MIN_TIME, silent: 0, marked: false }, index: this.#combined.size }
      this.#combined.addPart()
      this.#partitions.set(split, known)
    }
    return known
  }

  /** A record that says nothing of the time: its partition speaks, that is all. */
  heard(split: Split): Partition {
    const { partition } = this.#partition(split)
    partition.silent = 0
    partition.marked = false
    return partition
  }

  /** After the row has been processed to the end. */
  record(split: Split, eventTime: number): void {
    const partition = this.heard(split)
    const { index } = this.#partition(split)
    const time = eventTime - this.#delay
    // A record that raises nothing does not even end the idleness of its partition.
    if (time <= partition.generated) return
    partition.generated = time
    const rose = raise(this.#combined.part(index), time)
    if (rose && time > this.#combined.combined) this.#update()
  }

  /** A watermark from outside: every partition is at least there. */
  force(time: number): void {
    for (const { partition, index } of this.#partitions.values()) {
      partition.silent = 0
      partition.marked = false
      if (time > partition.generated) partition.generated = time
      raise(this.#combined.part(index), time)
    }
    this.#update()
    this.#emit(time)
  }

  /** Milliseconds until the next partition counts as idle; null: none will. */
  nextIdle(): number | null {
    if (this.#idleAfter === null) return null
    let next: number | null = null
    for (const { partition } of this.#partitions.values()) {
      if (partition.marked) continue
      const rest = this.#idleAfter - partition.silent
      if (next === null || rest < next) next = rest
    }
    return next
  }

  /** Processing time passes; partitions that have been silent for the whole time-out become idle. */
  advance(milliseconds: number): void {
    if (this.#idleAfter === null) return
    for (const { partition, index } of this.#partitions.values()) {
      partition.silent += milliseconds
      if (partition.marked || partition.silent < this.#idleAfter) continue
      partition.marked = true
      this.#combined.part(index).idle = true
      this.#update()
    }
  }

  /** Partitions go idle, without regard to the time (test step `idle`). */
  idle(which: (split: Split) => boolean): void {
    for (const [split, { partition, index }] of this.#partitions) {
      if (!which(split)) continue
      partition.marked = true
      this.#combined.part(index).idle = true
    }
    this.#update()
  }

  restart(): void {
    const splits = [...this.#partitions.keys()]
    this.#partitions = new Map()
    this.#combined = new CombinedWatermark()
    this.#emitted = MIN_TIME
    this.#idle = false
    for (const split of splits) this.declare(split)
  }

  end(time: number): void {
    this.#emit(time)
  }

  #update(): void {
    if (this.#combined.update()) this.#emit(this.#combined.combined)
    if (this.#combined.idle && !this.#idle) {
      this.#idle = true
      this.#output.idle(true)
    }
  }

  #emit(time: number): void {
    if (time <= this.#emitted) return
    this.#emitted = time
    if (this.#idle) {
      this.#idle = false
      this.#output.idle(false)
    }
    this.#output.watermark(time)
  }
}
