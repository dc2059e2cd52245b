// flow.config.json (or .ts): what it may say, read with places, so that a message points into the file.
import type { SourceIndex } from '../core/source.js'
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { cli } from '../diagnostics/codes/cli.js'
import type { TargetName } from '../ir/plan.js'
import { ENVIRONMENT_SETTINGS, NO_SETTINGS, readEnvironment, type EnvironmentSettings } from './environment.js'
import { locateKey } from './json-place.js'
import { locateInScript } from './script-place.js'
import { describe, isObject, Settings, type Source } from './settings.js'

export const CONFIG_NAME = 'flow.config.json'

export interface ProjectConfig {
  /** Folders with `.flow` files, relative to the project. */
  readonly sources: readonly string[]
  readonly target: TargetName
  /** Where `build` writes, relative to the project. */
  readonly output: string
  /** What holds in every environment. */
  readonly own: EnvironmentSettings
  readonly environments: ReadonlyMap<string, EnvironmentSettings>
}

export const DEFAULT_CONFIG: ProjectConfig = {
  sources: ['.'],
  target: 'flink-2.2',
  output: 'out',
  own: NO_SETTINGS,
  environments: new Map(),
}

export const TARGETS: readonly TargetName[] = ['flink-2.2', 'flink-2.3', 'flink-2.1', 'flink-1.20', 'confluent']

const SETTINGS = ['sources', 'target', 'output', 'environments', ...ENVIRONMENT_SETTINGS] as const
export const ENVIRONMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/

/** A file whose data is read, with the way from keys to places in its text. */
export interface SettingsFile {
  readonly path: string
  readonly text: string
  /** What a script has evaluated to; absent: the text is JSON. */
  readonly value?: unknown
}

/** Reports into the bag; a wrong setting keeps its default. */
export function readConfig(file: SettingsFile, index: SourceIndex, bag: DiagnosticBag): ProjectConfig {
  const s = open(file, index, bag)
  if (s === null) return DEFAULT_CONFIG
  s.only(SETTINGS)
  return {
    sources: s.texts('sources', 'a list of folders') ?? DEFAULT_CONFIG.sources,
    target: s.oneOf('target', TARGETS) ?? DEFAULT_CONFIG.target,
    output: s.text('output', 'a folder') ?? DEFAULT_CONFIG.output,
    own: readEnvironment(s),
    environments: readEnvironments(s),
  }
}

function readEnvironments(s: Settings): ReadonlyMap<string, EnvironmentSettings> {
  const all = s.section('environments', 'an object with an environment a name')
  const result = new Map<string, EnvironmentSettings>()
  for (const name of all?.names ?? []) {
    if (!ENVIRONMENT_NAME.test(name)) {
      all!.wrong(name, 'a name of letters, digits, `_` and `-`', name)
      continue
    }
    const section = all!.section(name)?.only(ENVIRONMENT_SETTINGS)
    if (section !== undefined) result.set(name, readEnvironment(section))
  }
  return result
}

/** envs/NAME.json: the same settings as an entry of `environments`. */
export function readEnvironmentFile(file: SettingsFile, index: SourceIndex, bag: DiagnosticBag): EnvironmentSettings {
  const s = open(file, index, bag)?.only(ENVIRONMENT_SETTINGS)
  return s === undefined ? NO_SETTINGS : readEnvironment(s)
}

function open(file: SettingsFile, index: SourceIndex, bag: DiagnosticBag): Settings | null {
  const { path, text } = file
  const declaration = `${path}|config`
  index.addFile({ path, text })
  index.addDeclaration(declaration, path, 0)
  const script = 'value' in file
  const locate = script ? locateInScript : locateKey
  const source: Source = {
    bag,
    at: (keys): Span => ({ declaration, ...(locate(text, keys) ?? { start: 0, end: 0 }) }),
    key: (name) => (script && /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  }
  let value: unknown = file.value
  if (!script)
    try {
      value = JSON.parse(text)
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause)
      const position = Number(/position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? text.length : 0))
      bag.report(
        cli.configNotJson,
        { declaration, start: position, end: position },
        { reason: message.replace(/ in JSON at position.*| is not valid JSON.*/s, '').replace(/^[A-Z]/, (c) => c.toLowerCase()) },
      )
      return null
    }
  if (isObject(value)) return new Settings(value, source)
  bag.report(cli.badSetting, { declaration, start: 0, end: 0 }, { name: path, wanted: 'an object', found: describe(value) })
  return null
}
