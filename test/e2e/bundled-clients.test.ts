// Client libraries inside the bundle: a CommonJS module that is loaded late has no named exports there.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
