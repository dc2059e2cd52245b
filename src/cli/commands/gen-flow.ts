// `flowc gen flow`: the text that a program in TypeScript prints, which is what every other command compiles.
import { existsSync } from 'node:fs'
import { SCRIPT_ENDING } from '../../core/paths.js'
import { DiagnosticBag } from '../../diagnostics/bag.js'
import { cli } from '../../diagnostics/codes/cli.js'
import { renamed } from '../../diagnostics/render/places.js'
import { findProjects } from '../../workspace/project-node.js'
import { readProblem } from '../../workspace/read-problem.js'
import { shownPath, typedPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail } from '../failure.js'
import { writeTextFile } from '../output.js'
import { scriptsOf } from '../programs.js'

export function genFlow(ctx: Context, file: string, options: { readonly output?: string }): ExitCode {
  const found = findProjects(ctx.cwd, [file])
  if (found.problems.length > 0) throw new CommandFailure(found.problems, EXIT.usage)
  const project = found.projects[0]!
  const path = project.files[0]!
  if (project.files.length !== 1 || !path.endsWith(SCRIPT_ENDING))
    fail(EXIT.usage, cli.wrongExtension, { path: file, wanted: '`.flow.ts`' })
  const scripts = scriptsOf(ctx, project)
  const read = scripts.host.readText(path)
  if (read.kind !== 'text') {
    const bag = new DiagnosticBag()
    bag.addAll(read.kind === 'unreadable' && read.diagnostics !== undefined ? read.diagnostics : [readProblem(file, read)])
    const shown = (p: string): string => shownPath(ctx.cwd, project.root, p)
    throw new CommandFailure(bag.sorted(project.index), EXIT.wrong, renamed(scripts.places, shown))
  }
  const output = options.output === undefined ? null : typedPath(ctx, options.output)
  if (output === null) ctx.print(read.text)
  else {
    const shown = shownPath(ctx.cwd, ctx.cwd, output)
    const present = existsSync(output)
    writeTextFile(output, read.text, { shown: () => shown, onInterrupt: ctx.onInterrupt })
    if (!ctx.quiet) ctx.print(`${present ? 'replaced' : 'wrote'} ${shown}\n`)
  }
  writeJson(ctx, 'gen flow', true, {
    file: shownPath(ctx.cwd, project.root, path),
    output: output === null ? null : shownPath(ctx.cwd, ctx.cwd, output),
    text: read.text,
  })
  return EXIT.ok
}
