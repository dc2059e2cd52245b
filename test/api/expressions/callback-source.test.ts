// `||` and `??` behind an expression: the other side is never made.
import { describe, expect, it } from 'vitest'
import { neverMade } from '../../../src/api/callback-source.js'

type Back = (...args: never[]) => unknown
/** As an engine would keep it. */
const from = (source: string): Back => new Function(`return (${source})`)() as Back

describe('found', () => {
  it.each<[string, string]>([
    ['o => o.n.gt(0) || o.id.gt(0)', 'o.n.gt(0) ||'],
    ['(o, c) => o.n.eq(c.n) || c.ok', 'o.n.eq(c.n) ||'],
    ['o => ({ n: o.n ?? 0 })', 'o.n ??'],
    ['async o => o.n ?? 0', 'o.n ??'],
    ['function (o) { return o.n ?? 0 }', 'o.n ??'],
    ['({ n, id: key }) => key ?? n', 'key ??'],
    ['o => { const big = o.n.gt(0); return big || o.ok }', 'big ||'],
    ['o => { const { n, m } = o\n const big = n.gt(0)\n return big || m }', 'big ||'],
    ['o => upper(o.name) || "x"', 'upper(o.name) ||'],
    ['o => (o.n.gt(0)) || x', '(o.n.gt(0)) ||'],
    ['o => o["n"] ?? 0', 'o["n"] ??'],
    ['o => o.n?.gt(1) || x', 'o.n?.gt(1) ||'],
    ['o => names.map(n => o[n] ?? 0)', 'o[n] ??'],
    ['o => o.n.eq(a / b) || /[/]x/.test(y)', 'o.n.eq(a/b) ||'],
  ])('%s', (source, found) => {
    const { left, operator } = neverMade(from(source))!
    expect(`${left} ${operator}`).toBe(found)
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
    'o => cache.get(o) ?? made(o.n)',
    'o => names.map(n => n || "x").reduce((a, n) => a.or(o.n.eq(n)), lit(false))',
    'o => { const all = options.all || false; return all ? o.n : o.m }',
    'o => x.o || o.n',
    'o => ({ o: x || y })',
    'o => o.name.similarTo("x").or(/o.n || x/.test(y))',
  ])('%s', (source) => {
    expect(neverMade(from(source))).toBe(null)
  })
})
