// Rules about the source files themselves: size, header, names, imports, words that mark unfinished work.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COMPILER_VERSION } from '../../src/core/version.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What git knows, and what is new: never build output. */
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '')
const present = tracked.filter((path) => {
  try {
    read(path)
    return true
  } catch {
    return false
  }
})
const sources = present.filter((path) => /^src\/.*\.ts$/.test(path))
const modules = sources.filter((path) => !path.endsWith('.test.ts'))

describe('source files', () => {
  it('have at most 600 lines', () => {
    const long = modules.map((path) => [path, read(path).split('\n').length - 1] as const).filter(([, lines]) => lines > 600)
    expect(long).toEqual([])
  })
  it('begin with a comment that says what the file owns', () => {
    expect(modules.filter((path) => !/^(\/\/|\/\*\*)/.test(read(path)))).toEqual([])
  })
  it('have names in kebab-case', () => {
    expect(sources.filter((path) => !/^src(\/[a-z0-9]+(-[a-z0-9]+)*)+(\.test)?\.ts$/.test(path))).toEqual([])
  })
  it('import only what the import law allows', () => {
    interface Rule {
      readonly name: string
      readonly from: { readonly path?: string; readonly pathNot?: string }
      readonly to: {
        readonly path?: string
        readonly pathNot?: string
        readonly circular?: boolean
        readonly dependencyTypes?: readonly string[]
        readonly couldNotResolve?: boolean
      }
    }
    const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as { forbidden: readonly Rule[] }
    const matches = (pattern: string | undefined, path: string): boolean =>
      pattern !== undefined && new RegExp(pattern).test(path)
    const broken: string[] = []
    for (const from of modules) {
      for (const specifier of importsOf(read(from))) {
        const node = specifier.startsWith('node:')
        const to = specifier.startsWith('.')
          ? posix.join(dirname(from), specifier).replace(/\.js$/, '.ts')
          : node
            ? specifier
            : `node_modules/${specifier}/`
        for (const rule of forbidden) {
          if (rule.to.circular || rule.to.couldNotResolve || rule.to.dependencyTypes?.some((t) => t.startsWith('npm'))) continue
          if (rule.from.path !== undefined && !matches(rule.from.path, from)) continue
          if (matches(rule.from.pathNot, from)) continue
          const hit = rule.to.dependencyTypes === undefined ? matches(rule.to.path, to) && !matches(rule.to.pathNot, to) : node
          if (hit) broken.push(`${rule.name}: ${from} imports ${specifier}`)
        }
      }
    }
    expect(broken).toEqual([])
  })
})

function importsOf(text: string): readonly string[] {
  return [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g),
  ].map((m) => m[1] ?? m[2] ?? m[3]!)
}

describe('the tree', () => {
  // Written in pieces so that this file does not find itself.
  const words = [
    ['TO', 'DO'],
    ['FIX', 'ME'],
    ['XX', 'X'],
    ['HA', 'CK'],
  ].map((w) => new RegExp(`\\b${w.join('')}\\b`))
  const places = [
    ['/wo', 'rk/'],
    ['/var/', 'tmp'],
  ].map((w) => new RegExp(w.join('')))
  const texts = present.filter((path) => !/^(package-lock\.json|LICENSE|dist\/)/.test(path) && !/\.(avro|bin|jar)$/.test(path))

  it('has no note of unfinished work', () => {
    expect(texts.filter((path) => /\.(ts|mjs|cjs|java|sh)$/.test(path) && words.some((w) => w.test(read(path))))).toEqual([])
  })
  it('names no path of a machine', () => {
    expect(texts.filter((path) => places.some((w) => w.test(read(path))))).toEqual([])
  })
  it('has no focused test', () => {
    expect(
      texts.filter(
        (path) => path.endsWith('.test.ts') && new RegExp(['\\b(it|describe|test)\\.', 'only\\b'].join('')).test(read(path)),
      ),
    ).toEqual([])
  })
  it('has one version everywhere', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(version).toBe(COMPILER_VERSION)
    expect(read('CHANGELOG.md')).toContain(`## ${version}`)
  })
  it('pins every dependency exactly and says in docs/dependencies.md why it is there', () => {
    const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', Record<string, string>>
    const all = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(Object.entries(all).filter(([, version]) => !/^(npm:\S+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
    const page = read('docs/dependencies.md')
    expect(Object.keys(all).filter((name) => !page.includes(`| \`${name}\` `))).toEqual([])
  })
})
