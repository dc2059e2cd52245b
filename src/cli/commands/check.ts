// `flowc check`: every mistake of every file, in one run.
import type { Json } from '../../core/stable-json.js'
import { catalog } from '../../diagnostics/catalog.js'
import { renderGithub } from '../../diagnostics/render/github.js'
import { renderSarif, type SarifPart } from '../../diagnostics/render/sarif.js'
import { renderText } from '../../diagnostics/render/text.js'
import { COMPILER_VERSION } from '../../core/version.js'
import { diagnosticsJson, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { compilePaths, plural, totals } from '../programs.js'

export async function check(
  ctx: Context,
  paths: readonly string[],
  options: { readonly denyWarnings: boolean },
): Promise<ExitCode> {
  const compiled = compilePaths(ctx, paths)
  const parts: readonly SarifPart[] = compiled.map((c) => ({ diagnostics: c.diagnostics, places: c.places }))
  const found = totals(compiled.flatMap((c) => c.diagnostics))
  const wrong = found.errors > 0 || (options.denyWarnings && found.warnings > 0)
  const files = compiled.reduce((n, c) => n + c.read.length, 0)
  const pipelines = compiled.reduce((n, c) => n + c.model.pipelines.length, 0)

  switch (ctx.format) {
    case 'github':
      ctx.document(parts.map((p) => renderGithub(p.diagnostics, p.places)).join(''))
      break
    case 'sarif':
      ctx.document(renderSarif(parts, { name: 'flowc', version: COMPILER_VERSION, nameOf: (code) => catalog().get(code)?.name }))
      break
    case 'json':
      writeJson(ctx, 'check', !wrong, {
        diagnostics: parts.flatMap((p) => diagnosticsJson(p.diagnostics, p.places) as readonly Json[]),
        summary: { files, pipelines, ...found },
      })
      break
    default: {
      const text = parts
        .filter((p) => p.diagnostics.length > 0)
        .map((p) => renderText(p.diagnostics, p.places, { style: ctx.out }))
      ctx.print(text.join('\n'))
      if (text.length > 0 && !ctx.quiet) ctx.print('\n')
    }
  }
  if (!ctx.quiet && ctx.format === 'text') ctx.print(`${summary(ctx, found.errors, found.warnings, files, pipelines)}\n`)
  return wrong ? EXIT.wrong : EXIT.ok
}

function summary(ctx: Context, errors: number, warnings: number, files: number, pipelines: number): string {
  const scope = `${plural(files, 'file')}, ${plural(pipelines, 'pipeline')}`
  if (errors === 0 && warnings === 0) return `${ctx.out.good('ok')}: ${scope}`
  const found = [
    ...(errors > 0 ? [ctx.out.bad(plural(errors, 'error'))] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ]
  return `${found.join(', ')} in ${scope}`
}
