// The window to the outside for everything that is not cli/, deploy/ or a registry client.
import type { Diagnostic } from '../diagnostics/define.js'

/** Reading side of a file system; paths are project-relative with `/`. */
export interface Host {
  /** Text of a file. Distinguishes a missing file from one that cannot be read or is not UTF-8 text. */
  readText(path: string): ReadResult
  /** Files below a folder that end so, in byte order of their paths. */
  list(folder: string, suffix: string): readonly string[]
}

export type ReadResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too large'; readonly bytes: number; readonly limit: number }
  | { readonly kind: 'not text'; readonly reason: string }
  | {
      readonly kind: 'unreadable'
      readonly reason: string
      /** Where more is known than a reason: what is wrong with a program that had to be run to be read. */
      readonly diagnostics?: readonly Diagnostic[]
    }
