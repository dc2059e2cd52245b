// Programs of the tests of params, types, functions and loops.
import { checkProgram, type Checked } from '../support/check-program.js'

const HEAD = `schema Order {
  order_id    bigint not null,
  customer    row<id bigint not null, name string>,
  region      string,
  amount      decimal(10, 2),
  quantity    int not null,
  created_at  timestamp(3) not null
}

stream orders from kafka 'shop.order.created.v1' {
  schema       Order
  message key  order_id as text
  time         created_at late by 30 seconds, idle after 1 minute
}
`

/** Declarations, then `stream result = from orders` with these clauses, as a library. */
export const over = (declarations: string, clauses: string): Checked =>
  checkProgram({ 'main.flow': `${HEAD}${declarations}\nstream result =\n  from orders\n  ${clauses}\n` })

/** The type of the column `x` of `result`, as `DECIMAL(10, 2) NOT NULL`. */
export function typeOf(checked: Checked, column = 'x'): string | undefined {
  const found = checked.model.scopes
    .get('main.flow')
    ?.get('result')
    ?.type?.columns.find((c) => c.name === column)
  return found === undefined ? undefined : `${found.type.key}${found.nullable ? '' : ' NOT NULL'}`
}

/** Codes with the text that each underlines: `FLOW2006 ammount`. */
export function marked(checked: Checked): readonly string[] {
  return checked.diagnostics.map((d) => {
    if (d.primary === null) return d.code
    const { file, start, end } = checked.index.range(d.primary.span)
    return `${d.code} ${checked.index.file(file)!.text.slice(start, end)}`
  })
}

/** What else a diagnostic points at: `the text` → `its label`. */
export function related(checked: Checked, code: string): readonly string[] {
  return checked.diagnostics
    .filter((d) => d.code === code)
    .flatMap((d) => d.related)
    .map(({ span, text }) => {
      const { file, start, end } = checked.index.range(span)
      return `${checked.index.file(file)!.text.slice(start, end)}: ${text}`
    })
}
