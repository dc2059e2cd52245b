// All programs of this repository that compile: examples, pages of the documentation, scenarios, golden programs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SourceIndex } from '../../src/core/source.js'
import type { Host } from '../../src/workspace/host.js'
import { compile, type Compilation } from '../../src/workspace/compile.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface FlowProgram {
  readonly name: string
  readonly main: string
  /** Programs, schemas, a lock: by path. */
  readonly files: Readonly<Record<string, string>>
}

/** A program that names a module finds what that is made of. */
export const compileFiles = (files: Readonly<Record<string, string>>, main: string): Compilation =>
  compile({
    host: hostOf({ ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${path}.ts`, text])), ...files }),
    files: [main],
    target: 'flink-2.2',
    index: new SourceIndex(),
    before: [],
  })

const hostOf = (files: Readonly<Record<string, string>>): Host => ({
  readText: (path) => (files[path] === undefined ? { kind: 'missing' } : { kind: 'text', text: files[path] }),
  list: (folder, suffix) =>
    Object.keys(files)
      .filter((p) => (folder === '' || folder === '.' || p.startsWith(`${folder}/`)) && p.endsWith(suffix))
      .sort(),
})

/** A file, and everything that it imports. */
function withImports(folder: string, main: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {}
  const read = (path: string): void => {
    const at = join(folder, path)
    if (files[path] !== undefined || !existsSync(at)) return
    files[path] = readFileSync(at, 'utf8')
    if (!path.endsWith('.flow')) return
    for (const [, from] of files[path].matchAll(/(?:from|file) '(\.?[^']+\.(?:flow|avsc|json))'/g))
      read(posix.join(posix.dirname(path), from!))
  }
  read(main)
  read('flow.lock')
  return files
}

const inFolder = (folder: string): FlowProgram[] =>
  readdirSync(join(ROOT, folder))
    .filter((f) => f.endsWith('.flow'))
    .sort()
    .map((main) => ({ name: `${folder}/${main}`, main, files: withImports(join(ROOT, folder), main) }))

/** The program of an example: the one file of its folder that has a pipeline. */
export function exampleProgram(name: string): FlowProgram {
  const found = inFolder(join('examples', name)).filter((p) => /^pipeline /m.test(p.files[p.main]!))
  if (found.length !== 1) throw new Error(`examples/${name} has ${found.length} pipelines`)
  return found[0]!
}

function onPages(): FlowProgram[] {
  const pages = readdirSync(join(ROOT, 'docs'), { withFileTypes: true, recursive: true })
    .filter((e) => e.isFile() && e.name.endsWith('.md'))
    .map((e) => posix.join(e.parentPath.slice(ROOT.length), e.name))
    .sort()
  return pages.flatMap((page) => {
    const sections = readFileSync(join(ROOT, page), 'utf8').split(/^## /m)
    return sections.flatMap((section, s) => {
      const besides = Object.fromEntries(
        [...section.matchAll(/^```(?:flow|json) (\S+)\n([\s\S]*?)^```/gm)].map((m) => [m[1]!, m[2]!]),
      )
      return [...section.matchAll(/^```flow\n([\s\S]*?)^```/gm)].map((m, i): FlowProgram => {
        const name = `${page} ${s}.${i}`
        return { name, main: 'page.flow', files: { 'page.flow': m[1]!, ...besides } }
      })
    })
  })
}

/** Those that compile and have a pipeline, with what the compiler makes of them. */
export function compilingPrograms(): readonly (FlowProgram & { readonly compiled: Compilation })[] {
  const examples = readdirSync(join(ROOT, 'examples')).sort()
  const all = [
    ...examples.flatMap((name) => inFolder(join('examples', name))),
    ...inFolder('test/golden/programs'),
    ...inFolder('test/conformance/scenarios'),
    ...onPages(),
  ]
  return all.flatMap((p) => {
    const compiled = compileFiles(p.files, p.main)
    return compiled.hasErrors || compiled.programs.length === 0 ? [] : [{ ...p, compiled }]
  })
}
