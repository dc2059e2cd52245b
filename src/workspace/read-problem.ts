// What is wrong with a file that is not text, as a diagnostic without a place.
import { cli } from '../diagnostics/codes/cli.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { ReadResult } from './host.js'

export function readProblem(path: string, read: Exclude<ReadResult, { kind: 'text' }>): Diagnostic {
  switch (read.kind) {
    case 'missing':
      return diagnostic(cli.noSuchFile, null, { path, near: [] })
    case 'too large':
      return diagnostic(cli.fileTooLarge, null, { path, bytes: read.bytes, limit: read.limit })
    case 'not text':
      return diagnostic(cli.notText, null, { path, reason: read.reason })
    case 'unreadable':
      return diagnostic(cli.unreadable, null, { path, reason: read.reason })
  }
}
