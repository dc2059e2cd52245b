// Runs programs in TypeScript: all that a command needs in one bundle and one worker. What comes back is plain data, or what
// is wrong with which line of TypeScript.
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SURFACE_VERSION, type MistakeData, type ProgramData, type Site } from '../surface/program-data.js'
import { apiLink, isPackageFile, ownFile, seesInstalled, type ApiLink } from './flow-package-node.js'
import {
  ENTRY,
  isException,
  isSame,
  problemOfBundle,
  problemOfThrown,
  problems,
  type ScriptProblem,
} from './flow-script-problem.js'
import { toPath } from './host-node.js'
import { interruptible } from './interruptible-node.js'
import { mixedCopies, type PackageCopy } from './package-copies-node.js'
import { bundle, type Bundled, type ScriptPlace } from './script-bundle-node.js'
import { guarded } from './script-guards-node.js'
import { GUARDS_BODY } from './script-looks.js'
import { BUNDLE_NAME, scriptMap, sourcesOf, type ScriptMap } from './script-map-node.js'
import { startWorker, type Thrown } from './script-worker-node.js'

export interface RunOptions {
  /** Absolute folder of the project; all paths are relative to it. */
  readonly root: string
  readonly timeoutMillis?: number
  readonly memoryMegabytes?: number
  /** What the modules print. */
  readonly onText: (text: string) => void
  /** Of an earlier run: a bundle that has not changed is not run again. */
  readonly cache?: ScriptCache
}

export type ScriptRun =
  | {
      readonly kind: 'program'
      readonly program: ProgramData
      readonly placeOf: (site: Site) => ScriptPlace | null
      /** Why the program may be one that this package cannot read; null: there is no reason. */
      readonly unreadable?: () => ScriptProblem | null
    }
  | { readonly kind: 'failed'; readonly problems: readonly ScriptProblem[] }

export type ScriptCache = Map<string, ReadonlyMap<string, ScriptRun>>

/** Mistakes of one module: a loop could make any number of them. */
const MOST = 100
const TIMEOUT = 10_000
const MEMORY = 2048

export function runFlowScripts(paths: readonly string[], options: RunOptions): ReadonlyMap<string, ScriptRun> {
  const runs = new Map<string, ScriptRun>()
  for (const installed of [true, false]) {
    const group = paths.filter((path) => seesInstalled(options.root, path) === installed)
    if (group.length > 0) runGroup(group, apiLink(options.root, group), options, runs)
  }
  return runs
}

function runGroup(paths: readonly string[], api: ApiLink, options: RunOptions, runs: Map<string, ScriptRun>): void {
  const worker = start(paths, options)
  const bundled = interruptible(() => bundle({ root: options.root, entry: { text: entryOf(paths) }, ...api }), worker.stop)
  if (bundled.ok) {
    const key =
      options.cache === undefined
        ? ''
        : createHash('sha256')
            .update([options.root, ...paths, bundled.code, ...bundled.natives.map((n) => readFileSync(n, 'utf8'))].join('\n'))
            .digest('hex')
    const known = options.cache?.get(key)
    if (known !== undefined) worker.stop()
    const found = known ?? worker.run(bundled)
    if (found === null) return runGroup(paths, { ...api, natives: [] }, options, runs)
    options.cache?.set(key, found)
    for (const [path, run] of found) runs.set(path, run)
    return
  }
  worker.stop()
  const failed: ScriptRun = { kind: 'failed', problems: bundled.problems.map(problemOfBundle) }
  const own = new Set(bundled.problems.flatMap((p) => (p.at === null ? [] : [p.at.file])))
  const wrong = paths.length === 1 ? paths : paths.filter((path) => own.has(path))
  for (const path of wrong) runs.set(path, failed)
  const rest = paths.filter((path) => !wrong.includes(path))
  if (rest.length === 0) return
  // the mistake may be in a file that only some of them import
  const half = wrong.length > 0 ? rest.length : Math.ceil(rest.length / 2)
  runGroup(rest.slice(0, half), api, options, runs)
  if (half < rest.length) runGroup(rest.slice(half), api, options, runs)
}

/** Modules are evaluated one after the other, so that each failure has its file. */
const entryOf = (paths: readonly string[]): string =>
  `export { programOf } from ${JSON.stringify(ownFile('program'))}
export const modules = [${paths.map((path) => `() => import(${JSON.stringify(path.startsWith('../') ? path : `./${path}`)})`).join(', ')}]`

type Message =
  | { readonly kind: 'begin'; readonly at: number }
  | {
      readonly kind: 'program'
      readonly at: number
      readonly program: ProgramData
      readonly exports: readonly string[]
      readonly isDefault: 'function' | 'promise' | null
    }
  | { readonly kind: 'thrown' | 'rejected'; readonly at: number; readonly thrown: Thrown }
  /** By a call that went on with something in place of its result. */
  | { readonly kind: 'refused'; readonly at: number; readonly thrown: Thrown }
  /** What a guard says of one operand; it does not count where others of the same operand are `mixed`. */
  | { readonly kind: 'noted'; readonly at: number; readonly guard: number; readonly thrown: Thrown }
  | { readonly kind: 'mixed'; readonly guard: number }
  | { readonly kind: 'waits'; readonly at: number }
  | { readonly kind: 'end' }
  /** A name that the API does not have is imported: the bundler says where. */
  | { readonly kind: 'unlinked' }

/** A worker whose event loop is empty ends: who awaits then waits forever. */
const BODY = `let at = 0
${GUARDS_BODY}
let ended = false
process.on('unhandledRejection', (cause) => send({ kind: 'rejected', at, thrown: describe(cause) }))
process.on('uncaughtException', (cause) => send({ kind: 'thrown', at, thrown: describe(cause) }))
process.on('exit', () => { if (!ended) last({ kind: 'waits', at }) })
// pipelines that were made: one that the module itself makes and does not export is a mistake
globalThis[Symbol.for('flowc.made')] = []
globalThis[Symbol.for('flowc.parts')] = { made: [], used: new WeakSet() }
// a random number and the time are no part of a program: the API refuses what it finds here
const chance = (globalThis[Symbol.for('flowc.chance')] = new Set())
const note = (number) => { if (chance.size < 10_000) chance.add(number); return number }
const noted = (read) => () => note(read())
Math.random = noted(Math.random)
Date.now = noted(Date.now)
const construct = (of, args, target) => { const made = Reflect.construct(of, args, target); if (args.length === 0) note(made.getTime()); return made }
globalThis.Date = Date.prototype.constructor = new Proxy(Date, { construct })
// calls that are refused tell why, and the module goes on; of very many the last one ends it
let left = 0
const sent = new Set()
const refusals = (globalThis[Symbol.for('flowc.refusals')] = { calls: new Map(), count: 0, before: 0, tell: (mistake) => {
  const thrown = describe(mistake)
  const words = JSON.stringify([thrown.message, thrown.mistake])
  // a loop says the same again and again
  if (sent.has(words)) return
  sent.add(words)
  if (--left < 0) throw mistake
  send({ kind: 'refused', at, thrown })
} })
let found = null
const isOf = (path) => (site) => {
  if (!site.file.endsWith(input.file)) return false
  if (found === null) {
    const payload = JSON.parse(map)
    const sources = payload.sources.map((source) => String(input.files.indexOf(decodeURIComponent(source))))
    found = new (require('node:module').SourceMap)({ ...payload, sources })
  }
  return found.findEntry(site.line - 1, site.column - 1).originalSource === String(input.files.indexOf(path))
}
// a module without exports is taken for one of CommonJS, whose default export is an empty object
const isEmpty = (value) => Object.getPrototypeOf(Object(value)) === Object.prototype && !(Symbol.for('flowc.expression') in value) && Object.keys(value).length === 0
const said = (module) => Object.keys(module).filter((k) => k !== 'default' || !isEmpty(module[k]))
const kindOf = (value) => value instanceof Promise ? 'promise' : typeof value === 'function' ? 'function' : null
const bundle = await import(url).catch((cause) => { if (!isUnlinked(cause)) throw cause })
if (bundle === undefined) { ended = true; return last({ kind: 'unlinked' }) }
const { modules, programOf } = bundle
for (const [i, load] of modules.entries()) {
  at = i
  left = ${MOST}
  sent.clear()
  refusals.before = refusals.count
  send({ kind: 'begin', at })
  try {
    const module = await load()
    await new Promise((resolve) => setImmediate(resolve))
    send({ kind: 'program', at, program: programOf(module, { ours: isOf(input.files[i]) }), exports: said(module), isDefault: kindOf(module.default) })
  } catch (cause) { send({ kind: 'thrown', at, thrown: describe(cause) }) }
}
ended = true
last({ kind: 'end' })
`

interface Started {
  /** Null: it imports a name that is not there. */
  readonly run: (bundled: Extract<Bundled, { ok: true }>) => ReadonlyMap<string, ScriptRun> | null
  readonly stop: () => void
}

function start(paths: readonly string[], options: RunOptions): Started {
  const { timeoutMillis = TIMEOUT, memoryMegabytes = MEMORY } = options
  const messages: Message[] = []
  const worker = startWorker<Message>({
    body: BODY,
    timeoutMillis,
    memoryMegabytes,
    onMessage: (m) => messages.push(m),
    onText: options.onText,
  })
  return {
    stop: worker.stop,
    run: ({ code: bundled, map: json, circleOf, natives }) => {
      const written = scriptMap(options.root, json)
      const { code, guards, looks, columnOf } = guarded(bundled, sourcesOf(json), options.root, written.name)
      const map = written.behind(columnOf)
      const files = filesOf(options.root, paths)
      const ending = worker.run(code, json, { files, guards, looks, file: BUNDLE_NAME })
      if (ending !== 'done') messages.push({ kind: 'begin', at: messages.findLast((m) => m.kind === 'begin')?.at ?? 0 })
      const stuck = (file: string): ScriptProblem =>
        ending === 'late'
          ? problems.late(file, timeoutMillis / 1000)
          : ending === 'full'
            ? problems.full(file, memoryMegabytes)
            : problems.waits(file)
      if (messages.some((m) => m.kind === 'unlinked')) return null
      const { root } = options
      const copies = () => mixedCopies(root, [...sourcesOf(json), ...natives])
      return collect(paths, messages, { map, circleOf, root, natives, copies }, stuck)
    },
  }
}

/** As the bundler names them, which follows links. */
function filesOf(root: string, paths: readonly string[]): readonly string[] {
  const real = realpathSync(root)
  return paths.map((path) => toPath(real, realpathSync(resolve(root, path))))
}

interface Run {
  readonly map: ScriptMap
  readonly circleOf: (file: string) => readonly string[] | null
  readonly root: string
  readonly natives: readonly string[]
  /** Of this package, where they are of several builds. */
  readonly copies: () => readonly PackageCopy[] | null
}

/** `stuck`: what is wrong with the file at which it ended; those behind it were not run, and say the same. */
function collect(
  paths: readonly string[],
  messages: readonly Message[],
  { map, circleOf, root, natives, copies }: Run,
  stuck: (file: string) => ScriptProblem,
): ReadonlyMap<string, ScriptRun> {
  const isOwn = (file: string): boolean => file !== ENTRY && !isPackageFile(resolve(root, file))
  const placeOf = (site: Site): ScriptPlace | null => {
    const place = site.file.endsWith(BUNDLE_NAME) ? map.original(site.line, site.column) : null
    return place !== null && isOwn(place.file) ? place : null
  }
  const known = { placeOf, frameOf: (stack: string) => map.frame(stack, isOwn), circleOf }
  const unreadable = (path: string): ScriptProblem | null => {
    const mixed = copies()
    return mixed === null ? null : problems.otherBuild(path, mixed)
  }
  const addresses = natives.map((file) => pathToFileURL(file).href)
  /** What a copy of this package misses in what it was given. */
  const isOurs = (thrown: Thrown): boolean => {
    if (!isException(thrown) || !/^TypeError\b/.test(thrown.stack ?? '')) return false
    const first = thrown.stack!.split('\n').find((l) => [BUNDLE_NAME, ...addresses].some((file) => l.includes(`${file}:`)))
    if (addresses.some((file) => first?.includes(`${file}:`))) return true
    const place = map.frame(thrown.stack!, () => true)
    return place !== null && isPackageFile(resolve(root, place.file))
  }
  const found = new Map<string, ScriptRun>()
  const fail = (path: string, problem: ScriptProblem): void => {
    const before = found.get(path)
    const problems = before?.kind === 'failed' ? before.problems : []
    // a call in a loop says the same each time
    if (problems.some((p) => isSame(p, problem))) return
    found.set(path, { kind: 'failed', problems: [...problems, problem] })
  }
  const mixed = new Set(messages.flatMap((m) => (m.kind === 'mixed' ? [m.guard] : [])))
  const decided = new Set<string>()
  for (const m of messages) {
    if (m.kind === 'mixed' || m.kind === 'end' || m.kind === 'unlinked' || m.kind === 'begin' || m.kind === 'waits') continue
    const path = paths[m.at]!
    if (m.kind === 'noted' && mixed.has(m.guard)) continue
    if (decided.has(path) && comesOfDecision(m)) continue
    if (m.kind === 'noted') decided.add(path)
    if (m.kind !== 'program')
      fail(
        path,
        (isOurs(m.thrown) ? unreadable(path) : null) ??
          problemOfThrown(m.thrown, m.kind === 'rejected', { ...known, file: path }),
      )
    else if (found.has(path)) continue
    else if (m.program.surfaceVersion !== SURFACE_VERSION)
      fail(path, problems.otherVersion(path, m.program.surfaceVersion, SURFACE_VERSION))
    else if (m.program.declarations.length === 0) fail(path, problems.nothing(path, m.exports, m.isDefault))
    else found.set(path, { kind: 'program', program: m.program, placeOf, unreadable: () => unreadable(path) })
  }
  const last = messages.at(-1)
  if (last?.kind !== 'end') {
    const at = messages.findLast((m) => 'at' in m)?.at ?? 0
    for (const path of paths.slice(at)) fail(path, stuck(paths[at]!))
  }
  return found
}

/** What is thrown or left behind where JavaScript has decided, and a value that it decided for. */
function comesOfDecision(message: Message): boolean {
  if (message.kind !== 'refused') return message.kind === 'thrown'
  const { mistake, parameters } = message.thrown.mistake as MistakeData
  return mistake === 'dropped' || DECIDED.has(parameters['is'])
}
const DECIDED: ReadonlySet<unknown> = new Set(['undefined', 'null', 'true', 'false'])
