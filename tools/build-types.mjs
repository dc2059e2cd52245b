// The types that ship: declarations of what `flowc` and `flowc/testing` export, and of the files that these name. Nothing else.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// The native compiler: half a second.
const TSC = join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc')
const ENTRIES = ['api/index.d.ts', 'testing/index.d.ts', 'testing/vitest.d.ts', 'testing/vite.d.ts']
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g

/** Writes them below `folder`, in the folders of the sources. */
export async function buildTypes(folder) {
  const all = mkdtempSync(join(tmpdir(), 'flowc-types-'))
  try {
    const args = [TSC, '-p', join(ROOT, 'tsconfig.types.json'), '--outDir', all, '--pretty', 'false']
    await promisify(execFile)(process.execPath, args).catch((error) => {
      throw new Error(`the declarations cannot be written:\n${error.stdout || error.message}`, { cause: error })
    })
    for (const file of reachable(all, ENTRIES)) {
      const to = join(folder, file)
      mkdirSync(dirname(to), { recursive: true })
      cpSync(join(all, file), to)
    }
  } finally {
    rmSync(all, { recursive: true, force: true })
  }
}

function reachable(folder, entries) {
  const found = new Set(entries)
  // a set is walked with what is added on the way
  for (const file of found)
    for (const [, specifier] of readFileSync(join(folder, file), 'utf8').matchAll(SPECIFIER))
      found.add(join(dirname(file), `${specifier}.d.ts`))
  return found
}
