// FLOW2030–2058: params, types of one's own, functions as macros, `for`.
import { define } from '../define.js'

const quoted = (names: readonly string[]): string => names.map((n) => `\`${n}\``).join(', ')

export const expansion = {
  // ---------------------------------------------------------------- params
  unknownParam: define<{ name: string; as: 'text' | 'duration' | 'moment' }>(
    'FLOW2030',
    'unknown-param',
    'error',
    (p) => `there is no param \`${p.name}\` here`,
    (p) =>
      p.as === 'text'
        ? `declare it, \`param ${p.name} string\`, or import it; \`$\${${p.name}}\` is the text \`\${${p.name}}\` itself`
        : `declare it, \`param ${p.name} ${p.as === 'duration' ? 'duration' : 'timestamp(3)'}\`, or import it`,
  ),
  paramType: define<{ name: string; type: string }>(
    'FLOW2031',
    'param-type',
    'error',
    (p) => `\`${p.name}\` cannot be of type ${p.type}`,
    () => 'a param is one number, text, BOOLEAN, date, time, timestamp or `duration`',
  ),
  paramDefault: define<{ name: string; problem: string }>(
    'FLOW2032',
    'param-default',
    'error',
    (p) => `the default of \`${p.name}\` does not fit: ${p.problem}`,
  ),
  paramValue: define<{ name: string; where: string; problem: string }>(
    'FLOW2033',
    'param-value',
    'error',
    (p) => `the value of \`${p.name}\` from ${p.where} does not fit: ${p.problem}`,
  ),
  paramMissing: define<{ name: string; type: string }>(
    'FLOW2034',
    'param-missing',
    'error',
    (p) => `\`${p.name}\` has no value here`,
    (p) =>
      `say it in \`params\` of the environment or with \`--param ${p.name}=…\`, or give it a default: \`param ${p.name} ${p.type} = …\``,
  ),
  paramUnread: define<{ name: string; where: string; meant: string | undefined }>(
    'FLOW2035',
    'param-unread',
    'error',
    (p) => `${p.where} gives a value to \`${p.name}\`, and no program here has a param of that name`,
    (p) => p.meant,
  ),
  paramSecret: define<{ name: string; reason: string }>(
    'FLOW2036',
    'param-secret',
    'error',
    (p) => `\`${p.name}\` cannot be a param: ${p.reason}`,
    () =>
      'the value of a param stands in artifacts in plain text: secrets belong to connections, catalogs and environments, as `secret(…)`',
  ),
  paramPlace: define<{ name: string; is: string; wanted: string }>(
    'FLOW2037',
    'param-place',
    'error',
    (p) => `\`${p.name}\` is a param of type ${p.is}, ${p.wanted} is needed here`,
    (p) => (p.wanted === 'a duration' ? `declare it as one: \`param ${p.name} duration = 1 minute\`` : undefined),
  ),
  paramOrColumn: define<{ name: string }>(
    'FLOW2038',
    'param-or-column',
    'error',
    (p) => `\`${p.name}\` is a column here and also a param`,
    (p) => `say the column with its relation, \`r.${p.name}\` behind \`from … as r\`, or rename the param`,
  ),

  paramInSql: define<{ name: string; sign: string }>(
    'FLOW2058',
    'param-in-sql',
    'error',
    (p) => `the value of \`${p.name}\` cannot stand in raw SQL: it holds \`${p.sign}\``,
    (p) => `it would be read as SQL: compare with \`${p.name}\` in a relation before or behind`,
  ),

  // ---------------------------------------------------------------- types
  typeParameters: define<{ name: string }>(
    'FLOW2039',
    'type-takes-no-parameters',
    'error',
    (p) => `\`${p.name}\` is a type of this program and takes no parameters`,
    () => 'its precision or length stands in its declaration',
  ),
  typeCycle: define<{ path: readonly string[] }>(
    'FLOW2040',
    'type-cycle',
    'error',
    (p) => `a type cannot hold itself: ${p.path.join(' → ')}`,
  ),
  builtInName: define<{ name: string; what: 'type' | 'function' }>(
    'FLOW2041',
    'built-in-name',
    'error',
    (p) => `\`${p.name}\` is the name of a ${p.what} of Flink`,
    () => 'choose another name',
  ),
  durationType: define<{ place: string }>(
    'FLOW2042',
    'duration-type',
    'error',
    () => '`duration` is a type of params only',
    () => 'in rows a duration is an INTERVAL or a number of milliseconds',
  ),

  // ---------------------------------------------------------------- fn
  fnCycle: define<{ path: readonly string[] }>(
    'FLOW2043',
    'fn-cycle',
    'error',
    (p) => `an \`fn\` cannot call itself: ${p.path.join(' → ')}`,
    () => 'calls are replaced by the body: that would have no end',
  ),
  fnArguments: define<{ name: string; wants: string; got: number }>(
    'FLOW2044',
    'fn-arguments',
    'error',
    (p) => `\`${p.name}\` takes ${p.wants}, ${p.got} ${p.got === 1 ? 'is' : 'are'} given`,
  ),
  fnArgument: define<{ name: string; parameter: string; type: string; is: string }>(
    'FLOW2045',
    'fn-argument-type',
    'error',
    (p) => `\`${p.parameter}\` of \`${p.name}\` is ${p.type}, ${p.is}`,
  ),
  fnForm: define<{ name: string; part: string }>(
    'FLOW2046',
    'fn-call-form',
    'error',
    (p) => `\`${p.part}\` belongs to aggregates, \`${p.name}\` is an \`fn\``,
  ),
  fnSees: define<{ name: string; fn: string; sees: readonly string[] }>(
    'FLOW2047',
    'fn-sees',
    'error',
    (p) => `the body of \`${p.fn}\` knows no \`${p.name}\``,
    (p) =>
      p.sees.length === 0
        ? 'a body sees the parameters of its `fn`, params and other functions: hand the value over as a parameter'
        : `a body sees the parameters of its \`fn\` (${quoted(p.sees)}), params and other functions`,
  ),
  fnResult: define<{ name: string; is: string; type: string }>(
    'FLOW2048',
    'fn-result',
    'error',
    (p) => `\`${p.name}\` promises ${p.type}, ${p.is}`,
  ),
  fnAggregate: define<{ name: string; fn: string }>(
    'FLOW2049',
    'fn-aggregate',
    'error',
    (p) => `\`${p.name}\` is an aggregate, and the body of \`${p.fn}\` works on one row`,
    (p) => `aggregate where it is called: \`${p.name}(${p.fn}(…))\` or \`${p.fn}(${p.name}(…))\``,
  ),
  fnTooLarge: define<{ name: string; limit: number }>(
    'FLOW2050',
    'fn-too-large',
    'error',
    (p) => `this call of \`${p.name}\` becomes an expression of more than ${p.limit} parts`,
    () => 'compute a part in a relation of its own with `extend`, and call on its column',
  ),
  fnParameter: define<{ name: string }>(
    'FLOW2051',
    'fn-parameter-twice',
    'error',
    (p) => `two parameters are named \`${p.name}\``,
  ),

  macroTooLarge: define<{ name: string; why: string }>(
    'FLOW2057',
    'macro-too-large',
    'error',
    (p) => `\`${p.name}\` cannot be put in here: ${p.why}`,
    () => 'say a part of it where it is used, or compute a part in a relation of its own',
  ),

  // ---------------------------------------------------------------- for
  forValues: define<{ variable: string; value: string | null }>('FLOW2052', 'for-values', 'error', (p) =>
    p.value === null
      ? `\`for ${p.variable}\` has no values, so that it declares nothing`
      : `\`'${p.value}'\` stands twice among the values of \`for ${p.variable}\``,
  ),
  forVariable: define<{ name: string; known: readonly string[]; param?: boolean }>(
    'FLOW2053',
    'for-variable',
    'error',
    (p) =>
      p.param === true
        ? `\`${p.name}\` is a param, and \`\${…}\` reads params inside of texts only`
        : `there is no \`for\` around this that has the variable \`${p.name}\``,
    (p) =>
      p.param === true
        ? `write its name alone: \`${p.name}\``
        : p.known.length === 0
          ? undefined
          : `variables here are ${quoted(p.known.map((k) => `$${k}`))}; \`\${t}_raw\` ends one before a \`_\``,
  ),
  forName: define<{ written: string; name: string; reason: string }>(
    'FLOW2054',
    'for-name',
    'error',
    (p) => `\`${p.written}\` becomes \`${p.name}\`, which is no name: ${p.reason}`,
  ),
  forDeclaration: define<{ what: string }>(
    'FLOW2055',
    'for-declaration',
    'error',
    (p) => `\`${p.what}\` cannot stand in a \`for\``,
    () => 'it belongs to the file as a whole: write it outside',
  ),
  forSameName: define<{ name: string; variables: readonly string[] }>(
    'FLOW2056',
    'for-same-name',
    'error',
    (p) => `\`${p.name}\` would be declared for every value: its name does not hold ${quoted(p.variables.map((v) => `$${v}`))}`,
  ),
  forTooLarge: define<{ variable: string; copies: number; most: number }>(
    'FLOW2059',
    'for-too-large',
    'error',
    (p) => `\`for ${p.variable}\` declares ${p.copies} times something, ${p.most} times is the most`,
    () => 'loops in loops multiply: a value that is a column of one relation needs no loop',
  ),
}
