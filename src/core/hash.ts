// Content hashes for the manifest, the lock file and caches. Pure: no Node API, so that it also runs in a browser.

const K = new Uint32Array(64)
const H0 = new Uint32Array(8)
{
  // SHA-256's constants are the first 32 bits of the fractional parts of roots of primes (FIPS 180-4, 4.2.2 and 5.3.3).
  const frac = (x: number): number => Math.floor((x - Math.floor(x)) * 0x1_0000_0000) >>> 0
  let n = 0
  for (let p = 2; n < 64; p++) {
    let prime = true
    for (let d = 2; d * d <= p; d++) if (p % d === 0) prime = false
    if (!prime) continue
    if (n < 8) H0[n] = frac(Math.sqrt(p))
    K[n++] = frac(Math.cbrt(p))
  }
}

/** SHA-256 of the UTF-8 bytes of a text, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const data = new TextEncoder().encode(text)
  const blocks = new Uint8Array((((data.length + 8) >> 6) + 1) << 6)
  blocks.set(data)
  blocks[data.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 8, Math.floor(data.length / 0x2000_0000))
  view.setUint32(blocks.length - 4, (data.length << 3) >>> 0)
  const h = H0.slice()
  const w = new Uint32Array(64)
  const rotate = (x: number, by: number): number => (x >>> by) | (x << (32 - by))
  for (let at = 0; at < blocks.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      w[i] =
        (w[i - 16]! + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + w[i - 7]! + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))) | 0
    }
    let [a, b, c, d, e, f, g, z] = h as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const t1 = (z + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      z = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    for (const [i, x] of [a, b, c, d, e, f, g, z].entries()) h[i] = (h[i]! + x) | 0
  }
  return Array.from(h, (x) => x.toString(16).padStart(8, '0')).join('')
}
