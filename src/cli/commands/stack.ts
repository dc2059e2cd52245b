// `flowc stack up | down | status`: the local, real Flink of a project.
import { resolve } from 'node:path'
import { cli } from '../../diagnostics/codes/cli.js'
import type { Json } from '../../core/stable-json.js'
import type { Diagnostic } from '../../diagnostics/define.js'
import { SERVICES, stackDown, stackStatus, stackUp, type FlinkStack } from '../../stack/flink.js'
import { FLINK_VERSIONS } from '../../stack/versions.js'
import { didYouMean } from '../../core/suggest.js'
import { shownPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail } from '../failure.js'
import { projectHere } from '../programs.js'
import { table } from '../ui/table.js'

export type StackVerb = 'up' | 'down' | 'status'

export interface StackOptions {
  readonly flink?: string
  readonly folder?: string
}

/** Mistakes of whoever calls: a version that does not exist, a missing Java. Everything else is a system that fails. */
const USAGE: ReadonlySet<string> = new Set(['FLOW8101', 'FLOW8102', 'FLOW8104', 'FLOW8107', 'FLOW8108'])

export async function stack(
  ctx: Context,
  verb: StackVerb,
  services: readonly string[],
  options: StackOptions,
): Promise<ExitCode> {
  const known: readonly string[] = SERVICES
  for (const service of services)
    if (!known.includes(service))
      fail(EXIT.usage, cli.wrongUsage, {
        problem: `there is no service \`${service}\``,
        advice: didYouMean(service, known) ?? `services are ${known.map((s) => `\`${s}\``).join(', ')}`,
      })
  const folder = options.folder === undefined ? resolve(projectHere(ctx).root, '.flowc/stack') : resolve(ctx.cwd, options.folder)
  const say = (line: string): void => ctx.say(`${line}\n`)
  switch (verb) {
    case 'up':
      return show(
        ctx,
        verb,
        valueOf(
          await stackUp({ folder, version: options.flink ?? FLINK_VERSIONS[0], env: ctx.io.env, say, signal: ctx.io.interrupt }),
        ),
      )
    case 'down': {
      const stopped = valueOf(await stackDown(folder, say))
      if (stopped.length === 0) ctx.print('nothing runs\n')
      writeJson(ctx, 'stack', true, { verb, stopped })
      return EXIT.ok
    }
    case 'status':
      return show(ctx, verb, valueOf(await stackStatus(folder)))
  }
}

function valueOf<T>(
  outcome: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] },
): T {
  if (outcome.ok) return outcome.value
  throw new CommandFailure(outcome.diagnostics, outcome.diagnostics.every((d) => USAGE.has(d.code)) ? EXIT.usage : EXIT.system)
}

function show(ctx: Context, verb: StackVerb, found: FlinkStack | null): ExitCode {
  const services =
    found?.processes.map((p) => ({
      name: p.name,
      running: p.alive,
      address: p.name === 'job manager' ? found.rest : p.name === 'SQL gateway' ? found.gateway : null,
      log: shownPath(ctx.cwd, ctx.cwd, p.log),
    })) ?? []
  if (found === null) ctx.print('nothing has been started here\n')
  else {
    ctx.print(`Flink ${found.version} in ${shownPath(ctx.cwd, ctx.cwd, found.folder)}\n`)
    ctx.print(
      table(
        ['process', 'state', 'address', 'log'],
        services.map((s) => [s.name, s.running ? 'running' : 'stopped', s.address ?? '', s.log]),
        { indent: '  ', maxCell: 100 },
      ),
    )
  }
  writeJson(ctx, 'stack', true, { verb, flink: found?.version ?? null, services: services as unknown as Json })
  return EXIT.ok
}
