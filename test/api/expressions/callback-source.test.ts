// `||`, `??`, `?:` and their like beside an expression: JavaScript decides, and nothing shows it.
import { describe, expect, it } from 'vitest'
import { decidedByJavaScript } from '../../../src/api/callback-source.js'

type Back = (...args: never[]) => unknown
/** As an engine would keep it. */
const from = (source: string): Back => new Function(`return (${source})`)() as Back

describe('found', () => {
  it.each<[string, string]>([
    ['o => o.n.gt(0) || o.id.gt(0)', 'o.n.gt(…) ||'],
    ['(o, c) => o.n.eq(c.n) || c.ok', 'o.n.eq(…) ||'],
    ['(o, c) => c.ok && o.n.eq(c.n)', 'c.ok &&'],
    ['o => ({ n: o.n ?? 0 })', 'o.n ??'],
    ['async o => o.n ?? 0', 'o.n ??'],
    ['function (o) { return o.n ?? 0 }', 'o.n ??'],
    ['o => (o.n.gt(0)) || x', 'o.n.gt(…) ||'],
    ['o => (o.n || lit(0)).gt(1)', 'o.n ||'],
    ['o => o["n"] ?? 0', 'o["n"] ??'],
    ['o => o.n?.gt(1) || x', 'o.n?.gt(…) ||'],
    ['o => o.inner.x ? a : b', 'o.inner.x ?'],
    ['o => all || o.n || o.m', 'o.n ||'],
    ['o => o.n.eq(a / b) || /[/]x/.test(y)', 'o.n.eq(…) ||'],
    ['o => `${{ a: `}` }.a}`.length ? o.flag && x : y', 'o.flag &&'],
    ['o => (!o.flag ? a : b)', 'o.flag !'],
    ['o => !(o.flag)', 'o.flag !'],
    ['o => { if (o.flag) return o.n; return o.m }', 'o.flag if'],
    ['o => { while (o.flag) return o.n; return o.m }', 'o.flag while'],
    ['o => { const all = o.n; if (all.x) return all; return o.m.gt(0) || all }', 'o.m.gt(…) ||'],
    ['o => o.name === "eu" ? x : y', 'o.name ==='],
    ['o => o.name === null ? x : upper(o.name)', 'o.name === null'],
    ['o => (o.name != undefined ? x : y)', 'o.name != undefined'],
    ['o => { if (o.name == null) return x; return o.name }', 'o.name == null'],
    ['({ name = "none", id }) => ({ name, id })', 'name ='],
    ['({ name: called = lit("none") }) => called', 'called ='],
    // as Istanbul counts
    [
      'o => { cov_1x().f[0]++; cov_1x().s[2]++; return (cov_1x().b[0][0]++, o.n.gt(1)) || (cov_1x().b[0][1]++, o.m) }',
      'o.n.gt(…) ||',
    ],
  ])('%s', (source, found) => {
    const { by, operator } = decidedByJavaScript(from(source))!
    expect(`${by} ${operator}`).toBe(found)
  })
})

describe('not found', () => {
  it.each([
    'o => o.n.gt(0)',
    'o => o.name.eq("a || b")',
    "o => o.name.concat('o.n || x')",
    'o => o.name.eq(`o.n || ${x}`)',
    'o => { // o.n || x\n return o.n }',
    'o => o.name.eq(`${a ? `b` : "c"} o.n || x`)',
    'o => `${{ a: `}` }.a}` || o.n',
    // the name is bound again
    'o => xs.map(o => o.on || 1)[0] ?? o.n',
    'o => xs.map((x, o) => (o.on ? x : 1))',
    'o => xs.map(({ o }) => o.on || 1)',
    'o => { for (const o of xs) if (o.on) return 1; return 2 }',
    'o => { { const { o } = x; return o.on || 1 } }',
    'o => { { const a = 1, [o] = x; return o.on || a } }',
    'o => { function f(o) { return o.on || 1 } return f(x) }',
    'o => { try { f() } catch (o) { return o.on || 1 } }',
    'o => { o = x; return o.on || 1 }',
    'o => { { let o2, o; return o.on || 1 } }',
    // other values, or not the whole operand
    'o => (strict && o.flag) || o.n.gt(1)',
    'o => (strict.x === null ? o.n : o.m)',
    'o => (strict && o.n !== null ? o.n : o.m)',
    'o => strict && o.flag || o.n.gt(1)',
    'o => (strict && o.flag ? 1 : 2)',
    "o => { const c = o.n.gt(1); const label = (c) => (c ? 'a' : 'b'); return c.and(o.m.ne(label('x'))) }",
    'o => { let all; for (const x of xs) { const c = o.n.eq(x); all = all ? all.or(c) : c } return all }',
    "o => { let res = o.n.gt(0); for (const k of names) if (k === 'n') res = res.and(o[k].isNotNull()); return res }",
    'o => [o.a, false].filter((c) => !!c)',
    '({ n, on }) => (strict ? n.gt(1).and(on) : n.gt(1))',
    'o => o.n.other(1) || x',
    'o => o.of(1) || x',
    'o => o[n] ?? 0',
    'o => upper(o.name) || 1',
    'o => o.n === n',
    'o => o.n.gt(0) /* o.n || x */',
    'o => options.all || o.n.gt(0)',
    'o => (given ?? fallback)(o.n)',
    'o => names[0] ?? o.n',
    'o => $flowc[3]($flowc[4](names)[0]) ?? o.n',
    'o => { const { least = 3 } = options; return o.n.gt(least) }',
    'o => { const all = { least: 3, n: (x = 1) => x }; return o.n.gt(all.least) }',
    'o => { if (options.all) return o.n; return !options.none && o.m }',
    'o => options.all === true ? o.n : o.m',
    'o => { const n = o.n; for (const x of xs) if (x.on) return n; return n }',
    'o => o.name.eq(x?.name ?? "eu")',
    'o => o.name.ne(!options.a ? "a" : "b")',
    'o => names.map(n => o[n])[0] ?? lit(0)',
    'o => [o.a, o.b][i] ?? lit(0)',
    'o => { const all = names.map(n => o[n].gt(0)); return all[0] ?? lit(true) }',
    'o => listOf(o.a, o.b).find(isGood) ?? lit(0)',
    'o => cache.get(o) ?? made(o.n)',
    'o => names.map(n => n || "x").reduce((a, n) => a.or(o.n.eq(n)), lit(false))',
    'o => { const all = options.all || false; return all ? o.n : o.m }',
    'o => x.o || o.n',
    'o => ({ o: x || y })',
    'o => o.name.similarTo("x").or(/o.n || x/.test(y))',
  ])('%s', (source) => {
    expect(decidedByJavaScript(from(source))).toBe(null)
  })
})
