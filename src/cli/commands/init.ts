// `flowc init`: a first project that passes `flowc test` at once. Asks on a terminal, takes flags, overwrites nothing.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { cli } from '../../diagnostics/codes/cli.js'
import { diagnostic } from '../../diagnostics/define.js'
import { RESERVED } from '../../parser/tokens.js'
import { codeOf, reasonOf } from '../../workspace/host-node.js'
import { shownPath, typedPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail, Interrupted } from '../failure.js'
import { makeFolders } from '../make-folders.js'
import { runCommand, SOURCES, TAKEN, template, type SourceKind, type TemplateFile } from './init-templates.js'

export interface InitOptions {
  readonly name?: string
  readonly from?: SourceKind
  readonly yes: boolean
  readonly typescript: boolean
}

const NAME = /^[a-z][a-z0-9_]*$/

export async function init(ctx: Context, dir: string, options: InitOptions): Promise<ExitCode> {
  const folder = typedPath(ctx, dir)
  const ask = !options.yes && ctx.io.stdin.isTerminal && ctx.io.stderr.isTerminal
  const suggested = nameFrom(basename(folder))
  const fault = options.name === undefined ? null : faultOf(options.name)
  if (fault !== null)
    fail(EXIT.usage, cli.wrongUsage, { problem: `\`--name ${options.name}\` ${fault.problem}`, advice: fault.advice })
  const name = options.name ?? (ask ? await askName(ctx, suggested) : suggested)
  const from = options.from ?? (ask ? await askSource(ctx) : 'files')
  const all = options.typescript
    ? await (await import('./init-typescript.js')).typescriptTemplate(name, from)
    : template(name, from)
  const isThere = (f: TemplateFile): boolean => existsSync(join(folder, f.path))
  const kept = all.filter((f) => f.needs !== undefined && isThere(f))
  const files = all.filter((f) => !kept.includes(f))
  const present = files.filter(isThere).map((f) => f.path)
  if (present.length > 0) fail(EXIT.usage, cli.wouldOverwrite, { paths: present.map((path) => shownPath(ctx.cwd, folder, path)) })
  const written: string[] = []
  try {
    for (const file of files) {
      const path = join(folder, file.path)
      makeFolders(dirname(path))
      // `wx`: a file that has appeared in between is not overwritten either.
      writeFileSync(path, file.text, { flag: 'wx' })
      written.push(shownPath(ctx.cwd, folder, file.path))
    }
  } catch (cause) {
    for (const path of written) rmSync(typedPath(ctx, path), { force: true })
    const code = codeOf(cause)
    const path = shownPath(ctx.cwd, folder, '.')
    if (code === 'ENOSPC' || code === 'EDQUOT') fail(EXIT.system, cli.diskFull, { path, kept: 'nothing was written' })
    if (code === null) throw cause
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : reasonOf(cause)
    throw new CommandFailure(
      [diagnostic(cli.notWritable, null, { path, reason }, { help: 'choose another folder: `flowc init DIR`' })],
      EXIT.usage,
    )
  }
  for (const path of written) ctx.say(`${ctx.err.good('wrote')} ${path}\n`)
  for (const { path, needs } of kept) ctx.say(`kept ${shownPath(ctx.cwd, folder, path)}, which needs ${needs}\n`)
  const here = shownPath(ctx.cwd, folder, '.')
  const steps = [...(options.typescript ? ['npm install', 'npx flowc test'] : ['flowc test']), runCommand(files)]
  ctx.say(`\nNext:\n${[...(here === '.' ? [] : [`cd ${shellWord(here)}`]), ...steps].map((s) => `  ${s}\n`).join('')}`)
  writeJson(ctx, 'init', true, {
    folder: here,
    pipeline: name,
    from,
    files: written,
    kept: kept.map((f) => shownPath(ctx.cwd, folder, f.path)),
  })
  return EXIT.ok
}

/** A folder's name as the name of a pipeline: letters without their accents; one that cannot stand there gets an ending. */
function nameFrom(folder: string): string {
  const name = folder
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
  if (name === '') return 'first_pipeline'
  return faultOf(name) === null ? name : `${name}_pipeline`
}

/** Why the pipeline cannot have this name, as it stands in every template. */
function faultOf(name: string): { readonly problem: string; readonly advice: string } | null {
  if (!NAME.test(name))
    return { problem: 'is not a name for a pipeline', advice: 'small letters, digits and underscores, a letter first' }
  if (RESERVED.has(name))
    return { problem: 'is a reserved word of the language', advice: `for example \`--name ${name}_pipeline\`` }
  if (TAKEN.includes(name))
    return {
      problem: 'is the name of a relation of the project',
      advice: `names are shared by a file: for example \`--name ${name}_pipeline\``,
    }
  return null
}

/** One word for a shell, whatever is in it; a path that begins with `-` is no flag. */
function shellWord(path: string): string {
  const safe = path.startsWith('-') ? `./${path}` : path
  return /^[\p{L}\p{N}_./@%+=:,-]+$/u.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`
}

async function askName(ctx: Context, suggested: string): Promise<string> {
  for (;;) {
    const answer = await question(ctx, `Name of the pipeline [${suggested}]: `)
    const name = answer === '' ? suggested : answer
    const fault = faultOf(name)
    if (fault === null) return name
    ctx.say(`\`${name}\` ${fault.problem}: ${fault.advice}\n`)
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
