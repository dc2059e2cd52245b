// Programs in TypeScript as the text that they print: a host that has `orders.flow.ts` run where a text is asked for, and the
// way from places of that text back to lines of TypeScript.
import { posix } from 'node:path'
import { SCRIPT_ENDING } from '../core/paths.js'
import { lineStarts, positionAt, type SourceIndex } from '../core/source.js'
import type { Location, Span } from '../core/span.js'
import type { Diagnostic } from '../diagnostics/define.js'
import type { Places } from '../diagnostics/render/places.js'
import { formatText, printFile } from '../format/file.js'
import type { Site } from '../surface/program-data.js'
import { withPaths } from './flow-script-paths-node.js'
import { around, rangesOf, type SitedRanges } from './flow-script-places.js'
import type { ScriptProblem } from './flow-script-problem.js'
import { runFlowScripts, type ScriptCache, type ScriptRun } from './flow-script-run-node.js'
import { withTexts, type Built, type TextPlace } from './flow-script-text.js'
import type { NodeHost } from './host-node.js'
import type { ReadResult } from './host.js'
import { placeInTemplate } from './template-place.js'

export interface ScriptsOptions {
  readonly host: NodeHost
  /** The files that the command is about: those that are scripts run together. */
  readonly files: readonly string[]
  /** What is wrong with TypeScript gets its places there. */
  readonly index: SourceIndex
  readonly onText: (text: string) => void
  readonly timeoutMillis?: number
  readonly memoryMegabytes?: number
  readonly cache?: ScriptCache
  /** Programs that are in this process already, by path: they are not run. */
  readonly given?: ReadonlyMap<string, ScriptRun>
}

export interface FlowScripts {
  /** Reads `.flow.ts` files as the text that they print. */
  readonly host: NodeHost
  /** Places in the files that people wrote. */
  readonly places: Places
}

/** What somebody wrote. */
interface Source {
  readonly text: string
  readonly starts: readonly number[]
}

interface Loaded {
  readonly text: string
  readonly built: Built
  readonly run: Extract<ScriptRun, { kind: 'program' }>
  ranges: SitedRanges | null
  lines: readonly string[] | null
}

/** In the index a file of TypeScript has this before its path: under the path itself stands what it prints. */
const SOURCE = 'typescript:'

export function flowScripts({ host, files, index, given, ...options }: ScriptsOptions): FlowScripts {
  const results = new Map<string, ReadResult>()
  const loaded = new Map<string, Loaded>()
  const sources = new Map<string, Source>()

  const sourceOf = (path: string): Source => {
    const known = sources.get(path)
    if (known !== undefined) return known
    const read = host.readText(path)
    const text = read.kind === 'text' ? read.text : ''
    const source = { text, starts: lineStarts(text) }
    sources.set(path, source)
    index.addFile({ path: SOURCE + path, text })
    index.addDeclaration(SOURCE + path, SOURCE + path, 0)
    return source
  }
  /** The word or text at a place. */
  const spanAt = ({ file, line, column }: NonNullable<ScriptProblem['at']>): Span => {
    const { text, starts } = sourceOf(file)
    const start = Math.min((starts[line - 1] ?? 0) + column - 1, text.length)
    const word = /^(?:[\p{ID_Continue}$]+|'[^'\n]*'|"[^"\n]*")/u.exec(text.slice(start, start + 200))?.[0].length ?? 1
    return { declaration: SOURCE + file, start, end: Math.min(start + word, text.length) }
  }
  const spanOfText = (run: Loaded['run'], place: TextPlace): Span | null => {
    const at = run.program.sites[place.site]
    const original = at === undefined ? null : run.placeOf(at)
    if (original === null) return null
    const whole = spanAt(original)
    const inside = placeInTemplate(sourceOf(original.file).text, whole.start, place.text, place)
    return inside === null ? whole : { ...whole, start: inside.start, end: Math.max(inside.end, inside.start + 1) }
  }
  const spanOfSite = ({ run, built }: Loaded, site: number): Span | null => {
    const text = built.places[site - run.program.sites.length]
    if (text !== undefined) return spanOfText(run, text)
    const at = run.program.sites[site]
    const original = at === undefined ? null : run.placeOf(at)
    return original === null ? null : spanAt(original)
  }

  const failed = (diagnostics: readonly Diagnostic[]): ReadResult => ({
    kind: 'unreadable',
    reason: diagnostics[0]!.message,
    diagnostics,
  })
  const toDiagnostic = ({ at, other, diagnostic }: ScriptProblem): Diagnostic =>
    diagnostic(at === null ? null : spanAt(at), other === null ? [] : [{ span: spanAt(other.at), text: other.text }])
  const finish = (path: string, run: ScriptRun): ReadResult => {
    if (run.kind === 'failed') return failed(run.problems.map(toDiagnostic))
    try {
      return printing(path, run)
    } catch (cause) {
      const problem = run.unreadable?.() ?? null
      if (problem === null) throw cause
      return failed([toDiagnostic(problem)])
    }
  }
  const printing = (path: string, run: Loaded['run']): ReadResult => {
    const texts = withTexts(run.program)
    if (!texts.ok) return failed(texts.problems.map((p) => p.diagnostic(spanOfText(run, p.at))))
    const site = (at: number): Site | undefined =>
      run.program.sites[texts.built.places[at - run.program.sites.length]?.site ?? at]
    const built = withPaths(texts.built, posix.dirname(path), (at) => {
      const found = site(at)
      const place = found === undefined ? null : run.placeOf(found)
      return place === null ? null : posix.dirname(place.file)
    })
    const text = printed(path, built)
    loaded.set(path, { text, built, run, ranges: null, lines: null })
    return { kind: 'text', text }
  }
  const load = (path: string): void => {
    const wanted = [...new Set([...files.filter((f) => f.endsWith(SCRIPT_ENDING)), path])].filter((f) => !results.has(f))
    const present = wanted.filter((f) => {
      const read = host.readText(f)
      if (read.kind === 'text') return true
      results.set(f, read)
      return false
    })
    if (present.length === 0) return
    const runs = runFlowScripts(present, { root: host.root, ...options })
    for (const f of present) results.set(f, finish(f, runs.get(f)!))
  }

  /** Null where the place is in no script. */
  const scriptSpan = (span: Span): Span | null => {
    const { file, start, end } = index.range(span)
    if (file.startsWith(SOURCE)) return span
    const script = loaded.get(file)
    if (script === undefined) return null
    script.ranges ??= rangesOf(
      script.text,
      script.built.parts.flatMap((p) => p.declarations),
    )
    for (const range of around(script.ranges, start, end)) {
      const found = spanOfSite(script, range.site)
      if (found !== null) return found
    }
    return spanAt({ file, line: 1, column: 1 })
  }
  const places: Places = {
    locate: (span) => {
      const own = scriptSpan(span)
      if (own === null) return index.locate(span)
      return locateIn(sourceOf(own.declaration.slice(SOURCE.length)), own)
    },
    file: (path) => {
      const source = sources.get(path)
      return source === undefined ? index.file(path) : { path, text: source.text }
    },
    flow: (span) => {
      const at = index.locate(span)
      const script = loaded.get(at.file)
      if (script === undefined) return null
      script.lines ??= script.text.split('\n')
      return { at, line: script.lines[at.start.line - 1] ?? '' }
    },
  }
  return {
    places,
    host: {
      ...host,
      readText: (path) => {
        const own = given?.get(path)
        if (own === undefined && !path.endsWith(SCRIPT_ENDING)) return host.readText(path)
        if (!results.has(path)) {
          if (own === undefined) load(path)
          else results.set(path, finish(path, own))
        }
        return results.get(path)!
      },
    },
  }
}

function locateIn({ starts }: Source, span: Span): Location {
  return {
    file: span.declaration.slice(SOURCE.length),
    start: positionAt(starts, span.start),
    end: positionAt(starts, span.end),
  }
}

/** Texts keep their comments; the whole has the one layout. */
function printed(path: string, { parts }: Built): string {
  const texts = parts.map((p) => p.text ?? printFile({ path, declarations: p.declarations, ignores: [] }))
  return texts.length === 1 && parts[0]!.text === null ? texts[0]! : formatText(texts.join('\n\n'), path).text
}
