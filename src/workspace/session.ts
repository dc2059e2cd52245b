// What stays between two compilations of a project that is open: texts read, declarations checked. A command makes one and
// throws it away.
import { IncrementalParser } from '../parser/incremental.js'
import { readLock } from '../schema/lock.js'
import { Memory } from '../typecheck/memory.js'

export class Session {
  readonly parser = new IncrementalParser()
  readonly memory = new Memory()
  #lock: { readonly text: string; readonly result: ReturnType<typeof readLock> } | null = null

  /** The same object for the same text: what was checked against it still holds. */
  lock(text: string): ReturnType<typeof readLock> {
    if (this.#lock?.text !== text) this.#lock = { text, result: readLock(text) }
    return this.#lock.result
  }
}
