// Inputs of the fuzzer: number → text, the same on every machine. Mutations of real programs, random words and signs, random
// letters and bytes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RESERVED, words } from '../../src/parser/tokens.js'

export interface FuzzInput {
  /** What made it: for the report. */
  readonly kind: Kind
  /** The file that is read, among the others of its program. */
  readonly file: string
  readonly files: Readonly<Record<string, string>>
}

const KINDS = ['words of a program', 'letters of a program', 'lines of two programs', 'words', 'letters', 'bytes'] as const
export type Kind = (typeof KINDS)[number]

interface Program {
  readonly files: Readonly<Record<string, string>>
  readonly file: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `alone`: the programs of the folder do not import each other. */
function folder(path: string, alone: boolean): Program[] {
  const files = Object.fromEntries(
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((f) => f.isFile() && /\.(flow|lock|avsc)$/.test(f.name))
      .map((f) => [f.name, readFileSync(join(root, path, f.name), 'utf8')]),
  )
  const flows = Object.keys(files).filter((file) => file.endsWith('.flow'))
  const others = Object.fromEntries(Object.entries(files).filter(([name]) => !name.endsWith('.flow')))
  return flows.map((file) => ({ files: alone ? { ...others, [file]: files[file]! } : files, file }))
}
const folders = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((f) => f.isDirectory())
    .map((f) => `${path}/${f.name}`)
    .sort()

/** Every program of the project that compiles: examples, golden programs, scenarios of the judge. */
export const PROGRAMS: readonly Program[] = [
  ...folders('examples').flatMap((path) => folder(path, false)),
  ...['test/golden/programs', 'test/conformance/scenarios'].flatMap((path) => folder(path, true)),
]

/** mulberry32: small, quick, the same everywhere. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const SIGNS = [
  ...'<= >= <> != == :: || | = < > + - * / % ( ) [ ] { } , . ; : $ \' " ` -- /// // /* """ @ § ‘ ${x} $x'.split(' '),
  '\n',
  '\n  ',
  '\r\n',
  '\n| ',
  '\t',
  '\ufeff',
  '\u00a0',
  "''",
  "'x'",
  '`a b`',
  '1',
  '2.5',
  '1e9',
  '5min',
  '@time',
  '5 minutes',
]
const VOCABULARY: readonly string[] = [...words.keys(), ...RESERVED, ...SIGNS, 'a', 'b.c', 'x y']
const LETTERS = [
  'a',
  'Z',
  '0',
  '_',
  ' ',
  '\n',
  '\r',
  '\t',
  '\0',
  'é',
  '字',
  '😀',
  '\ud800',
  '\u2028',
  '\u200b',
  '\u202e',
  ...SIGNS,
]

const tokensOf = (text: string): string[] =>
  text.match(/--[^\n]*|"""[^]*?"""|'(?:[^'\n]|'')*'|\s+|[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|[^]/g) ?? []

export function fuzzInput(number: number): FuzzInput {
  const next = random(number * 2654435761 + 1)
  const below = (n: number): number => Math.floor(next() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const kind = KINDS[number % KINDS.length]!
  const { files, file } = pick(PROGRAMS)
  const text = files[file]!

  const mutate = (parts: string[], pool: readonly string[]): string => {
    for (let n = 1 + below(6); n > 0 && parts.length > 0; n--) {
      const at = below(parts.length)
      const length = 1 + below(4)
      const run = parts.slice(at, at + length)
      switch (below(6)) {
        case 0:
          parts.splice(at, length)
          break
        case 1:
          parts.splice(at, 0, ...run)
          break
        case 2:
          parts.splice(at, 1, pick(pool))
          break
        case 3:
          parts.splice(at, 0, pick(pool), ' ')
          break
        case 4:
          parts.splice(below(parts.length), 0, ...run)
          break
        default:
          parts.splice(at, length, ...run.reverse())
      }
    }
    return parts.join('')
  }

  const made = (): string => {
    switch (kind) {
      case 'words of a program':
        return mutate(tokensOf(text), VOCABULARY)
      case 'letters of a program':
        return mutate([...text], LETTERS)
      case 'lines of two programs': {
        const other = pick(PROGRAMS)
        const lines = [...text.split('\n'), ...other.files[other.file]!.split('\n')]
        return Array.from({ length: 5 + below(60) }, () => pick(lines)).join('\n')
      }
      case 'words':
        return Array.from({ length: below(120) }, () => pick(VOCABULARY)).join(next() < 0.5 ? ' ' : '')
      case 'letters':
        return Array.from({ length: below(200) }, () => pick(LETTERS)).join('')
      case 'bytes':
        return Buffer.from(Uint8Array.from({ length: below(400) }, () => below(256))).toString(next() < 0.5 ? 'utf8' : 'latin1')
    }
  }
  return { kind, file, files: { ...files, [file]: made() } }
}
