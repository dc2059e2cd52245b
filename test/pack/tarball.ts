// The package as it is published: `npm pack` of what is built.
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Packs into `folder` and gives the file. What `prepack` does has been done. */
export function pack(folder: string): string {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 26,
  }
  const npm = process.env['npm_execpath']
  const out =
    npm === undefined
      ? execFileSync('npm', args, { ...options, shell: process.platform === 'win32' })
      : execFileSync(process.execPath, [npm, ...args], options)
  const [packed] = JSON.parse(out) as readonly { readonly filename: string }[]
  return join(folder, packed!.filename)
}

/** As an install would leave it, without the network: what the package depends on is that of this repository. The folder of the package. */
export function unpackInto(project: string, tarball: string): string {
  const modules = join(project, 'node_modules')
  const folder = join(modules, 'flowc')
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction')
  return folder
}
