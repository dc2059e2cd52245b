// `flowc apply`: makes the topics, subjects, tables and connectors that do not exist yet, and changes nothing that does.
import { makeWorld, readWorld, tryWorld, wantedOf } from '../../deploy/apply.js'
import { DeployFailure } from '../../deploy/failure.js'
import type { StepKind, StepReport } from '../../deploy/steps.js'
import type { Json } from '../../core/stable-json.js'
import type { Diagnostic } from '../../diagnostics/define.js'
import { diagnosticsJson, writeJson, type Context } from '../context.js'
import { bind, environmentOf, referencesOf, unusedNames, type EnvironmentOption } from '../environment.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, Interrupted } from '../failure.js'
import { compilePaths, plural, reportWarnings, type Compiled } from '../programs.js'
import { exitOf, openSystems } from '../systems.js'

export interface ApplyOptions extends EnvironmentOption {
  readonly dryRun: boolean
}

export async function apply(ctx: Context, paths: readonly string[], options: ApplyOptions): Promise<ExitCode> {
  const compiled = compilePaths(ctx, paths)
  const wrong = compiled.find((c) => c.hasErrors)
  if (wrong !== undefined) throw new CommandFailure(wrong.diagnostics, EXIT.wrong, wrong.places)
  const steps: StepReport[] = []
  const found: { readonly diagnostics: readonly Diagnostic[]; readonly of: Compiled }[] = []
  for (const c of compiled) {
    reportWarnings(ctx, c)
    const diagnostics = await applyProject(ctx, c, options, (step) => {
      steps.push(step)
      ctx.print(`${line(ctx, step)}\n`)
    })
    found.push({ diagnostics, of: c })
    if (exitOf(diagnostics) !== EXIT.ok) break
  }
  ctx.progress.done()
  const exit = exitOf(found.flatMap((f) => f.diagnostics))
  const made = steps.filter((s) => s.status === 'created' || s.status === 'restarted').length
  const missing = steps.filter((s) => s.status === 'missing').length
  if (!ctx.quiet) {
    if (options.dryRun && exit === EXIT.ok) ctx.print(`${plural(missing, 'thing')} to make, ${steps.length - missing} there\n`)
    else if (exit === EXIT.ok) ctx.print(`${ctx.out.good('applied')}: ${made} made, ${steps.length - made} there already\n`)
    else ctx.print(`${ctx.out.bad('not applied')}: ${made === 0 ? 'nothing was made' : `${made} made before it stopped`}\n`)
  }
  for (const f of found) ctx.report(f.diagnostics, f.of.places)
  writeJson(ctx, 'apply', exit === EXIT.ok, {
    dryRun: options.dryRun,
    steps: steps as unknown as Json,
    diagnostics: found.flatMap((f) => diagnosticsJson(f.diagnostics, f.of.places) as readonly Json[]),
  })
  return exit
}

async function applyProject(
  ctx: Context,
  c: Compiled,
  options: ApplyOptions,
  done: (step: StepReport) => void,
): Promise<readonly Diagnostic[]> {
  const chosen = environmentOf(c.project, options.env)
  const bounds = c.programs.map((p) => bind(c.project, chosen, p.plan))
  if (bounds.length === 0) return []
  const references = referencesOf(ctx, c.project, chosen)
  const systems = openSystems(ctx, c.project, chosen, bounds, references)
  const shown = (list: readonly Diagnostic[]): readonly Diagnostic[] => list.map((d) => references.redactDiagnostic(d))
  const say = (text: string): void => ctx.progress.update(text)
  try {
    const environments = new Map(bounds.map((b) => [b.plan, b.environment]))
    const wanted = wantedOf(
      bounds.map((b) => b.plan),
      (plan) => environments.get(plan)!,
    )
    const read = await readWorld(systems, wanted, say)
    const warnings = [
      ...unusedNames(
        chosen,
        bounds.map((b) => b.plan),
      ),
      ...read.warnings,
    ]
    if (read.problems.length > 0) {
      for (const s of read.steps) if (s.make === null) done({ kind: s.kind, name: s.name, status: 'exists', detail: s.detail })
      return shown([...warnings, ...read.problems])
    }
    if (options.dryRun) for (const step of await tryWorld(systems, wanted, read)) done(step)
    else await makeWorld(read, done, systems.signal, say)
    return shown(warnings)
  } catch (error) {
    if (systems.signal.aborted) throw new Interrupted()
    if (error instanceof DeployFailure) return shown(error.diagnostics)
    throw error
  } finally {
    ctx.progress.done()
    await systems.close()
  }
}

const KINDS: Readonly<Record<StepKind, string>> = {
  topic: 'topic',
  subject: 'subject',
  namespace: 'namespace',
  table: 'table',
  connector: 'connector',
}

function line(ctx: Context, s: StepReport): string {
  const status = s.status.padEnd(9)
  const word =
    s.status === 'exists' ? ctx.out.dim(status) : s.status === 'missing' ? ctx.out.strong(status) : ctx.out.good(status)
  return `${word}  ${KINDS[s.kind].padEnd(9)}  ${s.name}${s.detail === '' ? '' : `  ${ctx.out.dim(s.detail)}`}`
}
