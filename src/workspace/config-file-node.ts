// Files with settings, as JSON or as TypeScript: the configuration and the environments beside it.
import { lineStarts, type SourceIndex } from '../core/source.js'
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { cli } from '../diagnostics/codes/cli.js'
import { ENVIRONMENT_NAME, readEnvironmentFile, type SettingsFile } from './config.js'
import { runScript } from './config-script-node.js'
import { mergeSettings, type EnvironmentSettings } from './environment.js'
import type { NodeHost } from './host-node.js'
import type { Project } from './project-node.js'
import { readProblem } from './read-problem.js'

/** `path` ends in `.json`; the same name in `.ts` is run. Null where there is none, or none that can be used. */
export function readSettingsFile(host: NodeHost, path: string, index: SourceIndex, bag: DiagnosticBag): SettingsFile | null {
  const script = path.replace(/json$/, 'ts')
  const json = host.readText(path)
  const typescript = host.readText(script)
  if (json.kind !== 'missing' && typescript.kind !== 'missing') bag.report(cli.twoConfigs, null, { one: path, other: script })
  if (json.kind === 'text') return { path, text: json.text }
  if (json.kind !== 'missing') bag.add(readProblem(path, json))
  if (typescript.kind === 'missing' || json.kind !== 'missing') return null
  if (typescript.kind !== 'text') {
    bag.add(readProblem(script, typescript))
    return null
  }
  const result = runScript({ root: host.root, path: script })
  if (result.ok) return { path: script, text: typescript.text, value: result.value }
  const { reason, at } = result.problem
  bag.report(cli.configScript, at === null ? null : place(host, at, index), { path: script, reason })
  return null
}

function place(
  host: NodeHost,
  at: { readonly file: string; readonly line: number; readonly column: number },
  index: SourceIndex,
): Span | null {
  const read = host.readText(at.file)
  if (read.kind !== 'text') return null
  const declaration = `${at.file}|config`
  index.addFile({ path: at.file, text: read.text })
  index.addDeclaration(declaration, at.file, 0)
  const start = Math.min((lineStarts(read.text)[at.line - 1] ?? 0) + at.column - 1, read.text.length)
  return { declaration, start, end: Math.min(start + 1, read.text.length) }
}

export interface ChosenEnvironment {
  /** `default`: the configuration's own settings. */
  readonly name: string
  readonly settings: EnvironmentSettings
}

const FOLDER = 'envs'

/**
 * The environment of a command: the one that is named, else `dev` where there is one, else what the configuration itself
 * says. Problems go to the project's bag.
 */
export function chooseEnvironment(project: Project, name: string | undefined): ChosenEnvironment {
  const { config, host, index, bag } = project
  const files = new Set(
    [...host.list(FOLDER, '.json'), ...host.list(FOLDER, '.ts')]
      .map((path) => /^envs\/([^/]+)\.(?:json|ts)$/.exec(path)?.[1] ?? '')
      .filter((n) => ENVIRONMENT_NAME.test(n)),
  )
  const known = [...new Set([...config.environments.keys(), ...files])].sort()
  const wanted = name ?? (known.includes('dev') ? 'dev' : null)
  if (wanted === null) return { name: 'default', settings: config.own }
  if (!known.includes(wanted)) {
    bag.report(cli.unknownEnvironment, null, { name: wanted, known })
    return { name: wanted, settings: config.own }
  }
  const inConfig = config.environments.get(wanted)
  if (files.has(wanted)) {
    const path = `${FOLDER}/${wanted}.json`
    const file = readSettingsFile(host, path, index, bag)
    if (inConfig !== undefined)
      bag.report(cli.twoConfigs, null, { one: file?.path ?? path, other: `environments.${wanted} of the configuration` })
    const read = file === null ? null : readEnvironmentFile(file, index, bag)
    return { name: wanted, settings: read === null ? config.own : mergeSettings(config.own, read) }
  }
  return { name: wanted, settings: mergeSettings(config.own, inConfig!) }
}
