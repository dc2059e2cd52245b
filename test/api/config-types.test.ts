// The types of `defineConfig` and the reader of configurations know the same settings and the same words; every configuration of
// the repository that is right compiles.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  days,
  defineConfig,
  defineEnvironment,
  env,
  hours,
  minutes,
  ms,
  seconds,
  secret,
  type FlowConfig,
} from '../../src/api/index.js'
import { SourceIndex } from '../../src/core/source.js'
import { DiagnosticBag } from '../../src/diagnostics/bag.js'
import type { Diagnostic } from '../../src/diagnostics/define.js'
import { readConfig } from '../../src/workspace/config.js'
import { errorsIn, messageOf, typeProgram } from '../kit/type-program.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NAME = 'NAME'
const STRANGER = '☃'

const read = (config: unknown) => {
  const bag = new DiagnosticBag()
  const result = readConfig({ path: 'flow.config.ts', text: '', value: config }, new SourceIndex(), bag)
  return { result, found: bag.all }
}
const messages = (found: readonly Diagnostic[]): readonly string[] => found.map((d) => `${d.code} ${d.message}`)
/** `{ a: { b: value } }` for `a.b`; the parts of a path are a list, since names have dots. */
const at = (path: readonly string[], value: unknown): unknown => path.reduceRight((inner, name) => ({ [name]: inner }), value)
/** The names that the reader offers in place of one that nothing has. */
const offered = (found: readonly Diagnostic[]): readonly string[] =>
  [...(found.find((d) => d.code === 'FLOW0202')?.help ?? '').matchAll(/`([^`]*)`/g)].map((m) => m[1]!)

/** An object of the type: by path, its properties, and whether others may stand there. */
interface Section {
  readonly path: readonly string[]
  readonly type: ts.Type
  readonly names: readonly string[]
  /** Any name, or names of a pattern such as `properties.…`. */
  readonly others: 'none' | 'pattern' | 'any'
}

let checker: ts.TypeChecker
let program: ts.Program
const sections: Section[] = []
const leaves: { readonly path: readonly string[]; readonly type: ts.Type }[] = []
const files = new Map<string, string>()

function walk(path: readonly string[], type: ts.Type): void {
  const plain = checker.getNonNullableType(type)
  const parts = plain.isUnion() ? plain.types : [plain]
  const [only] = parts
  const isSection =
    parts.length === 1 &&
    (only!.flags & ts.TypeFlags.Object) !== 0 &&
    !checker.isArrayType(only!) &&
    only!.symbol?.name !== 'Reference'
  if (!isSection) {
    leaves.push({ path, type: plain })
    return
  }
  const names = only!.getProperties().map((p) => p.name)
  const [index] = checker.getIndexInfosOfType(only!)
  const others = index === undefined ? 'none' : index.keyType.flags & ts.TypeFlags.String ? 'any' : 'pattern'
  sections.push({ path, type: only!, names, others })
  for (const p of only!.getProperties()) walk([...path, p.name], checker.getTypeOfSymbol(p))
  if (others === 'any') walk([...path, NAME], index!.type)
}

beforeAll(() => {
  files.set('/p/flowc.ts', `export * from '${root}src/api/index.js'\n`)
  files.set('/p/type.ts', "import type { FlowConfig } from 'flowc'\nexport type Config = FlowConfig\n")
  files.set('/p/good.ts', GOOD)
  files.set('/p/bad.ts', BAD)
  for (const [path, config] of configurations())
    files.set(`/p/${path}.ts`, `import { defineConfig, defineEnvironment } from 'flowc'\nexport default ${config}\n`)
  program = typeProgram(files)
  checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile('/p/type.ts')!)!
  walk([], checker.getDeclaredTypeOfSymbol(checker.getExportsOfModule(module)[0]!))
})

/** Right configurations and environments of examples and fixtures, as calls; the wrong ones are known by what the reader says. */
function configurations(): readonly (readonly [string, string])[] {
  const files = ['examples', 'test/fixtures'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((f) => /^[^/]+\/(?:flow\.config|envs\/[^/]+)\.json$/.test(f))
      .map((f) => `${folder}/${f}`),
  )
  return files.flatMap((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8')
    const config = json(text)
    const define = path.endsWith('flow.config.json') ? 'defineConfig' : 'defineEnvironment'
    const right = config !== undefined && read(config).found.length === 0
    return right ? [[path.replaceAll(/[/.]/g, '-'), `${define}(${text})`] as const] : []
  })
}
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const GOOD = `
import { defineConfig, defineEnvironment, env, minutes, secret, type FlowConfig } from 'flowc'
const dev = defineEnvironment({ kafka: { bootstrap: '127.0.0.1:9092' }, checkpoint: '2 seconds' })
export const config: FlowConfig = defineConfig({
  target: 'flink-1.20',
  sources: ['a', 'b'].map(s => s + '/flows'),
  checkpoint: minutes(1),
  topics: { retention: { cdc: '14 days' } },
  registry: { url: env('URL'), password: { secret: 'P' }, options: { 'properties.x': 'y' } },
  catalogs: { lake: { uri: env('URI'), 's3.endpoint': 'http://x', credential: secret('C') } },
  flink: { plans: 's3://plans', settings: { 'parallelism.default': 4 } },
  streams: { orders: { start: 'at 2026-01-01 00:00:00', until: 'never' } },
  environments: { dev, prod: { ...dev, kafka: { ...dev.kafka, ssl: {} } } },
})
`
/** One mistake a line. */
const BAD = `
import { defineConfig } from 'flowc'
defineConfig({ tarjet: 'flink-2.2' })
defineConfig({ target: 'flink-9' })
defineConfig({ checkpoint: '5 mins' })
defineConfig({ checkpoint: 5 })
defineConfig({ registry: { password: 'hush' } })
defineConfig({ kafka: { sasl: { mechanism: 'plain', user: 'u' } } })
defineConfig({ registry: { options: { 'bearer-auth.tokens': 'x' } } })
defineConfig({ catalogs: { lake: { url: 'http://x' } } })
defineConfig({ connections: { db: { 'topic prefix': 'x' } } })
defineConfig({ flink: { savepoints: '/srv/savepoints' } })
defineConfig({ streams: { orders: { start: 'first' } } })
defineConfig({ environments: { dev: { sources: ['.'] } } })
defineConfig({ params: { limit: { env: 'LIMIT' } } })
`
it('knows as many sections and settings as there are', () => {
  expect(sections.length).toBeGreaterThan(30)
  expect(leaves.length).toBeGreaterThan(150)
})

it('has in each section exactly the names that the reader knows', () => {
  for (const { path, names, others } of sections) {
    const { found } = read(at([...path, STRANGER], 'x'))
    if (others === 'any') expect(messages(found.filter((d) => d.code === 'FLOW0202')), path.join('.')).toEqual([])
    else expect([...offered(found)].sort(), path.join('.')).toEqual([...names].sort())
  }
})

it('has patterns of names where the reader takes some', () => {
  const patterns = sections.filter((s) => s.others === 'pattern' && s.path.length === (s.path[0] === 'environments' ? 4 : 2))
  expect(patterns.map((s) => s.path.join('.')).sort()).toEqual([
    'catalogs.NAME',
    'environments.NAME.catalogs.NAME',
    'environments.NAME.registry.options',
    'registry.options',
  ])
  for (const { path, type } of patterns) {
    const [index] = checker.getIndexInfosOfType(type)
    const keys = checker.typeToString(index!.keyType).split(' | ')
    for (const key of keys) {
      const name = key.slice(1, -1).replace('${string}', 'x')
      expect(messages(read(at([...path, name], 'v')).found), name).toEqual([])
    }
  }
})

/** A value of each kind that the type allows. */
function samples(path: readonly string[], type: ts.Type): readonly unknown[] {
  const parts = type.isUnion() ? type.types : [type]
  return parts.flatMap((t): readonly unknown[] => {
    if (t.isStringLiteral()) return [t.value]
    if (t.flags & ts.TypeFlags.BooleanLiteral) return [checker.typeToString(t) === 'true']
    if (t.flags & ts.TypeFlags.String) return ['x']
    if (t.flags & ts.TypeFlags.Number) return [3]
    if (t.flags & ts.TypeFlags.TemplateLiteral) {
      const [start] = (t as ts.TemplateLiteralType).texts
      const written = checker.typeToString(t).slice(1, -1)
      return [
        start === 'at '
          ? 'at 2026-01-01 00:00:00'
          : written.replace('${bigint}', '5').replace('${string}://${string}', 'file:///x').replace('${string}', 'x'),
      ]
    }
    if (checker.isArrayType(t)) return [['x']]
    const [property] = t.getProperties()
    switch (property?.name) {
      case 'env':
        return [{ env: 'N' }]
      case 'secret':
        return [{ secret: 'N' }]
      case 'reference':
        return [env('N'), secret('N')]
    }
    if (t.symbol?.name === 'Duration') return [ms(1), seconds(1), minutes(90), hours(24), days(7)]
    throw new Error(`no sample of ${checker.typeToString(t)} for ${path.join('.')}`)
  })
}

/** What has to stand beside a setting. */
const BESIDE: Readonly<Record<string, object>> = {
  'kafka.sasl': { mechanism: 'plain', user: 'u', password: { secret: 'P' } },
  'kafka.ssl': { certificate: 'c.pem', key: { secret: 'K' } },
}
const withBeside = (path: readonly string[], value: unknown): unknown => {
  const parent = path.slice(0, -1)
  const beside = BESIDE[parent.slice(-2).join('.')]
  return beside === undefined ? at(path, value) : at(parent, { ...beside, [path.at(-1)!]: value })
}

it('takes no value that the reader refuses', () => {
  for (const { path, type } of leaves)
    for (const value of samples(path, type)) {
      const config = defineConfig(withBeside(path, value) as FlowConfig)
      expect(messages(read(config).found), `${path.join('.')} = ${JSON.stringify(value)}`).toEqual([])
    }
})

it('has every word that the reader offers', () => {
  for (const { path, type } of leaves) {
    const { found } = read(withBeside(path, { [STRANGER]: STRANGER }))
    const wanted = found.find((d) => d.code === 'FLOW0203')?.message.match(/it needs one of (.*)$/)?.[1]
    if (wanted === undefined) continue
    const words = [...wanted.matchAll(/`([^`]*)`/g)].map((m) => m[1]!)
    const literals = (type.isUnion() ? type.types : [type]).flatMap((t) => (t.isStringLiteral() ? [t.value] : []))
    expect(literals.sort(), path.join('.')).toEqual(words.sort())
  }
})

describe('compiled', () => {
  it('what is right', () => {
    const right = [...files.keys()].filter((f) => !['/p/bad.ts', '/p/flowc.ts'].includes(f))
    expect(right.some((f) => f.includes('envs'))).toBe(true)
    expect(right.flatMap((f) => errorsIn(program, f).map((d) => `${f} ${messageOf(d)}`))).toEqual([])
  })
  it('what is wrong, line by line', () => {
    const lines = BAD.split('\n')
    const errors = errorsIn(program, '/p/bad.ts').map(
      (d) => [d.file!.getLineAndCharacterOfPosition(d.start!).line, messageOf(d)] as const,
    )
    expect(errors.map(([line]) => lines[line])).toEqual(lines.slice(2, -1))
    expect(errors[0]![1]).toContain("'tarjet' does not exist in type 'FlowConfig'. Did you mean to write 'target'?")
  })
})

describe('defineConfig', () => {
  it('gives plain data: durations as text, references as objects', () => {
    const config = defineConfig({
      checkpoint: minutes(90),
      connect: { heartbeat: seconds(1) },
      topics: { retention: { result: days(7), cdc: hours(36), dlq: ms(1500) } },
      registry: { url: env('URL'), password: secret('P') },
      sources: ['a', 'b'],
      params: { on: true, n: 1 },
    })
    expect(config).toEqual({
      checkpoint: '90 minutes',
      connect: { heartbeat: '1 second' },
      topics: { retention: { result: '7 days', cdc: '36 hours', dlq: '1500 milliseconds' } },
      registry: { url: { env: 'URL' }, password: { secret: 'P' } },
      sources: ['a', 'b'],
      params: { on: true, n: 1 },
    })
    expect(JSON.parse(JSON.stringify(config))).toEqual(config)
    expect(defineConfig(config)).toEqual(config)
  })
  it('leaves to the reader what is no setting, and says what is no object', () => {
    const made = defineEnvironment({ checkpoint: new Date(0), files: () => 'x' } as never) as Record<string, unknown>
    expect(made['checkpoint']).toBeInstanceOf(Date)
    expect(made['files']).toBeTypeOf('function')
    expect(() => defineConfig('x' as never)).toThrow(/`defineConfig`.*the text "x"/)
    expect(() => defineEnvironment(Promise.resolve({}) as never)).toThrow(/a Promise/)
  })
})
