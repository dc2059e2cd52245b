// Our faults, as opposed to the user's mistakes (those are diagnostics).

/** Thrown when the compiler or interpreter finds itself in a state that no input may cause. */
export class InternalFault extends Error {
  override readonly name = 'InternalFault'
}

export function bug(message: string, cause?: unknown): never {
  throw new InternalFault(message, cause === undefined ? undefined : { cause })
}
