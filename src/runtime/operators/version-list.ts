// The versions of one key by their time, for as long as a row may still ask for them. Versions come mostly in the order of
// time, so a sorted list takes them at its end; what is dropped at its front is cut off when it is half of the list.
import type { Row } from '../value.js'

export class VersionList {
  #times: number[] = []
  #rows: Row[] = []
  /** Those before it are dropped. */
  #first = 0

  /** The last arrival of a time stands. */
  put(time: number, row: Row): void {
    const at = upperBound(this.#times, this.#first, time)
    if (at > this.#first && this.#times[at - 1] === time) this.#rows[at - 1] = row
    else if (at === this.#times.length) {
      this.#times.push(time)
      this.#rows.push(row)
    } else {
      this.#times.splice(at, 0, time)
      this.#rows.splice(at, 0, row)
    }
  }

  /** The newest version that is not after `time`. */
  at(time: number): Row | null {
    const at = upperBound(this.#times, this.#first, time)
    return at === this.#first ? null : this.#rows[at - 1]!
  }

  /** Drops what was replaced at `time`: every version but the newest of those that are not after it. */
  forget(time: number): void {
    this.#first = Math.max(this.#first, upperBound(this.#times, this.#first, time) - 1)
    if (this.#first * 2 <= this.#times.length) return
    this.#times = this.#times.slice(this.#first)
    this.#rows = this.#rows.slice(this.#first)
    this.#first = 0
  }
}

/** The place behind those of the sorted times, from `first` on, that are not after `time`. */
function upperBound(sorted: readonly number[], first: number, time: number): number {
  let low = first
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= time) low = middle + 1
    else high = middle
  }
  return low
}
