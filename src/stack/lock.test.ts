import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tryLock, withLock } from './lock.js'
import { StackFailure } from './outcome.js'
import { portKeeper } from './ports.js'
import { self } from './processes.js'

const folder = mkdtempSync(join(tmpdir(), 'flowc-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let next = 0
const fresh = (): string => join(folder, `lock-${next++}`)
const quiet = (): void => {}

describe('a lock', () => {
  it('lets one work at a time, in one process too', async () => {
    const path = fresh()
    const events: string[] = []
    const work = (name: string) =>
      withLock(path, undefined, quiet, async () => {
        events.push(`${name} in`)
        await new Promise((done) => setTimeout(done, 30))
        events.push(`${name} out`)
      })
    await Promise.all([work('a'), work('b'), work('c')])
    for (let i = 0; i < events.length; i += 2) expect(events[i + 1]).toBe(events[i]!.replace('in', 'out'))
    expect(readdirSync(folder).filter((f) => path.endsWith(f))).toEqual([])
  })

  it.each([
    ['of a process that is gone', JSON.stringify({ name: 'flowc', pid: 2 ** 22 + 1, started: 'x' })],
    ['of an earlier process with the same pid', JSON.stringify({ name: 'flowc', pid: process.pid, started: 'earlier' })],
    ['that is cut off', '{"pid":'],
  ])('%s holds nothing', async (_, text) => {
    const path = fresh()
    writeFileSync(path, text)
    expect(await withLock(path, undefined, quiet, () => Promise.resolve('done'))).toBe('done')
    expect(existsSync(path)).toBe(false)
  })

  it('says who is waited for, and an interrupt ends the waiting', async () => {
    const path = fresh()
    writeFileSync(path, JSON.stringify(await self()))
    const interrupt = new AbortController()
    let holder = 0
    const waiting = withLock(
      path,
      interrupt.signal,
      (p) => {
        holder = p.pid
        interrupt.abort()
      },
      () => Promise.resolve(),
    )
    await expect(waiting).rejects.toThrow(/abort/i)
    expect(holder).toBe(process.pid)
    expect(existsSync(path)).toBe(true)
  })

  it('is given back when the work is interrupted', async () => {
    const path = fresh()
    const interrupt = new AbortController()
    await withLock(path, interrupt.signal, quiet, () => {
      interrupt.abort()
      expect(existsSync(path)).toBe(false)
      return Promise.resolve()
    })
  })
})

describe('ports', () => {
  const listening = async (): Promise<{ readonly port: number; readonly close: () => void }> => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return { port: (server.address() as AddressInfo).port, close: () => server.close() }
  }

  it('that are taken are passed over; one that is asked for must be free', async () => {
    const { port, close } = await listening()
    const keeper = portKeeper(join(folder, 'ports'))
    const free = await keeper.choose('kafka', undefined, [port])
    expect(free).not.toBe(port)
    await expect(keeper.choose('kafka', port, [])).rejects.toThrow(StackFailure)
    keeper.release()
    close()
  })

  it('chosen by one stack are not chosen by another that starts at the same time', async () => {
    const { port, close } = await listening()
    close()
    const [one, two] = [portKeeper(join(folder, 'ports')), portKeeper(join(folder, 'ports'))]
    const chosen = await Promise.all([one.choose('kafka', undefined, [port]), two.choose('kafka', undefined, [port])])
    expect(new Set(chosen).size).toBe(2)
    expect(chosen).toContain(port)
    one.release()
    two.release()
    const release = await tryLock(join(folder, 'ports', String(port)))
    expect(release).not.toBeNull()
    release!()
  })
})
