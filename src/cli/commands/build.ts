// `flowc build`: all artifacts of each pipeline, in a folder that is replaced as a whole.
import { resolve } from 'node:path'
import type { Json } from '../../core/stable-json.js'
import { build as buildArtifacts } from '../../codegen/index.js'
import { sha256 } from '../../core/hash.js'
import { cli } from '../../diagnostics/codes/cli.js'
import { diagnosticsJson, shownPath, typedPath, writeJson, type Context } from '../context.js'
import { bind, environmentOf, type EnvironmentOption } from '../environment.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail } from '../failure.js'
import { writeFolder } from '../output.js'
import { compilePaths, outputFolder, plural, reportWarnings } from '../programs.js'
import { turn } from '../turn.js'

/** Every build writes it; a folder without it is somebody else's. */
const MARKER = 'manifest.json'

export interface BuildOptions extends EnvironmentOption {
  readonly output?: string
}

export async function build(ctx: Context, paths: readonly string[], options: BuildOptions): Promise<ExitCode> {
  const compiled = compilePaths(ctx, paths)
  const wrong = compiled.find((c) => c.hasErrors)
  if (wrong !== undefined) throw new CommandFailure(wrong.diagnostics, EXIT.wrong, wrong.places)
  for (const c of compiled) reportWarnings(ctx, c)
  const built: {
    readonly file: string
    readonly pipeline: string
    readonly folder: string
    readonly files: readonly { readonly path: string; readonly text: string }[]
  }[] = []
  for (const c of compiled) {
    const folder = options.output === undefined ? outputFolder(ctx, c.project) : typedPath(ctx, options.output)
    const chosen = environmentOf(c.project, options.env)
    for (const program of c.programs) {
      await turn()
      const { plan, environment } = bind(c.project, chosen, program.plan)
      const target = resolve(folder, program.pipeline)
      const file = c.shown(program.file)
      const same = built.find((b) => b.folder === target)
      if (same !== undefined)
        fail(EXIT.wrong, cli.sameFolder, {
          pipeline: program.pipeline,
          one: same.file,
          other: file,
          folder: shownPath(ctx.cwd, ctx.cwd, target),
        })
      built.push({
        file,
        pipeline: program.pipeline,
        folder: target,
        files: buildArtifacts(plan, environment),
      })
    }
  }
  for (const b of built)
    writeFolder(b.folder, b.files, MARKER, { shown: (path) => shownPath(ctx.cwd, ctx.cwd, path), onInterrupt: ctx.onInterrupt })

  if (!ctx.quiet) {
    for (const b of built)
      ctx.print(
        `${ctx.out.good('built')} ${b.pipeline}: ${plural(b.files.length, 'file')} in ${shownPath(ctx.cwd, ctx.cwd, b.folder)}\n${b.files.map((f) => `  ${f.path}\n`).join('')}`,
      )
    if (built.length === 0) ctx.print('no pipelines\n')
  }
  writeJson(ctx, 'build', true, {
    pipelines: built.map((b) => ({
      pipeline: b.pipeline,
      folder: shownPath(ctx.cwd, ctx.cwd, b.folder),
      files: b.files.map((f) => ({ path: f.path, sha256: sha256(f.text) })),
    })),
    diagnostics: compiled.flatMap((c) => diagnosticsJson(c.diagnostics, c.places) as readonly Json[]),
  })
  return EXIT.ok
}
