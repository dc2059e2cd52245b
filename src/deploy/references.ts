// Values of references, put in when something is sent and never before; and the way to keep them out of every message.
import { cli } from '../diagnostics/codes/cli.js'
import { diagnostic, type Diagnostic } from '../diagnostics/define.js'
import { partsOf, type EnvValue } from '../codegen/environment.js'
import type { ConfigValue } from '../ir/plan.js'

export interface ReferenceSources {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Null where the environment names no place for secrets. */
  readonly secrets: ReadonlyMap<string, string> | null
  /** Where secrets are looked for, in words. */
  readonly looked: string
}

export class References {
  readonly #sources: ReferenceSources
  readonly #secrets = new Map<string, string>()
  readonly #missing: Diagnostic[] = []

  constructor(sources: ReferenceSources) {
    this.#sources = sources
  }

  /** All that could not be resolved so far; a value that is missing is empty. */
  get missing(): readonly Diagnostic[] {
    return this.#missing
  }

  /** `setting` names the place for messages; `secret`: what an environment variable gives there is not to be shown either. */
  resolve(
    value: EnvValue,
    setting: string,
    options: { readonly secret?: boolean; readonly escape?: (v: string) => string } = {},
  ): string {
    const escape = options.escape ?? ((v: string) => v)
    return partsOf(value)
      .map((v) => (v.kind === 'text' ? v.text : escape(this.#lookUp(v, setting, options.secret === true))))
      .join('')
  }

  /** `${env:X}` and `${secret:X}` inside a text of an artifact; `$${` stands for `${`. */
  inText(
    text: string,
    setting: string,
    options: { readonly secret?: boolean; readonly escape?: (v: string) => string } = {},
  ): string {
    return text.replaceAll(/\$\$\{|\$\{(env|secret):([^}]*)\}/g, (all, kind: 'env' | 'secret' | undefined, name: string) =>
      kind === undefined ? '${' : this.resolve({ kind, name }, setting, options),
    )
  }

  #lookUp(value: Exclude<ConfigValue, { kind: 'text' }>, setting: string, secret: boolean): string {
    const { variables, secrets, looked } = this.#sources
    const found = (value.kind === 'secret' ? secrets?.get(value.name) : undefined) ?? variables[value.name]
    if (found === undefined || found === '') {
      const d =
        value.kind === 'secret'
          ? diagnostic(cli.missingSecret, null, { name: value.name, setting: `\`${setting}\``, looked })
          : diagnostic(cli.missingEnvironment, null, { name: value.name, setting })
      if (!this.#missing.some((m) => m.message === d.message)) this.#missing.push(d)
      return ''
    }
    if (value.kind === 'secret' || secret) this.#secrets.set(found, `\${${value.kind}:${value.name}}`)
    return found
  }

  /** Other systems repeat what they were sent: their words pass through here before anybody sees them. */
  redact(text: string): string {
    let shown = text
    for (const [value, name] of [...this.#secrets].sort(([a], [b]) => b.length - a.length))
      for (const form of new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]))
        if (form.length > 2) shown = shown.replaceAll(form, name)
    return shown
  }

  redactDiagnostic(d: Diagnostic): Diagnostic {
    if (this.#secrets.size === 0) return d
    return {
      ...d,
      message: this.redact(d.message),
      help: d.help === null ? null : this.redact(d.help),
      notes: d.notes.map((n) => this.redact(n)),
    }
  }
}
