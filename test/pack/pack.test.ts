// The package as it is published, without the network: what is in it, and whether a project that has it compiles. Where each kind of resolution
// finds its types, the other compilers and its command line are for `npm run test:pack`, a part of test:stack.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative, sep } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, NATIVE, verdict } from './compile.js'
import { writeSample, WRONG } from './sample.js'
import { pack, unpackInto } from './tarball.js'

const folder = mkdtempSync(join(tmpdir(), 'flowc-pack-'))
const project = join(folder, 'shop')
let tarball = ''
let unpacked = ''

const flowc = (...args: readonly string[]): { readonly status: number | null; readonly text: string } => {
  const bin = join(project, 'node_modules', 'flowc', 'bin', 'flowc.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, text: `${stdout}${stderr}` }
}

beforeAll(() => {
  mkdirSync(project)
  tarball = pack(folder)
  writeSample(project)
  unpacked = unpackInto(project, tarball)
  if (flowc('gen', 'types').status !== 0) throw new Error('flowc gen types failed')
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Paths inside of the package. */
const files = (): readonly string[] =>
  readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => relative(unpacked, join(e.parentPath, e.name)).replaceAll(sep, '/'))

describe('the packed package', () => {
  it('has what it exports and nothing of the workshop', () => {
    const paths = files()
    expect(paths).toEqual(
      expect.arrayContaining(['bin/flowc.mjs', 'dist/index.mjs', 'dist/testing.mjs', 'dist/types/api/index.d.ts', 'LICENSE']),
    )
    expect(
      paths.filter(
        (path) => !/^(?:bin|dist|docs|examples)\/|^(?:package\.json|(?:README|CHANGELOG|CONTRIBUTING)\.md|LICENSE)$/.test(path),
      ),
    ).toEqual([])
    expect(paths.filter((path) => /^docs\/api\/|^examples\/[^/]+\/(?:out|\.flowc|node_modules)\//.test(path))).toEqual([])
  })

  it('has what its pages link to', () => {
    const paths = files()
    const there = (path: string): boolean => paths.some((p) => p === path || p.startsWith(`${path}/`))
    // decisions speak of the repository
    const pages = paths.filter((path) => path.endsWith('.md') && !path.startsWith('docs/decisions/'))
    const dead = pages.flatMap((page) => {
      const text = readFileSync(join(unpacked, page), 'utf8').replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
      const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((m) => m[1]!).filter((link) => !link.includes('://'))
      return links.filter((link) => !there(posix.join(posix.dirname(page), link))).map((link) => `${page}: ${link}`)
    })
    expect(pages.length).toBeGreaterThan(400)
    expect(dead).toEqual([])
  })

  it('is clean for publint', async () => {
    const data = readFileSync(tarball)
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(data).buffer }, strict: true })
    expect(messages.map((m) => formatMessage(m, pkg))).toEqual([])
  })
})

describe('a project that has it', { timeout: 60_000 }, () => {
  // by the fastest compiler; 5.9 and 6 with each resolution: npm run test:pack, a part of test:stack
  it.each(['nodenext', 'bundler'])('compiles: TypeScript 7, resolution %s', (resolution) => {
    expect(verdict(compile(project, `tsconfig.${resolution}.json`, NATIVE), WRONG)).toEqual([])
  })
})
