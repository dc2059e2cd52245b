import * as nodeFs from 'node:fs'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CommandFailure } from './failure.js'
import { createLineFile, writeFolder, type Fs, type OutputOptions } from './output.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowc-output-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const failing = (code: string): Error => Object.assign(new Error(code), { code })
const options = (fs: Partial<Fs> = {}, cleanups: (() => void)[] = []): OutputOptions => ({
  shown: (path) => path.slice(folder.length + 1),
  onInterrupt: (cleanup) => {
    cleanups.push(cleanup)
    return () => {}
  },
  fs: { ...nodeFs, ...fs },
})

function failure(run: () => void): CommandFailure {
  try {
    run()
  } catch (cause) {
    if (cause instanceof CommandFailure) return cause
    throw cause
  }
  throw new Error('nothing failed')
}

/** Takes `room` bytes, then the device is full; the last write before is a short one. */
function fullAfter(room: number): Partial<Fs> {
  let left = room
  return {
    writeSync: ((file: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
      if (left === 0) throw failing('ENOSPC')
      const n = Math.min(length, left)
      left -= n
      return nodeFs.writeSync(file, bytes, offset, n, position)
    }) as Fs['writeSync'],
  }
}

describe('a folder of artifacts', () => {
  it('holds every one of its files, whatever they are called', () => {
    const outside = [{ path: 'iceberg/../../x.json', text: '{}' }]
    expect(() => writeFolder(join(folder, 'out/p'), outside, 'manifest.json', options())).toThrow('outside its folder')
    expect(readdirSync(join(folder, 'out'))).toEqual([])
  })

  const files = [
    { path: 'flink/a.sql', text: 'SELECT 1' },
    { path: 'manifest.json', text: '{}' },
  ]
  const write = (o = options()): void => writeFolder(join(folder, 'out/p'), files, 'manifest.json', o)

  it('appears whole, replaces what an earlier build wrote, leaves nothing beside it', () => {
    write()
    writeFileSync(join(folder, 'out/p/flink/stale.sql'), '')
    write()
    expect(readdirSync(join(folder, 'out'))).toEqual(['p'])
    expect(readdirSync(join(folder, 'out/p/flink'))).toEqual(['a.sql'])
  })
  it('never replaces a folder that it did not write', () => {
    mkdirSync(join(folder, 'out/p'), { recursive: true })
    writeFileSync(join(folder, 'out/p/thesis.tex'), 'x')
    expect(failure(write)).toMatchObject({ exit: 2, diagnostics: [{ code: 'FLOW0303' }] })
    expect(readdirSync(join(folder, 'out/p'))).toEqual(['thesis.tex'])
  })
  it('changes nothing when the disk is full', () => {
    write()
    const full = options({
      writeFileSync: () => {
        throw failing('ENOSPC')
      },
    })
    expect(failure(() => write(full))).toMatchObject({
      exit: 4,
      message: 'no space is left on the device for `out/p`; nothing was changed',
    })
    expect(readdirSync(join(folder, 'out'))).toEqual(['p'])
    expect(readFileSync(join(folder, 'out/p/flink/a.sql'), 'utf8')).toBe('SELECT 1')
  })
  it('says that a file is in the way', () => {
    writeFileSync(join(folder, 'out'), '')
    expect(failure(write)).toMatchObject({ exit: 2, message: '`out/p` cannot be written: a file is in the way' })
  })
  it('leaves nothing behind when it is interrupted', () => {
    const cleanups: (() => void)[] = []
    const o = options(
      {
        renameSync: () => {
          cleanups.forEach((c) => c())
          throw failing('ENOENT')
        },
      },
      cleanups,
    )
    failure(() => write(o))
    expect(readdirSync(join(folder, 'out'))).toEqual([])
  })
})

describe('a file of lines', () => {
  const path = (): string => join(folder, 'r/a.ndjson')

  it('has its name only when it is whole', () => {
    const file = createLineFile(path(), options())
    file.write('1')
    expect(existsSync(path())).toBe(false)
    file.finish()
    expect(readFileSync(path(), 'utf8')).toBe('1\n')
    expect(readdirSync(join(folder, 'r'))).toEqual(['a.ndjson'])
  })
  it.each([0, 1, 9, 10, 11, 25, 99])('keeps whole lines when the disk is full after %i bytes', (room) => {
    const file = createLineFile(path(), options(fullAfter(room)))
    const lines = Array.from({ length: 10 }, (_, i) => `line ${i} …`)
    const text = lines.map((l) => `${l}\n`).join('')
    for (const line of lines) file.write(line)
    const found = failure(file.finish)
    const kept = readFileSync(`${path()}.partial`, 'utf8')
    expect(text.startsWith(kept)).toBe(true)
    expect(kept === '' || kept.endsWith('\n')).toBe(true)
    // The next line would not have fitted.
    const bytes = Buffer.byteLength(kept)
    expect(bytes <= room && bytes + Buffer.byteLength(`${lines[0]}\n`) > room).toBe(true)
    expect(found.exit).toBe(4)
    expect(found.message).toContain(`${kept.split('\n').length - 1} whole line`)
    expect(file.lines).toBe(kept.split('\n').length - 1)
    expect(existsSync(path())).toBe(false)
  })
  it('does not touch the result of an earlier run before it is whole', () => {
    mkdirSync(join(folder, 'r'))
    writeFileSync(path(), 'old\n')
    const file = createLineFile(path(), options())
    file.write('new')
    file.keep()
    expect(readFileSync(path(), 'utf8')).toBe('old\n')
    expect(readFileSync(`${path()}.partial`, 'utf8')).toBe('new\n')
  })
  it('vanishes when it is interrupted', () => {
    const cleanups: (() => void)[] = []
    const file = createLineFile(path(), options({}, cleanups))
    file.write('x')
    cleanups.forEach((c) => c())
    expect(readdirSync(join(folder, 'r'))).toEqual([])
  })
  it('refuses a folder without rights as wrong usage', () => {
    const o = options({
      openSync: () => {
        throw failing('EACCES')
      },
    })
    expect(failure(() => createLineFile(path(), o))).toMatchObject({
      exit: 2,
      message: '`r/a.ndjson.partial` cannot be written: permission denied',
    })
  })
})
