// Where this installation of flowc lies: pages of diagnostics are files beside it.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bug } from '../core/bug.js'

/** The folder with flowc's package.json, from dist/chunks as well as from src/cli. */
export function packageRoot(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at
    if (dirname(at) === at) bug('flowc does not find its own folder')
  }
}
