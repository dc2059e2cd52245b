import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolders } from './make-folders.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowc-folders-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('makes every folder that is missing, and is content with what is there', () => {
  makeFolders(join(folder, 'a/b/c'))
  makeFolders(join(folder, 'a/b/c'))
  makeFolders(join(folder, 'a/d'))
  expect(statSync(join(folder, 'a/b/c')).isDirectory() && statSync(join(folder, 'a/d')).isDirectory()).toBe(true)
})

it('fails where a file is in the way', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolders(join(folder, 'file'))).toThrow(/EEXIST/)
  expect(() => makeFolders(join(folder, 'file/a/b'))).toThrow(/ENOTDIR/)
})

it('fails at a link to nothing', () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  expect(() => makeFolders(join(folder, 'link/a'))).toThrow(/EEXIST|ENOENT/)
})

it.skipIf(!existsSync('/proc/self'))('ends where the file system makes no folders', () => {
  expect(() => makeFolders('/proc/flowc/a')).toThrow(/ENOENT/)
})
