import { expect, it } from 'vitest'
import { table } from './table.js'

it('shows what steers a terminal, and keeps a row on its line', () => {
  expect(table(['a', 'b'], [['\u001b[31mx\u0007', 'two\r\nlines\tand \u202e']])).toBe(
    ['a        b', '-------  ----------------', '␛[31mx␇  two  lines and \ufffd', ''].join('\n'),
  )
})
