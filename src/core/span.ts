// Where a piece of a program stands. Spans are relative to their declaration, so that a line added above
// it invalidates nothing: the place in the file is computed last, through a SourceIndex.

/** Stable name of a declaration within a project, for example `sales/orders.flow|stream enriched`. */
export type DeclarationId = string

const COPY = '#for:'

/** The id of what a declaration in the body of a `for` becomes for one value: `body` begins with `place`, the id of the `for`. */
export const copyId = (body: DeclarationId, place: DeclarationId, value: string): DeclarationId =>
  `${place}${COPY}${value}${body.slice(place.length)}`

/** The declaration whose text a copy has: one `for` further out; null where it is no copy. */
export function originalOf(id: DeclarationId): DeclarationId | null {
  const at = id.lastIndexOf(COPY)
  return at < 0 ? null : id.slice(0, at)
}

/** Half-open range in UTF-16 units, relative to the first character of `declaration`. */
export interface Span {
  readonly declaration: DeclarationId
  readonly start: number
  readonly end: number
}

/** A place for people and editors: `line` and `column` count from 1, `offset` in UTF-16 units from 0. */
export interface Position {
  readonly line: number
  readonly column: number
  readonly offset: number
}

export interface Location {
  readonly file: string
  readonly start: Position
  readonly end: Position
}
