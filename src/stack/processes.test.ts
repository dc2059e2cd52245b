import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isAlive, launch, stopProcess } from './processes.js'

const folder = mkdtempSync(join(tmpdir(), 'flowc-processes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sleeper = (script = 'setTimeout(() => {}, 60000)') =>
  launch({ name: 'sleeper', program: process.execPath, args: ['-e', script], env: process.env, output: join(folder, 'out') })

describe('processes that outlive the command', () => {
  it('are alive until they are stopped, and stopping twice does nothing', async () => {
    const p = (await sleeper())!
    expect(await isAlive(p)).toBe(true)
    expect(await stopProcess(p)).toBe(true)
    expect(await isAlive(p)).toBe(false)
    expect(await stopProcess(p)).toBe(false)
  })

  it('are not confused with another process that got the same pid', async () => {
    const p = (await sleeper())!
    const earlier = { ...p, started: `${p.started}0` }
    expect(await isAlive(earlier)).toBe(false)
    expect(await stopProcess(earlier)).toBe(false)
    expect(await isAlive(p)).toBe(true)
    await stopProcess(p)
  })

  it('that end by themselves are gone', async () => {
    const p = (await sleeper('setTimeout(() => {}, 30)'))!
    for (let i = 0; i < 100 && (await isAlive(p)); i++) await new Promise((done) => setTimeout(done, 20))
    expect(await isAlive(p)).toBe(false)
  })

  it('that cannot be started give nothing', async () => {
    expect(
      await launch({ name: 'x', program: join(folder, 'no-such-program'), args: [], env: {}, output: join(folder, 'out') }),
    ).toBeNull()
  })
})
