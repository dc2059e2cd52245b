// `.flow` → generator → TypeScript → run → tree → text: many programs at once, in this process and in one bundle.
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { programOf } from '../../src/api/program.js'
import { knowledge } from '../../src/cli/skin-knowledge.js'
import { SourceIndex } from '../../src/core/source.js'
import { printFile } from '../../src/format/file.js'
import { parse } from '../../src/parser/index.js'
import { generateTypeScript, withoutText, type Unsaid } from '../../src/skin/index.js'
import type { FileNode } from '../../src/surface/ast.js'
import type { SemanticModel } from '../../src/typecheck/model.js'
import { withTexts } from '../../src/workspace/flow-script-text.js'

const API = fileURLToPath(new URL('../../src/api/index.ts', import.meta.url))

/** A program in TypeScript: modules by their path, and which of them it is. */
export interface Modules {
  readonly main: string
  readonly modules: ReadonlyMap<string, string>
  readonly asText: readonly Unsaid[]
}

/** Of the files of a program by path; those that end otherwise than in `.flow` are left alone. */
export function modulesOf(files: Readonly<Record<string, string>>, main: string, model: SemanticModel | null): Modules {
  const index = new SourceIndex()
  const sources = Object.entries(files)
    .filter(([path]) => path.endsWith('.flow'))
    .map(([path, text]) => {
      const { file, trivia } = parse({ path, text }, index)
      return { file, text, trivia: trivia() }
    })
  const made = generateTypeScript({ files: sources, index, know: model === null ? () => null : knowledge(model) })
  return {
    main: `${main}.ts`,
    modules: new Map([...made].map(([path, { text }]) => [`${path}.ts`, text])),
    asText: [...made.values()].flatMap((m) => m.asText),
  }
}

/** Of a tree that no text stands behind. */
export function moduleOfTree(file: FileNode): Modules {
  const [made] = generateTypeScript({ files: [withoutText(file)], index: new SourceIndex(), know: () => null }).values()
  return { main: 'a.flow.ts', modules: new Map([['a.flow.ts', made!.text]]), asText: made!.asText }
}

export type Closed =
  | { readonly ok: true; readonly text: string; readonly file: FileNode }
  /** What the module threw, or what the loader said. */
  | { readonly ok: false; readonly problem: string }

/** Runs each program alone, all of one bundle; what it prints, in the same order. */
export async function closeLoop(programs: readonly Modules[]): Promise<readonly Closed[]> {
  const bundled = await build({
    stdin: { contents: programs.map((p, i) => `exports.p${i} = () => require(${JSON.stringify(`${i}:/${p.main}`)})`).join('\n') },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'neutral',
    logLevel: 'silent',
    plugins: [inMemory(programs)],
  })
  const exports: Record<string, () => Record<string, unknown>> = {}
  // eslint-disable-next-line no-new-func
  new Function('exports', bundled.outputFiles[0]!.text)(exports)
  return programs.map((_, i) => printed(exports[`p${i}`]!))
}

function inMemory(programs: readonly Modules[]): Plugin {
  return {
    name: 'programs',
    setup(b) {
      b.onResolve({ filter: /^flowc$/ }, () => ({ path: API }))
      b.onResolve({ filter: /^\d+:\// }, ({ path }) => ({ path, namespace: 'program' }))
      b.onResolve({ filter: /^\./, namespace: 'program' }, ({ path, importer }) => ({
        path: posix.join(posix.dirname(importer), path),
        namespace: 'program',
      }))
      b.onLoad({ filter: /.*/, namespace: 'program' }, ({ path }) => {
        const [, number, file] = /^(\d+):\/(.*)$/.exec(path)!
        return { contents: programs[Number(number)]!.modules.get(file!) ?? '', loader: 'ts' }
      })
    },
  }
}

function printed(run: () => Record<string, unknown>): Closed {
  try {
    const program = withTexts(programOf({ ...run() }))
    if (!program.ok) return { ok: false, problem: program.problems.map((p) => p.diagnostic(null).message).join('\n') }
    const declarations = program.built.parts.flatMap((p) => p.declarations)
    const file: FileNode = { path: 'a.flow', declarations, ignores: [] }
    return { ok: true, text: printFile(file), file }
  } catch (e) {
    return { ok: false, problem: e instanceof Error ? e.message : String(e) }
  }
}
