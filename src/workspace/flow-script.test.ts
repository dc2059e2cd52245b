import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { SourceIndex } from '../core/source.js'
import { renderText } from '../diagnostics/render/text.js'
import { ownFile } from './flow-package-node.js'
import { flowScripts, type ScriptsOptions } from './flow-script-node.js'
import type { ScriptCache } from './flow-script-run-node.js'
import { createNodeHost } from './host-node.js'
import { placeInTemplate } from './template-place.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'flowc-script-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** What each file reads as: its text, or what is wrong with it as people see it. */
function read(root: string, files: readonly string[], options: Partial<ScriptsOptions> = {}) {
  let output = ''
  const index = new SourceIndex()
  const scripts = flowScripts({
    host: createNodeHost(root),
    files,
    index,
    onText: (text) => {
      output += text
    },
    ...options,
  })
  const texts = files.map((file) => {
    const result = scripts.host.readText(file)
    return result.kind === 'unreadable'
      ? renderText(result.diagnostics ?? [], scripts.places)
      : result.kind === 'text'
        ? result.text
        : result.kind
  })
  return { texts, output }
}

const FLOW = "import { flow } from 'flowc'\n"
const money = `${FLOW}export const money = flow\`type money = decimal(10, 2)\`\n`

describe('what a program throws', () => {
  const thrown: readonly (readonly [string, string])[] = [
    ["throw { flowc: { mistake: 'constructor' }, message: 'odd' }", 'FLOW0422]: the program throws while it is built: odd'],
    ["throw { flowc: { mistake: 'dropped' }, message: 'odd' }", 'FLOW0422]: the program throws while it is built: odd'],
    [
      "throw { flowc: { mistake: 'unknownLane', parameters: {}, site: null }, message: 'odd' }",
      'FLOW0422]: the program throws while it is built: odd',
    ],
    [
      "throw Object.assign(new Error('odd'), { flowc: { mistake: 'starAlone', parameters: { of: 'x' }, site: 'here', more: () => 1 } })",
      'FLOW2108]: all columns of `x` stand where one value is expected',
    ],
    [
      "const cycle: any = new Error('odd'); cycle.flowc = { cycle }; throw cycle",
      'FLOW0422]: the program throws while it is built: odd',
    ],
    [
      "throw Object.defineProperty(new Error('odd'), 'message', { get() { throw 1 } })",
      'FLOW0422]: the program throws while it is built: something that cannot be shown',
    ],
    ['throw null', 'FLOW0422]: the program throws while it is built: null\n --> 6.flow.ts:1:1\n'],
    [
      "throw new Error('no rates', { cause: new Error('connection refused', { cause: 'port 80' }) })",
      'FLOW0422]: the program throws while it is built: no rates: connection refused: port 80',
    ],
    [
      "throw new AggregateError([new Error('a'), new TypeError('b')], 'both')",
      'FLOW0422]: the program throws while it is built: both: a: b',
    ],
    [
      "const circle: any = new Error('round'); circle.cause = circle; throw circle",
      'FLOW0422]: the program throws while it is built: round\n',
    ],
  ]
  it('is told, whatever it is', () => {
    const files = Object.fromEntries(thrown.map(([line], i) => [`${i}.flow.ts`, `${line}\nexport {}\n`]))
    const { texts } = read(folderWith(files), Object.keys(files))
    for (const [i, [line, told]] of thrown.entries()) {
      expect(texts[i], line).toContain(told)
      expect(texts[i]!.match(/FLOW\d+/g), line).toHaveLength(1)
    }
  })
})

describe('a default export that is no program', () => {
  it('is told with what it is', () => {
    const make = "import { pipeline } from 'flowc'\nexport default "
    const files = {
      'a.flow.ts': `${make}() => pipeline('p')\n`,
      'b.flow.ts': `${make}(async () => { await null; return pipeline('p') })()\n`,
      'c.flow.ts': `${make}5\n`,
      'd.flow.ts': `${make}{ count: 5n }\n`,
      'e.flow.ts': `${make}{ get all() { return this } }\n`,
      'f.flow.ts': "import { lit } from 'flowc'\nexport default lit(1)\n",
    }
    const { texts } = read(folderWith(files), Object.keys(files))
    const program = "`export default pipeline('name', { … })`, or `export const orders = stream(…)` in a file that others import"
    expect(texts.map((t) => /^error\[FLOW(?:0427|2124)\][^]*^help: (.*)$/m.exec(t)?.[1])).toEqual([
      'the default export is a function, which nobody calls: `export default make()`',
      'the default export is a Promise: `export default await …`',
      program,
      program,
      program,
      program,
    ])
  })
})

describe('a name that flowc does not export', () => {
  it('is told without the place of the package', () => {
    const files = { 'a.flow.ts': "import flowc from 'flowc'\nflowc\n", 'b.flow.ts': "import { steam } from 'flowc'\nsteam()\n" }
    const { texts } = read(folderWith(files), Object.keys(files))
    expect(texts[0]).toMatch(
      /^error\[FLOW0421\]: `flowc` has no default export\n --> a\.flow\.ts:1:8[^]*\nhelp: what it exports has names: `import \{ kafka/,
    )
    expect(texts[1]).toMatch(/\nerror\[FLOW0421\]: `flowc` exports no `steam`\n --> b\.flow\.ts:1:10/)
  })
})

describe('parts that belong to nothing', () => {
  const lib = `import { kafka, pipeline, schema, stream, t } from 'flowc'
export const orders = stream('orders', kafka('a').schema(schema('Order', { id: t.bigint() })))
export const base = pipeline('base').sinkAppend(orders, kafka('b'))
export const variants = [base.sinkAppend(orders, kafka('c')), base.sinkAppend(orders, kafka('d'))] as const
export const unread = { big: orders.where((o) => o.id.gt(5)) }
export const withSink = (p: typeof base) => p.sinkAppend(orders, kafka('e'))
`
  const use = (body: string) =>
    read(folderWith({ 'lib.ts': lib, 'a.flow.ts': `import { base, orders, variants, withSink } from './lib.js'\n${body}` }), [
      'a.flow.ts',
    ]).texts[0]!

  it('by functions of other modules', () => {
    expect(use('withSink(base)\nexport default base\n')).toMatch(
      /FLOW2124]: the sink of `orders` of pipeline `base`[^]*lib.ts:6:\d+/,
    )
  })
  it('clauses', () => {
    expect(use('orders.where(o => o.id.gt(1))\nexport default base\n')).toMatch(/FLOW2124]: this `where`[^]*a.flow.ts:2:8/)
  })
  it('in a folder that is a link', () => {
    const root = folderWith({
      'real/a.flow.ts': "import { orders } from './lib.js'\norders.where(o => o.id.gt(1))\nexport { orders }\n",
      'real/lib.ts': lib,
    })
    symlinkSync(join(root, 'real'), join(root, 'flows'), 'junction')
    expect(read(root, ['flows/a.flow.ts']).texts[0]).toMatch(/FLOW2124]: this `where`[^]*a.flow.ts:2:8/)
  })
  it('what another module made for itself is its own business', () => {
    expect(use('export default withSink(variants[0])\n')).toMatch(/^pipeline base[^]*'e' from orders append\n$/)
  })
})

describe('a batch', () => {
  it('names the file that does not end, and says the same of those behind it', () => {
    const root = folderWith({
      'a.flow.ts': money,
      'b.flow.ts': `${FLOW}console.log('begun')\nfor (;;) {}\n`,
      'c.flow.ts': money,
    })
    const { texts, output } = read(root, ['a.flow.ts', 'b.flow.ts', 'c.flow.ts'], { timeoutMillis: 300 })
    const late = `error[FLOW0425]: \`b.flow.ts\` is not built within 0.3 seconds\nhelp: look for a loop without an end, or for something that it waits for\n`
    expect(texts).toEqual(['type money = decimal(10, 2)\n', late, late])
    expect(output).toBe('begun\n')
    const page = readFileSync(join(import.meta.dirname, '../../docs/errors/FLOW0425.md'), 'utf8')
    expect(page).toContain(late.replace('b.flow.ts', 'orders.flow.ts').replace('0.3', '10'))
  })
  it('names the file that fills the memory, as soon as it does', () => {
    const root = folderWith({
      'a.flow.ts': money,
      'b.flow.ts': `${FLOW}const all: unknown[] = []\nfor (;;) all.push([all.length])\n`,
      'c.flow.ts': money,
    })
    const begun = performance.now()
    const options = { timeoutMillis: 60_000, memoryMegabytes: 32 }
    const { texts } = read(root, ['a.flow.ts', 'b.flow.ts', 'c.flow.ts'], options)
    expect(performance.now() - begun).toBeLessThan(30_000)
    const full = `error[FLOW0425]: \`b.flow.ts\` fills the memory: the 32 MB that all modules of a command have are not enough\nhelp: look for a list that grows in a loop without an end\n`
    expect(texts).toEqual(['type money = decimal(10, 2)\n', full, full])
    const page = readFileSync(join(import.meta.dirname, '../../docs/errors/FLOW0425.md'), 'utf8')
    expect(page).toContain(full.split('\n')[0]!.replace('b.flow.ts', 'orders.flow.ts').replace('32', '2048'))
  })
  it('gives up one that prints without an end', () => {
    const root = folderWith({ 'a.flow.ts': "while (true) console.log('x'.repeat(1000))\n" })
    const { texts, output } = read(root, ['a.flow.ts'], { timeoutMillis: 300 })
    expect(texts[0]).toContain('error[FLOW0425]')
    expect(output.length).toBeLessThan(1_100_000)
    expect(output.endsWith('… more is not shown\n')).toBe(true)
  })
  it('shows no more of one huge text', () => {
    const root = folderWith({ 'a.flow.ts': `${money}console.log('x'.repeat(3e6))\nconsole.log('y')\n` })
    const { output } = read(root, ['a.flow.ts'])
    expect(output).toHaveLength(2 ** 20 + '\n… more is not shown\n'.length)
  })
  it('tells of failures outside of the module’s own steps', () => {
    const root = folderWith({
      'a.flow.ts': `${money}setTimeout(() => { throw new Error('later') })\nawait new Promise((r) => setTimeout(r, 5))\n`,
      'b.flow.ts': `${money}Promise.reject('gone')\n`,
      'c.flow.ts': `throw { code: 7 }\n`,
      'd.flow.ts': `${FLOW}const f = (): number => f() + 1\nf()\n`,
      'e.flow.ts': money,
    })
    const { texts } = read(root, ['a.flow.ts', 'b.flow.ts', 'c.flow.ts', 'd.flow.ts', 'e.flow.ts'])
    expect(texts.map((t) => t.split('\n')[0])).toEqual([
      'error[FLOW0422]: the program throws while it is built: later',
      'error[FLOW0424]: a promise fails and nobody waits for it: gone',
      'error[FLOW0422]: the program throws while it is built: { code: 7 }',
      'error[FLOW0422]: the program throws while it is built: Maximum call stack size exceeded',
      'type money = decimal(10, 2)',
    ])
    expect(texts[0]).toContain(' --> a.flow.ts:3:26\n')
    expect(texts[1]).toContain(' --> b.flow.ts:1:1\n')
    expect(texts[2]).toContain(' --> c.flow.ts:1:1\n')
    for (const t of texts) expect(t).not.toMatch(/\n\s+at |data:|flow-script\.mjs/)
  })
  it('takes any name of a file', () => {
    const name = 'flows é/it\'s "a" %41 `${b}`.flow.ts'
    const root = folderWith({
      [name]: `${FLOW}export const x = flow\`typ money = int\`\nfunction f() { flow\`type a = int\` }\n`,
    })
    expect(read(root, [name]).texts[0]).toContain(` --> ${name}:2:23\n`)
    writeFileSync(join(root, name), "import { pipeline } from 'flowc'\npipeline('lost')\n")
    expect(read(root, [name]).texts[0]).toContain(` --> ${name}:2:1\n`)
  })
  it('keeps what it says of a missing file, and of one that is no text', () => {
    const root = folderWith({ 'b.flow.ts': 'a\0b' })
    expect(read(root, ['a.flow.ts', 'b.flow.ts']).texts).toEqual(['missing', 'not text'])
  })
  it('is not run again where its bundle is the same', () => {
    const root = folderWith({ 'a.flow.ts': `${money}console.log('ran')\n` })
    const cache: ScriptCache = new Map()
    const first = read(root, ['a.flow.ts'], { cache })
    const second = read(root, ['a.flow.ts'], { cache })
    expect([first.output, second.output]).toEqual(['ran\n', ''])
    expect(second.texts).toEqual(first.texts)
    writeFileSync(join(root, 'a.flow.ts'), `${money.replace('10', '12')}console.log('again')\n`)
    expect(read(root, ['a.flow.ts'], { cache })).toEqual({ texts: ['type money = decimal(12, 2)\n'], output: 'again\n' })
  })
})

describe('the package of the project', () => {
  const manifest = JSON.stringify({ name: 'flowc', version: '9.9.9', type: 'module', exports: { '.': './index.mjs' } })
  const api = (replace: (code: string) => string = (code) => code): string =>
    replace(
      buildSync({ entryPoints: [ownFile('index')], bundle: true, format: 'esm', write: false, target: 'node20' }).outputFiles[0]!
        .text,
    )

  it('is another copy, and what it makes is read all the same', () => {
    const marked = api((code) => `${code}\nconsole.log('own copy')\n`)
    const root = folderWith({
      'node_modules/flowc/package.json': manifest,
      'node_modules/flowc/index.mjs': marked,
      'flows/a.flow.ts': `import { stream, t, schema, kafka, seconds } from 'flowc'
const row = schema('reading', { at: t.timestampLtz(3).notNull() })
export const s = stream('s', kafka('a.b.c.v1').schema(row).time('at', { lateBy: seconds(1), idleAfter: 'never' }))
export const wrong = stream('wrong', s.where((r) => { r.at.isNull(); return r.at.isNotNull() }))
`,
    })
    const { texts, output } = read(root, ['flows/a.flow.ts'])
    expect(output).toBe('own copy\n')
    // its mistakes have their place in the user's module, never in the package
    expect(texts[0]).toMatch(/^error\[FLOW2101\][\s\S]* --> flows\/a\.flow\.ts:4:60\n/)
  })
  it('of another version is not read, and the older of the two is named', () => {
    const version = (n: number): string => api((code) => code.replace(/SURFACE_VERSION = \d+/, `SURFACE_VERSION = ${n}`))
    const texts = [2, 0].map((n) => {
      const root = folderWith({
        'node_modules/flowc/package.json': manifest,
        'node_modules/flowc/index.mjs': version(n),
        'orders.flow.ts': "import { pipeline } from 'flowc'\nexport default pipeline('orders')\n",
      })
      return read(root, ['orders.flow.ts']).texts[0]!
    })
    const page = readFileSync(join(import.meta.dirname, '../../docs/errors/FLOW0428.md'), 'utf8')
    expect(page).toContain(texts[0]!)
    expect(texts[1]).toContain('programs of version 0, this flowc reads version 1')
    expect(texts[1]).toContain('help: update the package in the project: `npm install flowc@latest`')
  })
})

describe('a place in a template', () => {
  const find = (source: string, text: string, word: string): string | null => {
    const start = text.indexOf(word)
    const found = placeInTemplate(source, source.search(/\w+(<.*>)?`/), text, { start, end: start + word.length })
    return found === null ? null : source.slice(found.start, found.end)
  }
  it.each([
    ['flow`type money = decimal(10, 2)`', 'type money = decimal(10, 2)', 'money', 'money'],
    ['x = expr<bigint>`a > ${b.c} and d`', 'a > c and d', 'd', 'd'],
    ['flow`\n    stream a =\n      from b\n  `', 'stream a =\n  from b', 'from b', 'from b'],
    ["flow`where ${f({ a: '}' })} = x`", 'where 1 = x', 'x', 'x'],
    ["flow`like ${p} escape '\\'`", "like '%' escape '\\'", 'escape', 'escape'],
    ['flow`from ${orders} where x`', 'from orders where x', 'orders', '${orders}'],
    ['flow`a \\`b\\` c`', 'a `b` c', 'c', null],
    ['flow`a ${`b`', 'a b', 'a', null],
    ['flow`a`', 'something else', 'else', null],
  ])('%s', (source, text, word, expected) => {
    expect(find(source, text, word)).toBe(expected)
  })
})
