/**
 * 64 bits of a text as 16 hexadecimal digits: tells whether two texts of one run are the same, twenty times as fast as SHA-256.
 * Never written anywhere: what outlives a run takes `sha256`.
 */
export function fingerprint(text: string): string {
  // two rounds of multiply and xor side by side, mixed at the end (in the manner of MurmurHash3's finalizer)
  let a = 0x9e3779b9
  let b = 0x85ebca6b
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 0x9e3779b1)
    b = Math.imul(b ^ c, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0')
}
