// The environment of a command: which one, bound to the plans, and its references with the places where their values are.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { supportsPlan } from '../codegen/supports.js'
import { References } from '../deploy/references.js'
import { isSecretName } from '../core/secret-names.js'
import { suggest } from '../core/suggest.js'
import { cli } from '../diagnostics/codes/cli.js'
import { target } from '../diagnostics/codes/target.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import type { PlanProgram } from '../ir/plan.js'
import { bindEnvironment, type Bound } from '../workspace/bind-environment.js'
import { chooseEnvironment, type ChosenEnvironment } from '../workspace/config-file-node.js'
import type { EnvironmentSettings } from '../workspace/environment.js'
import { reasonOf } from '../workspace/host-node.js'
import type { Project } from '../workspace/project-node.js'
import type { Setting } from '../workspace/settings.js'
import type { Context } from './context.js'
import { EXIT } from './exit-codes.js'
import { CommandFailure, fail } from './failure.js'

export interface EnvironmentOption {
  readonly env?: string
}

/** The chosen environment; what is wrong with it ends the command. */
export function environmentOf(project: Project, name: string | undefined): ChosenEnvironment {
  const chosen = chooseEnvironment(project, name)
  if (project.bag.hasErrors) throw new CommandFailure(project.bag.all, EXIT.usage, project.index)
  return chosen
}

/** A plan for this environment. What the target cannot do with it ends the command. */
export function bind(project: Project, chosen: ChosenEnvironment, plan: PlanProgram): Bound {
  const bound = bindEnvironment(plan, chosen.settings, (path) => readPem(project, path))
  const before = new Set(supportsPlan(plan).map((v) => v.message))
  const verdicts = supportsPlan(bound.plan).filter((v) => v.severity === 'error' && !before.has(v.message))
  if (verdicts.length > 0)
    throw new CommandFailure(
      verdicts.map((v) => diagnostic(target.refuses, v.origin, { target: plan.target, message: v.message, help: v.help })),
      EXIT.usage,
      project.index,
    )
  return bound
}

/** Settings for catalogs and connections that no program has, but nearly. */
export function unusedNames({ settings }: ChosenEnvironment, plans: readonly PlanProgram[]): readonly Diagnostic[] {
  const check = (what: string, named: EnvironmentSettings['catalogs'], known: readonly string[]): readonly Diagnostic[] =>
    named
      .filter((n) => !known.includes(n.name) && suggest(n.name, known).length > 0)
      .map((n) => diagnostic(cli.unusedName, null, { what, name: n.name, known }))
  return [
    ...check('catalog', settings.catalogs, [...new Set(plans.flatMap((p) => p.catalogs.map((c) => c.name)))]),
    ...settings.streams.flatMap((s) => unusedSource(s.name, plans)),
    ...check('connection', settings.connections, [...new Set(plans.flatMap((p) => p.connections.map((c) => c.name)))]),
  ]
}

/** Only a topic has what the environment says of a source; a name that is near one is a slip of the pen. */
function unusedSource(name: string, plans: readonly PlanProgram[]): readonly Diagnostic[] {
  const sources = plans.flatMap((p) => p.operators.flatMap((o) => (o.kind === 'source' ? [o] : [])))
  const known = [...new Set(sources.flatMap((o) => (o.connector.kind === 'kafka' ? [o.name] : [])))]
  if (known.includes(name)) return []
  const other = sources.some((o) => o.name === name)
  return other || suggest(name, known).length > 0 ? [diagnostic(cli.unusedName, null, { what: 'Kafka source', name, known })] : []
}

export function readPem(project: Project, path: string): string {
  try {
    return readFileSync(join(project.root, path), 'utf8')
  } catch (cause) {
    return fail(EXIT.usage, cli.unreadable, { path, reason: reasonOf(cause) })
  }
}

export function referencesOf(ctx: Context, project: Project, { settings }: ChosenEnvironment): References {
  const variables = { ...ctx.io.env, ...Object.fromEntries(settings.variables.map((v) => [v.name, v.value])) }
  if (settings.secrets === null) return new References({ variables, secrets: null, looked: 'the process environment' })
  return new References({
    variables,
    secrets: readSecrets(project, settings.secrets),
    looked: `\`${settings.secrets}\` nor in the process environment`,
  })
}

/** A file of `NAME=value` lines, or a folder with a file a secret (as orchestrators mount them). */
function readSecrets(project: Project, path: string): ReadonlyMap<string, string> {
  const absolute = resolve(project.root, path)
  if (!existsSync(absolute)) return fail(EXIT.usage, cli.noSuchFile, { path, near: [] })
  try {
    if (statSync(absolute).isDirectory())
      return new Map(
        readdirSync(absolute)
          .filter((name) => !name.startsWith('.') && statSync(join(absolute, name)).isFile())
          .map((name) => [name, readFileSync(join(absolute, name), 'utf8').replace(/\r?\n$/, '')]),
      )
    return new Map(
      readFileSync(absolute, 'utf8')
        .split(/\r?\n/)
        .flatMap((line): [string, string][] => {
          const found = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)=(.*)$/.exec(line)
          return found === null ? [] : [[found[1]!, found[2]!.replace(/^(["'])(.*)\1$/, '$2')]]
        }),
    )
  } catch (cause) {
    return fail(EXIT.usage, cli.unreadable, { path, reason: reasonOf(cause) })
  }
}

/** The value of a setting, or null where it is not said. `name` is how messages call it. */
export function settingValue(references: References, setting: Setting | null, name: string): string | null {
  if (setting === null) return null
  if (typeof setting === 'string') return setting
  return references.resolve(
    'env' in setting ? { kind: 'env', name: setting.env } : { kind: 'secret', name: setting.secret },
    name,
    { secret: isSecretName(name) },
  )
}
