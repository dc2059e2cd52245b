// A folder with all folders above it, one call each: `mkdir` with `recursive` never returns on a file system that answers
// ENOENT below a folder that exists, as /proc does (Node 20).
import * as nodeFs from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../workspace/host-node.js'

/** An absolute path. Throws as `mkdirSync` does: EEXIST where a file has its name, ENOTDIR where a file is above it. */
export function makeFolders(path: string, fs: Pick<typeof nodeFs, 'mkdirSync'> = nodeFs): void {
  const missing: string[] = []
  for (let at = path; !nodeFs.existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at)
  if (missing.length === 0) fs.mkdirSync(path, { recursive: true })
  for (const folder of missing.reverse()) {
    try {
      fs.mkdirSync(folder)
    } catch (cause) {
      // made by somebody else in between
      if (codeOf(cause) !== 'EEXIST' || !nodeFs.statSync(folder).isDirectory()) throw cause
    }
  }
}
