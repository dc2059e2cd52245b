// The form of recorded.json. A type is spelled as DESCRIBE does, with ` NOT NULL`; `refused: …` and `-` are refusals.

export interface Recording {
  readonly flink: string
  /** `scalar: ni + 1` → type or `refused: why`. */
  readonly expressions: Readonly<Record<string, string>>
  /** By matrix, then row: the types of the columns, joined with ` | `. */
  readonly matrices: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** By source column: the target types that a running job can cast it to. */
  readonly casts: Readonly<Record<string, string>>
  /** Type and value, cast to STRING, of the examples of the function catalogue. */
  readonly examples: Readonly<Record<string, { readonly type: string; readonly value: string | null }>>
}
