// Host on node:fs. Reads are strict: size limit, UTF-8 without repair, folders and special files told apart from text.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative, resolve, sep } from 'node:path'
import { firstInvalid } from '../core/utf8.js'
import type { Host, ReadResult } from './host.js'

/** Programs, schemas and configuration; data files are streamed elsewhere. */
export const TEXT_LIMIT = 16 * 1024 * 1024

export interface NodeHostOptions {
  readonly limit?: number
  /** Folder names that are never entered, besides `node_modules` and names with a leading dot. */
  readonly skip?: readonly string[]
}

export interface Walk {
  /** Paths relative to the root, `/` between folders, in byte order. */
  readonly files: readonly string[]
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
}

export interface NodeHost extends Host {
  readonly root: string
  /** Files below a folder that end so; folders that cannot be read are named, never skipped in silence. */
  walk(folder: string, ...suffixes: readonly string[]): Walk
}

export function createNodeHost(root: string, options: NodeHostOptions = {}): NodeHost {
  const limit = options.limit ?? TEXT_LIMIT
  const skip = new Set(['node_modules', ...(options.skip ?? [])])
  const walk = (folder: string, ...suffixes: readonly string[]): Walk => {
    const files: string[] = []
    const problems: { path: string; reason: string }[] = []
    const visit = (directory: string): void => {
      let entries
      try {
        entries = readdirSync(directory, { withFileTypes: true })
      } catch (cause) {
        problems.push({ path: toPath(root, directory), reason: reasonOf(cause) })
        return
      }
      for (const entry of entries) {
        const path = join(directory, entry.name)
        // Links to folders are not followed: they can lead in circles.
        if (entry.isDirectory()) {
          if (!entry.name.startsWith('.') && !skip.has(entry.name)) visit(path)
        } else if (!entry.name.startsWith('.') && suffixes.some((s) => entry.name.endsWith(s))) files.push(toPath(root, path))
      }
    }
    visit(resolve(root, folder))
    return { files: files.sort(compareBytes), problems }
  }
  return {
    root,
    readText: (path) => readText(resolve(root, path), limit),
    list: (folder, suffix) => walk(folder, suffix).files,
    walk,
  }
}

function readText(path: string, limit: number): ReadResult {
  let bytes: Buffer
  try {
    const stat = statSync(path)
    if (stat.isDirectory()) return { kind: 'unreadable', reason: 'it is a folder' }
    if (!stat.isFile()) return { kind: 'unreadable', reason: 'it is not a regular file' }
    if (stat.size > limit) return { kind: 'too large', bytes: stat.size, limit }
    bytes = readFileSync(path)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' }
    return { kind: 'unreadable', reason: reasonOf(cause) }
  }
  if (bytes.length > limit) return { kind: 'too large', bytes: bytes.length, limit }
  return decodeText(bytes)
}

/** Strict UTF-8; a byte order mark is dropped. */
export function decodeText(bytes: Uint8Array): ReadResult {
  if (bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)))
    return { kind: 'not text', reason: 'it starts with a UTF-16 byte order mark' }
  const zero = bytes.indexOf(0)
  if (zero >= 0) return { kind: 'not text', reason: `it has a zero byte at offset ${zero}` }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const { at, reason } = firstInvalid(bytes)
    return { kind: 'not text', reason: `${reason} (offset ${at})` }
  }
}

/** The reason of a system error in words; never a stack, never an absolute path. */
export function reasonOf(cause: unknown): string {
  const code = codeOf(cause)
  const known: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'operation not permitted',
    ENOENT: 'it does not exist',
    ENOTDIR: 'a part of its path is a file',
    EISDIR: 'it is a folder',
    ELOOP: 'its links lead in circles',
    EMFILE: 'too many files are open',
    ENAMETOOLONG: 'its name is too long',
    ENOSPC: 'no space is left on the device',
    EDQUOT: 'the disk quota is used up',
    EROFS: 'the file system is read-only',
    EIO: 'the device reports an input/output error',
  }
  return (
    known[code ?? ''] ?? (code === null ? (cause instanceof Error ? cause.message : String(cause)) : `the system says ${code}`)
  )
}

export function codeOf(cause: unknown): string | null {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null
  return typeof code === 'string' ? code : null
}

/** Relative to `from`, `/` between folders; `.` for the folder itself. */
export function toPath(from: string, path: string): string {
  const r = relative(from, path)
  return r === '' ? '.' : r.split(sep).join(posix.sep)
}

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
