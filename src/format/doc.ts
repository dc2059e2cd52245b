// The door to Prettier's document builders: how layouts that fit and layouts that break are written down and rendered.
import type { Doc } from 'prettier'
import prettier from 'prettier/doc'

export type { Doc }
export const { align, breakParent, fill, group, hardline, ifBreak, indent, join, line, lineSuffix, literalline, softline } =
  prettier.builders
export const { willBreak } = prettier.utils

/** Columns of a line, of the one layout that there is. */
export const WIDTH = 100

/** Stands before a comment that ends its line, until all lines are known; no program holds it. */
export const MARK = '\0'

/** Lines joined by `\n`, without one at the end. */
export function render(doc: Doc): string {
  const options = { printWidth: WIDTH, tabWidth: 2, useTabs: false, endOfLine: 'lf' }
  // asks for all options of a run of Prettier, and reads these
  return prettier.printer.printDocToString(doc, options as Parameters<typeof prettier.printer.printDocToString>[1]).formatted
}

/** A comment behind what stands before it on its line; whatever group it is in breaks. */
export const behind = (text: string): Doc => [lineSuffix(MARK + text), breakParent]
