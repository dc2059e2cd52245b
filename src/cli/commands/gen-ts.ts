// `flowc gen ts`: programs of the language as programs of the TypeScript API, one module a file.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { genTs as codes } from '../../diagnostics/codes/gen-ts.js'
import { diagnostic, type Diagnostic } from '../../diagnostics/define.js'
import { DiagnosticBag } from '../../diagnostics/bag.js'
import { cli } from '../../diagnostics/codes/cli.js'
import { renamed, type Places } from '../../diagnostics/render/places.js'
import { layOutScript } from '../../format/script.js'
import { parse } from '../../parser/index.js'
import { generateTypeScript, type SkinFile, type Unsaid } from '../../skin/index.js'
import { compile } from '../../workspace/compile.js'
import { findProjects, type Project } from '../../workspace/project-node.js'
import { readProblem } from '../../workspace/read-problem.js'
import { SourceIndex } from '../../core/source.js'
import { SCRIPT_ENDING } from '../../core/paths.js'
import { diagnosticsJson, shownPath, typedPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail } from '../failure.js'
import { writeTextFile } from '../output.js'
import { scriptsOf } from '../programs.js'
import { knowledge } from '../skin-knowledge.js'

interface Made {
  /** As a person in the folder of the command would type it. */
  readonly file: string
  /** Where it goes in a folder: of a file that is not below the folder of the command, its place in its project. */
  readonly place: string
  readonly text: string
  readonly warnings: readonly Diagnostic[]
  readonly places: Places
}

export async function genTs(ctx: Context, paths: readonly string[], options: { readonly output?: string }): Promise<ExitCode> {
  const found = findProjects(ctx.cwd, paths)
  if (found.problems.length > 0) throw new CommandFailure(found.problems, EXIT.usage)
  const projects = found.projects.map((p) => ({ ...p, files: p.files.filter((f) => !f.endsWith(SCRIPT_ENDING)) }))
  const count = projects.reduce((n, p) => n + p.files.length, 0)
  if (count === 0) fail(EXIT.usage, cli.wrongExtension, { path: paths.join(' '), wanted: '`.flow`' })
  if (count > 1 && options.output === undefined) fail(EXIT.usage, codes.severalFiles, { count })
  const made: Made[] = []
  for (const project of projects) if (project.files.length > 0) made.push(...(await generated(ctx, project)))
  const outputs = made.map((m) => outputOf(ctx, m.place, options.output, count))
  made.forEach((m, i) => {
    const output = outputs[i]!
    if (output === null) {
      ctx.print(m.text)
      return
    }
    const shown = shownPath(ctx.cwd, ctx.cwd, output)
    const present = existsSync(output)
    writeTextFile(output, m.text, { shown: () => shown, onInterrupt: ctx.onInterrupt })
    if (!ctx.quiet) ctx.print(`${present ? 'replaced' : 'wrote'} ${shown}\n`)
  })
  for (const m of made) if (!ctx.quiet) ctx.report(m.warnings, m.places)
  writeJson(ctx, 'gen ts', true, {
    files: made.map((m, i) => ({
      file: m.file,
      output: outputs[i] === null ? null : shownPath(ctx.cwd, ctx.cwd, outputs[i]!),
      text: m.text,
    })),
    diagnostics: made.flatMap((m) => diagnosticsJson(m.warnings, m.places) as readonly []),
  })
  return EXIT.ok
}

/** Null: stdout. A folder takes files under their own names; one that is not there yet is told from a file by the `/` at its end. */
function outputOf(ctx: Context, file: string, output: string | undefined, count: number): string | null {
  if (output === undefined) return null
  const path = typedPath(ctx, output)
  if (/[/\\]$/.test(output) || (existsSync(path) && statSync(path).isDirectory())) return join(path, `${file}.ts`)
  const isModule = output.endsWith('.ts')
  if (isModule !== (count === 1)) fail(EXIT.usage, codes.output, { output, count, isModule })
  return isModule ? path : join(path, `${file}.ts`)
}

async function generated(ctx: Context, project: Project): Promise<readonly Made[]> {
  const shown = (path: string): string => shownPath(ctx.cwd, project.root, path)
  const index = new SourceIndex()
  const bag = new DiagnosticBag()
  const files = project.files.map((path): SkinFile => {
    const read = project.host.readText(path)
    if (read.kind !== 'text') throw new CommandFailure([readProblem(shown(path), read)], EXIT.usage)
    // the trivia speak of lines that end as the formatter ends them
    const text = read.text.replace(/\r\n?/g, '\n')
    const { file, diagnostics, trivia } = parse({ path, text }, index)
    bag.addAll(diagnostics)
    return { file, text, trivia: trivia() }
  })
  const places = renamed(index, shown)
  if (bag.hasErrors) throw new CommandFailure(bag.sorted(index), EXIT.wrong, places)
  // what is known of rows makes the TypeScript plainer; a program with mistakes has one all the same
  const { model } = compile({
    host: scriptsOf(ctx, project).host,
    files: project.files,
    target: project.config.target,
    index: new SourceIndex(),
    before: [],
  })
  const modules = generateTypeScript({ files, index, know: knowledge(model) })
  return Promise.all(
    files.map(async ({ file }): Promise<Made> => {
      const { text, asText } = modules.get(file.path)!
      const own = shown(file.path)
      const place = /^\.\.|^\//.test(own) ? file.path : own
      return { file: own, place, text: await layOutScript(text), warnings: asText.filter((u) => !u.follows).map(warning), places }
    }),
  )
}

const warning = ({ node, what, of }: Unsaid): Diagnostic => diagnostic(codes.asText, node.span, { what, of })
