// flow.lock of a project, for commands that are about it.
import { cli } from '../diagnostics/codes/cli.js'
import { LOCK_FILE, readLock } from '../schema/lock.js'
import type { FlowLock } from '../schema/model.js'
import type { Project } from '../workspace/project-node.js'
import { EXIT } from './exit-codes.js'
import { fail } from './failure.js'

/** Null: there is none. A damaged one ends the command: taken for none, it would be lost without a word. */
export function lockOf({ host }: Project): FlowLock | null {
  const read = host.readText(LOCK_FILE)
  if (read.kind === 'missing') return null
  const result =
    read.kind === 'text' ? readLock(read.text) : ({ ok: false, kind: 'corrupt', reason: 'it is not a text file' } as const)
  if (result.ok) return result.lock
  return fail(EXIT.usage, cli.badLock, { reason: result.reason, newer: result.kind === 'newer' })
}
