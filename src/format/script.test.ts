import { expect, it } from 'vitest'
import { layOutScript } from './script.js'

it('a program is laid out as Prettier does it', async () => {
  expect(await layOutScript('export const a = (x) => { return x }')).toBe('export const a = x => {\n  return x\n}\n')
})

it('a chain that is too deep for it stays as it is', async () => {
  const chain = `export const a = x${'.or(y)'.repeat(3000)}`
  expect(await layOutScript(chain)).toBe(chain)
})

it('what is no program is an error', async () => {
  await expect(layOutScript('const = 1')).rejects.toThrow(/Variable declaration expected/)
})
