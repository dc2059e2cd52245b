import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNodeHost, decodeText } from './host-node.js'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'flowc-host-'))
  mkdirSync(join(root, 'b/deep'), { recursive: true })
  mkdirSync(join(root, 'node_modules/x'), { recursive: true })
  mkdirSync(join(root, '.hidden'))
  for (const f of ['Z.flow', 'a.flow', 'b/deep/c.flow', 'b/x.txt', 'node_modules/x/n.flow', '.hidden/h.flow', '.dot.flow'])
    writeFileSync(join(root, f), '-- text')
  symlinkSync(root, join(root, 'b/loop'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('readText', () => {
  it('reads UTF-8, drops a byte order mark', () => {
    writeFileSync(join(root, 'bom.txt'), Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('añ日😀')]))
    expect(createNodeHost(root).readText('bom.txt')).toEqual({ kind: 'text', text: 'añ日😀' })
  })
  it('tells a missing file from one whose folder is a file', () => {
    expect(createNodeHost(root).readText('no.flow')).toEqual({ kind: 'missing' })
    expect(createNodeHost(root).readText('a.flow/x.flow')).toEqual({ kind: 'missing' })
  })
  it('refuses a folder and a device', () => {
    expect(createNodeHost(root).readText('b')).toEqual({ kind: 'unreadable', reason: 'it is a folder' })
    expect(createNodeHost(root).readText('/dev/null')).toEqual({ kind: 'unreadable', reason: 'it is not a regular file' })
  })
  it('refuses a file over the limit without reading it', () => {
    expect(createNodeHost(root, { limit: 3 }).readText('a.flow')).toEqual({ kind: 'too large', bytes: 7, limit: 3 })
  })
  it.skipIf(process.getuid?.() === 0)('says that permission is denied', () => {
    writeFileSync(join(root, 'locked'), 'x')
    chmodSync(join(root, 'locked'), 0)
    expect(createNodeHost(root).readText('locked')).toEqual({ kind: 'unreadable', reason: 'permission denied' })
  })
})

describe('decodeText', () => {
  const bad: readonly (readonly [string, readonly number[], string])[] = [
    ['a zero byte', [0x61, 0x00, 0x62], 'it has a zero byte at offset 1'],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00], 'it starts with a UTF-16 byte order mark'],
    ['Latin-1', [0x61, 0xe9, 0x62], 'the character that 0xE9 begins is not completed (offset 1)'],
    ['a cut character', [0x61, 0xe6, 0x97], 'the character that 0xE6 begins is not completed (offset 1)'],
    ['a lone continuation byte', [0x61, 0x62, 0x80], '0x80 continues a character that was not begun (offset 2)'],
    ['a surrogate', [0xed, 0xa0, 0x80], 'the character that 0xED begins is not completed (offset 0)'],
    ['an overlong form', [0xc0, 0x80 + 1], '0xC0 begins no character (offset 0)'],
  ]
  it.each(bad)('refuses %s and names the place', (_, bytes, reason) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ kind: 'not text', reason })
  })
})

describe('walk', () => {
  it('finds files in byte order; enters no hidden folder, no node_modules, no link', () => {
    expect(createNodeHost(root).walk('.', '.flow')).toEqual({ files: ['Z.flow', 'a.flow', 'b/deep/c.flow'], problems: [] })
  })
  it('names a folder that cannot be read', () => {
    expect(createNodeHost(root).walk('nowhere', '.flow')).toEqual({
      files: [],
      problems: [{ path: 'nowhere', reason: 'it does not exist' }],
    })
  })
})
