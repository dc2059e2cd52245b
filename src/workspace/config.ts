// flow.config.json: what it may say, read with places, so that a message points into the file.
import { suggest } from '../core/suggest.js'
import type { SourceIndex } from '../core/source.js'
import type { Span } from '../core/span.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { cli } from '../diagnostics/codes/cli.js'
import type { TargetName } from '../ir/plan.js'
import { locateKey } from './json-place.js'

export const CONFIG_NAME = 'flow.config.json'

export interface ProjectConfig {
  /** Folders with `.flow` files, relative to the project. */
  readonly sources: readonly string[]
  readonly target: TargetName
  /** Where `build` writes, relative to the project. */
  readonly output: string
  readonly registry: RegistryConfig | null
}

/** A text, or the name of an environment variable that holds it: secrets are never in the file. */
export type Setting = string | { readonly env: string }

export interface RegistryConfig {
  readonly url: Setting
  readonly user: Setting | null
  readonly password: Setting | null
  readonly token: Setting | null
  /** PEM file of the authority that signed the registry's certificate, relative to the project. */
  readonly ca: string | null
}

export const DEFAULT_CONFIG: ProjectConfig = { sources: ['.'], target: 'flink-2.2', output: 'out', registry: null }

export const TARGETS: readonly TargetName[] = ['flink-2.2', 'flink-2.3', 'flink-1.20']

const SETTINGS = ['sources', 'target', 'output', 'registry'] as const
const REGISTRY_SETTINGS = ['url', 'user', 'password', 'token', 'ca'] as const

/** Reports into the bag; a wrong setting keeps its default. */
export function readConfig(path: string, text: string, index: SourceIndex, bag: DiagnosticBag): ProjectConfig {
  const declaration = `${path}|config`
  index.addFile({ path, text })
  index.addDeclaration(declaration, path, 0)
  const at = (keys: readonly string[]): Span => ({ declaration, ...(locateKey(text, keys) ?? { start: 0, end: 0 }) })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? text.length : 0))
    bag.report(
      cli.configNotJson,
      { declaration, start: position, end: position },
      { reason: message.replace(/ in JSON at position.*| is not valid JSON.*/s, '').replace(/^[A-Z]/, (c) => c.toLowerCase()) },
    )
    return DEFAULT_CONFIG
  }
  if (!isObject(json)) {
    bag.report(cli.badSetting, { declaration, start: 0, end: 0 }, { name: path, wanted: 'an object', found: describe(json) })
    return DEFAULT_CONFIG
  }
  const object = json
  const unknown = (keys: readonly string[], known: readonly string[], prefix: readonly string[]): void => {
    for (const name of keys) {
      if (known.includes(name)) continue
      const span = at([...prefix, name])
      const near = suggest(name, known)[0]
      const fixes =
        near === undefined ? [] : [{ title: `rename it to \`${near}\``, edits: [{ span, text: JSON.stringify(near) }] }]
      bag.report(cli.unknownSetting, span, { name, known }, { fixes })
    }
  }
  const wrong = (keys: readonly string[], wanted: string, found: unknown): void =>
    bag.report(cli.badSetting, at(keys), { name: keys.join('.'), wanted, found: describe(found) })

  unknown(Object.keys(object), SETTINGS, [])
  let { sources, target, output, registry } = DEFAULT_CONFIG
  if ('sources' in object) {
    if (Array.isArray(object['sources']) && object['sources'].length > 0 && object['sources'].every(isText))
      sources = object['sources']
    else wrong(['sources'], 'a list of folders', object['sources'])
  }
  if ('target' in object) {
    const found = TARGETS.find((t) => t === object['target'])
    if (found !== undefined) target = found
    else wrong(['target'], `one of ${TARGETS.map((t) => `\`${t}\``).join(', ')}`, object['target'])
  }
  if ('output' in object) {
    if (isText(object['output'])) output = object['output']
    else wrong(['output'], 'a folder', object['output'])
  }
  if ('registry' in object) {
    const r = object['registry']
    if (!isObject(r)) wrong(['registry'], 'an object with `url`', r)
    else {
      unknown(Object.keys(r), REGISTRY_SETTINGS, ['registry'])
      const setting = (name: string): Setting | null => {
        const value = r[name]
        if (value === undefined) return null
        if (isText(value)) return value
        if (isObject(value) && isText(value['env']) && Object.keys(value).length === 1) return { env: value['env'] }
        wrong(['registry', name], 'a text or `{"env": "NAME"}`', value)
        return null
      }
      const secret = (name: string): Setting | null => {
        if (typeof r[name] !== 'string') return setting(name)
        wrong(['registry', name], '`{"env": "NAME"}`: a secret has no place in a file', r[name])
        return null
      }
      const url = setting('url')
      if (url === null && r['url'] === undefined) wrong(['registry'], 'a `url`', r)
      const ca = r['ca']
      if (ca !== undefined && !isText(ca)) wrong(['registry', 'ca'], 'a PEM file', ca)
      const user = setting('user')
      const password = secret('password')
      const token = secret('token')
      if (url !== null) registry = { url, user, password, token, ca: isText(ca) ? ca : null }
    }
  }
  return { sources, target, output, registry }
}

const isText = (v: unknown): v is string => typeof v === 'string' && v !== ''
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const describe = (v: unknown): string =>
  v === null
    ? 'null'
    : Array.isArray(v)
      ? 'a list'
      : typeof v === 'object'
        ? 'an object'
        : typeof v === 'string'
          ? `the text ${JSON.stringify(v)}`
          : `the ${typeof v} ${String(v)}`
