// What looks at operands while modules run: in the worker of a command, or in the process of a test. A place is a mistake only if no
// other value than an expression is seen there.

/**
 * JavaScript, since a worker is started from a text: `looksAt(guards, { decided, mixed })` gives the functions of the guards. `decided(i)` is
 * called each time that an expression is seen at guard `i`; `mixed(i)`, once, when something else is: nothing is said of it from then on. `seenAt(key)`: the
 * set of what the guard of another module has seen.
 */
export const LOOKS = `
const looksAt = (guards, { decided, mixed, seenAt }) => {
  const brand = (name) => (value) => (typeof value === 'object' || typeof value === 'function') && value !== null && Symbol.for('flowc.' + name) in value
  const isExpression = brand('expression'), isRow = brand('row'), isDeclared = brand('declaration')
  const isValue = (value) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
  const ofRow = () => isRow(object) || isExpression(object)
  const isTextOfParam = (value) => typeof value === 'string' && /\\0[^\\0]*#\\d+\\0/.test(value)
  let object
  const looks = []
  looks.row = Symbol.for('flowc.row')
  looks.push(...guards.map(({ kind, of, key }, guard) => {
    const seen = key === undefined ? new WeakSet() : seenAt(key)
    const isOf = (value) => of.length === 0 || of.some((i) => (typeof i === 'string' ? seenAt(i) : looks[i].seen).has(value))
    let isMixed = false
    const note = (wrong) => {
      if (isMixed) return
      if (wrong) return decided(guard)
      isMixed = true
      mixed(guard)
    }
    const look = {
      value: (v) => note(isExpression(v) && isOf(v)),
      there: (v) => note(isExpression(v) && !isDeclared(v) && isOf(v)),
      param: (v) => note(isDeclared(v) && isExpression(v)),
      text: (v) => note(isTextOfParam(v)),
      row: (v) => note(isExpression(v) && ofRow()),
      source: (v) => note(isRow(v)),
      taken: (v, row) => note(isExpression(v) && row !== undefined),
      preset: (v, row) => note(row !== undefined),
      object: (v) => { object = v },
      part: (v) => { if (isExpression(v) && ofRow()) seen.add(v) },
      left: (v) => { look.held = v },
      right: (v) => {
        const left = looks[of[0]].held()
        const both = isExpression(left) && isExpression(v) && left !== v && !isDeclared(left) && !isDeclared(v)
        looks[of[0]].note(both || (isExpression(left) && isValue(v)))
        note(isExpression(v) && isValue(left))
      },
    }
    return Object.assign((v, row) => { look[kind](v, row); return v }, { seen, note, held: () => look.held })
  }))
  return looks
}
`

/** JavaScript of the worker: the functions of `input.guards`, where the modules find them, which is `input.looks`. */
export const GUARDS_BODY = `
${LOOKS}
globalThis[Symbol.for('flowc.guards')] = true
const told = new Set()
globalThis[input.looks] = looksAt(input.guards ?? [], {
  mixed: (guard) => send({ kind: 'mixed', guard }),
  decided: (guard) => {
    const key = at + '|' + guard
    if (told.has(key)) return
    const { operator, by, line, column } = input.guards[guard]
    const error = Object.assign(new Error('\`' + by + '\` is decided while the program is built'), { flowc: { mistake: 'decided', parameters: { operator, by }, site: { file: input.file, line, column } } })
    // it would not end
    if (operator === 'while') throw error
    told.add(key)
    send({ kind: 'noted', at, guard, thrown: describe(error) })
  },
})
`
