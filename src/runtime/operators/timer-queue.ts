// What waits for a time: first the earliest, equal times in the order of arrival. Adding and taking cost the logarithm of
// what waits (a binary heap).

interface Waiting<T> {
  readonly time: number
  /** Rises with every one added. */
  readonly order: number
  readonly owner: T
}

export class TimerQueue<T> {
  readonly #heap: Waiting<T>[] = []
  #order = 0

  add(time: number, owner: T): void {
    const heap = this.#heap
    heap.push({ time, order: this.#order++, owner })
    let i = heap.length - 1
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (before(heap[parent]!, heap[i]!)) break
      ;[heap[parent], heap[i]] = [heap[i]!, heap[parent]!]
      i = parent
    }
  }

  /** The earliest time, null where nothing waits. */
  next(): number | null {
    return this.#heap[0]?.time ?? null
  }

  /** Takes the first one that is not after `time`. */
  due(time: number): Waiting<T> | null {
    const heap = this.#heap
    const first = heap[0]
    if (first === undefined || first.time > time) return null
    const last = heap.pop()!
    if (heap.length > 0) {
      heap[0] = last
      let i = 0
      for (;;) {
        let least = i
        for (const child of [2 * i + 1, 2 * i + 2]) if (child < heap.length && before(heap[child]!, heap[least]!)) least = child
        if (least === i) break
        ;[heap[least], heap[i]] = [heap[i]!, heap[least]!]
        i = least
      }
    }
    return first
  }

  /** Takes all that are not after `time`, in the order of arrival. */
  allDue(time: number): readonly Waiting<T>[] {
    const out: Waiting<T>[] = []
    for (let one = this.due(time); one !== null; one = this.due(time)) out.push(one)
    return out.sort((a, b) => a.order - b.order)
  }
}

const before = (a: Waiting<unknown>, b: Waiting<unknown>): boolean => (a.time === b.time ? a.order < b.order : a.time < b.time)
