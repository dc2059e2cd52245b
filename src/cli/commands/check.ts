// `flowc check`: every mistake of every file, in one run.
import type { Json } from '../../core/stable-json.js'
import { catalog } from '../../diagnostics/catalog.js'
import { diagnosticJson } from '../../diagnostics/render/json.js'
import { renderGithub } from '../../diagnostics/render/github.js'
import { renderSarif, type SarifPart } from '../../diagnostics/render/sarif.js'
import { renderText } from '../../diagnostics/render/text.js'
import { COMPILER_VERSION } from '../../core/version.js'
import { diagnosticsJson, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { compilePaths, plural, totals, type Totals } from '../programs.js'

export async function check(
  ctx: Context,
  paths: readonly string[],
  options: { readonly denyWarnings: boolean },
): Promise<ExitCode> {
  const compiled = compilePaths(ctx, paths)
  const parts: readonly SarifPart[] = compiled.map(({ diagnostics, suppressed, places }) => ({ diagnostics, suppressed, places }))
  const found = totals(compiled.flatMap((c) => c.diagnostics))
  const wrong = found.errors > 0 || (options.denyWarnings && found.warnings > 0)
  const files = compiled.reduce((n, c) => n + c.read.length, 0)
  const suppressed = compiled.reduce((n, c) => n + c.suppressed.length, 0)
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
        suppressed: compiled.flatMap((c) =>
          c.suppressed.map((s): Json => ({ ...(diagnosticJson(s.diagnostic, c.places) as object), because: s.reason })),
        ),
        summary: { files, pipelines, ...found, suppressed },
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
  if (!ctx.quiet && ctx.format === 'text') ctx.print(`${summary(ctx, found, suppressed, files, pipelines)}\n`)
  return wrong ? EXIT.wrong : EXIT.ok
}

function summary(ctx: Context, found: Totals, suppressed: number, files: number, pipelines: number): string {
  const { errors, warnings } = found
  const scope = `${plural(files, 'file')}, ${plural(pipelines, 'pipeline')}${suppressed === 0 ? '' : `, ${suppressed} ignored`}`
  if (errors === 0 && warnings === 0) return `${ctx.out.good('ok')}: ${scope}`
  const parts = [
    ...(errors > 0 ? [ctx.out.bad(plural(errors, 'error'))] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ]
  // what cannot be read is no file that was checked
  return files === 0 ? parts.join(', ') : `${parts.join(', ')} in ${scope}`
}
