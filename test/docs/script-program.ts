// A program in TypeScript of a page: run in this process against the sources, and compiled as the text that it prints.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import * as flowc from '../../src/api/index.js'
import type { ApiMistake } from '../../src/api/mistake.js'
import { programOf } from '../../src/api/program.js'
import { api } from '../../src/diagnostics/codes/api.js'
import { apiDeclarations } from '../../src/diagnostics/codes/api-declarations.js'
import type { Definition, DiagnosticCode } from '../../src/diagnostics/define.js'
import { printFile } from '../../src/format/file.js'
import { withTexts } from '../../src/workspace/flow-script-text.js'
import { tsc } from '../kit/tsc.js'

export type ScriptResult =
  | { readonly kind: 'printed'; readonly text: string }
  /** It throws, as a use of the API that cannot be printed. */
  | { readonly kind: 'mistake'; readonly code: DiagnosticCode; readonly message: string; readonly file: string | null }

const MISTAKES: Readonly<Record<string, Pick<Definition<never>, 'code'>>> = { ...api, ...apiDeclarations }

/** `text` imports nothing but `flowc`. */
export function runScript(text: string, path: string): ScriptResult {
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs' })
  const module: { exports: Record<string, unknown> } = { exports: {} }
  const run = new Function('module', 'require', `${code}\n//# sourceURL=${path}`) as (
    m: typeof module,
    require: () => unknown,
  ) => void
  try {
    run(module, () => flowc)
    const read = withTexts(programOf(module.exports))
    if (!read.ok) throw new Error('a template of a page cannot be read')
    const parts = read.built.parts.map((p) => p.text ?? printFile({ path, declarations: p.declarations, ignores: [] }))
    return { kind: 'printed', text: parts.join('\n') }
  } catch (error) {
    const { flowc: data, message } = error as ApiMistake
    if (data === undefined) throw error
    return { kind: 'mistake', code: MISTAKES[data.mistake]!.code, message, file: data.site?.file ?? null }
  }
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What TypeScript says of files that import `flowc`, by name. */
export function typeErrors(files: ReadonlyMap<string, string>): ReturnType<typeof tsc> {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-pages-'))
  try {
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      skipLibCheck: true,
      paths: { flowc: [join(ROOT, 'src', 'api', 'index.ts')] },
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    return tsc(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
