import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('types of the API', () => {
  it('export no symbols that are keys of types alone: completion would offer them behind the dot', () => {
    const folder = new URL('../../src/api/types/', import.meta.url)
    const keys = readdirSync(folder).flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^(.*)const (\w+): unique symbol$/gm)].map(
        (m) => `${name}: ${m[1]!}${m[2]!}`,
      ),
    )
    expect(keys).toContain('values.ts: declare TYPE')
    expect(keys.filter((key) => key.includes('export'))).toEqual([])
  })
})
