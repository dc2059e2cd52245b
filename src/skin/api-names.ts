// What `flowc` exports, as far as generated programs import it, and the methods that an expression has: a field of a row with
// such a name is read with `field('eq')`.

/** Functions of the language by their names in the text: how the API calls them, and how many arguments they take. */
export const FUNCTION_NAMES: ReadonlyMap<string, { readonly api: string; readonly least: number; readonly most: number }> =
  new Map(
    Object.entries({
      coalesce: ['coalesce', 1, Infinity],
      if: ['ifElse', 3, 3],
      ifnull: ['ifNull', 2, 2],
      nullif: ['nullIf', 2, 2],
      upper: ['upper', 1, 1],
      lower: ['lower', 1, 1],
      char_length: ['charLength', 1, 1],
      character_length: ['charLength', 1, 1],
      trim: ['trim', 1, 1],
      substring: ['substring', 2, 3],
      substr: ['substring', 2, 3],
      cardinality: ['cardinality', 1, 1],
      element: ['element', 1, 1],
    } as const).map(([name, [api, least, most]]) => [name, { api, least, most }]),
  )

export const AGGREGATE_NAMES: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max'])

export const EXPORTS: readonly string[] = [
  ...new Set([...FUNCTION_NAMES.values()].map((f) => f.api)),
  ...AGGREGATE_NAMES,
  ...`array bucket bytes caseOf catalog cdc ceil connection date days dec difference distinct env every expr extract files floor
  flow fn fnFromJava hours iceberg importPipeline importStream importTable interval intervalOf kafka kafkaPattern lit map minutes
  months ms namedType nullOf overlay param pipeline position relation row schema seconds secret sql stream t table
  time timestamp timestampAdd timestampDiff timestampLtz topic truncate when years`.split(/\s+/),
]

export const METHODS: ReadonlySet<string> = new Set(
  `eq ne lt le gt ge plus minus times div mod negate and or not concat isNull isNotNull isTrue isNotTrue isFalse isNotFalse
  isUnknown isNotUnknown isDistinctFrom isNotDistinctFrom in notIn like notLike similarTo notSimilarTo between notBetween
  betweenSymmetric notBetweenSymmetric cast tryCast at field filter as else end when then toString valueOf toJSON constructor
  __proto__ hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString __defineGetter__ __defineSetter__ __lookupGetter__
  __lookupSetter__ call apply bind name length prototype arguments caller`.split(/\s+/),
)
