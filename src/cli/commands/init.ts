// `flowc init`: a first project that passes `flowc test` at once. Asks on a terminal, takes flags, overwrites nothing.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { cli } from '../../diagnostics/codes/cli.js'
import { codeOf, reasonOf } from '../../workspace/host-node.js'
import { shownPath, typedPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { fail, Interrupted } from '../failure.js'
import { runCommand, SOURCES, template, type SourceKind } from './init-templates.js'

export interface InitOptions {
  readonly name?: string
  readonly from?: SourceKind
  readonly yes: boolean
}

const NAME = /^[a-z][a-z0-9_]*$/

export async function init(ctx: Context, dir: string, options: InitOptions): Promise<ExitCode> {
  const folder = typedPath(ctx, dir)
  const ask = !options.yes && ctx.io.stdin.isTerminal && ctx.io.stderr.isTerminal
  const suggested = nameFrom(basename(folder))
  if (options.name !== undefined && !NAME.test(options.name)) badName(options.name)
  const name = options.name ?? (ask ? await askName(ctx, suggested) : suggested)
  const from = options.from ?? (ask ? await askSource(ctx) : 'files')
  const files = template(name, from)

  const present = files.map((f) => f.path).filter((path) => existsSync(join(folder, path)))
  if (present.length > 0) fail(EXIT.usage, cli.wouldOverwrite, { paths: present.map((path) => shownPath(ctx.cwd, folder, path)) })
  const written: string[] = []
  try {
    for (const file of files) {
      const path = join(folder, file.path)
      mkdirSync(dirname(path), { recursive: true })
      // `wx`: a file that has appeared in between is not overwritten either.
      writeFileSync(path, file.text, { flag: 'wx' })
      written.push(shownPath(ctx.cwd, folder, file.path))
    }
  } catch (cause) {
    for (const path of written) rmSync(typedPath(ctx, path), { force: true })
    const code = codeOf(cause)
    const path = shownPath(ctx.cwd, folder, '.')
    if (code === 'ENOSPC' || code === 'EDQUOT') fail(EXIT.system, cli.diskFull, { path, kept: 'nothing was written' })
    if (code !== null)
      fail(EXIT.usage, cli.notWritable, {
        path,
        reason: code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : reasonOf(cause),
      })
    throw cause
  }
  for (const path of written) ctx.say(`${ctx.err.good('wrote')} ${path}\n`)
  const here = shownPath(ctx.cwd, folder, '.')
  ctx.say(`\nNext:\n${here === '.' ? '' : `  cd ${here}\n`}  flowc test\n  ${runCommand(files)}\n`)
  writeJson(ctx, 'init', true, { folder: here, pipeline: name, from, files: written })
  return EXIT.ok
}

/** A folder's name as the name of a pipeline. */
function nameFrom(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
  return name === '' ? 'first_pipeline' : name
}

function badName(name: string): never {
  fail(EXIT.usage, cli.wrongUsage, {
    problem: `\`--name ${name}\` is not a name for a pipeline`,
    advice: 'small letters, digits and underscores, a letter first',
  })
}

async function askName(ctx: Context, suggested: string): Promise<string> {
  for (;;) {
    const answer = await question(ctx, `Name of the pipeline [${suggested}]: `)
    const name = answer === '' ? suggested : answer
    if (NAME.test(name)) return name
    ctx.say('small letters, digits and underscores, a letter first\n')
  }
}

async function askSource(ctx: Context): Promise<SourceKind> {
  const list = SOURCES.map((s, i) => `  ${i + 1}  ${s.kind.padEnd(6)} ${s.description}`).join('\n')
  for (;;) {
    const answer = await question(ctx, `Where do the rows come from?\n${list}\nNumber or name [1]: `)
    const found = SOURCES.find((s, i) => answer === s.kind || answer === String(i + 1) || (answer === '' && i === 0))
    if (found !== undefined) return found.kind
  }
}

async function question(ctx: Context, prompt: string): Promise<string> {
  const answer = await ctx.io.stdin.readLine(prompt)
  if (answer === null) throw new Interrupted()
  return answer.trim()
}
