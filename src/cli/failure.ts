// Ends a command early with diagnostics: a missing file, a bad flag, a full disk, a wrong program.
import { diagnostic, type Definition, type Diagnostic, type ReportOptions } from '../diagnostics/define.js'
import { NOWHERE, type Places } from '../diagnostics/render/places.js'
import type { ExitCode } from './exit-codes.js'

export { Interrupted } from '../core/interrupted.js'

/** Caught once, at the border of the command; what has been written before stays as documented for the command. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly diagnostics: readonly Diagnostic[]
  readonly exit: ExitCode
  readonly places: Places
  constructor(diagnostics: readonly Diagnostic[], exit: ExitCode, places: Places = NOWHERE) {
    super(diagnostics.map((d) => d.message).join('; '))
    this.diagnostics = diagnostics
    this.exit = exit
    this.places = places
  }
}

export function fail<P extends object>(
  exit: ExitCode,
  definition: Definition<P>,
  parameters: P,
  options: ReportOptions = {},
): never {
  throw new CommandFailure([diagnostic(definition, null, parameters, options)], exit)
}
