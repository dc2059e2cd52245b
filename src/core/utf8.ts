// What is wrong with bytes that are no UTF-8: for messages that point at the place instead of repairing it.

/** The first byte that breaks UTF-8 (RFC 3629, section 4) and what is wrong with it; asked only of bytes that do not decode. */
export function firstInvalid(bytes: Uint8Array): { readonly at: number; readonly reason: string } {
  let at = 0
  while (at < bytes.length) {
    const b = bytes[at]!
    if (b < 0x80) {
      at++
      continue
    }
    const hex = `0x${b.toString(16).toUpperCase()}`
    const length = b >= 0xc2 && b <= 0xdf ? 2 : b >= 0xe0 && b <= 0xef ? 3 : b >= 0xf0 && b <= 0xf4 ? 4 : 0
    if (length === 0)
      return { at, reason: b < 0xc0 ? `${hex} continues a character that was not begun` : `${hex} begins no character` }
    for (let i = 1; i < length; i++) {
      const c = bytes[at + i]
      const low = i === 1 ? (b === 0xe0 ? 0xa0 : b === 0xf0 ? 0x90 : 0x80) : 0x80
      const high = i === 1 ? (b === 0xed ? 0x9f : b === 0xf4 ? 0x8f : 0xbf) : 0xbf
      if (c === undefined || c < low || c > high) return { at, reason: `the character that ${hex} begins is not completed` }
    }
    at += length
  }
  return { at: bytes.length, reason: 'the text ends in the middle of a character' }
}
