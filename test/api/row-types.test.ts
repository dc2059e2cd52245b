// Generated row types as TypeScript sees them: they compile, are found by subject, and are the rows that the checker knows.
// One program of TypeScript for all of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { generateTypes } from '../../src/schema/gen-types.js'
import { readLock, writeLock } from '../../src/schema/lock.js'
import type { FlowLock } from '../../src/schema/model.js'
import { resolveSchemaFile } from '../../src/schema/resolve.js'
import type { FlowType, Typed } from '../../src/ir/types.js'
import { row } from '../../src/ir/types.js'
import type { Host } from '../../src/workspace/host.js'
import { MADE, someSchemas } from '../kit/locks.js'
import { errorsIn, messageOf, typeProgram } from '../kit/type-program.js'
import { checkProgram } from '../support/check-program.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const corpus = fileURLToPath(new URL('../../../shared/corpus/avsc', import.meta.url))
/** The locks of the repository, by the name of their generated file. */
const LOCKS = new Map<string, FlowLock>([
  ['made', MADE],
  ['random', someSchemas(24)],
])
for (const folder of ['examples', 'test/fixtures'])
  for (const name of readdirSync(`${root}${folder}`)) {
    const path = `${root}${folder}/${name}/flow.lock`
    const read = existsSync(path) ? readLock(readFileSync(path, 'utf8')) : null
    if (read?.ok === true) LOCKS.set(`${folder}/${name}`.replaceAll('/', '-'), read.lock)
  }

const corpusFiles = existsSync(corpus) ? readdirSync(corpus).filter((f) => f.endsWith('.avsc')) : []
const fromCorpus = corpusFiles.flatMap((path) => {
  const host: Host = {
    readText: (p) => ({ kind: 'text', text: readFileSync(`${corpus}/${p}`, 'utf8') }),
    list: () => corpusFiles,
  }
  const result = resolveSchemaFile(host, path)
  return 'missing' in result ? [] : [{ path, result }]
})

/** Asserted by the compiler: `Is` is exact, and what must be an error is expected to be one. */
const ASSERTIONS = `
import type { Api, Bytes, Decimal, Keyed, Stream, SubjectRow, Table, Timestamp, UnknownSubject, VersionRow } from 'flowc'
import type { SalesOrderCreatedV1 } from './examples-orders.js'
type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Flat<T> = { [K in keyof T]: T[K] }
const yes = <T extends true>(): void => {}
interface Order { order_id: bigint; customer_id: bigint; region: string; amount: Decimal; created_at: Timestamp }
yes<Is<Flat<SubjectRow<'sales.order.created.v1-value'>>, Flat<Order>>>()
yes<Is<SubjectRow<'sales.order.created.v1-value'>, SalesOrderCreatedV1>>()
interface Customer { customer_id: bigint; name: string | null; segment: string | null }
yes<Is<Flat<SubjectRow<'orders_db.public.customers-value'>>, Flat<Customer>>>()
yes<Is<SubjectRow<'kinds-value'>['or_null_14'], Bytes | null>>()
yes<Is<SubjectRow<'kinds-value'>['plain_15'], readonly (string | null)[]>>()
yes<Is<SubjectRow<'kinds-value'>['plain_16'], readonly (readonly bigint[])[]>>()
yes<Is<SubjectRow<'kinds-value'>['or_null_17'], ReadonlyMap<string, { a: number; b: { x: number | null } | null } | null> | null>>()
yes<Is<Flat<VersionRow<'price-value', 2>>, { currency: string }>>()
yes<Is<Flat<VersionRow<'price-value', 1>>, { cents: bigint }>>()
yes<Is<VersionRow<'sales.order.created.v1-value', 3>, SalesOrderCreatedV1>>()
yes<Is<VersionRow<'sales.order.created.v1-value', never>, SalesOrderCreatedV1>>()
yes<Is<Flat<VersionRow<'price-value', number>>, { currency: string }>>()
yes<Is<SubjectRow<'sales.order.craeted.v1-value'>, UnknownSubject<'sales.order.craeted.v1-value'>>>()
yes<Is<SubjectRow<'words-key'>, UnknownSubject<'words-key'>>>()
yes<Is<Keyed<Order, 'order_id' | 'region'>['amount'], Decimal | null>>()
yes<Is<Keyed<Order, 'order_id' | 'region'>['region'], string>>()
// rows reach sources by topic, by connection and table, and by subject
declare const api: Api
const { cdc, connection, kafka, stream, table } = api
type StreamRow<S> = S extends Stream<infer R, infer _L> ? R : never
type TableRow<S> = S extends Table<infer R, infer _K> ? R : never
const orders = stream('orders', kafka('sales.order.created.v1').schemaRegistry().start('earliest'))
yes<Is<Flat<StreamRow<typeof orders>>, Flat<Order>>>()
const old = stream('old', kafka('x').schemaRegistry({ subject: 'price-value', version: 1 }))
yes<Is<Flat<StreamRow<typeof old>>, { cents: bigint }>>()
const login = { host: 'h', database: 'd', user: 'u', password: api.secret('P') }
const shop = connection('orders_db', 'postgres', login)
const customers = table('customers', cdc(shop, 'public.customers').primaryKey('customer_id'))
yes<Is<Flat<TableRow<typeof customers>>, Flat<Customer>>>()
const prefixed = connection('somebody', 'postgres', { ...login, topicPrefix: 'shop' })
const people = table('people', cdc(prefixed, 'public.people').primaryKey('id', 'tenant'))
yes<Is<Flat<TableRow<typeof people>>, Flat<Keyed<SubjectRow<'shop.public.people-value'>, 'id' | 'tenant'>>>>()
// @ts-expect-error no such column
export type Missing = SubjectRow<'sales.order.created.v1-value'>['amuont']
// @ts-expect-error not nullable
yes<Is<SubjectRow<'sales.order.created.v1-value'>['amount'], Decimal | null>>()
`

/** The first use of a column says what is missing. */
const UNKNOWN = `
import type { Api } from 'flowc'
declare const api: Api
const orders = api.stream('orders', api.kafka('nope.v1').schemaRegistry())
orders.where(o => o.amount.gt(0))
orders.whereNotNull('amount')
api.kafka('nope.v1').time('created_at')
api.stream('named', api.kafka('nope.v1').schemaRegistry<{ amount: bigint }>()).where(o => o.amount.gt(0))
`

const files = new Map<string, string>([
  ['/p/flowc.ts', `export * from '${root}src/api/index.js'\nexport type { Keyed } from '${root}src/api/types/rows.js'\n`],
  ['/p/assertions.ts', ASSERTIONS],
  ['/p/unknown.ts', UNKNOWN],
])
for (const [name, lock] of LOCKS) files.set(`/p/${name}.d.ts`, generateTypes(lock).text)
const generatedCorpus = generateTypes(null, fromCorpus)
files.set('/p/corpus.d.ts', generatedCorpus.text)

let checker: ts.TypeChecker
let program: ts.Program
beforeAll(() => {
  program = typeProgram(files)
  checker = program.getTypeChecker()
})

const interfaceOf = (file: string, name: string): ts.Type => {
  const module = checker.getSymbolAtLocation(program.getSourceFile(`/p/${file}.d.ts`)!)!
  return checker.getDeclaredTypeOfSymbol(checker.getExportsOfModule(module).find((s) => s.name === name)!)
}

const NAMED: Readonly<Record<string, string>> = {
  float: 'Double',
  double: 'Double',
  decimal: 'Decimal',
  binary: 'Bytes',
  varbinary: 'Bytes',
  date: 'CalendarDate',
  time: 'TimeOfDay',
  timestamp: 'Timestamp',
  timestamp_ltz: 'TimestampLtz',
}
const PRIMITIVE: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  tinyint: 'number',
  smallint: 'number',
  int: 'number',
  bigint: 'bigint',
  char: 'string',
  varchar: 'string',
}

/** What TypeScript knows of a type, in words that the next function gives for a type of the language: neither prints the other. */
function words(type: ts.Type): string {
  const parts = type.isUnion() ? type.types : [type]
  const rest = parts.filter((t) => (t.flags & ts.TypeFlags.Null) === 0)
  const nullable = rest.length < parts.length ? '?' : ''
  const all = rest.every((t) => (t.flags & ts.TypeFlags.BooleanLiteral) !== 0)
  if (all) return `boolean${nullable}`
  expect(rest).toHaveLength(1)
  const [only] = rest as [ts.Type]
  const name = only.symbol?.name
  if (checker.isArrayType(only)) {
    expect(name).toBe('ReadonlyArray')
    return `[${words(checker.getTypeArguments(only as ts.TypeReference)[0]!)}]${nullable}`
  }
  if (name === 'ReadonlyMap') {
    const [key, value] = checker.getTypeArguments(only as ts.TypeReference)
    return `<${words(key!)}: ${words(value!)}>${nullable}`
  }
  if (name === '__type') return `${columns(only)}${nullable}`
  if (name !== undefined) {
    expect(only.symbol.declarations![0]!.getSourceFile().fileName).toBe(`${root}src/api/types/values.ts`)
    return `${name}${nullable}`
  }
  return `${checker.typeToString(only)}${nullable}`
}
const columns = (type: ts.Type): string =>
  `{${type
    .getProperties()
    .map((p) => `${p.name} ${words(checker.getTypeOfSymbol(p))}`)
    .join(', ')}}`

const expected = (t: Typed): string => `${kind(t.type)}${t.nullable ? '?' : ''}`
function kind(type: FlowType): string {
  switch (type.kind) {
    case 'array':
      return `[${expected(type.element)}]`
    case 'map':
      return `<${expected(type.mapKey)}: ${expected(type.value)}>`
    case 'row':
      return `{${type.fields.map((f) => `${f.name} ${expected(f)}`).join(', ')}}`
    default:
      return NAMED[type.kind] ?? PRIMITIVE[type.kind] ?? `? ${type.kind}`
  }
}

it('compiles under strict rules, without an error but those that are expected', () => {
  const right = [...files.keys()].filter((path) => path !== '/p/unknown.ts')
  const errors = right.flatMap((path) => errorsIn(program, path).map((d) => `${path}: ${messageOf(d)}`))
  expect(errors).toEqual([])
})

it('is in the documentation as it is', () => {
  const page = readFileSync(`${root}docs/typescript.md`, 'utf8')
  const shown = /<!-- row types of examples\/orders -->\n\n```ts\n([\s\S]*?)```/.exec(page)
  expect(shown?.[1]).toBe(generateTypes(LOCKS.get('examples-orders')!).text)
})

it('says once that the subject has no type', () => {
  const errors = errorsIn(program, '/p/unknown.ts').map(messageOf)
  const told = expect.stringMatching(/nope\.v1-value.* is not in the generated types|UnknownSubject<"nope\.v1-value">/)
  expect(errors).toEqual([told])
})

describe.each([...LOCKS])('the subjects of %s', (file, lock) => {
  const { interfaces } = generateTypes(lock)
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

  it('are all there', () => {
    expect(interfaces.length).toBeGreaterThan(0)
  })
  it.runIf(file === 'random')('are of many kinds', () => {
    const text = files.get('/p/random.d.ts')!
    for (const part of ['| null)[]', ' | null>', '} | null', 'readonly (readonly ', '// left out: ', 'is left out: '])
      expect(text).toContain(part)
  })
  it.each(interfaces)('$of has the columns that the checker knows', ({ of, name }) => {
    const [subject, version] = of.split(' version ')
    const type = interfaceOf(file, name)
    const captured = /^(\w+)\.(\w+\.\w+)-value$/.exec(subject!)
    const envelope = captured !== null && lock.subjects.some((s) => s.subject === subject && /"op"/.test(s.schema))
    const from = version === undefined ? '' : ` version ${version}`
    const key = type.getProperties()[0]!.name
    const source = envelope
      ? `connection ${captured[1]} postgres {\n  host 'h'\n  database 'd'\n  user 'u'\n  password secret('P')\n}\n\ntable s from cdc ${captured[1]} '${captured[2]}' {\n  primary key ${key}\n  time commit late by 0 seconds, idle after 1 minute\n}\n`
      : `stream s from kafka 't' {\n  schema registry subject ${quoted(subject!)}${from}\n  start earliest\n}\n`
    const checked = checkProgram({ 'main.flow': source, 'flow.lock': writeLock(lock) })
    const known = checked.model.scopes.get('main.flow')!.get('s')!.type
    expect(known, checked.lines.join('\n')).not.toBeNull()
    const said = type
      .getProperties()
      .map((p) => {
        const text = words(checker.getTypeOfSymbol(p))
        // \`primaryKey(…)\` does this to the row, see the assertions
        return `${p.name} ${envelope && p.name !== key && !text.endsWith('?') ? `${text}?` : text}`
      })
      .join(', ')
    expect(`{${said}}`).toBe(kind(row(known!.columns)))
  })
})

describe.skipIf(corpusFiles.length === 0)('real schemas (skipped where the corpus is not beside the repository)', () => {
  it.each(generatedCorpus.interfaces)('$of has the columns that are read of it', ({ of, name }) => {
    const { schema } = fromCorpus.find((f) => f.path === of)!.result
    const fields = schema!.fields.flatMap((f) => (f.field === null ? [] : [f.field]))
    expect(columns(interfaceOf('corpus', name))).toBe(kind(row(fields)))
  })
  it('are left out only where they cannot be read', () => {
    expect(generatedCorpus.leftOut.map((l) => l.what)).toEqual(
      fromCorpus.filter((f) => f.result.schema === null).map((f) => f.path),
    )
    expect(generatedCorpus.interfaces.length).toBeGreaterThan(20)
  })
})
