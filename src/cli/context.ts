// What every command gets: the process, the common flags, and the way to speak to people or to programs.
import { statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Json } from '../core/stable-json.js'
import { stableJson } from '../core/stable-json.js'
import { cli } from '../diagnostics/codes/cli.js'
import type { Diagnostic } from '../diagnostics/define.js'
import { diagnosticJson } from '../diagnostics/render/json.js'
import type { Places } from '../diagnostics/render/places.js'
import { renderText } from '../diagnostics/render/text.js'
import type { TargetName } from '../ir/plan.js'
import type { GivenParam } from '../typecheck/params.js'
import { EXIT } from './exit-codes.js'
import { fail } from './failure.js'
import type { Io } from './io.js'
import { progress, type Progress } from './ui/progress.js'
import { themeFor, type ColorChoice, type Theme } from './ui/theme.js'

export interface CommonOptions {
  readonly format: string
  readonly color: ColorChoice
  readonly quiet: boolean
  readonly cwd?: string
  readonly target?: TargetName
  readonly env?: string
  /** `NAME=VALUE` */
  readonly param?: readonly string[]
}

export interface Context {
  readonly io: Io
  /** Absolute; `--cwd` is applied. */
  readonly cwd: string
  readonly format: string
  readonly quiet: boolean
  readonly target: TargetName | null
  /** The environment that the command names. */
  readonly environment: string | undefined
  /** Values of params that the command line gives. */
  readonly params: readonly GivenParam[]
  /** Colours of stdout and of stderr. */
  readonly out: Theme
  readonly err: Theme
  readonly progress: Progress
  /** The product of the command: tables, reports, pages. Only in text format. */
  readonly print: (text: string) => void
  /** For people, on stderr; silent with --quiet. */
  readonly say: (text: string) => void
  /** The document of a machine format: the only thing on stdout then. */
  readonly document: (text: string) => void
  /** Diagnostics for people, on stderr; part of the document in JSON. */
  readonly report: (diagnostics: readonly Diagnostic[], places: Places) => void
  /** Runs when the command is interrupted; returns a function that takes it back. */
  readonly onInterrupt: (cleanup: () => void) => () => void
}

/** Forms that carry the diagnostics themselves. */
const MACHINE_FORMATS: ReadonlySet<string> = new Set(['json', 'github', 'sarif'])

export interface Interrupts {
  readonly add: (cleanup: () => void) => () => void
  readonly run: () => void
}

export function interrupts(): Interrupts {
  const cleanups = new Set<() => void>()
  return {
    add: (cleanup) => {
      cleanups.add(cleanup)
      return () => cleanups.delete(cleanup)
    },
    run: () => {
      for (const cleanup of [...cleanups].reverse()) cleanup()
      cleanups.clear()
    },
  }
}

export function createContext(io: Io, options: CommonOptions, onInterrupt: Interrupts['add']): Context {
  const text = options.format === 'text'
  const forMachines = MACHINE_FORMATS.has(options.format)
  const out = themeFor(options.color, io, io.stdout)
  const err = themeFor(options.color, io, io.stderr)
  const cwd = options.cwd === undefined ? io.cwd : resolve(io.cwd, options.cwd)
  if (!isFolder(cwd)) fail(EXIT.usage, cli.noSuchFile, { path: options.cwd ?? cwd, near: [] })
  return {
    io,
    cwd,
    format: options.format,
    quiet: options.quiet,
    target: options.target ?? null,
    environment: options.env,
    params: givenParams(options.param ?? []),
    out,
    err,
    progress: progress(io, text && !options.quiet),
    print: (s) => {
      if (text) io.stdout.write(s)
    },
    say: (s) => {
      if (!options.quiet) io.stderr.write(s)
    },
    document: (s) => {
      if (!text) io.stdout.write(s)
    },
    report: (diagnostics, places) => {
      if (!forMachines && diagnostics.length > 0) io.stderr.write(renderText(diagnostics, places, { style: err }))
    },
    onInterrupt,
  }
}

function givenParams(texts: readonly string[]): readonly GivenParam[] {
  const params = texts.map(givenParam)
  const twice = params.find((p, i) => params.findIndex((q) => q.name === p.name) < i)
  if (twice !== undefined)
    fail(EXIT.usage, cli.wrongUsage, { problem: `\`--param\` gives two values to \`${twice.name}\``, advice: 'say it once' })
  return params
}

/** `--param limit=10` */
function givenParam(text: string): GivenParam {
  const at = text.indexOf('=')
  if (at <= 0)
    fail(EXIT.usage, cli.wrongUsage, { problem: `\`--param ${text}\` gives no value`, advice: 'write `--param NAME=VALUE`' })
  return { name: text.slice(0, at), value: text.slice(at + 1), span: null, where: '`--param`' }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** The versioned document that `--format json` prints: `{"version":1,"command":…,"ok":…, …}`. */
export function writeJson(ctx: Context, command: string, ok: boolean, body: { readonly [key: string]: Json }): void {
  if (ctx.format !== 'json') return
  ctx.document(`${stableJson({ version: 1, command, ok, ...body }, { indent: 2, order: 'written' })}\n`)
}

export const diagnosticsJson = (diagnostics: readonly Diagnostic[], places: Places): Json =>
  diagnostics.map((d) => diagnosticJson(d, places))

/** A path of the project as a person in `cwd` would type it. */
export function shownPath(cwd: string, root: string, path: string): string {
  const absolute = resolve(root, path)
  const r = relative(cwd, absolute)
  // Far away, the absolute path says more than a row of `..`.
  if (r.startsWith('..') && absolute.length < r.length) return absolute
  return r === '' ? '.' : r.split(sep).join('/')
}

/** A path that a person typed, absolute. */
export const typedPath = (ctx: Context, path: string): string => (path.startsWith('/') ? path : join(ctx.cwd, path))
