// `flowc fmt`: the one layout of `.flow` files. Writes only what changes, each file at once or not at all.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bug } from '../../core/bug.js'
import { SCRIPT_ENDING } from '../../core/paths.js'
import { SourceIndex } from '../../core/source.js'
import { cli } from '../../diagnostics/codes/cli.js'
import type { Diagnostic } from '../../diagnostics/define.js'
import { renamed } from '../../diagnostics/render/places.js'
import { formatSafely, sameProgram } from '../../format/same-program.js'
import { parse } from '../../parser/index.js'
import { decodeText } from '../../workspace/host-node.js'
import { findProjects } from '../../workspace/project-node.js'
import { readProblem } from '../../workspace/read-problem.js'
import { diagnosticsJson, shownPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail } from '../failure.js'
import { replaceFile } from '../output.js'
import { plural } from '../programs.js'
import { unifiedDiff } from '../ui/line-diff.js'

export interface FmtOptions {
  readonly check: boolean
  readonly diff: boolean
  readonly stdin: boolean
}

interface Laid {
  /** As a person in the folder of the command would type it. */
  readonly shown: string
  readonly before: string
  readonly after: string
  readonly unread: number
  readonly errors: readonly Diagnostic[]
  readonly index: SourceIndex
}

export async function fmt(ctx: Context, paths: readonly string[], options: FmtOptions): Promise<ExitCode> {
  const piped = options.stdin || paths.includes('-')
  if (piped && paths.some((p) => p !== '-'))
    fail(EXIT.usage, cli.wrongUsage, {
      problem: '`fmt` reads stdin or files, not both',
      advice: 'leave out the paths, or `--stdin` and `-`',
    })
  return piped ? await fromStdin(ctx, options) : files(ctx, paths, options)
}

async function fromStdin(ctx: Context, options: FmtOptions): Promise<ExitCode> {
  const bytes = await ctx.io.stdin.readAll()
  const laid = layOut('<stdin>', bytes)
  const changed = laid.after !== laid.before
  if (ctx.format === 'json') writeReport(ctx, options, [laid])
  else if (options.diff) ctx.print(unifiedDiff(laid.before, laid.after, laid.shown))
  else if (!options.check) ctx.print(laid.after)
  sayUnread(ctx, laid)
  return exitOf(options, [laid], changed)
}

function files(ctx: Context, paths: readonly string[], options: FmtOptions): ExitCode {
  const found = findProjects(ctx.cwd, paths)
  if (found.problems.length > 0) throw new CommandFailure(found.problems, EXIT.usage)
  const unreadable: Diagnostic[] = []
  const laid: Laid[] = []
  const scripts: string[] = []
  for (const { root, host, files } of found.projects)
    for (const path of files) {
      const shown = shownPath(ctx.cwd, root, path)
      if (path.endsWith(SCRIPT_ENDING)) {
        scripts.push(shown)
        continue
      }
      const absolute = resolve(root, path)
      const read = host.readText(path)
      if (read.kind !== 'text') {
        unreadable.push(readProblem(shown, read))
        continue
      }
      const file = layOut(shown, readFileSync(absolute))
      laid.push(file)
      if (file.after !== file.before && !options.check && !options.diff)
        replaceFile(absolute, file.after, { shown: () => shown, onInterrupt: ctx.onInterrupt })
    }
  const changed = laid.filter((f) => f.after !== f.before)
  writeReport(ctx, options, laid)
  for (const f of changed)
    ctx.print(
      options.diff ? unifiedDiff(f.before, f.after, f.shown) : `${options.check ? 'would change' : 'changed'} ${f.shown}\n`,
    )
  for (const f of laid) sayUnread(ctx, f)
  if (scripts.length > 0)
    ctx.say(
      `${scripts.length === 1 ? `${scripts[0]} is` : `${plural(scripts.length, 'file')} are`} TypeScript, which Prettier lays out, flow\`…\` in it with the plugin \`flowc/prettier\`\n`,
    )
  if (!ctx.quiet && ctx.format === 'text' && !options.diff) ctx.print(`${summary(ctx, options, changed.length, laid.length)}\n`)
  if (unreadable.length > 0) throw new CommandFailure(unreadable, EXIT.usage)
  return exitOf(options, laid, changed.length > 0)
}

function layOut(shown: string, bytes: Uint8Array): Laid {
  const read = decodeText(bytes)
  if (read.kind !== 'text') throw new CommandFailure([readProblem(shown, read)], EXIT.usage)
  // `decodeText` drops the mark
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\ufeff' : ''
  const before = mark + read.text
  const { text, unread } = formatSafely(before, shown)
  const windows = /^[^\r\n]*\r\n/.test(read.text)
  const after = windows ? text.replaceAll('\n', '\r\n') : text
  if (after !== before && !sameProgram(before, after))
    bug(`the layout of ${shown} would change what it says; nothing was written`)
  // the formatter reads `\n` only: places are those of the file as it is
  const index = new SourceIndex()
  const { diagnostics } = parse({ path: shown, text: read.text }, index)
  return { shown, before, after, unread, errors: diagnostics.filter((d) => d.severity === 'error'), index }
}

function sayUnread(ctx: Context, f: Laid): void {
  if (f.errors.length === 0) return
  ctx.report(
    f.errors,
    renamed(f.index, (path) => path),
  )
  if (f.unread > 0 && ctx.format === 'text')
    ctx.say(
      `${f.shown}: ${plural(f.unread, 'declaration')} cannot be read, and ${f.unread === 1 ? 'stays as it is' : 'stay as they are'}\n`,
    )
}

function summary(ctx: Context, options: FmtOptions, changed: number, all: number): string {
  if (changed === 0) return `${ctx.out.good('ok')}: ${plural(all, 'file')}, nothing to change`
  const rest = all === changed ? '' : `, ${all - changed} as ${all - changed === 1 ? 'it was' : 'they were'}`
  return options.check
    ? `${plural(changed, 'file')} would change${rest}; \`flowc fmt\` changes ${changed === 1 ? 'it' : 'them'}`
    : `${plural(changed, 'file')} changed${rest}`
}

/** What cannot be read weighs more than a difference. */
function exitOf(options: FmtOptions, laid: readonly Laid[], changed: boolean): ExitCode {
  if (laid.some((f) => f.errors.length > 0)) return EXIT.wrong
  return options.check && changed ? EXIT.differences : EXIT.ok
}

function writeReport(ctx: Context, options: FmtOptions, laid: readonly Laid[]): void {
  const changed = laid.filter((f) => f.after !== f.before)
  const ok = exitOf(options, laid, changed.length > 0) === EXIT.ok
  writeJson(ctx, 'fmt', ok, {
    files: laid.map((f) => ({ file: f.shown, changed: f.after !== f.before, unread: f.unread })),
    diagnostics: laid.flatMap(
      (f) =>
        diagnosticsJson(
          f.errors,
          renamed(f.index, (path) => path),
        ) as readonly [],
    ),
    summary: { files: laid.length, changed: changed.length, written: options.check || options.diff ? 0 : changed.length },
  })
}
