// The project that a test stands in: where it is, what its configuration says, files that tests read.
import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Span } from '../core/span.js'
import { cli } from '../diagnostics/codes/cli.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { PlanProgram, SourceOperator, TargetName } from '../ir/plan.js'
import type { TestPlan } from '../ir/test-plan.js'
import type { SourceRecord } from '../runtime/api.js'
import { decodeBytes, fileKind } from '../runtime/formats/decode.js'
import { LOCK_FILE } from '../schema/lock.js'
import type { Site } from '../surface/program-data.js'
import type { GivenParam } from '../typecheck/params.js'
import { chooseEnvironment } from '../workspace/config-file-node.js'
import { codeOf, reasonOf, toPath, type NodeHost } from '../workspace/host-node.js'
import { openProject, projectRoot } from '../workspace/project-node.js'
import { FlowError, type Called } from './errors.js'

/**
 * @example
 * const options: RunOptions = { target: 'flink-2.2' }
 * const run = runFlow(shop, (test) => test.given(orders, []), options)
 */
export interface RunOptions {
  /** Values of params, as `--param` gives them. */
  readonly params?: Readonly<Record<string, boolean | number | bigint | string>>
  /** The environment whose params hold; `dev` where there is one. */
  readonly environment?: string
  readonly target?: TargetName
  /** The folder of the project: files are relative to it. The nearest one above the flow, else above the test, that has a configuration or a lock. */
  readonly root?: string
  /** A file in place of `flow.lock`. */
  readonly lock?: string
}

export interface TestProject {
  readonly root: string
  readonly host: NodeHost
  readonly target: TargetName
  readonly params: readonly GivenParam[]
}

const projects = new Map<string, TestProject>()

/** `flow`: the file that the flow stands in, or the call that made it. The configuration is read once in a process. */
export function testProject(flow: string | Site | null, caller: Site | null, options: RunOptions, called: Called): TestProject {
  const from = caller === null ? null : pathOf(caller)
  const own = typeof flow === 'string' ? resolve(from === null ? '.' : dirname(from), flow) : flow === null ? null : pathOf(flow)
  const root = options.root === undefined ? rootOf([own, from]) : resolve(options.root)
  const key = JSON.stringify([root, options.environment ?? null])
  const known = projects.get(key) ?? open(root, options.environment, called)
  projects.set(key, known)
  const given = Object.entries(options.params ?? {}).map(([name, value]): GivenParam => ({
    name,
    value: typeof value === 'bigint' ? String(value) : value,
    span: null,
    where: '`runFlow`',
  }))
  return {
    root,
    host: options.lock === undefined ? known.host : withLock(known.host, options.lock),
    target: options.target ?? known.target,
    params: [...known.params, ...given],
  }
}

/** That of the first file which is in a project. */
function rootOf(files: readonly (string | null)[]): string {
  for (const file of files) {
    const root = file === null ? null : projectRoot(dirname(file))
    if (root !== null) return root
  }
  return projectRoot(process.cwd()) ?? process.cwd()
}

function open(root: string, environment: string | undefined, called: Called): TestProject {
  const project = openProject(root, [])
  const { name, settings } = chooseEnvironment(project, environment)
  if (project.bag.hasErrors) throw new FlowError(project.bag.all, project.index, called)
  const where = (span: Span): string =>
    name === 'default' ? `\`${project.index.locate(span).file}\`` : `environment \`${name}\``
  return {
    root,
    host: project.host,
    target: project.config.target,
    params: settings.params.map((p) => ({ ...p, where: where(p.span) })),
  }
}

const withLock = (host: NodeHost, lock: string): NodeHost => ({
  ...host,
  readText: (path) => host.readText(path === LOCK_FILE ? lock : path),
})

/** The file of a call; null where it is in none. */
export function pathOf({ file }: Site): string | null {
  const plain = file.replace(/[?#].*$/, '')
  if (plain.startsWith('file:')) return fileURLToPath(plain)
  return isAbsolute(plain) ? plain : null
}

/** The place of a call, as the project names it. */
export function placeIn(root: string, site: Site): Site | null {
  const path = pathOf(site)
  return path === null ? null : { ...site, file: toPath(root, path) }
}

/** A path that a test says, relative to the project: it is written as an import is, from the file that calls. */
export function pathFrom(root: string, caller: Site | null, path: string, options: RunOptions): string {
  const file = caller === null ? null : pathOf(caller)
  return toPath(root, resolve(options.root !== undefined || file === null ? root : dirname(file), path))
}

/** The folder of the file that calls, relative to the project; empty: that of the project itself, or somewhere else. */
export function folderOf(root: string, caller: Site | null): string {
  const file = caller === null ? null : pathOf(caller)
  const folder = file === null ? '.' : toPath(root, dirname(file))
  return folder === '.' || folder.startsWith('..') ? '' : folder
}

/** As somebody would type it who runs the tests. */
export function shownFrom(root: string): (path: string) => string {
  return (path) => {
    const shown = relative(process.cwd(), resolve(root, path))
    return shown.startsWith('..') ? resolve(root, path) : shown
  }
}

export type ReadFile = (source: string, path: string) => readonly SourceRecord[]

/** The files that a test gives, read when it is played. What is wrong with one is thrown, at the step that names it. */
export function fixtureReader(
  root: string,
  plan: PlanProgram,
  test: TestPlan,
  fail: (diagnostics: readonly Diagnostic[]) => Error,
): ReadFile {
  const files = new Map<string, readonly SourceRecord[]>()
  return (source, path) => {
    const key = JSON.stringify([source, path])
    const known = files.get(key)
    if (known !== undefined) return known
    const at = test.steps.find((s) => s.kind === 'file' && s.path === path)?.origin ?? test.origin
    const operator = plan.operators.find((o): o is SourceOperator => o.kind === 'source' && o.id === source)!
    const records = readFixture(root, operator, path, at, fail)
    files.set(key, records)
    return records
  }
}

const DATA_ENDINGS = ['.ndjson', '.jsonl', '.json', '.csv', '.avro']

function readFixture(
  root: string,
  source: SourceOperator,
  path: string,
  at: Span,
  fail: (diagnostics: readonly Diagnostic[]) => Error,
): readonly SourceRecord[] {
  const kind = fileKind(path)
  if (kind === null) throw fail([diagnostic(cli.unknownDataFormat, at, { path, known: DATA_ENDINGS })])
  let bytes: Uint8Array
  try {
    bytes = readFileSync(resolve(root, path))
  } catch (cause) {
    const code = codeOf(cause)
    throw fail([
      code === 'ENOENT' || code === 'ENOTDIR'
        ? diagnostic(cli.noSuchFile, at, { path, near: [] })
        : diagnostic(cli.unreadable, at, { path, reason: reasonOf(cause) }),
    ])
  }
  return decodeBytes(source, bytes, { path, kind }).map((decoded) => {
    if (decoded.kind === 'record') return decoded.record
    const problem = decoded.problem.diagnostic
    throw fail([problem.primary === null ? { ...problem, primary: { span: at, text: '' } } : problem])
  })
}
