// `flowc schema pull`: asks the registry for the subjects that the programs name and replaces flow.lock as a whole.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILER_VERSION } from '../../core/version.js'
import { cli } from '../../diagnostics/codes/cli.js'
import type { Diagnostic } from '../../diagnostics/define.js'
import { LOCK_FILE, writeLock } from '../../schema/lock.js'
import { pull, type PullChange, type Wanted } from '../../schema/pull.js'
import { registryClient, type RegistryOptions } from '../../schema/registry-http.js'
import { registryDiagnostic } from '../../schema/registry-model.js'
import { codeOf, reasonOf } from '../../workspace/host-node.js'
import type { Project } from '../../workspace/project-node.js'
import type { Setting } from '../../workspace/settings.js'
import { environmentOf, readPem, referencesOf, settingValue, type EnvironmentOption } from '../environment.js'
import { shownPath, writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { CommandFailure, fail } from '../failure.js'
import { lockOf } from '../lock-file.js'
import { refreshTypes } from './gen-types.js'
import { projectHere, subjectsOf } from '../programs.js'

export interface PullOptions extends EnvironmentOption {
  readonly registry?: string
  readonly update: boolean
  readonly prune: boolean
}

/** Answers that the user can mend: an address that is none, a subject that does not exist, missing credentials. */
const USAGE: ReadonlySet<string> = new Set(['FLOW8001', 'FLOW8004', 'FLOW8010', 'FLOW8011', 'FLOW8012'])

export async function schemaPull(ctx: Context, subjects: readonly string[], options: PullOptions): Promise<ExitCode> {
  const project = projectHere(ctx)
  if (project.bag.hasErrors) throw new CommandFailure(project.bag.all, EXIT.usage, project.index)
  const client = registryClient(registryOptions(ctx, project, options.registry, options.env))
  if (!client.ok) throw failed([registryDiagnostic(client.problem)])
  const wanted: readonly Wanted[] =
    subjects.length > 0 ? subjects.map((subject) => ({ subject, version: null })) : subjectsOf(ctx)
  if (wanted.length === 0) {
    ctx.say('no program names a subject of the registry\n')
    writeJson(ctx, 'schema pull', true, { lock: LOCK_FILE, subjects: [] })
    return EXIT.ok
  }
  const lock = lockOf(project)
  const result = await pull(client.value, {
    wanted,
    lock,
    compiler: COMPILER_VERSION,
    update: options.update,
    // What is named on the command line is not all that the programs need.
    prune: options.prune && subjects.length === 0,
    onSubject: (subject) => ctx.progress.update(`asking for ${subject}`),
  })
  ctx.progress.done()
  if (!result.ok) throw failed(result.problems.map((p) => registryDiagnostic(p.problem, p)))
  replaceLock(ctx, project, writeLock(result.lock))
  for (const change of result.changes) ctx.print(`${changeText(change)}\n`)
  const types = refreshTypes(ctx, project)
  if (types?.changed === true) ctx.print(`written    ${types.shown}\n`)
  if (types === null && project.host.walk('.', '.flow.ts').files.length > 0)
    ctx.say('`flowc gen types` writes the row types of programs in TypeScript\n')
  writeJson(ctx, 'schema pull', true, {
    lock: shownPath(ctx.cwd, project.root, LOCK_FILE),
    types: types === null ? null : { file: types.shown, changed: types.changed },
    subjects: result.changes.map((c) => ({ subject: c.subject, status: c.kind, from: c.from, to: c.to })),
  })
  return EXIT.ok
}

const failed = (diagnostics: readonly Diagnostic[]): CommandFailure =>
  new CommandFailure(diagnostics, diagnostics.every((d) => USAGE.has(d.code)) ? EXIT.usage : EXIT.system)

const WORDS: Readonly<Record<PullChange['kind'], (c: PullChange) => string>> = {
  added: (c) => `locked     ${c.subject} version ${c.to}`,
  updated: (c) => `updated    ${c.subject} version ${c.from} → ${c.to}`,
  replaced: (c) => `replaced   ${c.subject} version ${c.to}: the registry has another schema under the same version`,
  unchanged: (c) => `unchanged  ${c.subject} version ${c.to}`,
  vanished: (c) => `vanished   ${c.subject} version ${c.from}: no longer in the registry, still locked`,
  removed: (c) => `removed    ${c.subject} version ${c.from}: nothing names it`,
}
const changeText = (c: PullChange): string => WORDS[c.kind](c)

function registryOptions(
  ctx: Context,
  project: Project,
  flag: string | undefined,
  environment: string | undefined,
): RegistryOptions {
  const chosen = environmentOf(project, environment)
  const config = chosen.settings.registry
  const references = referencesOf(ctx, project, chosen)
  const value = (setting: Setting | null, name: string): string | undefined => {
    const found = settingValue(references, setting, `registry.${name}`)
    if (references.missing.length > 0) throw new CommandFailure(references.missing, EXIT.usage)
    return found ?? undefined
  }
  const url = flag ?? value(config.url, 'url')
  if (url === undefined)
    return fail(EXIT.usage, cli.wrongUsage, {
      problem: 'no registry is named',
      advice: '`--registry URL`, or `"registry": { "url": … }` in flow.config.json',
    })
  const user = value(config.user, 'user')
  const password = value(config.password, 'password')
  const token = value(config.token, 'token')
  const auth: RegistryOptions['auth'] =
    token !== undefined
      ? { kind: 'bearer', token }
      : user !== undefined
        ? { kind: 'basic', user, password: password ?? '' }
        : undefined
  return {
    url,
    ...(auth === undefined ? {} : { auth }),
    ...(config.ca === null ? {} : { tls: { ca: readPem(project, config.ca) } }),
    signal: ctx.io.interrupt,
  }
}

function replaceLock(ctx: Context, project: Project, text: string): void {
  const path = join(project.root, LOCK_FILE)
  const fresh = `${path}.${process.pid}`
  const release = ctx.onInterrupt(() => rmSync(fresh, { force: true }))
  try {
    writeFileSync(fresh, text)
    renameSync(fresh, path)
  } catch (cause) {
    rmSync(fresh, { force: true })
    const shown = shownPath(ctx.cwd, project.root, LOCK_FILE)
    const code = codeOf(cause)
    if (code === 'ENOSPC' || code === 'EDQUOT') fail(EXIT.system, cli.diskFull, { path: shown, kept: 'it is unchanged' })
    if (code !== null) fail(EXIT.usage, cli.notWritable, { path: shown, reason: reasonOf(cause) })
    throw cause
  } finally {
    release()
  }
}
