// group by: aggregate calls are collected once each, and everything else is rewritten over [keys…, calls…, window columns].
import { describe, expect, it } from 'vitest'
import { DiagnosticBag } from '../../src/diagnostics/bag.js'
import type { Expr } from '../../src/ir/expr.js'
import { timestamp, type Typed } from '../../src/ir/types.js'
import { checkGroup } from '../../src/typecheck/aggregate.js'
import { checkExpr } from '../../src/typecheck/expr.js'
import { exprKey } from '../../src/typecheck/expr-key.js'
import { contextFor } from './check.js'
import { parseExprs } from './parse-exprs.js'

interface Written {
  readonly keys: readonly string[]
  /** `name: expression`, or the expression alone. */
  readonly items: readonly string[]
  readonly having?: string
  readonly window?: boolean
}

function group({ keys, items, having, window = false }: Written) {
  const bag = new DiagnosticBag()
  const context = contextFor(bag)
  const named = items.map((i) => /^(?:(\w+): )?(.*)$/.exec(i)!)
  const nodes = parseExprs([...keys, ...named.map((m) => m[2]!), ...(having === undefined ? [] : [having])]).map((p) => p.node!)
  const wall: Typed = { type: timestamp(3), nullable: false }
  const result = checkGroup(
    named.map((m, i) => ({ expr: nodes[keys.length + i]!, name: m[1] ?? null })),
    having === undefined ? null : nodes.at(-1)!,
    {
      context,
      keys: keys.map((_, i) => ({ node: nodes[i]!, checked: checkExpr(nodes[i]!, context) })),
      window: window ? { start: wall, end: wall, time: wall, span: nodes[0]!.span } : null,
    },
  )
  return {
    items: result.items.map((i) => exprKey(i.expr)),
    having: result.having === null ? null : exprKey(result.having.expr),
    calls: result.calls.map(
      (c) =>
        `${c.fn}${c.distinct ? ' distinct' : ''}(${c.argument === null ? '*' : exprKey(c.argument)})${c.filter === null ? '' : ` if ${exprKey(c.filter)}`}`,
    ),
    types: result.items.map((i) => `${(i.expr as Expr).type.key}${i.expr.nullable ? '' : ' NOT NULL'}`),
    messages: bag.all.filter((d) => d.severity === 'error').map((d) => `${d.code} ${d.message}`),
  }
}

describe('group by', () => {
  it('puts keys first, then calls, then the window', () => {
    const { items, calls } = group({ keys: ['ni', 's'], items: ['s', 'sum(nl)', 'window_end', 'count(*)', 'ni'], window: true })
    expect(items).toEqual(['#0.1', '#0.2', '#0.5', '#0.3', '#0.0'])
    expect(calls.map((c) => c.split('(')[0])).toEqual(['sum', 'count'])
  })

  it('computes equal calls once, different ones each', () => {
    const { items, calls } = group({
      keys: ['ni'],
      items: ['sum(nl) + sum(nl)', 'sum(nl) filter (where b)', 'count(nl)', 'count(distinct nl)', 'max(nl) - sum(nl)'],
    })
    expect(calls).toHaveLength(5)
    expect(items).toEqual(['plus(#0.1,#0.1)', '#0.2', '#0.3', '#0.4', 'minus(#0.5,#0.1)'])
  })

  it('knows a key by what it computes, not by how it is written', () => {
    const { items, messages } = group({ keys: ['s || v10', 'ni'], items: ['(s || v10) || s', 's || v10', 'ni + 1'] })
    expect(items[1]).toBe('#0.0')
    expect(items[2]).toBe('plus(#0.1,1:INT)')
    expect(messages).toEqual(['FLOW3022 `s` has many values in a group; the group keys are `s || v10`, `ni`'])
  })

  it('takes fields of a grouped row', () => {
    expect(group({ keys: ['r'], items: ['r.x', 'r.y'] })).toMatchObject({ items: ['#0.0.0', '#0.0.1'], messages: [] })
    expect(group({ keys: ['r.x'], items: ['r.x', 'r.y'] }).messages).toEqual([
      'FLOW3022 `r.y` has many values in a group; the group keys are `r.x`',
    ])
  })

  it('lets having see outputs by name, keys and aggregates of its own', () => {
    const { having, calls, messages } = group({
      keys: ['ni'],
      items: ['i: sum(nl)', 'ni'],
      having: 'i > 10 and count(*) > 1 and ni <> 3',
    })
    expect(messages).toEqual([])
    expect(calls).toHaveLength(2)
    expect(having).toBe('and(and(gt(#0.1,10:INT),gt(#0.2,1:INT)),ne(#0.0,3:INT))')
  })

  it('refuses a having that is no condition', () => {
    expect(group({ keys: ['ni'], items: ['t: sum(nl)'], having: 't' }).messages).toEqual([
      'FLOW3003 the condition of `having` must be BOOLEAN, `t` is BIGINT',
    ])
  })

  it('reports each ungrouped column at its own place', () => {
    expect(group({ keys: ['ni'], items: ['i + l', 'sum(i) + i'] }).messages).toHaveLength(3)
  })

  it('stays silent about grouping where a key has an error', () => {
    expect(group({ keys: ['ns + 1'], items: ['ns', 'count(*)'] }).messages).toEqual([
      'FLOW3101 `+` mixes a text with another type: `ns` is STRING, `1` is INT',
    ])
  })

  it('makes aggregates nullable where a group can have no row for them', () => {
    expect(group({ keys: ['ni'], items: ['max(nl)', 'max(nl) filter (where nb)', 'max(l)', 'count(l)'] }).types).toEqual([
      'BIGINT NOT NULL',
      'BIGINT',
      'BIGINT',
      'BIGINT NOT NULL',
    ])
    expect(group({ keys: [], items: ['max(nl)', 'count(*)'] }).types).toEqual(['BIGINT', 'BIGINT NOT NULL'])
  })

  it('refuses aggregates inside aggregates and inside filters', () => {
    expect(group({ keys: ['ni'], items: ['max(sum(nl))', 'count(*) filter (where max(nl) > 1)'] }).messages).toEqual([
      'FLOW3021 `sum(nl)` stands inside `max`, which needs one value per row',
      'FLOW3021 `max(nl)` stands inside `count`, which needs one value per row',
    ])
  })

  it('lets window columns hide columns of the input only after a window', () => {
    expect(group({ keys: ['ni'], items: ['window_start'], window: true }).messages).toEqual([])
    expect(group({ keys: ['ni'], items: ['window_start'] }).items).toEqual(['null:<error>'])
  })
})
