// `import 'flowc'` loads one small file and nothing of the command line, of Node, or of a package.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ROOT } from './tarball.js'

const INDEX = join(ROOT, 'dist', 'index.mjs')

/** What a module imports, with `import(…)` and `require(…)`. */
const importsOf = (file: string): readonly string[] =>
  ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map((f) => f.fileName)

function milliseconds(script: string): number {
  const begin = performance.now()
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).status).toBe(0)
  return performance.now() - begin
}

describe("import 'flowc'", () => {
  it.each(['index', 'program'])('%s is one file', (name) => {
    expect(importsOf(join(ROOT, 'dist', `${name}.mjs`))).toEqual([])
  })
  it('is not there for nothing: other entries have imports', () => {
    expect(importsOf(join(ROOT, 'dist', 'testing.mjs'))).not.toEqual([])
  })
  it('takes less than 60 ms', () => {
    const script = `import ${JSON.stringify(pathToFileURL(INDEX).href)}`
    const pairs = Array.from({ length: 6 }, () => [milliseconds(''), milliseconds(script)] as const)
    // the machine may be busy: the quietest run of each
    expect(Math.min(...pairs.map(([, own]) => own)) - Math.min(...pairs.map(([bare]) => bare))).toBeLessThan(60)
  })
})
