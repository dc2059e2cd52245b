// What TypeScript 7 says of files of this folder and of texts: by its command line, in a tenth of the time that the one in JavaScript takes.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lineStarts } from '../../src/core/source.js'
import { tsc } from '../kit/tsc.js'
import type { Files, Said } from './program.js'

const HERE = dirname(fileURLToPath(import.meta.url))

/** As in program.ts. */
const OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  types: [],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
}

/** By file name. */
export function saidByNative(files: Files): ReadonlyMap<string, readonly Said[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'flowc-types-api-')))
  try {
    const paths = new Map<string, string>()
    for (const [name, text] of Object.entries(files)) {
      const path = join(text === null ? HERE : folder, name)
      paths.set(path, name)
      // what a text imports is here; nothing else stands on such a line
      if (text !== null) writeFileSync(path, text.replaceAll(" from './prelude.js'", ` from '${join(HERE, 'prelude.js')}'`))
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: [...paths.keys()] }))
    const { exit, text } = tsc(folder)
    if (exit === null || /^error TS/m.test(text)) throw new Error(`TypeScript does not check:\n${text}`)
    return read(text, (path) => {
      const name = paths.get(resolve(folder, path))
      if (name === undefined) throw new Error(`${path} does not compile`)
      return [name, lineStarts(files[name] ?? readFileSync(join(HERE, name), 'utf8'))]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `fileAt`: the file that is printed so, and where its lines begin. */
function read(
  report: string,
  fileAt: (path: string) => readonly [name: string, starts: readonly number[]],
): ReadonlyMap<string, readonly Said[]> {
  const said = new Map<string, Said[]>()
  let last: { message: string } | null = null
  for (const line of report.split('\n')) {
    const match = /^(\S[^(]*)\((\d+),(\d+)\): error TS(\d+): (.*)$/.exec(line)
    if (match === null) {
      // a message of several lines
      if (last !== null && line !== '') last.message += `\n${line}`
      continue
    }
    const [, path, row, column, code, message] = match
    const [name, starts] = fileAt(path!)
    const one = { file: name, start: starts[Number(row) - 1]! + Number(column) - 1, code: Number(code), message: message! }
    said.set(name, [...(said.get(name) ?? []), one])
    last = one
  }
  return said
}
