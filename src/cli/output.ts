// Writing without halves: artifacts appear as a whole folder or not at all, result files hold whole lines only.
import * as nodeFs from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { bug } from '../core/bug.js'
import { cli } from '../diagnostics/codes/cli.js'
import { codeOf, reasonOf } from '../workspace/host-node.js'
import { EXIT } from './exit-codes.js'
import { CommandFailure, fail } from './failure.js'
import { makeFolders } from './make-folders.js'

/** The calls that can fail for lack of space or rights; tests put failing ones in. */
export type Fs = Pick<
  typeof nodeFs,
  | 'mkdirSync'
  | 'mkdtempSync'
  | 'writeFileSync'
  | 'renameSync'
  | 'rmSync'
  | 'readdirSync'
  | 'openSync'
  | 'writeSync'
  | 'ftruncateSync'
  | 'closeSync'
  | 'fsyncSync'
>

export interface OutputOptions {
  /** How the path is named in messages. */
  readonly shown: (path: string) => string
  readonly onInterrupt: (cleanup: () => void) => () => void
  readonly fs?: Fs
}

/** Names the first failure of the file system in the words and exit code of a command. */
function writeFailure(cause: unknown, path: string, kept: string, help?: string): never {
  if (cause instanceof CommandFailure) throw cause
  const code = codeOf(cause)
  if (code === 'ENOSPC' || code === 'EDQUOT') fail(EXIT.system, cli.diskFull, { path, kept })
  // A failing device is another system; a folder without rights is a wrong choice of folder.
  if (code === 'EIO' || code === 'EMFILE' || code === 'ENFILE')
    fail(EXIT.system, cli.notWritable, { path, reason: reasonOf(cause) })
  if (code !== null)
    fail(
      EXIT.usage,
      cli.notWritable,
      { path, reason: code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : reasonOf(cause) },
      help === undefined ? {} : { help },
    )
  throw cause
}

/**
 * Replaces the folder by these files. They are written beside it first and renamed at the end; a folder without `marker`
 * is somebody else's and refused.
 */
export function writeFolder(
  folder: string,
  files: readonly { readonly path: string; readonly text: string }[],
  marker: string,
  options: OutputOptions,
): void {
  const fs = options.fs ?? nodeFs
  const shown = options.shown(folder)
  let temporary: string | null = null
  let release = (): void => {}
  try {
    const present = entriesOf(fs, folder)
    if (present !== null && present.length > 0 && !present.includes(marker)) fail(EXIT.usage, cli.notOurs, { path: shown })
    const parent = dirname(folder)
    makeFolders(parent, fs)
    const fresh = fs.mkdtempSync(join(parent, `.${basename(folder)}-`))
    temporary = fresh
    release = options.onInterrupt(() => fs.rmSync(fresh, { recursive: true, force: true }))
    const root = join(fresh, 'new')
    for (const file of files) {
      const path = join(root, file.path)
      if (!path.startsWith(root + sep)) bug(`artifact ${file.path} would be written outside its folder`)
      makeFolders(dirname(path), fs)
      fs.writeFileSync(path, file.text)
    }
    if (present !== null) fs.renameSync(folder, join(fresh, 'old'))
    try {
      fs.renameSync(join(fresh, 'new'), folder)
    } catch (cause) {
      if (present !== null) fs.renameSync(join(fresh, 'old'), folder)
      throw cause
    }
  } catch (cause) {
    writeFailure(cause, shown, 'nothing was changed')
  } finally {
    release()
    if (temporary !== null) fs.rmSync(temporary, { recursive: true, force: true })
  }
}

/** A command that writes a file names it; one that changes files where they are has nothing to name. */
const OTHER_FILE = '`-o FILE` names another one'
const IN_PLACE = 'give yourself the right to write it and its folder'

/** Replaces the text of a file that exists, at once or not at all; what it may be read and written by stays. */
export function replaceFile(path: string, text: string, options: OutputOptions, help = IN_PLACE): void {
  const fs = options.fs ?? nodeFs
  const shown = options.shown(path)
  try {
    // behind a link the file changes, not the link
    const file = nodeFs.realpathSync(path)
    const folder = fs.mkdtempSync(join(dirname(file), `.${basename(file)}-`))
    const release = options.onInterrupt(() => fs.rmSync(folder, { recursive: true, force: true }))
    try {
      const fresh = join(folder, basename(file))
      fs.writeFileSync(fresh, text, { mode: nodeFs.statSync(file).mode })
      fs.renameSync(fresh, file)
    } finally {
      release()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  } catch (cause) {
    writeFailure(cause, shown, 'it was not changed', help)
  }
}

/** Writes a file at once or not at all, whether it exists or not. */
export function writeTextFile(path: string, text: string, options: OutputOptions): void {
  if (nodeFs.existsSync(path)) {
    replaceFile(path, text, options, OTHER_FILE)
    return
  }
  const fs = options.fs ?? nodeFs
  const fresh = `${path}.${process.pid}`
  const release = options.onInterrupt(() => fs.rmSync(fresh, { force: true }))
  try {
    makeFolders(dirname(path), fs)
    fs.writeFileSync(fresh, text, { flag: 'wx' })
    fs.renameSync(fresh, path)
  } catch (cause) {
    try {
      fs.rmSync(fresh, { force: true })
    } catch {
      // where a folder's name is that of a file nothing was begun, and what is told is why
    }
    writeFailure(cause, options.shown(path), 'nothing was written', OTHER_FILE)
  } finally {
    release()
  }
}

function entriesOf(fs: Fs, folder: string): readonly string[] | null {
  try {
    return fs.readdirSync(folder)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null
    throw cause
  }
}

export interface LineFile {
  readonly path: string
  /** Lines taken; after a failed write, those that are on disk. */
  readonly lines: number
  /** One line, without its line break. */
  readonly write: (line: string) => void
  /** Everything is on disk; the file gets its name. */
  readonly finish: () => void
  /** Whole lines stay under the name with `.partial`. */
  readonly keep: () => void
}

const BLOCK = 64 * 1024

/** A file that is `PATH.partial` until it is whole. When a write fails the lines before it stay, the torn one is cut off. */
export function createLineFile(path: string, options: OutputOptions): LineFile {
  const fs = options.fs ?? nodeFs
  const partial = `${path}.partial`
  const shown = options.shown(partial)
  let file: number
  try {
    makeFolders(dirname(path), fs)
    file = fs.openSync(partial, 'w')
  } catch (cause) {
    return writeFailure(cause, shown, 'nothing was written')
  }
  let open = true
  let lines = 0
  let flushedLines = 0
  let flushed = 0
  let buffer: string[] = []
  let buffered = 0

  const close = (): void => {
    if (open) fs.closeSync(file)
    open = false
  }
  const flush = (): void => {
    if (buffer.length === 0) return
    const bytes = Buffer.from(buffer.join(''))
    let written = 0
    try {
      while (written < bytes.length) written += fs.writeSync(file, bytes, written, bytes.length - written, flushed + written)
    } catch (cause) {
      const whole = bytes.subarray(0, written).lastIndexOf(10) + 1
      const kept = flushedLines + count(bytes.subarray(0, whole))
      try {
        fs.ftruncateSync(file, flushed + whole)
      } catch {
        // A device that cannot be cut (a pipe, /dev/full) holds what it took.
      }
      buffer = []
      lines = kept
      close()
      writeFailure(
        cause,
        shown,
        `${kept} whole line${kept === 1 ? '' : 's'} written before ${kept === 1 ? 'is' : 'are'} kept there`,
      )
    }
    flushed += bytes.length
    flushedLines = lines
    buffer = []
    buffered = 0
  }
  const release = options.onInterrupt(() => {
    close()
    fs.rmSync(partial, { force: true })
  })
  return {
    path,
    get lines() {
      return lines
    },
    write: (line) => {
      buffer.push(line, '\n')
      buffered += line.length + 1
      lines++
      if (buffered >= BLOCK) flush()
    },
    finish: () => {
      flush()
      close()
      release()
      try {
        fs.renameSync(partial, path)
      } catch (cause) {
        writeFailure(cause, options.shown(path), `its lines are in \`${shown}\``)
      }
    },
    keep: () => {
      if (open) flush()
      close()
      release()
    },
  }
}

function count(bytes: Uint8Array): number {
  let n = 0
  for (const b of bytes) if (b === 10) n++
  return n
}
