// What can be wrong with a program in TypeScript before it is a program: the diagnostic of each, without its place in a file.
import type { Span } from '../core/span.js'
import { api } from '../diagnostics/codes/api.js'
import { apiDeclarations } from '../diagnostics/codes/api-declarations.js'
import { flowScripts } from '../diagnostics/codes/flow-scripts.js'
import { diagnostic, type Definition, type Diagnostic, type Label } from '../diagnostics/define.js'
import type { MistakeData, Site } from '../surface/program-data.js'
import type { PackageCopy } from './package-copies-node.js'
import { VARIABLE_READ } from './script-variables.js'

/** `line` and `column` count from 1. */
interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface ScriptProblem {
  readonly at: Place | null
  /** Another place that it has to do with. */
  readonly other: { readonly at: Place; readonly text: string } | null
  readonly diagnostic: (at: Span | null, related?: readonly Label[]) => Diagnostic
}

const problem = <P extends object>(
  at: Place | null,
  definition: Definition<P>,
  parameters: P,
  other: ScriptProblem['other'] = null,
): ScriptProblem => ({
  at,
  other,
  diagnostic: (span, related = []) => diagnostic(definition, span, parameters, { related }),
})

/** They would be told in the same words at the same place. */
export const isSame = (a: ScriptProblem, b: ScriptProblem): boolean => {
  const [one, other] = [a.diagnostic(null), b.diagnostic(null)]
  const place = ({ at }: ScriptProblem): string => (at === null ? '' : `${at.file}:${at.line}:${at.column}`)
  return one.code === other.code && one.message === other.message && place(a) === place(b)
}

/** The text that imports the modules, where it is named. */
export const ENTRY = '<entry>'

export const problems = {
  late: (file: string, seconds: number): ScriptProblem => problem(null, flowScripts.late, { file, seconds }),
  full: (file: string, megabytes: number): ScriptProblem => problem(null, flowScripts.late, { file, megabytes }),
  waits: (file: string): ScriptProblem => problem(null, flowScripts.waits, { file }),
  nothing: (file: string, exports: readonly string[], isDefault: 'function' | 'promise' | null): ScriptProblem =>
    problem({ file, line: 1, column: 1 }, flowScripts.nothing, { file, exports, isDefault }),
  otherVersion: (file: string, found: number, known: number): ScriptProblem =>
    problem({ file, line: 1, column: 1 }, flowScripts.otherVersion, { found, known, newer: found > known }),
  otherBuild: (file: string, copies: readonly PackageCopy[]): ScriptProblem =>
    problem({ file, line: 1, column: 1 }, flowScripts.otherBuild, {
      copies: copies.map((c) => `${c.version} in \`${c.folder}\``),
      sameVersion: new Set(copies.map((c) => c.version)).size === 1,
    }),
} as const

export function problemOfBundle({ reason, at: found }: { readonly reason: string; readonly at: Place | null }): ScriptProblem {
  // the entry is ours
  const at = found?.file === ENTRY ? null : found
  const missing = /^could not resolve "([^"]*)"/.exec(reason)
  if (missing !== null) {
    const name = missing[1]!
    const advice = /^\.{0,2}\//.test(name)
      ? 'the path is relative to the file that imports'
      : /[\\/](index|program)\.(ts|mjs)/.test(name)
        ? 'only `flowc` itself is there without an installation: `npm install --save-dev flowc`'
        : `install it in the project: \`npm install ${packageOf(name)}\``
    return problem(at, flowScripts.importFailed, { reason: `\`${name}\` cannot be imported: it is not there`, advice })
  }
  const loader = /^no loader is configured for "[^"]*" files: (.*)$/.exec(reason)
  if (loader !== null)
    return problem(at, flowScripts.importFailed, {
      reason: `\`${loader[1]}\` is no module of JavaScript`,
      advice: loader[1]!.endsWith('.flow')
        ? 'what a program of text declares is named with `importStream(…)` or `importTable(…)`'
        : undefined,
    })
  const absent = /^no matching export in "([^"]*)" for import "([^"]*)"$/.exec(reason)
  if (absent !== null && /(?:^|[\\/])(?:src[\\/]api[\\/]index\.ts|dist[\\/]index\.mjs)$/.test(absent[1]!))
    return problem(at, flowScripts.importFailed, {
      reason: absent[2] === 'default' ? '`flowc` has no default export' : `\`flowc\` exports no \`${absent[2]}\``,
      advice: absent[2] === 'default' ? "what it exports has names: `import { kafka, stream } from 'flowc'`" : undefined,
    })
  if (reason.startsWith('no matching export')) return problem(at, flowScripts.importFailed, { reason, advice: undefined })
  return problem(at, flowScripts.unreadable, { reason })
}

/** `@scope/name/file` → `@scope/name` */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** What was thrown by no mistake that is known. */
export const isException = ({ mistake, exit }: Thrown): boolean => !exit && mistakeOf(mistake) === null

interface Thrown {
  readonly message: string
  /** Of an exception: messages of what it comes of. */
  readonly causes?: readonly string[]
  readonly stack: string | null
  readonly exit: boolean
  readonly mistake: unknown
}

/** What is known of the bundle. */
interface Places {
  /** The module that ran: what is thrown without a place of its own is told at its beginning. */
  readonly file?: string
  readonly placeOf: (site: Site) => Place | null
  readonly frameOf: (stack: string) => Place | null
  readonly circleOf: (file: string) => readonly string[] | null
}

export function problemOfThrown(thrown: Thrown, rejected: boolean, { file, placeOf, frameOf, circleOf }: Places): ScriptProblem {
  const beginning = file === undefined ? null : { file, line: 1, column: 1 }
  const frame = (thrown.stack === null ? null : frameOf(thrown.stack)) ?? beginning
  if (thrown.exit) return problem(frame, flowScripts.exits, {})
  const mistake = mistakeOf(thrown.mistake)
  if (mistake !== null) {
    const at = mistake.site === null ? null : placeOf(mistake.site)
    const second = mistake.other === undefined ? null : placeOf(mistake.other.site)
    const other = second === null ? null : { at: second, text: mistake.other!.text }
    return problem(at ?? frame, MISTAKES.get(mistake.mistake)!, mistake.parameters, other)
  }
  const reason = [thrown.message, ...(thrown.causes ?? [])]
    .map(firstLine)
    .filter((m) => m !== '')
    .join(': ')
  if (rejected) return problem(frame, flowScripts.rejected, { reason })
  return problem(frame, flowScripts.thrown, { reason, advice: adviceOf(reason, frame === null ? null : circleOf(frame.file)) })
}

/** `circle`: the modules that import one another, of which the one that threw is one. */
function adviceOf(reason: string, circle: readonly string[] | null): string | undefined {
  const early = /^Cannot access '([^']*)' before initialization$/.exec(reason)
  const absent = /^Cannot read properties of (?:undefined|null) \(reading '([^']*)'\)$/.exec(reason)
  if (circle !== null && (early ?? absent ?? / is not a function$/.exec(reason)) !== null)
    return `${circle.map((f) => `\`${f}\``).join(' and ')} import each other, and what one needs of the other is not there yet: move it into a module that both import`
  if (early !== null) return `\`${early[1]}\` is declared further down: move it up`
  if (absent === null) return undefined
  if (OF_EXPRESSIONS.has(absent[1]!))
    return 'columns come from the parameter of the callback, `o => o.amount.gt(1)`: a relation itself has none'
  return OF_RELATIONS.has(absent[1]!) ? 'is what it is called on declared further down? Then move it up' : undefined
}

/** What is mostly called first on a column. */
const OF_EXPRESSIONS: ReadonlySet<string> = new Set(
  'eq ne lt le gt ge plus minus times div mod and or not concat isNull isNotNull in notIn like between cast tryCast'.split(' '),
)
const OF_RELATIONS: ReadonlySet<string> = new Set(
  'where whereNotNull select extend join leftJoin as unionAll windowTumble lane sinkAppend sinkUpsert test doc'.split(' '),
)

/** By the key that a thrown mistake names. */
const MISTAKES: ReadonlyMap<string, Definition<object>> = new Map(
  Object.entries({ ...api, ...apiDeclarations, [VARIABLE_READ]: flowScripts.variableRead } as unknown as Record<
    string,
    Definition<object>
  >),
)

/** Null where it is none that this version knows: an error of the program may have a property of that name. */
function mistakeOf(value: unknown): MistakeData | null {
  if (typeof value !== 'object' || value === null) return null
  const { mistake, parameters, site, other } = value as Partial<Record<keyof MistakeData, unknown>>
  const definition = typeof mistake === 'string' ? MISTAKES.get(mistake) : undefined
  if (typeof mistake !== 'string' || definition === undefined || typeof parameters !== 'object' || parameters === null)
    return null
  try {
    definition.message(parameters)
    definition.help?.(parameters)
  } catch {
    // of another version
    return null
  }
  return {
    mistake,
    parameters: parameters as MistakeData['parameters'],
    site: isSite(site) ? site : null,
    ...(isOther(other) ? { other } : {}),
  }
}

const isOther = (value: unknown): value is NonNullable<MistakeData['other']> =>
  typeof value === 'object' &&
  value !== null &&
  'site' in value &&
  isSite(value.site) &&
  'text' in value &&
  typeof value.text === 'string'

const isSite = (value: unknown): value is Site => {
  if (typeof value !== 'object' || value === null) return false
  const { file, line, column } = value as Partial<Record<keyof Site, unknown>>
  return typeof file === 'string' && typeof line === 'number' && typeof column === 'number'
}

function firstLine(text: string): string {
  const line = text.split(/\r?\n/, 1)[0]!.trim().replace(/\.$/, '')
  return line === '' ? 'an error without a message' : line
}
