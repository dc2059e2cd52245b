// The projects of `flowc init` in TypeScript: the programs are those of the text templates, put into the other skin, so that the
// two never differ.
import { bug } from '../../core/bug.js'
import { SCRIPT_ENDING } from '../../core/paths.js'
import { SourceIndex } from '../../core/source.js'
import { COMPILER_VERSION } from '../../core/version.js'
import { layOutScript } from '../../format/script.js'
import { parse } from '../../parser/index.js'
import { generateTypeScript } from '../../skin/index.js'
import { compile } from '../../workspace/compile.js'
import { knowledge } from '../skin-knowledge.js'
import { runCommand, template, type SourceKind, type TemplateFile } from './init-templates.js'

const CONFIG = `import { defineConfig } from 'flowc'

export default defineConfig({
  target: 'flink-2.2',
  output: 'out',
})
`

export async function typescriptTemplate(name: string, from: SourceKind): Promise<readonly TemplateFile[]> {
  const files = template(name, from)
  const path = `${name}.flow`
  const program = files.find((f) => f.path === path) ?? bug('a template without a program')
  const run = `npx ${runCommand(files).replace(path, `${name}${SCRIPT_ENDING}`)}`
  const data = files.filter((f) => f.path.startsWith('data/'))
  return [
    { path: 'flow.config.ts', text: CONFIG },
    { path: `${name}${SCRIPT_ENDING}`, text: await inTypeScript(path, program.text) },
    ...data,
    { path: 'package.json', text: json(packageOf(name)), needs: 'the packages `flowc` and `typescript`, and `"type": "module"`' },
    {
      path: 'tsconfig.json',
      text: json(TSCONFIG),
      needs: '`"strict": true`, and `"module": "nodenext"` or `"moduleResolution": "bundler"`',
    },
    { path: '.gitignore', text: 'node_modules/\nout/\n.flowc/\nsecrets.env\n', needs: '`out/`, `.flowc/` and `secrets.env`' },
    { path: 'README.md', text: readme(name, run), run },
  ]
}

/** The text compiles, which a test of the templates holds; what is known of its rows makes the TypeScript plainer. */
async function inTypeScript(path: string, text: string): Promise<string> {
  const index = new SourceIndex()
  const { file, trivia } = parse({ path, text }, index)
  const { model } = compile({
    host: { readText: (p) => (p === path ? { kind: 'text', text } : { kind: 'missing' }), list: () => [] },
    files: [path],
    target: 'flink-2.2',
    index: new SourceIndex(),
    before: [],
  })
  const modules = generateTypeScript({ files: [{ file, text, trivia: trivia() }], index, know: knowledge(model) })
  const { text: module, asText } = modules.get(path)!
  return asText.length === 0 ? layOutScript(module) : bug('a template that TypeScript has no words for')
}

const packageOf = (name: string): object => ({
  name: name.replaceAll('_', '-'),
  private: true,
  type: 'module',
  scripts: { check: 'tsc && flowc check', test: 'flowc test', types: 'flowc gen types' },
  devDependencies: { flowc: `^${COMPILER_VERSION}`, typescript: '^6.0.0' },
})

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
  include: ['**/*.ts'],
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const readme = (name: string, run: string): string => `# ${name}

    npm install
    npx flowc test                    # the tests of the pipeline, in the interpreter
    ${run}
    npx tsc                           # types: columns, levels, rows of tests
    npx flowc build                   # Flink SQL and everything around it, in out/
    ${`npx flowc gen flow ${name}${SCRIPT_ENDING}`.padEnd(33)} # the same program as text

Rows of subjects of a schema registry: \`npx flowc schema pull\`, then \`npx flowc gen types\`.
`
