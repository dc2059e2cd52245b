// `flowc gen types`: row types for programs in TypeScript, from flow.lock and the schema files that programs name.
import { join } from 'node:path'
import { resolvePath } from '../../core/paths.js'
import { SourceIndex } from '../../core/source.js'
import { genTypes } from '../../diagnostics/codes/gen-types.js'
import { diagnostic, type Diagnostic } from '../../diagnostics/define.js'
import { renamed } from '../../diagnostics/render/places.js'
import { generateTypes, TYPES_FILE, TYPES_HEADER, type GeneratedTypes, type NamedSchemaFile } from '../../schema/gen-types.js'
import { resolveSchemaFile } from '../../schema/resolve.js'
import { compile } from '../../workspace/compile.js'
import { findProjects, type Project } from '../../workspace/project-node.js'
import { readProblem } from '../../workspace/read-problem.js'
import { diagnosticsJson, shownPath, typedPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail } from '../failure.js'
import { lockOf } from '../lock-file.js'
import { replaceFile, writeTextFile } from '../output.js'
import { plural, projectHere, scriptsOf } from '../programs.js'

export interface GenTypesOptions {
  readonly output?: string
  readonly check: boolean
}

export function genTypesCommand(ctx: Context, options: GenTypesOptions): ExitCode {
  const project = projectHere(ctx)
  if (project.bag.hasErrors) throw new CommandFailure(project.bag.all, EXIT.usage, project.index)
  const lock = lockOf(project)
  const named = schemaFiles(ctx, project)
  if (named.lost !== null) throw named.lost
  const generated = generateTypes(lock, named.files)
  if (lock === null && generated.interfaces.length === 0 && generated.leftOut.length === 0)
    fail(EXIT.usage, genTypes.nothingToRead, {})
  const path = options.output === undefined ? join(project.root, TYPES_FILE) : typedPath(ctx, options.output)
  const shown = shownPath(ctx.cwd, ctx.cwd, path)
  const present = presentText(project, path, shown)
  const changed = present === null || withLineFeeds(present) !== generated.text
  const diagnostics: Diagnostic[] = generated.leftOut.map((l) => diagnostic(genTypes.noRow, null, l))
  if (options.check && changed) diagnostics.push(diagnostic(genTypes.outOfDate, null, { path: shown, missing: present === null }))
  if (!options.check && changed) write(ctx, path, shown, present, generated.text)
  ctx.report(
    diagnostics.filter((d) => !ctx.quiet || d.severity === 'error'),
    project.index,
  )
  const exit = options.check && changed ? EXIT.differences : EXIT.ok
  if (exit === EXIT.ok) ctx.print(`${summary(generated, changed, shown)}\n`)
  writeJson(ctx, 'gen types', exit === EXIT.ok, {
    file: shown,
    changed,
    interfaces: generated.interfaces.map(({ of, name }) => ({ of, name })),
    diagnostics: diagnosticsJson(diagnostics, project.index),
  })
  return exit
}

/**
 * What `flowc schema pull` does behind a new lock: a file that is there follows it. Null: there is none, or it is somebody's own, or
 * programs that may name schema files cannot be run.
 */
export function refreshTypes(ctx: Context, project: Project): { readonly shown: string; readonly changed: boolean } | null {
  const read = project.host.readText(TYPES_FILE)
  if (read.kind !== 'text' || !isOurs(read.text)) return null
  const named = schemaFiles(ctx, project)
  if (named.lost !== null) return null
  const { text } = generateTypes(lockOf(project), named.files)
  const changed = withLineFeeds(read.text) !== text
  const shown = shownPath(ctx.cwd, project.root, TYPES_FILE)
  if (changed) write(ctx, join(project.root, TYPES_FILE), shown, read.text, text, replaceFile)
  return { shown, changed }
}

const isOurs = (text: string): boolean => text.startsWith(TYPES_HEADER)

/** Version control may have given the file the line ends of Windows. */
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')

function presentText(project: Project, path: string, shown: string): string | null {
  const read = project.host.readText(path)
  if (read.kind === 'missing') return null
  if (read.kind !== 'text') throw new CommandFailure([readProblem(shown, read)], EXIT.usage)
  if (!isOurs(read.text)) fail(EXIT.usage, genTypes.notOurs, { path: shown })
  return read.text
}

function write(ctx: Context, path: string, shown: string, present: string | null, text: string, put = writeTextFile): void {
  const windows = present?.includes('\r\n') === true
  put(path, windows ? text.replaceAll('\n', '\r\n') : text, { shown: () => shown, onInterrupt: ctx.onInterrupt })
}

function summary({ interfaces, leftOut }: GeneratedTypes, changed: boolean, shown: string): string {
  const left = leftOut.length === 0 ? '' : `, ${plural(leftOut.length, 'schema')} left out`
  return `${changed ? 'wrote' : 'unchanged'} ${shown}: ${plural(interfaces.length, 'row type')}${left}`
}

interface NamedSchemaFiles {
  readonly files: readonly NamedSchemaFile[]
  /** Programs that could not be run or read at all: what they name is not known. */
  readonly lost: CommandFailure | null
}

/** The schema files that the programs name. Wrong programs count as far as they can be read; there may be none yet. */
function schemaFiles(ctx: Context, project: Project): NamedSchemaFiles {
  const { host } = project
  if (host.walk('.', '.avsc').files.length === 0) return { files: [], lost: null }
  const files = findProjects(ctx.cwd, []).projects.find((p) => p.root === project.root)?.files ?? []
  const index = new SourceIndex()
  const scripts = scriptsOf(ctx, { host, files, index })
  const { model, read, diagnostics } = compile({
    host: scripts.host,
    files,
    target: project.config.target,
    index,
    before: [],
  })
  if (files.some((f) => !read.includes(f))) {
    const errors = diagnostics.filter((d) => d.severity === 'error')
    const places = renamed(scripts.places, (path) => shownPath(ctx.cwd, project.root, path))
    return { files: [], lost: new CommandFailure(errors, EXIT.wrong, places) }
  }
  const paths = new Set<string>()
  for (const file of model.files)
    for (const d of file.declarations)
      if (d.kind === 'source')
        for (const c of d.clauses)
          if (c.kind === 'schema' && c.source.kind === 'file') paths.add(resolvePath(file.path, c.source.path.value))
  const found = [...paths].flatMap((path): readonly NamedSchemaFile[] => {
    const result = resolveSchemaFile(host, path)
    // that a file is missing is for `flowc check` to say, with its place
    return 'missing' in result ? [] : [{ path, result }]
  })
  return { files: found, lost: null }
}
