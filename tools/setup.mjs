// Makes a fresh clone ready: checks Node, runs `npm ci` when node_modules is missing or does not match the lock.
// Plain JavaScript without dependencies, since it runs before they are there.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`flowc needs Node 20.19 or newer; this is ${process.versions.node}`)
  process.exit(2)
}

const read = (path) => {
  try {
    return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).packages
  } catch {
    return null
  }
}

/** npm keeps what it installed in node_modules/.package-lock.json. */
function isInstalled() {
  const wanted = read('package-lock.json')
  const present = read('node_modules/.package-lock.json')
  if (present === null) return false
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional === true || present[path]?.version === entry.version,
  )
}

if (!isInstalled()) {
  console.error('installing dependencies (npm ci) …')
  const npm = process.env.npm_execpath
  const result =
    npm === undefined
      ? spawnSync('npm', ['ci', '--no-progress'], { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, 'ci', '--no-progress'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) {
    console.error('npm ci failed')
    process.exit(result.status ?? 4)
  }
}
