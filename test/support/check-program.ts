// Compiles texts in memory, as the command line does with files: for tests of everything behind the parser.
import { SourceIndex } from '../../src/core/source.js'
import { parse } from '../../src/parser/index.js'
import { readLock } from '../../src/schema/lock.js'
import { check, type CheckResult } from '../../src/typecheck/index.js'
import type { TargetName } from '../../src/ir/plan.js'
import type { GivenParam } from '../../src/typecheck/params.js'
import type { Host } from '../../src/workspace/host.js'

export interface Checked extends CheckResult {
  readonly index: SourceIndex
  /** `CODE line:column message`, in the order of the text. */
  readonly lines: readonly string[]
}

/** `files`: path → text; a `flow.lock` and `.avsc` files among them are read where a program names them. */
export function checkProgram(
  files: Readonly<Record<string, string>>,
  target: TargetName = 'flink-2.2',
  params: readonly GivenParam[] = [],
): Checked {
  const index = new SourceIndex()
  const parsed = Object.entries(files)
    .filter(([path]) => path.endsWith('.flow'))
    .map(([path, text]) => parse({ path, text }, index))
  const host: Host = {
    readText: (path) => (files[path] === undefined ? { kind: 'missing' } : { kind: 'text', text: files[path] }),
    list: (folder, suffix) =>
      Object.keys(files)
        .filter((p) => (folder === '' || folder === '.' || p.startsWith(`${folder}/`)) && p.endsWith(suffix))
        .sort(),
  }
  const lockText = files['flow.lock']
  const lock = lockText === undefined ? null : readLock(lockText)
  if (lock !== null && !lock.ok) throw new Error(`flow.lock: ${JSON.stringify(lock)}`)
  const result = check(
    parsed.map((p) => p.file),
    { lock: lock === null ? null : lock.lock, host, target, params },
    parsed.flatMap((p) => p.diagnostics),
  )
  const lines = [...result.diagnostics]
    .map((d) => ({ d, at: d.primary === null ? null : index.locate(d.primary.span) }))
    .sort((a, b) => (a.at?.start.offset ?? -1) - (b.at?.start.offset ?? -1))
    .map(({ d, at }) => `${d.code}${at === null ? '' : ` ${at.start.line}:${at.start.column}`} ${d.message}`)
  return { ...result, index, lines }
}
