// `flowc stack up | down | status`: the local, real services of a project.
import { resolve } from 'node:path'
import { cli } from '../../diagnostics/codes/cli.js'
import type { Json } from '../../core/stable-json.js'
import type { Diagnostic } from '../../diagnostics/define.js'
import { PORT_NAMES, SERVICES, type PortName, type Ports, type ServiceName } from '../../stack/service.js'
import { servicesDown, servicesStatus, servicesUp, type StackStatus } from '../../stack/services.js'
import { didYouMean } from '../../core/suggest.js'
import { shownPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail, Interrupted } from '../failure.js'
import { projectHere } from '../programs.js'
import { table } from '../ui/table.js'

export type StackVerb = 'up' | 'down' | 'status'

export interface StackFlags {
  readonly folder?: string
  readonly flinkVersion?: string
  readonly port?: readonly string[]
}

/** Mistakes of whoever calls: a version that does not exist, a missing Java. Everything else is a system that fails. */
const USAGE: ReadonlySet<string> = new Set([
  'FLOW8101',
  'FLOW8102',
  'FLOW8104',
  'FLOW8107',
  'FLOW8108',
  'FLOW8110',
  'FLOW8111',
  'FLOW8112',
])

export async function stack(ctx: Context, verb: StackVerb, names: readonly string[], options: StackFlags): Promise<ExitCode> {
  const services = names.map((name) => oneOf(SERVICES, 'service', name))
  const folder = options.folder === undefined ? resolve(projectHere(ctx).root, '.flowc/stack') : resolve(ctx.cwd, options.folder)
  const say = (line: string): void => ctx.say(`${line}\n`)
  switch (verb) {
    case 'up':
      return up(ctx, folder, services, options, say)
    case 'down': {
      const stopped = valueOf(await servicesDown({ folder, services, say }))
      if (stopped.length === 0) ctx.print('nothing runs\n')
      writeJson(ctx, 'stack', true, { verb, stopped })
      return EXIT.ok
    }
    case 'status': {
      const status = valueOf(await servicesStatus(folder, ctx.io.env))
      print(ctx, folder, status, services)
      writeJson(ctx, 'stack', true, { verb, ...json(ctx, status, services) })
      return EXIT.ok
    }
  }
}

async function up(
  ctx: Context,
  folder: string,
  services: readonly ServiceName[],
  options: StackFlags,
  say: (line: string) => void,
): Promise<ExitCode> {
  const interrupted = ctx.io.interrupt
  try {
    const done = valueOf(
      await servicesUp({
        folder,
        services,
        env: ctx.io.env,
        say,
        ports: portsOf(options.port ?? []),
        flinkVersion: options.flinkVersion,
        signal: interrupted,
      }),
    )
    const status = valueOf(await servicesStatus(folder, ctx.io.env))
    print(ctx, folder, status, [])
    writeJson(ctx, 'stack', true, {
      verb: 'up',
      ...json(ctx, status, []),
      started: done.started.map((s) => ({ ...s, seconds: Math.round(s.seconds * 10) / 10 })),
      downloaded: done.downloaded as unknown as Json,
    })
    return EXIT.ok
  } catch (error) {
    if (interrupted.aborted && !(error instanceof CommandFailure)) throw new Interrupted()
    throw error
  }
}

function oneOf<T extends string>(known: readonly T[], kind: string, name: string): T {
  const found = known.find((k) => k === name)
  if (found !== undefined) return found
  return fail(EXIT.usage, cli.wrongUsage, {
    problem: `there is no ${kind} \`${name}\``,
    advice: didYouMean(name, known) ?? `known are ${known.map((k) => `\`${k}\``).join(', ')}`,
  })
}

function portsOf(settings: readonly string[]): Ports {
  const ports: Partial<Record<PortName, number>> = {}
  for (const setting of settings) {
    const [name, value] = setting.split('=')
    const port = Number(value)
    if (name === undefined || value === undefined || !/^\d+$/.test(value) || port < 1 || port > 65535)
      fail(EXIT.usage, cli.wrongUsage, {
        problem: `\`--port ${setting}\` is not SERVICE=N with a port from 1 to 65535`,
        advice: 'for example `--port kafka=19092`',
      })
    ports[oneOf(PORT_NAMES, 'port', name)] = port
  }
  return ports
}

function valueOf<T>(
  outcome: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] },
): T {
  if (outcome.ok) return outcome.value
  throw new CommandFailure(outcome.diagnostics, outcome.diagnostics.every((d) => USAGE.has(d.code)) ? EXIT.usage : EXIT.system)
}

const megabytes = (bytes: number | null): string => (bytes === null ? '' : String(Math.round(bytes / 1e6)))

function print(ctx: Context, folder: string, status: StackStatus, only: readonly ServiceName[]): void {
  const services = status.services.filter((s) => only.length === 0 || only.includes(s.service))
  if (services.length === 0) {
    ctx.print('nothing has been started here\n')
    return
  }
  ctx.print(`stack in ${shownPath(ctx.cwd, ctx.cwd, folder)}\n`)
  ctx.print(
    table(
      ['service', 'version', 'state', 'address'],
      services.flatMap((s) => [
        [s.service, s.version, s.state, s.address],
        ...(s.service === 'flink' ? [['', '', '', `http://127.0.0.1:${s.ports['gateway']} (SQL gateway)`]] : []),
      ]),
      { indent: '  ', maxCell: 100 },
    ),
  )
  ctx.print('\n')
  ctx.print(
    table(
      ['process', 'pid', 'state', 'MB', 'log'],
      services
        .flatMap((s) => s.processes)
        .map((p) => [p.name, String(p.pid), p.alive ? 'runs' : 'ended', megabytes(p.memory), shownPath(ctx.cwd, ctx.cwd, p.log)]),
      { indent: '  ', maxCell: 100 },
    ),
  )
}

function json(
  ctx: Context,
  status: StackStatus,
  only: readonly ServiceName[],
): { readonly services: Json; readonly endpoints: Json } {
  const services = status.services
    .filter((s) => only.length === 0 || only.includes(s.service))
    .map((s) => ({
      service: s.service,
      version: s.version,
      state: s.state,
      address: s.address,
      ports: s.ports,
      processes: s.processes.map((p) => ({ ...p, log: shownPath(ctx.cwd, ctx.cwd, p.log) })),
    }))
  return { services: services as unknown as Json, endpoints: status.endpoints as unknown as Json }
}
