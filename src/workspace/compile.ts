// From files to plans: reads the files of a project and everything they import, parses, checks. One call for every command.
import { resolvePath } from '../core/paths.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import { names } from '../diagnostics/codes/names.js'
import { cli } from '../diagnostics/codes/cli.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { SourceIndex } from '../core/source.js'
import { supportsPlan } from '../codegen/supports.js'
import { target as targetCodes } from '../diagnostics/codes/target.js'
import type { TargetName } from '../ir/plan.js'
import { LOCK_FILE } from '../schema/lock.js'
import type { FlowLock } from '../schema/model.js'
import type { FileNode } from '../surface/ast.js'
import type { MetExpectation } from '../typecheck/expected-errors.js'
import { check, type CheckedProgram } from '../typecheck/index.js'
import type { SemanticModel } from '../typecheck/model.js'
import type { GivenParam } from '../typecheck/params.js'
import type { Host } from './host.js'
import { applyIgnores, type Suppressed } from './ignores.js'
import { oneCauseEach } from './one-cause.js'
import { readProblem } from './read-problem.js'
import { Session } from './session.js'

export interface CompileInput {
  readonly host: Host
  /** The files that the command is about; what they import is read along. */
  readonly files: readonly string[]
  readonly target: TargetName
  /** Files and declarations are added to it. */
  readonly index: SourceIndex
  /** Values of params; of two for one name the later one counts. */
  readonly params?: readonly GivenParam[]
  /** Told every subject of the registry that the programs name. */
  readonly onSubject?: (subject: string, version: number | null) => void
  /** Of an earlier compilation of the same project: only what has changed since is read and checked. */
  readonly session?: Session
  /** Diagnostics found before, about the configuration for example. */
  readonly before: readonly Diagnostic[]
}

export interface Compilation {
  readonly index: SourceIndex
  readonly model: SemanticModel
  /** The pipelines of the files that were asked for; empty where there is an error. */
  readonly programs: readonly CheckedProgram[]
  /** Tests of the files that were asked for that found the errors that they expect. */
  readonly met: readonly MetExpectation[]
  /** In the order of files and places. */
  readonly diagnostics: readonly Diagnostic[]
  /** What `-- flow:ignore` takes out of them. */
  readonly suppressed: readonly Suppressed[]
  readonly hasErrors: boolean
  /** All files read, imports included. */
  readonly read: readonly string[]
  readonly lock: FlowLock | null
}

export function compile(input: CompileInput): Compilation {
  const { host, index } = input
  const session = input.session ?? new Session()
  const bag = new DiagnosticBag()
  bag.addAll(input.before)
  const lock = lockOf(host, session, bag)
  const trees = new Map<string, FileNode>()
  /** There, but not readable: imports of it are not reported a second time. */
  const refused = new Set<string>()
  const queue: { readonly path: string; readonly from: FileNode['declarations'][number] | null }[] = input.files.map((path) => ({
    path,
    from: null,
  }))
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { path, from } = next
    if (trees.has(path) || refused.has(path)) continue
    const read = host.readText(path)
    if (read.kind !== 'text') {
      if (read.kind === 'unreadable' && read.diagnostics !== undefined) bag.addAll(read.diagnostics)
      else if (from === null) bag.add(readProblem(path, read))
      else if ((from.kind === 'import' || from.kind === 'import pipeline') && read.kind !== 'missing')
        bag.report(names.importFile, from.from.span, { path: from.from.value, reason: readProblem(path, read).message })
      if (read.kind !== 'missing') refused.add(path)
      continue
    }
    const parsed = session.parser.parse({ path, text: read.text }, index)
    bag.addAll(parsed.diagnostics)
    trees.set(path, parsed.file)
    for (const d of parsed.file.declarations)
      if (d.kind === 'import' || d.kind === 'import pipeline') queue.push({ path: resolvePath(path, d.from.value), from: d })
  }
  const result = check(
    [...trees.values()],
    {
      lock,
      host,
      target: input.target,
      roots: input.files,
      params: input.params,
      ...(input.onSubject === undefined ? {} : { onSubject: input.onSubject }),
    },
    bag.all,
    (path) => refused.has(path),
    session.memory,
  )
  const all = new DiagnosticBag()
  all.addAll(result.diagnostics)
  const wanted = result.programs.filter((p) => input.files.includes(p.file))
  for (const { plan } of wanted)
    for (const v of supportsPlan(plan))
      all.report(v.severity === 'error' ? targetCodes.refuses : targetCodes.differs, v.origin, {
        target: plan.target,
        message: v.message,
        help: v.help,
      })
  const { shown, suppressed } = applyIgnores(
    [...trees.values()],
    input.files,
    oneCauseEach([...trees.values()], all.all, index),
    index,
  )
  const left = new DiagnosticBag()
  left.addAll(shown)
  return {
    index,
    model: result.model,
    programs: left.hasErrors ? [] : wanted,
    met: left.hasErrors ? [] : result.met,
    diagnostics: left.sorted(index),
    suppressed,
    hasErrors: left.hasErrors,
    read: [...trees.keys()],
    lock,
  }
}

function lockOf(host: Host, session: Session, bag: DiagnosticBag): FlowLock | null {
  const read = host.readText(LOCK_FILE)
  if (read.kind === 'missing') return null
  if (read.kind !== 'text') {
    bag.add(readProblem(LOCK_FILE, read))
    return null
  }
  const result = session.lock(read.text)
  if (result.ok) return result.lock
  bag.report(cli.badLock, null, { reason: result.reason, newer: result.kind === 'newer' })
  return null
}
