import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from './hash.js'

it('is what Node says, for texts around the ends of blocks', () => {
  const texts = Array.from({ length: 200 }, (_, n) => ['a'.repeat(n), 'é€𝒳'.repeat(n)]).flat()
  expect(texts.map(sha256)).toEqual(texts.map((text) => createHash('sha256').update(text).digest('hex')))
})
