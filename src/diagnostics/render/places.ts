// What a renderer asks of a source index, and the same places under other file names.
import type { SourceFile } from '../../core/source.js'
import type { Location, Span } from '../../core/span.js'

export interface Places {
  readonly locate: (span: Span) => Location
  readonly file: (path: string) => SourceFile | undefined
  /** Of a place in a program of TypeScript, the same in the text that it prints. */
  readonly flow?: (span: Span) => FlowPlace | null
}

export interface FlowPlace {
  /** Its file is that of the TypeScript. */
  readonly at: Location
  /** The line of the printed text in which it begins. */
  readonly line: string
}

/** Places whose files are named as `shown` says: a project's paths seen from the folder where a command runs. */
export function renamed(places: Places, shown: (path: string) => string): Places {
  const original = new Map<string, string>()
  return {
    locate: (span) => {
      const at = places.locate(span)
      const file = shown(at.file)
      original.set(file, at.file)
      return { ...at, file }
    },
    file: (path) => places.file(original.get(path) ?? path),
    ...(places.flow === undefined ? {} : { flow: places.flow }),
  }
}

/** For diagnostics that have no place. */
export const NOWHERE: Places = {
  locate: (span) => ({
    file: span.declaration,
    start: { line: 1, column: 1, offset: span.start },
    end: { line: 1, column: 1, offset: span.end },
  }),
  file: () => undefined,
}
