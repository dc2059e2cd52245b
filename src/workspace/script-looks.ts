// What looks at operands while the modules run. A place is a mistake only if no other value than an expression is seen there.

/** JavaScript of the worker: the functions of `input.guards`, where the modules find them. */
export const GUARDS_BODY = `
const brand = (name) => (value) => (typeof value === 'object' || typeof value === 'function') && value !== null && Symbol.for('flowc.' + name) in value
const isExpression = brand('expression'), isRow = brand('row'), isDeclared = brand('declaration')
const isValue = (value) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
const ofRow = () => isRow(object) || isExpression(object)
const isTextOfParam = (value) => typeof value === 'string' && /\\0[^\\0]*#\\d+\\0/.test(value)
let object
globalThis[Symbol.for('flowc.guards')] = true
globalThis.$flowc = []
$flowc.row = Symbol.for('flowc.row')
$flowc.push(...(input.guards ?? []).map(({ kind, operator, by, line, column, of }, guard) => {
  const seen = new WeakSet()
  const isOf = (value) => of.length === 0 || of.some((i) => $flowc[i].seen.has(value))
  const told = new Set()
  let mixed = false
  const note = (wrong) => {
    if (mixed || (wrong && told.has(at))) return
    if (!wrong) { mixed = true; send({ kind: 'mixed', guard }); return }
    const error = Object.assign(new Error('\`' + by + '\` is decided while the program is built'), { flowc: { mistake: 'decided', parameters: { operator, by }, site: { file: input.file, line, column } } })
    // it would not end
    if (operator === 'while') throw error
    told.add(at)
    send({ kind: 'noted', at, guard, thrown: describe(error) })
  }
  const look = {
    value: (v) => note(isExpression(v) && isOf(v)),
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
      const left = $flowc[of[0]].held()
      const both = isExpression(left) && isExpression(v) && left !== v && !isDeclared(left) && !isDeclared(v)
      $flowc[of[0]].note(both || (isExpression(left) && isValue(v)))
      note(isExpression(v) && isValue(left))
    },
  }
  return Object.assign((v, row) => { look[kind](v, row); return v }, { seen, note, held: () => look.held })
}))
`
