// Pieces of bytes as one.

/** `length` is the sum of the pieces' lengths. */
export function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
