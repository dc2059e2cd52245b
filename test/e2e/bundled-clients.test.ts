// Client libraries inside the bundle: a CommonJS module that is loaded late has no named exports there.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt, flowc, root } from '../kit/child.js'

beforeAll(ensureBuilt, 60_000)

it('reaches for Kafka with the client of the bundle', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'flowc-clients-'))
  try {
    cpSync(join(root, 'examples', 'orders'), cwd, { recursive: true })
    const dead = 'http://127.0.0.1:1'
    const environment = {
      kafka: { bootstrap: '127.0.0.1:1' },
      registry: { url: dead },
      connect: { url: dead, references: 'values' },
      catalogs: { lake: { uri: dead } },
      connections: { orders_db: { host: '127.0.0.1' } },
    }
    writeFileSync(join(cwd, 'envs', 'nowhere.json'), JSON.stringify(environment))
    const ran = await flowc(['apply', '-e', 'nowhere'], { cwd, env: { DEBEZIUM_PASSWORD: 'x' } })
    expect(ran.stderr).toContain('Kafka at `127.0.0.1:1` cannot be reached: connection refused')
    expect(ran.exit).toBe(4)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
})

it('has the Prettier plugin under its public name, with types', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    exports: Record<'./prettier', { types: string; default: string }>
  }
  const { types, default: entry } = manifest.exports['./prettier']
  const file = (path: string): URL => new URL(`../../${path}`, import.meta.url)
  expect(readFileSync(file(types), 'utf8')).toContain('export declare const parsers')
  const { format } = await import('prettier')
  const text = 'stream a =   from b\n'
  expect(await format(text, { filepath: 'a.flow', plugins: [fileURLToPath(file(entry))] })).toBe('stream a =\n  from b\n')
})
