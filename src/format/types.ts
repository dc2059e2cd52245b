// Types: lower case, parameters in brackets, the fields of a long row a line each.
import type { FieldNode, TypeNode } from '../surface/ast.js'
import { group, hardline, indent, line, softline, type Doc } from './doc.js'
import { nameText } from './names.js'
import type { Origin, Range } from './origin.js'
import { aboveApart, run, withBehind } from './pieces.js'

export function typeDoc(o: Origin, type: TypeNode): Doc {
  switch (type.kind) {
    case 'named':
      return type.parameters.length === 0 ? type.name : `${type.name}(${type.parameters.join(', ')})`
    case 'array':
    case 'multiset':
      return [`${type.kind}<`, inner(o, type.element, type.elementNotNull), '>']
    case 'map':
      return ['map<', inner(o, type.key, type.keyNotNull), ', ', inner(o, type.value, type.valueNotNull), '>']
    case 'row':
      return ['row', fieldList(o, '<', type.fields, '>', o.range(type))]
  }
}

const inner = (o: Origin, type: TypeNode, notNull: boolean): Doc => (notNull ? [typeDoc(o, type), ' not null'] : typeDoc(o, type))

/** `name type not null`, with two columns where `width` is that of the longest name. */
export function fieldDoc(o: Origin, field: FieldNode, width = 0): Doc {
  const name = nameText(o, field.name)
  return [width === 0 ? `${name} ` : name.padEnd(width + 2), inner(o, field.type, field.notNull)]
}

/** Where the tree has no text its documentation is written from the node. */
export const docLines = (o: Origin, doc: string | null): readonly string[] =>
  o.text !== null || doc === null ? [] : doc.split('\n').map((l) => (l === '' ? '///' : `/// ${l}`))

/** `(a int, b string)` on one line, or a field a line. */
export function fieldList(o: Origin, open: string, fields: readonly FieldNode[], close: string, within: Range): Doc {
  if (fields.length === 0) return open + close
  const pieces = fields.map((field) => ({
    ...o.range(field),
    documented: true,
    print: (): Doc => [docLines(o, field.doc).map((l) => [l, hardline]), fieldDoc(o, field)],
  }))
  const { placed, rest } = run(o, pieces, within.start, within.end, false)
  const parts: Doc[] = placed.flatMap((p, i) => [
    i === 0 ? softline : line,
    aboveApart(p),
    withBehind({ ...p, doc: [p.doc, i === placed.length - 1 ? '' : ','] }),
  ])
  return group([open, indent([...parts, rest.map((c) => [hardline, c.text])]), softline, close])
}
