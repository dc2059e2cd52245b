// The steps to the value that is being read, kept for messages.
import type { ExactJson } from '../../core/exact-json.js'
import type { Value } from '../value.js'

/** Steps to the value that is being read: names of fields, `[i]`, `{key}`. */
export class Path {
  readonly #steps: string[] = []
  push(step: string): void {
    this.#steps.push(step)
  }
  pop(): void {
    this.#steps.pop()
  }
  clear(): void {
    this.#steps.length = 0
  }
  toString(): string {
    return this.#steps.join('').replace(/^\./, '')
  }
}

export type Convert = (v: ExactJson, path: Path) => Value
