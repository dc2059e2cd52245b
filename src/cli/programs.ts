// What most commands begin with: the projects behind the paths of the command line, compiled; problems reported.
import { resolve } from 'node:path'
import { SCRIPT_ENDING } from '../core/paths.js'
import { cli } from '../diagnostics/codes/cli.js'
import { testSteps } from '../diagnostics/codes/test-steps.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { renamed, type Places } from '../diagnostics/render/places.js'
import type { CheckedProgram } from '../typecheck/index.js'
import type { GivenParam } from '../typecheck/params.js'
import { compile, type Compilation } from '../workspace/compile.js'
import { chooseEnvironment, type ChosenEnvironment } from '../workspace/config-file-node.js'
import { flowScripts, type FlowScripts } from '../workspace/flow-script-node.js'
import { inOrder } from '../workspace/flow-script-places.js'
import type { ScriptCache } from '../workspace/flow-script-run-node.js'
import { findProjects, openProject, projectRoot, type Project } from '../workspace/project-node.js'
import { shownPath, type Context } from './context.js'
import { EXIT } from './exit-codes.js'
import { CommandFailure, fail } from './failure.js'

/** One project, compiled; paths are shown as seen from where the command runs. */
export interface Compiled extends Compilation {
  readonly project: Project
  readonly chosen: ChosenEnvironment
  readonly places: Places
  /** The same with paths of the project. */
  readonly located: Places
  readonly shown: (path: string) => string
}

export function compileProject(ctx: Context, project: Project): Compiled {
  const shown = (path: string): string => shownPath(ctx.cwd, project.root, path)
  const chosen = chosenOf(ctx, project)
  const scripts = scriptsOf(ctx, project)
  const compilation = compile({
    host: scripts.host,
    files: project.files,
    target: ctx.target ?? project.config.target,
    index: project.index,
    params: paramsOf(ctx, project, chosen),
    before: project.bag.all,
  })
  const diagnostics = [...project.files, ...compilation.read].some((path) => path.endsWith(SCRIPT_ENDING))
    ? inOrder(compilation.diagnostics, scripts.places, compilation.suppressed)
    : compilation.diagnostics
  return { ...compilation, diagnostics, chosen, project, places: renamed(scripts.places, shown), located: scripts.places, shown }
}

/** Programs in TypeScript are run and read as the text that they print; what they print themselves is for people. */
export const scriptsOf = (ctx: Context, { host, files, index }: Pick<Project, 'host' | 'files' | 'index'>): FlowScripts => {
  const cache = ran.get(ctx) ?? new Map()
  ran.set(ctx, cache)
  return flowScripts({ host, files, index, cache, onText: ctx.io.stderr.write })
}

/** A command that compiles twice runs its programs once. */
const ran = new WeakMap<Context, ScriptCache>()

/** The environment whose params hold. What is wrong with it ends the command; with the configuration, that is for the compiler to say. */
function chosenOf(ctx: Context, project: Project): ChosenEnvironment {
  const before = project.bag.hasErrors
  const chosen = chooseEnvironment(project, ctx.environment)
  if (!before && project.bag.hasErrors) throw new CommandFailure(project.bag.all, EXIT.usage, project.index)
  return chosen
}

/** What the environment says, then what the command line says. */
const paramsOf = (ctx: Context, project: Project, chosen: ChosenEnvironment): readonly GivenParam[] => [
  ...chosen.settings.params.map((p) => ({
    ...p,
    where: chosen.name === 'default' ? `\`${project.index.locate(p.span).file}\`` : `environment \`${chosen.name}\``,
  })),
  ...ctx.params,
]

/** Compiles everything behind the paths. Paths that are not there end the command. */
export function compilePaths(ctx: Context, paths: readonly string[]): readonly Compiled[] {
  const found = findProjects(ctx.cwd, paths)
  if (found.problems.length > 0) throw new CommandFailure(found.problems, EXIT.usage)
  return found.projects.map((project) => compileProject(ctx, project))
}

/** The one pipeline of a file, for commands that take a file. A wrong one ends the command. */
export function compileFile(
  ctx: Context,
  file: string,
  command: string,
): { readonly compiled: Compiled; readonly program: CheckedProgram } {
  const compiled = compileAny(ctx, file)
  if (compiled.hasErrors) throw new CommandFailure(compiled.diagnostics, EXIT.wrong, compiled.places)
  const program = compiled.programs[0]
  const met = compiled.met.find((m) => compiled.project.files.includes(m.file))
  if (program === undefined && met !== undefined)
    throw new CommandFailure(
      [diagnostic(testSteps.expectedNotToCompile, met.origin, { pipeline: met.pipeline, test: met.title })],
      EXIT.wrong,
      compiled.places,
    )
  if (program === undefined) fail(EXIT.usage, cli.noPipeline, { file, command })
  return { compiled, program }
}

/** One file, compiled, wrong or not. */
export function compileAny(ctx: Context, file: string): Compiled {
  const found = findProjects(ctx.cwd, [file])
  if (found.problems.length > 0) throw new CommandFailure(found.problems, EXIT.usage)
  const project = found.projects[0]!
  if (project.files.length !== 1) fail(EXIT.usage, cli.wrongExtension, { path: file, wanted: '`.flow` or `.flow.ts`' })
  return compileProject(ctx, project)
}

/** Commands that go on say what is worth knowing; notes are for `check` and `explain`. */
export function reportWarnings(ctx: Context, compiled: Compiled): void {
  if (!ctx.quiet)
    ctx.report(
      compiled.diagnostics.filter((d) => d.severity === 'warning'),
      compiled.places,
    )
}

/** Where results go that no flag places: below the project, or below the folder of the command where there is none. */
export const outputFolder = (ctx: Context, project: Project): string =>
  resolve(project.marked ? project.root : ctx.cwd, project.config.output)

/** The subjects that the programs of the project read, each version once. Wrong programs count as far as they can be read. */
export function subjectsOf(ctx: Context): readonly { readonly subject: string; readonly version: number | null }[] {
  const found = findProjects(ctx.cwd, [])
  if (found.problems.length > 0) throw new CommandFailure(found.problems, EXIT.usage)
  const wanted = new Map<string, { readonly subject: string; readonly version: number | null }>()
  for (const project of found.projects)
    compile({
      host: scriptsOf(ctx, project).host,
      files: project.files,
      target: project.config.target,
      index: project.index,
      params: paramsOf(ctx, project, chooseEnvironment(project, ctx.environment)),
      before: [],
      onSubject: (subject, version) => wanted.set(`${subject}@${version}`, { subject, version }),
    })
  return [...wanted.values()]
}

/** The project of the folder where a command runs, with its configuration but no programs. */
export function projectHere(ctx: Context): Project {
  const root = projectRoot(ctx.cwd) ?? ctx.cwd
  return openProject(root, [])
}

export interface Totals {
  readonly errors: number
  readonly warnings: number
  readonly notes: number
}

export const totals = (diagnostics: readonly Diagnostic[]): Totals => ({
  errors: diagnostics.filter((d) => d.severity === 'error').length,
  warnings: diagnostics.filter((d) => d.severity === 'warning').length,
  notes: diagnostics.filter((d) => d.severity === 'note').length,
})

export const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
