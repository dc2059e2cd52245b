// Calls that have words between their arguments: functions of the API, with the words as texts.
import type { ExprNode, IntervalRange, SpecialForm } from '../surface/ast.js'
import { call, options, quoted } from './code.js'
import type { OfKind } from './module.js'

/** How what stands in it is printed. */
export interface Printing {
  readonly use: (name: string) => string
  readonly operand: (node: ExprNode) => string
  readonly value: (node: ExprNode) => string
}

type Of<K extends SpecialForm['kind']> = OfKind<SpecialForm, K>

export const special = (form: SpecialForm, p: Printing): string => PRINTERS[form.kind](form as never, p)

const PRINTERS: { readonly [K in SpecialForm['kind']]: (form: Of<K>, p: Printing) => string } = {
  interval: ({ count, unit }, p) => call(p.use('intervalOf'), p.operand(count), quoted(unit)),
  difference: (form, p) => call(p.use('difference'), p.value(form.left), p.value(form.right), ...range(form)),
  extract: ({ unit, from }, p) => call(p.use('extract'), quoted(unit.unit), p.value(from)),
  floor: (form, p) => rounded(form, p),
  ceil: (form, p) => rounded(form, p),
  timestampadd: ({ unit, left, right }, p) => call(p.use('timestampAdd'), quoted(unit.unit), p.operand(left), p.value(right)),
  timestampdiff: ({ unit, left, right }, p) => call(p.use('timestampDiff'), quoted(unit.unit), p.value(left), p.value(right)),
  trim: ({ where, characters, from }, p) =>
    call(
      p.use('trim'),
      p.value(from),
      options({
        where: where === 'both' ? null : quoted(where),
        characters: characters === null ? null : p.operand(characters),
      }),
    ),
  position: ({ needle, of, start }, p) =>
    call(p.use('position'), p.operand(needle), p.value(of), start === null ? '' : p.operand(start)),
  substring: ({ of, start, length }, p) =>
    call(p.use('substring'), p.value(of), p.operand(start), length === null ? '' : p.operand(length)),
  overlay: ({ of, placing, start, length }, p) =>
    call(p.use('overlay'), p.value(of), p.operand(placing), p.operand(start), length === null ? '' : p.operand(length)),
}

const rounded = ({ kind, operand: of, unit }: Of<'floor' | 'ceil'>, p: Printing): string =>
  call(p.use(kind), p.value(of), quoted(unit.unit))

/** `DAY(3) TO SECOND(6)` behind an interval. */
export const range = ({ from, to, precision, fraction }: IntervalRange): readonly string[] => [
  quoted(from),
  to === null ? '' : quoted(to),
  options({ precision: precision === null ? null : String(precision), fraction: fraction === null ? null : String(fraction) }),
]
