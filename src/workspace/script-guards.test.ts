import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { METHOD_NAMES } from '../api/operators.js'
import { runFlowScripts } from './flow-script-run-node.js'
import { guarded } from './script-guards-node.js'
import { ALWAYS_GIVE } from './script-presence.js'

const folders: string[] = []
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true, force: true })))

const HEAD = `import { caseOf, count, expr, files, fn, lit, param, pipeline, schema, stream, sum, t, upper, when } from 'flowc'
const S = schema('S', { id: t.bigint().notNull(), region: t.string(), amount: t.decimal(10, 2), vip: t.boolean(), inner: t.row({ x: t.boolean() }) })
const s = stream('s', files('s.ndjson').schema(S))
const on = param('on', t.boolean(), false)
const kind = param('kind', t.string(), 'eu')
const flags = { all: false, name: 'eu', none: undefined, list: [] }
let extra, later
const where = (back) => stream('out', s.where(back))
`

/** Runs every program by itself, all in one go; of each the mistake, as `column: message`, or what it printed. */
function runAll(programs: readonly string[], more: Readonly<Record<string, string>> = {}): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'flowc-guards-'))
  folders.push(root)
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const names = programs.map((text, i) => {
    write(`${i}.flow.ts`, `${HEAD}${text}\nexport const given = s`)
    return `${i}.flow.ts`
  })
  for (const [name, text] of Object.entries(more)) write(name, text)
  const runs = runFlowScripts(names, { root, onText: () => {} })
  return names.map((name) => {
    const run = runs.get(name)!
    if (run.kind === 'program') return 'fine'
    const [problem] = run.problems
    const { code, message } = problem!.diagnostic(null)
    const line = (problem!.at?.line ?? 0) - HEAD.split('\n').length + 1
    const said = code === 'FLOW2114' ? /^`(.*?)` is/.exec(message)![1]! : `${code} ${message}`
    return `${line}:${problem!.at?.column} ${said}`
  })
}

const FOUND: readonly (readonly [program: string, found: string])[] = [
  // in the callback itself
  ['export const q = where(o => o.vip || o.amount.gt(1))', '1:29 o.vip ||'],
  ['export const q = where(o => o.inner.x ?? o.vip)', '1:29 o.inner.x ??'],
  ['export const q = where(o => count() || sum(o.amount))', '1:29 count() ||'],
  ['export const q = where(o => when(o.vip, true).else(false) || o.vip)', '1:29 when(…).else(…) ||'],
  ['export const q = where(o => expr`1 = 1` || o.vip)', '1:29 expr`1 = 1` ||'],
  ['export const q = where(o => { let c = o.amount.gt(1); c ||= o.vip; return c })', '1:55 c ||'],
  ['export const q = where(o => { const c = [o.vip, o.amount.gt(1)]; return c[1] || c[0] })', '1:73 c[1] ||'],
  ['export const q = where(o => { const c = { x: o.amount.gt(1) }; return c.x || o.vip })', '1:71 c.x ||'],
  ['export const q = where(o => { const { vip = lit(true) } = o; return vip })', '1:39 vip = …'],
  [
    "export const q = where(o => { switch (o.region) { case 'eu': return o.vip; default: return lit(true) } })",
    '1:39 switch (o.region)',
  ],
  // helpers
  ['const big = o => o.vip || o.amount.gt(1)\nexport const q = where(o => big(o))', '1:18 o.vip ||'],
  ['const isVip = o => o.vip\nexport const q = where(o => isVip(o) || o.amount.gt(1))', '2:29 isVip(…) ||'],
  [
    'function isEu(o) { const r = upper(o.region); return r.eq("EU") }\nexport const q = where(o => isEu(o) ? o.vip : isEu(o))',
    '2:29 isEu(…) ?',
  ],
  ['const big = o => { const v = o.vip; return v || o.amount.gt(1) }\nexport const q = where(o => big(o))', '1:44 v ||'],
  ['const pick = (o, strict) => strict ? o.vip : lit(true)\nexport const q = where(o => pick(o, on))', '1:29 strict ?'],
  [
    'const pick = ({ id, vip }) => { const { r = 1 } = { id }; return id.gt(r) || vip }\nexport const q = where(o => pick(o))',
    '1:66 id.gt(…) ||',
  ],
  ['const big = ({ vip, amount }) => vip || amount.gt(1)\nexport const q = where(o => big(o))', '1:34 vip ||'],
  ['const big = ({ inner: { x }, ...rest }) => (x ?? rest)\nexport const q = where(o => big(o))', '1:45 x ??'],
  ['function of({ vip = lit(true), id }) { return id.gt(1).and(vip) }\nexport const q = where(o => of(o))', '1:15 vip = …'],
  ['export const q = where(({ vip = lit(true) }) => vip)', '1:27 vip = …'],
  ['export const q = where(({ vip, id }) => { const both = () => vip ?? id.gt(1); return both() })', '1:62 vip ??'],
  ['const none = ({ region = lit("x") }) => region.eq("x")\nexport const q = where(o => none(o))', '1:17 region = …'],
  ['export const q = where(o => (o.amount || lit(0)).gt(1))', '1:30 o.amount ||'],
  ['export const q = where(o => flags.all || o.vip || o.amount.gt(1))', '1:42 o.vip ||'],
  ['export const q = where(o => o.vip && o.amount.gt(1))', '1:29 o.vip &&'],
  ['export const q = where(o => { if (o.vip) return o.vip; return lit(true) })', '1:35 if (o.vip)'],
  ['export const q = where(o => (!o.vip ? lit(true) : o.vip))', '1:31 !o.vip'],
  ['export const q = where(o => o.region === "eu" ? o.vip : lit(true))', '1:29 o.region ==='],
  ['const low = o => { while (o.vip) later = 1 }\nexport const q = where(o => low(o))', '1:27 while (o.vip)'],
  // params, anywhere
  ["later = `${kind}` === 'eu' ? 1 : 2", '1:9 `${kind}` ==='],
  ['const pick = (o, k) => (k === "eu" ? o.vip : lit(true))\nexport const q = where(o => pick(o, kind))', '1:25 k ==='],
  ['export const q = where(o => on ? o.vip : o.amount.gt(1))', '1:29 on ?'],
  ['export const q = where(o => on || o.amount.gt(1))', '1:29 on ||'],
  ['if (on) later = 1', '1:5 if (on)'],
  ['if (!on) later = 1', '1:6 !on'],
  ['if (flags.name && on) later = 1', '1:19 if (on)'],
  ['later = on ? 1 : 2', '1:9 on ?'],
  ["later = kind === 'eu' ? 1 : 2", '1:9 kind ==='],
  ["later = 'eu' != kind ? 1 : 2", '1:17 kind !='],
  ['later = kind === flags.name ? 1 : 2', '1:9 kind ==='],
  ["switch (kind) { case 'eu': later = 1 }", '1:9 switch (kind)'],
  ['const all = { on }\nif (all.on) later = 1', '2:5 if (all.on)'],
  ['const copy = on.doc("x")\nwhile (copy) break', '2:8 while (copy)'],
  ["import { strict } from './lib/params.ts'\nif (strict) later = 1", '2:5 if (strict)'],
  ['const build = ({ strict }) => strict && later\nbuild({ strict: on })', '1:31 strict &&'],
]

/** Values that are no expressions, and questions whether there is one. */
const FINE: readonly string[] = [
  // at one time there is none, or another value
  'export const q = where(o => { let c; for (const r of [1, 2]) c = c || o.amount.gt(r); return c })',
  'export const q = where(o => { let c; for (const r of [1, 2]) c ??= o.amount.gt(r); return c })',
  'let big\nconst isBig = o => (big ??= o.amount.gt(1))\nexport const q = where(o => isBig(o).and(isBig(o)))',
  'export const q = where(o => { let acc; for (const r of ["eu", "us"]) { const c = o.region.eq(r); acc = acc === undefined ? c : acc.or(c) } return acc })',
  'export const q = where(o => { let acc; ["eu", "us"].forEach(r => { const c = o.region.eq(r); acc = acc ? acc.or(c) : c }); return acc })',
  'const plus = (a, b) => (b === 0 ? a : a.plus(b))\nexport const q = where(o => plus(o.amount, 0).gt(plus(o.amount, o.amount)))',
  'const plus = (a, b) => (b === 0 ? a : a.plus(b))\nexport const q = where(o => plus(o.amount, o.amount).gt(1))',
  'const is = x => (x.vip ? 1 : 2)\nis({})\nexport const q = where(o => o.amount.gt(is(o)))',
  'const of = ({ vip = lit(true) }) => vip\nof({})\nexport const q = where(o => of(o))',
  // whether there is one
  'const all = (...cs) => cs.filter((c) => !!c).reduce((a, b) => a.and(b))\nexport const q = where(o => all(o.vip, flags.all && o.amount.gt(1)))',
  'const all = (...cs) => cs.filter((c) => !!c).reduce((a, b) => a.and(b))\nexport const q = where(o => all(o.vip, o.amount.gt(1)))',
  'export const q = where(o => [o.vip, o.amount.gt(1)].filter(c => c).filter(Boolean).flatMap(c => (c ? [c] : [])).reduce((a, b) => a.and(b)))',
  'const build = (more) => { if (more) return 1; return 2 }\nexport const q = where(o => o.amount.gt(build(o.vip)))',
  'const label = (more) => (more ? "with" : "without")\nexport const q = where(o => o.region.eq(label(o.vip)))',
  'const and = (a, b) => { if (b === undefined) return a; return a && b ? a.and(b) : b }\nexport const q = where(o => and(o.vip, o.vip))',
  'export const q = where(o => { const c = o.vip; return c ? c.and(o.amount.gt(1)) : lit(true) })',
  'export const q = where(o => { const all = [o.vip, o.amount.gt(1)]; const [first] = all; return all.filter(x => x !== first)[0] })',
  // a choice by another value
  'export const q = where(o => (flags.all && o.vip) || o.amount.gt(1))',
  'const strict = true\nexport const q = where(o => (strict && o.vip) || o.amount.gt(1))',
  'export const q = where(({ region, amount }) => flags.all ? amount.gt(1).and(region.isNotNull()) : amount.gt(1))',
  'export const q = where(o => { let c = lit(true); if (flags.name) c = o.region.eq(flags.name); return c })',
  'export const q = where(o => { let res = o.amount.gt(0); for (const k of ["region", "amount"]) if (k === "region") res = res.and(o[k].isNotNull()); return res })',
  'export const q = where(o => { const c = o.amount.gt(1); const label = c => (c ? "a" : "b"); return c.and(o.region.ne(label("x"))) })',
  'const name = `${kind}`\nif (name === "") later = 1\nconst topic = name => (name === "main" ? "a" : name)\nlater = topic(`${kind}.x`)',
  'export const q = where(o => flags.all || o.vip)',
  'const eu = flags.name === "eu" ? 1 : 2\nif (!flags.all && flags.name) later = flags.none ?? eu',
  'const and = (a, more) => (more ? a.and(more) : a)\nexport const q = where(o => and(o.vip, o.amount.gt(1)))',
  'const and = (a, more) => { if (!more) return a; return a.and(more) }\nexport const q = where(o => and(o.vip, o.amount.gt(1)))',
  'const or = (a) => a || lit(true)\nexport const q = where(o => or(o.vip))',
  'const or = (a) => { a ??= lit(true); return a }\nexport const q = where(o => or(o.vip))',
  'const or = ({ cond = lit(true) }) => cond\nexport const q = where(o => or({ cond: o.vip }))',
  'const or = ({ cond, other = true }) => cond ?? other\nexport const q = where(o => or({ cond: o.vip }))',
  'const or = ({ list: [cond], ...more }) => { if (more.none) return cond; return cond || lit(true) }\nexport const q = where(({ vip }) => or({ list: [vip] }))',
  'const all = ({ a = 1, b = 2 } = {}) => (a, b)\nconst sum = ({ a = 1, b = 2 }) => (a, a + b)\nif (all() + sum({}) !== 5) throw new Error("no sum")\nlater = ({ a = 1 }) => ({ a })',
  'const must = (cond, what) => { if (!cond) throw new Error(what) }\nfunction needs(it) { if (it) { later = 1 } else { throw new Error("no") } return it }\nmust(on, "on")\nneeds(kind)',
  'const or = (options) => options.cond ?? lit(true)\nexport const q = where(o => or({ cond: o.vip }))',
  'const or = (options) => { const cond = options.cond; return cond ? cond : lit(true) }\nexport const q = where(o => or({ cond: o.vip }))',
  'const or = (options) => { const { cond = lit(true) } = options; return cond }\nexport const q = where(o => or({ cond: o.vip }))',
  'const all = (list) => list.reduce((a, c) => (a ? a.and(c) : c), undefined)\nexport const q = where(o => all([o.vip, o.amount.gt(1)]))',
  'export const q = where(o => { let c; for (const x of [o.vip, o.amount.gt(1)]) c = c ? c.and(x) : x; return c })',
  'export const q = where(o => { let c; for (const x of [o.vip, o.amount.gt(1)]) c = c?.and(x) ?? x; return c })',
  'export const q = where(o => { const list = [o.vip].filter(() => true); return list[0] ?? lit(true) })',
  'export const q = where(o => { const by = { eu: o.vip }; const r = "eu"; return by[r] ?? o.amount.gt(1) })',
  'const eu = flags.all ? param("eu", t.boolean(), true) : undefined\nexport const q = where(o => (eu ? o.vip.and(eu) : o.vip))',
  'let made\nconst get = () => (made ??= param("made", t.boolean(), true))\nget()\nexport const q = where(o => o.vip.and(get()).and(get()))',
  'let made\nfunction set() { made = on }\nif (flags.all) set()\nif (made) later = 1\nset()\nif (made) later = made',
  'if (on !== undefined && on != null && typeof on === "object") later = 1',
  'if (s === later || s) later = [s].find((x) => x === s)',
  'const find = (name) => [on, kind].find((p) => p.name === name)\nif (find("on") === on) later = find("none") ?? on',
  'const p = flags.all ? pipeline("p") : null\nif (p && s) later = p',
  'import { maybe } from "helpers"\nconst more = maybe(on)\nif (more) later = more',
  'const net = fn("net", { a: t.boolean() }, p => p.a)\nexport const q = where(o => flags.list.length > 0 ? net({ a: o.vip }) : o.vip)',
  'class Maybe { #at = flags; get(name) { return this.#at[name] ?? super.toString?.() } }\nlater = new Maybe().get("all") ? 1 : 2',
  'const text = `${flags.all ? "a" : `b${flags.name || ""}`}`; label: for (const x of flags.list) { if (x) continue label }\nlater = flags?.none?.x ?? text',
]

describe('what JavaScript decides about expressions', () => {
  it('is found where it stands, whatever is asked', () => {
    const found = runAll(
      FOUND.map(([program]) => program),
      { 'lib/params.ts': "import { param, t } from 'flowc'\nexport const strict = param('strict', t.boolean(), false)" },
    )
    expect(FOUND.map(([program], i) => [program, found[i]])).toEqual(FOUND)
  })
  it('is fine beside other values, and where a value may be missing', () => {
    const more = {
      'node_modules/helpers/package.json': '{ "name": "helpers", "type": "module", "main": "index.js" }',
      'node_modules/helpers/index.js': 'export function maybe(x) { return x || undefined }',
    }
    const found = runAll(FINE, more)
    expect(FINE.map((program, i) => [program, found[i]]).filter(([, said]) => said !== 'fine')).toEqual([])
  })
  it('leaves numbers of chance and the time, which differ from build to build', () => {
    const said = runAll([
      'const n = Math.random()\nexport const q = where(o => o.amount.gt(n))',
      'const n = Date.now()\nexport const q = where(o => o.amount.gt(n))',
      'later = [1, 2][Math.floor(Math.random())]',
      'const begun = Date.now()\nlater = Date.now() - begun > 60_000 ? 1 : 2',
    ])
    expect(said).toEqual([
      expect.stringMatching(/^2:38 FLOW2110 0\.\d+ is the time of this build or a random number/),
      expect.stringMatching(/^2:38 FLOW2110 \d+ is the time of this build or a random number/),
      'fine',
      'fine',
    ])
  })
  it('asks the methods that an expression has', () => {
    const others = ['else', 'end', 'value', 'doc']
    expect([...ALWAYS_GIVE].filter((name) => !METHOD_NAMES.has(name) && !others.includes(name))).toEqual([])
    expect([...METHOD_NAMES].filter((name) => !ALWAYS_GIVE.has(name)).toSorted()).toEqual(['at', 'concat', 'field', 'filter'])
  })
})

describe('a bundle with guards', () => {
  const name = (): null => null
  const bundle = '// a.ts\nvar a, b;\nvar init_a = __esm({ "a.ts"() { a = f(1) || (g(2) || b); } });\n// <entry>\ninit_a();\n'
  it('keeps its lines, and every column is found again', () => {
    const { code, columnOf, guards } = guarded(bundle, ['a.ts', '<entry>'], '/', name)
    const [before, after] = [bundle.split('\n'), code.split('\n')]
    expect(guards.length).toBeGreaterThan(1)
    expect(after.length).toBe(before.length)
    for (const word of ['f(1)', 'g(2)', 'b);', 'a = ']) {
      const at = after[2]!.indexOf(word)
      expect([word, columnOf(3, at + 1)]).toEqual([word, before[2]!.indexOf(word) + 1])
    }
  })
  it.each([
    ['has nothing to look at', '// a.ts\nvar a = f(1);\n', ['a.ts']],
    ['is of packages', '// node_modules/x/a.js\nvar a = f(1) || 2;\n', ['node_modules/x/a.js']],
    ['cannot be read', '// a.ts\nvar a = f(1) || ;\n', ['a.ts']],
  ])('that %s stays as it is', (_, code, sources) => {
    expect(guarded(code, sources, '/', name)).toMatchObject({ code, guards: [] })
  })
})

describe('several programs', () => {
  const lib = {
    'lib/helpers.ts':
      "import { lit } from 'flowc'\nexport const of = ({ vip = lit(true) }) => vip\nexport const big = (o) => o.vip || o.amount.gt(1)",
  }
  it('have a mistake only where none of them has another value', () => {
    const row = "import { of } from './lib/helpers.ts'\nexport const q = where(o => of(o))"
    const object = "import { of } from './lib/helpers.ts'\nlater = of({})"
    expect(runAll([row, object], lib)).toEqual(['fine', 'fine'])
    expect(runAll([row], lib)).toEqual([expect.stringMatching(/vip = …$/)])
  })
  it('are told each by itself, the first mistake first', () => {
    const two = 'export const a = where(o => o.vip || o.amount.gt(1))\nexport const b = where(o => o.vip && o.amount.gt(1))'
    const big = "import { big } from './lib/helpers.ts'\nexport const q = where(o => big(o))"
    expect(runAll([two, big, big], lib)).toEqual([
      '1:29 o.vip ||',
      expect.stringMatching(/o\.vip \|\|$/),
      expect.stringMatching(/o\.vip \|\|$/),
    ])
  })
})
