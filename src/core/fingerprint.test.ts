import { describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.js'

describe('a fingerprint', () => {
  it('is the same for the same text, and 16 digits long', () => {
    for (const text of ['', 'a', 'stream x =\n  from y\n', '字😀']) {
      expect(fingerprint(text)).toBe(fingerprint(`${text.slice(0, 1)}${text.slice(1)}`))
      expect(fingerprint(text)).toMatch(/^[0-9a-f]{16}$/)
    }
  })

  it('differs for texts that differ a little', () => {
    const texts = new Set<string>()
    for (let i = 0; i < 20_000; i++)
      for (const text of [`select a${i}`, `where x > ${i} `, `${' '.repeat(i % 50)}b${i}`, `c${'0'.repeat(i % 7)}${i}`])
        texts.add(text)
    expect(new Set([...texts].map(fingerprint)).size).toBe(texts.size)
  })
})
