// Everything that the language can say in an expression has a name in the API, and a row that uses it. What is added to the language
// later fails here first.
import { describe, expect, it } from 'vitest'
import * as aggregates from '../../../src/api/aggregates.js'
import * as cases from '../../../src/api/cases.js'
import * as functions from '../../../src/api/functions.js'
import * as literals from '../../../src/api/literals.js'
import { METHOD_NAMES } from '../../../src/api/operators.js'
import * as special from '../../../src/api/special-functions.js'
import { AGGREGATES as AGGREGATE_DEFS, FUNCTIONS as FUNCTION_DEFS, REWRITTEN } from '../../../src/functions/catalog.js'
import { TIME_UNITS } from '../../../src/parser/grammar-special.js'
import type { BinaryOperator, ExprNode, SpecialForm } from '../../../src/surface/ast.js'
import { checkProgram } from '../../support/check-program.js'
import { AGGREGATES, FUNCTIONS, LITERALS, OPERATORS, SCHEMA } from './rows.js'
import { nodeOf, textOf } from './support.js'

const SCALARS = [...OPERATORS, ...FUNCTIONS, ...LITERALS]
const ROWS = [...SCALARS, ...AGGREGATES]

/** Every object inside the nodes of the rows. */
function inside(value: unknown, found: Record<string, unknown>[] = []): Record<string, unknown>[] {
  if (Array.isArray(value)) for (const v of value) inside(v, found)
  else if (typeof value === 'object' && value !== null) {
    found.push(value as Record<string, unknown>)
    for (const [key, v] of Object.entries(value)) if (key !== 'span' && key !== 'operatorSpan') inside(v, found)
  }
  return found
}

it('every method, function and literal has a row', () => {
  const names = new Set(ROWS.map(([api]) => api))
  const exported = [functions, special, literals, cases, aggregates].flatMap((m) =>
    Object.entries(m).flatMap(([name, value]) => (typeof value === 'function' && name !== 'rangeOf' ? [name] : [])),
  )
  expect([...METHOD_NAMES, ...exported].filter((name) => !names.has(name))).toEqual([])
})

describe('the surface', () => {
  const nodes = ROWS.flatMap(([, build]) => inside(nodeOf(build)))
  const values = (key: string): Set<unknown> => new Set(nodes.map((n) => n[key]))

  it('every kind of node is made', () => {
    // `satisfies`: a kind that is added to the language has to be named here
    const kinds = {
      number: true,
      string: true,
      boolean: true,
      null: true,
      bytes: true,
      'typed literal': true,
      interval: true,
      element: true,
      field: true,
      constructor: true,
      special: true,
      path: true,
      unary: true,
      binary: true,
      is: true,
      'is distinct': true,
      like: true,
      between: true,
      in: true,
      case: true,
      cast: true,
      call: true,
    } satisfies Record<Exclude<ExprNode['kind'], 'missing'>, true>
    const made = values('kind')
    expect(Object.keys(kinds).filter((k) => !made.has(k))).toEqual([])
  })

  it('every unit is taken', () => {
    expect(TIME_UNITS.map((unit) => textOf((o) => special.extract(unit as 'hour', o.since)))).toEqual(
      TIME_UNITS.map((unit) => `extract(${unit} from since)`),
    )
  })

  it('every special form is made', () => {
    const forms = {
      interval: true,
      difference: true,
      extract: true,
      floor: true,
      ceil: true,
      timestampadd: true,
      timestampdiff: true,
      trim: true,
      position: true,
      substring: true,
      overlay: true,
    } satisfies Record<SpecialForm['kind'], true>
    const made = new Set(nodes.map((n) => (n['kind'] === 'special' ? (n['form'] as SpecialForm).kind : null)))
    expect(Object.keys(forms).filter((k) => !made.has(k as SpecialForm['kind']))).toEqual([])
  })

  it('every operator is made', () => {
    const operators = {
      '+': true,
      '-': true,
      '*': true,
      '/': true,
      '%': true,
      '=': true,
      '<>': true,
      '<': true,
      '<=': true,
      '>': true,
      '>=': true,
      and: true,
      or: true,
      '||': true,
    } satisfies Record<BinaryOperator, true>
    const made = values('operator')
    expect(Object.keys(operators).filter((k) => !made.has(k))).toEqual([])
    expect([...new Set(nodes.flatMap((n) => (n['kind'] === 'is' ? [n['test']] : [])))]).toHaveLength(4)
  })
})

describe('the catalogue', () => {
  const program = `${SCHEMA}
pipeline everything {
  owner  'team'
}
stream orders from files 'orders.ndjson' {
  schema  Everything
  time    since late by 1 second
}
stream scalars =
  from orders
  select ${SCALARS.map(([, build], i) => `${textOf(build)} as c${i}`).join(',\n    ')}
stream groups =
  from orders
  window tumble 5 minutes late count
  group by id
  select id, window_start, ${AGGREGATES.map(([, build], i) => `${textOf(build)} as c${i}`).join(',\n    ')}
sink kafka 'scalars' from scalars append {
  format  json
}
sink kafka 'groups' from groups append {
  format  json
}
`
  const { diagnostics, programs } = checkProgram({ 'all.flow': program })

  it('every row compiles', () => {
    expect(diagnostics.filter((d) => d.severity === 'error').map((d) => d.message)).toEqual([])
  })

  it('every function and aggregate is called', () => {
    const called = new Set(inside(JSON.parse(JSON.stringify(programs[0]!.plan))).map((n) => n['fn']))
    expect([...FUNCTION_DEFS, ...AGGREGATE_DEFS].map((f) => f.id).filter((id) => !called.has(id))).toEqual([])
  })

  it('what is rewritten is called by name', () => {
    const called = new Set(
      ROWS.flatMap(([, build]) =>
        inside(nodeOf(build)).flatMap((n) => (n['kind'] === 'call' ? [(n['name'] as { text: string }).text] : [])),
      ),
    )
    expect(REWRITTEN.map((n) => n.toLowerCase()).filter((n) => !called.has(n))).toEqual([])
  })
})
