// From a place of a bundle back to the file that somebody wrote.
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { toPath } from './host-node.js'
import { resolve } from 'node:path'
import type { ScriptPlace } from './script-bundle-node.js'

/** What stack traces call a bundle: its text names itself so. */
export const BUNDLE_NAME = 'flow-script.mjs'

const FRAME = new RegExp(`${BUNDLE_NAME.replace('.', '\\.')}:(\\d+):(\\d+)`, 'g')

/** The column in the bundle of one in the text that runs. */
type ColumnOf = (line: number, column: number) => number

export interface ScriptMap {
  /** For a text that runs in place of the bundle. */
  readonly behind: (columnOf: ColumnOf) => ScriptMap
  /** Null: no file has it. */
  readonly original: (line: number, column: number) => ScriptPlace | null
  /** How a name is called in its file, where the bundle calls it otherwise. */
  readonly name: (line: number, column: number) => string | null
  /** The first frame of a stack that lies in a file that `isOwn` takes. */
  readonly frame: (stack: string, isOwn: (file: string) => boolean) => ScriptPlace | null
}

export function scriptMap(root: string, json: string): ScriptMap {
  let map: SourceMap | null = null
  let sources: readonly string[] = []
  const entryAt = (line: number, column: number): Partial<SourceMapping & { readonly name: string }> => {
    // read when asked for: most programs have nothing to tell
    if (map === null) {
      const payload = JSON.parse(json) as SourceMapPayload
      sources = sourcesOf(json)
      map = new SourceMap({ ...payload, sources: sources.map((_, i) => String(i)) })
    }
    return map.findEntry(line - 1, column - 1)
  }
  const mapOf = (columnOf: ColumnOf): ScriptMap => {
    const original: ScriptMap['original'] = (line, column) => {
      const entry = entryAt(line, columnOf(line, column))
      const source = sources[Number(entry.originalSource)]
      if (source === undefined) return null
      return {
        file: toPath(root, resolve(root, source)),
        line: entry.originalLine! + 1,
        column: entry.originalColumn! + 1,
      }
    }
    return {
      original,
      behind: mapOf,
      name: (line, column) => {
        const { name, generatedLine, generatedColumn } = entryAt(line, columnOf(line, column))
        return name !== undefined && generatedLine === line - 1 && generatedColumn === columnOf(line, column) - 1 ? name : null
      },
      frame: (stack, isOwn) => {
        for (const [, line, column] of stack.matchAll(FRAME)) {
          const place = original(Number(line), Number(column))
          if (place !== null && isOwn(place.file)) return place
        }
        return null
      },
    }
  }
  return mapOf((_, column) => column)
}

/** The files of a bundle: the bundler writes their paths as addresses, and Node would read them as such. */
export const sourcesOf = (json: string): readonly string[] =>
  (JSON.parse(json) as SourceMapPayload).sources.map(decodeURIComponent)
