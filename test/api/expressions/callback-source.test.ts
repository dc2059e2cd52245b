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
    ['o => ({ n: o.n ?? 0 })', 'o.n ??'],
    ['async o => o.n ?? 0', 'o.n ??'],
    ['function (o) { return o.n ?? 0 }', 'o.n ??'],
    ['({ n, id: key }) => key ?? n', 'key ??'],
    ['o => { const big = o.n.gt(0); return big || o.ok }', 'big ||'],
    ['o => { const { n, m } = o\n const big = n.gt(0)\n return big || m }', 'big ||'],
    ['o => upper(o.name) || "x"', 'upper(…) ||'],
    ['o => (o.n.gt(0)) || x', '(o.n.gt(…)) ||'],
    ['o => o["n"] ?? 0', 'o["n"] ??'],
    ['o => o.n?.gt(1) || x', 'o.n?.gt(…) ||'],
    ['o => coalesce(o.a, o.b).gt(1) || x', 'coalesce(…).gt(…) ||'],
    ['o => { const up = upper(o.name); return up || x }', 'up ||'],
    ['o => { const big = o.n.gt(0); return { big, n: big ? o.n : o.m } }', 'big ?'],
    ['o => { const big = o.n.gt(0); return { big, n: big && o.ok } }', 'big &&'],
    ['o => { const big = o.n.gt(0); return { big, n: !big } }', 'big !'],
    ['o => { const big = o.n.gt(0); return { big, n: !(big) } }', '(big) !'],
    ['o => { const big = o.n.gt(0); return { big, n: big === true } }', 'big ==='],
    ['o => { const big = o.n.gt(0); if (big) return { big }; return { a: big } }', 'big if'],
    ['o => names.map(n => o[n] ?? 0)', 'o[n] ??'],
    ['o => o.n.eq(a / b) || /[/]x/.test(y)', 'o.n.eq(…) ||'],
    ['o => (0, __vi_import_0__.upper)(o.name).eq("x") || x', 'upper(…).eq(…) ||'],
    ['o => (0, a.b.count)(o.n) ?? 0', 'count(…) ??'],
    ['({ name = "none", id }) => ({ name, id })', 'name ='],
    ['({ name: called = lit("none") }) => called', 'called ='],
    ['o => { const { name: called = "none", id } = o; return { called, id } }', 'called ='],
    ['o => { const { a, b } = o; const big = a.gt(0); return big || b }', 'big ||'],
    ['o => { let big = o.n.gt(0); big ||= o.ok; return big }', 'big ||'],
    ['o => { let big = o.n.gt(0); while (!big) big = o.ok; return big }', 'big !'],
    ['o => { let big = o.n.gt(0); while (big) return big; return o.ok }', 'big if'],
    // operands that a loader has given to a function
    ['o => $flowc[3]($flowc[4](o).n) ?? 0', '((o).n) ??'],
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
