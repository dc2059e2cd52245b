// Functions of texts that SQL writes with words between their arguments, and what they need by their side.
import { INT, isInteger, isString, MAX_LENGTH, varchar, type FlowType, type Typed } from '../ir/types.js'
import type { FunctionDef, Inferred } from './definition.js'
import { fail, guarded, strictly } from './operators.js'

/** Texts at these places, whole numbers of at most 32 bits at those: for a BIGINT Flink generates no code. */
function shaped(args: readonly Typed[], texts: readonly number[], numbers: readonly number[]): Inferred | null {
  for (const index of texts)
    if (args[index] !== undefined && !isString(args[index].type)) return fail({ kind: 'argument', index, wants: 'a text' })
  for (const index of numbers) {
    const type = args[index]?.type
    if (type !== undefined && (!isInteger(type) || type.kind === 'bigint'))
      return fail({ kind: 'argument', index, wants: 'an INT' })
  }
  return null
}

const lengthOf = (t: FlowType): number => (isString(t) ? t.length : 0)

/** `trim(where, characters, text)` */
const trim = guarded((args) => shaped(args, [1, 2], []) ?? strictly(varchar(lengthOf(args[2]!.type)), args))

const position = guarded((args) => shaped(args, [0, 1], [2]) ?? strictly(INT, args))

/** NULL for a negative length, so never NOT NULL. */
const substring = guarded((args): Inferred => {
  const wrong = shaped(args, [0], [1, 2])
  if (wrong !== null) return wrong
  const type = varchar(lengthOf(args[0]!.type))
  return { ok: true, result: { type, nullable: true }, args: args.map((a) => a.type) }
})

const overlay = guarded((args) => {
  const wrong = shaped(args, [0, 1], [2, 3])
  return wrong ?? strictly(varchar(Math.min(lengthOf(args[0]!.type) + lengthOf(args[1]!.type), MAX_LENGTH)), args)
})

const sameText = guarded((args) => shaped(args, [0], []) ?? strictly(args[0]!.type, args))
const charLength = guarded((args) => shaped(args, [0], []) ?? strictly(INT, args))

const base = { deterministic: true, nullRule: 'strict' } as const

export const TEXT_FUNCTIONS: readonly FunctionDef[] = [
  {
    ...base,
    id: 'trim',
    names: ['TRIM'],
    syntax: 'special',
    arity: [3, 3],
    infer: trim,
    doc: '`TRIM([BOTH | LEADING | TRAILING] [characters] FROM x)`, `TRIM(x)`: the text without these characters at its ends; blanks where none are named.',
    examples: [
      { expr: "trim('  a b ')", type: 'VARCHAR(6) NOT NULL', expected: 'a b' },
      { expr: "trim(leading '0' from '0070')", type: 'VARCHAR(4) NOT NULL', expected: '70' },
      { expr: "trim('ab' from 'abcba')", type: 'VARCHAR(5) NOT NULL', expected: 'c' },
    ],
  },
  {
    ...base,
    id: 'position',
    names: ['POSITION'],
    syntax: 'special',
    arity: [2, 3],
    infer: position,
    doc: '`POSITION(a IN b [FROM n])`: where `a` begins in `b`, counted in characters from 1; 0 where it does not occur. An empty text is always at 1.',
    examples: [
      { expr: "position('na' in 'banana')", type: 'INT NOT NULL', expected: 3 },
      { expr: "position('na' in 'banana' from 4)", type: 'INT NOT NULL', expected: 5 },
      { expr: "position('x' in 'banana')", type: 'INT NOT NULL', expected: 0 },
    ],
  },
  {
    ...base,
    id: 'substring',
    names: ['SUBSTRING', 'SUBSTR'],
    syntax: 'call',
    arity: [2, 3],
    infer: substring,
    doc: '`SUBSTRING(x FROM n [FOR length])`, `SUBSTRING(x, n [, length])`: characters from the n-th on; a negative n counts from the end. NULL for a negative length.',
    examples: [
      { expr: "substring('banana' from 2 for 3)", type: 'VARCHAR(6)', expected: 'ana' },
      { expr: "substring('banana', -2)", type: 'VARCHAR(6)', expected: 'na' },
      { expr: "substring('banana' from 2 for -1)", type: 'VARCHAR(6)', expected: null },
    ],
  },
  {
    ...base,
    id: 'overlay',
    names: ['OVERLAY'],
    syntax: 'special',
    arity: [3, 4],
    infer: overlay,
    doc: '`OVERLAY(x PLACING y FROM n [FOR length])`: `y` in the place of so many characters of `x`, as many as `y` has where no length is said. Outside of `x` nothing changes; for a length of 0 or less Flink leaves out the rest of `x`.',
    examples: [
      { expr: "overlay('banana' placing 'XY' from 2)", type: 'VARCHAR(8) NOT NULL', expected: 'bXYana' },
      { expr: "overlay('banana' placing 'XY' from 2 for 4)", type: 'VARCHAR(8) NOT NULL', expected: 'bXYa' },
    ],
  },
  {
    ...base,
    id: 'upper',
    names: ['UPPER'],
    syntax: 'call',
    arity: [1, 1],
    infer: sameText,
    doc: 'The text in upper case, by Unicode.',
    examples: [{ expr: "upper('grün')", type: 'CHAR(4) NOT NULL', expected: 'GRÜN' }],
  },
  {
    ...base,
    id: 'lower',
    names: ['LOWER'],
    syntax: 'call',
    arity: [1, 1],
    infer: sameText,
    doc: 'The text in lower case, by Unicode.',
    examples: [{ expr: "lower('GRÜN')", type: 'CHAR(4) NOT NULL', expected: 'grün' }],
  },
  {
    ...base,
    id: 'char_length',
    names: ['CHAR_LENGTH', 'CHARACTER_LENGTH'],
    syntax: 'call',
    arity: [1, 1],
    infer: charLength,
    doc: 'How many characters the text has; the padding of a CHAR(n) counts.',
    examples: [
      { expr: "char_length('grün')", type: 'INT NOT NULL', expected: 4 },
      { expr: 'char_length(cast(null as string))', type: 'INT', expected: null },
    ],
  },
]
