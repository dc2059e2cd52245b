// From a place of a bundle back to the file that somebody wrote.
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { toPath } from './host-node.js'
import { resolve } from 'node:path'
import type { ScriptPlace } from './script-bundle-node.js'

/** What stack traces call a bundle: its text names itself so. */
export const BUNDLE_NAME = 'flow-script.mjs'

const FRAME = new RegExp(`${BUNDLE_NAME.replace('.', '\\.')}:(\\d+):(\\d+)`, 'g')

export interface ScriptMap {
  /** Null: no file has it. */
  readonly original: (line: number, column: number) => ScriptPlace | null
  /** The first frame of a stack that lies in a file that `isOwn` takes. */
  readonly frame: (stack: string, isOwn: (file: string) => boolean) => ScriptPlace | null
}

export function scriptMap(root: string, json: string): ScriptMap {
  let map: SourceMap | null = null
  let sources: readonly string[] = []
  const original: ScriptMap['original'] = (line, column) => {
    // read when asked for: most programs have nothing to tell
    if (map === null) {
      const payload = JSON.parse(json) as SourceMapPayload
      // the bundler writes paths as addresses, and Node would read them as such
      sources = payload.sources.map(decodeURIComponent)
      map = new SourceMap({ ...payload, sources: sources.map((_, i) => String(i)) })
    }
    const entry = map.findEntry(line - 1, column - 1) as Partial<SourceMapping>
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
    frame: (stack, isOwn) => {
      for (const [, line, column] of stack.matchAll(FRAME)) {
        const place = original(Number(line), Number(column))
        if (place !== null && isOwn(place.file)) return place
      }
      return null
    },
  }
}
