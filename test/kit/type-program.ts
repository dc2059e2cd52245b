// A program of TypeScript over texts in memory, as an editor would check it: for tests of types.
import ts from 'typescript'

/** The library of TypeScript and the API are parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>()
function onDisk(path: string, read: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  if (!parsed.has(path)) parsed.set(path, read())
  return parsed.get(path)
}

/** `files`: absolute path below `/p` → text. `flowc` is what `/p/flowc.ts` exports. */
export function typeProgram(files: ReadonlyMap<string, string>): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    paths: { flowc: ['/p/flowc.ts'] },
  }
  const host = ts.createCompilerHost(options)
  return ts.createProgram([...files.keys()], options, {
    ...host,
    getCurrentDirectory: () => '/p',
    directoryExists: (path) => path === '/p' || host.directoryExists!(path),
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path) ?? host.readFile(path),
    getSourceFile: (path, languageVersion) =>
      files.has(path)
        ? ts.createSourceFile(path, files.get(path)!, languageVersion)
        : onDisk(path, () => host.getSourceFile(path, languageVersion)),
  })
}

/** Errors of syntax and of types in one of its files. */
export function errorsIn(program: ts.Program, path: string): readonly ts.Diagnostic[] {
  const file = program.getSourceFile(path)!
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
}

export const messageOf = (d: ts.Diagnostic): string => ts.flattenDiagnosticMessageText(d.messageText, ' ')
