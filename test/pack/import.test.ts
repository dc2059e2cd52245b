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
    // the machine may be busy: the quietest run of each, until it is quiet enough
    const [bare, own]: [number[], number[]] = [[], []]
    let most = Infinity
    for (let round = 0; round < 25 && (round < 3 || most >= 60); round++) {
      bare.push(milliseconds(''))
      own.push(milliseconds(script))
      most = Math.min(...own) - Math.min(...bare)
    }
    expect(most).toBeLessThan(60)
  })
})
