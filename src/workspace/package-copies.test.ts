// Copies of this package in one program: of one build or of builds that understand each other they are no matter; of others it is told.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { SourceIndex } from '../core/source.js'
import { renderText } from '../diagnostics/render/text.js'
import { ownFile } from './flow-package-node.js'
import { flowScripts } from './flow-script-node.js'
import { createNodeHost } from './host-node.js'
import { mixedCopies } from './package-copies-node.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

const own = buildSync({ entryPoints: [ownFile('index')], bundle: true, format: 'esm', write: false, target: 'node20' })
const API = own.outputFiles[0]!.text
const manifest = (version: string): string =>
  JSON.stringify({ name: 'flowc', version, type: 'module', exports: { '.': { default: './index.mjs' } } })

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-copies-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const ORDERS = `import { kafka, pipeline, schema, stream, t } from 'flowc'
export const orders = stream('orders', kafka('a').schema(schema('Order', { id: t.bigint().notNull() })))
`
const PROGRAM = `${ORDERS}export default pipeline('copy').sinkAppend(stream('big', orders.where((o) => o.id.gt(1))), kafka('b'))\n`

/** What the command reads `orders.flow.ts` as, of a project with this package; or what is wrong with it. */
function read(code: string, files: Readonly<Record<string, string>> = { 'orders.flow.ts': PROGRAM }, version = '0.1.0'): string {
  const root = folderWith({
    'node_modules/flowc/package.json': manifest(version),
    'node_modules/flowc/index.mjs': code,
    ...files,
  })
  const scripts = flowScripts({
    host: createNodeHost(root),
    files: ['orders.flow.ts'],
    index: new SourceIndex(),
    onText: () => {},
  })
  const result = scripts.host.readText('orders.flow.ts')
  return result.kind === 'text'
    ? result.text
    : renderText(result.kind === 'unreadable' ? result.diagnostics! : [], scripts.places)
}

/** Something that this build has and the other one calls otherwise. */
const other = (from: string, to: string): string => {
  expect(API).toContain(from)
  return API.replaceAll(from, to)
}

describe('a package of another build', () => {
  it.each([
    ['whose declarations are others', () => other('refs: Object.freeze(', 'links: Object.freeze(')],
    ['whose clauses are others', () => other('kind: "sink"', 'kind: "outlet"')],
    ['whose sources are others', () => other('topics:', 'titles:').replaceAll('.topics', '.titles')],
  ])('%s is told, with both and what to do', (_, code) => {
    const told = read(code())
    expect(told).toMatch(
      /^error\[FLOW0431\]: packages `flowc` of different builds meet in this program, [^]*0\.1\.0 in `node_modules\/flowc`[^]*\n --> orders\.flow\.ts:1:1\n/,
    )
    expect(told).toMatch(/`node_modules\/flowc` and 0\.1\.0 in `\/[^`]*`\n/)
    expect(told).toContain('help: they have one version and are not the same: build and install both anew')
    expect(told.match(/FLOW\d+/g)).toHaveLength(1)
  })
  it('has another version, and is told so', () => {
    expect(read(other('refs: Object.freeze(', 'links: Object.freeze('), undefined, '9.9.9')).toMatch(
      /9\.9\.9 in `node_modules\/flowc`[^]*\nhelp: run the command of the project, `npm exec flowc`/,
    )
  })
  it('in a part of the project meets that of the other part', () => {
    const told = read(API, {
      'lib/node_modules/flowc/package.json': manifest('0.0.9'),
      'lib/node_modules/flowc/index.mjs': other('Symbol.for("flowc.declaration")', 'Symbol.for("flowc.declared")'),
      'lib/orders.ts': ORDERS,
      'orders.flow.ts': `import { kafka, pipeline } from 'flowc'
import { orders } from './lib/orders.ts'
export default pipeline('copy').sinkAppend(orders, kafka('b'))
`,
    })
    expect(told).toMatch(/FLOW0431[^]* 0\.0\.9 in `lib\/node_modules\/flowc`/)
  })
  it('that is understood is read', () => {
    expect(read(`${API}\nconsole.log('another')\n`)).toContain('sink kafka')
  })
  it('is not blamed for what a program throws', () => {
    const program = `${PROGRAM}const none = undefined as unknown as { readonly x: number }\nnone.x\n`
    expect(read(`${API}\n// another\n`, { 'orders.flow.ts': program })).toMatch(/^error\[FLOW0422\][^]*reading 'x'/)
  })
})

describe('copies in a bundle', () => {
  const files = (folder: string, version: string, code: string): Readonly<Record<string, string>> => ({
    [`${folder}/node_modules/flowc/package.json`]: manifest(version),
    [`${folder}/node_modules/flowc/index.mjs`]: code,
  })
  const sources = ['a', 'b'].map((f) => `${f}/node_modules/flowc/index.mjs`)
  it.each([
    ['of one build', files('b', '1.0.0', 'export {}'), false],
    ['of one version and two builds', files('b', '1.0.0', 'export const x = 1'), true],
    ['of two versions', files('b', '1.0.1', 'export {}'), true],
    ['one of which is damaged', { 'b/node_modules/flowc/package.json': '{' }, true],
  ])('%s', (_, second, mixed) => {
    const root = folderWith({ ...files('a', '1.0.0', 'export {}'), ...second, 'x.flow.ts': '' })
    expect(mixedCopies(root, ['x.flow.ts', ...sources]) !== null).toBe(mixed)
    expect(mixedCopies(root, ['x.flow.ts', sources[0]!])).toBeNull()
  })
})

it('the page shows what is told', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/errors/FLOW0431.md'), 'utf8')
  const told = read(other('refs: Object.freeze(', 'links: Object.freeze('))
  expect(page).toContain(told.replace(/`\/[^`]*`/, '`/usr/lib/node_modules/flowc`'))
})
