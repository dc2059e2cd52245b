// What a decoder says about a record that it cannot read.
import { diagnostic, type Definition, type Diagnostic } from '../../diagnostics/define.js'

export interface Position {
  /** From 1; null where the format has no lines. */
  readonly line: number | null
  /** From 1: the how-manyeth record of the file, problems counted too. */
  readonly record: number
  /** Of the record's first byte, from 0. */
  readonly byteOffset: number
}

export interface DataProblem {
  readonly position: Position
  readonly diagnostic: Diagnostic
  /** Nothing after it can be read. */
  readonly fatal: boolean
}

/** `orders.ndjson line 12` */
export const placeOf = (path: string, p: Position): string =>
  p.line === null ? `${path} record ${p.record}` : `${path} line ${p.line}`

/** Thrown inside a decoder and caught at the record; never leaves this folder. */
export class Refusal<P extends { readonly where: string } = { readonly where: string }> {
  readonly definition: Definition<P>
  readonly parameters: Omit<P, 'where'>
  readonly notes: readonly string[]
  constructor(definition: Definition<P>, parameters: Omit<P, 'where'>, notes: readonly string[] = []) {
    this.definition = definition
    this.parameters = parameters
    this.notes = notes
  }

  problem(path: string, position: Position, fatal = false, extra: readonly string[] = []): DataProblem {
    const parameters = { ...this.parameters, where: placeOf(path, position) } as unknown as P
    const notes = [...this.notes, ...extra]
    return { position, diagnostic: diagnostic(this.definition, null, parameters, notes.length === 0 ? {} : { notes }), fatal }
  }
}

export function refuse<P extends { readonly where: string }>(
  definition: Definition<P>,
  parameters: Omit<P, 'where'>,
  notes: readonly string[] = [],
): never {
  throw new Refusal(definition, parameters, notes)
}
