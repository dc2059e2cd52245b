// `param NAME type [= default]`: which value it has in this compilation, as a literal of its type, exactly or not at all.
import { parseDuration } from '../core/duration.js'
import { isSecretName } from '../core/secret-names.js'
import type { Span } from '../core/span.js'
import { suggest } from '../core/suggest.js'
import type { DiagnosticBag } from '../diagnostics/bag.js'
import { cli } from '../diagnostics/codes/cli.js'
import { expansion } from '../diagnostics/codes/expansion.js'
import type { Label } from '../diagnostics/define.js'
import type { ParamValue } from '../expand/macros.js'
import type { LiteralValue } from '../ir/expr.js'
import { isError, isNumeric, isTimestamp, type FlowType } from '../ir/types.js'
import type * as ast from '../surface/ast.js'
import { literalFromCell } from './cell.js'
import { isDurationParam } from './param-value.js'
import { pathText, spoken, typeText } from './spoken.js'
import { typeFromNode } from './type-node.js'

/** A value that does not stand in the program: of an environment, or of the command line. */
export interface GivenParam {
  readonly name: string
  readonly value: boolean | number | string
  /** Where the configuration says it; null: on the command line. */
  readonly span: Span | null
  /** In the words of a message: `environment `prod``. */
  readonly where: string
}

/** Params of all files, as they were found out; for `explain` and the manifest. */
export interface EvaluatedParam {
  readonly name: string
  readonly file: string
  readonly value: string
  readonly because: string
}

export class Params {
  readonly evaluated: EvaluatedParam[] = []
  readonly #given: readonly GivenParam[]
  readonly #bag: DiagnosticBag
  readonly #names = new Set<string>()

  /** Of two values for one name the later one counts. */
  constructor(given: readonly GivenParam[], bag: DiagnosticBag) {
    this.#given = given
    this.#bag = bag
  }

  readonly evaluate = (d: ast.ParamDecl, file: string): ParamValue => {
    const name = d.name.text
    this.#names.add(name)
    if (isSecretName(name)) {
      this.#bag.report(expansion.paramSecret, d.name.span, { name, reason: 'it is named like a secret' })
      return { kind: 'unknown' }
    }
    const type = typeOf(d, this.#bag)
    if (type === null) return { kind: 'unknown' }
    const standard = d.default === null ? null : this.#default(d, d.default, type)
    const given = this.#given.findLast((g) => g.name === name)
    const value = given === undefined ? standard : this.#fromOutside(d, given, type)
    if (value === null && given === undefined && d.default === null)
      this.#bag.report(expansion.paramMissing, d.name.span, { name, type: type === 'duration' ? type : typeText(type) })
    if (value === null || value.kind === 'unknown') return { kind: 'unknown' }
    this.evaluated.push({
      name,
      file,
      value: value.text,
      because: given === undefined ? 'its default' : given.where.replaceAll('`', ''),
    })
    return value
  }

  /** Values for names that no program has: on the command line a mistake, in a configuration perhaps another program's. */
  reportUnread(): void {
    for (const g of this.#given) {
      if (this.#names.has(g.name)) continue
      const near = suggest(g.name, this.#names)[0]
      if (g.span === null)
        this.#bag.report(expansion.paramUnread, null, {
          name: g.name,
          where: g.where,
          meant: near === undefined ? undefined : `did you mean \`${near}\`?`,
        })
      else if (near !== undefined)
        this.#bag.report(cli.unusedName, g.span, { what: 'param', name: g.name, known: [...this.#names] })
    }
  }

  #default(d: ast.ParamDecl, value: NonNullable<ast.ParamDecl['default']>, type: FlowType | 'duration'): ParamValue | null {
    const name = d.name.text
    const at = value.kind === 'duration' ? value.duration.span : value.expr.span
    const wrong = (problem: string, help?: string | null): null => {
      this.#bag.report(expansion.paramDefault, at, { name, problem }, help == null ? {} : { help })
      return null
    }
    if (value.kind === 'duration') {
      if (type !== 'duration') return wrong(`\`${value.duration.written}\` is a duration, \`${d.name.text}\` is ${type.key}`)
      if (value.duration.param !== null) return wrong('a param is no other param')
      return { kind: 'duration', milliseconds: value.duration.milliseconds, text: value.duration.written }
    }
    const { expr } = value
    if (expr.kind === 'call' && (expr.name.text === 'secret' || expr.name.text === 'env')) {
      this.#bag.report(expansion.paramSecret, at, {
        name,
        reason: `its value is \`${expr.name.text}(…)\`, which is read when a pipeline is deployed, and a param when it is compiled`,
      })
      return null
    }
    if (type === 'duration') return wrong(`\`${spoken(expr)}\` is no duration`, 'write it as in `5 minutes`')
    const cell = cellOfExpr(expr, type)
    if (typeof cell === 'string') return wrong(cell)
    return valueOf(cell, type, wrong)
  }

  #fromOutside(d: ast.ParamDecl, given: GivenParam, type: FlowType | 'duration'): ParamValue | null {
    const { span } = d.name
    const related: Label[] = [{ span: d.type.span, text: `\`${d.name.text}\` is declared here` }]
    const wrong = (problem: string, help?: string | null): null => {
      this.#bag.report(
        expansion.paramValue,
        given.span ?? span,
        { name: d.name.text, where: given.where, problem },
        { ...(given.span === null ? {} : { related }), ...(help == null ? {} : { help }) },
      )
      return null
    }
    if (type !== 'duration' && isRounded(given.value, type))
      return wrong(`\`${String(given.value)}\` may have lost digits as a number`, 'write it in quotes')
    if (type !== 'duration') return valueOf(cellOfGiven(given, type), type, wrong)
    const milliseconds = typeof given.value === 'string' ? parseDuration(given.value) : null
    if (milliseconds === null) return wrong(`\`${String(given.value)}\` is no duration`, 'write it as in `5 minutes`')
    return { kind: 'duration', milliseconds, text: String(given.value) }
  }
}

function typeOf(d: ast.ParamDecl, bag: DiagnosticBag): FlowType | 'duration' | null {
  if (isDurationParam(d)) return 'duration'
  const type = typeFromNode(d.type, bag)
  if (isError(type)) return null
  if (isNumeric(type) || isTimestamp(type) || SIMPLE.has(type.kind)) return type
  bag.report(expansion.paramType, d.type.span, { name: d.name.text, type: type.key })
  return null
}
const SIMPLE: ReadonlySet<string> = new Set(['boolean', 'char', 'varchar', 'date', 'time'])

function valueOf(cell: ast.CellNode, type: FlowType, wrong: (problem: string, help?: string | null) => null): ParamValue | null {
  const literal = literalFromCell(cell, { type, nullable: false })
  if (!literal.ok) return wrong(literal.problem, literal.help)
  // a text of a program has no line ends and the like either: it could not be written into SQL as it is
  if (typeof literal.value === 'string' && /[\0\r\n]|\p{Surrogate}/u.test(literal.value))
    return wrong('it holds a line end or another sign that no text of a program can hold')
  const value = literal.value as Exclude<LiteralValue, null | readonly LiteralValue[]>
  return { kind: 'value', value, text: String(value), type: type.key, instant: isTimestamp(type) }
}

/** A default as a cell; a text: why it is none. */
function cellOfExpr(expr: ast.ExprNode, type: FlowType): ast.CellNode | string {
  const { span } = expr
  switch (expr.kind) {
    case 'number':
      return { kind: 'number', text: expr.text, span }
    case 'string':
      return { kind: 'string', text: expr.value, span }
    case 'boolean':
      return { kind: 'boolean', value: expr.value, span }
    case 'null':
      return 'a param always has a value'
    case 'unary':
      if (expr.operator === 'not' || expr.operand.kind !== 'number') break
      return { kind: 'number', text: `${expr.operator === '-' ? '-' : ''}${expr.operand.text}`, span }
    case 'typed literal':
      return expr.type === type.kind ? { kind: 'string', text: expr.value.value, span } : `\`${spoken(expr)}\` is of another type`
    case 'path':
      return `\`${pathText(expr.names)}\` is a name, and a param has a fixed value`
    default:
      break
  }
  return `\`${spoken(expr)}\` is computed, and a param has a fixed value`
}

/** A number of JSON is a double: beyond 15 digits it is perhaps another one than was written. */
const isRounded = (value: GivenParam['value'], type: FlowType): boolean =>
  typeof value === 'number' &&
  type.kind !== 'double' &&
  type.kind !== 'float' &&
  String(value).replace(/e.*$/, '').replaceAll(/\D/g, '').replace(/^0+/, '').length > 15

/** JSON and the command line have fewer kinds of values than the language: a text can be the digits of a number. */
function cellOfGiven({ value, span, ...given }: GivenParam, type: FlowType): ast.CellNode {
  const at = span ?? { declaration: given.name, start: 0, end: 0 }
  if (typeof value === 'boolean') return { kind: 'boolean', value, span: at }
  if (typeof value === 'number') return { kind: 'number', text: String(value), span: at }
  if (isNumeric(type)) return { kind: /^-?\d/.test(value) ? 'number' : 'word', text: value, span: at }
  if (type.kind === 'boolean' && (value === 'true' || value === 'false'))
    return { kind: 'boolean', value: value === 'true', span: at }
  return { kind: 'string', text: value, span: at }
}
