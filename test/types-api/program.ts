// One TypeScript program over files that are on disk and fragments that are not, and what it says of each.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type ts from 'typescript'

const HERE = dirname(fileURLToPath(import.meta.url))
const ROOT = join(HERE, '../..')

/** The compiler options of a user's project, as docs/typescript.md has them. */
export const optionsOf = (compiler: typeof ts): ts.CompilerOptions => ({
  target: compiler.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  types: [],
  module: compiler.ModuleKind.NodeNext,
  moduleResolution: compiler.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
})

export interface Said {
  readonly file: string
  /** Where it stands in the file. */
  readonly start: number
  readonly code: number
  readonly message: string
}

export interface Checked {
  /** By file name, without a folder. */
  readonly said: ReadonlyMap<string, readonly Said[]>
  /** How many types TypeScript has instantiated for each file, in the order in which they were given. */
  readonly cost: ReadonlyMap<string, number>
}

/** Files of this folder by their path in it; their texts where they are not on disk. */
export type Files = Readonly<Record<string, string | null>>

/** Parsed files are kept: several programs over one library cost its parsing once. */
export function checkerOf(compiler: typeof ts): (files: Files) => Checked {
  const options = optionsOf(compiler)
  const host = compiler.createCompilerHost(options, true)
  const parsed = new Map<string, ts.SourceFile | undefined>()
  const read = host.getSourceFile
  return (files) => {
    const texts = new Map(Object.entries(files).map(([name, text]) => [join(HERE, name), text]))
    const own: ts.CompilerHost = {
      ...host,
      getCurrentDirectory: () => ROOT,
      fileExists: (path) => texts.has(path) || host.fileExists(path),
      readFile: (path) => texts.get(path) ?? host.readFile(path),
      getSourceFile: (path, version, onError) => {
        const text = texts.get(path)
        if (typeof text === 'string') return compiler.createSourceFile(path, text, version, true)
        if (!parsed.has(path)) parsed.set(path, read(path, version, onError))
        return parsed.get(path)
      },
    }
    const program = compiler.createProgram([...texts.keys()], options, own)
    const said = new Map<string, readonly Said[]>()
    const cost = new Map<string, number>()
    for (const [name] of Object.entries(files)) {
      const file = program.getSourceFile(join(HERE, name))!
      const before = program.getInstantiationCount()
      const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      said.set(
        name,
        all.map((d) => ({
          file: name,
          start: d.start ?? -1,
          code: d.code,
          message: compiler.flattenDiagnosticMessageText(d.messageText, '\n'),
        })),
      )
      cost.set(name, program.getInstantiationCount() - before)
    }
    return { said, cost }
  }
}
