// Content hashes for the manifest, the lock file and caches. Pure: no Node API, so that it also runs in a browser.

const K = new Int32Array(64)
const H0 = new Int32Array(8)
{
  // SHA-256's constants are the first 32 bits of the fractional parts of roots of primes (FIPS 180-4, 4.2.2 and 5.3.3).
  const frac = (x: number): number => Math.floor((x - Math.floor(x)) * 0x1_0000_0000) | 0
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
  const w = new Int32Array(64)
  // rotations are written out, and words are kept in variables: this is run over all that is built
  for (let at = 0; at < blocks.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
      const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
    }
    let a = h[0]!
    let b = h[1]!
    let c = h[2]!
    let d = h[3]!
    let e = h[4]!
    let f = h[5]!
    let g = h[6]!
    let z = h[7]!
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t1 = (z + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      z = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    h[0]! += a
    h[1]! += b
    h[2]! += c
    h[3]! += d
    h[4]! += e
    h[5]! += f
    h[6]! += g
    h[7]! += z
  }
  return Array.from(h, (x) => (x >>> 0).toString(16).padStart(8, '0')).join('')
}
