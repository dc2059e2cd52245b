// Event-time timers in the order of their time, equal times in the order of registration.

interface Timer<T> {
  readonly time: number
  readonly order: number
  readonly owner: T
}

export class TimerQueue<T> {
  readonly #heap: Timer<T>[] = []
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

  /** Takes the first timer that is not after `time`. */
  due(time: number): { readonly time: number; readonly owner: T } | null {
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
}

const before = (a: Timer<unknown>, b: Timer<unknown>): boolean => (a.time === b.time ? a.order < b.order : a.time < b.time)
