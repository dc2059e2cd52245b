// The door of the generator: programs of the language in, programs of the TypeScript API out, as text that a formatter lays out.
// It works on trees without types, so that every program that can be read has its TypeScript.
import type { SourceIndex } from '../core/source.js'
import { DiagnosticBag } from '../diagnostics/bag.js'
import { expandLoops } from '../expand/loops.js'
import { NO_TRIVIA, type Trivia } from '../parser/trivia.js'
import type * as ast from '../surface/ast.js'
import { EXPORTS } from './api-names.js'
import { bind, importedPath, usesOf, type FileBindings, type Know } from './bindings.js'
import { generateModule, type Generated } from './generate.js'
import { Names } from './names.js'

export type { Know } from './bindings.js'
export type { Generated } from './generate.js'
export type { KnownRelation, KnownType, Unsaid } from './module.js'

export interface SkinFile {
  readonly file: ast.FileNode
  /** Null: the tree was built without a text, and has no comments. */
  readonly text: string | null
  readonly trivia: Trivia
}

export interface SkinInput {
  /** All files that become modules in this call: they import each other. */
  readonly files: readonly SkinFile[]
  readonly index: SourceIndex
  readonly know: Know
}

/** A file whose names are bound: what other files need to know of it. */
export interface BoundFile extends FileBindings {
  readonly source: SkinFile
  /** Loops are written out. */
  readonly file: ast.FileNode
  readonly names: Names
  readonly know: Know
  /** Statements that other files import. */
  readonly wanted: ReadonlySet<object>
}

/** Modules by the path of their program. */
export function generateTypeScript({ files: sources, index, know }: SkinInput): ReadonlyMap<string, Generated> {
  const files = sources.map((s) => expandLoops(s.file, new Map(), new DiagnosticBag()))
  const uses = usesOf(files)
  const wanted = new Set<object>()
  const bound = new Map(
    files.map((file, i): [string, BoundFile] => {
      const names = new Names(EXPORTS)
      return [file.path, { source: sources[i]!, file, names, know, wanted, ...bind(file, names, know, uses.get(file.path)!) }]
    }),
  )
  for (const file of files)
    for (const d of file.declarations)
      if (d.kind === 'import')
        for (const { name } of d.names) {
          const statement = bound.get(importedPath(file.path, d.from))?.bindings.get(name.text)?.statement
          if (statement != null) wanted.add(statement)
        }
  return new Map([...bound.values()].map((b) => [b.file.path, generateModule(b, bound, { files: sources, index, know })]))
}

/** Of a tree that was built without a text. */
export const withoutText = (file: ast.FileNode): SkinFile => ({ file, text: null, trivia: NO_TRIVIA })
