// Programs in which JavaScript decides about expressions, and such as are fine: the same for commands and for tests in a loader.

/** Before each of them. */
export const HEAD = `import { caseOf, count, expr, files, fn, lit, param, pipeline, schema, stream, sum, t, upper, when } from 'flowc'
const S = schema('S', { id: t.bigint().notNull(), region: t.string(), amount: t.decimal(10, 2), vip: t.boolean(), inner: t.row({ x: t.boolean() }) })
const s = stream('s', files('s.ndjson').schema(S))
const on = param('on', t.boolean(), false)
const kind = param('kind', t.string(), 'eu')
const flags = { all: false, name: 'eu', none: undefined, list: [] }
let extra, later
const where = (back) => stream('out', s.where(back))
`

/** Modules that some of them import, and a package. */
export const LIBRARY = {
  'lib/params.ts': `import { lit, param, t } from 'flowc'
export const strict = param('strict', t.boolean(), false)
export const maybe = [strict].find(() => false)
export const isBig = (o) => o.amount.gt(1)
export const isVip = (o) => o.vip
export const flagOf = (row) => isVip(row)
export const allOf = (options) => options.cond
export const orTrue = (c) => c || lit(true)
export default strict
export { strict as renamed }`,
  'lib/index.ts':
    "export * from './params.ts'\nexport { default as other } from './params.ts'\nexport * as all from './params.ts'",
}
export const HELPERS = {
  'node_modules/helpers/package.json': '{ "name": "helpers", "type": "module", "main": "index.js" }',
  'node_modules/helpers/index.js': 'export function maybe(x) { return x || undefined }',
}

/** With the place and the operand, `line:column operand`; in a bundle names of other modules are those that they have there. */
export const FOUND: readonly (readonly [program: string, found: string, inBundle?: string])[] = [
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
  // whether it is NULL
  ["export const q = where(o => o.region === null ? lit(true) : o.region.eq('eu'))", '1:29 o.region === null'],
  ["export const q = where(o => o.region != null ? o.region.eq('eu') : lit(true))", '1:29 o.region != null'],
  [
    'export const q = where(o => { if (undefined === o.region) return lit(true); return o.region.isNull() })',
    '1:49 o.region === undefined',
  ],
  ['export const q = where(o => (o.inner?.x !== void 0 ? o.inner.x : lit(true)))', '1:30 o.inner.x !== undefined'],
  [
    'const isEu = o => (upper(o.region) == null ? lit(true) : o.vip)\nexport const q = where(o => isEu(o))',
    '1:20 upper(…) == null',
  ],
  ['export const q = where(o => { const r = o.region; return r === null ? lit(true) : r.eq("eu") })', '1:58 r === null'],
  [
    'const isEu = ({ region }) => (region === null ? lit(true) : region.eq("eu"))\nexport const q = where(o => isEu(o))',
    '1:31 region === null',
  ],
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
  ["import { renamed as way } from './lib/index.ts'\nif (way) later = 1", '2:5 if (way)', '2:5 if (strict)'],
  ["import way from './lib/params.ts'\nif (way) later = 1", '2:5 if (way)', '2:5 if (params_default)'],
  ["import { other } from './lib/index.ts'\nif (other) later = 1", '2:5 if (other)', '2:5 if (params_default)'],
  ["import * as lib from './lib/index.ts'\nlater = lib.strict ? 1 : 2", '2:9 lib.strict ?', '2:13 strict ?'],
  ["import { isBig } from './lib/index.ts'\nexport const q = where(o => isBig(o) || o.vip)", '2:29 isBig(…) ||'],
  ["import { isVip } from './lib/index.ts'\nexport const q = where(o => isVip(o) || o.vip)", '2:29 isVip(…) ||'],
  ["import { flagOf } from './lib/index.ts'\nexport const q = where(o => flagOf(o) ?? o.vip)", '2:29 flagOf(…) ??'],
  [
    "import * as lib from './lib/params.ts'\nexport const q = where(o => lib.isBig(o) || o.vip)",
    '2:29 lib.isBig(…) ||',
    '2:33 isBig(…) ||',
  ],
  ["import * as api from 'flowc'\nexport const q = where(o => api.lit(true) || o.vip)", '2:29 api.lit(…) ||', '2:33 lit(…) ||'],
  ['const build = ({ strict }) => strict && later\nbuild({ strict: on })', '1:31 strict &&'],
]

/** Values that are no expressions, and questions whether there is one. */
export const FINE: readonly string[] = [
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
  'const or = (c) => (c === null ? lit(true) : c)\nexport const q = where(o => or(flags.all ? null : o.vip))',
  'const or = ({ cond }) => (cond === undefined ? lit(true) : cond)\nexport const q = where(o => or({ cond: o.vip }))',
  'const or = (options) => (options.cond == null ? lit(true) : options.cond)\nexport const q = where(o => or({ cond: o.vip }))',
  'const get = (row) => (row.vip === undefined ? lit(true) : row.vip)\nget({})\nexport const q = where(o => get(o))',
  'const pick = (all) => all.find((c) => c !== null && c !== undefined)\nexport const q = where(o => pick([null, o.vip]))',
  'export const q = where(o => { let c = null; for (const x of [o.vip, o.amount.gt(1)]) c = c === null ? x : c.and(x); return c })',
  'if (null === undefined || void 0 === null || s === null) later = 1',
  'if (s === later || s) later = [s].find((x) => x === s)',
  'const find = (name) => [on, kind].find((p) => p.name === name)\nif (find("on") === on) later = find("none") ?? on',
  'const p = flags.all ? pipeline("p") : null\nif (p && s) later = p',
  'import { maybe } from "helpers"\nconst more = maybe(on)\nif (more) later = more',
  'const net = fn("net", { a: t.boolean() }, p => p.a)\nexport const q = where(o => flags.list.length > 0 ? net({ a: o.vip }) : o.vip)',
  "import { maybe } from './lib/index.ts'\nif (maybe) later = maybe",
  "import { allOf } from './lib/index.ts'\nexport const q = where(o => allOf({ cond: o.vip }) || lit(true))",
  "import { isVip } from './lib/index.ts'\nexport const q = where(o => isVip({ vip: o.vip }) ?? lit(true))",
  "import { orTrue } from './lib/index.ts'\nexport const q = where(o => orTrue(o.vip))",
  'const both = (a, b) => b\nif ((later, 1) === 1) later = 2\nif ((both(1, 2), "x") !== "x") throw new Error("the last one counts")',
  'class Maybe { #at = flags; get(name) { return this.#at[name] ?? super.toString?.() } }\nlater = new Maybe().get("all") ? 1 : 2',
  'const text = `${flags.all ? "a" : `b${flags.name || ""}`}`; label: for (const x of flags.list) { if (x) continue label }\nlater = flags?.none?.x ?? text',
]
